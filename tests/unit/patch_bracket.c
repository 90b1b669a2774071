/* The bracket of the first contact of two patches: against times that are known, against points found by
 * sampling and descent, under scaling and motion of the pair, and with a budget. */
#include "../../lib/curved/bracket.h"
#include "../../lib/curved/exact_gap.h"
#include "../../lib/gen/gen.h"
#include "../../lib/gen/rng.h"
#include "../patches.h"
#include "../tap.h"
#include <stdbool.h>
#include <stdlib.h>

/* ---- A second opinion: the smallest distance at one time ---- */

/* Into the domain. */
static void clamp(unsigned domain, double w[2])
{
    for (int k = 0; k < 2; k++) w[k] = fmin(1, fmax(0, w[k]));
    if (domain == CCDQ_TRIANGLE && w[0] + w[1] > 1) {
        const double over = (w[0] + w[1] - 1) / 2;
        w[0] = fmin(1, fmax(0, w[0] - over));
        w[1] = 1 - w[0];
    }
}

static void clamp_both(const struct ccdq_patch_query *q, double w[4])
{
    for (int i = 0; i < 2; i++) clamp(q->patch[i].shape.domain, w + 2 * i);
}

/* Steps in random directions, shorter and longer as they fail and succeed. */
static double descend(const struct ccdq_patch_query *q, double w[4], double t, struct rng *rng)
{
    double best = pair_residual(q, w, t), step = 0.1;
    for (int i = 0; i < 300 && step > 1e-9; i++) {
        double other[4];
        for (int k = 0; k < 4; k++) other[k] = w[k] + step * rng_real(rng, -1, 1);
        clamp_both(q, other);
        const double d = pair_residual(q, other, t);
        if (d < best) {
            memcpy(w, other, sizeof other);
            best = d;
            step *= 2;
        } else {
            step *= 0.8;
        }
    }
    return best;
}

/* The shortest step of all four parameters that closes a gap f with the derivatives j, nearly:
 * -J^T (J J^T + c)^-1 f. */
static void shortest_step(double j[3][4], const double f[3], double step[4])
{
    double s[3][3], x[3], trace = 0;
    for (int a = 0; a < 3; a++)
        for (int b = 0; b < 3; b++) {
            s[a][b] = 0;
            for (int k = 0; k < 4; k++) s[a][b] += j[a][k] * j[b][k];
            if (a == b) trace += s[a][b];
        }
    for (int a = 0; a < 3; a++) s[a][a] += 1e-12 * trace + 1e-300, x[a] = f[a];
    for (int a = 0; a < 3; a++) /* elimination; s is positive definite */
        for (int b = a + 1; b < 3; b++) {
            const double factor = s[b][a] / s[a][a];
            for (int k = a; k < 3; k++) s[b][k] -= factor * s[a][k];
            x[b] -= factor * x[a];
        }
    for (int a = 2; a >= 0; a--) {
        for (int k = a + 1; k < 3; k++) x[a] -= s[a][k] * x[k];
        x[a] /= s[a][a];
    }
    for (int k = 0; k < 4; k++) step[k] = -(j[0][k] * x[0] + j[1][k] * x[1] + j[2][k] * x[2]);
}

/* Gauss-Newton inside the domains, with derivatives by differences. */
static double close_in(const struct ccdq_patch_query *q, double w[4], double t)
{
    const double h = 1e-7;
    double best = pair_residual(q, w, t);
    for (int i = 0; i < 30 && best > 1e-13; i++) {
        double f[3], g[3], j[3][4], step[4];
        pair_offset(q, w, t, f);
        for (int k = 0; k < 4; k++) {
            double at[4];
            memcpy(at, w, sizeof at);
            at[k] += at[k] > 0.5 ? -h : h;
            pair_offset(q, at, t, g);
            for (int a = 0; a < 3; a++) j[a][k] = (g[a] - f[a]) / (at[k] - w[k]);
        }
        for (int fixed = 0; fixed < 3; fixed++) { /* those on a border that would leave stay there */
            shortest_step(j, f, step);
            for (int k = 0; k < 4; k++)
                if ((w[k] <= 0 && step[k] < 0) || (w[k] >= 1 && step[k] > 0)) j[0][k] = j[1][k] = j[2][k] = 0;
        }
        shortest_step(j, f, step);
        for (int k = 0; k < 4; k++) w[k] += fmin(0.1, fmax(-0.1, step[k]));
        clamp_both(q, w);
        best = fmin(best, pair_residual(q, w, t));
    }
    return best;
}

