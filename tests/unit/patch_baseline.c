/* The baselines for patches: known times of contact, random pairs of any two shapes on which they agree with
 * each other and with the certified method, budgets, degenerate patches. */
#include "../../lib/curved/curved.h"
#include "../../lib/gen/gen.h"
#include "../patches.h"
#include "../tap.h"
#include <stdlib.h>

static struct ccdq_workspace *ws;
static const char *const methods[] = {"tdi-aabb", "tdi-obb", "trad-aabb", "trad-obb"};
enum { METHODS = 4, TRADITIONAL = 2 };

static struct ccdq_result solve(const char *method, const struct ccdq_patch_query *q, double delta,
                                uint32_t max_iter)
{
    struct ccdq_patch_options options = ccdq_patch_defaults;
    struct ccdq_result r;
    options.delta = delta;
    options.max_iter = max_iter;
    ccdq_patch_solve(ccdq_patch_find(method), q, &options, &r, ws);
    return r;
}

/* ---- What an answer must be ---- */

static int inside(const struct ccdq_shape *shape, const double uv[2])
{
    return uv[0] >= 0 && uv[1] >= 0 &&
           (shape->domain == CCDQ_QUAD ? uv[0] <= 1 && uv[1] <= 1 : uv[0] + uv[1] <= 1);
}

static int well_formed(const struct ccdq_patch_query *q, const struct ccdq_result *r)
{
    const int hit = r->verdict == CCDQ_HIT;
    if (r->id != q->id || !isinf(r->toi_hi)) return 0;
    for (int i = 0; i < 4; i++)
        if (!hit && r->w[i] != 0) return 0;
    if (r->verdict == CCDQ_FREE) return isinf(r->toi_lo) && !r->flags;
    if (!hit) return r->toi_lo == 0 && r->flags == (CCDQ_TOI_PROVEN | CCDQ_BUDGET_SPENT);
    return r->toi_lo >= 0 && r->toi_lo <= q->end && r->flags == (r->toi_lo == 0 ? CCDQ_AT_START : 0) &&
           inside(&q->patch[0].shape, r->w) && inside(&q->patch[1].shape, r->w + 2);
}

/* A bound of how far a part of the size 1 reaches at the time t, and of the speed of its points. In the
 * control net of a part of the size d two neighbours are at most d times as far apart as any two in the whole
 * (with weights: times the square of the largest ratio of two of them), and from one end to the other there
 * are as many of them as the degree says. */
static void reach_of(const struct ccdq_patch *patch, double t, double *reach, double *speed)
{
    const struct ccdq_shape *shape = &patch->shape;
    const size_t width = ccdq_shape_width(shape);
    double extent = 0, fast = 0, heavy = 0, light = INFINITY;
    for (size_t k = 0; k < 3; k++) {
        double least = INFINITY, most = -INFINITY, v = 0;
        for (size_t i = k; i < width * ccdq_shape_points(shape); i += width) {
            const double weight = shape->rational ? patch->point[i - k + 3] : 1;
            const double x = patch->point[i] + t * patch->velocity[i];
            least = fmin(least, x);
            most = fmax(most, x);
            v = fmax(v, fabs(patch->velocity[i]));
            heavy = fmax(heavy, weight);
            light = fmin(light, weight);
        }
        extent = hypot(extent, most - least);
        fast = hypot(fast, v);
    }
    *reach += (shape->degree[0] + shape->degree[1]) * extent * heavy / light * heavy / light;
    *speed += fast;
}

/* The two points of a hit lie in boxes that overlap along three axes: along each they are no farther apart
 * than both boxes are wide, and what is added by the margins, or by what is swept in the time delta. */
static double most_apart(const struct ccdq_patch_query *q, const struct ccdq_result *r, int method,
                         double delta)
{
    double reach = 0, speed = 0;
    for (int side = 0; side < 2; side++) reach_of(&q->patch[side], r->toi_lo, &reach, &speed);
    return sqrt(3) * (delta * reach + (method < TRADITIONAL ? 1e-4 : delta * (1 + reach) * speed));
}

/* ---- Random pairs ---- */

/* Pair `id` of a family. Its arrays are overwritten by the next one. */
static struct ccdq_patch_query generate(const char *family, const char *shapes, uint64_t id)
{
    static double record[4 + 4 * PAIR_MAX_REALS];
    struct ccdq_shape shape[2];
    struct ccdq_patch_query q;
    ccdq_shapes_of_name(shapes, shape);
    gen_patch_range(gen_find_family(gen_patch_families, family), shape, 5, id, 1, record);
    ccdq_patch_record_query(record, &q);
    return q;
}

