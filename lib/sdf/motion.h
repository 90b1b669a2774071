/* How a triangle or a mesh moves against a solid: everything is seen from the space in which the solid is
 * described, where the solid stands still. What moves how is said at struct ccdq_sdf_query. */
#ifndef CCDQ_SDF_MOTION_H
#define CCDQ_SDF_MOTION_H

#include "../ccdq.h"
#include "sdf.h"

/* An angular velocity: its direction as doubles, which together are within `error` of that of length 1; and
 * its size. */
struct sdf_spin {
    double axis[3], error;
    struct interval speed;
};

/* The part of the motion that all points of a body share; each point has its x and v beside it. */
struct sdf_motion {
    double end;
    double centre[3]; /* where spin is 0, and so any point will do: solid_centre */
    double spin[3];
    double solid_v[3], solid_centre[3], solid_spin[3];
    bool turns[2];           /* spin, solid_spin are not 0 */
    struct sdf_spin turn[2]; /* of these */
};

/* Numbers are finite, at most SDF_LARGEST. */
void sdf_motion_of_query(const struct ccdq_sdf_query *q, struct sdf_motion *m);

/* Where everything is at one time t. The point x with the velocity v is at
 *     turned (x - centre) + at + by_solid t (v - usual_v).
 * The matrices and `at` are doubles, `error` bounds how far each, taken as a whole, is from what is meant. */
struct sdf_moment {
    double t;
    bool turns;        /* false: x + t (v - usual_v) is all, and of the rest of this only usual_v counts */
    double usual_v[3]; /* solid_v; or that of sdf_moment_expect */
    double centre[3];
    double turned[3][3], by_solid[3][3], at[3];
    struct {
        double turned, by_solid, at;
    } error;
};
void sdf_motion_at(const struct sdf_motion *m, double t, struct sdf_moment *moment);

/* The point x with the velocity v: a double, and how far the point that is meant may be from it. */
struct sdf_point sdf_moment_point(const struct sdf_moment *moment, const double x[3], const double v[3]);

/* Many points with this velocity will be asked for, of which each costs less from now on. */
void sdf_moment_expect(struct sdf_moment *moment, const double v[3]);

/* How fast a point with the velocity v, which is at y then, moves seen from the solid; and a direction of the
 * solid's space as it is in the world. In plain arithmetic. */
struct vec3 sdf_moment_velocity(const struct sdf_motion *m, const struct sdf_moment *moment, struct vec3 y,
                                const double v[3]);
struct vec3 sdf_moment_world(const struct sdf_moment *moment, struct vec3 direction);

/* What a set of points can do at most, proven: how far they are from `centre`, how much their v differ from
 * solid_v, and how far they come from the solid's centre in [0, end]. */
struct sdf_reach {
    double from_centre, speed, from_solid_centre;
};

/* That of one point; and what holds of two sets and of all points between their points: the triangle of three
 * points has the largest of their reaches. */
struct sdf_reach sdf_motion_reach(const struct sdf_motion *m, const double x[3], const double v[3]);
struct sdf_reach sdf_reach_of_both(struct sdf_reach a, struct sdf_reach b);

/* No point of the set has a larger acceleration, seen from the solid: 0 where nothing turns. */
double sdf_motion_acceleration(const struct sdf_motion *m, const struct sdf_reach *reach);

/* How far a point of the set may be from the chord between its places at t0 and at t1, seen from the solid:
 * the largest acceleration (t1 - t0)^2 / 8. */
double sdf_motion_sag(const struct sdf_motion *m, const struct sdf_reach *reach, double t0, double t1);

/* No point of the set is ever faster than this, seen from the solid. */
double sdf_motion_speed(const struct sdf_motion *m, const struct sdf_reach *reach);

#endif
