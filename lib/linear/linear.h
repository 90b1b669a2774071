/* What the linear kernels share. */
#ifndef CCDQ_LINEAR_H
#define CCDQ_LINEAR_H

#include "../ccdq.h"
#include "../workspace.h"

ccdq_linear_kernel linear_certified, linear_exact, linear_fast, linear_cubic;
extern const char *const linear_certified_stages[],
    *const linear_exact_stages[], *const linear_fast_stages[], *const linear_cubic_stages[];

/* r as the answer "free", "invalid" to q by a method. */
void linear_set_free(struct ccdq_result *r, uint64_t id, unsigned method, unsigned flags, uint32_t evals);
void linear_set_invalid(struct ccdq_result *r, uint64_t id, unsigned method);

/* r by lib/exact: what the tier exact falls back on, and all of the method `exact`. */
void linear_solve_exactly(const struct ccdq_query *q, const struct ccdq_linear_options *options,
                          unsigned method, uint32_t evals, struct ccdq_result *r, struct ccdq_workspace *ws);

#endif
