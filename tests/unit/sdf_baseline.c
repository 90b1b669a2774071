/* The baselines against distance functions: times known in closed form, what an answer must be on a family
 * with known times, meshes, budgets; and that each method really misses what its comment says. */
#include "../../formats/sdf-json.h"
#include "../../lib/gen/gen.h"
#include "../../lib/sdf/golden.h"
#include "../../lib/sdf/solve.h"
#include "../tap.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FWGSS, FW, DCD, VERTICES, METHODS };
static const char *const names[METHODS] = {"fwgss", "fw", "dcd", "vertices"};
static sdf_first *const first[METHODS] = {sdf_fwgss_first, sdf_fw_first, sdf_dcd_first, sdf_vertices_first};
static sdf_each *const each[METHODS] = {sdf_fwgss_each, sdf_fw_each, sdf_dcd_each, sdf_vertices_each};

static const struct sdf_options usual = {.delta = 1e-5, .substeps = 10};
enum { SUBSTEPS = 10 };

/* ---- Scenes ---- */

static size_t add_solid(struct sdf *sdf, const char *json)
{
    struct buf roots = {0};
    struct messages messages = {0};
    if (!sdf_json_read(sdf, &roots, "solid", json, strlen(json), &messages))
        printf("Bail out! %.*s\n", (int)messages.text.n, (const char *)messages.text.p);
    buf_free(&roots);
    messages_free(&messages);
    return sdf->nodes - 1;
}

/* A triangle, its own mesh. */
static struct sdf_answer solve(int method, const struct sdf *sdf, size_t root, const struct ccdq_sdf_query *q,
                               const struct sdf_options *options)
{
    static const uint32_t corners[1][3] = {{0, 1, 2}};
    const struct sdf_mesh mesh = {3, 1, q->x, q->v, false, corners};
    struct sdf_scene scene = {.sdf = sdf, .root = root};
    struct sdf_spheres spheres;
    struct sdf_answer answer = {.verdict = CCDQ_INVALID};
    sdf_motion_of_query(q, &scene.motion);
    if (!sdf_spheres_build(&spheres, &mesh, &scene.motion)) return answer;
    first[method](&scene, &mesh, &spheres, options, &answer, NULL);
    sdf_spheres_free(&spheres);
    return answer;
}

/* phi at the answer's point and time. */
static double phi_at(const struct sdf *sdf, size_t root, const struct ccdq_sdf_query *q,
                     const struct sdf_answer *a)
{
    struct sdf_motion m;
    struct sdf_moment moment;
    double x[3], v[3];
    for (int k = 0; k < 3; k++) {
        x[k] = (1 - a->w[0] - a->w[1]) * q->x[0][k] + a->w[0] * q->x[1][k] + a->w[1] * q->x[2][k];
        v[k] = (1 - a->w[0] - a->w[1]) * q->v[0][k] + a->w[0] * q->v[1][k] + a->w[1] * q->v[2][k];
    }
    sdf_motion_of_query(q, &m);
    sdf_motion_at(&m, a->toi_lo, &moment);
    return sdf_value(sdf, root, sdf_moment_point(&moment, x, v).p, NULL);
}

static int well_formed(const struct ccdq_sdf_query *q, const struct sdf_answer *a)
{
    if (a->verdict == CCDQ_FREE) return a->toi_lo == INFINITY && a->toi_hi == INFINITY && !a->flags;
    return a->verdict == CCDQ_HIT && a->toi_lo >= 0 && a->toi_lo <= q->end && a->toi_hi == INFINITY &&
           a->flags == (a->toi_lo == 0 ? CCDQ_AT_START : 0) && a->w[0] >= 0 && a->w[1] >= 0 &&
           a->w[0] + a->w[1] <= 1 + 1e-9;
}

/* ---- Golden section search ---- */

struct valley {
    double at;
    int calls, kink;
};

static double valley_height(void *context, double share)
{
    struct valley *valley = context;
    const double away = share - valley->at;
    valley->calls++;
    return valley->kink ? fabs(away) : away * away;
}

