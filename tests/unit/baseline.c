/* The baselines against lib/exact: fastCCD misses no collision of random data, decides degenerate cases by
 * dimensional reduction, and its inclusion test is contact; the textbook cubic agrees on generic data. */
#include "../../lib/gen/gen.h"
#include "../../lib/gen/rng.h"
#include "../../lib/linear/fast.h"
#include "../../lib/linear/inclusion.h"
#include "../tap.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct ccdq_workspace *ws;

/* ---- Families ---- */

struct tally {
    size_t hits, false_negatives, false_positives, unresolved, malformed, ill_timed;
};

/* Whether a result keeps the rules of struct ccdq_result. */
static int well_formed(const struct ccdq_query *q, const struct ccdq_result *r)
{
    double u = r->w[0], v = r->w[1];
    if (r->id != q->id || r->w[2] != 0 || r->w[3] != 0) return 0;
    if (r->verdict != CCDQ_HIT && (u != 0 || v != 0)) return 0;
    if (r->verdict == CCDQ_FREE) return isinf(r->toi_lo) && isinf(r->toi_hi) && !(r->flags & CCDQ_TOI_PROVEN);
    if (r->verdict == CCDQ_UNRESOLVED) return r->toi_lo == 0 && isinf(r->toi_hi);
    return r->toi_lo >= 0 && r->toi_lo <= 1 && isinf(r->toi_hi) && !(r->flags & CCDQ_TOI_PROVEN) && u >= 0 &&
           v >= 0 && (q->type == CCDQ_VF ? u + v <= 1 : u <= 1 && v <= 1);
}

static void judge(const struct ccdq_query *q, const struct ccdq_result *r, double early, double late,
                  struct tally *t)
{
    struct ccdq_exact_answer truth;
    double lo, hi;
    ccdq_exact_solve(q, 1, CCDQ_WANT_TOI, &truth, ws);
    t->malformed += !well_formed(q, r);
    t->unresolved += r->verdict == CCDQ_UNRESOLVED;
    t->false_negatives += r->verdict == CCDQ_FREE && truth.verdict == CCDQ_HIT;
    t->false_positives += r->verdict == CCDQ_HIT && truth.verdict == CCDQ_FREE;
    if (truth.verdict != CCDQ_HIT || r->verdict != CCDQ_HIT) return;
    t->hits++;
    ccdq_exact_times(&truth, 1, &lo, &hi);
    t->ill_timed += !(r->toi_lo <= hi + late && r->toi_lo >= lo - early);
}

static struct tally run_family(const char *method_name, const char *name, unsigned type, size_t n,
                               double early, double late)
{
    const struct ccdq_linear_method *method = ccdq_linear_find(method_name);
    struct tally t = {0};
    struct ccdq_query q[256];
    struct ccdq_result r[256];
    for (size_t done = 0; done < n; done += 256) {
        gen_linear_range(gen_find_family(gen_linear_families, name), type, 11, done, 256, q);
        for (size_t i = 0; i < 256; i++) q[i].min_sep = 0;
        ccdq_linear_solve(method, CCDQ_TYPE_BIT(type), q, 256, &ccdq_linear_defaults, r, ws);
        for (size_t i = 0; i < 256; i++) judge(&q[i], &r[i], early, late, &t);
    }
    diag("%s %s %s: %zu queries, %zu hits, %zu false negatives, %zu false positives, %zu unresolved",
         method_name, ccdq_type_name(type), name, n, t.hits, t.false_negatives, t.false_positives,
         t.unresolved);
    return t;
}

static void fast_families(size_t n)
{
    double tol = ccdq_linear_find("fast")->tol;
    for (unsigned type = CCDQ_VF; type <= CCDQ_EE; type++) {
        for (int near = 0; near < 2; near++) {
            const char *name = near ? "sim" : "uniform";
            struct tally t = run_family("fast", name, type, n, 2 * tol, 0);
            ok(t.hits > n / 100 && !t.false_negatives && !t.unresolved,
               "fast %s %s: no false negative among %zu hits", ccdq_type_name(type), name, t.hits);
            ok(!t.ill_timed, "toi_lo is the contact's time, at most 2 tol early and never late");
            ok(!t.malformed, "its results are well formed");
            ok(t.false_positives * 10000 <= n, "hardly a false positive: %zu", t.false_positives);
        }
        for (const struct gen_family *f = gen_linear_families; f->name; f++) {
            struct tally t = run_family("fast", f->name, type, 2048, 2 * tol, 0);
            ok(!t.malformed && !t.unresolved, "fast %s %s: answers are well formed", ccdq_type_name(type),
               f->name);
        }
    }
}

