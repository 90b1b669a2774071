/* Points inside of solids: for bodies that hold each other, whose boundaries do not meet. */
#include "bracket.h"
#include "bracket_rows.h"

/* ---- What is inside ---- */

static double middle_of(const struct bracket_jet *jet)
{
    return interval_middle(jet->value);
}

/* The vector from x to the middle of a cell of a face, and the area vector there. */
static bool cell_of(const struct scene_face *face, const double at[2], double t, const double x[3],
                    double from[3], double area[3], struct bracket_work *work)
{
    const struct interval uv[2] = {interval_of(at[0]), interval_of(at[1])};
    struct bracket_jet point[3];
    double d[2][3];
    if (bracket_face(face, uv, interval_of(t), true, point, work)) return false;
    for (int k = 0; k < 3; k++) {
        from[k] = middle_of(&point[k]) - x[k];
        for (unsigned j = 0; j < 2; j++) d[j][k] = interval_middle(bracket_derivative(&point[k], j));
    }
    for (int k = 0; k < 3; k++)
        area[k] = d[0][(k + 1) % 3] * d[1][(k + 2) % 3] - d[0][(k + 2) % 3] * d[1][(k + 1) % 3];
    return true;
}

/* The solid angle of a face, seen from x, by the rule of the middle with n by n cells; NaN where the face has
 * no value. */
static double solid_angle(const struct scene_face *face, double t, const double x[3], int n,
                          struct bracket_work *work)
{
    const double du = (face->u.hi - face->u.lo) / n, dv = (face->v.hi - face->v.lo) / n;
    double sum = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            const double uv[2] = {face->u.lo + (i + 0.5) * du, face->v.lo + (j + 0.5) * dv};
            double from[3], area[3], dot = 0, square = 0;
            if (!cell_of(face, uv, t, x, from, area, work)) return NAN;
            for (int k = 0; k < 3; k++) {
                dot += from[k] * area[k];
                square += from[k] * from[k];
            }
            sum += dot / (square * sqrt(square));
        }
    return (face->inward ? -sum : sum) * du * dv;
}

/* All faces of a solid together are seen under 4 pi from inside, under 0 from outside: by Gauss's theorem. A
 * sum of a rule of quadrature, which is trusted where two of them are near the same whole number. */
static int faces_hold(const struct scene_body *body, double t, const double x[3], struct bracket_work *work)
{
    static const double whole = 4 * 3.14159265358979323846, near = 0.1;
    double before = NAN;
    for (int n = 16; n <= 256; n *= 2) {
        double sum = 0;
        for (size_t i = 0; i < body->faces; i++) sum += solid_angle(&body->face[i], t, x, n, work);
        const double turns = sum / whole, nearest = floor(turns + 0.5);
        if (fabs(turns - nearest) < near && fabs(before - nearest) < near) return nearest != 0;
        before = turns;
    }
    return -1;
}

static int function_holds(const struct scene_body *body, double t, const double x[3],
                          struct bracket_work *work)
{
    const struct interval at[3] = {interval_of(x[0]), interval_of(x[1]), interval_of(x[2])};
    struct bracket_jet f;
    if (bracket_function(body, at, interval_of(t), false, &f, work)) return -1;
    return f.value.hi < 0 ? 1 : f.value.lo > 0 ? 0 : -1;
}

static int holds(const struct scene_body *body, double t, const double x[3], struct bracket_work *work)
{
    return body->implicit ? function_holds(body, t, x, work) : faces_hold(body, t, x, work);
}

/* ---- Points of a body ---- */

enum { SAMPLES = 9 };

