/* The method tdi: what its tier promises, over all families and many shapes, judged by points in long double,
 * by contacts that Newton's method finds from random starts, by contact times known by construction, and by
 * lib/curved/bracket; and that its answers follow the query when that is scaled, moved, swapped. */
#include "../../lib/curved/bracket.h"
#include "../../lib/gen/gen.h"
#include "../../lib/gen/rng.h"
#include "../../lib/num/complement.h"
#include "../tap.h"
#include "patch_points.h"
#include <stdlib.h>
#include <string.h>

enum { MAX_REALS = 4 + 4 * 17 * 17 * 4 };
static struct ccdq_workspace *ws;
static int rounds = 1;

struct drawn {
    double record[MAX_REALS];
    struct ccdq_patch_query q;
};

static void draw(const char *family, const char *shapes, uint64_t seed, uint64_t id, struct drawn *pair)
{
    struct ccdq_shape shape[2];
    ccdq_shapes_of_name(shapes, shape);
    gen_patch_range(gen_find_family(gen_patch_families, family), shape, seed, id, 1, pair->record);
    ccdq_patch_record_query(pair->record, &pair->q);
}

static struct ccdq_result solve(const struct ccdq_patch_query *q, const struct ccdq_patch_options *options)
{
    struct ccdq_result r;
    ccdq_patch_solve(ccdq_patch_find("tdi"), q, options, &r, ws);
    return r;
}

static struct ccdq_patch_options with_delta(double delta)
{
    struct ccdq_patch_options options = ccdq_patch_defaults;
    options.delta = delta;
    options.max_iter = 100000;
    return options;
}

/* ---- What is promised of every answer ---- */

static int in_domain(const struct ccdq_shape *shape, const double w[2])
{
    return w[0] >= 0 && w[0] <= 1 && w[1] >= 0 && w[1] <= (shape->domain == CCDQ_QUAD ? 1 : complement(w[0]));
}

/* What is wrong with the form of r, or with its points, or NULL. */
static const char *fault_of(const struct ccdq_patch_query *q, double delta, const struct ccdq_result *r)
{
    long double w[4], d[3];
    const int spent = (r->flags & CCDQ_BUDGET_SPENT) != 0;
    if (r->id != q->id || r->method != CCDQ_METHOD_TDI || !r->evals) return "head";
    if (!(r->flags & CCDQ_TOI_PROVEN)) return "not proven";
    if (spent != (r->verdict == CCDQ_UNRESOLVED)) return "budget";
    if (r->verdict == CCDQ_FREE)
        return r->toi_lo == INFINITY && r->toi_hi == INFINITY && r->flags == CCDQ_TOI_PROVEN ? NULL : "free";
    if (!(r->toi_lo >= 0 && r->toi_lo <= q->end)) return "toi_lo";
    if (r->verdict == CCDQ_UNRESOLVED) return r->toi_hi == INFINITY ? NULL : "unresolved";
    if (r->verdict != CCDQ_HIT) return "verdict";
    if (!((r->toi_hi >= r->toi_lo && r->toi_hi <= q->end) || r->toi_hi == INFINITY)) return "toi_hi";
    if (!(r->flags & CCDQ_AT_START) != (r->toi_lo != 0)) return "start";
    for (int side = 0; side < 2; side++)
        if (!in_domain(&q->patch[side].shape, r->w + 2 * side)) return "domain";
    for (int i = 0; i < 4; i++) w[i] = r->w[i];
    offset_of(q, w, r->toi_lo, d);
    return largest_of(d) <= delta + 1e-17L * extent_of(q) ? NULL : "residual";
}

/* Contacts from random starts that come before what r says. */
static int missed(const struct ccdq_patch_query *q, const struct ccdq_result *r, int starts, struct rng *rng)
{
    static const int free_pairs[6][2] = {{0, 1}, {2, 3}, {0, 2}, {0, 3}, {1, 2}, {1, 3}};
    const double scale = extent_of(q);
    for (int s = 0; s < starts; s++) {
        long double w[4], t = q->end * rng_unit(rng);
        for (int i = 0; i < 4; i++) {
            w[i] = rng_unit(rng);
            if (rng_below(rng, 4) == 0) w[i] = rng_below(rng, 2);
        }
        if (newton_contact(q, free_pairs[s % 6], scale, w, &t) && t < r->toi_lo - 1e-11L * q->end) return 1;
    }
    return 0;
}

