/* Separating axes at the width that the including file is compiled for.
 *
 * Two elements are apart all the time if an axis L has (q - p).L > 0 for all corners p of the one and q of
 * the other, at t = 0 and at t = 1: the corollaries of Theorem 1. So there is one just if the hull D of all
 * these differences q - p, at both ends, has no 0 in it: to find one is to find an L with s.L > 0 for all
 * corners s of D. That is done by relaxation (Agmon 1954, Motzkin and Schoenberg 1954): of the corner s that
 * lies lowest along L, if s.L is not above 0, enough is added to L that it is: a bit more than what makes it
 * 0, and more in later steps, which else come near an axis but do not reach it. Three steps find more axes
 * than four of Gilbert's way to the point of D next to 0. Which axes are tried needs no care, only whether an
 * axis separates.
 *
 * That is decided by the least of (q - p).L, computed as least q.L minus largest p.L. With u = 2^-24, the
 * unit roundoff of floats, coordinates below 1/2 that are off by 2 u / 4, and |L| the sum of the sizes of L's
 * components: three products and two sums are off by at most 3.1 u |L| / 2, the coordinates' own errors make
 * u |L| / 2 at most, so a dot product is off by less than 2.1 u |L|, a difference of two by 4.2 u |L| and one
 * rounding of a number below |L|, together 5.3 u |L|. `certain` is more than that. Products that underflow
 * are off by 2^-150 instead, 12 of them: axes below 2^-100 are not used. */
#ifndef CCDQ_VOLUME_CSAT_KERNEL_H
#define CCDQ_VOLUME_CSAT_KERNEL_H

#include "csat.h"
#include "vectors.h"
#include <math.h>

#define certain 0x1p-21F /* 8 u */
#define least_axis 0x1p-100F

/* How far each step goes, 1: until s.L is 0. */
enum { STEPS = 3 };
static const float relaxation[STEPS] = {1.05F, 1.1F, 1.5F};

/* The corners of both elements at both ends. */
struct corners {
    int n;
    struct vectors at[2][2][MESH_MAX_CORNERS]; /* of a and b, at t = 0 and 1 */
};

/* What lies lowest along an axis at each end: the least q.L of b, the largest p.L of a, and the difference of
 * the two points. */
struct lowest {
    vf b[2], a[2];
    struct vectors point[2];
};

LANES_INLINE struct vectors choose(fm m, struct vectors a, struct vectors b)
{
    return (struct vectors){f_select(m, a.x, b.x), f_select(m, a.y, b.y), f_select(m, a.z, b.z)};
}

/* The corners of the lanes from `first` on. */
LANES_INLINE void load(const struct csat_batch *batch, const struct csat_node *node, int first,
                       struct corners *corners)
{
    for (int side = 0; side < 2; side++)
        for (int end = 0; end < 2; end++)
            for (int c = 0; c < corners->n; c++)
                corners->at[side][end][c] = load_nodes(batch->node[side] + first, c, node, end);
}

/* The difference of the mean corners, over both ends, times a number. */
LANES_INLINE struct vectors first_axis(const struct corners *corners)
{
    struct vectors sum = {{0}, {0}, {0}};
    for (int end = 0; end < 2; end++)
        for (int c = 0; c < corners->n; c++) {
            const struct vectors d = minus(corners->at[1][end][c], corners->at[0][end][c]);
            sum = (struct vectors){sum.x + d.x, sum.y + d.y, sum.z + d.z};
        }
    const vf part = f_set(1 / (2 * (float)corners->n));
    return (struct vectors){sum.x * part, sum.y * part, sum.z * part};
}

LANES_INLINE void look_along(const struct corners *corners, struct vectors axis, int ends,
                             struct lowest *lowest)
{
    for (int end = 0; end < ends; end++) {
        const struct vectors *a = corners->at[0][end], *b = corners->at[1][end];
        struct vectors high = a[0], low = b[0];
        vf highest = dot(high, axis), least = dot(low, axis);
        for (int c = 1; c < corners->n; c++) {
            const vf at_a = dot(a[c], axis), at_b = dot(b[c], axis);
            const fm higher = f_gt(at_a, highest), lower = f_gt(least, at_b);
            highest = f_select(higher, at_a, highest);
            high = choose(higher, a[c], high);
            least = f_select(lower, at_b, least);
            low = choose(lower, b[c], low);
        }
        lowest->a[end] = highest;
        lowest->b[end] = least;
        lowest->point[end] = minus(low, high);
    }
}