/* A parabola is flat where it is least: rounding hides 1e-8. */
static void golden_cases(void)
{
    static const double at[] = {0, 1, 0.5, 0.3, 1e-7, 0.999, -2, 3};
    int right = 1, few = 1;
    for (int kink = 0; kink < 2; kink++)
        for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
            struct valley valley = {at[i], 0, kink};
            const double found = golden_minimum(valley_height, &valley, 1e-10);
            right &= fabs(found - fmax(0, fmin(1, at[i]))) <= (kink ? 1e-10 : 2e-8);
            few &= valley.calls <= 4 + 48 + 1; /* golden ratio^48 > 1e10 */
        }
    ok(right, "golden section search finds the minimum, at the ends and between");
    ok(few, "and needs as many values as the ratio says");
}

/* ---- Times in closed form ---- */

struct known {
    const char *name, *solid;
    double t;
    bool corner; /* it is a corner that touches */
    struct ccdq_sdf_query q;
};

/* A corner on an arm of 2 sinks by 1 when it has turned by asin(1/2) = pi / 6. */
#define PI 3.14159265358979323846
static const struct known known[] = {
    {"a triangle falls flat on a plane",
     "{\"plane\": {\"normal\": [0, 0, 1]}}",
     0.5,
     true,
     {.end = 1, .x = {{0, 0, 1}, {1, 0, 1}, {0, 1, 1}}, .v = {{0, 0, -2}, {0, 0, -2}, {0, 0, -2}}}},
    {"a tilted one",
     "{\"plane\": {\"normal\": [0, 0, 1]}}",
     0.25,
     true,
     {.end = 1, .x = {{0, 0, 1}, {1, 0, 0.75}, {0, 1, 0.5}}, .v = {{1, 0, -2}, {1, 0, -2}, {1, 0, -2}}}},
    {"each corner with its own velocity",
     "{\"plane\": {\"normal\": [0, 0, 1]}}",
     0.75,
     true,
     {.end = 1, .x = {{0, 0, 1}, {1, 0, 2}, {0, 1, 3}}, .v = {{0, 0, -1}, {0, 0, -1}, {0, 0, -4}}}},
    {"a face on a sphere",
     "{\"sphere\": {\"radius\": 0.5}}",
     0.75,
     false,
     {.end = 1, .x = {{-3, -3, 2}, {3, -2, 2}, {0, 3, 2}}, .v = {{0, 0, -2}, {0, 0, -2}, {0, 0, -2}}}},
    {"a corner on a sphere",
     "{\"sphere\": {\"radius\": 0.5}}",
     0.375,
     true,
     {.end = 1, .x = {{1.25, 0, 0}, {2, 1, 1}, {2, -1, 1}}, .v = {{-2, 0, 0}, {-2, 0, 0}, {-2, 0, 0}}}},
    {"a corner on a box",
     "{\"box\": {\"size\": [1, 1, 1]}}",
     0.5,
     true,
     {.end = 2, .x = {{0.25, 0, 1.5}, {0.5, 1, 2}, {0.5, -1, 2}}, .v = {{0, 0, -2}, {0, 0, -2}, {0, 0, -2}}}},
    {"a corner on a torus",
     "{\"torus\": {\"major\": 2, \"minor\": 0.5}}",
     0.75,
     true,
     {.end = 1,
      .x = {{2, 0, 1.25}, {2.5, 0.5, 1.5}, {2.5, -0.5, 1.5}},
      .v = {{0, 0, -1}, {0, 0, -1}, {0, 0, -1}}}},
    {"a face on a torus",
     "{\"torus\": {\"major\": 2, \"minor\": 0.5}}",
     0.5625,
     false,
     {.end = 1,
      .x = {{3.0625, -2, -1}, {3.0625, 2, -1}, {3.0625, 0, 3}},
      .v = {{-1, 0, 0}, {-1, 0, 0}, {-1, 0, 0}}}},
    {"the mesh turns",
     "{\"plane\": {\"normal\": [0, 0, 1]}}",
     PI / 6,
     true,
     {.end = 1, .x = {{2, 0, 1}, {1, 0, 1}, {1, 0, 1.5}}, .centre = {0, 0, 1}, .spin = {0, 1, 0}}},
    {"the solid turns",
     "{\"plane\": {\"normal\": [0, 0, 1]}}",
     PI / 6,
     true,
     {.end = 1,
      .x = {{2, 0, 1}, {1, 0, 1}, {1, 0, 1.5}},
      .solid_centre = {0, 0, 1},
      .solid_spin = {0, -1, 0},
      .solid_v = {0, 0, 0}}},
    {"the solid moves",
     "{\"plane\": {\"normal\": [0, 0, 1]}}",
     0.5,
     true,
     {.end = 1, .x = {{0, 0, 1}, {1, 0, 1}, {0, 1, 2}}, .solid_v = {3, 0, 2}}},
    {"at the start",
     "{\"sphere\": {\"radius\": 1}}",
     0,
     true,
     {.end = 1, .x = {{0.5, 0, 0}, {2, 0, 0}, {2, 1, 0}}, .v = {{1, 0, 0}, {1, 0, 0}, {1, 0, 0}}}},
};

