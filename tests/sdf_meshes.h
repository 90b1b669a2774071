/* Random meshes and motions against solids, for tests. */
#ifndef CCDQ_SDF_MESHES_H
#define CCDQ_SDF_MESHES_H

#include <math.h>
#include "../lib/gen/rng.h"
#include "../lib/sdf/solve.h"

enum { RANDOM_NODES = 24, RANDOM_TRIANGLES = 40 };
struct random_mesh {
    double x[RANDOM_NODES][3], v[RANDOM_NODES][3];
    uint32_t triangle[RANDOM_TRIANGLES][3];
    struct sdf_mesh mesh; /* of these */
};

/* Triangles between any of the nodes, some of which are one and the same: within the size around a place
 * there, with velocities towards the origin that differ from node to node half of the time. */
static inline void random_mesh_make(struct rng *rng, double size, struct random_mesh *m)
{
    const double spread = size * exp2(-rng_int(rng, 0, 4));
    double at[3];
    for (int k = 0; k < 3; k++) at[k] = rng_real(rng, -size, size);
    for (int i = 0; i < RANDOM_NODES; i++)
        for (int k = 0; k < 3; k++) {
            m->x[i][k] = at[k] + rng_real(rng, -spread, spread);
            m->v[i][k] = rng_real(rng, -spread, spread) - at[k] / 2;
        }
    for (int i = 0; i < RANDOM_TRIANGLES; i++)
        for (int k = 0; k < 3; k++) m->triangle[i][k] = (uint32_t)rng_below(rng, RANDOM_NODES);
    m->mesh = (struct sdf_mesh){.nodes = RANDOM_NODES,
                                .triangles = RANDOM_TRIANGLES,
                                .x = (const double(*)[3])m->x,
                                .v = (const double(*)[3])m->v,
                                .one_v = rng_below(rng, 2),
                                .triangle = (const uint32_t(*)[3])m->triangle};
}

/* In [0, 2]. Neither, one or both of the bodies turn. */
static inline void random_motion_make(struct rng *rng, double size, struct sdf_motion *motion)
{
    struct ccdq_sdf_query q = {.end = 2};
    const double mesh = rng_below(rng, 2) ? 3 : 0, solid = rng_below(rng, 2) ? 3 : 0;
    for (int k = 0; k < 3; k++) {
        q.centre[k] = rng_real(rng, -size, size);
        q.solid_centre[k] = rng_real(rng, -size, size);
        q.solid_v[k] = rng_real(rng, -size, size) / 4;
        q.spin[k] = mesh * rng_real(rng, -1, 1);
        q.solid_spin[k] = solid * rng_real(rng, -1, 1);
    }
    sdf_motion_of_query(&q, motion);
}

/* The point of a triangle with these parameters: its x and v. */
static inline void random_mesh_point(const struct sdf_mesh *mesh, size_t triangle, const double w[2],
                                     double x[3], double v[3])
{
    const uint32_t *n = mesh->triangle[triangle];
    for (int k = 0; k < 3; k++) {
        const double *a = mesh->x[n[0]], *va = sdf_mesh_v(mesh, n[0]);
        x[k] = a[k] + w[0] * (mesh->x[n[1]][k] - a[k]) + w[1] * (mesh->x[n[2]][k] - a[k]);
        v[k] =
            va[k] + w[0] * (sdf_mesh_v(mesh, n[1])[k] - va[k]) + w[1] * (sdf_mesh_v(mesh, n[2])[k] - va[k]);
    }
}

/* phi there at a time, in plain arithmetic. */
static inline double random_mesh_phi(const struct sdf_scene *scene, const struct sdf_mesh *mesh,
                                     size_t triangle, const double w[2], double t)
{
    struct sdf_moment moment;
    double x[3], v[3];
    random_mesh_point(mesh, triangle, w, x, v);
    sdf_motion_at(&scene->motion, t, &moment);
    return sdf_value(scene->sdf, scene->root, sdf_moment_point(&moment, x, v).p, NULL);
}

#endif
