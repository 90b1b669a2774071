/* fastCCD beside its kernel: what its bench needs. */
#ifndef CCDQ_FAST_H
#define CCDQ_FAST_H

#include "../ccdq.h"

/* At how many roots of the coplanarity cubic in [0, tmax] the pair of q passes for touching (the paper counts
 * odd and even collisions by it); a pair that is coplanar all the time counts 1 if it touches at all. -1 when
 * the search spent its budget. q is as a kernel takes it. */
int linear_fast_roots(const struct ccdq_query *q, const struct ccdq_linear_options *options);

#endif
