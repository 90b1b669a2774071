/* What the bench of scenes runs: generated scenes, the solver's searches with a limit, what they cost. */
#ifndef CCDQ_SCENE_RUN_H
#define CCDQ_SCENE_RUN_H

#include "../../lib/gen/gen.h"
#include "../../lib/scene/solve.h"

/* Scene `id` of a family, read from its text; the seconds that reading took into *seconds, if that is not
 * NULL. */
void scene_make(struct scene *scene, const char *family, unsigned size, uint64_t id, double *seconds);

/* What one search took: the least of some runs, if there is time for them. */
struct scene_cost {
    double seconds;
    struct scene_found found;
    uint64_t cap; /* boxes after which it was given up, as it would have taken longer than the limit; 0: it
                     was not */
};

/* The first contacts of pairs of a scene, in about `limit` seconds at most. Free cost->found. */
void scene_run(const struct scene *scene, const uint32_t *pair, size_t pairs,
               const struct scene_options *options, double limit, struct scene_cost *cost);

/* The same of all pairs. */
void scene_run_all(const struct scene *scene, const struct scene_options *options, double limit,
                   struct scene_cost *cost);

/* How many of the contacts are isolated and unique, how many are overlaps at the start. */
size_t scene_unique(const struct scene_found *found);
size_t scene_overlaps(const struct scene_found *found);

/* Whether the answer is right, as far as that is known: "right", "wrong", "-" for not known. */
const char *scene_judge(const struct scene *scene, const struct scene_found *found);

#endif
