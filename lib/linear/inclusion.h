/* fastCCD's inclusion test: do coplanar primitives touch, decided by areas. */
#ifndef CCDQ_INCLUSION_H
#define CCDQ_INCLUSION_H

#include "motion.h"
#include <stdbool.h>

/* More than what the tolerances of a condition on areas can add up to, by a cruder bound than Eq. 6 (which is
 * the one that decides): with distances and speeds at most `size`, four times E is 4 (2 tol 2 size size +
 * tol^2 size^2), and the rounding 2^-45 (2 size)^2. */
static inline double linear_most_tolerance(double size, double tol)
{
    return 1.001 * (4 * (4 * tol + tol * tol) + 0x1p-43) * size * size;
}

/* Whether the pair passes for touching at the time t, which is within tol of a time at which the four points
 * are coplanar. True whenever they touch at that time. No distance between two of the points at t = 0 and no
 * speed relative to each other is larger than `size` (it only saves work). */
bool linear_inclusion(const struct linear_motion *m, unsigned type, double t, double tol, double size);

#endif
