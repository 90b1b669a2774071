/* Results as every kernel begins them. */
#ifndef CCDQ_RESULT_H
#define CCDQ_RESULT_H

#include "ccdq.h"
#include <math.h>

/* r as the answer "free" of a method (enum ccdq_result_flag in flags); the other verdicts start from it. */
static inline void result_set_free(struct ccdq_result *r, uint64_t id, unsigned method, unsigned flags,
                                   uint32_t evals)
{
    *r = (struct ccdq_result){.id = id,
                              .verdict = CCDQ_FREE,
                              .flags = (uint8_t)flags,
                              .method = (uint16_t)method,
                              .evals = evals,
                              .toi_lo = INFINITY,
                              .toi_hi = INFINITY};
}

static inline void result_set_invalid(struct ccdq_result *r, uint64_t id, unsigned method)
{
    *r = (struct ccdq_result){
        .id = id, .verdict = CCDQ_INVALID, .method = (uint16_t)method, .toi_lo = NAN, .toi_hi = NAN};
}

#endif