static int same_bytes(const struct ccdq_result *a, const struct ccdq_result *b)
{
    return !memcmp(a, b, sizeof *a);
}

static int same_on_all_widths(const struct ccdq_patch_query *q, struct ccdq_patch_options options,
                              const struct ccdq_result *r)
{
    for (unsigned simd = CCDQ_SIMD_PORTABLE; simd <= CCDQ_SIMD_AVX512; simd++) {
        options.simd = simd;
        const struct ccdq_result other = solve(q, &options);
        if (!same_bytes(r, &other)) return 0;
    }
    return 1;
}

struct tally {
    int n, faults, late, widths, wrong_time, hits, unresolved, proven;
};

static void tell(const struct ccdq_patch_query *q, const struct ccdq_result *r, const char *what)
{
    diag("id %llu: %s; verdict %d [%.17g, %.17g] evals %u", (unsigned long long)q->id, what, r->verdict,
         r->toi_lo, r->toi_hi, r->evals);
}

static void judge(const struct ccdq_patch_query *q, double delta, struct tally *tally, struct ccdq_result *r)
{
    struct rng rng = rng_at(rng_key("patch_tdi", 0, 1), q->id);
    const struct ccdq_patch_options options = with_delta(delta);
    *r = solve(q, &options);
    const char *fault = fault_of(q, delta, r);
    tally->n++;
    tally->hits += r->verdict == CCDQ_HIT;
    tally->unresolved += r->verdict == CCDQ_UNRESOLVED;
    tally->proven += r->verdict == CCDQ_HIT && r->toi_hi < INFINITY;
    if (fault && !tally->faults++) tell(q, r, fault);
    if (missed(q, r, 24, &rng) && !tally->late++) tell(q, r, "a contact comes before");
    if (r->evals < 3000 && !same_on_all_widths(q, options, r) && !tally->widths++)
        tell(q, r, "other vectors");
}

static void report(const struct tally *tally, const char *family, const char *shapes)
{
    ok(!tally->faults && !tally->late && !tally->widths && !tally->wrong_time,
       "%s %s: %d pairs, %d hits (%d with a proven contact), %d unresolved", family, shapes, tally->n,
       tally->hits, tally->proven, tally->unresolved);
}

static void test_family(const char *family, const char *shapes, int n, double delta)
{
    static struct drawn pair;
    struct tally tally = {0};
    struct ccdq_result r;
    const struct gen_family *f = gen_find_family(gen_patch_families, family);
    const int known = !strcmp(family, "touch") || !strcmp(family, "manifold");
    for (int i = 0; i < n * rounds; i++) {
        draw(family, shapes, 11, (uint64_t)i, &pair);
        judge(&pair.q, delta, &tally, &r);
        const double touch = known ? gen_patch_touch_time(f, 11, (uint64_t)i) : 0;
        if (known && (r.verdict == CCDQ_FREE || r.toi_lo > touch || r.toi_hi < touch) && !tally.wrong_time++)
            tell(&pair.q, &r, "the contact is at another time");
    }
    report(&tally, family, shapes);
}

/* ---- Against the suite's other certified solver ---- */

static void test_bracket(const char *family, const char *shapes, int n)
{
    static struct drawn pair;
    int wrong = 0, decided = 0;
    const struct ccdq_patch_options options = with_delta(1e-7);
    for (int i = 0; i < n * rounds; i++) {
        struct patch_bracket b;
        draw(family, shapes, 3, (uint64_t)i, &pair);
        const struct ccdq_result r = solve(&pair.q, &options);
        patch_bracket(&pair.q, 20000, &b);
        const int none = b.lo == INFINITY, some = b.hi < INFINITY;
        decided += none || some;
        if ((some && (r.verdict == CCDQ_FREE || r.toi_lo > b.hi)) ||
            (r.verdict == CCDQ_HIT && r.toi_hi < b.lo))
            if (!wrong++) tell(&pair.q, &r, "outside the bracket");
    }
    ok(!wrong && decided, "%s %s: within brackets of the first contact, %d of %d decided", family, shapes,
       decided, n * rounds);
}

/* ---- Queries that are changed ---- */

