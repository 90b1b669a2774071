/* Whole meshes: the first contact is the earliest of those of the triangles, and what each triangle answers
 * is what it answers as a query; on random scenes, meshes and motions. CCDQ_LONG=1 draws forty times as much.
 */
#include <stdlib.h>
#include "../sdf_meshes.h"
#include "../sdf_scenes.h"
#include "../tap.h"

static struct ccdq_workspace *ws;

struct counts {
    long meshes, hits, free, malformed, verdicts, times, points, parts, unresolved;
};

/* Two answers about the same: lower bounds of the same time, and upper bounds. Where one is free the other
 * may be a hit only within delta of the solid. */
static bool agree(const struct sdf_answer *a, const struct sdf_answer *b, double phi_of_hit, double margin)
{
    if (a->verdict != b->verdict) return phi_of_hit > margin;
    return a->verdict == CCDQ_FREE || (a->toi_lo <= b->toi_hi && b->toi_lo <= a->toi_hi);
}

static bool malformed(const struct sdf_answer *a, size_t triangles)
{
    if (a->verdict == CCDQ_FREE)
        return a->flags != CCDQ_TOI_PROVEN || a->toi_lo != INFINITY || a->toi_hi != INFINITY;
    return a->verdict != CCDQ_HIT || !(a->toi_lo >= 0 && a->toi_lo <= a->toi_hi) ||
           a->triangle >= triangles || !(a->w[0] >= 0 && a->w[1] >= 0 && a->w[0] + a->w[1] <= 1);
}

/* The answer about a mesh of one triangle. */
static struct sdf_answer alone(const struct sdf_scene *scene, const struct sdf_mesh *mesh, size_t triangle,
                               const struct sdf_options *options)
{
    struct sdf_mesh one = *mesh;
    struct sdf_spheres spheres;
    struct sdf_answer answer;
    one.triangles = 1;
    one.triangle += triangle;
    if (!sdf_spheres_build(&spheres, &one, &scene->motion)) exit(1);
    sdf_certified_each(scene, &one, &spheres, options, &answer, ws);
    sdf_spheres_free(&spheres);
    return answer;
}

static void compare(const struct sdf_scene *scene, const struct sdf_mesh *mesh,
                    const struct sdf_spheres *spheres, const struct sdf_options *options, struct counts *n)
{
    struct sdf_answer first, each[RANDOM_TRIANGLES],
        earliest = {.verdict = CCDQ_FREE, .toi_lo = INFINITY, .toi_hi = INFINITY};
    sdf_certified_first(scene, mesh, spheres, options, &first, ws);
    sdf_certified_each(scene, mesh, spheres, options, each, ws);
    for (size_t i = 0; i < mesh->triangles; i++) {
        const struct sdf_answer *a = &each[i], same = alone(scene, mesh, i, options);
        n->malformed += malformed(a, mesh->triangles);
        const double t = a->verdict == CCDQ_HIT ? a->toi_lo : same.toi_lo,
                     *w = a->verdict == CCDQ_HIT ? a->w : same.w;
        const double phi = t < INFINITY ? random_mesh_phi(scene, mesh, i, w, t) : 0;
        n->parts += !agree(a, &same, phi, options->margin);
        /* The mesh touches no sooner than the first of its triangles may: an unresolved one may from its
           toi_lo on. */
        if (a->toi_lo < earliest.toi_lo) earliest.toi_lo = a->toi_lo;
        if (a->verdict != CCDQ_HIT) continue;
        n->points += !(phi <= options->margin + options->delta + 1e-12);
        if (a->toi_hi < earliest.toi_hi) earliest.toi_hi = a->toi_hi;
        earliest.verdict = CCDQ_HIT;
    }
    n->malformed += malformed(&first, mesh->triangles);
    n->hits += first.verdict == CCDQ_HIT;
    n->free += first.verdict == CCDQ_FREE;
    double phi = 0;
    if (first.verdict == CCDQ_HIT) phi = random_mesh_phi(scene, mesh, first.triangle, first.w, first.toi_lo);
    n->points += !(phi <= options->margin + options->delta + 1e-12);
    if (first.verdict != earliest.verdict)
        n->verdicts += first.verdict == CCDQ_FREE ? earliest.toi_hi < INFINITY : !(phi > options->margin);
    else
        n->times += !agree(&first, &earliest, phi, options->margin);
}

