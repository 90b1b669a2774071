/* Let F(x) be the offset of two points, as a function of three unknowns x: of moves of the points in their
 * domains, and the time or a third move; all else is held fast. Let Y be about the inverse of its derivative
 * J at x0, and B the cube of all x whose components differ from x0 by at most r. G(x) = x - Y F(x) has the
 * derivative I - Y J(x), so G maps B into itself if in each row
 *     |Y F(x0)| + (sum of |I - Y J(x)|) r <= r    for all x in B.
 * Then G has a fixed point in B (Brouwer); if the sums are below 1, Y has an inverse, so F is 0 there: the
 * points touch (Krawczyk's test, by norms). B must lie within both domains and [0, end].
 *
 * Bounds. Let A be the largest M_k + V_k, what a coordinate of a control point can be at any time in [0, 1],
 * and N the largest degree. A second partial derivative of a patch is a mean of second differences times at
 * most N^2: at most c N^2 A with c = 4. Rational, let q be the ratio of the largest and the smallest weight,
 * D the sum of weights, P that of weighted points: |P| <= D A, |D'| <= N q D, |P'| <= 2 N q D A, |D''| <= 2
 * N^2 q D, |P''| <= 4 N^2 q D A; so S' = (P' - S D') / D is at most 3 N q A, and S'' = (P'' - 2 S' D' - S
 * D'') / D at most 14 N^2 q^2 A: c = 14 q^2. Velocities likewise. A move changes each parameter by at most 1
 * a unit. So an entry of J, the slope along a move, changes in B by at most r times 4 c N^2 A for each of two
 * moves and 2 c N^2 A for the third unknown: a move as well (4) or the time (first derivatives of velocities,
 * 2 parameters). At most 12 c N^2 A r, whatever the unknowns are.
 *
 * Rounding of J(x0): derivatives of weights are differences of two weights times N, whose errors are those of
 * patch_weights, so a slope is off by less than 32 (steps) e N A, rational times q^2; 16 c N (steps) e A
 * covers both. That of products and sums of three numbers: at most 8 e times the sum of their absolute
 * values. */
#include "proof.h"
#include "../num/complement.h"
#include "../num/extremes.h"
#include <math.h>

/* An unknown: a move of one side's parameters, or the time where side is -1. */
struct unknown {
    int side;
    double d[2];
};

struct system {
    const struct patch_wholes *wholes;
    struct unknown x[3];
    double second, slope_error; /* bounds as above: 12 c N^2 A, and the error of a slope */
};

static double weight_ratio(const struct patch_net *net, const struct patch_part *part)
{
    double most = 0, least = INFINITY;
    for (int i = 0; part->h && i < net->points; i++) {
        most = max_of(most, part->h[PATCH_MOVING * net->stride + i]);
        least = min_of(least, part->h[PATCH_MOVING * net->stride + i]);
    }
    return part->h ? most / least : 0;
}

static void set_bounds(struct system *s)
{
    const struct patch_units *units = s->wholes->units;
    double size = 0, degree = 1, c = 4, steps = 0;
    for (int k = 0; k < 3; k++) size = max_of(size, units->most[k] + units->most[k + 3]);
    for (int side = 0; side < 2; side++) {
        const struct patch_net *net = &units->net[side];
        const double ratio = weight_ratio(net, s->wholes->part[side]);
        degree = max_of(degree, max_of(net->shape.degree[0], net->shape.degree[1]));
        steps = max_of(steps, patch_weight_steps(net));
        c = max_of(c, 14 * ratio * ratio);
    }
    s->second = 12.5 * c * degree * degree * size;
    s->slope_error = 16.5 * c * degree * steps * PATCH_EPSILON * size + PATCH_TINY;
}

/* ---- The system at a point ---- */

static double offset_at(const double at[PATCH_MOVING], double t, int k)
{
    return at[k] + t * at[k + 3];
}

/* Column j of J is how fast the offset changes with the unknown j. */
static void derivative(const struct system *s, const struct patch_points *points,
                       double slope[4][PATCH_MOVING], double t, double J[3][3])
{
    for (int j = 0; j < 3; j++)
        for (int k = 0; k < 3; k++) {
            const struct unknown *x = &s->x[j];
            if (x->side < 0)
                J[k][j] = points->at[k + 3];
            else
                J[k][j] = x->d[0] * offset_at(slope[2 * x->side], t, k) +
                          x->d[1] * offset_at(slope[2 * x->side + 1], t, k);
        }
}

/* Y = J^-1, by cofactors; false: J is singular. */
static bool invert(double J[3][3], double Y[3][3])
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            const int a = (j + 1) % 3, b = (j + 2) % 3, c = (i + 1) % 3, d = (i + 2) % 3;
            Y[i][j] = J[a][c] * J[b][d] - J[a][d] * J[b][c];
        }
    const double det = J[0][0] * Y[0][0] + J[0][1] * Y[1][0] + J[0][2] * Y[2][0];
    if (!(fabs(det) > PATCH_TINY)) return false;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) Y[i][j] /= det;
    return true;
}