/* The same pair with x -> x * length + shift, t -> t * time. */
static void transform(const struct drawn *from, double length, double shift, double time, struct drawn *to)
{
    memcpy(to->record, from->record, sizeof to->record);
    to->record[1] = from->q.end * time; /* after the id */
    ccdq_patch_record_query(to->record, &to->q);
    for (int side = 0; side < 2; side++) {
        const struct ccdq_patch *patch = &to->q.patch[side];
        const size_t width = ccdq_shape_width(&patch->shape);
        double *point = (double *)patch->point, *velocity = (double *)patch->velocity;
        for (size_t i = 0; i < width * ccdq_shape_points(&patch->shape); i++) {
            if (i % width == 3) continue;
            point[i] = point[i] * length + shift;
            velocity[i] = velocity[i] * length / time;
        }
    }
}

static void test_scaled(const char *family, const char *shapes, int n)
{
    static const double scales[][2] = {{0x1p-20, 1}, {0x1p20, 1},         {1, 0x1p30},
                                       {1, 0x1p-30}, {0x1p900, 0x1p-100}, {0x1p-700, 0x1p200}};
    static struct drawn pair, scaled;
    int wrong = 0;
    for (int i = 0; i < n * rounds; i++)
        for (int s = 0; s < 6; s++) {
            const double length = scales[s][0], time = scales[s][1];
            draw(family, shapes, 5, (uint64_t)i, &pair);
            transform(&pair, length, 0, time, &scaled);
            const struct ccdq_patch_options one = with_delta(1e-6), other = with_delta(1e-6 * length);
            const struct ccdq_result r = solve(&scaled.q, &other);
            struct ccdq_result expected = solve(&pair.q, &one);
            expected.toi_lo *= time;
            expected.toi_hi *= time;
            if (!same_bytes(&r, &expected) && !wrong++) tell(&scaled.q, &r, "not the same, scaled");
        }
    ok(!wrong, "%s %s: scaled by powers of two in length and time, the answers are the same", family, shapes);
}

static void test_moved(const char *family, const char *shapes, int n, double length, double shift,
                       double time, double delta)
{
    static struct drawn pair, moved;
    struct tally tally = {0};
    char name[64];
    for (int i = 0; i < n * rounds; i++) {
        struct ccdq_result r;
        draw(family, shapes, 7, (uint64_t)i, &pair);
        transform(&pair, length, shift, time, &moved);
        judge(&moved.q, delta, &tally, &r);
    }
    snprintf(name, sizeof name, "%s, times %g moved by %g in %g,", family, length, shift, time);
    report(&tally, name, shapes);
}

static void test_swapped(const char *shapes, int n)
{
    static struct drawn pair;
    int wrong = 0;
    const struct ccdq_patch_options options = with_delta(1e-6);
    for (int i = 0; i < n * rounds; i++) {
        draw("random", shapes, 9, (uint64_t)i, &pair);
        struct ccdq_patch_query swapped = pair.q;
        swapped.patch[0] = pair.q.patch[1];
        swapped.patch[1] = pair.q.patch[0];
        const struct ccdq_result a = solve(&pair.q, &options), b = solve(&swapped, &options);
        if ((a.verdict != b.verdict || a.toi_lo > b.toi_hi || b.toi_lo > a.toi_hi) && !wrong++)
            tell(&swapped, &b, "swapped, the answers exclude each other");
    }
    ok(!wrong, "random %s: swapped patches touch at the same time", shapes);
}

/* ---- Budgets ---- */

static void test_budgets(void)
{
    static struct drawn pair;
    static const struct {
        uint32_t iterations;
        size_t memory;
    } budgets[] = {{1, 0}, {2, 0}, {30, 0}, {0, 1}, {0, 3000}, {0, 30000}};
    int wrong = 0, spent = 0, worse = 0;
    for (int i = 0; i < 50; i++) {
        draw("random", "q3", 21, (uint64_t)i, &pair);
        const struct ccdq_result full = solve(&pair.q, &ccdq_patch_defaults);
        double before = 0;
        for (int b = 0; b < 6; b++) {
            struct ccdq_patch_options options = ccdq_patch_defaults;
            options.max_iter = budgets[b].iterations;
            options.max_mem = budgets[b].memory;
            const struct ccdq_result r = solve(&pair.q, &options);
            spent += r.verdict == CCDQ_UNRESOLVED;
            if (r.verdict == CCDQ_UNRESOLVED
                    ? r.flags != (CCDQ_TOI_PROVEN | CCDQ_BUDGET_SPENT) || r.toi_hi < INFINITY ||
                          r.toi_lo > full.toi_hi || (r.evals > 1000 && b < 3)
                    : !same_bytes(&r, &full))
                wrong++;
            if (b == 0 || b == 3) before = 0;
            worse += r.toi_lo < before;
            before = r.toi_lo;
        }
    }
    ok(!wrong && spent > 100, "short of iterations or memory: unresolved, with a bound that holds (%d times)",
       spent);
    ok(!worse, "a larger budget gives no worse bound");
}

