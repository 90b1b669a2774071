/* How the triangle of a query moves, seen from the solid, over a cell: from the definition at struct
 * ccdq_sdf_query. */
#ifndef CCDQ_SDF_BRACKET_MOTION_H
#define CCDQ_SDF_BRACKET_MOTION_H

#include "../ccdq.h"
#include "bracket_form.h"
#include <stdbool.h>

struct bracket_spin {
    bool turns;
    struct interval axis[3], speed; /* of length 1; radians a unit of time */
};

struct bracket_motion {
    const struct ccdq_sdf_query *query;
    struct interval edge[2][3], edge_v[2][3]; /* from corner 0 to corners 1 and 2: x and v */
    struct bracket_spin body, solid;
};

void bracket_motion_of(const struct ccdq_sdf_query *q, struct bracket_motion *m);

/* A point of the triangle: x[0] + w[0] (x[1] - x[0]) + w[1] (x[2] - x[0]). */
struct bracket_place {
    double w[2];
};

/* A part of the triangle times a period of time. Its middle is 6/16 of corner 0 and 5/16 of each other. */
struct bracket_cell {
    struct bracket_place corner[3], middle;
    double begin, end;
    struct interval span; /* what c = 1 stands for: end - begin */
};

/* The cell of these corners, whose w are multiples of 2^-48 in [0, 1], so that all are exact. */
struct bracket_cell bracket_cell_of(const struct bracket_place corner[3], double begin, double end);

/* The cell of one point at one time, with a span of 1: derivatives by c are those by time. */
struct bracket_cell bracket_cell_at(struct bracket_place place, double t);

/* Where the points of the cell are, in the space of the solid. */
void bracket_motion_over(const struct bracket_motion *m, const struct bracket_cell *cell, struct form p[3]);

/* Where the points are in the world. */
void bracket_motion_world(const struct bracket_motion *m, const struct bracket_cell *cell, struct form p[3]);

#endif
