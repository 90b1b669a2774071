/* What must not change an exact answer: the order of vertices, roles, axes, scale, place, the direction of
 * time, the type by which a degenerate pair is asked, what else is asked, and the end of time as long as the
 * contact comes before it. CCDQ_LONG=1 draws a hundred times as much. */
#include "../../lib/gen/gen.h"
#include "../../lib/gen/rng.h"
#include "../tap.h"
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static struct ccdq_workspace *ws;

static struct ccdq_exact_answer solve(const struct ccdq_query *q, double tmax)
{
    struct ccdq_exact_answer a;
    ccdq_exact_solve(q, tmax, CCDQ_WANT_TOI | CCDQ_WANT_ROOTS, &a, ws);
    return a;
}

/* ---- Changes: each returns false if it does not apply to q ---- */

/* Point i becomes point order[i]. */
static void reorder(struct ccdq_query *q, const unsigned char order[4])
{
    const struct ccdq_query old = *q;
    for (int i = 0; i < 8; i++) memcpy(q->x[i], old.x[order[i % 4] + i / 4 * 4], sizeof *q->x);
}

static bool change_order(struct ccdq_query *q, struct rng *rng)
{
    static const unsigned char orders[2][5][4] = {
        {{0, 2, 3, 1}, {0, 3, 1, 2}, {0, 1, 3, 2}, {0, 3, 2, 1}, {0, 2, 1, 3}},
        {{1, 0, 2, 3}, {0, 1, 3, 2}, {1, 0, 3, 2}, {2, 3, 0, 1}, {3, 2, 0, 1}}};
    reorder(q, orders[q->type == CCDQ_EE][rng_below(rng, 5)]);
    return true;
}

static bool change_axes(struct ccdq_query *q, struct rng *rng)
{
    const struct ccdq_query old = *q;
    const unsigned shift = rng_below(rng, 3), odd = rng_below(rng, 2), mirror = rng_below(rng, 8);
    for (int i = 0; i < 8; i++)
        for (unsigned k = 0; k < 3; k++)
            q->x[i][(odd ? shift + 3 - k : shift + k) % 3] = mirror >> k & 1 ? -old.x[i][k] : old.x[i][k];
    return true;
}

static bool change_scale(struct ccdq_query *q, struct rng *rng)
{
    const int power = rng_int(rng, -1000, 1000);
    for (int i = 0; i <= 24; i++) {
        double *x = i < 24 ? &q->x[i / 3][i % 3] : &q->min_sep, y = ldexp(*x, power);
        if (!isfinite(y) || ldexp(y, -power) != *x) return false;
        *x = y;
    }
    return true;
}

/* Moves all points by one vector at t = 0 and by another one at t = 1. */
static bool change_place(struct ccdq_query *q, struct rng *rng)
{
    for (int i = 0; i < 6; i++) {
        const double d = ldexp(rng_int(rng, -100, 100), -rng_int(rng, 0, 8));
        for (int j = 0; j < 4; j++) {
            double *x = &q->x[i / 3 * 4 + j][i % 3], y = *x + d;
            if (y - d != *x || y - *x != d) return false; /* Knuth's sum of two: no error if both hold */
            *x = y;
        }
    }
    return true;
}

static bool change_direction(struct ccdq_query *q, struct rng *rng)
{
    (void)rng;
    const struct ccdq_query old = *q;
    memcpy(q->x[0], old.x[4], 4 * sizeof *q->x);
    memcpy(q->x[4], old.x[0], 4 * sizeof *q->x);
    return true;
}

/* ---- What must be the same ---- */

static bool same_count(const struct ccdq_exact_answer *a, const struct ccdq_exact_answer *b)
{
    return a->verdict == b->verdict && a->roots == b->roots;
}

static bool same_time(const struct ccdq_exact_answer *a, const struct ccdq_exact_answer *b)
{
    return same_count(a, b) && a->at_start == b->at_start && a->toi_lo == b->toi_lo && a->toi_hi == b->toi_hi;
}

static const struct invariance {
    const char *name;
    bool (*change)(struct ccdq_query *q, struct rng *rng);
    bool (*same)(const struct ccdq_exact_answer *a, const struct ccdq_exact_answer *b);
} invariances[] = {
    {"order of vertices, swapped edges", change_order, same_time},
    {"order and direction of axes", change_axes, same_time},
    {"scale", change_scale, same_time},
    {"place and common motion", change_place, same_time},
    {"direction of time", change_direction, same_count},
};
enum { INVARIANCES = sizeof invariances / sizeof *invariances };

/* ---- Properties of one query ---- */

/* The answer does not depend on what else is wanted. */
static bool wants_agree(const struct ccdq_query *q)
{
    const struct ccdq_exact_answer all = solve(q, 1);
    struct ccdq_exact_answer verdict, toi, roots;
    ccdq_exact_solve(q, 1, CCDQ_WANT_VERDICT, &verdict, ws);
    ccdq_exact_solve(q, 1, CCDQ_WANT_TOI, &toi, ws);
    ccdq_exact_solve(q, 1, CCDQ_WANT_ROOTS, &roots, ws);
    toi.roots = all.roots;
    return verdict.verdict == all.verdict && same_time(&toi, &all) && same_count(&roots, &all) &&
           !memcmp(toi.w, all.w, sizeof all.w);
}