/* How late the methods may be: fw by what its last steps are, dcd by a step. Early by what delta is in time
 * at the slowest approach above. */
static double lateness(int method, double end)
{
    return method == FWGSS || method == VERTICES ? 1e-6 : method == FW ? 0.04 * end : end / SUBSTEPS;
}

static void known_times(void)
{
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        const struct known *k = &known[i];
        struct sdf sdf = {0};
        const size_t root = add_solid(&sdf, k->solid);
        for (int method = 0; method < METHODS; method++) {
            if (method == VERTICES && !k->corner) continue;
            const struct sdf_answer a = solve(method, &sdf, root, &k->q, &usual);
            const double late = a.toi_lo - k->t;
            ok(well_formed(&k->q, &a) && a.verdict == CCDQ_HIT && late >= -2e-5 &&
                   late <= lateness(method, k->q.end) && phi_at(&sdf, root, &k->q, &a) <= 1.001e-5,
               "%s: %s, %g for %g", k->name, names[method], a.toi_lo, k->t);
        }
        sdf_free(&sdf);
    }
}

static void with_margin(void)
{
    struct sdf sdf = {0};
    const size_t root = add_solid(&sdf, known[0].solid);
    struct sdf_options options = usual;
    options.margin = 0.5;
    for (int method = 0; method < METHODS; method++) {
        const struct sdf_answer a = solve(method, &sdf, root, &known[0].q, &options);
        const double late = a.toi_lo - 0.25;
        ok(a.verdict == CCDQ_HIT && late >= -2e-5 && late <= lateness(method, 1), "margin 0.5: %s, %g",
           names[method], a.toi_lo);
    }
    sdf_free(&sdf);
}

/* ---- A family with known times ---- */

enum { CLOSED = 3000 };

struct tally {
    size_t hits, missed, made_up, untrue, late;
};

/* Of the family's solids: planes come first; from the ring's hole on, they are rooms, in which corners touch
 * first. */
enum { PLANES = 3, ROOMS = 9 };

static void count(const struct sdf *sdf, size_t root, const struct ccdq_sdf_query *q, int method,
                  struct tally *tally)
{
    const struct sdf_answer a = solve(method, sdf, root, q, &usual);
    const double t = gen_sdf_time(1, q->id), phi = phi_at(sdf, root, q, &a);
    const int hit = a.verdict == CCDQ_HIT, truth = t < INFINITY;
    tally->hits += truth;
    tally->missed += truth && !hit;
    tally->made_up += hit && !truth && phi > 1.001e-5;
    tally->untrue += !well_formed(q, &a) || (hit && phi > (method == DCD ? 1e-12 : 1.001e-5));
    tally->late += truth && hit && a.toi_lo > t + lateness(method, q->end) * 1.01;
}

