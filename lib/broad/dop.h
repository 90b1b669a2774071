/* 16-DOPs (Klosowski et al. 1998): the least and the largest value of a set of points along 8 directions. */
#ifndef CCDQ_DOP_H
#define CCDQ_DOP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The directions are the three axes, then sums and differences of two of them. */
enum { DOP_DIRECTIONS = 8, DOP_SIDES = 2 * DOP_DIRECTIONS };

/* side[k] is the least value along direction k, side[DOP_DIRECTIONS + k] the largest one, negated. So the
 * hull of two is the smaller of each side, and a DOP is one line of the cache. */
struct dop {
    _Alignas(64) float side[DOP_SIDES];
};

/* DOPs are of floats, in coordinates of their own: those of the model seen from the middle of all points, and
 * scaled by a power of two to [-1/2, 1/2]. So it does not matter where the model is, nor how large. */
struct dop_frame {
    double origin[3], scale[2]; /* both scales are powers of two, multiplied in turn: one may not be enough */
};

/* The frame of a box from lo to hi; finite, and lo <= hi. */
void dop_frame_set(struct dop_frame *frame, const double lo[3], const double hi[3]);

/* The DOP that has all points between x0 and x1, which lie in the box of the frame; it is rounded outwards.
 */
void dop_of_motion(const struct dop_frame *frame, const double x0[3], const double x1[3], struct dop *dop);

/* The DOP of no points. It overlaps none. */
void dop_set_empty(struct dop *dop);

/* dop becomes the hull of itself and another. */
static inline void dop_add(struct dop *dop, const struct dop *other)
{
    for (int k = 0; k < DOP_SIDES; k++)
        dop->side[k] = dop->side[k] < other->side[k] ? dop->side[k] : other->side[k];
}

/* Whether a direction separates them: the sign of a difference of floats is exact. */
static inline bool dop_apart(const struct dop *a, const struct dop *b)
{
    bool apart = false;
    for (int k = 0; k < DOP_DIRECTIONS; k++)
        apart |=
            (a->side[k] + b->side[DOP_DIRECTIONS + k] > 0) | (b->side[k] + a->side[DOP_DIRECTIONS + k] > 0);
    return apart;
}

#endif
