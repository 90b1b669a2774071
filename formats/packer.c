#include "packer.h"
#include "indexed.h"
#include <string.h>

void packer_free(struct packer *p)
{
    vertex_set_free(&p->vertices);
    buf_free(&p->index);
    buf_free(&p->ids);
    buf_free(&p->groups);
    buf_free(&p->flags);
}

/* Are the ids those from the first one on? */
static bool consecutive(const uint64_t *id, size_t n)
{
    for (size_t i = 1; i < n; i++)
        if (id[i] - id[0] != i) return false;
    return true;
}

static size_t vertices_of(const struct packer *p)
{
    return p->vertices.vertices.n / sizeof(struct vertex);
}

void packer_flush(struct packer *p, struct buf *out)
{
    if (!p->n) return;
    const uint64_t *id = (const uint64_t *)(const void *)p->ids.p;
    const struct ccdq_indexed mesh = {
        .type = p->type,
        .min_sep = p->min_sep,
        .vertices = vertices_of(p),
        .queries = p->n,
        .vertex = (const double(*)[2][3])(const void *)p->vertices.vertices.p,
        .index = (const uint32_t(*)[4])(const void *)p->index.p,
        .first_id = id[0],
        .id = consecutive(id, p->n) ? NULL : id,
        .group = p->any_group ? (const uint32_t *)(const void *)p->groups.p : NULL,
        .flags = p->any_flag ? p->flags.p : NULL,
    };
    indexed_frame(out, &mesh, p->run, p->level);
    vertex_set_clear(&p->vertices);
    p->index.n = p->ids.n = p->groups.n = p->flags.n = p->n = 0;
    p->any_group = p->any_flag = false;
}

/* May the frame take one more query? It ends where frames of kind Q do, so that these come back the same, and
 * where the next such number of queries could bring too many vertices. */
static bool has_room(const struct packer *p)
{
    return p->n % FRAME_RECORDS ||
           (p->n < PACKER_QUERIES && vertices_of(p) + 4 * FRAME_RECORDS <= PACKER_VERTICES);
}

/* Does q go into the frame at hand? Separations are compared by their bits: NaN and -0 come back as they are.
 */
static bool fits(const struct packer *p, const struct ccdq_query *q, struct run run)
{
    return has_room(p) && p->type == q->type && !memcmp(&p->min_sep, &q->min_sep, sizeof q->min_sep) &&
           p->run.tag == run.tag && p->run.part == run.part && p->run.parts == run.parts;
}

void packer_add(struct packer *p, const struct ccdq_query *q, struct run run, struct buf *out)
{
    const int points = ccdq_type_points(q->type);
    uint32_t index[4] = {CCDQ_NO_NODE, CCDQ_NO_NODE, CCDQ_NO_NODE, CCDQ_NO_NODE};
    if (p->n && !fits(p, q, run)) packer_flush(p, out);
    p->run = run;
    p->type = q->type;
    p->min_sep = q->min_sep;
    for (int k = 0; k < points; k++) {
        struct vertex v;
        memcpy(v.x[0], q->x[k], sizeof v.x[0]);
        memcpy(v.x[1], q->x[k + 4], sizeof v.x[1]);
        index[k] = vertex_set_find(&p->vertices, &v, index, k);
    }
    buf_add(&p->index, index, sizeof index);
    buf_add(&p->ids, &q->id, sizeof q->id);
    buf_add(&p->groups, &q->group, sizeof q->group);
    buf_add(&p->flags, &q->flags, sizeof q->flags);
    p->any_group |= q->group != 0;
    p->any_flag |= q->flags != 0;
    p->n++;
}