static void cubic_families(size_t n)
{
    for (unsigned type = CCDQ_VF; type <= CCDQ_EE; type++) {
        struct tally t = run_family("cubic", "uniform", type, n, 1e-9, 1e-9);
        ok(t.hits > n / 100 && (t.false_negatives + t.false_positives + t.unresolved) * 1000 <= n,
           "cubic %s agrees on more than 99.9%% of uniform queries", ccdq_type_name(type));
        ok(!t.ill_timed && !t.malformed, "with times to 1e-9, in well formed results");
    }
}

/* Where coordinates are of about unit size, time-dependent inclusion misses nothing and is never late; of the
 * families uniform and sim it calls hardly anything else a hit. */
static void tdi_nice_families(size_t n)
{
    static const char *const methods[] = {"tdi-aabb", "tdi-obb"};
    static const char *const families[] = {"uniform",  "sim",       "near", "grid",
                                           "parallel", "collinear", "touch"};
    for (int m = 0; m < 2; m++)
        for (unsigned type = CCDQ_VF; type <= CCDQ_EE; type++)
            for (size_t f = 0; f < sizeof families / sizeof *families; f++) {
                const int generic = f < 2;
                struct tally t = run_family(methods[m], families[f], type, generic ? n : 512, 1, 0);
                ok(t.hits > 0 && !t.false_negatives && !t.ill_timed && !t.malformed,
                   "%s %s %s: no false negative, no late time among %zu hits", methods[m],
                   ccdq_type_name(type), families[f], t.hits);
                if (!generic) continue;
                ok(!t.unresolved, "and no unresolved query");
                ok(t.false_positives * 200 <= n, "%zu false positives of %zu", t.false_positives, n);
            }
}

/* What its margins, which are absolute, and its rounding, which nothing bounds, cost elsewhere: the man
 * page's list of failures. Counts are those of IEEE arithmetic, the same everywhere. */
static void tdi_failures(void)
{
    static const struct {
        const char *method, *family;
        unsigned type;
        size_t false_negatives, false_positives;
    } pinned[] = {
        {"tdi-aabb", "tiny", CCDQ_VF, 0, 247}, {"tdi-obb", "tiny", CCDQ_EE, 0, 224},
        {"tdi-aabb", "wide", CCDQ_EE, 1, 104}, {"tdi-obb", "wide", CCDQ_VF, 7, 67},
        {"tdi-obb", "huge", CCDQ_VF, 17, 0},   {"tdi-obb", "huge", CCDQ_EE, 25, 0},
        {"tdi-aabb", "miss", CCDQ_VF, 0, 226}, {"tdi-obb", "near", CCDQ_EE, 0, 276},
    };
    for (size_t i = 0; i < sizeof pinned / sizeof *pinned; i++) {
        struct tally t = run_family(pinned[i].method, pinned[i].family, pinned[i].type, 512, 1, 1);
        ok(t.false_negatives == pinned[i].false_negatives && t.false_positives == pinned[i].false_positives &&
               !t.malformed,
           "%s %s %s fails as the manual page says: %zu false negatives, %zu false positives",
           pinned[i].method, ccdq_type_name(pinned[i].type), pinned[i].family, t.false_negatives,
           t.false_positives);
    }
}

/* Table 1 of the paper counts odd and even collisions. */
static void counts_of_roots(void)
{
    size_t n = 20000, wrong = 0, even = 0;
    for (unsigned type = CCDQ_VF; type <= CCDQ_EE; type++)
        for (size_t i = 0; i < n; i++) {
            struct ccdq_query q;
            struct ccdq_exact_answer truth;
            int roots;
            gen_linear(gen_find_family(gen_linear_families, "uniform"), type, 3, i, &q);
            ccdq_exact_solve(&q, 1, CCDQ_WANT_ROOTS, &truth, ws);
            linear_fast_roots(&q, 1, &ccdq_linear_defaults, &roots);
            wrong += roots != truth.roots;
            even += truth.roots == 2;
        }
    ok(!wrong && even > 0, "fast counts the contact times of %zu uniform queries, %zu with two", 2 * n, even);
}

/* ---- The inclusion test ---- */

/* At tolerance 0 the areas and the reach decide contact of coplanar points: small integers in a plane (skew
 * to the axes; often collinear, with edges of no length), which do not move. */
