/* The twist T(p): p turned about z by `rate` degrees times p's z. What it does to balls and hulls.
 *
 * Let k be the rate in radians and rho the distance from the axis. In the moving frame its derivative is the
 * shear 1 + k rho e_turn e_z^T, whose norm is (s + sqrt(s^2 + 4)) / 2 with s = |k| rho: it grows with rho, so
 * a twist has a constant near a point only. Its second derivative along a unit vector with the parts a along
 * z and b across is, in the same frame, -k^2 a^2 rho e_rho + 2 k a b e', of size at most k^2 rho + |k|. */
#ifndef CCDQ_SDF_TWIST_H
#define CCDQ_SDF_TWIST_H

#include "sdf.h"

/* A Lipschitz constant of the twist in the ball. */
double sdf_twist_norm(double rate, struct sdf_point ball);

/* The ball about the twisted middle that holds the twisted ball. */
struct sdf_point sdf_twist_point(double rate, struct sdf_point ball);

/* A hull that holds the twisted one, each point of it with the weights that it has there. All that is meant
 * lies in the ball. */
void sdf_twist_hull(double rate, const struct sdf_hull *from, struct sdf_point all, struct sdf_hull *to);

/* lo[k] for each point of the hull: the twist's function is at least sum w_k lo[k] at all that is meant by
 * the weights w. Made to be good about c, which is any point, from what is known far from the solid, where
 * the twist itself is wild: its box. -INFINITY where that says nothing. */
void sdf_twist_below(const struct sdf_node *twist, const struct sdf_hull *hull, struct vec3 c, double *lo);

/* T(p), and the transpose of T's derivative at p times g, in plain arithmetic. */
struct vec3 sdf_twist_value(double rate, struct vec3 p);
struct vec3 sdf_twist_gradient(double rate, struct vec3 p, struct vec3 g);

#endif
