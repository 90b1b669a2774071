/* 1 - u rounded down: barycentric coordinates that add up to no more than 1 in real arithmetic. */
#ifndef CCDQ_COMPLEMENT_H
#define CCDQ_COMPLEMENT_H

#include <math.h>

/* The largest double that is not above 1 - u, for u in [0, 1]. With s = fl(1 - u), the rounding error 1 - u -
 * s is computed exactly as (1 - s) - u, since 1 >= u (Dekker's fast two-sum); where it is negative, s is
 * above 1 - u. */
static inline double complement(double u)
{
    double s = 1 - u;
    return (1 - s) - u < 0 ? nextafter(s, 0) : s;
}

#endif
