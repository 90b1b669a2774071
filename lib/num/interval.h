/* Intervals of reals: for all x in X and y in Y, x op y lies in the result. The result is the tightest one
 * where no step underflows; in particular it is a single number where the doubles hold the exact result.
 *
 * Outward rounding without changing the rounding mode. Let s be the double nearest to an exact result r. The
 * error r - s is itself computed exactly: of a sum by Knuth's two-sum; of a product by Dekker's, with each
 * factor split into two halves of 26 bits; of a quotient as the remainder. Where it is negative, r is between
 * s and the double before s, so a bound from below is step_down(s); where it is not, s is one. step_down(s)
 * = fl(s - d) with d = (2^-53 + 2^-105) |s| + 2^-1074, a little more than half a unit in the last place of s:
 * what is nearest to s - d is then the double before s (Rump, Zimmermann, Boldo and Melquiond 2009).
 *
 * Products and quotients below 2^-960 (not 0 exactly) have an error that may underflow: they are stepped both
 * ways, and so are products above 2^995, where splitting overflows and the error is a NaN. A bound that
 * overflows is a NaN, and so is all that is made of it: comparisons must be such that a NaN proves nothing.
 * All this needs round-to-nearest and no contraction to fma. */
#ifndef CCDQ_INTERVAL_H
#define CCDQ_INTERVAL_H

#include <math.h>

struct interval {
    double lo, hi;
};

static inline double step_down(double s)
{
    return s - (fabs(s) * 0x1.0000000000001p-53 + 0x1p-1074);
}

static inline double step_up(double s)
{
    return s + (fabs(s) * 0x1.0000000000001p-53 + 0x1p-1074);
}

/* a + b - s, exactly, for s = fl(a + b). */
static inline double sum_error(double a, double b, double s)
{
    const double z = s - a;
    return (a - (s - z)) + (b - z);
}

/* a b - p, exactly, for p = fl(a b) of 2^-960 or more. */
static inline double product_error(double a, double b, double p)
{
    const double split = 0x1p27 + 1, sa = split * a, sb = split * b;
    const double a1 = sa - (sa - a), a2 = a - a1, b1 = sb - (sb - b), b2 = b - b1;
    return ((a1 * b1 - p) + a1 * b2 + a2 * b1) + a2 * b2;
}

/* s rounded down, or up, by its error. */
static inline double rounded_down(double s, double error)
{
    return error >= 0 ? s : step_down(s);
}

static inline double rounded_up(double s, double error)
{
    return error <= 0 ? s : step_up(s);
}

static inline double add_down(double a, double b)
{
    const double s = a + b;
    return rounded_down(s, sum_error(a, b, s));
}

static inline double add_up(double a, double b)
{
    const double s = a + b;
    return rounded_up(s, sum_error(a, b, s));
}

static inline double mul_down(double a, double b)
{
    const double p = a * b;
    if (fabs(p) < 0x1p-960) return a == 0 || b == 0 ? 0 : step_down(p);
    return rounded_down(p, product_error(a, b, p));
}

static inline double mul_up(double a, double b)
{
    return -mul_down(-a, b);
}

/* For b > 0. The remainder a - q b is a double: a - p is exact, as p and a are near each other, and so is the
 * last difference, whose result is that double. */
static inline double div_down(double a, double b)
{
    const double q = a / b, p = q * b;
    if (a == 0) return 0;
    if (fabs(q) < 0x1p-960 || fabs(p) < 0x1p-900) return step_down(q);
    return rounded_down(q, (a - p) - product_error(q, b, p));
}

static inline double div_up(double a, double b)
{
    return -div_down(-a, b);
}

static inline struct interval interval_of(double x)
{
    return (struct interval){x, x};
}

/* A NaN if either is one. */
static inline double least(double x, double y)
{
    return x < y ? x : x >= y ? y : x + y;
}

static inline double greatest(double x, double y)
{
    return -least(-x, -y);
}