static bool face_point(const struct scene_body *body, int i, double t, double x[3], struct bracket_work *work)
{
    if (!body->faces) return false;
    const struct scene_face *face = &body->face[(size_t)i * body->faces / SAMPLES];
    const double u = fmod(0.5 + 0.618034 * i, 1), v = fmod(0.5 + 0.754878 * i, 1);
    const struct interval uv[2] = {interval_of(face->u.lo + u * (face->u.hi - face->u.lo)),
                                   interval_of(face->v.lo + v * (face->v.hi - face->v.lo))};
    struct bracket_jet point[3];
    if (bracket_face(face, uv, interval_of(t), false, point, work)) return false;
    for (int k = 0; k < 3; k++) x[k] = middle_of(&point[k]);
    return true;
}

/* Along a line through the box, between two of its points where the function has other signs. */
static bool zero_on_line(const struct scene_body *body, const double ends[2][3], double t, double x[3],
                         struct bracket_work *work)
{
    enum { STEPS = 64, HALVINGS = 40 };
    double p[2][3], part[2] = {0, 0};
    int sign = -1;
    for (int i = 0; i <= STEPS; i++, part[0] = part[1]) {
        part[1] = (double)i / STEPS;
        for (int k = 0; k < 3; k++) p[1][k] = ends[0][k] + part[1] * (ends[1][k] - ends[0][k]);
        const int now = function_holds(body, t, p[1], work);
        if (sign >= 0 && now >= 0 && now != sign) break;
        sign = now;
        if (i == STEPS) return false;
    }
    for (int i = 0; i < HALVINGS; i++) {
        const double half = 0.5 * part[0] + 0.5 * part[1];
        for (int k = 0; k < 3; k++) x[k] = ends[0][k] + half * (ends[1][k] - ends[0][k]);
        part[function_holds(body, t, x, work) != sign] = half;
    }
    return true;
}

static bool implicit_point(const struct scene_body *body, int i, double t, double x[3],
                           struct bracket_work *work)
{
    struct interval world[3];
    double ends[2][3];
    if (!bracket_bounds(body, NULL, interval_of(t), world, work)) return false;
    for (int k = 0; k < 3; k++)
        for (int e = 0; e < 2; e++) {
            const double part = k == i % 3 ? e : fmod(0.5 + (0.618034 + 0.1 * k) * i, 1);
            ends[e][k] = world[k].lo + part * (world[k].hi - world[k].lo);
        }
    return zero_on_line(body, (const double(*)[3])ends, t, x, work);
}

static bool sample(const struct scene_body *body, int i, double t, double x[3], struct bracket_work *work)
{
    return body->implicit ? implicit_point(body, i, t, x, work) : face_point(body, i, t, x, work);
}

/* Whether the boxes around them meet, or are not known. */
static bool may_hold(const struct scene_body *outer, const struct scene_body *inner, double t,
                     struct bracket_work *work)
{
    struct interval box[2][3];
    const struct scene_body *body[2] = {outer, inner};
    for (int i = 0; i < 2; i++)
        if (!bracket_box(body[i], interval_of(t), box[i], work)) return true;
    for (int k = 0; k < 3; k++)
        if (box[1][k].hi < box[0][k].lo || box[1][k].lo > box[0][k].hi) return false;
    return true;
}

/* Whether the inner body's sample is in the outer one: one is enough, as it is connected and the boundaries
 * do not meet. */
static int held(const struct scene_body *outer, const struct scene_body *inner, double t,
                struct bracket_work *work)
{
    int inside = outer->solid && may_hold(outer, inner, t, work) ? -1 : 0;
    for (int i = 0; i < SAMPLES && inside < 0; i++) {
        double x[3];
        if (sample(inner, i, t, x, work)) inside = holds(outer, t, x, work);
    }
    return inside;
}

int bracket_holds(const struct scene *scene, uint32_t pair)
{
    struct bracket_work work = {0};
    const struct scene_body *a = &scene->body[scene->pair[pair][0]], *b = &scene->body[scene->pair[pair][1]];
    const int inside[2] = {held(a, b, scene->time.lo, &work), held(b, a, scene->time.lo, &work)};
    bracket_work_free(&work);
    if (inside[0] == 1 || inside[1] == 1) return 1;
    return inside[0] == 0 && inside[1] == 0 ? 0 : -1;
}
