/* What can be wrong with an answer of the tier exact judged by lib/exact. */
#ifndef CCDQ_FAULT_H
#define CCDQ_FAULT_H

#include "../lib/ccdq.h"
#include "../lib/num/complement.h"
#include <math.h>

/* Where point i of q is at time t, as a double. */
static inline double at(const struct ccdq_query *q, int i, int k, double t)
{
    return (1 - t) * q->x[i][k] + t * q->x[i + 4][k];
}

/* How far apart the two points are that r names, in units of the largest difference of coordinates of q. */
static inline double residual(const struct ccdq_query *q, const struct ccdq_result *r)
{
    double t = r->toi_lo, worst = 0, extent = 0;
    for (int k = 0; k < 3; k++) {
        for (int i = 1; i < 8; i++)
            extent = fmax(extent, fabs(q->x[i][k] - q->x[i % 4][k]) + fabs(q->x[i][k] - q->x[0][k]));
        double x[4], d;
        for (int i = 0; i < 4; i++) x[i] = at(q, i, k, t);
        if (q->type == CCDQ_VF)
            d = x[0] - x[1] - r->w[0] * (x[2] - x[1]) - r->w[1] * (x[3] - x[1]);
        else
            d = x[0] + r->w[0] * (x[1] - x[0]) - x[2] - r->w[1] * (x[3] - x[2]);
        /* the rounding of coordinates far from the origin, or denormal, is no fault of the parameters */
        double rounding = 0x1p-50 * (fabs(x[0]) + fabs(x[1]) + fabs(x[2]) + fabs(x[3])) + 0x1p-1070;
        worst = fmax(worst, fabs(d) - rounding);
    }
    return worst <= 0 ? 0 : worst / extent;
}

/* Why r, an answer to q under these options, is wrong, but for the parameters of a hit. Any of the four
 * types, with or without a separation. */
static inline const char *fault_but_parameters(const struct ccdq_query *q,
                                               const struct ccdq_linear_options *options,
                                               const struct ccdq_result *r, struct ccdq_workspace *ws)
{
    struct ccdq_exact_answer truth;
    ccdq_exact_solve(q, options->tmax, CCDQ_WANT_TOI, &truth, ws);
    if (r->id != q->id) return "id";
    if (r->verdict != truth.verdict) return truth.verdict == CCDQ_HIT ? "false negative" : "false positive";
    if (!(r->flags & CCDQ_TOI_PROVEN)) return "not proven";
    if (r->verdict == CCDQ_FREE)
        return isinf(r->toi_lo) && isinf(r->toi_hi) && !r->w[0] && !r->w[1] ? NULL : "times of a free pair";
    double lo, hi;
    ccdq_exact_times(&truth, options->tmax, &lo, &hi);
    if (!(r->toi_lo <= hi)) return "late";
    if (!(r->toi_hi >= lo)) return "ends before the contact";
    if (!(r->toi_hi - r->toi_lo <= options->toi_width)) return "too wide";
    if (!(r->toi_lo >= 0 && r->toi_hi <= options->tmax)) return "time outside [0, tmax]";
    if (!!(r->flags & CCDQ_AT_START) != truth.at_start) return "flag of contact at the start";
    return NULL;
}

/* Why r, an answer to q (vertex-face or edge-edge) under these options, is wrong; NULL if it is right. */
static inline const char *fault(const struct ccdq_query *q, const struct ccdq_linear_options *options,
                                const struct ccdq_result *r, struct ccdq_workspace *ws)
{
    const char *why = fault_but_parameters(q, options, r, ws);
    if (why || r->verdict == CCDQ_FREE) return why;
    double u = r->w[0], v = r->w[1];
    if (signbit(u) || signbit(v) || r->w[2] || r->w[3]) return "other parameters, or negative zeros";
    if (!(u >= 0 && v >= 0 && u <= 1 && v <= (q->type == CCDQ_VF ? complement(u) : 1))) return "parameters";
    /* the points meet at a time up to a width behind toi_lo, and move less than two extents in all */
    if (!(residual(q, r) <= 0x1p-30 + 4 * (r->toi_hi - r->toi_lo))) return "parameters do not meet";
    return NULL;
}

#endif
