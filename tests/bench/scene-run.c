#include "scene-run.h"
#include "../../formats/scene-file.h"
#include "bench.h"
#include <math.h>

enum { REPEATS = 3, PROBE = 20000 };

static void stop(const char *what)
{
    fprintf(stderr, "%s\n", what);
    exit(2);
}

void scene_make(struct scene *scene, const char *family, unsigned size, uint64_t id, double *seconds)
{
    struct gen_text text = {0};
    struct messages messages = {0};
    const struct gen_family *f = gen_find_family(gen_scene_families, family);
    if (!f) stop("no such family of scenes");
    gen_scene(f, 1, size ? size : f->size, id, &text);
    if (text.lost) stop("out of memory");
    const double start = bench_seconds();
    struct scene_file *file = scene_file_of(family, text.p, text.n);
    if (scene_file_next(file, scene, &messages) != SCENE_FILE_SCENE) stop("a scene cannot be read");
    if (seconds) *seconds = bench_seconds() - start;
    scene_file_close(file);
    messages_free(&messages);
    free(text.p);
}

/* Whether it ended before it was through. */
static bool spent(const struct scene_found *found)
{
    return found->flags & CCDQ_BUDGET_SPENT;
}

static void run_once(const struct scene *scene, const uint32_t *pair, size_t pairs,
                     const struct scene_options *options, struct scene_cost *cost)
{
    const double start = bench_seconds();
    scene_found_free(&cost->found);
    cost->found = (struct scene_found){0};
    if (!scene_solve(scene, pair, pairs, options, &cost->found)) stop("out of memory");
    cost->seconds = bench_seconds() - start;
}

void scene_run(const struct scene *scene, const uint32_t *pair, size_t pairs,
               const struct scene_options *options, double limit, struct scene_cost *cost)
{
    struct scene_options capped = *options;
    *cost = (struct scene_cost){0};
    capped.max_iter = PROBE;
    capped.max_mem = (size_t)1 << 30;
    run_once(scene, pair, pairs, &capped, cost);
    if (spent(&cost->found)) {
        /* As many as there is time for at the pace so far. */
        capped.max_iter = (uint64_t)(PROBE * fmax(1, limit / cost->seconds));
        run_once(scene, pair, pairs, &capped, cost);
        if (spent(&cost->found)) cost->cap = cost->found.iterations;
    }
    double all = cost->seconds, least = cost->seconds;
    for (int i = 1; i < REPEATS && 2 * all < limit; i++) {
        run_once(scene, pair, pairs, &capped, cost);
        all += cost->seconds;
        least = fmin(least, cost->seconds);
    }
    cost->seconds = least;
}

void scene_run_all(const struct scene *scene, const struct scene_options *options, double limit,
                   struct scene_cost *cost)
{
    uint32_t *pair = bench_alloc(scene->pairs + 1, sizeof *pair);
    for (uint32_t i = 0; i < scene->pairs; i++) pair[i] = i;
    scene_run(scene, pair, scene->pairs, options, limit, cost);
    free(pair);
}

size_t scene_unique(const struct scene_found *found)
{
    size_t n = 0;
    for (size_t i = 0; i < found->contacts; i++) n += (found->contact[i].flags & CCDQ_CONTACT_UNIQUE) != 0;
    return n;
}

size_t scene_overlaps(const struct scene_found *found)
{
    size_t n = 0;
    for (size_t i = 0; i < found->contacts; i++) n += found->contact[i].kind == CCDQ_CONTACT_OVERLAP;
    return n;
}

const char *scene_judge(const struct scene *scene, const struct scene_found *found)
{
    const struct scene_expected *e = &scene->expected;
    bool right = true;
    if (!e->time_known && !e->free && !e->overlap) return "-";
    if (spent(found)) return "spent";
    if (e->time_known)
        right = found->verdict == CCDQ_HIT && found->toi_lo <= e->time.hi && found->toi_hi >= e->time.lo;
    if (e->free) right = found->verdict == CCDQ_FREE && !scene_overlaps(found);
    if (e->overlap) right = scene_overlaps(found) > 0;
    return right ? "right" : "WRONG";
}
