#include "witness.h"
#include "../num/extremes.h"
#include "../num/vec3.h"
#include <math.h>
#include <string.h>

/* A direction in which the point of one side may move in its domain. */
struct move {
    int side;
    double d[2];
};

/* One of the four parameters each. */
static const struct move single[4] = {{0, {1, 0}}, {0, {0, 1}}, {1, {1, 0}}, {1, {0, 1}}};

static struct vec3 vec3_of(const double x[3])
{
    return (struct vec3){x[0], x[1], x[2]};
}

static struct vec3 offset_at(const struct patch_points *points, double t)
{
    return vec3_along(vec3_of(points->at), t, vec3_of(points->at + 3));
}

/* How fast the offset changes along a move, at the time t. */
static struct vec3 along(const struct move *move, double slope[4][PATCH_MOVING], double t)
{
    const double *u = slope[2 * move->side], *v = slope[2 * move->side + 1];
    const struct vec3 du = vec3_along(vec3_of(u), t, vec3_of(u + 3));
    const struct vec3 dv = vec3_along(vec3_of(v), t, vec3_of(v + 3));
    return vec3_along((struct vec3){move->d[0] * du.x, move->d[0] * du.y, move->d[0] * du.z}, move->d[1], dv);
}

/* ---- Where two sub-patches meet first ---- */

/* Whether points a and b of a triangle's domain lie on the same edge of it. */
static bool on_edge(const double a[2], const double b[2])
{
    return (a[0] == 0 && b[0] == 0) || (a[1] == 0 && b[1] == 0) || (a[0] + a[1] == 1 && b[0] + b[1] == 1);
}

/* Puts the point of a side where it gets farthest along the gradient if that is at the border of the domain,
 * else in the middle of the region. Returns the moves that are left to it. */
static int start_in_quad(int side, const struct patch_region *region, const double gradient[2], double uv[2],
                         struct move moves[2])
{
    int n = 0;
    for (int i = 0; i < 2; i++) {
        const double low = region->corner[0][i], high = region->corner[1 + i][i];
        uv[i] = 0.5 * (low + high);
        if (low == 0 && gradient[i] < 0)
            uv[i] = 0;
        else if (high == 1 && gradient[i] > 0)
            uv[i] = 1;
        else
            moves[n++] = (struct move){side, {i == 0 ? high - low : 0, i == 1 ? high - low : 0}};
    }
    return n;
}

static int start_in_triangle(int side, const struct patch_region *region, const double gradient[2],
                             double uv[2], struct move moves[2])
{
    const double(*corner)[2] = region->corner;
    int held[3], n = 0;
    for (int i = 0; i < 3; i++) {
        const double *p = corner[(i + 1) % 3], *q = corner[(i + 2) % 3];
        const double inward = gradient[0] * (corner[i][0] - 0.5 * (p[0] + q[0])) +
                              gradient[1] * (corner[i][1] - 0.5 * (p[1] + q[1]));
        if (inward < 0 && on_edge(p, q)) held[n++] = i;
    }
    if (n >= 2) { /* at the corner that both edges share */
        const double *at = corner[3 - held[0] - held[1]];
        uv[0] = at[0];
        uv[1] = at[1];
        return 0;
    }
    const double *p = corner[n ? (held[0] + 1) % 3 : 1], *q = corner[n ? (held[0] + 2) % 3 : 2];
    if (n) {
        uv[0] = 0.5 * (p[0] + q[0]);
        uv[1] = 0.5 * (p[1] + q[1]);
        moves[0] = (struct move){side, {q[0] - p[0], q[1] - p[1]}};
        return 1;
    }
    for (int i = 0; i < 2; i++) {
        uv[i] = (corner[0][i] + corner[1][i] + corner[2][i]) * (1.0 / 3);
        moves[i] = (struct move){side, {corner[i + 1][0] - corner[0][0], corner[i + 1][1] - corner[0][1]}};
    }
    return 2;
}

/* Starts both points; the moves that are left to them, at least two: where both are at corners, or one at a
 * corner and one at an edge, those along the parameters. */
static int start(const struct patch_wholes *wholes, const struct patch_pair *pair,
                 struct patch_points *points, struct move moves[4])
{
    double slope[4][PATCH_MOVING];
    int n = 0;
    const struct vec3 axis = vec3_of(pair->axis);
    for (int side = 0; side < 2; side++)
        patch_region_middle(&wholes->units->net[side], &pair->part[side]->region, points->w + 2 * side);
    patch_points_locate(wholes, points, slope);
    for (int side = 0; side < 2; side++) {
        const struct patch_region *region = &pair->part[side]->region;
        double gradient[2];
        for (int i = 0; i < 2; i++)
            gradient[i] = vec3_dot(axis, along(&single[2 * side + i], slope, pair->lo));
        n += (wholes->units->net[side].shape.domain == CCDQ_QUAD ? start_in_quad : start_in_triangle)(
            side, region, gradient, points->w + 2 * side, moves + n);
        patch_into_domain(&wholes->units->net[side], points->w + 2 * side);
    }
    if (n >= 2) return n;
    memcpy(moves, single, sizeof single);
    return 4;
}

