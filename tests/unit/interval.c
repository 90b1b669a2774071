/* The method interval against lib/exact: what its tier promises, over every family and every type of query,
 * with and without a minimum separation, at several tolerances and budgets. */
#include "../../lib/gen/gen.h"
#include "../../lib/gen/rng.h"
#include "../../lib/num/complement.h"
#include "../tap.h"
#include <gmp.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct ccdq_workspace *ws;
static const struct ccdq_linear_method *method;

/* ---- What is promised ---- */

/* The largest difference of coordinates that the tolerance refers to. */
static double extent_of(const struct ccdq_query *q)
{
    static const int pairs[][3][2] = {[CCDQ_VF] = {{0, 1}, {1, 2}, {1, 3}},
                                      [CCDQ_EE] = {{0, 2}, {0, 1}, {2, 3}},
                                      [CCDQ_PE] = {{0, 1}, {1, 2}, {0, 1}},
                                      [CCDQ_PP] = {{0, 1}, {0, 1}, {0, 1}}};
    double extent = 0;
    for (int i = 0; i < 3; i++)
        for (int end = 0; end < 8; end += 4)
            for (int k = 0; k < 3; k++) {
                const int *pair = pairs[q->type][i];
                extent = fmax(extent, fabs(q->x[pair[0] + end][k] - q->x[pair[1] + end][k]));
            }
    return extent;
}

/* x = component k of point i at the time t. */
static void position(mpq_t x, const struct ccdq_query *q, int i, int k, const mpq_t t)
{
    mpq_t end;
    mpq_init(end);
    mpq_set_d(x, q->x[i][k]);
    mpq_set_d(end, q->x[i + 4][k]);
    mpq_sub(end, end, x);
    mpq_mul(end, end, t);
    mpq_add(x, x, end);
    mpq_clear(end);
}

/* x += w (to - from) */
static void add_part(mpq_t x, double w, const mpq_t to, const mpq_t from)
{
    mpq_t part, factor;
    mpq_inits(part, factor, NULL);
    mpq_set_d(factor, w);
    mpq_sub(part, to, from);
    mpq_mul(part, part, factor);
    mpq_add(x, x, part);
    mpq_clears(part, factor, NULL);
}

/* x = a b, in exact arithmetic */
static void product(mpq_t x, double a, double b)
{
    mpq_t factor;
    mpq_init(factor);
    mpq_set_d(x, a);
    mpq_set_d(factor, b);
    mpq_mul(x, x, factor);
    mpq_clear(factor);
}

/* Whether the two points that r names are at toi_lo no farther apart than the separation and a part tol of
 * the extent. (Doubles stand for these two in the method, hence the factor.) */
static int within(const struct ccdq_query *q, const struct ccdq_result *r, double tol)
{
    mpq_t t, p[4], sum, bound;
    mpq_inits(t, p[0], p[1], p[2], p[3], sum, bound, NULL);
    mpq_set_d(t, r->toi_lo);
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < 4; i++) position(p[i], q, i, k, t);
        int from = q->type == CCDQ_EE ? 2 : 1;
        if (q->type == CCDQ_VF) {
            add_part(p[0], -r->w[0], p[2], p[1]);
            add_part(p[0], -r->w[1], p[3], p[1]);
        } else if (q->type == CCDQ_EE) {
            add_part(p[0], r->w[0], p[1], p[0]);
            add_part(p[0], -r->w[1], p[3], p[2]);
        } else if (q->type == CCDQ_PE)
            add_part(p[0], -r->w[0], p[2], p[1]);
        mpq_sub(p[0], p[0], p[from]);
        mpq_mul(p[0], p[0], p[0]);
        mpq_add(sum, sum, p[0]);
    }
    product(t, q->min_sep, 1 + 0x1p-50);
    product(bound, tol * (1 + 0x1p-50), extent_of(q));
    mpq_add(bound, bound, t);
    mpq_mul(bound, bound, bound);
    int close = mpq_cmp(sum, bound) <= 0;
    mpq_clears(t, p[0], p[1], p[2], p[3], sum, bound, NULL);
    return close;
}

