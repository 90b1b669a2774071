/* The method certified where the answer is known: times in closed form, rods that turn; starts in contact,
 * inside, within delta or a margin; gaps down to 1e-9; whole turns; budgets; queries with a problem.
 * CCDQ_LONG=1 draws forty times as much. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "../../lib/gen/gen.h"
#include "../../lib/gen/rng.h"
#include "../sdf_answers.h"
#include "../tap.h"

static struct ccdq_workspace *ws;
static long draws = 1;
static const struct sdf_options usual = {.delta = 1e-5};

static void solve(const struct sdf *sdf, const struct ccdq_sdf_query *q, const struct sdf_options *options,
                  struct ccdq_result *r)
{
    sdf_solve_query(sdf_methods, sdf, sdf->nodes - 1, q, options, r, ws);
}

/* ---- Closed forms ---- */

enum shape { PLANE, SPHERE, BOX };

static void add_shape(struct sdf *sdf, enum shape shape)
{
    static const struct interval size[3] = {{1, 1}, {0.5, 0.5}, {0.25, 0.25}};
    static const enum sdf_kind kind[] = {SDF_PLANE, SDF_SPHERE, SDF_BOX};
    *sdf = (struct sdf){0};
    sdf_add_primitive(sdf, kind[shape], size);
}

/* A triangle of which corner 0 is the first to touch: flat above a plane or box (any tilt that leaves corner
 * 0 lowest), or outside the tangent plane of a sphere. t* is known by construction, from where corner 0 is
 * then. */
static void make_known(struct rng *rng, enum shape shape, struct ccdq_sdf_query *q, double *known)
{
    const double t = rng_real(rng, 0.05, 0.95), fall = exp2(rng_int(rng, -6, 9)),
                 side = fall * rng_real(rng, -1, 1);
    double at[3] = {0, 0, 0}, n[3] = {0, 0, 1};
    *q = (struct ccdq_sdf_query){.id = 3, .end = 1};
    if (shape == PLANE || shape == BOX)
        at[0] = 0.9 * rng_real(rng, -1, 1), at[1] = 0.4 * rng_real(rng, -1, 1);
    if (shape == BOX) at[2] = 0.25;
    if (shape == SPHERE) {
        double length = 0;
        for (int k = 0; k < 3; k++) n[k] = rng_real(rng, -1, 1) + (k == 0);
        for (int k = 0; k < 3; k++) length += n[k] * n[k];
        for (int k = 0; k < 3; k++) at[k] = n[k] /= sqrt(length);
    }
    for (int i = 0; i < 3; i++) {
        const double up = i == 0 ? 0 : rng_unit(rng);
        for (int k = 0; k < 3; k++) {
            const double across = i == 0 ? 0 : rng_real(rng, -1, 1);
            /* What is across has no part along n. */
            q->x[i][k] = at[k] + up * n[k] + across * (shape == SPHERE ? 0 : k < 2);
            q->v[i][k] = -fall * n[k];
            if (shape != SPHERE && k == 0) q->v[i][k] = side / 64;
        }
    }
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) q->x[i][k] -= t * q->v[i][k];
    *known = t;
}

static void test_closed_forms(void)
{
    static const char *const name[] = {"plane", "sphere", "box"};
    for (int shape = PLANE; shape <= BOX; shape++) {
        struct rng rng = rng_at(rng_key("certified", (unsigned)shape, 1), 1);
        struct sdf sdf;
        long late = 0, early = 0, wide = 0, wrong = 0;
        add_shape(&sdf, (enum shape)shape);
        for (long i = 0; i < 500 * draws; i++) {
            struct ccdq_sdf_query q;
            struct ccdq_result r;
            double known;
            make_known(&rng, (enum shape)shape, &q, &known);
            solve(&sdf, &q, &usual, &r);
            const double speed = fabs(q.v[0][0]) + fabs(q.v[0][1]) + fabs(q.v[0][2]);
            /* The construction rounds. */
            const double off = 1e-13 * (1 + 1 / speed);
            wrong += r.verdict != CCDQ_HIT || !answer_well_formed(&q, &r);
            late += r.toi_lo > known + off;
            early += r.toi_lo < known - 4e-5 / speed - off;
            wide += !(r.toi_hi >= known - off && r.toi_hi - r.toi_lo <= 4e-5 / speed + off);
        }
        ok(!wrong, "%s: hits (%ld are none)", name[shape], wrong);
        ok(!late && !early, "... within delta of the time of contact (%ld late, %ld early)", late, early);
        ok(!wide, "... which toi_hi bounds (%ld do not)", wide);
        sdf_free(&sdf);
    }
}

