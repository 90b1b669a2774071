/* Frames of candidates. Each has all vertices of the mesh, so that a query's indices are node numbers; and so
 * many queries that the vertices do not weigh much. */
#include "vol.h"
#include <string.h>

/* Bits of an id below the number of the step. */
enum { STEP_AT = 40 };

/* Queries in a full frame. */
static size_t full(const struct vol *v)
{
    const size_t few = 4096, n = 2 * v->steps.mesh.nodes;
    return n < few ? few : n < FRAME_MAX_RECORDS ? n : FRAME_MAX_RECORDS;
}

bool vol_candidates_begin(struct vol *v, struct vol_candidates *c)
{
    const size_t n = v->steps.mesh.nodes, size = 2 * sizeof *v->steps.x0;
    if (n > (FRAME_MAX_PAYLOAD - 16 * FRAME_MAX_RECORDS - 16) / size) {
        cli_message("step %u: %zu nodes are too many for the vertices of a frame", v->step, n);
        v->trouble = true;
        return false;
    }
    buf_reserve(&c->vertices, n * size);
    for (size_t i = 0; i < n; i++) {
        buf_add(&c->vertices, v->steps.x0[i], sizeof v->steps.x0[i]);
        buf_add(&c->vertices, v->steps.x1[i], sizeof v->steps.x1[i]);
    }
    return true;
}

/* Writes n pairs from the front of what is there. */
static int write(struct vol *v, struct vol_candidates *c, const void *nodes, size_t n)
{
    const struct ccdq_indexed queries = {.type = (unsigned)v->candidates,
                                         .vertices = v->steps.mesh.nodes,
                                         .queries = n,
                                         .vertex = (const double(*)[2][3])(void *)c->vertices.p,
                                         .index = nodes,
                                         .first_id = ((uint64_t)v->step << STEP_AT) + c->written};
    c->written += n;
    chunk_encode_indexed(&c->chunk, &queries, vol_run(v), (enum form)v->common.to, (int)v->common.level);
    return vol_put(v, &c->chunk);
}

int vol_candidates_add(struct vol *v, struct vol_candidates *c, const struct buf *nodes)
{
    const size_t size = 4 * sizeof(uint32_t), n = full(v);
    size_t at = 0;
    buf_add(&c->nodes, nodes->p, nodes->n);
    for (; c->nodes.n - at >= n * size; at += n * size)
        if (write(v, c, c->nodes.p + at, n)) return 1;
    c->nodes.n -= at;
    if (at) memmove(c->nodes.p, c->nodes.p + at, c->nodes.n);
    return 0;
}

int vol_candidates_end(struct vol *v, struct vol_candidates *c)
{
    const size_t n = c->nodes.n / (4 * sizeof(uint32_t));
    const int status = n ? write(v, c, c->nodes.p, n) : 0;
    buf_free(&c->vertices);
    buf_free(&c->nodes);
    chunk_free(&c->chunk);
    return status;
}
