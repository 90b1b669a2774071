/* The meshes that the bench of ccd-vol moves. */
#ifndef CCDQ_VOLUME_SCENES_H
#define CCDQ_VOLUME_SCENES_H

#include "../../lib/mesh/mesh.h"

enum { MOST_STEPS = 6 };

struct volume_scene {
    const char *name;
    struct mesh mesh;
    size_t steps;         /* at most MOST_STEPS */
    double (**x)[3];      /* positions where step k begins, x[2 k], and where it ends, x[2 k + 1] */
    const char *truth[2]; /* files of $CCDQ_BENCH_DATA: pairs vf and ee with their truth; or NULL */
    double paper_ms;      /* what VolCCD took on a step of a scene of this kind; 0: not known */
    double rival_ms;      /* what Self-CCD takes on this very step on a 2.1 GHz Xeon; 0: not known */
};

/* How many there are; number i, or false with a line that says what is not there. */
extern const size_t volume_scenes;
bool volume_scene_load(struct volume_scene *scene, size_t i);
void volume_scene_free(struct volume_scene *scene);

/* A file of $CCDQ_BENCH_DATA; false: the variable is not set, or its value is too long. */
bool volume_bench_path(char *path, size_t size, const char *file);

#endif
