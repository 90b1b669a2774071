/* The gap between two moving primitives as a function of time and parameters, and bounds of it over a box:
 *
 *     F(t, u, v) = C(t) + u A(t) + v B(t),
 *
 * the difference of the point of one primitive and the point of the other, A, B and C linear in t. */
#ifndef CCDQ_GAP_H
#define CCDQ_GAP_H

#include "../ccdq.h"
#include "../num/vec3.h"
#include "boxes.h"

struct gap {
    struct vec3 c[2], a[2], b[2]; /* at t = 0 and at t = 1 */
    struct vec3 size;             /* for each component, what |F| can be at most: max|C| + max|A| + max|B| */
    bool triangle;                /* parameters: u, v >= 0, u + v <= 1; otherwise u and v in [0, 1] */
    double top[2];                /* upper ends of u and v: 0 where the primitives have no such parameter */
    double separation;            /* contact is |F| <= separation */
    double extent;                /* largest component of A, B, C in absolute value; 1 if all are 0 */
};

/* The gap of a query of finite coordinates. All lengths are in a unit of its own, a power of two. */
void gap_of(struct gap *gap, const struct ccdq_query *q);

/* What is left of a box after a look at F over it. */
enum gap_look {
    GAP_FREE,  /* no contact in the box */
    GAP_CLOSE, /* everywhere in the box |F| <= separation + delta, or it is not proven that it is not */
    GAP_OPEN,
};

/* Bounds F over the box, and cuts off parts of the box in which there is no contact. delta is in the gap's
 * unit. The box's rank becomes what |F| is at most in it. Adds the number of looks it took to *evals. */
enum gap_look gap_look(const struct gap *gap, double delta, struct box *box, uint32_t *evals);

/* Halves the box across the dimension in which F varies most; the earlier half, or the lower one, is first.
 */
void gap_split(const struct gap *gap, const struct box *box, struct box half[2]);

#endif