static const double random_delta[] = {1e-3, 1e-4, 0.01, 1e-3};

struct tally {
    size_t hits, free, unresolved, malformed, wrong, late, apart, early, near;
};

/* One pair by all four, and by the certified method, whose answer is proven. */
static void compare(const struct ccdq_patch_query *q, uint32_t max_iter, struct tally *tally)
{
    const struct ccdq_result truth = solve("tdi", q, 1e-8, 0);
    for (int m = 0; m < METHODS; m++) {
        const double delta = random_delta[m];
        struct tally *t = &tally[m];
        const struct ccdq_result r = solve(methods[m], q, delta, max_iter);
        t->malformed += !well_formed(q, &r);
        t->unresolved += r.verdict == CCDQ_UNRESOLVED;
        if (r.verdict == CCDQ_UNRESOLVED || truth.verdict == CCDQ_UNRESOLVED) continue;
        t->hits += r.verdict == CCDQ_HIT;
        t->free += r.verdict == CCDQ_FREE;
        t->wrong += r.verdict == CCDQ_FREE && truth.verdict == CCDQ_HIT && truth.toi_hi < INFINITY;
        /* both happen where patches come near and part again; then their points are near: see `apart` */
        t->near += r.verdict == CCDQ_HIT && truth.verdict == CCDQ_FREE;
        t->early += truth.verdict == CCDQ_HIT && r.toi_lo < truth.toi_lo - 20 * delta;
        t->late += r.verdict == CCDQ_HIT && !(r.toi_lo <= truth.toi_hi + 1e-13);
        t->apart += r.verdict == CCDQ_HIT && pair_residual(q, r.w, r.toi_lo) > most_apart(q, &r, m, delta);
    }
}

static void random_pairs(const char *shapes, size_t n, uint32_t max_iter)
{
    struct tally tally[METHODS] = {{0}};
    for (uint64_t id = 0; id < n; id++) {
        const struct ccdq_patch_query q = generate("random", shapes, id);
        compare(&q, max_iter, tally);
    }
    for (int m = 0; m < METHODS; m++) {
        const struct tally *t = &tally[m];
        ok(t->hits + t->free >= n / 2 && 10 * (t->near + t->early) < n && !t->malformed && !t->wrong &&
               !t->late && !t->apart,
           "%s %s: %zu hits (%zu nearly), %zu free, %zu unresolved; malformed %zu, wrong %zu, late %zu, "
           "early %zu, points apart %zu",
           shapes, methods[m], t->hits, t->near, t->free, t->unresolved, t->malformed, t->wrong, t->late,
           t->early, t->apart);
    }
}

/* ---- Known times of contact ---- */

/* Control point k of a patch in skew coordinates, so that no axis of a box is along those of the case. */
static void put(struct pair *pair, int side, size_t k, const double x[3], const double v[3])
{
    static const double skew[3][3] = {{1, 2, 1}, {3, -1, 1}, {-1, 1, 2}};
    const size_t width = ccdq_shape_width(&pair->q.patch[side].shape);
    for (size_t i = 0; i < 3; i++)
        for (size_t j = 0; j < 3; j++) {
            pair->x[side][0][k * width + i] += skew[i][j] * x[j];
            pair->x[side][1][k * width + i] += skew[i][j] * v[j];
        }
}

/* Ordinate i of m + 1 of (u - c)^2; of u for m = 1. */
static double square(int i, int m, double c)
{
    return m == 1 ? i : (double)(i * (i - 1)) / (m * (m - 1)) - 2 * c * i / m + c * c;
}

enum form { PLATE, BOWL };

/* A plate z = 0 over [-1, 3]^2, or the half of it that is a triangle; or a bowl over x = u, y = v, which is
 * lowest, at z = height, in the middle of its domain, or of degree 1 at a corner. It moves along z. */
