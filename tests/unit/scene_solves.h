/* For tests of the solver of scenes: scenes from text and from ccd-gen's families, solved. */
#ifndef CCDQ_TEST_SCENE_SOLVES_H
#define CCDQ_TEST_SCENE_SOLVES_H

#include "../../lib/gen/gen.h"
#include "../../lib/scene/solve.h"
#include "scene_text.h"

/* All pairs of a scene. */
static inline bool solve_scene(const struct scene *scene, const struct scene_options *options,
                               struct scene_found *found)
{
    uint32_t *pair = malloc((scene->pairs + 1) * sizeof *pair);
    for (uint32_t i = 0; i < scene->pairs; i++) pair[i] = i;
    const bool good = scene_solve(scene, pair, scene->pairs, options, found);
    free(pair);
    return good;
}

/* The first scene of a text; false, and a comment, where there is none. */
static inline bool solve_text(const char *text, const struct scene_options *options,
                              struct scene_found *found)
{
    struct scene scene;
    *found = (struct scene_found){0};
    const bool read = text_scene(&scene, text) == SCENE_FILE_SCENE;
    if (!read) diag("%s", text_message());
    const bool good = read && solve_scene(&scene, options, found);
    scene_free(&scene);
    return good;
}

/* The text of a scene of a family; free it. */
static inline char *family_text(const char *name, uint64_t seed, uint64_t id)
{
    struct gen_text text = {0};
    const struct gen_family *family = gen_scene_families;
    while (family->name && strcmp(family->name, name)) family++;
    gen_scene(family, seed, 0, id, &text);
    text.p = realloc(text.p, text.n + 1);
    text.p[text.n] = 0;
    return text.p;
}

/* Whether the bracket holds the known time and is not wider than this. */
static inline bool brackets(const struct scene_found *found, struct interval time, double width)
{
    return found->verdict == CCDQ_HIT && found->toi_lo <= time.hi && found->toi_hi >= time.lo &&
           found->toi_hi - found->toi_lo <= width;
}

/* The distance of a point from the nearest contact of a kind. */
static inline double nearest_contact(const struct scene_found *found, const double x[3])
{
    double least = INFINITY;
    for (size_t i = 0; i < found->contacts; i++) {
        const double *c = found->contact[i].x;
        const double d = sqrt((c[0] - x[0]) * (c[0] - x[0]) + (c[1] - x[1]) * (c[1] - x[1]) +
                              (c[2] - x[2]) * (c[2] - x[2]));
        least = fmin(least, d);
    }
    return least;
}

#endif
