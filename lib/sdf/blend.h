/* The blended maximum max(a, b) + m m / (4 k) with m = max(k - |a - b|, 0), and what it does to bounds. It
 * does not shrink when a or b grows, and it is convex in (a, b). The blended minimum is -blend(-a, -b). */
#ifndef CCDQ_SDF_BLEND_H
#define CCDQ_SDF_BLEND_H

#include "sdf.h"

/* In plain arithmetic. *share, if not NULL: the derivative by a; the one by b is 1 - share. */
double sdf_blend(double a, double b, double k, double *share);

/* Bounds of the blended maximum of exact numbers. A NaN where one is. */
double sdf_blend_down(double a, double b, double k);
double sdf_blend_up(double a, double b, double k);

/* The w in (0, 1) for which the least of w a[i] + (1 - w) b[i] is the largest, or one near it; outside where
 * that is at an end: at most 0 where b is as good, at least 1 where a is. In plain arithmetic. */
double sdf_highest_mixture(const double *a, const double *b, int n);

/* A function from below of the blended maximum of two functions on a hull, by linear ones from below of each;
 * with k = 0 also of what both are below of. The least at the leading points is as large as a mixture makes
 * it, or nearly so. */
void sdf_mix_below(const double *a, const double *b, const struct sdf_hull *hull, double k, double *best);

/* The blended maximum of two functions on a hull, each between two linear ones; without what is not wanted.
 */
struct sdf_linear sdf_blend_linear(const struct sdf_linear *a, const struct sdf_linear *b,
                                   const struct sdf_hull *hull, double k, bool lower, bool upper);

#endif