/* Of the solids from `from` on, before `to`. */
static struct tally tally_of(const struct sdf *sdf, const size_t *root, const struct ccdq_sdf_query *q,
                             int method, size_t from, size_t to)
{
    struct tally tally = {0};
    for (size_t i = 0; i < CLOSED; i++)
        if (q[i].solid >= from && q[i].solid < to) count(sdf, root[q[i].solid], &q[i], method, &tally);
    return tally;
}

static void closed_family(void)
{
    const struct gen_family *family = gen_find_family(gen_sdf_families, "closed");
    static struct ccdq_sdf_query q[CLOSED];
    struct sdf sdf = {0};
    size_t root[32], n = 0;
    for (const char *solid; (solid = gen_sdf_solid(family, n));) root[n++] = add_solid(&sdf, solid);
    gen_sdf_range(family, 1, 0, CLOSED, q);
    for (int method = 0; method < METHODS; method++) {
        const struct tally all = tally_of(&sdf, root, q, method, 0, n);
        ok(!all.untrue, "closed: each hit of %s is a point within delta", names[method]);
        diag("closed: %s misses %zu of %zu, %zu late", names[method], all.missed, all.hits, all.late);
    }
    const struct tally plane = tally_of(&sdf, root, q, FWGSS, 0, PLANES);
    ok(plane.hits > 500 && !plane.missed && !plane.late, "fwgss is right about planes");
    const struct tally room = tally_of(&sdf, root, q, VERTICES, ROOMS, n);
    ok(room.hits > 500 && room.missed <= room.hits / 100, "vertices sees nearly all contacts in rooms");
    sdf_free(&sdf);
}

/* ---- Where they fail ---- */

static struct sdf_answer expect(int method, const char *solid, const struct ccdq_sdf_query *q,
                                uint32_t substeps, int hit, const char *what)
{
    struct sdf sdf = {0};
    const size_t root = add_solid(&sdf, solid);
    struct sdf_options options = usual;
    options.substeps = substeps;
    const struct sdf_answer a = solve(method, &sdf, root, q, &options);
    ok(a.verdict == (hit ? CCDQ_HIT : CCDQ_FREE), "%s: %s", names[method], what);
    sdf_free(&sdf);
    return a;
}