static void put_form(struct pair *pair, int side, enum form form, double height, double speed)
{
    const struct ccdq_shape *shape = &pair->q.patch[side].shape;
    const int quad = shape->domain == CCDQ_QUAD, m = shape->degree[0], n = shape->degree[1];
    const double c = quad ? 0.5 : 0.25, v[3] = {0, 0, speed};
    size_t k = 0;
    for (int slow = 0; slow <= (quad ? m : n); slow++)
        for (int fast = 0; fast <= (quad ? n : n - slow); fast++, k++) {
            const int i = quad ? slow : fast, j = quad ? fast : slow;
            const double x = (double)i / m, y = (double)j / n;
            const double plate[3] = {4 * x - 1, 4 * y - 1, height};
            const double bowl[3] = {x, y, height + square(i, m, c) + square(j, n, c)};
            put(pair, side, k, form == PLATE ? plate : bowl, v);
            if (shape->rational && form == PLATE) pair->x[side][0][4 * k + 3] = 1 + 0.25 * (double)(k % 5);
        }
}

static const struct known {
    const char *what, *shapes;
    enum form form;       /* of the second patch; the first is a plate */
    double height, speed; /* of the second one */
    double end;
    double toi; /* negative: none */
} cases[] = {
    {"a bilinear corner comes down", "q1", BOWL, 0.5, -2, 1, 0.25},
    {"a triangle's corner comes down", "t1", BOWL, 0.5, -1.5, 1, 1 / 3.},
    {"a bowl comes down", "q1,q2", BOWL, 1, -3, 1, 1 / 3.},
    {"a bowl of a triangle comes down", "t1,t3", BOWL, 1, -3, 1, 1 / 3.},
    {"a bowl of two degrees comes onto a plate of weights", "t2r,q2x4", BOWL, 1, -3, 1, 1 / 3.},
    {"a bowl of equal weights comes down", "q3r,t2r", BOWL, 1, -3, 1, 1 / 3.},
    {"a long time", "q1,q2", BOWL, 10, -3, 4, 10 / 3.},
    {"a short time", "q2,t2", BOWL, 1, -3000, 1e-3, 1e-3 / 3},
    {"a bowl goes up", "q1,q2", BOWL, 1, 3, 1, -1},
    {"a bowl does not come near", "q1x2,t3", BOWL, 1, -0.5, 1, -1},
    {"contact comes behind the end", "q1,q2", BOWL, 1, -3, 0.25, -1},
    {"contact at the end", "q1,q2", BOWL, 1, -4, 0.25, 0.25},
    {"in contact at the start, and leaves", "q1,q2", BOWL, 0, 1, 1, 0},
    {"at rest in contact", "t1", BOWL, 0, 0, 1, 0},
    {"through each other at rest", "q2", BOWL, -0.125, 0, 1, 0},
    {"plate onto plate", "q1,t2", PLATE, 1, -3, 1, 1 / 3.},
    {"plate on plate at rest", "q1", PLATE, 0, 0, 1, 0},
    {"plate beside plate at rest", "q1", PLATE, 1, 0, 1, -1},
};

static void known_cases(void)
{
    /* boxes that do not lie along the patches are as many as 1 / delta where these are tangent */
    static const double deltas[] = {0.02, 1e-6, 0.02, 0.02};
    static struct pair pair;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct known *k = &cases[i];
        pair_begin(&pair, k->shapes);
        pair.q.end = k->end;
        put_form(&pair, 0, PLATE, 0, 0);
        put_form(&pair, 1, k->form, k->height, k->speed);
        for (int m = 0; m < METHODS; m++) {
            const double delta = deltas[m], early = (6 * delta + 3e-6) * k->end;
            const struct ccdq_result r = solve(methods[m], &pair.q, delta, 1000000);
            int right = well_formed(&pair.q, &r) && r.verdict == (k->toi < 0 ? CCDQ_FREE : CCDQ_HIT);
            if (k->toi >= 0)
                right = right && r.toi_lo <= k->toi * (1 + 1e-14) && r.toi_lo >= k->toi - early &&
                        pair_residual(&pair.q, r.w, r.toi_lo) < most_apart(&pair.q, &r, m, delta);
            if (!ok(right, "%s: %s", k->what, methods[m]))
                diag("verdict %s, toi_lo %.17g, not %.17g, %u pairs of parts", ccdq_verdict_name(r.verdict),
                     r.toi_lo, k->toi, r.evals);
        }
    }
}

/* ---- Budgets ---- */

static struct ccdq_result solve_within(const char *method, const struct ccdq_patch_query *q,
                                       struct ccdq_patch_options options)
{
    struct ccdq_result r;
    ccdq_patch_solve(ccdq_patch_find(method), q, &options, &r, ws);
    return r;
}

