/* What the baselines for patches are made of: control points of parts, and the periods in which two sets of
 * lines are apart. */
#include "../../lib/curved/envelope.h"
#include "../../lib/gen/rng.h"
#include "../../lib/num/complement.h"
#include "../patches.h"
#include "../tap.h"
#include <stdlib.h>

/* ---- Parts ---- */

static void random_patch(struct pair *pair, int side, struct rng *rng)
{
    const struct ccdq_shape *shape = &pair->q.patch[side].shape;
    const size_t width = ccdq_shape_width(shape);
    for (size_t i = 0; i < ccdq_shape_points(shape); i++)
        for (size_t k = 0; k < width; k++) {
            pair->x[side][0][i * width + k] = k < 3 ? rng_real(rng, -1, 1) : ldexp(1, rng_int(rng, -2, 2));
            pair->x[side][1][i * width + k] = k < 3 ? rng_real(rng, -1, 1) : 0;
        }
}

/* A part of the whole, `depth` divisions deep. */
static struct subpatch random_part(const struct subpatch_whole *whole, int depth, struct rng *rng)
{
    struct subpatch part = {0, 0, 1};
    while (depth--) part = subpatch_child(&whole->net, part, rng_int(rng, 0, 3));
    return part;
}

/* By how much the corners of a part lie off the patch where the part says they are. */
static double corners_off(const struct ccdq_patch *patch, const struct subpatch_whole *whole,
                          struct subpatch part)
{
    static const double at[4][2] = {{0, 0}, {1, 0}, {0, 1}, {1, 1}};
    static struct subpatch_points points;
    double worst = 0;
    subpatch_points_of(whole, part, &points);
    for (int c = 0; c < whole->net.corners; c++)
        for (int t = 0; t < 2; t++) {
            const struct vec3 p =
                vec3_along(points.at[whole->net.corner[c]], t, points.speed[whole->net.corner[c]]);
            double x[3];
            patch_point(patch, part.u + part.size * at[c][0], part.v + part.size * at[c][1], t, x);
            worst = fmax(worst, fmax(fabs(p.x - x[0]), fmax(fabs(p.y - x[1]), fabs(p.z - x[2]))));
        }
    return worst;
}

/* By how much the Bezier patch of a part's points lies off the whole, which has no weights, at a random
 * place.
 */
static double inside_off(const struct ccdq_patch *patch, const struct subpatch_whole *whole,
                         struct subpatch part, struct rng *rng)
{
    static struct subpatch_points points;
    static double at[PAIR_MAX_REALS], speed[PAIR_MAX_REALS];
    const double a = rng_unit(rng), b = rng_unit(rng) * (patch->shape.domain == CCDQ_TRIANGLE ? 1 - a : 1);
    const struct ccdq_patch alone = {patch->shape, at, speed};
    double x[3], y[3], worst = 0;
    subpatch_points_of(whole, part, &points);
    for (int i = 0; i < points.n; i++) {
        memcpy(at + 3 * i, &points.at[i], sizeof points.at[i]);
        memcpy(speed + 3 * i, &points.speed[i], sizeof points.speed[i]);
    }
    patch_point(&alone, a, b, 0.5, x);
    patch_point(patch, part.u + part.size * a, part.v + part.size * b, 0.5, y);
    for (int k = 0; k < 3; k++) worst = fmax(worst, fabs(x[k] - y[k]));
    return worst;
}

/* By how much a random place of the part lies out of the bounds of its control points along an axis. */
static double hull_off(const struct ccdq_patch *patch, const struct subpatch_whole *whole,
                       struct subpatch part, struct rng *rng)
{
    static struct subpatch_points points;
    const double a = rng_unit(rng), b = rng_unit(rng) * (patch->shape.domain == CCDQ_TRIANGLE ? 1 - a : 1);
    double axis[3], x[3], most = -INFINITY;
    for (int k = 0; k < 3; k++) axis[k] = rng_real(rng, -1, 1);
    subpatch_points_of(whole, part, &points);
    patch_point(patch, part.u + part.size * a, part.v + part.size * b, 0.5, x);
    for (int i = 0; i < points.n; i++) {
        const struct vec3 p = vec3_along(points.at[i], 0.5, points.speed[i]);
        most = fmax(most, axis[0] * (p.x - x[0]) + axis[1] * (p.y - x[1]) + axis[2] * (p.z - x[2]));
    }
    return -most;
}