enum { GRID = 6, BEST = 6 };

/* The best points of a grid. */
static void grid(const struct ccdq_patch_query *q, double t, double start[BEST][4])
{
    double value[BEST], w[4];
    for (int k = 0; k < BEST; k++) value[k] = INFINITY;
    for (int i = 0; i < (GRID + 1) * (GRID + 1) * (GRID + 1) * (GRID + 1); i++) {
        for (int k = 0, rest = i; k < 4; k++, rest /= GRID + 1) w[k] = (double)(rest % (GRID + 1)) / GRID;
        clamp_both(q, w);
        const double d = pair_residual(q, w, t);
        int place = BEST;
        while (place && d < value[place - 1]) place--;
        for (int l = BEST - 1; l > place; l--) {
            memcpy(start[l], start[l - 1], sizeof w);
            value[l] = value[l - 1];
        }
        if (place == BEST) continue;
        memcpy(start[place], w, sizeof w);
        value[place] = d;
    }
}

/* About the smallest distance of the pair at the time t. */
static double closest(const struct ccdq_patch_query *q, double t, struct rng *rng)
{
    double start[BEST][4], least = INFINITY;
    grid(q, t, start);
    for (int k = 0; k < BEST && least > 1e-12; k++) {
        least = fmin(least, descend(q, start[k], t, rng));
        least = fmin(least, close_in(q, start[k], t));
    }
    return least;
}

/* ---- Pairs ---- */

static int rounds = 1;

static void draw(const char *family, const char *shapes, uint64_t seed, uint64_t id, struct pair *pair)
{
    static _Alignas(8) unsigned char record[2 * sizeof pair->x];
    struct ccdq_patch_query q;
    struct ccdq_shape shape[2];
    pair_begin(pair, shapes);
    ccdq_shapes_of_name(shapes, shape);
    gen_patch_range(gen_find_family(gen_patch_families, family), shape, seed, id, 1, record);
    ccdq_patch_record_query(record, &q);
    for (int i = 0; i < 2; i++) {
        const size_t size = ccdq_shape_points(&shape[i]) * ccdq_shape_width(&shape[i]) * sizeof(double);
        memcpy(pair->x[i][0], q.patch[i].point, size);
        memcpy(pair->x[i][1], q.patch[i].velocity, size);
    }
    pair->q.id = id;
    pair->q.end = q.end;
}

static bool is_narrow(const struct patch_bracket *b, double end)
{
    return b->hi - b->lo <= 1.001 * BRACKET_NARROW * end;
}

/* ---- Known times ---- */

static void test_known(const char *family, const char *shapes, int n, int least_narrow)
{
    static struct pair pair;
    int off = 0, narrow = 0;
    for (int i = 0; i < n * rounds; i++) {
        struct patch_bracket b;
        draw(family, shapes, 11, (uint64_t)i, &pair);
        const double t = gen_patch_touch_time(gen_find_family(gen_patch_families, family), 11, (uint64_t)i);
        patch_bracket(&pair.q, 0, &b);
        narrow += is_narrow(&b, pair.q.end);
        if (!(b.lo <= t && t <= b.hi) && !off++) diag("record %d: %a is not in [%a, %a]", i, t, b.lo, b.hi);
    }
    ok(!off, "%s %s: the known time is in the bracket", family, shapes);
    ok(narrow >= least_narrow * rounds, "%s %s: %d of %d brackets are narrow", family, shapes, narrow,
       n * rounds);
}

static void test_never(const char *shapes, int n)
{
    static struct pair pair;
    int hits = 0, free = 0;
    for (int i = 0; i < n * rounds; i++) {
        struct patch_bracket b;
        draw("near", shapes, 12, (uint64_t)i, &pair);
        patch_bracket(&pair.q, 0, &b);
        hits += b.hi < INFINITY;
        free += b.lo == INFINITY;
    }
    ok(!hits, "near %s: no contact where there is a gap of 1e-9", shapes);
    ok(free >= n * rounds * 9 / 10, "near %s: %d of %d proven free", shapes, free, n * rounds);
}

/* A quarter of a circle about (0, y, 2), from (-1, y, 2) down to (0, y, 1), to a few roundings of its one
 * irrational weight, comes down at speed 2: its lowest point is an end of it, so the time is 1/2. */