/* A rod of the half length 1 turns about its middle, at a height below 1 above a plane: it touches when sin(t
 * w) is the height; if it begins just past that, nearly half a turn later. Or the plane turns instead,
 * against it. */
static void test_rods(void)
{
    struct rng rng = rng_at(rng_key("certified", 10, 1), 1);
    struct sdf sdf;
    long late = 0, early = 0, wrong = 0;
    add_shape(&sdf, PLANE);
    for (long i = 0; i < 500 * draws; i++) {
        const double height = rng_real(&rng, 0.01, 0.99), w = exp2(rng_int(&rng, 0, 7)),
                     known = asin(height) / w;
        const bool solid_turns = rng_below(&rng, 2);
        struct ccdq_sdf_query q = {.id = 4, .end = 1};
        struct ccdq_result r;
        for (int k = 0; k < 3; k++) q.x[k][0] = k == 0 ? -1 : 1;
        if (rng_below(&rng, 2)) q.x[2][0] = 0.5;
        if (solid_turns) {
            /* About the rod's middle the plane turns back. */
            q.solid_spin[1] = -w;
            q.solid_centre[2] = height;
        } else {
            q.spin[1] = w;
            q.centre[2] = height;
        }
        for (int k = 0; k < 3; k++) q.x[k][2] = height;
        solve(&sdf, &q, &usual, &r);
        const double speed = w * sqrt(1 - height * height);
        wrong += known < 1 && (r.verdict != CCDQ_HIT || !answer_well_formed(&q, &r) || r.w[0] != 1);
        late += known < 1 && r.toi_lo > known + 1e-14;
        early += known < 1 && r.toi_lo < known - 1e-5 / speed - 1e-14;
    }
    ok(!wrong, "rods that turn: hits (%ld are none)", wrong);
    ok(!late && !early, "... within delta of the time of contact (%ld late, %ld early)", late, early);
    sdf_free(&sdf);
}

/* ---- Special positions ---- */

/* A small triangle at a height above the box, which reaches up to 0.25; falling. */
static void from_above(double height, double speed, struct ccdq_sdf_query *q)
{
    static const double flat[3][3] = {{0, 0, 0}, {0.1, 0, 0}, {0, 0.1, 0}};
    *q = (struct ccdq_sdf_query){.id = 6, .end = 1};
    for (int i = 0; i < 3; i++) {
        memcpy(q->x[i], flat[i], sizeof q->x[i]);
        q->x[i][2] = height;
        q->v[i][2] = -speed;
    }
}

static void test_starts(void)
{
    struct sdf box;
    struct ccdq_sdf_query q;
    struct ccdq_result r;
    add_shape(&box, BOX);
    from_above(0.25, 0, &q);
    solve(&box, &q, &usual, &r);
    ok(r.verdict == CCDQ_HIT && r.toi_lo == 0 && (r.flags & CCDQ_AT_START),
       "a triangle on a face touches at the start");
    from_above(0, 1, &q);
    solve(&box, &q, &usual, &r);
    ok(r.verdict == CCDQ_HIT && r.toi_hi == 0 && (r.flags & CCDQ_AT_START),
       "one inside is proven to touch at 0");
    from_above(0.25 + 0.9e-5, 0, &q);
    solve(&box, &q, &usual, &r);
    ok(r.verdict == CCDQ_HIT && r.toi_lo == 0 && r.toi_hi == INFINITY,
       "one within delta touches, without a proof");
    from_above(0.25 + 1.1e-5, 0, &q);
    solve(&box, &q, &usual, &r);
    ok(r.verdict == CCDQ_FREE, "one farther than delta that stays there is free");
    from_above(1.25, 1, &q);
    q.end = 0.999;
    solve(&box, &q, &usual, &r);
    ok(r.verdict == CCDQ_FREE, "a contact behind the end is none");
    q.end = 1;
    solve(&box, &q, &usual, &r);
    ok(r.verdict == CCDQ_HIT && r.toi_lo > 0.9999 && r.toi_lo <= 1, "one at the end is one");
    sdf_free(&box);
}