static void parts_are_parts(void)
{
    static const char *const shapes[] = {"t1",   "t2",   "t3",  "t5",  "t16", "q1",  "q2",    "q3",
                                         "q1x4", "q7x2", "q16", "t2r", "q2r", "t4r", "q3x5r", "q16r"};
    static struct pair pair;
    static struct subpatch_whole whole;
    for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++) {
        double off = 0;
        pair_begin(&pair, shapes[s]);
        for (size_t id = 0; id < 200; id++) {
            struct rng rng = rng_at(rng_key(shapes[s], 0, 1), id);
            random_patch(&pair, 0, &rng);
            subpatch_whole_of(&pair.q.patch[0], &whole);
            const struct subpatch part = random_part(&whole, rng_int(&rng, 0, 30), &rng);
            off = fmax(off, corners_off(&pair.q.patch[0], &whole, part));
            off = fmax(off, hull_off(&pair.q.patch[0], &whole, part, &rng));
            if (!whole.net.shape.rational) off = fmax(off, inside_off(&pair.q.patch[0], &whole, part, &rng));
        }
        ok(off < 1e-14 * (10 + whole.net.points), "%s: parts lie on the patch, off by %g", shapes[s], off);
    }
}

/* The four parts of a part cover it, and no two overlap: a random place of it lies in one. */
static void children_cover(void)
{
    static const char *const shapes[] = {"t2", "q2"};
    for (int s = 0; s < 2; s++) {
        static struct pair pair;
        static struct subpatch_whole whole;
        size_t wrong = 0;
        pair_begin(&pair, shapes[s]);
        subpatch_whole_of(&pair.q.patch[0], &whole);
        for (size_t id = 0; id < 2000; id++) {
            struct rng rng = rng_at(rng_key("children", (unsigned)s, 1), id);
            const struct subpatch part = random_part(&whole, rng_int(&rng, 0, 4), &rng);
            const double a = rng_unit(&rng), b = rng_unit(&rng);
            if (whole.net.shape.domain == CCDQ_TRIANGLE && a + b > 1) continue;
            const double u = part.u + part.size * a, v = part.v + part.size * b;
            int in = 0;
            for (int c = 0; c < 4; c++) {
                const struct subpatch child = subpatch_child(&whole.net, part, c);
                const double i = (u - child.u) / child.size, j = (v - child.v) / child.size;
                in += i > 0 && j > 0 && (whole.net.shape.domain == CCDQ_QUAD ? i < 1 && j < 1 : i + j < 1);
            }
            wrong += in != 1;
        }
        ok(!wrong, "%s: each place of a part is in one of its four parts, %zu are not", shapes[s], wrong);
    }
}

/* ---- Envelopes ---- */

/* The same period from all pairs of a line of a and one of b. */
static struct period by_pairs(const struct line *a, size_t na, const struct line *b, size_t nb, double margin)
{
    struct period p = {-INFINITY, INFINITY};
    for (size_t i = 0; i < na; i++)
        for (size_t j = 0; j < nb; j++) {
            const double at = b[j].at - margin * fabs(b[j].at) - a[i].at - margin * fabs(a[i].at);
            const double speed = b[j].speed - a[i].speed, zero = -at / speed;
            if (speed > 0)
                p.from = fmax(p.from, zero);
            else if (speed < 0)
                p.to = fmin(p.to, zero);
            else if (!(at > 0))
                p.to = -INFINITY;
        }
    return p;
}

static bool near(double x, double y)
{
    return x == y || fabs(x - y) < 1e-12 * (1 + fabs(x));
}

/* Whether two gaps leave the same of a period. A gap that only touches an end of it counts as none. */
static bool same_gap(struct period a, struct period b, struct period in)
{
    const bool none = !(b.from < b.to && b.to > in.from && b.from < in.to);
    if (none) return !(a.from < a.to) || near(a.from, in.to) || near(a.to, in.from) || near(a.from, a.to);
    if (!(a.from < a.to)) return near(b.from, b.to) || near(b.to, in.from) || near(b.from, in.to);
    return (b.from < in.from || near(b.from, in.from) ? a.from < in.from || near(a.from, in.from)
                                                      : near(a.from, b.from)) &&
           (b.to > in.to || near(b.to, in.to) ? a.to > in.to || near(a.to, in.to) : near(a.to, b.to));
}