static void failures(void)
{
    static const char shell[] = "{\"thickness\": 0.001, \"shell\": {\"plane\": {\"normal\": [0, 0, 1]}}}";
    const struct ccdq_sdf_query through = {.end = 1,
                                           .x = {{0, 0, 1.03125}, {1, 0, 1.03125}, {0, 1, 1.03125}},
                                           .v = {{0, 0, -2}, {0, 0, -2}, {0, 0, -2}}};
    expect(DCD, shell, &through, 10, 0, "misses a thin shell between two of 10 times");
    expect(DCD, shell, &through, 4000, 1, "not between two of 4,000");
    expect(FWGSS, shell, &through, 10, 1, "does not miss the shell");
    expect(VERTICES, shell, &through, 10, 1, "does not miss the shell");

    const struct ccdq_sdf_query face = known[3].q;
    expect(VERTICES, known[3].solid, &face, 10, 0, "misses a sphere that a face hits");

    /* It ends above the first ball and hits the second one. Both methods begin with corner 0, which moves
     * against its gradient the fastest. Its phi falls until the end, and no other corner lies lower. */
    static const char balls[] = "{\"union\": [{\"sphere\": {\"radius\": 0.125, \"center\": [-1, 0, 0]}},"
                                "{\"sphere\": {\"radius\": 0.125, \"center\": [1, 0.0625, 0.25]}}]}";
    const struct ccdq_sdf_query falls = {.end = 1,
                                         .x = {{-1, 0, 1.25}, {1, 0, 1.25}, {0, 1, 1.25}},
                                         .v = {{0, 0, -1}, {0, 0, -1}, {0, 0, -1}}};
    for (int method = 0; method < METHODS; method++)
        expect(method, balls, &falls, 10, method == DCD || method == VERTICES,
               method <= FW ? "misses another minimum than the one it begins near"
                            : "finds both minima by its corners");

    /* It first moves away, then its turn brings it back. */
    const struct ccdq_sdf_query back = {
        .end = 1, .x = {{1, 0, 0.5}, {1.25, 0, 0.5}, {1, 0, 0.75}}, .spin = {0, -PI * 1.5, 0}};
    static const char ground[] = "{\"plane\": {\"normal\": [0, 0, 1]}}";
    for (int method = 0; method < METHODS; method++)
        expect(method, ground, &back, 10, method == DCD || method == VERTICES,
               method <= FW ? "misses what first moves away" : "sees what first moves away");

    /* The chord's middle is nearer to the path than other points of it are. */
    const struct ccdq_sdf_query both = {
        .end = 1,
        .x = {{-1.0625, 2, -0.0625}, {-1, 2.0625, -0.0625}, {-1.0625, 1.9375, 0.0625}},
        .v = {{-1, -2, -2}, {-1, -2, -2}, {-1, -2, -2}},
        .centre = {0, -2, 1},
        .spin = {4, 5, -5},
        .solid_centre = {1, -1, 2},
        .solid_spin = {-3, 5, -3}};
    static const char small[] = "{\"sphere\": {\"radius\": 0.0625}}";
    expect(DCD, small, &both, 1000, 1, "sees a contact while both turn");
    const struct sdf_answer missed =
        expect(FWGSS, small, &both, 10, 0, "misses it: the padding is too small");
    ok(missed.evals < 50, "fwgss: without a line search, which takes 53 values");
    expect(FW, small, &both, 10, 0, "misses it: the padding is too small");
}

/* ---- Meshes ---- */

static double earliest(const struct sdf_answer *answer, size_t n)
{
    double t = INFINITY;
    for (size_t i = 0; i < n; i++) t = fmin(t, answer[i].toi_lo);
    return t;
}

/* The shuriken of the family torus-shuriken at its start, number k, and the torus. */
struct flight {
    struct sdf sdf;
    double x[GEN_SHURIKEN_NODES][3];
    uint32_t triangle[GEN_SHURIKEN_TRIANGLES][3];
    struct ccdq_sdf_query motion;
    struct sdf_mesh mesh;
    struct sdf_scene scene;
    struct sdf_spheres spheres;
};

static void flight_begin(struct flight *t, uint64_t k)
{
    t->sdf = (struct sdf){0};
    const size_t root =
        add_solid(&t->sdf, gen_sdf_solid(gen_find_family(gen_sdf_families, "torus-shuriken"), 0));
    gen_shuriken_triangles(t->triangle);
    gen_shuriken_start(1, k, t->x, &t->motion);
    t->mesh = (struct sdf_mesh){GEN_SHURIKEN_NODES,
                                GEN_SHURIKEN_TRIANGLES,
                                (const double(*)[3])t->x,
                                t->motion.v,
                                true,
                                (const uint32_t(*)[3])t->triangle};
    t->scene = (struct sdf_scene){.sdf = &t->sdf, .root = root};
    sdf_motion_of_query(&t->motion, &t->scene.motion);
    if (!sdf_spheres_build(&t->spheres, &t->mesh, &t->scene.motion)) abort();
}

static void flight_end(struct flight *t)
{
    sdf_spheres_free(&t->spheres);
    sdf_free(&t->sdf);
}

