/* What the bench of ccd-sdf moves against solids: meshes, and steps of them. Metres and seconds. */
#ifndef CCDQ_SDF_SETS_H
#define CCDQ_SDF_SETS_H

#include "../../lib/sdf/solve.h"

/* A solid, or the union of some: the last node is its root. */
void sdf_set_solid(struct sdf *sdf, const char *json);

/* A mesh 10 cm wide about the origin. */
struct sdf_model {
    size_t nodes, triangles;
    double (*x)[3];
    uint32_t (*triangle)[3];
};

/* That of a file of $CCDQ_BENCH_DATA/sdf; false, with a line that says so, if it cannot be read. */
bool sdf_model_read(struct sdf_model *model, const char *file);
/* A dented ball of about this many triangles. */
void sdf_model_ball(struct sdf_model *model, size_t triangles);
void sdf_model_free(struct sdf_model *model);

/* A mesh on its way in one step: towards the tube of a ring of 22 cm in the plane z = 0, turning. */
struct sdf_step {
    struct sdf_motion motion;
    struct sdf_mesh mesh;
    struct sdf_spheres spheres;
    double speed;         /* of its centre */
    double build_seconds; /* what its spheres took */
    double (*x)[3], v[1][3];
    uint32_t (*triangle)[3];
};

/* Step k of the thesis's two sets; and step k of a model, which goes where shuriken k does. */
void sdf_step_triangle(struct sdf_step *step, uint64_t k);
void sdf_step_shuriken(struct sdf_step *step, uint64_t k);
void sdf_step_model(struct sdf_step *step, const struct sdf_model *model, uint64_t k);
void sdf_step_free(struct sdf_step *step);

#endif
