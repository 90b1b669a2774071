/* Interval arithmetic that costs little: each bound is stepped outward once, whether it was rounded or not.
 *
 * A double x that is the rounded result of one operation is off by at most 2^-53 |x|, or by 2^-1075 where it
 * underflows; so with d = (2^-53 + 2^-105) |x| + 2^-1000, the double nearest to x - d is at or below the
 * exact result (interval.h says why). The 2^-1000 keeps bounds off the denormals, which are slow. A NaN
 * stays one through all operations, and proves nothing in a comparison. */
#ifndef CCDQ_WIDE_H
#define CCDQ_WIDE_H

#include <stdbool.h>
#include "interval.h"

static inline double wide_down(double x)
{
    return x - (fabs(x) * 0x1.0000000000001p-53 + 0x1p-1000);
}

static inline double wide_up(double x)
{
    return x + (fabs(x) * 0x1.0000000000001p-53 + 0x1p-1000);
}

static inline struct interval wide_add(struct interval x, struct interval y)
{
    return (struct interval){wide_down(x.lo + y.lo), wide_up(x.hi + y.hi)};
}

static inline struct interval wide_sub(struct interval x, struct interval y)
{
    return (struct interval){wide_down(x.lo - y.hi), wide_up(x.hi - y.lo)};
}

static inline struct interval wide_mul(struct interval x, struct interval y)
{
    const double a = x.lo * y.lo, b = x.lo * y.hi, c = x.hi * y.lo, d = x.hi * y.hi;
    return (struct interval){wide_down(least(least(a, b), least(c, d))),
                             wide_up(greatest(greatest(a, b), greatest(c, d)))};
}

/* As tight as can be where both are single numbers, which are exact as long as nothing rounds; 0 for 0. */
static inline struct interval tight_mul(struct interval x, struct interval y)
{
    if (x.lo == x.hi && y.lo == y.hi) return (struct interval){mul_down(x.lo, y.lo), mul_up(x.lo, y.lo)};
    if ((x.lo == 0 && x.hi == 0) || (y.lo == 0 && y.hi == 0)) return (struct interval){0, 0};
    return wide_mul(x, y);
}

static inline bool wide_is(struct interval x, double number)
{
    return x.lo == number && x.hi == number;
}

/* x without what is not in y; all that is meant is in both. */
static inline struct interval wide_both(struct interval x, struct interval y)
{
    return (struct interval){y.lo > x.lo ? y.lo : x.lo, y.hi < x.hi ? y.hi : x.hi};
}

#endif
