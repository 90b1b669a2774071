/* A pair of patches in the units of the search. Lengths are in units of a power of two, times of another, and
 * both patches are moved by what they have in common. So all numbers are at most about 1, nothing overflows
 * or underflows to any effect, and a query that is scaled by powers of two has the same search. */
#ifndef CCDQ_PATCH_UNITS_H
#define CCDQ_PATCH_UNITS_H

#include "bezier.h"
#include <stdbool.h>

/* Coordinates of a moving control point: x y z and their velocities; these times the weight, and the weight.
 */
enum { PATCH_MOVING = 6, PATCH_HOMOGENEOUS = 7 };

/* Relative rounding error of an operation; and what all errors of underflow in a search add up to, at most.
 */
#define PATCH_EPSILON 0x1p-53
#define PATCH_TINY 0x1p-500

struct patch_units {
    struct patch_net net[2];
    int length, time,
        weight[2]; /* 1 here is 2^length, 2^time of the query; a weight is 2^weight times as large */
    double end;    /* in [1/2, 1) */
    double delta;  /* rounded down; may be +inf */
    double origin[PATCH_MOVING]; /* what the points are moved by, after scaling */
    double most[PATCH_MOVING];   /* largest absolute value of each coordinate, in both patches */
};

/* `units` is zeros, or what was set from another query: nets of the same shape stay. False for weights of one
 * patch that are so far apart (2^512) that halving them might underflow. */
bool patch_units_of(const struct ccdq_patch_query *q, double delta, struct patch_units *units);

/* The control points of patch `side`: x has PATCH_MOVING coordinates. Of a rational patch h has
 * PATCH_HOMOGENEOUS; else it is not looked at.
 *
 * Rounding, e = 2^-53, M the `most` of a coordinate: scaling by powers of two is exact but for underflow, and
 * moving is one subtraction, off by at most e times its result; it is monotone, so the least and the largest
 * number give M. So each of x is off by at most e M; and with
 * one product more, a coordinate of h by at most (2 e + e^2) M times the weight, which is exact. */
void patch_units_points(const struct patch_units *units, const struct ccdq_patch_query *q, int side,
                        double *x, double *h);

/* A time of the search in the unit of the query, rounded down, or up; and back, exactly. */
double patch_time_before(const struct patch_units *units, double t);
double patch_time_after(const struct patch_units *units, double t);
double patch_time_in(const struct patch_units *units, double t);

#endif
