/* For tests: where the points of an S record are, by the definition at struct ccdq_sdf_query in long doubles,
 * and random records. */
#ifndef CCDQ_SDF_POINTS_H
#define CCDQ_SDF_POINTS_H

#include "../lib/ccdq.h"
#include "../lib/gen/rng.h"
#include <math.h>

/* d turned about `spin` by |spin| t radians. */
static inline void turned(const double spin[3], long double t, long double d[3])
{
    const long double x = spin[0], y = spin[1], z = spin[2], speed = sqrtl(x * x + y * y + z * z);
    if (speed == 0) return;
    const long double u[3] = {x / speed, y / speed, z / speed}, c = cosl(speed * t), s = sinl(speed * t);
    const long double along = u[0] * d[0] + u[1] * d[1] + u[2] * d[2];
    long double out[3];
    for (int k = 0; k < 3; k++) {
        const int i = (k + 1) % 3, j = (k + 2) % 3;
        out[k] = c * d[k] + s * (u[i] * d[j] - u[j] * d[i]) + (1 - c) * along * u[k];
    }
    for (int k = 0; k < 3; k++) d[k] = out[k];
}

/* The point of the triangle, in the world. */
static inline void world_point(const struct ccdq_sdf_query *q, const double w[2], long double t,
                               long double p[3])
{
    long double way[3];
    for (int k = 0; k < 3; k++) {
        p[k] = q->x[0][k] + w[0] * ((long double)q->x[1][k] - q->x[0][k]) +
               w[1] * ((long double)q->x[2][k] - q->x[0][k]) - q->centre[k];
        way[k] = q->v[0][k] + w[0] * ((long double)q->v[1][k] - q->v[0][k]) +
                 w[1] * ((long double)q->v[2][k] - q->v[0][k]);
    }
    turned(q->spin, t, p);
    for (int k = 0; k < 3; k++) p[k] += q->centre[k] + t * way[k];
}

/* The same in the space of the solid. */
static inline void solid_point(const struct ccdq_sdf_query *q, const double w[2], long double t,
                               long double p[3])
{
    world_point(q, w, t, p);
    for (int k = 0; k < 3; k++) p[k] -= q->solid_centre[k] + t * q->solid_v[k];
    turned(q->solid_spin, -t, p);
    for (int k = 0; k < 3; k++) p[k] += q->solid_centre[k];
}

/* Parameters anywhere in the triangle: a corner or an edge now and then. */
static inline void random_place(struct rng *rng, double w[2])
{
    w[0] = rng_unit(rng);
    w[1] = rng_unit(rng) * (1 - w[0]);
    const unsigned at = rng_below(rng, 8);
    if (at == 0) w[0] = 0;
    if (at == 1) w[1] = 0;
    if (at == 2) w[1] = 1 - w[0];
    if (at == 3) w[0] = rng_below(rng, 2), w[1] = w[0] == 1 ? 0 : rng_below(rng, 2);
}

/* A triangle of about half the size that passes a scene of this size at the origin, `turns` radians of each
 * body on its way. */
static inline void random_record(struct rng *rng, double size, double turns, struct ccdq_sdf_query *q)
{
    *q = (struct ccdq_sdf_query){.end = rng_below(rng, 2) ? 1 : exp2(rng_int(rng, -8, 8))};
    const unsigned shape = rng_below(rng, 6);
    const bool together = rng_below(rng, 2), solid = rng_below(rng, 2);
    for (int k = 0; k < 3; k++) {
        const double middle = size * rng_real(rng, -2, 2), target = size * rng_real(rng, -0.7, 0.7);
        const double v = (target - middle) * rng_real(rng, 0.5, 2) / q->end;
        for (int i = 0; i < 3; i++) {
            q->x[i][k] = middle + size * rng_real(rng, -0.4, 0.4);
            q->v[i][k] = together ? v : v + size * rng_real(rng, -0.3, 0.3) / q->end;
        }
        if (shape == 0) q->x[2][k] = q->x[1][k]; /* a segment that may open */
        if (shape == 1) q->x[1][k] = q->x[2][k] = q->x[0][k], q->v[1][k] = q->v[2][k] = q->v[0][k];
        if (shape == 2) q->x[2][k] = 0.5 * q->x[0][k] + 0.5 * q->x[1][k]; /* no area */
        q->centre[k] = rng_below(rng, 2) ? middle : 0;
        if (turns > 0) q->spin[k] = turns * rng_real(rng, -1, 1) / q->end;
        if (turns > 0 && solid) {
            q->solid_spin[k] = turns * rng_real(rng, -1, 1) / q->end;
            q->solid_v[k] = size * rng_real(rng, -0.5, 0.5) / q->end;
            q->solid_centre[k] = size * rng_real(rng, -1, 1);
        }
    }
}

#endif
