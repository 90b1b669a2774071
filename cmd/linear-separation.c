/* The minimum separation that queries are solved with: --min-sep, --no-zero-toi. */
#include "linear-filter.h"
#include <math.h>

void linear_set_separation(const struct linear_filter *f, struct block *block)
{
    struct ccdq_query *q = (struct ccdq_query *)(void *)block->records.p;
    if (block->record_kind == 'I')
        block->indexed.min_sep = f->min_sep;
    else
        for (size_t i = 0; i < block->n; i++) q[i].min_sep = f->min_sep;
}

/* Half of d, rounded down. */
static double half(double d)
{
    const double h = 0.5 * d;
    return h + h > d ? nextafter(h, 0) : h;
}

void linear_avoid_zero_toi(const struct linear_filter *f, struct block *block, struct ccdq_result *r,
                           struct ccdq_workspace *ws)
{
    struct ccdq_query *q = (struct ccdq_query *)(void *)block->records.p;
    for (size_t i = 0; i < block->n; i++) {
        if (r[i].verdict != CCDQ_HIT || r[i].toi_lo > 0 || q[i].min_sep == 0) continue;
        const double separation = half(ccdq_linear_start_distance(&q[i], ws));
        if (!(separation > 0 && separation < q[i].min_sep)) continue;
        const uint32_t evals = r[i].evals;
        q[i].min_sep = separation;
        ccdq_linear_solve(f->method, linear_types(f), &q[i], 1, &f->options, &r[i], ws);
        r[i].evals += evals;
    }
}
