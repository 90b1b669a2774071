/* The method certified on the generator's families and on random scenes of each kind, judged by the bracket,
 * which is a search of its own, and by samples in time and space. CCDQ_LONG=1 draws forty times as much. */
#include <stdlib.h>
#include "../../lib/gen/gen.h"
#include "../../lib/sdf/bracket.h"
#include "../sdf_answers.h"
#include "../sdf_scenes.h"
#include "../tap.h"

static struct ccdq_workspace *ws;
static long draws = 1;
static const struct sdf_options usual = {.delta = 1e-5};

static void solve(const struct sdf *sdf, const struct ccdq_sdf_query *q, const struct sdf_options *options,
                  struct ccdq_result *r)
{
    sdf_solve_query(sdf_methods, sdf, sdf->nodes - 1, q, options, r, ws);
}

/* phi at a point of the triangle at a time, in plain arithmetic. */
static double phi_at(const struct sdf *sdf, const struct ccdq_sdf_query *q, const double w[2], double t)
{
    struct sdf_motion m;
    struct sdf_moment moment;
    double x[3], v[3];
    for (int k = 0; k < 3; k++) {
        x[k] = q->x[0][k] + w[0] * (q->x[1][k] - q->x[0][k]) + w[1] * (q->x[2][k] - q->x[0][k]);
        v[k] = q->v[0][k] + w[0] * (q->v[1][k] - q->v[0][k]) + w[1] * (q->v[2][k] - q->v[0][k]);
    }
    sdf_motion_of_query(q, &m);
    sdf_motion_at(&m, t, &moment);
    return sdf_value(sdf, sdf->nodes - 1, sdf_moment_point(&moment, x, v).p, NULL);
}

/* ---- The generator's families ---- */

enum { MAX_SOLIDS = 64 };
struct scenes {
    struct sdf solid[MAX_SOLIDS];
    size_t n;
};

static bool read_scenes(struct scenes *s, const struct gen_family *family)
{
    const char *text;
    for (s->n = 0; (text = gen_sdf_solid(family, s->n)); s->n++) {
        struct messages messages = {0};
        struct buf roots = {0};
        s->solid[s->n] = (struct sdf){0};
        const bool good = sdf_json_read(&s->solid[s->n], &roots, family->name, text, strlen(text), &messages);
        messages_free(&messages);
        buf_free(&roots);
        if (!good) return false;
    }
    return true;
}

/* How much was wrong. */
struct judged {
    long cases, hits, malformed, missed, late, high, far, no_witness, unresolved, lagging, sampled;
};

/* Against the bracket, which is a search of its own. */
static void judge_by_bracket(const struct sdf *sdf, const struct ccdq_sdf_query *q,
                             const struct ccdq_result *r, const struct sdf_options *options, struct judged *j)
{
    const struct sdf_case c = {sdf, sdf->nodes - 1, q};
    const double level = options->margin + options->delta;
    struct sdf_bracket exact;
    sdf_bracket(&c, options->margin, 2000, &exact);
    j->missed += r->verdict == CCDQ_FREE && exact.hi < INFINITY;
    j->late += r->verdict != CCDQ_FREE && r->toi_lo > exact.hi;
    if (r->verdict != CCDQ_HIT) return;
    j->high += r->toi_hi < exact.lo;
    j->far += !(sdf_bracket_value(&c, r->w, r->toi_lo).lo <= level);
    j->no_witness += r->toi_hi < INFINITY && !(sdf_bracket_value(&c, r->w, r->toi_hi).lo <= options->margin);
}

enum { SAMPLES = 100 };

/* Against samples of times and points before toi_lo. */
static void judge_by_samples(const struct sdf *sdf, const struct ccdq_sdf_query *q,
                             const struct ccdq_result *r, const struct sdf_options *options, struct rng *rng,
                             struct judged *j)
{
    const double until = r->verdict == CCDQ_FREE ? q->end : r->toi_lo;
    for (int i = 0; i < SAMPLES && until > 0; i++) {
        const double a = i % 4 ? rng_unit(rng) : (double)rng_below(rng, 2);
        const double w[2] = {a, (1 - a) * (i % 3 ? rng_unit(rng) : (double)rng_below(rng, 2))};
        const double t = i % 5 ? until * rng_unit(rng) : until * (1 - exp2(-rng_int(rng, 1, 30)));
        j->sampled += phi_at(sdf, q, w, t) < options->margin - 1e-7;
    }
}

static void judge(const struct sdf *sdf, const struct ccdq_sdf_query *q, const struct sdf_options *options,
                  struct rng *rng, bool bracket, struct judged *j)
{
    struct ccdq_result r;
    solve(sdf, q, options, &r);
    j->cases++;
    j->hits += r.verdict == CCDQ_HIT;
    j->unresolved += r.verdict == CCDQ_UNRESOLVED;
    j->malformed += !answer_well_formed(q, &r);
    if (bracket) judge_by_bracket(sdf, q, &r, options, j);
    judge_by_samples(sdf, q, &r, options, rng, j);
}