/* What is answered within a budget is what is answered without one, whatever was solved before. */
static void budgets_hold(const char *method)
{
    size_t spent = 0, full = 0, answered = 0, wrong = 0;
    for (uint64_t id = 0; id < 12; id++) {
        const struct ccdq_patch_query q = generate("random", "q2", id);
        struct ccdq_patch_options options = {.delta = 1e-3, .max_iter = 10000};
        const struct ccdq_result whole = solve_within(method, &q, options);
        for (uint32_t budget = 1; budget <= 4096; budget *= 8) {
            options.max_iter = budget;
            const struct ccdq_result r = solve_within(method, &q, options);
            wrong += !well_formed(&q, &r) || r.evals > budget + 32;
            wrong += r.verdict != CCDQ_UNRESOLVED && memcmp(&r, &whole, sizeof r);
            *(r.verdict == CCDQ_UNRESOLVED ? &spent : &answered) += 1;
        }
        options.max_iter = 10000;
        for (size_t memory = 1; memory <= 1 << 15; memory *= 8) {
            options.max_mem = memory;
            const struct ccdq_result r = solve_within(method, &q, options);
            wrong += !well_formed(&q, &r) || (memory < 64 && r.verdict == CCDQ_HIT);
            wrong += r.verdict != CCDQ_UNRESOLVED && memcmp(&r, &whole, sizeof r);
            full += r.verdict == CCDQ_UNRESOLVED;
        }
    }
    ok(!wrong && spent > 20 && full > 20 && answered > 2,
       "%s: %zu ran out of looks, %zu out of memory, %zu answered, %zu wrong", method, spent, full, answered,
       wrong);
    static struct pair same;
    pair_begin(&same, "q2");
    const struct ccdq_result never = solve(method, &same.q, 0, 10000);
    ok(never.verdict == CCDQ_UNRESOLVED && well_formed(&same.q, &never), "%s: delta 0 ends by the budget",
       method);
}

/* ---- Other families ---- */

static void degenerate_pairs(const char *shapes, size_t n)
{
    for (int m = 0; m < METHODS; m++) {
        size_t wrong = 0, hits = 0, free = 0;
        for (uint64_t id = 0; id < n; id++) {
            const struct ccdq_patch_query q = generate("degenerate", shapes, id);
            const struct ccdq_result truth = solve("tdi", &q, -1, 0), r = solve(methods[m], &q, 0.02, 5000);
            const int hit = r.verdict == CCDQ_HIT;
            hits += hit;
            free += r.verdict == CCDQ_FREE;
            wrong += !well_formed(&q, &r) ||
                     (r.verdict == CCDQ_FREE && truth.verdict == CCDQ_HIT && truth.toi_hi < INFINITY) ||
                     (hit && r.toi_lo > truth.toi_hi + 1e-13) ||
                     (hit && pair_residual(&q, r.w, r.toi_lo) > most_apart(&q, &r, m, 0.02));
        }
        ok(!wrong && hits + free > n / 2, "%s %s: %zu degenerate pairs, %zu hits, %zu free, %zu wrong",
           shapes, methods[m], n, hits, free, wrong);
    }
}

/* Contacts at a known time, at a point, along a curve, in a region: tdi-obb finds them, and none later. */
static void touching_pairs(const char *shapes, size_t n)
{
    static const char *const families[] = {"touch", "manifold"};
    const double delta = 1e-3;
    for (int f = 0; f < 2; f++) {
        const struct gen_family *family = gen_find_family(gen_patch_families, families[f]);
        size_t hits = 0, wrong = 0;
        for (uint64_t id = 0; id < n; id++) {
            const struct ccdq_patch_query q = generate(families[f], shapes, id);
            const double toi = gen_patch_touch_time(family, 5, id);
            const struct ccdq_result r = solve("tdi-obb", &q, delta, 20000);
            hits += r.verdict == CCDQ_HIT;
            wrong +=
                !well_formed(&q, &r) || r.verdict == CCDQ_FREE || r.toi_lo > toi * (1 + 1e-12) ||
                (r.verdict == CCDQ_HIT && pair_residual(&q, r.w, r.toi_lo) > most_apart(&q, &r, 1, delta));
        }
        ok(!wrong && hits > n / 2, "%s %s: tdi-obb hits %zu of %zu, %zu wrong", shapes, families[f], hits, n,
           wrong);
    }
}

/* ---- Any degree, any unit ---- */

