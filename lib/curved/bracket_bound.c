/* Bounds of the gap F = S1 - S2 of two parts, and how they cut the times at which these can touch.
 *
 * For any vector n a bound is a function phi with n.F >= phi(t) for all parameters, concave in t >= 0. So
 * where phi > 0 at two times there is no contact between them. Where it is so at one end of the cell's time
 * only, that end moves to where phi becomes 0: a chord of a concave function lies below it, so its root is
 * still on the safe side; what counts is the sign of phi at the new end, which is computed with its error.
 * Two bounds:
 *
 * By models. Part i is mid + r along[0] + s along[1] + e with r, s in [-1, 1] and |e| <= rest, all linear in
 * time (struct net_model), so
 *
 *     phi(t) = n.(mid1 - mid2) - sum over the four alongs of |n.along| - sum over a of |n_a| rest_a.
 *
 * It is exact for flat parts, and off by the square of the width for others: a cell of width h near a contact
 * loses time of the order h^2 only.
 *
 * By control points. phi(t) is the least n.P of the points P of part 1, without the greatest n.Q of those of
 * part 2: a part lies in the hull of its control points. It is exact where a patch touches with an edge or a
 * corner.
 *
 * The vectors n are the cross products of two directions of the parts (the normals of both parts, and those
 * that separate edges), the line between the mids, and for parts that lie in a plane or on a line vectors in
 * it. Flat parts that are separated at all are separated along one of them.
 *
 * Rounding of phi, u = 2^-53, in units of m = sum over a of |n_a| times the sum of the absolute values of
 * component a that go into phi, position plus t times velocity. A difference of mids, or a sum of rests: 1. A
 * dot product of three: 3. Position plus t times velocity: 2. Adding up to seven such terms: 7. In all 13 u m
 * (1 + 20 u); m itself is computed to 15 u. PAD is 32 u. Underflow: n has a largest component of 1, so that a
 * product that underflows is off by 2^-1075; fewer than 100 of them are covered by TINY. A NaN is never
 * above 0. */
#include "bracket_bound.h"
#include "../num/extremes.h"
#include <string.h>

#define PAD 0x1p-48
#define TINY 0x1p-1000

enum { ALONGS = 4, NORMALS = 2, PRODUCTS = 6, AXES = PRODUCTS + 1 + 2 * ALONGS, CHORDS = 4 };

/* The gap over a cell, by position [0] and velocity [1]. */
struct cell_gap {
    const struct part *part[2];
    int points[2];
    double mid[2][3], along[ALONGS][2][3], rest[2][3];
    double size[2][3]; /* the sum of all absolute values */
};

static void gap_of_parts(const struct cells *cells, const struct cell *cell, struct cell_gap *gap)
{
    for (int i = 0; i < 2; i++) {
        gap->part[i] = cells_part(cells, i, cell->part[i]);
        gap->points[i] = cells->shape[i].points;
    }
    const struct net_model *one = &gap->part[0]->model, *two = &gap->part[1]->model;
    for (int c = 0; c < 6; c++) {
        const int d = c / 3, a = c % 3;
        gap->mid[d][a] = one->mid[c] - two->mid[c];
        gap->rest[d][a] = one->rest[c] + two->rest[c];
        gap->size[d][a] = fabs(gap->mid[d][a]) + gap->rest[d][a];
        for (int k = 0; k < ALONGS; k++) {
            gap->along[k][d][a] = (k < 2 ? one : two)->along[k % 2][c];
            gap->size[d][a] += fabs(gap->along[k][d][a]);
        }
    }
}

static double dot(const double n[3], const double x[3])
{
    return n[0] * x[0] + n[1] * x[1] + n[2] * x[2];
}

static double dot_sizes(const double n[3], const double x[3])
{
    return fabs(n[0]) * x[0] + fabs(n[1]) * x[1] + fabs(n[2]) * x[2];
}

static void cross(const double x[3], const double y[3], double out[3])
{
    for (int a = 0; a < 3; a++) out[a] = x[(a + 1) % 3] * y[(a + 2) % 3] - x[(a + 2) % 3] * y[(a + 1) % 3];
}

static void vector_at(const double x[2][3], double t, double out[3])
{
    for (int a = 0; a < 3; a++) out[a] = x[0][a] + t * x[1][a];
}

/* Direction k of u1 v1 u2 v2. */
static void direction_at(const struct cell_gap *gap, int k, double t, double out[3])
{
    const double *x = gap->part[k / 2]->direction[k % 2];
    for (int a = 0; a < 3; a++) out[a] = x[a] + t * x[3 + a];
}

/* ---- Vectors ---- */

/* In the plane of part 1, across a direction; or across it in its plane with the line between the mids. */
static void axis_in_plane(const struct cell_gap *gap, int i, double t, const double mid[3], double n[3])
{
    double x[3], y[3], normal[3];
    direction_at(gap, i % ALONGS, t, x);
    if (i < ALONGS) {
        direction_at(gap, 0, t, y);
        direction_at(gap, 1, t, n);
        cross(y, n, normal);
    } else {
        cross(x, mid, normal);
    }
    cross(x, normal, n);
}

/* Vector number i to try, at time t, with the gap on its positive side and 1 as its largest component. False:
 * it is 0. */
