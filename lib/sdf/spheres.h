/* A tree of spheres over the triangles of a mesh: each holds all that is below it, during the whole motion.
 */
#ifndef CCDQ_SDF_SPHERES_H
#define CCDQ_SDF_SPHERES_H

#include "motion.h"

struct sdf_mesh;

/* The sphere of a node moves like a point of the mesh with this x and v. A point of the node's triangles is
 * at most `radius` from it, at each time in [0, end]; proven. */
struct sdf_sphere {
    double x[3], v[3], radius;
    struct sdf_reach reach; /* of the middle alone */
    uint32_t child; /* the first of two neighbours in the array; a leaf: the number of its first triangle in
                       `order` */
    uint32_t triangles; /* of a leaf; 0: it has children */
};

struct sdf_spheres {
    struct sdf_sphere *node; /* the root first; a mesh without triangles has none */
    uint32_t *order;         /* the triangles, leaf by leaf */
    size_t nodes;
};

/* Builds the tree in time n log n, for the most 2^31 triangles. Positions and velocities are finite. false:
 * memory is out. */
bool sdf_spheres_build(struct sdf_spheres *spheres, const struct sdf_mesh *mesh, const struct sdf_motion *m);
void sdf_spheres_free(struct sdf_spheres *spheres);

#endif
