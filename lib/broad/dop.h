/* 16-DOPs (Klosowski et al. 1998) of points that move: the least and the largest value of a set of points
 * along 8 directions, at both ends of a step. */
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

/* What has all points at t = 0 in at[0], and at t = 1 in at[1]. At the times between them its sides are
 * blends of the two: points move on lines. So two of these are apart all the time if the same side separates
 * them at both ends (Theorem 1 of Tang et al. 2011). Where at[0] and at[1] are the same, they are hulls of
 * the motion, and are apart as the paper's DOPs are. */
struct moving_dop {
    struct dop at[2];
};

/* DOPs are of floats, in coordinates of their own: those of the model seen from the middle of all points, and
 * scaled by a power of two to [-1/2, 1/2]. So it does not matter where the model is, nor how large. */
struct dop_frame {
    double origin[3], scale[2]; /* both scales are powers of two, multiplied in turn: one may not be enough */
};

/* The frame of a box from lo to hi; finite, and lo <= hi. */
void dop_frame_set(struct dop_frame *frame, const double lo[3], const double hi[3]);

/* A point in the box of the frame in its coordinates, off by at most 2^-25 along each axis; the fourth is 0.
 */
void dop_frame_point(const struct dop_frame *frame, const double x[3], float at[4]);

/* The DOP of a point in the box of the frame; it is rounded outwards. */
void dop_of_point(const struct dop_frame *frame, const double x[3], struct dop *dop);

/* The DOPs of no points. They are apart from all. */
void dop_set_empty(struct moving_dop *dop);

/* dop becomes the hull of itself and another. */
static inline void dop_add(struct dop *dop, const struct dop *other)
{
    for (int k = 0; k < DOP_SIDES; k++)
        dop->side[k] = dop->side[k] < other->side[k] ? dop->side[k] : other->side[k];
}

#endif