static bool axis_of(const struct cell_gap *gap, int i, double t, double n[3])
{
    static const signed char product[PRODUCTS][2] = {{0, 1}, {2, 3}, {0, 2}, {0, 3}, {1, 2}, {1, 3}};
    double mid[3], x[3], y[3];
    vector_at(gap->mid, t, mid);
    if (i < PRODUCTS) {
        direction_at(gap, product[i][0], t, x);
        direction_at(gap, product[i][1], t, y);
        cross(x, y, n);
    } else if (i == PRODUCTS) {
        memcpy(n, mid, sizeof mid);
    } else {
        axis_in_plane(gap, i - PRODUCTS - 1, t, mid, n);
    }
    double largest = max_of(fabs(n[0]), max_of(fabs(n[1]), fabs(n[2])));
    if (!(largest > 0x1p-1000 && largest < INFINITY)) return false;
    if (dot(n, mid) < 0) largest = -largest;
    for (int a = 0; a < 3; a++) n[a] /= largest;
    return true;
}

/* ---- Bounds: each number at t = 0, and by time ---- */

struct bound {
    double mid[2], rest[2], along[ALONGS][2];
    int points[2]; /* of a bound by control points; 0, 0 of one by models */
    double point[2][NET_MAX_POINTS][2];
};

static void bound_by_models(const struct cell_gap *gap, const double n[3], struct bound *b)
{
    b->points[0] = b->points[1] = 0;
    for (int d = 0; d < 2; d++) {
        b->mid[d] = dot(n, gap->mid[d]);
        for (int k = 0; k < ALONGS; k++) b->along[k][d] = dot(n, gap->along[k][d]);
        b->rest[d] = dot_sizes(n, gap->rest[d]) + PAD * dot_sizes(n, gap->size[d]);
    }
    b->rest[0] += TINY;
}

static void bound_by_points(const struct cell_gap *gap, const double n[3], struct bound *b)
{
    memset(b->along, 0, sizeof b->along);
    for (int d = 0; d < 2; d++) {
        b->mid[d] = b->rest[d] = 0;
        for (int i = 0; i < 2; i++) {
            const struct net_hull *hull = &gap->part[i]->hull;
            b->rest[d] += dot_sizes(n, hull->error + 3 * d) + PAD * dot_sizes(n, hull->size + 3 * d);
            for (int k = 0; k < gap->points[i]; k++) b->point[i][k][d] = dot(n, hull->point[k] + 3 * d);
        }
    }
    b->points[0] = gap->points[0];
    b->points[1] = gap->points[1];
    b->rest[0] += TINY;
}

/* A lower bound of phi at t. */
static double bound_at(const struct bound *b, double t)
{
    double phi = (b->mid[0] + t * b->mid[1]) - (b->rest[0] + t * b->rest[1]);
    if (b->points[0]) {
        double least = INFINITY, greatest = -INFINITY;
        for (int k = 0; k < b->points[0]; k++) {
            const double x = b->point[0][k][0] + t * b->point[0][k][1];
            if (!(x >= least)) least = x;
        }
        for (int k = 0; k < b->points[1]; k++) {
            const double x = b->point[1][k][0] + t * b->point[1][k][1];
            if (!(x <= greatest)) greatest = x;
        }
        return phi + (least - greatest);
    }
    for (int k = 0; k < ALONGS; k++) phi -= fabs(b->along[k][0] + t * b->along[k][1]);
    return phi;
}

/* ---- Cutting ---- */

/* Moves *end, where phi is positive, towards `other`, where it is not, as long as it stays positive. */
static void trim(const struct bound *b, double *end, double other)
{
    double at_end = bound_at(b, *end), at_other = bound_at(b, other);
    for (int i = 0; i < CHORDS; i++) {
        const double t = *end + (other - *end) * (at_end / (at_end - at_other)), at_t = bound_at(b, t);
        if (!(at_t > 0) || t == *end || t == other) return;
        *end = t;
        at_end = at_t;
    }
}

enum outcome { NOTHING, SOMETHING, EVERYTHING };

static enum outcome cut_by(const struct bound *b, struct cell *cell)
{
    const bool at_begin = bound_at(b, cell->begin) > 0, at_end = bound_at(b, cell->end) > 0;
    if (at_begin && at_end) return EVERYTHING;
    if (at_begin) trim(b, &cell->begin, cell->end);
    if (at_end) trim(b, &cell->end, cell->begin);
    return at_begin || at_end ? SOMETHING : NOTHING;
}

/* Cuts by one of the two bounds along vector i. *phi: the bound at the cell's begin. */
static enum outcome cut_along(const struct cell_gap *gap, int i, bool by_points, struct cell *cell,
                              double *phi)
{
    double n[3];
    struct bound b;
    *phi = -INFINITY;
    if (!axis_of(gap, i, cell->begin, n)) return NOTHING;
    if (by_points)
        bound_by_points(gap, n, &b);
    else
        bound_by_models(gap, n, &b);
    *phi = bound_at(&b, cell->begin);
    return cut_by(&b, cell);
}

bool bound_axis(const struct cells *cells, const struct cell *cell, double n[3])
{
    struct cell_gap gap;
    gap_of_parts(cells, cell, &gap);
    return axis_of(&gap, cell->axis, cell->begin, n);
}

bool bound_cut(const struct cells *cells, struct cell *cell)
{
    struct cell_gap gap;
    double phi, best = -INFINITY;
    gap_of_parts(cells, cell, &gap);
    const int first = cell->axis; /* did well last */
    for (int i = -1; i < AXES; i++) {
        if (i == first) continue;
        const int axis = i < 0 ? first : i;
        if (cut_along(&gap, axis, false, cell, &phi) == EVERYTHING) return false;
        if (phi > best) best = phi, cell->axis = (unsigned char)axis;
    }
    if (cut_along(&gap, cell->axis, true, cell, &phi) == EVERYTHING) return false;
    for (int axis = 0; axis < NORMALS; axis++)
        if (axis != cell->axis && cut_along(&gap, axis, true, cell, &phi) == EVERYTHING) return false;
    return true;
}