static void test_meshes(void)
{
    const long draws = getenv("CCDQ_LONG") ? 6000 : 60;
    struct counts n = {0};
    struct buf text = {0};
    for (long id = 0; id < draws; id++) {
        struct rng rng = rng_at(rng_key("certified mesh", 1, 1), (uint64_t)id);
        struct sdf_options options = {.delta = pow(10, -rng_int(&rng, 2, 6))};
        struct random_mesh m;
        struct sdf_spheres spheres;
        struct sdf sdf;
        if (!scene_make(&sdf, &text, &rng, (int)rng_below(&rng, SCENE_KINDS), 1)) exit(1);
        struct sdf_scene scene = {.sdf = &sdf, .root = sdf.nodes - 1};
        random_mesh_make(&rng, 1, &m);
        for (int i = 0; i < RANDOM_NODES; i++) m.x[i][rng_below(&rng, 3)] += 1.5;
        random_motion_make(&rng, 1, &scene.motion);
        options.margin = rng_below(&rng, 3) ? 0 : rng_unit(&rng) / 8;
        if (!sdf_spheres_build(&spheres, &m.mesh, &scene.motion)) exit(1);
        compare(&scene, &m.mesh, &spheres, &options, &n);
        sdf_spheres_free(&spheres);
        sdf_free(&sdf);
    }
    buf_free(&text);
    ok(n.hits > draws / 8 && n.free > draws / 8, "%ld meshes touch, %ld are free", n.hits, n.free);
    ok(!n.malformed, "answers are well formed (%ld are not)", n.malformed);
    ok(!n.points, "the points touch (%ld do not)", n.points);
    ok(!n.parts, "a triangle has the same answer alone (%ld have not)", n.parts);
    ok(!n.verdicts && !n.times, "the first contact is the earliest (%ld verdicts, %ld times)", n.verdicts,
       n.times);
}

/* No triangles; no room for a single piece; an answer that is cut short. */
static void test_limits(void)
{
    static const struct interval size[3] = {{1, 1}, {1, 1}, {1, 1}};
    struct rng rng = rng_at(rng_key("certified mesh", 2, 1), 1);
    const struct ccdq_sdf_query q = {.end = 2, .centre = {4, 0, 0}, .spin = {1, 2, 3}};
    struct sdf_options options = {.delta = 1e-5};
    struct random_mesh m;
    struct sdf_spheres spheres;
    struct sdf_answer answer, whole, each[RANDOM_TRIANGLES];
    struct sdf box = {0};
    struct sdf_scene scene = {.sdf = &box};
    sdf_add_primitive(&box, SDF_BOX, size);
    random_mesh_make(&rng, 1, &m);
    for (int i = 0; i < RANDOM_NODES; i++)
        m.x[i][0] += 4, m.v[i][0] -= 4, m.x[i][1] = fmod(m.x[i][1], 0.5), m.x[i][2] = fmod(m.x[i][2], 0.5);
    sdf_motion_of_query(&q, &scene.motion);
    if (!sdf_spheres_build(&spheres, &m.mesh, &scene.motion)) exit(1);
    sdf_certified_first(&scene, &m.mesh, &spheres, &options, &whole, ws);
    ok(whole.verdict == CCDQ_HIT && whole.toi_lo > 0 && whole.evals > 8,
       "a mesh that comes to a box (%u evaluations, at %g)", whole.evals, whole.toi_lo);
    long wrong = 0;
    for (uint32_t limit = 1; limit < whole.evals; limit++) {
        options.max_iter = limit;
        sdf_certified_first(&scene, &m.mesh, &spheres, &options, &answer, ws);
        wrong +=
            answer.verdict == CCDQ_FREE || answer.toi_lo > whole.toi_lo || answer.evals > limit ||
            (answer.verdict == CCDQ_UNRESOLVED) != (answer.flags == (CCDQ_TOI_PROVEN | CCDQ_BUDGET_SPENT));
    }
    ok(!wrong, "... cut short leaves a proven time (%ld wrong)", wrong);
    options.max_iter = whole.evals;
    sdf_certified_first(&scene, &m.mesh, &spheres, &options, &answer, ws);
    ok(answer.verdict == CCDQ_HIT && answer.toi_lo == whole.toi_lo && answer.evals == whole.evals,
       "... and not cut short where it has just what it needs");
    options.max_iter = 0;
    options.max_mem = 1;
    sdf_certified_first(&scene, &m.mesh, &spheres, &options, &answer, ws);
    ok(answer.verdict == CCDQ_UNRESOLVED && answer.toi_lo == 0, "without room nothing is proven");
    sdf_certified_each(&scene, &m.mesh, &spheres, &options, each, ws);
    for (int i = 0; i < RANDOM_TRIANGLES; i++) wrong += each[i].verdict == CCDQ_HIT;
    ok(!wrong, "... and no triangle touches");
    sdf_spheres_free(&spheres);
    m.mesh.triangles = 0;
    options.max_mem = 0;
    if (!sdf_spheres_build(&spheres, &m.mesh, &scene.motion)) exit(1);
    sdf_certified_first(&scene, &m.mesh, &spheres, &options, &answer, ws);
    ok(answer.verdict == CCDQ_FREE && answer.evals == 0, "a mesh without triangles is free");
    sdf_spheres_free(&spheres);
    sdf_free(&box);
}

int main(void)
{
    ws = ccdq_workspace_new();
    if (!ws) return 1;
    test_meshes();
    test_limits();
    ccdq_workspace_free(ws);
    return tap_done();
}
