/* How a triangle or a mesh moves against a solid: everything is seen from the space in which the solid is
 * described, where the solid stands still. What moves how is said at struct ccdq_sdf_query. */
#ifndef CCDQ_SDF_MOTION_H
#define CCDQ_SDF_MOTION_H

#include "../ccdq.h"
#include "sdf.h"

/* The part of the motion that all points of a body share; each point has its x and v beside it. */
struct sdf_motion {
    double end;
    double centre[3], spin[3];
    double solid_v[3], solid_centre[3], solid_spin[3];
    bool turns[2]; /* spin, solid_spin are not 0 */
    /* Of the angular velocities: the unit axis as proven intervals, and the speed in radians. */
    struct interval axis[2][3], speed[2];
};

void sdf_motion_of_query(const struct ccdq_sdf_query *q, struct sdf_motion *m);

/* Where everything is at one time. */
struct sdf_moment {
    double t;
    struct sdf_map of_x; /* a point x, with v = 0 */
    struct sdf_map of_v; /* what to add for a v: a linear map, t included */
};
void sdf_motion_at(const struct sdf_motion *m, double t, struct sdf_moment *moment);

/* The point x with the velocity v: a double, and how far the point that is meant may be from it. */
struct sdf_point sdf_moment_point(const struct sdf_moment *moment, const double x[3], const double v[3]);

/* What a set of points can do at most, proven: how far they are from `centre`, how fast their v are, and how
 * far they come from the solid's centre in [0, end]. */
struct sdf_reach {
    double from_centre, speed, from_solid_centre;
};

/* How far a point of the set may be from the chord between its places at t0 and at t1, seen from the solid:
 * the largest acceleration (t1 - t0)^2 / 8. 0 where nothing turns. */
double sdf_motion_sag(const struct sdf_motion *m, const struct sdf_reach *reach, double t0, double t1);

/* No point of the set is ever faster than this, seen from the solid. */
double sdf_motion_speed(const struct sdf_motion *m, const struct sdf_reach *reach);

#endif
