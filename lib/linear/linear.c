/* The table of linear methods, and what stands between a caller and a kernel. */
#include "linear.h"
#include <math.h>
#include <string.h>

const struct ccdq_linear_options ccdq_linear_defaults = {
    .tmax = 1, .toi_width = 1e-12, .tol = 1e-9, .max_iter = 0};

const struct ccdq_linear_method ccdq_linear_methods[] = {
    {"certified", CCDQ_METHOD_CERTIFIED, CCDQ_TIER_EXACT,
     "floating-point filters with proven error bounds, exact arithmetic where they cannot decide",
     linear_certified_stages, linear_certified},
    {"exact", CCDQ_METHOD_EXACT, CCDQ_TIER_EXACT, "exact integer arithmetic alone", linear_exact_stages,
     linear_exact},
    {"fast", CCDQ_METHOD_FAST, CCDQ_TIER_BASELINE,
     "fastCCD as published (Huh et al. 2014): cubic roots and area test", linear_fast_stages, linear_fast},
    {"cubic", CCDQ_METHOD_CUBIC, CCDQ_TIER_BASELINE,
     "the textbook cubic (Provot 1997) with a barycentric tolerance", linear_cubic_stages, linear_cubic},
    {0}};

const struct ccdq_linear_method *ccdq_linear_find(const char *name)
{
    for (const struct ccdq_linear_method *m = ccdq_linear_methods; m->name; m++)
        if (!strcmp(m->name, name)) return m;
    return NULL;
}

void linear_set_free(struct ccdq_result *r, uint64_t id, unsigned method, unsigned flags, uint32_t evals)
{
    *r = (struct ccdq_result){.id = id,
                              .verdict = CCDQ_FREE,
                              .flags = (uint8_t)flags,
                              .method = (uint16_t)method,
                              .evals = evals,
                              .toi_lo = INFINITY,
                              .toi_hi = INFINITY};
}

void linear_set_invalid(struct ccdq_result *r, uint64_t id, unsigned method)
{
    *r = (struct ccdq_result){
        .id = id, .verdict = CCDQ_INVALID, .method = (uint16_t)method, .toi_lo = NAN, .toi_hi = NAN};
}

const char *const linear_exact_stages[] = {"exact", NULL};

void linear_solve_exactly(const struct ccdq_query *q, const struct ccdq_linear_options *options,
                          unsigned method, uint32_t evals, struct ccdq_result *r, struct ccdq_workspace *ws)
{
    struct ccdq_exact_answer a;
    ccdq_exact_solve(q, options->tmax, CCDQ_WANT_TOI, &a, ws);
    if (a.verdict == CCDQ_INVALID) {
        linear_set_invalid(r, q->id, method);
        return;
    }
    linear_set_free(r, q->id, method, CCDQ_TOI_PROVEN, evals + 1);
    if (a.verdict == CCDQ_FREE) return;
    r->verdict = CCDQ_HIT;
    if (a.at_start) r->flags |= CCDQ_AT_START;
    ccdq_exact_times(&a, options->tmax, &r->toi_lo, &r->toi_hi);
    memcpy(r->w, a.w, sizeof r->w);
}

void linear_exact(const struct ccdq_query *q, size_t n, const struct ccdq_linear_options *options,
                  struct ccdq_result *r, struct ccdq_workspace *ws)
{
    for (size_t i = 0; i < n; i++) linear_solve_exactly(&q[i], options, CCDQ_METHOD_EXACT, 0, &r[i], ws);
    ws->stage[0] += n;
}

const char *ccdq_linear_problem(const struct ccdq_query *q, unsigned type)
{
    if (q->type != type)
        return ccdq_type_name(q->type) ? "a query of another type" : "a query of unknown type";
    /* 0 * x is 0 for finite x and NaN for the others, and a NaN stays in the sum */
    double zero = 0;
    for (int i = 0; i < 8; i++)
        for (int k = 0; k < 3; k++) zero += 0 * q->x[i][k];
    if (zero != 0) return "a coordinate is not finite";
    if (q->min_sep != 0) return "a minimum separation is not solved by this method";
    return NULL;
}

size_t ccdq_linear_solve(const struct ccdq_linear_method *method, unsigned type, const struct ccdq_query *q,
                         size_t n, const struct ccdq_linear_options *options, struct ccdq_result *r,
                         struct ccdq_workspace *ws)
{
    size_t invalid = 0;
    for (size_t start = 0, i = 0; i <= n; i++) {
        if (i < n && !ccdq_linear_problem(&q[i], type)) continue;
        method->solve(q + start, i - start, options, r + start, ws);
        if (i < n) {
            linear_set_invalid(&r[i], q[i].id, method->number);
            invalid++;
        }
        start = i + 1;
    }
    return invalid;
}