static void test_margins(void)
{
    struct sdf_options options = usual;
    struct sdf box;
    struct ccdq_sdf_query q;
    struct ccdq_result r;
    add_shape(&box, BOX);
    from_above(0.5, -1, &q);
    options.margin = 0.3;
    solve(&box, &q, &options, &r);
    ok(r.verdict == CCDQ_HIT && r.toi_hi == 0, "within the margin at the start");
    options.margin = 0.125;
    from_above(1.25, 1, &q);
    solve(&box, &q, &options, &r);
    ok(r.verdict == CCDQ_HIT && fabs(r.toi_lo - 0.875) < 2e-5 && r.toi_hi >= 0.875,
       "a margin is reached before the face");
    sdf_free(&box);
}

/* A gap that is kept, sliding along a face fast; and one that closes at 2/3, with a delta of half of it. */
static void test_gaps(void)
{
    struct sdf box;
    add_shape(&box, BOX);
    for (int digits = 3; digits <= 9; digits++) {
        struct sdf_options options = usual;
        const double gap = pow(10, -digits);
        struct ccdq_sdf_query q;
        struct ccdq_result r;
        options.delta = gap / 2;
        from_above(0.25 + gap, 0, &q);
        for (int i = 0; i < 3; i++) q.v[i][0] = 30;
        solve(&box, &q, &options, &r);
        ok(r.verdict == CCDQ_FREE, "a gap of 1e-%d that is kept is free", digits);
        from_above(0.25 + gap, 1.5 * gap, &q);
        for (int i = 0; i < 3; i++) q.v[i][0] = 0.1;
        solve(&box, &q, &options, &r);
        ok(r.verdict == CCDQ_HIT && r.toi_lo > 0.3 && r.toi_lo <= 0.66666672 && r.toi_hi >= 0.66666661 &&
               r.toi_hi < 0.67,
           "one that closes touches");
    }
    sdf_free(&box);
}

/* The farthest corner turns about a point as far above the plane as it reaches, or a bit farther: in the
 * middle of each turn it grazes the plane, or does not. */
static void test_whole_turns(void)
{
    static const double pi = 3.14159265358979323846;
    struct sdf plane;
    add_shape(&plane, PLANE);
    for (int turns = 1; turns <= 3; turns++) {
        struct ccdq_sdf_query q = {.id = 7, .end = 1, .centre = {0, 0, 1.25}, .spin = {2 * pi * turns, 0, 0}};
        struct ccdq_result r;
        for (int i = 0; i < 3; i++) q.x[i][2] = 2 + 0.25 * i;
        solve(&plane, &q, &usual, &r);
        ok(r.verdict == CCDQ_HIT && r.toi_lo <= 0.5 / turns && r.toi_lo > 0.49 / turns,
           "%d degrees in one step", 360 * turns);
        for (int i = 0; i < 3; i++) q.x[i][2] -= 1e-4;
        solve(&plane, &q, &usual, &r);
        ok(r.verdict == CCDQ_FREE, "... that are free");
    }
    sdf_free(&plane);
}

/* All at 1e12: a unit in the last place is 1e-4. */
static void test_far_off(void)
{
    struct sdf_options options = usual;
    struct sdf sphere;
    struct ccdq_sdf_query q;
    struct ccdq_result r;
    add_shape(&sphere, SPHERE);
    from_above(0.5, 0, &q);
    for (int k = 0; k < 3; k++) {
        q.centre[k] = 1e12;
        for (int i = 0; i < 3; i++) {
            q.x[i][k] += 1e12;
            q.v[i][k] = -1e12;
        }
    }
    q.spin[0] = 0.5;
    options.delta = 1e-9;
    solve(&sphere, &q, &options, &r);
    ok(r.verdict == CCDQ_UNRESOLVED && answer_well_formed(&q, &r) && !(r.flags & CCDQ_BUDGET_SPENT),
       "a delta that is lost in roundings is not resolved, and no budget was spent");
    options.max_iter = 1;
    solve(&sphere, &q, &options, &r);
    ok(r.verdict == CCDQ_UNRESOLVED && r.flags & CCDQ_BUDGET_SPENT, "unless it was, before that was seen");
    options.max_iter = 0;
    options.delta = 1;
    solve(&sphere, &q, &options, &r);
    ok(r.verdict == CCDQ_HIT && answer_well_formed(&q, &r), "one that is not is");
    sdf_free(&sphere);
}

