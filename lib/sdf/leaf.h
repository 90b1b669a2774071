/* Primitives: their values, and what is proven about values computed in doubles. */
#ifndef CCDQ_SDF_LEAF_H
#define CCDQ_SDF_LEAF_H

#include "sdf.h"

/* |x| + |y| + |z| */
static inline double sdf_extent(struct vec3 p)
{
    return fabs(p.x) + fabs(p.y) + fabs(p.z);
}

/* The value at p, and a gradient of length 1 if g is not NULL, in plain arithmetic. */
double sdf_leaf_value(const struct sdf_node *leaf, struct vec3 p, struct vec3 *g);

/* The error of sdf_leaf_value at p is at most this; INFINITY or a NaN where nothing is proven. */
double sdf_leaf_error(const struct sdf_node *leaf, struct vec3 p);

/* The exact values over the ball, and a gradient at its middle if g is not NULL. */
struct interval sdf_leaf_over_ball(const struct sdf_node *leaf, struct sdf_point ball, struct vec3 *g);

/* h(n) = max n.x over the points x of a convex primitive, for n of about length 1, in plain arithmetic: its
 * error is below 6 u times the sum of the sizes, u = 2^-53. INFINITY: there is no maximum. */
double sdf_leaf_support(const struct sdf_node *leaf, struct vec3 n);

/* A length l <= 1 for which l n, n of about length 1, is a mixture sum w_i n_i, w_i > 0 of sum 1, of vectors
 * that are as long as n or of length 1, with l h(n) = sum w_i h(n_i): a point of the solid that is farthest
 * along n is so along each n_i. The least one, or a bit more: that by the normals of the faces that meet
 * there. */
double sdf_leaf_within(const struct sdf_node *leaf, struct vec3 n);

/* Fills `side` from `size`. */
void sdf_cone_side(struct sdf_node *cone);

/* Ellipsoids of these half axes (ellipsoid.c). */
double sdf_ellipsoid_value(const double half[3], struct vec3 p, struct vec3 *g);
struct interval sdf_ellipsoid_at(const double half[3], struct vec3 p, struct vec3 *g);

#endif