static void inclusion_is_contact(void)
{
    size_t wrong = 0, hits = 0, n = 100000;
    for (unsigned type = CCDQ_VF; type <= CCDQ_EE; type++)
        for (size_t i = 0; i < n; i++) {
            struct rng rng = rng_at(rng_key("planar", type, 1), i);
            int span = rng_int(&rng, 1, 6), line = rng_int(&rng, 0, 3) == 0;
            struct ccdq_query q = {.type = (uint8_t)type};
            struct ccdq_exact_answer truth;
            struct linear_motion m;
            for (int k = 0; k < 4; k++) {
                int a = rng_int(&rng, -span, span), b = line ? 2 * a : rng_int(&rng, -span, span);
                double x[3] = {a + 2 * b, 3 * a - b, b - 2 * a};
                memcpy(q.x[k], x, sizeof x);
                memcpy(q.x[k + 4], x, sizeof x);
            }
            ccdq_exact_solve(&q, 1, CCDQ_WANT_VERDICT, &truth, ws);
            linear_motion_of(&q, &m);
            hits += truth.verdict == CCDQ_HIT;
            if (linear_inclusion(&m, type, 0, 0, 1e3) != (truth.verdict == CCDQ_HIT) && !wrong++)
                diag("%s id %zu", ccdq_type_name(type), i);
        }
    ok(!wrong && hits > n / 10, "areas and reach are contact: %zu of %zu touch, %zu wrong", hits, 2 * n,
       wrong);
}

/* ---- Known cases ---- */

