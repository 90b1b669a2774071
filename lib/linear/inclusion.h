/* fastCCD's inclusion test: do coplanar primitives touch, decided by areas. */
#ifndef CCDQ_INCLUSION_H
#define CCDQ_INCLUSION_H

#include "motion.h"
#include <stdbool.h>

/* Whether the pair passes for touching at the time t, which is within tol of a time at which the four points
 * are coplanar. True whenever they touch at that time. No distance between two of the points at t = 0 and no
 * speed relative to each other is larger than `size` (it only saves work). */
bool linear_inclusion(const struct linear_motion *m, unsigned type, double t, double tol, double size);

#endif
