/* Sub-patches as a binary tree: each is halved once, when a pair that it is in asks for it first. */
#ifndef CCDQ_PATCH_PART_H
#define CCDQ_PATCH_PART_H

#include "memory.h"
#include "units.h"

struct patch_part {
    struct patch_region region;
    struct patch_part *child[2]; /* NULL: not halved so far */
    int direction;               /* once it is measured: its longest; -1: it cannot be halved */
    int steps;                   /* see below */
    double size;                 /* its length in that direction; negative: it is not measured */
    double middle[PATCH_MOVING], tangent[2][PATCH_MOVING];
    int edges;
    double edge[4][PATCH_MOVING];
    const double *h; /* rational: PATCH_HOMOGENEOUS coordinates */
    double x[];      /* PATCH_MOVING coordinates */
};

/* Rounding, e = 2^-53, M the `most` of a coordinate. Each x of a part is off from the exact control point of
 * its sub-patch by at most steps * e M, but for underflow (PATCH_TINY).
 *
 * Not rational: 1 step is from patch_units_points. A round of halving a line computes (a + b) / 2: |a| and
 * |b| are at most M, so fl(a + b) is at most 2 M, and is off by at most 2 e M; halving that is exact; and the
 * errors of a and b enter by halves. So a round adds a step, and halving a line of degree n adds n. M bounds
 * the computed x for the same reason.
 *
 * Rational: let W be a weight, exact, N the exact W x, and s the rounds so far, plus 2 for
 * patch_units_points. Weights are positive, so the computed one is W (1 + r) with |r| <= (1 + e)^s - 1. The
 * computed N is off by at most ((1 + e)^s - 1) W M: in a round, sums and halves of neighbours are off by at
 * most ((1 + e)^s - 1) M times the half sum of their weights, which is the new W, and the rounding is at most
 * e times the half sum of |N| <= (1 + e)^s W M. With both errors and that of the quotient x is off by at most
 * (2 s + 1) e M (1 + 2^-38), as s < 2^13; steps = 2 s + 2 covers it. x may so be larger than M, by a factor
 * of 1 + 2^-38. Underflow: an error of at most 2^-1075 a round, divided by a weight of at least 2^-514.
 */

/* The whole patch `side`, or NULL when memory is out. */
struct patch_part *patch_part_whole(const struct patch_units *units, const struct ccdq_patch_query *q,
                                    int side, struct patch_store *store);

/* Makes the children. False when memory is out. The part is measured, and has a direction. */
bool patch_part_halve(const struct patch_units *units, int side, struct patch_part *part,
                      struct patch_store *store);

/* Sets direction and size, as they are at the time t, unless they are set. */
void patch_part_measure(const struct patch_units *units, int side, struct patch_part *part, double t);

#endif