/* ---- Contacts in closed form ---- */

/* A bilinear square [-size, size]^2 at the height z that moves up with the given speed. */
static void square(double *point, double *velocity, double size, double x, double z, double speed)
{
    for (int i = 0; i < 4; i++) {
        const double p[3] = {x + (i & 2 ? size : -size), i & 1 ? size : -size, z}, v[3] = {0, 0, speed};
        memcpy(point + 3 * i, p, sizeof p);
        memcpy(velocity + 3 * i, v, sizeof v);
    }
}

static void check_closed(const char *name, const struct ccdq_patch_query *q, double t)
{
    const struct ccdq_patch_options options = with_delta(1e-9);
    const struct ccdq_result r = solve(q, &options);
    const char *fault = fault_of(q, 1e-9, &r);
    const int right = t == INFINITY
                          ? r.verdict == CCDQ_FREE
                          : r.verdict == CCDQ_HIT && r.toi_lo <= t && t - r.toi_lo <= 1e-8 && r.toi_hi >= t;
    ok(!fault && right, "%s: at %g", name, t);
    if (fault || !right) tell(q, &r, fault ? fault : "wrong");
}

static void test_squares(void)
{
    const struct ccdq_shape q1 = {CCDQ_QUAD, {1, 1}, 0, 0};
    double p[2][12], v[2][12];
    struct ccdq_patch_query q = {7, 1, {{q1, p[0], v[0]}, {q1, p[1], v[1]}}};
    square(p[1], v[1], 1, 0, 0, 0);
    square(p[0], v[0], 1, 0.5, 1, -1);
    check_closed("a square falls on another one and meets it at the very end", &q, 1);
    q.end = 2;
    check_closed("through it", &q, 1);
    q.end = 1 - 0x1p-20;
    check_closed("not so far", &q, INFINITY);
    q.end = 1;
    square(p[0], v[0], 1, 0.5, 0, -1);
    check_closed("it starts on it", &q, 0);
    square(p[0], v[0], 1, 2, 1, -1);
    check_closed("edge on edge", &q, 1);
    square(p[0], v[0], 1, 2 + 0x1p-20, 1, -1);
    check_closed("just beside it", &q, INFINITY);
    square(p[0], v[0], 0, 0.25, 0.25, -0.5);
    check_closed("a point falls on it", &q, 0.5);
    square(p[0], v[0], 1, 0, 0, 0);
    check_closed("two that are the same and rest", &q, 0);
    square(p[0], v[0], 1, 0, 0x1p-10, 0);
    check_closed("that rest above each other", &q, INFINITY);
}

/* An octant of the unit sphere as a rational biquadratic quad with a pole, in direction `sign`, at o. */
static void octant(double *point, double *velocity, double sign, const double o[3], const double v[3])
{
    const double half = sqrt(0.5);
    static const double arc[3][2] = {{1, 0}, {1, 1}, {0, 1}};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            double *p = point + 4 * (3 * i + j), *w = velocity + 4 * (3 * i + j);
            const double x[3] = {arc[i][0] * arc[j][0], arc[i][0] * arc[j][1], arc[i][1]};
            for (int k = 0; k < 3; k++) {
                p[k] = o[k] + sign * x[k];
                w[k] = v[k];
            }
            p[3] = (i == 1 ? half : 1) * (j == 1 ? half : 1);
            w[3] = 0;
        }
}

static void test_spheres(void)
{
    const struct ccdq_shape shape = {CCDQ_QUAD, {2, 2}, 1, 0};
    double p[2][36], v[2][36];
    struct ccdq_patch_query q = {8, 2, {{shape, p[0], v[0]}, {shape, p[1], v[1]}}};
    const struct ccdq_patch_options options = with_delta(1e-8);
    octant(p[0], v[0], 1, (const double[3]){0, 0, 0}, (const double[3]){0, 0, 0});
    octant(p[1], v[1], -1, (const double[3]){3, 3, 3}, (const double[3]){-1, -1, -1});
    const struct ccdq_result r = solve(&q, &options);
    const double t = 3 - 2 / sqrt(3); /* the weights are rounded, so the spheres are off by some 1e-16 */
    ok(!fault_of(&q, 1e-8, &r) && r.verdict == CCDQ_HIT && fabs(r.toi_lo - t) < 1e-8 && r.toi_hi > t - 1e-14,
       "two octants of spheres: at %.12g, [%.12g, %.12g]", t, r.toi_lo, r.toi_hi);
    octant(p[1], v[1], -1, (const double[3]){3, 3, 3}, (const double[3]){-1, -1, 1});
    const struct ccdq_result miss = solve(&q, &options);
    ok(miss.verdict == CCDQ_FREE, "and past each other: free");
}