static const struct known {
    const char *what;
    unsigned type;
    double x[8][3];
    int verdict;
    double toi;
} cases[] = {
    {"a vertex passes through a face",
     CCDQ_VF,
     {{.25, .25, 1}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {.25, .25, -3}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}},
     CCDQ_HIT,
     .25},
    {"a vertex passes beside a face",
     CCDQ_VF,
     {{.75, .5, 1}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {.75, .5, -3}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}},
     CCDQ_FREE,
     0},
    {"coplanar all the time, the vertex comes in over an edge",
     CCDQ_VF,
     {{-1, .25, 0}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {3, .25, 0}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}},
     CCDQ_HIT,
     .25},
    {"coplanar all the time, the vertex inside from the start",
     CCDQ_VF,
     {{.25, .25, 0}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {3, .25, 0}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}},
     CCDQ_HIT,
     0},
    {"coplanar all the time, the vertex passes by a corner",
     CCDQ_VF,
     {{2, -1, 0}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 3, 0}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}},
     CCDQ_FREE,
     0},
    {"coplanar in a plane that turns, the vertex comes in over an edge",
     CCDQ_VF,
     {{-.25, .25, 0}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {.75, .25, .25}, {0, 0, 0}, {1, 0, 0}, {0, 1, 1}},
     CCDQ_HIT,
     .25},
    {"collinear all the time, the vertex meets the end of an edge",
     CCDQ_VF,
     {{3, 0, 0}, {0, 0, 0}, {1, 0, 0}, {.5, 0, 0}, {-1, 0, 0}, {0, 0, 0}, {1, 0, 0}, {.5, 0, 0}},
     CCDQ_HIT,
     .5},
    {"collinear all the time, the vertex does not reach",
     CCDQ_VF,
     {{3, 0, 0}, {0, 0, 0}, {1, 0, 0}, {.5, 0, 0}, {2, 0, 0}, {0, 0, 0}, {1, 0, 0}, {.5, 0, 0}},
     CCDQ_FREE,
     0},
    {"a face of no area, the vertex crosses its line beside it",
     CCDQ_VF,
     {{2, 0, 1}, {0, 0, 0}, {1, 0, 0}, {.5, 0, 0}, {2, 0, -1}, {0, 0, 0}, {1, 0, 0}, {.5, 0, 0}},
     CCDQ_FREE,
     0},
    {"a face of no area, the vertex crosses it",
     CCDQ_VF,
     {{.75, 0, 1}, {0, 0, 0}, {1, 0, 0}, {.5, 0, 0}, {.75, 0, -1}, {0, 0, 0}, {1, 0, 0}, {.5, 0, 0}},
     CCDQ_HIT,
     .5},
    {"the vertex touches the face's plane from one side (double root)",
     CCDQ_VF,
     {{.25, .25, -.0625}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {.25, .5, .4375}, {0, 0, 0}, {1, 0, 0}, {0, 1, 1}},
     CCDQ_HIT,
     .5},
    {"all points meet at one instant (triple root)",
     CCDQ_VF,
     {{1, 1, 1}, {2, 0, 0}, {0, 2, 0}, {0, 0, 2}, {-1, -1, -1}, {-2, 0, 0}, {0, -2, 0}, {0, 0, -2}},
     CCDQ_HIT,
     .5},
    {"all four points are one",
     CCDQ_VF,
     {{1, 2, 3}, {1, 2, 3}, {1, 2, 3}, {1, 2, 3}, {1, 2, 3}, {1, 2, 3}, {1, 2, 3}, {1, 2, 3}},
     CCDQ_HIT,
     0},
    {"at rest on a corner",
     CCDQ_VF,
     {{1, 0, 0}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 0, 0}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}},
     CCDQ_HIT,
     0},
    {"at rest above",
     CCDQ_VF,
     {{.25, .25, 1}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {.25, .25, 1}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}},
     CCDQ_FREE,
     0},
    {"contact at the last instant, on an edge",
     CCDQ_VF,
     {{.5, 0, 1}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {.5, 0, 0}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}},
     CCDQ_HIT,
     1},
    {"two edges cross",
     CCDQ_EE,
     {{-1, 0, 1}, {1, 0, 1}, {0, -1, 0}, {0, 1, 0}, {-1, 0, -3}, {1, 0, -3}, {0, -1, 0}, {0, 1, 0}},
     CCDQ_HIT,
     .25},
    {"opposite sides of a parallelogram, which pass through one plane",
     CCDQ_EE,
     {{0, 0, 1}, {2, 0, 1}, {1, 1, 0}, {3, 1, 0}, {0, 0, -1}, {2, 0, -1}, {1, 1, 0}, {3, 1, 0}},
     CCDQ_FREE,
     0},
    {"opposite sides of a parallelogram at rest",
     CCDQ_EE,
     {{0, 0, 0}, {2, 0, 0}, {1, 1, 0}, {3, 1, 0}, {0, 0, 0}, {2, 0, 0}, {1, 1, 0}, {3, 1, 0}},
     CCDQ_FREE,
     0},
    {"opposite sides of a trapezium, where both sums of areas exceed Q alike",
     CCDQ_EE,
     {{0, 0, 1}, {4, 1, 1}, {0, 3, 0}, {4, 2, 0}, {0, 0, -1}, {4, 1, -1}, {0, 3, 0}, {4, 2, 0}},
     CCDQ_FREE,
     0},
    {"an edge ends on the other",
     CCDQ_EE,
     {{-1, 0, 1}, {1, 0, 1}, {0, 0, 0}, {0, 1, 0}, {-1, 0, -1}, {1, 0, -1}, {0, 0, 0}, {0, 1, 0}},
     CCDQ_HIT,
     .5},
    {"collinear all the time, the gap closes",
     CCDQ_EE,
     {{0, 0, 0}, {1, 0, 0}, {3, 0, 0}, {4, 0, 0}, {0, 0, 0}, {1, 0, 0}, {-1, 0, 0}, {0, 0, 0}},
     CCDQ_HIT,
     .5},
    {"collinear all the time, the gap stays",
     CCDQ_EE,
     {{0, 0, 0}, {1, 0, 0}, {3, 0, 0}, {4, 0, 0}, {0, 0, 0}, {1, 0, 0}, {1.5, 0, 0}, {4, 0, 0}},
     CCDQ_FREE,
     0},
    {"an edge falls onto its line beside the other",
     CCDQ_EE,
     {{0, 0, 0}, {1, 0, 0}, {3, 0, 1}, {4, 0, 1}, {0, 0, 0}, {1, 0, 0}, {3, 0, -1}, {4, 0, -1}},
     CCDQ_FREE,
     0},
    {"an edge falls onto the other along its line",
     CCDQ_EE,
     {{0, 0, 0}, {2, 0, 0}, {1, 0, 1}, {4, 0, 1}, {0, 0, 0}, {2, 0, 0}, {1, 0, -1}, {4, 0, -1}},
     CCDQ_HIT,
     .5},
    {"coplanar all the time, an end comes to the other edge",
     CCDQ_EE,
     {{0, 1, 0}, {0, 2, 0}, {-1, 0, 0}, {1, 0, 0}, {0, -1, 0}, {0, 0, 0}, {-1, 0, 0}, {1, 0, 0}},
     CCDQ_HIT,
     .5},
    {"an edge of no length crosses the other",
     CCDQ_EE,
     {{0, 0, 1}, {0, 0, 1}, {-1, 0, 0}, {1, 0, 0}, {0, 0, -1}, {0, 0, -1}, {-1, 0, 0}, {1, 0, 0}},
     CCDQ_HIT,
     .5},
    {"two edges of no length meet",
     CCDQ_EE,
     {{0, 0, 1}, {0, 0, 1}, {0, 0, 0}, {0, 0, 0}, {0, 0, -1}, {0, 0, -1}, {0, 0, 0}, {0, 0, 0}},
     CCDQ_HIT,
     .5},
};