static int parameters_inside(const struct ccdq_query *q, const double w[4])
{
    double u = w[0], v = w[1];
    if (w[2] || w[3] || (q->type == CCDQ_PP && u) || (q->type >= CCDQ_PE && v)) return 0;
    if (!(u >= 0 && u <= 1 && v >= 0 && v <= 1)) return 0;
    return q->type != CCDQ_VF || v <= complement(u);
}

/* Why r, an answer to q, breaks the promise; NULL if it keeps it. */
static const char *fault(const struct ccdq_query *q, const struct ccdq_linear_options *options,
                         const struct ccdq_result *r)
{
    struct ccdq_exact_answer truth;
    double lo, hi, tol = options->tol < 0 ? method->tol : options->tol;
    ccdq_exact_solve(q, options->tmax, CCDQ_WANT_TOI, &truth, ws);
    ccdq_exact_times(&truth, options->tmax, &lo, &hi);
    if (r->id != q->id || r->method != CCDQ_METHOD_INTERVAL || !(r->flags & CCDQ_TOI_PROVEN)) return "form";
    if (r->verdict == CCDQ_FREE) {
        if (truth.verdict == CCDQ_HIT) return "false negative";
        return isinf(r->toi_lo) && isinf(r->toi_hi) && !r->w[0] && !r->w[1] ? NULL : "times of a free pair";
    }
    if (!(r->toi_lo >= 0 && r->toi_lo <= options->tmax && isinf(r->toi_hi))) return "times";
    if (!(r->toi_lo <= hi)) return "late";
    if (r->verdict == CCDQ_UNRESOLVED)
        return r->flags & CCDQ_BUDGET_SPENT && options->max_iter ? NULL : "unresolved without need";
    if (r->verdict != CCDQ_HIT) return "verdict";
    if (r->flags & CCDQ_BUDGET_SPENT) return "a hit, and the budget spent";
    if (!!(r->flags & CCDQ_AT_START) != (r->toi_lo == 0)) return "flag of contact at the start";
    if (!parameters_inside(q, r->w)) return "parameters outside";
    if (!within(q, r, fmax(tol, 0x1p-44))) return "parameters farther apart than the tolerance";
    return NULL;
}

/* ---- Random queries ---- */

struct tally {
    size_t queries, hits, unresolved, faults;
};

static void check(const struct ccdq_query *q, const struct ccdq_linear_options *options, struct tally *tally)
{
    struct ccdq_result r;
    ccdq_linear_solve(method, CCDQ_TYPE_BIT(q->type), q, 1, options, &r, ws);
    const char *wrong = fault(q, options, &r);
    tally->queries++;
    tally->hits += r.verdict == CCDQ_HIT;
    tally->unresolved += r.verdict == CCDQ_UNRESOLVED;
    if (wrong && !tally->faults++)
        diag("%s id %llu tol %g max_iter %u tmax %a min_sep %a: %s (%s, toi_lo %a)", ccdq_type_name(q->type),
             (unsigned long long)q->id, options->tol, options->max_iter, options->tmax, q->min_sep, wrong,
             ccdq_verdict_name(r.verdict), r.toi_lo);
}

/* Tolerances, ends and budgets in turn; a quarter of the queries with the defaults (but for a budget that
 * keeps the few short that would take long). */
static struct ccdq_linear_options some_options(struct rng *rng)
{
    static const double tols[] = {-1, 1e-3, 1e-6, 1e-9, 0}, ends[] = {1, 1, 0.5, 0.3, 0x1p-70};
    static const uint32_t budgets[] = {20000, 20000, 1, 5, 50};
    struct ccdq_linear_options options = ccdq_linear_defaults;
    options.max_iter = 20000;
    if (rng_below(rng, 4) == 0) return options;
    options.tol = tols[rng_below(rng, 5)];
    options.tmax = ends[rng_below(rng, 5)];
    options.max_iter = budgets[rng_below(rng, 5)];
    return options;
}

