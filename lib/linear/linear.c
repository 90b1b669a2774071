/* The table of linear methods, and what stands between a caller and a kernel. */
#include "batch.h"
#include "linear.h"
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

const struct ccdq_linear_options ccdq_linear_defaults = {
    .tmax = 1, .toi_width = 1e-12, .tol = -1, .max_iter = 0, .simd = CCDQ_SIMD_BEST};

const struct ccdq_linear_method ccdq_linear_methods[] = {
    {"certified", CCDQ_METHOD_CERTIFIED, CCDQ_TIER_EXACT,
     CCDQ_SOLVES_POINTS | CCDQ_SOLVES_SEPARATION | CCDQ_USES_SIMD, 0,
     "floating-point filters with proven error bounds, exact arithmetic where they cannot decide",
     linear_certified_stages, linear_certified, linear_certified_indexed},
    {"exact", CCDQ_METHOD_EXACT, CCDQ_TIER_EXACT, CCDQ_SOLVES_POINTS | CCDQ_SOLVES_SEPARATION, 0,
     "exact integer arithmetic alone", linear_exact_stages, linear_exact, NULL},
    {"fast", CCDQ_METHOD_FAST, CCDQ_TIER_BASELINE, CCDQ_USES_SIMD, LINEAR_FAST_TOL,
     "fastCCD as published (Huh et al. 2014): cubic roots and area test", linear_fast_stages, linear_fast,
     NULL},
    {"cubic", CCDQ_METHOD_CUBIC, CCDQ_TIER_BASELINE, 0, LINEAR_CUBIC_TOL,
     "the textbook cubic (Provot 1997) with a barycentric tolerance", linear_cubic_stages, linear_cubic,
     NULL},
    {"interval", CCDQ_METHOD_INTERVAL, CCDQ_TIER_CERTIFIED, CCDQ_SOLVES_POINTS | CCDQ_SOLVES_SEPARATION,
     LINEAR_INTERVAL_TOL, "inclusion in time and parameters to a tolerance (after Wang et al. 2021)",
     linear_interval_stages, linear_interval, NULL},
    {"tdi-aabb", CCDQ_METHOD_TDI_AABB, CCDQ_TIER_BASELINE, 0, LINEAR_TDI_TOL,
     "time-dependent inclusion as published (Chen et al. 2024): boxes along the coordinate axes",
     linear_tdi_stages, linear_tdi_aabb, NULL},
    {"tdi-obb", CCDQ_METHOD_TDI_OBB, CCDQ_TIER_BASELINE, 0, LINEAR_TDI_TOL, "the same with oriented boxes",
     linear_tdi_stages, linear_tdi_obb, NULL},
    {0}};

const struct ccdq_linear_method *ccdq_linear_find(const char *name)
{
    for (const struct ccdq_linear_method *m = ccdq_linear_methods; m->name; m++)
        if (!strcmp(m->name, name)) return m;
    return NULL;
}

const char *const linear_exact_stages[] = {"exact", NULL};

void linear_solve_exactly(const struct ccdq_query *q, const struct ccdq_linear_options *options,
                          unsigned method, uint32_t evals, struct ccdq_result *r, struct ccdq_workspace *ws)
{
    struct ccdq_exact_answer a;
    ccdq_exact_solve(q, options->tmax, CCDQ_WANT_TOI, &a, ws);
    if (a.verdict == CCDQ_INVALID) {
        result_set_invalid(r, q->id, method);
        return;
    }
    result_set_free(r, q->id, method, CCDQ_TOI_PROVEN, evals + 1);
    if (a.verdict == CCDQ_FREE) return;
    r->verdict = CCDQ_HIT;
    if (a.at_start) r->flags |= CCDQ_AT_START;
    ccdq_exact_times(&a, options->tmax, &r->toi_lo, &r->toi_hi);
    memcpy(r->w, a.w, sizeof r->w);
}

void linear_exact(const struct ccdq_query *q, size_t n, const struct ccdq_linear_options *options,
                  struct ccdq_result *r, struct ccdq_workspace *ws)
{
    for (size_t i = 0; i < n; i++) {
        linear_solve_exactly(&q[i], options, CCDQ_METHOD_EXACT, 0, &r[i], ws);
        linear_count(ws, 0, 1);
    }
}

/* Whether n doubles are finite: those that are not have an exponent of ones, and one more carries into the
 * sign. */
static inline bool all_finite(const double *x, int n)
{
    const uint64_t exponent = UINT64_C(0x7ff) << 52, one = UINT64_C(1) << 52;
    uint64_t bits, carries = 0;
    for (int i = 0; i < n; i++) {
        memcpy(&bits, &x[i], sizeof bits);
        carries |= (bits & exponent) + one;
    }
    return !(carries >> 63);
}

int linear_finite(const struct ccdq_query *q)
{
    const double *start = q->x[0], *end = q->x[4];
    switch (q->type) {
    case CCDQ_PP:
        return all_finite(start, 6) && all_finite(end, 6);
    case CCDQ_PE:
        return all_finite(start, 9) && all_finite(end, 9);
    default:
        return all_finite(start, 12) && all_finite(end, 12);
    }
}

const char *linear_head_problem(const struct ccdq_linear_method *method, unsigned types, unsigned type,
                                double min_sep)
{
    if (type > CCDQ_PP) return "a query of unknown type";
    if (!(types & CCDQ_TYPE_BIT(type))) return "a query of another type";
    if (type >= CCDQ_PE && !(method->abilities & CCDQ_SOLVES_POINTS))
        return "a query of a type that this method does not solve";
    if (min_sep == 0) return NULL;
    if (!(min_sep > 0 && min_sep <= DBL_MAX)) return "a minimum separation that is negative or not finite";
    if (!(method->abilities & CCDQ_SOLVES_SEPARATION))
        return "a minimum separation is not solved by this method";
    return NULL;
}

const char *ccdq_linear_problem(const struct ccdq_linear_method *method, unsigned types,
                                const struct ccdq_query *q)
{
    const char *problem = linear_head_problem(method, types, q->type, q->min_sep);
    if (problem) return problem;
    return linear_finite(q) ? NULL : "a coordinate is not finite";
}

unsigned linear_types(unsigned types, const struct ccdq_linear_options *options)
{
    return options->tmax > 0 && options->tmax <= 1 ? types : 0;
}

/* Queries of one type, all with or all without a separation, go to the kernel together: as many as it works
 * on at once, so that they are still in the cache when it comes to them. */
void ccdq_linear_solve(const struct ccdq_linear_method *method, unsigned types, const struct ccdq_query *q,
                       size_t n, const struct ccdq_linear_options *options, struct ccdq_result *r,
                       struct ccdq_workspace *ws)
{
    types = linear_types(types, options);
    for (size_t i = 0, end; i < n; i = end) {
        end = i + 1;
        if (linear_head_problem(method, types, q[i].type, q[i].min_sep)) {
            result_set_invalid(&r[i], q[i].id, method->number);
            continue;
        }
        while (end < n && end - i < BATCH_CHUNK && q[end].type == q[i].type &&
               (q[end].min_sep == q[i].min_sep ||
                (q[end].min_sep > 0 && q[i].min_sep > 0 && q[end].min_sep <= DBL_MAX)))
            end++;
        method->solve(q + i, end - i, options, r + i, ws);
    }
}