static void newton_step(const struct system *s, struct patch_points *points, double Y[3][3], double *t)
{
    for (int i = 0; i < 3; i++) {
        double step = 0;
        for (int k = 0; k < 3; k++) step -= Y[i][k] * offset_at(points->at, *t, k);
        if (s->x[i].side < 0) {
            *t += step;
            continue;
        }
        double *uv = points->w + 2 * s->x[i].side;
        for (int p = 0; p < 2; p++) uv[p] += step * s->x[i].d[p];
    }
    for (int side = 0; side < 2; side++)
        patch_into_domain(&s->wholes->units->net[side], points->w + 2 * side);
    *t = *t > 0 ? min_of(*t, s->wholes->units->end) : 0;
}

/* ---- The test ---- */

/* The r of a cube around (points, t) that is mapped into itself, +inf: it is not. */
static double contracting_radius(const struct system *s, const struct patch_points *points, double t,
                                 double J[3][3], double Y[3][3])
{
    double most = 0;
    for (int i = 0; i < 3; i++) {
        double sum = 0;
        for (int k = 0; k < 3; k++)
            sum += fabs(Y[i][k]) *
                   (fabs(offset_at(points->at, t, k)) + (points->error[k] + t * points->error[k + 3]));
        most = max_of(most, sum);
    }
    const double r = 4 * most;
    for (int i = 0; i < 3; i++) {
        double sum = 0;
        for (int j = 0; j < 3; j++) {
            double entry = i == j, size = 1;
            for (int k = 0; k < 3; k++) {
                entry -= Y[i][k] * J[k][j];
                size += fabs(Y[i][k] * J[k][j]);
                sum += fabs(Y[i][k]) * (s->slope_error + s->second * r);
            }
            sum += fabs(entry) + 8 * PATCH_EPSILON * size;
        }
        if (!(sum < 0.5)) return INFINITY; /* 1/4 + 1/2 of r, with room for the rounding of both sums */
    }
    return r;
}

/* Whether all moves by at most r stay in the domain of a side. */
static bool stays_inside(const struct system *s, int side, const double uv[2], double r)
{
    double way[3] = {0, 0, 0}; /* of u, v, u + v */
    for (int j = 0; j < 3; j++) {
        if (s->x[j].side != side) continue;
        const double *d = s->x[j].d;
        way[0] += 2 * r * fabs(d[0]);
        way[1] += 2 * r * fabs(d[1]);
        way[2] += 2 * r * fabs(d[0] + d[1]);
    }
    for (int i = 0; i < 2; i++)
        if (way[i] > 0 && !(uv[i] >= way[i] && (s->wholes->units->net[side].shape.domain == CCDQ_TRIANGLE ||
                                                uv[i] + way[i] <= 1 - 0x1p-50)))
            return false;
    return s->wholes->units->net[side].shape.domain == CCDQ_QUAD || way[2] == 0 ||
           complement(uv[0]) - uv[1] >= way[2] + 0x1p-50;
}

enum { NEWTON_STEPS = 3 };

/* A time by which a contact is proven with these unknowns, or +inf. */
static double prove(const struct system *s, struct patch_points points, double t)
{
    double slope[4][PATCH_MOVING], J[3][3], Y[3][3];
    for (int step = 0; step <= NEWTON_STEPS; step++) {
        patch_points_locate(s->wholes, &points, slope);
        derivative(s, &points, slope, t, J);
        if (!invert(J, Y)) return INFINITY;
        if (step < NEWTON_STEPS) newton_step(s, &points, Y, &t);
    }
    const double r = contracting_radius(s, &points, t, J, Y);
    if (!(r < INFINITY)) return INFINITY;
    for (int side = 0; side < 2; side++)
        if (!stays_inside(s, side, points.w + 2 * side, r)) return INFINITY;
    if (s->x[2].side >= 0) return t;
    const double by = nextafter(t + r, INFINITY);
    return t >= r && by <= s->wholes->units->end ? by : INFINITY;
}

/* ---- Choice of unknowns ---- */

enum { MOST_MOVES = 6 };

static int list_moves(const struct patch_wholes *wholes, struct unknown moves[MOST_MOVES])
{
    int n = 0;
    for (int side = 0; side < 2; side++) {
        moves[n++] = (struct unknown){side, {1, 0}};
        moves[n++] = (struct unknown){side, {0, 1}};
        if (wholes->units->net[side].shape.domain == CCDQ_TRIANGLE)
            moves[n++] = (struct unknown){side, {1, -1}};
    }
    return n;
}

double patch_prove_contact(const struct patch_wholes *wholes, const struct patch_points *points, double t)
{
    struct unknown moves[MOST_MOVES];
    struct system s = {.wholes = wholes};
    const int n = list_moves(wholes, moves);
    double by = INFINITY;
    set_bounds(&s);
    for (int a = 0; a < n; a++)
        for (int b = a + 1; b < n; b++) {
            s.x[0] = moves[a];
            s.x[1] = moves[b];
            for (int c = b + 1; t == 0 && c < n; c++) {
                s.x[2] = moves[c];
                by = min_of(by, prove(&s, *points, t));
            }
            s.x[2] = (struct unknown){.side = -1};
            if (by == INFINITY) by = prove(&s, *points, t);
            if (by < INFINITY) return by;
        }
    return by;
}