/* Separations that small integers often keep exactly, or a part of the query's extent. */
static double some_separation(const struct ccdq_query *q, struct rng *rng)
{
    static const double all[] = {1, 2, 3, 5, 0.5, 2.5, 0x1.6a09e667f3bcdp0, 0x1p-60};
    if (rng_below(rng, 2)) return all[rng_below(rng, sizeof all / sizeof *all)];
    double part = ldexp(extent_of(q), -rng_int(rng, 0, 40));
    return part > 0 && part < INFINITY ? part : 0x1p-1074;
}

static void families(size_t n)
{
    for (const struct gen_family *family = gen_linear_families; family->name; family++)
        for (unsigned type = CCDQ_VF; type <= CCDQ_PP; type++)
            for (int separated = 0; separated < 2; separated++) {
                struct tally tally = {0};
                for (size_t id = 0; id < (type >= CCDQ_PE ? n / 4 : n); id++) {
                    struct rng rng = rng_at(rng_key(family->name, type, 7), id);
                    struct ccdq_query q;
                    gen_linear(family, type == CCDQ_EE ? CCDQ_EE : CCDQ_VF, 7, id, &q);
                    q.type = (uint8_t)type;
                    if (separated) q.min_sep = some_separation(&q, &rng);
                    struct ccdq_linear_options options = some_options(&rng);
                    check(&q, &options, &tally);
                }
                ok(!tally.faults && tally.queries > tally.unresolved,
                   "%s %s%s: %zu queries, %zu hits, %zu unresolved, %zu faults", ccdq_type_name(type),
                   family->name, separated ? " with a separation" : "", tally.queries, tally.hits,
                   tally.unresolved, tally.faults);
            }
}

/* ---- Known answers ---- */

static struct ccdq_result solve(const struct ccdq_query *q, double tol, uint32_t max_iter)
{
    struct ccdq_linear_options options = ccdq_linear_defaults;
    struct ccdq_result r;
    options.tol = tol;
    options.max_iter = max_iter;
    ccdq_linear_solve(method, CCDQ_TYPE_BIT(q->type), q, 1, &options, &r, ws);
    return r;
}

/* On generic queries the tolerance makes no false hit, and a smaller one a later, nearer toi_lo. */
static void generic_queries_are_sharp(size_t n)
{
    for (unsigned type = CCDQ_VF; type <= CCDQ_EE; type++) {
        size_t hits = 0, wrong = 0, blunt = 0;
        double early[2] = {0, 0};
        for (size_t id = 0; id < n; id++) {
            struct ccdq_query q;
            struct ccdq_exact_answer truth;
            double lo, hi;
            gen_linear(gen_find_family(gen_linear_families, "uniform"), type, 8, id, &q);
            ccdq_exact_solve(&q, 1, CCDQ_WANT_TOI, &truth, ws);
            ccdq_exact_times(&truth, 1, &lo, &hi);
            struct ccdq_result r = solve(&q, -1, 0), fine = solve(&q, 1e-9, 0);
            wrong += r.verdict != truth.verdict || fine.verdict != truth.verdict;
            if (truth.verdict != CCDQ_HIT) continue;
            hits++;
            blunt += fine.toi_lo < r.toi_lo;
            early[0] += hi - r.toi_lo;
            early[1] += hi - fine.toi_lo;
        }
        ok(!wrong && hits > n / 20, "%s: %zu of %zu uniform queries hit, %zu verdicts wrong",
           ccdq_type_name(type), hits, n, wrong);
        ok(!blunt && early[1] < 1e-3 * early[0] && early[0] < 1e-6 * (double)hits,
           "times are %.1e early on average, at tolerance 1e-9 %.1e", early[0] / (double)hits,
           early[1] / (double)hits);
    }
}

