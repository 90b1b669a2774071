/* Where phi is the least on a triangle, in plain arithmetic: a good guess, no proof. */
#ifndef CCDQ_SDF_NEAREST_H
#define CCDQ_SDF_NEAREST_H

#include "sdf.h"

struct sdf_nearest {
    struct vec3 y, g; /* the point, and the gradient there */
    double w[2];      /* its parameters: y[0] + w[0] (y[1] - y[0]) + w[1] (y[2] - y[0]) */
    double value;     /* phi there */
    double slope; /* a linear function with this gradient falls from there by at most this in the triangle */
    double rounding; /* the radius to which the solid seems to be round there */
};

/* Of the tree of node `root` and the triangle of the three corners y. Starts from near->w and near->rounding,
 * INFINITY if that is not known. Ends where the value is `enough` or less, where the slope is below a share
 * of value - level, or after some steps. */
void sdf_nearest_to_solid(const struct sdf *sdf, size_t root, const struct vec3 *y, double level,
                          double enough, struct sdf_nearest *near);

#endif