static void test_arc(void)
{
    static struct pair pair;
    struct patch_bracket b;
    pair_begin(&pair, "q2x1r,q1");
    static const double arc[3][3] = {{-1, 0, 1}, {-1, -1, 0.70710678118654757}, {0, -1, 1}};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 2; j++) {
            double *p = pair.x[0][0] + 4 * (2 * i + j);
            p[0] = arc[i][0], p[1] = j, p[2] = 2 + arc[i][1], p[3] = arc[i][2];
            pair.x[0][1][4 * (2 * i + j) + 2] = -2;
        }
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            pair.x[1][0][3 * (2 * i + j)] = 4 * i - 2, pair.x[1][0][3 * (2 * i + j) + 1] = 4 * j - 2;
    patch_bracket(&pair.q, 0, &b);
    ok(b.lo <= 0.5 && b.hi >= 0.5 && is_narrow(&b, 1), "an arc that comes down on a square: [%.17g, %.17g]",
       b.lo, b.hi);
}

/* ---- Points in space ---- */

/* Are points found that meet at t or a little later? How deep the two must be in each other for that depends
 * on how they are bent. */
static bool meets_after(const struct ccdq_patch_query *q, double t, struct rng *rng)
{
    for (double later = 1e-5; later < 0.2; later *= 5)
        if (closest(q, fmin(q->end, t + later * q->end), rng) < 1e-9) return true;
    return false;
}

/* Before lo the pair is apart; from hi on it crosses: a little later points are found that meet, most of the
 * time. Of a pair without contact no points meet, ever. */
static void test_sampled(const char *family, const char *shapes, int n)
{
    static struct pair pair;
    struct rng rng = rng_at(rng_key(family, 1, 1), 0);
    int bad = 0, hits = 0, decided = 0, met = 0;
    for (int i = 0; i < n * rounds; i++) {
        struct patch_bracket b;
        draw(family, shapes, 13, (uint64_t)i, &pair);
        const struct ccdq_patch_query *q = &pair.q;
        patch_bracket(q, 0, &b);
        const bool hit = b.hi < INFINITY, free = b.lo == INFINITY;
        const double until = free ? q->end : b.lo * (1 - 1e-6);
        bool right = true;
        for (int k = 0; k <= 4 && until > 0; k++) right &= closest(q, until * k / 4, &rng) > 1e-11;
        if (hit) met += meets_after(q, b.hi, &rng);
        hits += hit;
        decided += hit || free;
        if (!right && !bad++) diag("record %d: [%a, %a]", i, b.lo, b.hi);
    }
    ok(!bad, "%s %s: apart before the bracket (%d of %d decided)", family, shapes, decided, n * rounds);
    /* collapsed patches may pass each other and be apart again */
    const int least = strcmp(family, "degenerate") ? hits * 9 / 10 : hits * 3 / 4;
    ok(met >= least, "%s %s: together behind it, seen of %d of %d", family, shapes, met, hits);
}

/* ---- Scaling and motion ---- */

/* A pair moved by `by`, scaled by `space`, in a time scaled by `time`: the numbers are rounded. */
static void transform(struct pair *pair, double by, double space, double time)
{
    for (int i = 0; i < 2; i++) {
        const size_t width = ccdq_shape_width(&pair->q.patch[i].shape),
                     points = ccdq_shape_points(&pair->q.patch[i].shape);
        for (size_t k = 0; k < points * width; k++) {
            if (k % width == 3) continue;
            pair->x[i][0][k] = pair->x[i][0][k] * space + by;
            pair->x[i][1][k] *= space / time;
        }
    }
    pair->q.end *= time;
}

static void test_transformed(const char *shapes, int n, double by, double space, double time, double slack)
{
    static struct pair pair;
    int bad = 0;
    for (int i = 0; i < n * rounds; i++) {
        struct patch_bracket b, c;
        draw("random", shapes, 14, (uint64_t)i, &pair);
        patch_bracket(&pair.q, 0, &b);
        transform(&pair, by, space, time);
        patch_bracket(&pair.q, 0, &c);
        const bool same =
            (b.lo == INFINITY) == (c.lo == INFINITY) && (b.hi == INFINITY) == (c.hi == INFINITY);
        const bool near =
            b.hi == INFINITY || (fabs(c.lo / time - b.lo) <= slack && fabs(c.hi / time - b.hi) <= slack);
        if (!(same && near) && !bad++) diag("record %d: [%a, %a] and [%a, %a]", i, b.lo, b.hi, c.lo, c.hi);
    }
    ok(!bad, "%s moved by %g, times %g, in %g of the time", shapes, by, space, time);
}