/* A smaller budget proves less, never something else. */
static void budget_grows_proof(void)
{
    size_t wrong = 0, spent = 0, late = 0;
    for (size_t id = 0; id < 500; id++) {
        struct ccdq_query q;
        double before = 0;
        gen_linear(gen_find_family(gen_linear_families, "touch"), id % 2 ? CCDQ_VF : CCDQ_EE, 9, id, &q);
        struct ccdq_result whole = solve(&q, -1, 0);
        for (uint32_t budget = 1; budget <= 1024; budget *= 2) {
            struct ccdq_result r = solve(&q, -1, budget);
            late += r.toi_lo < before || r.toi_lo > whole.toi_lo;
            before = r.toi_lo;
            if (r.verdict == CCDQ_UNRESOLVED)
                spent++;
            else
                wrong += memcmp(&r, &whole, sizeof r) != 0;
        }
    }
    ok(!wrong && !late && spent > 500,
       "with small budgets %zu unresolved, %zu others differ, %zu times fall back", spent, wrong, late);
}

/* A tolerance is a part of the query's extent, so a power of two changes no bit. */
static void scale_is_free(void)
{
    static const int exponents[] = {-900, -400, 400, 1000};
    static const char *const names[] = {"uniform", "grid", "parallel", "touch"};
    size_t wrong = 0, n = 2000;
    for (size_t id = 0; id < n; id++) {
        struct ccdq_query q;
        gen_linear(gen_find_family(gen_linear_families, names[id % 4]), id & 4 ? CCDQ_VF : CCDQ_EE, 1, id,
                   &q);
        if (id & 8) q.min_sep = 0x1p-7;
        struct ccdq_result r = solve(&q, -1, 1000);
        for (size_t e = 0; e < sizeof exponents / sizeof *exponents; e++) {
            struct ccdq_query scaled = q;
            for (int i = 0; i < 24; i++) scaled.x[i / 3][i % 3] = ldexp(q.x[i / 3][i % 3], exponents[e]);
            scaled.min_sep = ldexp(q.min_sep, exponents[e]);
            struct ccdq_result s = solve(&scaled, -1, 1000);
            wrong += memcmp(&r, &s, sizeof r) != 0;
        }
    }
    ok(!wrong, "the same results at any scale: %zu of %zu differ", wrong, 4 * n);
}

/* Tight-Inclusion's trouble: two parallel edges that fall onto each other meet in a whole line of boxes. */
static void parallel_edges_are_cheap(void)
{
    struct ccdq_query q = {.type = CCDQ_EE,
                           .x = {{0.1, 0.2, 0.3},
                                 {1.1, 1.2, 0.4},
                                 {0.2, 0.3, 1.31},
                                 {0.9, 1.0, 1.38},
                                 {0.1, 0.2, 0.3},
                                 {1.1, 1.2, 0.4},
                                 {0.2, 0.3, -0.69},
                                 {0.9, 1.0, -0.62}}};
    struct ccdq_result r = solve(&q, 1e-9, 0);
    ok(r.verdict == CCDQ_HIT && fabs(r.toi_lo - 0.5) < 1e-8 && r.evals < 200,
       "parallel edges: %s at %.12g after %u looks", ccdq_verdict_name(r.verdict), r.toi_lo, r.evals);
}

int main(void)
{
    ws = ccdq_workspace_new();
    method = ccdq_linear_find("interval");
    if (!ws || !method) return 1;
    size_t n = getenv("CCDQ_LONG") ? 100000 : 512;
    families(n);
    generic_queries_are_sharp(4 * n);
    budget_grows_proof();
    scale_is_free();
    parallel_edges_are_cheap();
    ccdq_workspace_free(ws);
    return tap_done();
}