/* Integers give parallel and equal lines, and many that meet in one point. */
static size_t random_lines(struct line *line, int shift, struct rng *rng)
{
    const size_t n = rng_below(rng, 8) ? 1 + rng_below(rng, 20) : 1 + rng_below(rng, PATCH_MAX_POINTS);
    const int integer = rng_int(rng, 0, 1);
    for (size_t i = 0; i < n; i++) {
        line[i].at = (integer ? rng_int(rng, -4, 4) : rng_real(rng, -4, 4)) + shift;
        line[i].speed = integer ? rng_int(rng, -6, 6) : rng_real(rng, -6, 6);
    }
    return n;
}

static void envelopes_are_all_pairs(size_t n)
{
    static struct line a[PATCH_MAX_POINTS], b[PATCH_MAX_POINTS], sorted[2][PATCH_MAX_POINTS];
    static struct envelope upper, lower;
    size_t wrong = 0, gaps = 0, inner = 0;
    for (size_t id = 0; id < n; id++) {
        struct rng rng = rng_at(rng_key("lines", 0, 1), id);
        const double from = rng_int(&rng, -2, 2), margin = id % 2 ? 1e-6 : 0;
        const struct period in = {from, from + rng_int(&rng, 0, 3)};
        const size_t na = random_lines(a, rng_int(&rng, -12, 0), &rng), nb = random_lines(b, 0, &rng);
        memcpy(sorted[0], a, na * sizeof *a);
        memcpy(sorted[1], b, nb * sizeof *b);
        envelope_sort(sorted[0], na);
        envelope_sort(sorted[1], nb);
        envelope_of(sorted[0], na, 1, margin, in, &upper);
        envelope_of(sorted[1], nb, -1, margin, in, &lower);
        const struct period got = envelope_negative(&upper, &lower, in), is = by_pairs(a, na, b, nb, margin);
        gaps += is.from < is.to && is.from < in.to && is.to > in.from;
        inner += is.from > in.from && is.to < in.to && is.from < is.to;
        if (!same_gap(got, is, in) && !wrong++)
            diag("id %zu in [%g, %g]: (%.17g, %.17g), by pairs (%.17g, %.17g)", id, in.from, in.to, got.from,
                 got.to, is.from, is.to);
    }
    ok(!wrong && gaps > n / 10 && inner > n / 100,
       "envelopes: %zu periods apart of %zu, %zu inside, %zu wrong", gaps, n, inner, wrong);
}

/* ---- Parameters ---- */

/* Outside of a triangle they come to its edge, and across the long one exactly, so that 1 - u - v is 0;
 * inside they stay. */
static void into_the_domain(int n)
{
    const struct ccdq_shape shape = {CCDQ_TRIANGLE, {1, 1}, 0, 0};
    struct patch_net net;
    struct rng rng = rng_at(rng_key("into the domain", 0, 1), 0);
    int wrong = 0, across = 0;
    patch_net_of(&shape, &net);
    for (int i = 0; i < n; i++) {
        const double u = ldexp(rng_real(&rng, -0.25, 1.25), -rng_int(&rng, 0, 60) * (i % 2)),
                     v = i % 3 ? rng_real(&rng, -0.25, 1.25)
                               : 1 - u + ldexp(rng_real(&rng, -1, 1), -rng_int(&rng, 40, 60));
        double uv[2] = {u, v};
        patch_into_domain(&net, uv);
        const bool in = u >= 0 && v >= 0 && u <= 1 && v <= complement(u), over = u > 0 && v > 0 && !in;
        const bool on_edge = uv[1] == 1 - uv[0] && uv[0] == 1 - uv[1];
        across += over;
        if (uv[0] < 0 || uv[0] > 1 || uv[1] < 0 || uv[1] > complement(uv[0]) || (over && !on_edge) ||
            (in && (uv[0] != u || uv[1] != v)))
            if (!wrong++) diag("%a %a: %a %a", u, v, uv[0], uv[1]);
    }
    ok(!wrong && across > n / 5, "parameters are moved into a triangle: %d across its long edge", across);
}

int main(void)
{
    into_the_domain(100000);
    parts_are_parts();
    children_cover();
    envelopes_are_all_pairs(getenv("CCDQ_LONG") ? 1000000 : 30000);
    return tap_done();
}