/* ---- Newton's method ---- */

static double determinant(struct vec3 a, struct vec3 b, struct vec3 c)
{
    return vec3_dot(a, vec3_cross(b, c));
}

/* Chooses the two of n moves that together with the velocity change the offset in the most different
 * directions, and makes them the first. */
static void choose_moves(struct move moves[4], int n, double slope[4][PATCH_MOVING],
                         const struct patch_points *points, double t)
{
    const struct vec3 velocity = vec3_of(points->at + 3);
    int first = 0, second = 1;
    double most = -1;
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++) {
            const double size =
                fabs(determinant(along(&moves[i], slope, t), along(&moves[j], slope, t), velocity));
            if (!(size > most)) continue;
            most = size;
            first = i;
            second = j;
        }
    const struct move chosen[2] = {moves[first], moves[second]};
    moves[0] = chosen[0];
    moves[1] = chosen[1];
}

static void move_by(const struct patch_wholes *wholes, struct patch_points *points, const struct move *move,
                    double way)
{
    double *uv = points->w + 2 * move->side;
    for (int i = 0; i < 2; i++) uv[i] += way * move->d[i];
    patch_into_domain(&wholes->units->net[move->side], uv);
}

static double largest(struct vec3 a)
{
    return max_of(max_of(fabs(a.x), fabs(a.y)), fabs(a.z));
}

enum { NEWTON_STEPS = 8 };

bool patch_find_contact(const struct patch_wholes *wholes, const struct patch_pair *pair, double close,
                        double latest, struct patch_points *points, double *t)
{
    struct move moves[4];
    double slope[4][PATCH_MOVING], before = INFINITY;
    const int n = start(wholes, pair, points, moves);
    *t = pair->lo;
    for (int step = 0;; step++) {
        patch_points_locate(wholes, points, slope);
        const struct vec3 offset = offset_at(points, *t), velocity = vec3_of(points->at + 3);
        const double apart = largest(offset);
        if (step && apart <= close) break;
        if (step == NEWTON_STEPS || !(apart < 4 * before)) return false;
        before = apart;
        if (!step) choose_moves(moves, n, slope, points, *t);
        const struct vec3 a = along(&moves[0], slope, *t), b = along(&moves[1], slope, *t);
        const double det = determinant(a, b, velocity);
        if (det == 0) return false;
        move_by(wholes, points, &moves[0], -determinant(offset, b, velocity) / det);
        move_by(wholes, points, &moves[1], -determinant(a, offset, velocity) / det);
        *t -= determinant(a, b, offset) / det;
        if (!(fabs(*t) <= 2)) return false;
    }
    return *t >= 0 && *t <= latest;
}

/* ---- The closest points ---- */

/* The shortest step of the four parameters that closes the gap between the points at the time t, to first
 * order: J^T (J J^T + damping)^-1 times the offset, where J has a column a parameter. */
static bool closing_step(const struct patch_points *points, double slope[4][PATCH_MOVING], double t,
                         double damping, double step[4])
{
    const struct vec3 offset = offset_at(points, t);
    struct vec3 column[4], row[3] = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
    for (int i = 0; i < 4; i++) {
        const struct vec3 c = column[i] = along(&single[i], slope, t);
        row[0] = vec3_along(row[0], c.x, c);
        row[1] = vec3_along(row[1], c.y, c);
        row[2] = vec3_along(row[2], c.z, c);
    }
    const double more = damping * (row[0].x + row[1].y + row[2].z);
    row[0].x += more;
    row[1].y += more;
    row[2].z += more;
    const double det = determinant(row[0], row[1], row[2]);
    if (!(det > 0)) return false;
    const struct vec3 solved = {determinant(offset, row[1], row[2]) / det,
                                determinant(row[0], offset, row[2]) / det,
                                determinant(row[0], row[1], offset) / det};
    for (int i = 0; i < 4; i++) step[i] = -vec3_dot(column[i], solved);
    return true;
}

void patch_find_closest(const struct patch_wholes *wholes, const struct patch_pair *pair, double close,
                        struct patch_points *points)
{
    enum { STEPS = 12 };
    double slope[4][PATCH_MOVING], next_slope[4][PATCH_MOVING], step[4], damping = 0x1p-30;
    for (int side = 0; side < 2; side++)
        patch_region_middle(&wholes->units->net[side], &pair->part[side]->region, points->w + 2 * side);
    patch_points_locate(wholes, points, slope);
    for (int i = 0; i < STEPS && largest(offset_at(points, pair->lo)) > close; i++) {
        if (!closing_step(points, slope, pair->lo, damping, step)) return;
        struct patch_points next = *points;
        for (int k = 0; k < 4; k++) next.w[k] += step[k];
        for (int side = 0; side < 2; side++) patch_into_domain(&wholes->units->net[side], next.w + 2 * side);
        patch_points_locate(wholes, &next, next_slope);
        const struct vec3 before = offset_at(points, pair->lo), after = offset_at(&next, pair->lo);
        if (vec3_dot(after, after) < vec3_dot(before, before)) {
            *points = next;
            memcpy(slope, next_slope, sizeof slope);
            damping *= 0.125;
        } else
            damping *= 64;
    }
}