/* What a gap along an axis must be above. */
LANES_INLINE vf bound_of(struct vectors axis)
{
    const vf size = f_abs(axis.x) + f_abs(axis.y) + f_abs(axis.z);
    return f_select(f_gt(size, f_set(least_axis)), certain * size, f_set(INFINITY));
}

/* An axis along which s lies above 0, or it rounds to 0; NaN for s = 0, which separates nothing. */
LANES_INLINE struct vectors relax(struct vectors axis, struct vectors s, float relaxation)
{
    const vf way = relaxation * dot(axis, s) / dot(s, s);
    return (struct vectors){axis.x - way * s.x, axis.y - way * s.y, axis.z - way * s.z};
}

/* The corners of one side that the axis does not keep away from the other element at both ends, as bits. */
LANES_INLINE void set_near(const struct corners *corners, int side, struct vectors axis,
                           const struct lowest *lowest, vf bound, uint32_t near[LANES])
{
    vfi found = {0};
    for (int c = 0; c < corners->n; c++) {
        vf gap[2];
        for (int end = 0; end < 2; end++) {
            const vf at = dot(corners->at[side][end][c], axis);
            gap[end] = side ? at - lowest->a[end] : lowest->b[end] - at;
        }
        const fm away = f_gt(gap[0], bound) & f_gt(gap[1], bound);
        const vfi none = {0}, bit = none + (1 << c);
        found |= (vfi)f_select(away, (vf)none, (vf)bit);
    }
    memcpy(near, &found, sizeof found);
}

/* Where the gap along the axis is certain at an end. */
LANES_INLINE fm apart_at(const struct lowest *lowest, int end, vf bound)
{
    return f_gt(lowest->b[end] - lowest->a[end], bound);
}

enum { ALL_LANES = (1 << LANES) - 1 };

LANES_INLINE bool all(fm m)
{
    return f_bits(m) == ALL_LANES;
}

/* The search for an axis at the first `ends` ends. */
struct search {
    struct vectors axis;
    struct lowest lowest;
    vf bound;
    fm apart;
};

LANES_INLINE void search_along(struct search *s, const struct corners *corners, int ends)
{
    look_along(corners, s->axis, ends, &s->lowest);
    s->bound = bound_of(s->axis);
    s->apart = apart_at(&s->lowest, 0, s->bound);
    if (ends > 1) s->apart &= apart_at(&s->lowest, 1, s->bound);
}

/* Lanes that are apart stay as they are. */
LANES_INLINE void search_on(struct search *s, const struct corners *corners, int ends)
{
    for (int i = 0; i < STEPS && !all(s->apart); i++) {
        const struct lowest *lowest = &s->lowest;
        struct vectors lowest_point = lowest->point[0];
        if (ends > 1)
            lowest_point = choose(f_gt(lowest->b[1] - lowest->a[1], lowest->b[0] - lowest->a[0]),
                                  lowest_point, lowest->point[1]);
        s->axis = choose(s->apart, s->axis, relax(s->axis, lowest_point, relaxation[i]));
        search_along(s, corners, ends);
    }
}

/* The lanes from `first` on. */
LANES_INLINE void solve(struct csat_batch *batch, const struct csat_node *node, int first)
{
    struct corners corners;
    struct search s;
    corners.n = batch->corners;
    load(batch, node, first, &corners);
    s.axis = first_axis(&corners);
    search_along(&s, &corners, 2);
    search_on(&s, &corners, 2);
    for (int side = 0; side < 2; side++)
        set_near(&corners, side, s.axis, &s.lowest, s.bound, batch->near[side] + first);
    s.apart = apart_at(&s.lowest, 0, s.bound);
    if (batch->start_matters) search_on(&s, &corners, 1);
    batch->near_at_start |= (uint32_t)(~f_bits(s.apart) & ALL_LANES) << first;
}

static void csat(struct csat_batch *batch, const struct csat_node *node)
{
    batch->near_at_start = 0;
    for (int first = 0; first < CSAT_LANES; first += LANES) solve(batch, node, first);
}

#endif