static void shurikens(void)
{
    enum { TRIANGLES = GEN_SHURIKEN_TRIANGLES, CONFIGURATIONS = 12 };
    static struct sdf_answer answer[TRIANGLES];
    static struct flight t;
    struct sdf_options tight = usual;
    int agree[METHODS] = {0}, spent[METHODS] = {0};
    tight.max_iter = 5;
    for (uint64_t k = 0; k < CONFIGURATIONS; k++) {
        flight_begin(&t, k);
        for (int method = 0; method < METHODS; method++) {
            struct sdf_answer one;
            first[method](&t.scene, &t.mesh, &t.spheres, &usual, &one, NULL);
            each[method](&t.scene, &t.mesh, &t.spheres, &usual, answer, NULL);
            const double least = earliest(answer, TRIANGLES), speed = 20;
            /* dcd looks at the same times. A corner's path begins elsewhere, and ends within delta. The
             * others go another way when their interval is another one. */
            const double same = method == DCD ? 0 : method == VERTICES ? 1e-5 / speed : 1e-2 * t.motion.end;
            agree[method] += one.verdict == CCDQ_HIT && fabs(one.toi_lo - least) <= same;
            first[method](&t.scene, &t.mesh, &t.spheres, &tight, &one, NULL);
            spent[method] += one.verdict == CCDQ_UNRESOLVED && one.toi_lo == 0 && one.toi_hi == INFINITY &&
                             one.flags == (CCDQ_TOI_PROVEN | CCDQ_BUDGET_SPENT);
        }
        flight_end(&t);
    }
    for (int method = 0; method < METHODS; method++) {
        ok(agree[method] == CONFIGURATIONS,
           "%s: the mesh's first contact is that of one of its triangles, %d", names[method], agree[method]);
        ok(spent[method] == CONFIGURATIONS, "%s: a spent budget leaves a mesh unresolved", names[method]);
    }
}

static bool same_answer(const struct sdf_answer *a, const struct sdf_answer *b)
{
    return a->verdict == b->verdict && a->flags == b->flags && a->evals == b->evals &&
           a->toi_lo == b->toi_lo && a->toi_hi == b->toi_hi && a->triangle == b->triangle;
}

/* The limit of evaluations: with one less than a search needs it is unresolved, and never takes more. */
static void limits(void)
{
    enum { TRIANGLES = GEN_SHURIKEN_TRIANGLES };
    static struct sdf_answer whole[TRIANGLES], cut[TRIANGLES];
    static struct flight t;
    flight_begin(&t, 0);
    for (int method = 0; method < METHODS; method++) {
        long wrong = 0, spent = 0;
        struct sdf_options tight = usual;
        struct sdf_answer one, other;
        first[method](&t.scene, &t.mesh, &t.spheres, &usual, &one, NULL);
        for (uint32_t limit = 1; limit < one.evals; limit += limit / 16 + 1) {
            tight.max_iter = limit;
            first[method](&t.scene, &t.mesh, &t.spheres, &tight, &other, NULL);
            wrong += other.evals != limit || other.verdict != CCDQ_UNRESOLVED;
        }
        tight.max_iter = one.evals;
        first[method](&t.scene, &t.mesh, &t.spheres, &tight, &other, NULL);
        ok(one.evals > 100 && !wrong && same_answer(&one, &other),
           "%s: a mesh takes as many evaluations as it may, %u if it needs no more", names[method],
           one.evals);
        each[method](&t.scene, &t.mesh, &t.spheres, &usual, whole, NULL);
        for (uint32_t limit = 1; limit < 2000; limit += limit / 4 + 1) {
            tight.max_iter = limit;
            each[method](&t.scene, &t.mesh, &t.spheres, &tight, cut, NULL);
            for (int i = 0; i < TRIANGLES; i++) {
                const bool enough = whole[i].evals <= limit;
                spent += !enough;
                wrong += enough ? !same_answer(&whole[i], &cut[i])
                                : cut[i].evals != limit || cut[i].verdict != CCDQ_UNRESOLVED;
            }
        }
        ok(spent > 0 && !wrong, "%s: and so does each triangle (%ld cut short, %ld wrong)", names[method],
           spent, wrong);
    }
    flight_end(&t);
}

int main(void)
{
    golden_cases();
    known_times();
    with_margin();
    closed_family();
    failures();
    shurikens();
    limits();
    return tap_done();
}
