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

/* T(sum w_k v_k) is that near to sum w_k T(v_k), for points v_k inside the ball and weights of sum 1. */
double sdf_twist_sag(double rate, struct sdf_point ball);

/* T(p), and the transpose of T's derivative at p times g, in plain arithmetic. */
struct vec3 sdf_twist_value(double rate, struct vec3 p);
struct vec3 sdf_twist_gradient(double rate, struct vec3 p, struct vec3 g);

#endif
