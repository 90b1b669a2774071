/* Intervals for work in bulk: {-lo, hi} in one vector of two doubles, while the processor rounds upward. Both
 * bounds then round outward by themselves: for all x in X and y in Y, x op y lies in X op Y.
 *
 * All of it is valid only between upward_begin() and upward_end(), in files compiled with -frounding-math,
 * and for bounds of at most IVAL_LARGEST in size: five such factors do not overflow, so no NaN arises. Who
 * makes bounds (a tape) says which of them are larger, and gives them as IVAL_ENTIRE, which is not to be
 * computed with. lib/num/interval.h is the slower one that needs no rounding mode. */
#ifndef CCDQ_UPWARD_H
#define CCDQ_UPWARD_H

#include "interval.h"
#include <stdbool.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

typedef double ival __attribute__((vector_size(16)));

#define IVAL_LARGEST 0x1p200
#define IVAL_ENTIRE ((ival){INFINITY, INFINITY})

/* Rounds upward from here on; returns the mode until now, for upward_end. Functions of another file, so that
 * no arithmetic moves across them. */
int upward_begin(void);
void upward_end(int mode);

/* Whether the processor noted since the last upward_forget that a result was too large, a quotient by 0, or
 * none: if not, operations on finite bounds have made finite bounds. */
void upward_forget(void);
bool upward_noted(void);

static inline ival ival_of(double lo, double hi)
{
    return (ival){-lo, hi};
}

static inline ival ival_point(double x)
{
    return (ival){-x, x};
}

/* Whether none of the bounds is IVAL_ENTIRE: whether they can be computed with. */
static inline bool ival_bounded(const ival *x, int n)
{
    for (int i = 0; i < n; i++)
        if (x[i][1] == INFINITY) return false;
    return true;
}

static inline ival ival_from(struct interval x)
{
    return ival_of(x.lo, x.hi);
}

static inline double ival_lo(ival x)
{
    return -x[0];
}

static inline double ival_hi(ival x)
{
    return x[1];
}

static inline struct interval ival_interval(ival x)
{
    return (struct interval){-x[0], x[1]};
}

/* The larger in each lane. */
static inline ival ival_most(ival x, ival y)
{
#ifdef __SSE2__
    return (ival)_mm_max_pd((__m128d)x, (__m128d)y);
#else
    return (ival){x[0] > y[0] ? x[0] : y[0], x[1] > y[1] ? x[1] : y[1]};
#endif
}

static inline ival ival_hull(ival x, ival y)
{
    return ival_most(x, y);
}

/* What both hold; empty (see ival_empty) where that is nothing. */
static inline ival ival_common(ival x, ival y)
{
    return -ival_most(-x, -y);
}

static inline bool ival_empty(ival x)
{
    return !(-x[0] <= x[1]);
}

static inline bool ival_disjoint(ival x, ival y)
{
    return ival_empty(ival_common(x, y));
}

static inline bool ival_has_zero(ival x)
{
    return x[0] >= 0 && x[1] >= 0;
}

/* Whether x lies in y; and in its interior. */
static inline bool ival_in(ival x, ival y)
{
    return x[0] <= y[0] && x[1] <= y[1];
}

static inline bool ival_inside(ival x, ival y)
{
    return x[0] < y[0] && x[1] < y[1];
}

static inline double ival_width(ival x)
{
    return x[0] + x[1];
}

/* A double in it, near its middle. */
static inline double ival_middle(ival x)
{
    const double m = 0.5 * x[1] - 0.5 * x[0];
    return m < -x[0] ? -x[0] : m > x[1] ? x[1] : m;
}

/* The largest absolute value in it. */
static inline double ival_size(ival x)
{
    return x[0] > x[1] ? x[0] : x[1];
}

static inline ival ival_neg(ival x)
{
    return (ival){x[1], x[0]};
}

static inline ival ival_add(ival x, ival y)
{
    return x + y;
}

static inline ival ival_sub(ival x, ival y)
{
    return x + ival_neg(y);
}

/* Each lane is the largest of the four products of bounds, of one sign or the other. */
static inline ival ival_mul(ival x, ival y)
{
    const ival x0 = {x[0], x[0]}, x1 = {x[1], x[1]}, swapped = {y[1], y[0]};
    return ival_most(ival_most(x0 * swapped, x1 * y), ival_most(-x0 * y, -x1 * swapped));
}

/* x times the number y. */
static inline ival ival_scale(ival x, double y)
{
    return y < 0 ? ival_neg(x) * (ival){-y, -y} : x * (ival){y, y};
}

/* For y without 0. */
static inline ival ival_div(ival x, ival y)
{
    const bool negative = y[1] < 0;
    const ival n = negative ? ival_neg(x) : x, d = negative ? ival_neg(y) : y;
    const ival lo = {-d[0], -d[0]}, hi = {d[1], d[1]};
    return ival_most(n / lo, n / hi);
}

/* Absolute values. */
static inline ival ival_abs(ival x)
{
    const ival swapped = {x[1], x[0]}, most = ival_most(x, swapped);
    const ival least = ival_most(ival_most(-x, -swapped), (ival){0, 0});
    return (ival){-least[0], most[1]};
}

/* x x, nowhere negative. */
static inline ival ival_square(ival x)
{
    const ival size = ival_abs(x);
    return size * (ival){-size[0], size[1]};
}

/* The square root of the part of x that has one; x is not all negative. */
static inline ival ival_sqrt(ival x)
{
    double root = x[0] < 0 ? sqrt(-x[0]) : 0; /* rounded upward: at most one step of a double too far */
    if (root > 0 && root * root > -x[0]) root = -(step_up(-root));
    return (ival){-(root > 0 ? root : 0), x[1] > 0 ? sqrt(x[1]) : 0};
}

/* Vectors in three dimensions. */
static inline ival ival_dot(const ival x[3], const ival y[3])
{
    return ival_mul(x[0], y[0]) + ival_mul(x[1], y[1]) + ival_mul(x[2], y[2]);
}

static inline void ival_cross(const ival x[3], const ival y[3], ival z[3])
{
    for (int k = 0; k < 3; k++) {
        const int i = (k + 1) % 3, j = (k + 2) % 3;
        z[k] = ival_sub(ival_mul(x[i], y[j]), ival_mul(x[j], y[i]));
    }
}

#endif
