/* The method `certified`: batches of doubles with proven bounds (batch_kernel.h), then the stages that take
 * one query at a time. Queries with a minimum separation, and those of points, have a way of their own
 * (separation.c). */
#include "batch.h"
#include "linear.h"
#include "../num/complement.h"
#include <math.h>
#include <stdlib.h>

const char *const linear_certified_stages[] = {"cubic", "axes",       "root",   "extended",
                                               "exact", "separation", "points", NULL};
enum stage {
    STAGE_CUBIC,
    STAGE_AXES,
    STAGE_ROOT,
    STAGE_EXTENDED,
    STAGE_EXACT,
    STAGE_SEPARATION,
    STAGE_POINTS
};

const struct batch_kernel *linear_batch(unsigned simd)
{
    switch (ccdq_simd_chosen(simd)) {
#ifdef __x86_64__
    case CCDQ_SIMD_AVX512:
        return &linear_batch_avx512;
    case CCDQ_SIMD_AVX2:
        return &linear_batch_avx2;
#endif
    default:
        return &linear_batch_portable;
    }
}

static void set_hit(struct ccdq_result *r, const struct batch *batch, size_t i, unsigned type)
{
    r->verdict = CCDQ_HIT;
    r->toi_lo = batch->lo[i];
    r->toi_hi = batch->hi[i];
    r->w[0] = batch->w[0][i];
    r->w[1] = batch->w[1][i];
    if (type == CCDQ_VF && r->w[1] > complement(r->w[0])) r->w[1] = complement(r->w[0]);
}

/* What the batch could not decide. Returns whether it is a query at all. */
static int solve_undecided(const struct batch_source *source, size_t i,
                           const struct ccdq_linear_options *options, uint32_t evals, struct ccdq_result *r,
                           struct ccdq_workspace *ws)
{
    struct ccdq_query written_out;
    const struct ccdq_query *q = source->q ? &source->q[i] : &written_out;
    if (!source->q) ccdq_indexed_query(source->mesh, source->first + i, &written_out);
    if (!linear_finite(q)) {
        result_set_invalid(r, r->id, CCDQ_METHOD_CERTIFIED);
        return 0;
    }
    int decided = linear_extended(q, options, evals, r);
    linear_count(ws, STAGE_EXTENDED, decided);
    if (decided) return 1;
    linear_solve_exactly(q, options, CCDQ_METHOD_CERTIFIED, evals, r, ws);
    linear_count(ws, STAGE_EXACT, 1);
    return 1;
}

static void count(struct ccdq_workspace *ws, enum stage stage, uint64_t saw, uint64_t decided)
{
    ws->stage[stage].saw += saw;
    ws->stage[stage].decided += decided;
}

static void solve_chunk(const struct batch_source *source, size_t from, size_t n,
                        const struct ccdq_linear_options *options, const struct batch_kernel *kernel,
                        struct ccdq_result *r, struct ccdq_workspace *ws)
{
    struct batch *batch = ws->batch;
    size_t invalid = 0, undecided = 0;
    kernel->solve(source, from, n, options, batch, r);
    for (size_t k = 0; k < batch->open.n; k++) {
        size_t i = batch_list_query(&batch->open, k);
        r[i].evals = batch->evals[i];
        if (batch->hit[i] < batch->undecided[i]) {
            set_hit(&r[i], batch, i, source->type);
        } else if (batch->undecided[i] <= 1) {
            int valid = solve_undecided(source, from + i, options, batch->evals[i], &r[i], ws);
            undecided += valid;
            invalid += !valid;
        }
    }
    size_t saw = n - invalid;
    count(ws, STAGE_CUBIC, saw, batch->free_by_cubic);
    saw -= batch->free_by_cubic;
    count(ws, STAGE_AXES, saw, batch->separated);
    saw -= batch->separated;
    count(ws, STAGE_ROOT, saw, saw - undecided);
}

/* The vertices for a first look; there are four at least. NULL where it does not pay: each takes about half
 * the time that the look spares a query. */
static const batch_vertex *rounded_vertices(const struct ccdq_indexed *mesh, size_t n,
                                            const struct batch_kernel *kernel, struct ccdq_workspace *ws)
{
    const size_t room = mesh->vertices + 1;
    if (n < mesh->vertices) return NULL;
    if (ws->rounded_room < room) {
        free(ws->rounded);
        ws->rounded = calloc(room, sizeof *ws->rounded);
        ws->rounded_room = ws->rounded ? room : 0;
    }
    if (!ws->rounded || !kernel->round(mesh->vertex, mesh->vertices, ws->rounded)) return NULL;
    return (const batch_vertex *)ws->rounded;
}

static void solve(struct batch_source source, const struct ccdq_linear_options *options,
                  struct ccdq_result *r, struct ccdq_workspace *ws)
{
    const struct batch_kernel *kernel = linear_batch(options->simd);
    if (source.mesh) source.rounded = rounded_vertices(source.mesh, source.n, kernel, ws);
    for (size_t from = 0; from < source.n; from += BATCH_CHUNK) {
        size_t n = source.n - from < BATCH_CHUNK ? source.n - from : BATCH_CHUNK;
        solve_chunk(&source, from, n, options, kernel, r + from, ws);
    }
}

static int is_plain(unsigned type, double min_sep)
{
    return min_sep == 0 && (type == CCDQ_VF || type == CCDQ_EE);
}

static void solve_separation(const struct ccdq_query *q, size_t n, const struct ccdq_linear_options *options,
                             struct ccdq_result *r, struct ccdq_workspace *ws)
{
    const int stages[2] = {q->min_sep > 0 ? STAGE_SEPARATION : STAGE_POINTS, STAGE_EXACT};
    linear_separation(q, n, options, stages, r, ws);
}

void linear_certified(const struct ccdq_query *q, size_t n, const struct ccdq_linear_options *options,
                      struct ccdq_result *r, struct ccdq_workspace *ws)
{
    if (!n) return;
    if (is_plain(q->type, q->min_sep))
        solve((struct batch_source){.q = q, .n = n, .type = q->type}, options, r, ws);
    else
        solve_separation(q, n, options, r, ws);
}

void linear_certified_indexed(const struct ccdq_indexed *mesh, size_t first, size_t n,
                              const struct ccdq_linear_options *options, struct ccdq_result *r,
                              struct ccdq_workspace *ws)
{
    if (is_plain(mesh->type, mesh->min_sep)) {
        solve((struct batch_source){.mesh = mesh, .first = first, .n = n, .type = mesh->type}, options, r,
              ws);
        return;
    }
    for (size_t i = 0; i < n; i++) {
        struct ccdq_query q;
        ccdq_indexed_query(mesh, first + i, &q);
        solve_separation(&q, 1, options, &r[i], ws);
    }
}