static void report(const char *what, const struct judged *j)
{
    ok(!j->malformed && j->hits > 0, "%s: %ld answers, %ld hits (%ld malformed)", what, j->cases, j->hits,
       j->malformed);
    ok(!j->missed && !j->late && !j->sampled, "... none missed or late (%ld, %ld; %ld samples)", j->missed,
       j->late, j->sampled);
    ok(!j->far && !j->high && !j->no_witness, "... the points touch (%ld do not, of %ld and %ld toi_hi)",
       j->far, j->high, j->no_witness);
    ok(!j->unresolved, "... all are resolved (%ld are not)", j->unresolved);
}

static void test_families(void)
{
    for (const struct gen_family *family = gen_sdf_families; family->solids; family++) {
        struct rng rng = rng_at(rng_key("certified", 20, 1), 1);
        struct scenes scenes;
        struct judged j = {0};
        if (!read_scenes(&scenes, family)) exit(1);
        for (long id = 0; id < 300 * draws; id++) {
            struct ccdq_sdf_query q;
            gen_sdf_range(family, 3, (uint64_t)id, 1, &q);
            judge(&scenes.solid[q.solid], &q, &usual, &rng, id < 40 * draws, &j);
        }
        report(family->name, &j);
        for (size_t i = 0; i < scenes.n; i++) sdf_free(&scenes.solid[i]);
    }
}

/* ---- Random scenes of each kind ---- */

/* A triangle near the scene that moves across it; both bodies may turn. */
static void make_random(struct rng *rng, double size, struct ccdq_sdf_query *q)
{
    const double mesh = rng_below(rng, 2) ? rng_int(rng, 0, 13) : 0,
                 solid = rng_below(rng, 2) ? rng_int(rng, 0, 7) : 0;
    const double extent = size * exp2(-rng_int(rng, 0, 5));
    double at[3];
    *q = (struct ccdq_sdf_query){.id = 5, .end = 1};
    for (int k = 0; k < 3; k++) {
        at[k] = rng_real(rng, -2 * size, 2 * size);
        q->centre[k] = at[k];
        q->spin[k] = mesh * rng_real(rng, -1, 1);
        q->solid_spin[k] = solid * rng_real(rng, -1, 1);
        q->solid_centre[k] = rng_real(rng, -size, size);
        q->solid_v[k] = size * rng_real(rng, -1, 1) * rng_below(rng, 2);
        const double v = -at[k] + rng_real(rng, -size, size);
        for (int i = 0; i < 3; i++) {
            q->x[i][k] = at[k] + rng_real(rng, -extent, extent);
            q->v[i][k] = v + rng_real(rng, -extent, extent) * rng_below(rng, 2);
        }
    }
}

/* The queries of tree number `id` of a kind. */
static void judge_tree(int kind, long id, struct buf *text, struct judged *j)
{
    struct rng rng = rng_at(rng_key("certified", 30 + (unsigned)kind, 1), (uint64_t)id);
    struct sdf sdf;
    if (!scene_make(&sdf, text, &rng, kind, 1)) exit(1);
    struct sdf_options options = usual;
    options.delta = pow(10, -rng_int(&rng, 2, 7));
    options.margin = rng_below(&rng, 3) ? 0 : rng_unit(&rng) / 8;
    for (int i = 0; i < 8; i++) {
        struct ccdq_sdf_query q;
        make_random(&rng, 1, &q);
        judge(&sdf, &q, &options, &rng, i == 0, j);
    }
    sdf_free(&sdf);
}

/* Of these, parts of triangles that touch a little later than others were once bounded by their first
 * gradients only, until the budget was spent. */
static const struct {
    int kind;
    long id;
} pinned[] = {{16, 270}, {16, 540}};

static void test_scenes(void)
{
    struct buf text = {0};
    for (int kind = 0; kind < SCENE_KINDS; kind++) {
        struct judged j = {0};
        for (long id = 0; id < 20 * draws; id++) judge_tree(kind, id, &text, &j);
        for (size_t i = 0; i < sizeof pinned / sizeof *pinned; i++)
            if (pinned[i].kind == kind && pinned[i].id >= 20 * draws)
                judge_tree(kind, pinned[i].id, &text, &j);
        report(scene_kind(kind), &j);
    }
    buf_free(&text);
}

int main(void)
{
    if (getenv("CCDQ_LONG")) draws = 40;
    ws = ccdq_workspace_new();
    if (!ws) return 1;
    test_families();
    test_scenes();
    ccdq_workspace_free(ws);
    return tap_done();
}
