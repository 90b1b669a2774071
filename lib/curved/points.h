/* A point of each patch by parameters, and how far they are apart as time goes on. */
#ifndef CCDQ_PATCH_POINTS_H
#define CCDQ_PATCH_POINTS_H

#include "part.h"

/* Both patches as wholes, whose control points are the query's. */
struct patch_wholes {
    const struct patch_units *units;
    const struct patch_part *part[2];
};

/* Points at the parameters w = u1 v1 u2 v2, inside the domains. The offset from the second to the first at
 * the time t is at[k] + t at[k + 3], which is off by at most error[k] + t error[k + 3]. */
struct patch_points {
    double w[4];
    double at[PATCH_MOVING], error[PATCH_MOVING];
};

/* Sets `at` and `error`; slope[i], if not NULL, is the derivative of `at` by w[i], without a bound of its
 * rounding. */
void patch_points_locate(const struct patch_wholes *wholes, struct patch_points *points,
                         double slope[4][PATCH_MOVING]);

/* No coordinate of the offset is larger at the time t. */
double patch_points_apart(const struct patch_points *points, double t);

/* A time from `least` to t, as early as is easily found, at which the points are proven to be at most delta
 * apart; +inf when they are not proven to be at t. */
double patch_points_since(const struct patch_points *points, double delta, double least, double t);

#endif
