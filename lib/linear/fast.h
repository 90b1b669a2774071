/* fastCCD beside its kernel: what its bench needs. */
#ifndef CCDQ_FAST_H
#define CCDQ_FAST_H

#include "../ccdq.h"

/* roots[i] = at how many roots of the coplanarity cubic in [0, tmax] the pair of q[i] passes for touching
 * (the paper counts odd and even collisions by it); a pair that is coplanar all the time counts 1 if it
 * touches at all. -1 when the search spent its budget. The queries are as a kernel takes them, their
 * coordinates finite. */
void linear_fast_roots(const struct ccdq_query *q, size_t n, const struct ccdq_linear_options *options,
                       int *roots);

#endif
