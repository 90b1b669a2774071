/* Branch and bound for the earliest contact of two patches, in interval arithmetic.
 *
 * A cell is a part of each patch (by bisection of its parameters) and an interval of time. Over it patch i is
 * mid + r along[0] + s along[1] + e with r, s in [-1, 1] and |e| <= rest, all of them linear in time (struct
 * net_model). So for any vector n the gap F = S1 - S2 has
 *
 *     n.F >= phi(t) = n.(mid1 - mid2) - sum over the four alongs of |n.along| - sum over a of |n_a| rest_a,
 *
 * and phi is concave in t >= 0, as each term that is subtracted is convex. So where phi > 0 at two times
 * there is no contact between them. Where it is so at one end of the cell's time only, that end moves to
 * where phi becomes 0: a chord of a concave function lies below it, so its root is still on the safe side;
 * what counts is the sign of phi at the new end, which is computed with its error. The vectors n are the
 * cross products of two alongs (the normals of both patches, and those that separate edges) and the line
 * between the mids. Children have half the width and a fourth of the rest, so a cell of width h near a
 * contact loses time of the order h^2 only, and few cells are needed.
 *
 * The earliest cell comes first. What it promises, no contact before its time, then holds for the pair.
 * Witnesses (bracket_witness.h) bound t* from above.
 *
 * Rounding of phi, u = 2^-53, in units of m = sum over a of |n_a| times the sum of all absolute values of
 * component a that go into phi, position plus t times velocity. A difference of mids, or a sum of rests: 1. A
 * dot product of three: 3. Position plus t times velocity: 2. Adding six such terms: 6. In all 12 u m (1 + 20
 * u); m itself is computed to 15 u. PAD is 32 u. Underflow: n has a largest component of 1/2 .. 1, so that a
 * product that underflows is off by 2^-1075; fewer than 100 of them are covered by TINY. A NaN is never
 * above 0. */
#include "bracket.h"
#include "bracket_cells.h"
#include "bracket_witness.h"
#include <stdlib.h>

#define PAD 0x1p-48
#define TINY 0x1p-1000
#define WIDTH 0x1p-34 /* of the bracket, in units of the query's end, which is 1/2 .. 1 here */

enum { ALONGS = 4, AXES = 7, CHORDS = 4 };

/* ---- One cell ---- */

/* The gap over a cell, by position [0] and velocity [1]. */
struct cell_gap {
    double mid[2][3], along[ALONGS][2][3], rest[2][3];
    double size[2][3]; /* the sum of all absolute values */
};

