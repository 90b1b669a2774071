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

/* The blended maximum of two functions on a hull of n points, each between two linear ones; without what is
 * not wanted. */
struct sdf_linear sdf_blend_linear(const struct sdf_linear *a, const struct sdf_linear *b, int n, double k,
                                   bool lower, bool upper);

#endif
