/* How the triangle of a query moves, seen from the solid: from the definition at struct ccdq_sdf_query. */
#ifndef CCDQ_SDF_BRACKET_MOTION_H
#define CCDQ_SDF_BRACKET_MOTION_H

#include "../ccdq.h"
#include "bracket_form.h"

struct bracket_spin {
    bool turns;
    struct interval axis[3], speed; /* of length 1; radians a unit of time */
};

struct bracket_motion {
    const struct ccdq_sdf_query *query;
    struct bracket_spin body, solid;
    double acceleration; /* of any point of the triangle in [0, end], seen from the solid, at most */
    double reach;        /* no coordinate of it is larger then */
};

void bracket_motion_of(const struct ccdq_sdf_query *q, struct bracket_motion *m);

/* Where the corners of the triangle are at the time t, in the space of the solid or in the world. */
struct bracket_moment {
    double t;
    struct interval x[3][3];
};
void bracket_motion_at(const struct bracket_motion *m, double t, bool world, struct bracket_moment *moment);

/* A point of the triangle: corner 0 + w[0] (corner 1 - corner 0) + w[1] (corner 2 - corner 0). At each time
 * it has these w, as what moves the triangle is affine. */
struct bracket_place {
    double w[2];
};
void bracket_place_at(const struct bracket_moment *moment, struct bracket_place place, struct interval x[3]);

/* A part of the triangle, whose corners have w that are multiples of 2^-48, times the period from begin->t to
 * end->t. */
struct bracket_cell {
    struct bracket_place corner[3];
    const struct bracket_moment *begin, *end;
};

/* 6/16 of corner 0 and 5/16 of each other, exactly. */
struct bracket_place bracket_middle(const struct bracket_place corner[3]);

/* Where the points of the cell are. With FORM_START the end is not looked at. */
void bracket_motion_over(const struct bracket_motion *m, const struct bracket_cell *cell, int extent,
                         struct form p[3]);

#endif