/* Powers of two change nothing but the exponents, also where numbers are at the ends of what doubles are. */
static void test_powers(int space, int time)
{
    static struct pair pair;
    int bad = 0;
    for (int i = 0; i < 20; i++) {
        struct patch_bracket b, c;
        draw("random", "q2,t2", 15, (uint64_t)i, &pair);
        patch_bracket(&pair.q, 0, &b);
        transform(&pair, 0, ldexp(1, space), ldexp(1, time));
        patch_bracket(&pair.q, 0, &c);
        bad += c.lo != ldexp(b.lo, time) || c.hi != ldexp(b.hi, time);
    }
    ok(!bad, "space times 2^%d, time times 2^%d: the same bracket", space, time);
}

/* ---- Budgets ---- */

static void test_budget(void)
{
    static struct pair pair;
    int bad = 0, undecided = 0;
    for (int i = 0; i < 50; i++) {
        struct patch_bracket b, c;
        draw("random", "q3", 16, (uint64_t)i, &pair);
        patch_bracket(&pair.q, 0, &b);
        double lo = 0, hi = INFINITY;
        for (uint32_t tests = 1; tests < 1000; tests *= 3, lo = c.lo, hi = c.hi) {
            patch_bracket(&pair.q, tests, &c);
            undecided += c.lo < INFINITY && c.hi == INFINITY;
            bad += c.tests > tests + 1 || c.lo < lo || c.hi > hi || c.lo > b.hi || c.hi < b.lo;
        }
    }
    ok(!bad && undecided, "with more tests the bracket is narrower, and it is always true (%d undecided)",
       undecided);
}

/* ---- Exact points ---- */

static void test_exact(void)
{
    static struct pair pair;
    double largest;
    draw("random", "q3r,t2", 17, 0, &pair);
    struct rng rng = rng_at(rng_key("exact", 0, 0), 0);
    int bad = 0;
    for (int i = 0; i < 200; i++) {
        double w[4], d[3], most = 0;
        for (int k = 0; k < 4; k++) w[k] = rng_unit(&rng);
        if (w[2] + w[3] > 1) w[2] = 1 - w[2], w[3] = 1 - w[3];
        const double t = rng_unit(&rng);
        pair_offset(&pair.q, w, t, d);
        for (int a = 0; a < 3; a++) most = fmax(most, fabs(d[a]));
        const bool below = exact_apart(&pair.q, w, t, most * (1 - 1e-12), &largest);
        const bool above = exact_apart(&pair.q, w, t, most * (1 + 1e-12), &largest);
        bad += !below || above || fabs(largest - most) > 1e-12;
    }
    ok(!bad, "differences of coordinates in rational arithmetic are those in doubles");

    draw("touch", "q1", 17, 3, &pair);
    const double t = gen_patch_touch_time(gen_find_family(gen_patch_families, "touch"), 17, 3);
    int touching = 0;
    for (int i = 0; i < 625; i++) {
        double time;
        const struct fraction at[4] = {{i % 5, 4}, {i / 5 % 5, 4}, {i / 25 % 5, 4}, {i / 125, 4}};
        const bool meets = exact_contact(&pair.q, at, &time);
        touching += meets && time == t;
        bad += meets && time < t;
    }
    ok(!bad && touching, "of the points in fourths some touch at the known time, none before");
}

int main(void)
{
    if (getenv("CCDQ_LONG")) rounds = 20;
    test_arc();
    test_known("touch", "q3", 30, 30);
    test_known("touch", "t2", 30, 30);
    test_known("touch", "q1r,t3", 30, 29);
    test_known("touch", "q4x2r", 20, 19);
    test_known("manifold", "q1", 30, 20);
    test_known("manifold", "t3,q2", 20, 8);
    test_never("q2", 30);
    test_never("t3,q2r", 20);
    test_sampled("random", "q2", 15);
    test_sampled("random", "t3,q2r", 10);
    test_sampled("degenerate", "q2", 20);
    test_sampled("degenerate", "t2,q3", 15);
    test_sampled("rational", "q2r", 10);
    test_transformed("q3", 15, 0, 1e-6, 1, 1e-9);
    test_transformed("t2", 15, 0, 1e6, 1e-3, 1e-9);
    test_transformed("q2r", 15, 1e6, 1, 1, 1e-6);
    test_transformed("q1,t3", 15, 0, 1, 1e5, 1e-9);
    test_powers(900, 0);
    test_powers(-900, 0);
    test_powers(0, 500);
    test_powers(100, -800);
    test_budget();
    test_exact();
    return tap_done();
}
