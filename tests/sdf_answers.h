/* Answers of the method certified, for tests: what must agree in them, whatever the query is. */
#ifndef CCDQ_SDF_ANSWERS_H
#define CCDQ_SDF_ANSWERS_H

#include "../lib/sdf/solve.h"

static inline bool answer_in_domain(const struct ccdq_result *r)
{
    return r->w[0] >= 0 && r->w[1] >= 0 && r->w[0] + r->w[1] <= 1 && r->w[2] == 0 && r->w[3] == 0;
}

static inline bool answer_well_formed(const struct ccdq_sdf_query *q, const struct ccdq_result *r)
{
    const bool spent = r->flags & CCDQ_BUDGET_SPENT, start = r->flags & CCDQ_AT_START;
    if (r->id != q->id || r->method != CCDQ_METHOD_CERTIFIED || !(r->flags & CCDQ_TOI_PROVEN)) return false;
    switch (r->verdict) {
    case CCDQ_FREE:
        return r->toi_lo == INFINITY && r->toi_hi == INFINITY && !spent && !start;
    case CCDQ_UNRESOLVED:
        return r->toi_lo >= 0 && r->toi_lo <= q->end && r->toi_hi == INFINITY && !start;
    default:
        return r->verdict == CCDQ_HIT && answer_in_domain(r) && r->toi_lo <= q->end &&
               r->toi_lo <= r->toi_hi && start == (r->toi_lo == 0) && !spent;
    }
}

#endif
