/* The method tdi where the answer is known: contacts in closed form, budgets that are too small, and the
 * largest and smallest doubles. */
#include "patch_judge.h"

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

/* Where doubles do not suffice no budget helps, and no flag says that one was spent. */
static void test_stuck(void)
{
    static struct drawn pair;
    struct ccdq_patch_options options = with_delta(1e-14), more = options;
    more.max_iter = UINT32_MAX;
    more.max_mem = (size_t)1 << 30;
    int stuck = 0, wrong = 0;
    for (int i = 0; i < 8; i++) {
        draw("manifold", "q3", 1, (uint64_t)i, &pair);
        const struct ccdq_result r = solve(&pair.q, &options), again = solve(&pair.q, &more);
        stuck += r.verdict == CCDQ_UNRESOLVED && r.flags == CCDQ_TOI_PROVEN;
        wrong += !(r.flags & CCDQ_BUDGET_SPENT) && !same_bytes(&r, &again);
    }
    ok(stuck > 0 && !wrong, "a delta that is lost in roundings: unresolved, whatever the budget (%d of 8)",
       stuck);
    const struct ccdq_shape q1r = {CCDQ_QUAD, {1, 1}, 1, 0};
    double p[2][16], v[2][16] = {{0}};
    for (int i = 0; i < 16; i++) p[0][i] = p[1][i] = i % 4 == 3 ? ldexp(1, 50 * i) : i;
    const struct ccdq_patch_query q = {7, 1, {{q1r, p[0], v[0]}, {q1r, p[1], v[1]}}};
    const struct ccdq_result r = solve(&q, &ccdq_patch_defaults);
    ok(r.verdict == CCDQ_UNRESOLVED && r.flags == CCDQ_TOI_PROVEN && r.toi_lo == 0,
       "and weights that are too far apart");
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

/* A triangle with a large weight at one corner is hit on the edge across by the tip of another one: the least
 * that the parameters are off that edge moves the point away from it. */
static void test_heavy_corner(void)
{
    static const int exponents[] = {0, 10, 30, 40, 50, 60, 100, 300, 500};
    const struct ccdq_shape shape[2] = {{CCDQ_TRIANGLE, {1, 1}, 1, 0}, {CCDQ_TRIANGLE, {1, 1}, 0, 0}};
    const double v[12] = {0}, w[9] = {-2, -2, 0, -2, -2, 0, -2, -2, 0};
    const struct ccdq_patch_options options = with_delta(1e-6);
    int wrong = 0, hits = 0, n = 0;
    for (int e = 0; e < (int)(sizeof exponents / sizeof *exponents); e++)
        for (int i = 0; i < 60; i++, n++) {
            struct rng rng = rng_at(rng_key("heavy corner", 0, (uint64_t)e), (uint64_t)i);
            const double p[12] = {-1, -1, 0, ldexp(1, exponents[e]), 1, -1, 0, 1, -1, 1, 0, 1};
            const double c = rng_real(&rng, -0.9, 0.9), far = rng_real(&rng, 0.5, 1);
            const double tip[9] = {c + 1, 1 - c, 0, c + 1 + far, 1 - c + far, 0.5, c + 2, 2 - c, -0.5};
            const struct ccdq_patch_query q = {(uint64_t)n, 1, {{shape[0], p, v}, {shape[1], tip, w}}};
            const struct ccdq_result r = solve(&q, &options);
            const char *fault = fault_of(&q, options.delta, &r);
            hits += r.verdict == CCDQ_HIT;
            if (!fault && (r.verdict == CCDQ_FREE || r.toi_lo > 0.5 || r.toi_lo < 0.5 - 1e-6)) fault = "time";
            if (fault && !wrong++) tell(&q, &r, fault);
        }
    ok(!wrong && hits > 9 * n / 10, "a corner with a large weight across the edge: %d of %d are hits", hits,
       n);
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
    ws = ccdq_workspace_new();
    test_budgets();
    test_stuck();
    test_squares();
    test_spheres();
    test_heavy_corner();
    test_extremes();
    ccdq_workspace_free(ws);
    return tap_done();
}