/* A hit stays the same hit if time ends just after it, and vanishes if time ends just before it. */
static bool ends_agree(const struct ccdq_query *q)
{
    const struct ccdq_exact_answer a = solve(q, 1);
    if (a.verdict != CCDQ_HIT) return true;
    double lo, hi;
    ccdq_exact_times(&a, 1, &lo, &hi);
    struct ccdq_exact_answer b = solve(q, hi > 0 ? hi : 0x1p-62);
    b.roots = a.roots; /* later contacts are cut off */
    if (!same_time(&a, &b)) return false;
    const double before = nextafter(lo, 0);
    return before == 0 || lo == 0 || solve(q, before).verdict == CCDQ_FREE;
}

/* Point-edge is vertex-face with a collapsed face, and edge-edge with a collapsed edge; point-point likewise.
 */
static bool types_agree(const struct ccdq_query *q)
{
    static const unsigned char pe_vf[4] = {0, 1, 2, 2}, pe_fv[4] = {0, 1, 2, 1}, pe_ee[4] = {0, 0, 1, 2},
                               pe_pp[4] = {0, 1, 1, 1}, pp_ee[4] = {0, 0, 1, 1};
    const struct {
        unsigned char as, type;
        const unsigned char *order;
    } cases[] = {{CCDQ_PE, CCDQ_VF, pe_vf}, {CCDQ_PE, CCDQ_VF, pe_fv}, {CCDQ_PE, CCDQ_EE, pe_ee},
                 {CCDQ_PP, CCDQ_VF, pe_pp}, {CCDQ_PP, CCDQ_PE, pe_pp}, {CCDQ_PP, CCDQ_EE, pp_ee}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct ccdq_query low = *q, high = *q;
        low.type = cases[i].as;
        high.type = cases[i].type;
        reorder(&high, cases[i].order);
        const struct ccdq_exact_answer a = solve(&low, 1), b = solve(&high, 1);
        if (!same_time(&a, &b)) return false;
    }
    return true;
}

static const struct property {
    const char *name;
    bool (*holds)(const struct ccdq_query *q);
} properties[] = {
    {"what is asked for", wants_agree},
    {"the end of time", ends_agree},
    {"the type of a degenerate pair", types_agree},
};
enum { PROPERTIES = sizeof properties / sizeof *properties };

/* ---- Draws ---- */

/* A query of a family; every third has a minimum separation, mostly near the size of its differences. */
static struct ccdq_query draw(const struct gen_family *f, unsigned type, uint64_t seed, int id)
{
    static const double parts[] = {0x1p-30, 0.01, 0.125, 0.25, 0.5, 1, 1.5, 5};
    struct ccdq_query q;
    gen_linear(f, type, seed, (uint64_t)id, &q);
    if (id % 3) return q;
    double size = 0;
    for (int k = 0; k < 3; k++) size = fmax(size, fabs(q.x[2][k] - q.x[0][k]));
    const double d = size * parts[id / 3 % 8];
    q.min_sep = d > 0 && d < INFINITY ? d : 1;
    return q;
}

static void test_invariance(const struct invariance *invariance, int records)
{
    int applied = 0, failed = 0;
    for (const struct gen_family *f = gen_linear_families; f->name; f++)
        for (unsigned type = CCDQ_VF; type <= CCDQ_EE; type++)
            for (int id = 0; id < records; id++) {
                struct rng rng = rng_at(rng_key(invariance->name, type, 1), (uint64_t)id);
                const struct ccdq_query q = draw(f, type, 2, id);
                struct ccdq_query p = q;
                if (!invariance->change(&p, &rng)) continue;
                const struct ccdq_exact_answer a = solve(&q, 1), b = solve(&p, 1);
                applied++;
                if (!invariance->same(&a, &b) && !failed++)
                    diag("%s, family %s, seed 2, id %d", ccdq_type_name(type), f->name, id);
            }
    ok(!failed && applied >= 10 * records, "%s changes none of %d answers", invariance->name, applied);
}

static void test_property(const struct property *property, int records)
{
    int failed = 0, n = 0;
    for (const struct gen_family *f = gen_linear_families; f->name; f++)
        for (unsigned type = CCDQ_VF; type <= CCDQ_EE; type++)
            for (int id = 0; id < records; id++, n++) {
                const struct ccdq_query q = draw(f, type, 3, id);
                if (!property->holds(&q) && !failed++)
                    diag("%s, family %s, seed 3, id %d", ccdq_type_name(type), f->name, id);
            }
    ok(!failed, "%s changes none of %d answers", property->name, n);
}

int main(void)
{
    const int records = getenv("CCDQ_LONG") ? 20000 : 200;
    ws = ccdq_workspace_new();
    if (!ok(ws != NULL, "a workspace")) return tap_done();
    for (int i = 0; i < INVARIANCES; i++) test_invariance(&invariances[i], records);
    for (int i = 0; i < PROPERTIES; i++) test_property(&properties[i], records);
    ccdq_workspace_free(ws);
    return tap_done();
}
