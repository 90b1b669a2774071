/* Where phi is the least on a triangle, in plain arithmetic: a good guess, no proof. */
#ifndef CCDQ_SDF_NEAREST_H
#define CCDQ_SDF_NEAREST_H

#include "sdf.h"

struct sdf_nearest {
    struct vec3 y; /* the point */
    double w[2];   /* its parameters: y[0] + w[0] (y[1] - y[0]) + w[1] (y[2] - y[0]) */
    double value;  /* phi there */
    struct vec3 g; /* the gradient there; about a kink of a convex phi, a mixture of those on its sides, as of
                      the half-space that parts it from the triangle */
    double bound;  /* by that half-space, what phi is at least on the triangle; else the value */
    struct vec3
        c; /* where a bound over the triangle is best made (sdf_over_hull): where g is phi's gradient */
    double rounding; /* the radius to which the solid seems to be round there */
};

/* Of the tree of node `root` and the triangle of the three corners y. Starts from near->w and near->rounding,
 * INFINITY if that is not known. Ends where the value is `enough` or less, where the bound made at c is less
 * than the value by no more than a share of what is between that and the level, or after some steps. */
void sdf_nearest_to_solid(const struct sdf *sdf, size_t root, const struct vec3 *y, double level,
                          double enough, struct sdf_nearest *near);

#endif