static void gap_of_models(const struct net_model *one, const struct net_model *two, struct cell_gap *gap)
{
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

/* phi for one n: each of its parts at t = 0, and by time. */
struct bound {
    double mid[2], along[ALONGS][2], rest[2];
};

static void bound_along(const struct cell_gap *gap, const double n[3], struct bound *b)
{
    for (int d = 0; d < 2; d++) {
        b->mid[d] = dot(n, gap->mid[d]);
        for (int k = 0; k < ALONGS; k++) b->along[k][d] = dot(n, gap->along[k][d]);
        b->rest[d] = dot_sizes(n, gap->rest[d]) + PAD * dot_sizes(n, gap->size[d]);
    }
    b->rest[0] += TINY;
}

/* A lower bound of phi at t. */
static double bound_at(const struct bound *b, double t)
{
    double phi = (b->mid[0] + t * b->mid[1]) - (b->rest[0] + t * b->rest[1]);
    for (int k = 0; k < ALONGS; k++) phi -= fabs(b->along[k][0] + t * b->along[k][1]);
    return phi;
}

static void vector_at(const double x[2][3], double t, double out[3])
{
    for (int a = 0; a < 3; a++) out[a] = x[0][a] + t * x[1][a];
}

/* Vector number i to try, at time t, with the gap on its positive side. False: it is 0. */
static bool axis_of(const struct cell_gap *gap, int i, double t, double n[3])
{
    static const signed char product[AXES - 1][2] = {{0, 1}, {2, 3}, {0, 2}, {0, 3}, {1, 2}, {1, 3}};
    double mid[3], x[3], y[3];
    vector_at(gap->mid, t, mid);
    for (int a = 0; a < 3; a++) n[a] = mid[a];
    if (i < AXES - 1) {
        vector_at(gap->along[product[i][0]], t, x);
        vector_at(gap->along[product[i][1]], t, y);
        for (int a = 0; a < 3; a++) n[a] = x[(a + 1) % 3] * y[(a + 2) % 3] - x[(a + 2) % 3] * y[(a + 1) % 3];
    }
    double largest = fmax(fabs(n[0]), fmax(fabs(n[1]), fabs(n[2])));
    if (!(largest > 0x1p-1000 && largest < INFINITY)) return false;
    if (dot(n, mid) < 0) largest = -largest;
    for (int a = 0; a < 3; a++) n[a] /= largest;
    return true;
}

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

/* Cuts from both ends of the cell's time what one vector excludes. False: that is all of it. */
static bool cut_along(const struct cell_gap *gap, int axis, struct cell *cell)
{
    double n[3];
    struct bound b;
    if (!axis_of(gap, axis, cell->begin, n)) return true;
    bound_along(gap, n, &b);
    const bool at_begin = bound_at(&b, cell->begin) > 0, at_end = bound_at(&b, cell->end) > 0;
    if (at_begin && at_end) return false;
    if (at_begin) trim(&b, &cell->begin, cell->end);
    if (at_end) trim(&b, &cell->end, cell->begin);
    if (at_begin || at_end) cell->axis = (unsigned char)axis;
    return true;
}

/* The same by all vectors, first the one that did well last. */
static bool cut(const struct net_model *one, const struct net_model *two, struct cell *cell)
{
    struct cell_gap gap;
    gap_of_models(one, two, &gap);
    const int first = cell->axis;
    if (!cut_along(&gap, first, cell)) return false;
    for (int axis = 0; axis < AXES; axis++)
        if (axis != first && !cut_along(&gap, axis, cell)) return false;
    return true;
}

/* ---- The search ---- */

struct search {
    struct bracket_pair pair;
    struct cells cells;
    double best; /* a contact comes not later */
    uint32_t tests, max_tests;
    double tried; /* the width of the cell near which a witness was sought last */
};

/* Where the cell is cut: patch, and along u or v. The larger one in space; where its extent is not that of
 * its alongs, the wider one in parameters. */
static int split_of(const struct search *s, const struct cell *cell)
{
    double widest = -1;
    int best = 0;
    for (int k = 0; k < 4; k++) {
        const struct part *part = cells_part(&s->cells, k / 2, cell->part[k / 2]);
        const struct net_model *model = &part->model;
        double extent = 0;
        for (int a = 0; a < 3; a++) {
            const double along = fabs(model->along[k % 2][a] + cell->begin * model->along[k % 2][3 + a]);
            const double rest = model->rest[a] + cell->begin * model->rest[3 + a];
            extent = fmax(extent, along + rest * part->width[k % 2]);
        }
        if (extent > widest) widest = extent, best = k;
    }
    return best;
}

/* Adds what is left of a child. False: memory is out. */
static bool add_child(struct search *s, const struct cell *parent, int patch, uint32_t part)
{
    struct cell child = *parent;
    child.part[patch] = part;
    child.depth++;
    s->tests++;
    const struct net_model *one = &cells_part(&s->cells, 0, child.part[0])->model;
    const struct net_model *two = &cells_part(&s->cells, 1, child.part[1])->model;
    child.end = fmin(child.end, s->best);
    if (child.begin > child.end || !cut(one, two, &child)) return true;
    return cells_push(&s->cells, &child);
}

static void seek_witness(struct search *s, const struct cell *cell)
{
    double low[4], high[4], width = 0;
    for (int k = 0; k < 4; k++) {
        const struct part *part = cells_part(&s->cells, k / 2, cell->part[k / 2]);
        low[k] = part->low[k % 2];
        high[k] = low[k] + part->width[k % 2];
        width = fmax(width, part->width[k % 2]);
    }
    if (width > 0.25 * s->tried && (s->tests & (s->tests - 1))) return;
    s->tried = width;
    for (int i = 0; i < 2; i++) s->pair.net[i] = s->cells.net[i]; /* halving may have moved them */
    s->best = fmin(s->best, witness_near(&s->pair, low, high, cell->begin));
}

/* Whether a part is so small that halving it is lost in rounding. */
static bool is_point(const struct search *s, const struct cell *cell, int split)
{
    return cells_part(&s->cells, split / 2, cell->part[split / 2])->width[split % 2] < 0x1p-48;
}

/* Returns a lower bound of the first contact, +inf when there is none. */
static double run(struct search *s)
{
    struct cell cell = {.begin = 0, .end = s->pair.units.end};
    if (!cut(&cells_part(&s->cells, 0, 0)->model, &cells_part(&s->cells, 1, 0)->model, &cell))
        return INFINITY;
    if (!cells_push(&s->cells, &cell)) return 0;
    while (cells_pop(&s->cells, &cell)) {
        if (cell.begin >= s->best) return s->best;
        seek_witness(s, &cell);
        const int split = split_of(s, &cell);
        if (s->best - cell.begin <= WIDTH * s->pair.units.end || s->tests >= s->max_tests ||
            is_point(s, &cell, split))
            return fmin(cell.begin, s->best);
        uint32_t children;
        if (!cells_halve(&s->cells, split / 2, cell.part[split / 2], split % 2, &children)) return cell.begin;
        for (uint32_t i = 0; i < 2; i++)
            if (!add_child(s, &cell, split / 2, children + i)) return cell.begin;
    }
    return s->best; /* nothing is left before it */
}

void patch_bracket(const struct ccdq_patch_query *q, uint32_t max_tests, struct patch_bracket *bracket,
                   struct ccdq_workspace *ws)
{
    (void)ws;
    struct search s = {.pair = {.query = q}, .best = INFINITY, .tried = INFINITY};
    s.max_tests = max_tests ? max_tests : BRACKET_MAX_TESTS;
    net_units_of(q, &s.pair.units);
    for (int i = 0; i < 2; i++) s.pair.shape[i] = net_shape_of(&q->patch[i].shape);
    *bracket = (struct patch_bracket){0, INFINITY, 0};
    if (cells_begin(&s.cells, &s.pair)) {
        bracket->lo = run(&s);
        bracket->hi = s.best;
    }
    bracket->tests = s.tests;
    cells_free(&s.cells);
    if (bracket->lo < INFINITY) {
        bracket->lo = fmax(0, interval_ldexp(interval_of(bracket->lo), s.pair.units.time).lo);
        if (bracket->hi < INFINITY)
            bracket->hi = fmin(q->end, interval_ldexp(interval_of(bracket->hi), s.pair.units.time).hi);
    }
}