static void all_degrees(const char *shapes)
{
    size_t wrong = 0, hits = 0;
    for (uint64_t id = 0; id < 4; id++) {
        const struct ccdq_patch_query q = generate("random", shapes, id);
        const struct ccdq_result truth = solve("tdi", &q, 1e-7, 0), r = solve("tdi-obb", &q, 1e-3, 1000);
        wrong += !well_formed(&q, &r);
        if (r.verdict == CCDQ_UNRESOLVED || truth.verdict == CCDQ_UNRESOLVED) continue;
        hits += r.verdict == CCDQ_HIT;
        wrong += r.verdict == CCDQ_FREE ? truth.verdict == CCDQ_HIT
                                        : !(r.toi_lo <= truth.toi_hi + 1e-12 &&
                                            pair_residual(&q, r.w, r.toi_lo) <= most_apart(&q, &r, 1, 1e-3));
    }
    ok(!wrong && hits, "%s: tdi-obb as tdi, %zu hits, %zu wrong", shapes, hits, wrong);
}

/* No tolerance has a unit of length: powers of two change no bit of an answer. */
static void scale_is_free(void)
{
    static const int exponents[] = {-300, -20, 20, 300};
    static struct pair scaled;
    const size_t reals[2] = {27, 30}; /* of q2 and t3 */
    size_t wrong = 0, n = 0;
    pair_begin(&scaled, "q2,t3");
    for (uint64_t id = 0; id < 10; id++) {
        const struct ccdq_patch_query q = generate("random", "q2,t3", id);
        for (size_t e = 0; e < sizeof exponents / sizeof *exponents; e++) {
            for (int side = 0; side < 2; side++)
                for (size_t i = 0; i < reals[side]; i++) {
                    scaled.x[side][0][i] = ldexp(q.patch[side].point[i], exponents[e]);
                    scaled.x[side][1][i] = ldexp(q.patch[side].velocity[i], exponents[e]);
                }
            scaled.q.id = id;
            for (int m = 0; m < METHODS; m++, n++) {
                const struct ccdq_result r = solve(methods[m], &q, 0.01, 5000),
                                         s = solve(methods[m], &scaled.q, 0.01, 5000);
                wrong += memcmp(&r, &s, sizeof r) != 0;
            }
        }
    }
    ok(!wrong, "the same results at any scale: %zu of %zu differ", wrong, n);
}

/* The margins of the paper's method grow with the distance from the origin: 10^6 away they are as large as
 * the patches, and it calls most pairs hits. The traditional one has none. (The manual page says so.) */
static void far_from_the_origin(void)
{
    size_t hits[METHODS] = {0}, free = 0;
    const size_t n = 40;
    for (uint64_t id = 0; id < n; id++) {
        const struct ccdq_patch_query q = generate("random", "t1", id);
        free += solve("tdi", &q, -1, 0).verdict == CCDQ_FREE;
        for (int side = 0; side < 2; side++)
            for (int i = 0; i < 9; i++) ((double *)q.patch[side].point)[i] += 1e6;
        for (int m = 0; m < METHODS; m++) hits[m] += solve(methods[m], &q, 1e-2, 20000).verdict == CCDQ_HIT;
    }
    ok(free > n / 4 && hits[0] > n - free / 2 && hits[1] > n - free / 2 && hits[2] <= n - free &&
           hits[3] <= n - free,
       "10^6 away, of %zu pairs %zu are free, and hits are: tdi-aabb %zu, tdi-obb %zu, trad-aabb %zu, "
       "trad-obb %zu",
       n, free, hits[0], hits[1], hits[2], hits[3]);
}

int main(void)
{
    static const char *const shapes[] = {"t1", "t2",    "t3",       "q1",        "q2",
                                         "q3", "q3,t2", "q1x3,q2r", "t2r,q4x2r", "t1,q2x1"};
    static const char *const high[] = {"t4", "t7r,q5", "q16,t1", "q1,t16", "q9x3r,q2x12", "q16r,t16r"};
    const size_t n = getenv("CCDQ_LONG") ? 1000 : 12;
    ws = ccdq_workspace_new();
    if (!ws) return 1;
    known_cases();
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        random_pairs(shapes[i], n, 15000);
        degenerate_pairs(shapes[i], n);
        touching_pairs(shapes[i], n);
    }
    for (size_t i = 0; i < sizeof high / sizeof *high; i++) all_degrees(high[i]);
    for (int m = 0; m < METHODS; m++) budgets_hold(methods[m]);
    scale_is_free();
    far_from_the_origin();
    ccdq_workspace_free(ws);
    return tap_done();
}
