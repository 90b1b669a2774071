/* fastCCD's inclusion test: do coplanar primitives touch, decided by areas. */
#ifndef CCDQ_INCLUSION_H
#define CCDQ_INCLUSION_H

#include "motion.h"
#include <stdbool.h>

/* Whether the pair passes for touching at the time t, which is within tol of a time at which the four points
 * are coplanar. True whenever they touch at that time. */
bool linear_inclusion(const struct linear_motion *m, unsigned type, double t, double tol);

#endif