/* ---- Extremes ---- */

static void test_extremes(void)
{
    static const double lengths[] = {1e300, 1e-300, 5e-324, 1.5e308, 1},
                        times[] = {1e300, 1e-300, 5e-324, 1e308, 1};
    static struct drawn pair, scaled;
    int wrong = 0, n = 0;
    for (int i = 0; i < 10; i++)
        for (int a = 0; a < 5; a++)
            for (int b = 0; b < 5; b++) {
                draw("random", i % 2 ? "t2" : "q2r", 31, (uint64_t)i, &pair);
                memcpy(&scaled, &pair, sizeof scaled);
                scaled.record[1] = times[b];
                ccdq_patch_record_query(scaled.record, &scaled.q);
                for (int side = 0; side < 2; side++) {
                    const size_t width = ccdq_shape_width(&scaled.q.patch[side].shape);
                    double *p = (double *)scaled.q.patch[side].point,
                           *v = (double *)scaled.q.patch[side].velocity;
                    for (size_t k = 0; k < width * ccdq_shape_points(&scaled.q.patch[side].shape); k++) {
                        if (k % width == 3) continue;
                        p[k] = fmax(fmin(0.1 * p[k] * lengths[a], 1e308), -1e308);
                        v[k] = fmax(fmin(0.1 * v[k] * lengths[a] / times[b], 1e308), -1e308);
                    }
                }
                const double delta = 1e-6 * lengths[a];
                const struct ccdq_patch_options options = with_delta(delta);
                const struct ccdq_result r = solve(&scaled.q, &options);
                const char *fault = fault_of(&scaled.q, delta, &r);
                struct rng rng = rng_at(rng_key("extremes", 0, 1), (uint64_t)i);
                n++;
                if ((fault || missed(&scaled.q, &r, 6, &rng)) && !wrong++) {
                    tell(&scaled.q, &r, fault ? fault : "missed");
                    diag("length %g time %g", lengths[a], times[b]);
                }
            }
    ok(!wrong, "the largest and the smallest doubles as lengths and times: %d answers hold", n);
}

int main(void)
{
    static const char *const families[] = {"random", "touch", "degenerate", "near"};
    static const char *const shapes[] = {"t1",    "t2",      "t3",  "q1",     "q2",     "q3",
                                         "q3,t1", "q2x5,t4", "q3r", "t2r,q1", "t8,q7x2"};
    ws = ccdq_workspace_new();
    if (getenv("CCDQ_LONG")) rounds = 25;
    for (int f = 0; f < 4; f++)
        for (int s = 0; s < 11; s++)
            test_family(families[f], shapes[s], s < 10 ? 20 : 4, f % 2 ? 1e-6 : 1e-8);
    test_family("rational", "q3r", 20, 1e-6);
    test_family("rational", "t3r,q2r", 20, 1e-6);
    test_family("manifold", "q1", 10, 1e-4);
    test_family("manifold", "t3,q2", 10, 1e-4);
    test_bracket("random", "q3", 20);
    test_bracket("random", "t2,q2x3", 20);
    test_bracket("rational", "q2r", 20);
    test_bracket("degenerate", "q3", 20);
    test_bracket("degenerate", "t3", 20);
    test_scaled("random", "q3", 5);
    test_scaled("degenerate", "t2,q3r", 5);
    test_moved("random", "q3", 20, 1, 1e6, 1, 1e-6);
    test_moved("touch", "t2", 20, 1, 1e6, 1, 1e-6);
    test_moved("degenerate", "q2", 20, 1, 1e6, 1, 1e-6);
    test_moved("random", "q2", 20, 1e-6, 0, 1e9, 1e-12);
    test_moved("random", "t3", 20, 1e6, 1e6, 1e-9, 1);
    test_swapped("q3", 20);
    test_swapped("t3,q2", 20);
    test_budgets();
    test_squares();
    test_spheres();
    test_extremes();
    ccdq_workspace_free(ws);
    return tap_done();
}