static void test_budgets(void)
{
    struct rng rng = rng_at(rng_key("certified", 11, 1), 1);
    struct sdf sphere;
    long wrong = 0, spent = 0, more = 0;
    add_shape(&sphere, SPHERE);
    for (int i = 0; i < 200; i++) {
        struct ccdq_sdf_query q;
        struct ccdq_result r, whole;
        double known, last = 0;
        make_known(&rng, SPHERE, &q, &known);
        q.spin[0] = q.spin[1] = 3; /* for more steps */
        solve(&sphere, &q, &usual, &whole);
        for (uint32_t limit = 1; limit < 20; limit++) {
            struct sdf_options options = usual;
            options.max_iter = limit;
            solve(&sphere, &q, &options, &r);
            wrong += !answer_well_formed(&q, &r) || r.toi_lo > whole.toi_lo || r.toi_lo < last;
            spent += r.verdict == CCDQ_UNRESOLVED;
            more += r.evals > limit;
            last = r.toi_lo;
        }
        struct sdf_options options = usual;
        options.max_mem = 1;
        solve(&sphere, &q, &options, &r);
        wrong += !answer_well_formed(&q, &r) || r.verdict == CCDQ_HIT || r.toi_lo > whole.toi_lo;
    }
    ok(!wrong && spent > 0, "a budget that is spent leaves a time that is proven (%ld wrong)", wrong);
    ok(!more, "and is kept (%ld not)", more);
    sdf_free(&sphere);
}

/* Triangles that turn on their way to the solid. About an edge or a corner of a box no gradient of phi is
 * that of the half-space that parts the two, which has to be found. */
static void test_effort(void)
{
    enum { QUERIES = 500 };
    static const struct {
        enum sdf_kind kind;
        double size[3], most;
    } solids[] = {{SDF_BOX, {0.15, 0.15, 0.04}, 6}, {SDF_TORUS, {0.11, 0.04, 0}, 9}};
    const struct gen_family *family = gen_find_family(gen_sdf_families, "torus-triangle");
    for (size_t i = 0; i < sizeof solids / sizeof *solids; i++) {
        struct interval size[3];
        struct sdf solid = {0};
        double evals = 0;
        for (int k = 0; k < 3; k++) size[k] = interval_of(solids[i].size[k]);
        sdf_add_primitive(&solid, solids[i].kind, size);
        for (uint64_t k = 0; k < QUERIES; k++) {
            struct ccdq_sdf_query q;
            struct ccdq_result r;
            gen_sdf_range(family, 1, k, 1, &q);
            solve(&solid, &q, &usual, &r);
            evals += r.evals;
        }
        ok(evals < solids[i].most * QUERIES, "few evaluations are needed: %.1f", evals / QUERIES);
        sdf_free(&solid);
    }
}

static void test_problems(void)
{
    struct ccdq_sdf_query good, q;
    char text[128];
    from_above(1, 1, &good);
    ok(!sdf_query_problem(&good, 1, text, sizeof text), "a query without a problem");
    q = good, q.x[2][1] = NAN;
    ok(sdf_query_problem(&q, 1, text, sizeof text) && strstr(text, "corner 2"), "%s", text);
    q = good, q.solid_spin[0] = 2e60;
    ok(sdf_query_problem(&q, 1, text, sizeof text) && strstr(text, "beyond"), "%s", text);
    q = good, q.end = 0;
    ok(sdf_query_problem(&q, 1, text, sizeof text) && strstr(text, "not positive"), "%s", text);
    q = good, q.end = INFINITY;
    ok(sdf_query_problem(&q, 1, text, sizeof text) && strstr(text, "not finite"), "%s", text);
    q = good, q.solid = 1;
    ok(sdf_query_problem(&q, 1, text, sizeof text) && strstr(text, "no solid 1"), "%s", text);
}

int main(void)
{
    if (getenv("CCDQ_LONG")) draws = 40;
    ws = ccdq_workspace_new();
    if (!ws) return 1;
    test_closed_forms();
    test_rods();
    test_starts();
    test_margins();
    test_gaps();
    test_whole_turns();
    test_far_off();
    test_budgets();
    test_effort();
    test_problems();
    ccdq_workspace_free(ws);
    return tap_done();
}