static inline struct interval interval_neg(struct interval x)
{
    return (struct interval){-x.hi, -x.lo};
}

static inline struct interval interval_add(struct interval x, struct interval y)
{
    return (struct interval){add_down(x.lo, y.lo), add_up(x.hi, y.hi)};
}

static inline struct interval interval_sub(struct interval x, struct interval y)
{
    return interval_add(x, interval_neg(y));
}

/* x times the number y. */
static inline struct interval interval_scale(struct interval x, double y)
{
    if (y < 0) return (struct interval){mul_down(x.hi, y), mul_up(x.lo, y)};
    return (struct interval){mul_down(x.lo, y), mul_up(x.hi, y)};
}

static inline struct interval interval_hull(struct interval x, struct interval y)
{
    return (struct interval){least(x.lo, y.lo), greatest(x.hi, y.hi)};
}

static inline struct interval interval_mul(struct interval x, struct interval y)
{
    return interval_hull(interval_scale(x, y.lo), interval_scale(x, y.hi));
}

/* For y > 0. */
static inline struct interval interval_div(struct interval x, struct interval y)
{
    return (struct interval){div_down(x.lo, x.lo < 0 ? y.lo : y.hi), div_up(x.hi, x.hi < 0 ? y.hi : y.lo)};
}

/* x x, which is nowhere negative. */
static inline struct interval interval_square(struct interval x)
{
    const double most = greatest(fabs(x.lo), fabs(x.hi)), size = least(fabs(x.lo), fabs(x.hi));
    return (struct interval){x.lo <= 0 && x.hi >= 0 ? 0 : mul_down(size, size), mul_up(most, most)};
}

/* The square root of x, of 0 where x < 0. The remainder x - s s is exact for the same reason as a quotient's.
 */
static inline double sqrt_down(double x)
{
    const double s = sqrt(x), p = s * s;
    if (x <= 0) return 0;
    return p < 0x1p-900 ? step_down(s) : rounded_down(s, (x - p) - product_error(s, s, p));
}

static inline double sqrt_up(double x)
{
    const double s = sqrt(x), p = s * s;
    if (x <= 0) return 0;
    return p < 0x1p-900 ? step_up(s) : rounded_up(s, (x - p) - product_error(s, s, p));
}

static inline struct interval interval_sqrt(struct interval x)
{
    return (struct interval){sqrt_down(x.lo), sqrt_up(x.hi)};
}

/* (x + y) / 2. Halving a sum below 2^-1021 rounds. */
static inline struct interval interval_mean(struct interval x, struct interval y)
{
    const struct interval sum = interval_add(x, y);
    struct interval half = {0.5 * sum.lo, 0.5 * sum.hi};
    if (fabs(sum.lo) < 0x1p-1000 && sum.lo != 0) half.lo = step_down(half.lo);
    if (fabs(sum.hi) < 0x1p-1000 && sum.hi != 0) half.hi = step_up(half.hi);
    return half;
}

/* x times 2^e. Scaling is exact unless it underflows. */
static inline struct interval interval_ldexp(struct interval x, int e)
{
    struct interval y = {ldexp(x.lo, e), ldexp(x.hi, e)};
    if (fabs(y.lo) < 0x1p-1000 && x.lo != 0) y.lo = step_down(y.lo);
    if (fabs(y.hi) < 0x1p-1000 && x.hi != 0) y.hi = step_up(y.hi);
    return y;
}

/* A double in it, near its middle; and how far the rest of it is from there, at most. */
static inline double interval_middle(struct interval x)
{
    return 0.5 * x.lo + 0.5 * x.hi;
}

static inline double interval_radius(struct interval x, double middle)
{
    return greatest(add_up(x.hi, -middle), add_up(middle, -x.lo));
}

/* The largest absolute value in it. */
static inline double interval_size(struct interval x)
{
    return greatest(fabs(x.lo), fabs(x.hi));
}

#endif