static struct ccdq_result solve_by(const char *method, const struct ccdq_query *q,
                                   struct ccdq_linear_options options)
{
    struct ccdq_result r;
    ccdq_linear_solve(ccdq_linear_find(method), CCDQ_TYPE_BIT(q->type), q, 1, &options, &r, ws);
    return r;
}

static void known_cases(void)
{
    double tol = ccdq_linear_find("fast")->tol;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct known *k = &cases[i];
        struct ccdq_query q = {.type = (uint8_t)k->type};
        struct ccdq_exact_answer truth;
        double lo, hi;
        memcpy(q.x, k->x, sizeof q.x);
        ccdq_exact_solve(&q, 1, CCDQ_WANT_TOI, &truth, ws);
        ccdq_exact_times(&truth, 1, &lo, &hi);
        struct ccdq_result r = solve_by("fast", &q, ccdq_linear_defaults);
        int timed = r.verdict == CCDQ_FREE ||
                    (r.toi_lo <= k->toi && r.toi_lo >= k->toi - 2 * tol && lo <= k->toi && k->toi <= hi);
        if (!ok(truth.verdict == k->verdict && r.verdict == k->verdict && timed, "%s", k->what))
            diag("verdict %s, toi_lo %.17g; exact: %s in [%.17g, %.17g]", ccdq_verdict_name(r.verdict),
                 r.toi_lo, ccdq_verdict_name((unsigned)truth.verdict), lo, hi);
    }
}

/* ---- Options ---- */

static void options_hold(void)
{
    struct ccdq_linear_options options = ccdq_linear_defaults;
    struct ccdq_query q = {.type = CCDQ_VF};
    static const char *const methods[] = {"fast", "cubic", "tdi-aabb", "tdi-obb"};
    for (int i = 0; i < 4; i++) {
        const char *method = methods[i];
        memcpy(q.x, cases[0].x, sizeof q.x); /* contact at 1/4 */
        options.tmax = 0.25;
        ok(solve_by(method, &q, options).verdict == CCDQ_HIT, "%s: a contact at tmax is a hit", method);
        options.tmax = 0.2;
        ok(solve_by(method, &q, options).verdict == CCDQ_FREE, "%s: a contact after tmax is none", method);
        options.tmax = 1;

        size_t spent = 0, other = 0;
        options.max_iter = 1;
        for (uint64_t id = 0; id < 1000; id++) {
            gen_linear(gen_find_family(gen_linear_families, "uniform"), CCDQ_VF, 1, id, &q);
            struct ccdq_result limited = solve_by(method, &q, options);
            struct ccdq_result whole = solve_by(method, &q, ccdq_linear_defaults);
            if (limited.verdict == CCDQ_UNRESOLVED && limited.flags & CCDQ_BUDGET_SPENT)
                spent++;
            else
                other += memcmp(&limited, &whole, sizeof whole) != 0;
        }
        ok(spent > 100 && spent < 900 && !other,
           "%s: with max_iter 1, %zu of 1000 are unresolved with the budget spent, the others answered",
           method, spent);
        options.max_iter = 0;
    }
}

/* The tests and tolerances have no unit: times of powers of two of a query are the same to the bit. */
static void scale_is_free(void)
{
    static const int exponents[] = {-900, -300, -100, 100, 300, 1023};
    size_t wrong = 0, n = 2000;
    for (size_t id = 0; id < n; id++) {
        struct ccdq_query q, scaled;
        gen_linear(gen_find_family(gen_linear_families, "uniform"), id % 2 ? CCDQ_VF : CCDQ_EE, 1, id, &q);
        struct ccdq_result r = solve_by("fast", &q, ccdq_linear_defaults);
        for (size_t e = 0; e < sizeof exponents / sizeof *exponents; e++) {
            scaled = q;
            for (int i = 0; i < 24; i++) scaled.x[i / 3][i % 3] = ldexp(q.x[i / 3][i % 3], exponents[e]);
            struct ccdq_result s = solve_by("fast", &scaled, ccdq_linear_defaults);
            wrong += memcmp(&r, &s, sizeof r) != 0;
        }
    }
    ok(!wrong, "fast gives the same results at any scale: %zu wrong", wrong);
}

int main(void)
{
    ws = ccdq_workspace_new();
    if (!ws) return 1;
    size_t n = getenv("CCDQ_LONG") ? 1000000 : 20000;
    n = n / 256 * 256;
    fast_families(n);
    cubic_families(n);
    tdi_nice_families(n / 4);
    tdi_failures();
    counts_of_roots();
    inclusion_is_contact();
    known_cases();
    options_hold();
    scale_is_free();
    ccdq_workspace_free(ws);
    return tap_done();
}
