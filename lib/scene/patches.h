/* Bodies made of Bezier patches. */
#ifndef CCDQ_SCENE_PATCHES_H
#define CCDQ_SCENE_PATCHES_H

#include "scene.h"

/* Of degrees m and n, from 1 to 15: (m + 1) (n + 1) points x, y, z, weight > 0, with each row one u, not
 * multiplied with the weight. */
struct scene_patch {
    unsigned m, n;
    double (*point)[4];
};

enum { PATCH_DEGREE = 15 };

/* A sheet whose faces are these patches over [0, 1]^2, in their order. Two borders with the same control
 * points belong together. A border is an edge unless it is a point, or the normals on both its sides differ
 * by less than 1e-9 (radians) all along it; ends of edges and borders that are points are vertices, each
 * once. false: memory is out. */
bool scene_of_patches(struct scene_body *body, const struct scene_patch *patch, size_t n);

/* A tensor product of B-splines: degrees, knots (n + degree + 1 of n points, ascending), points times their
 * weights, of which u runs fastest. */
struct scene_spline {
    unsigned degree[2];
    const double *knot[2];
    size_t points[2];
    const double (*point)[4];
};

/* Appends one patch for each pair of spans of knots that are not empty, u running slowest: the Bezier points
 * are polar values at the knots (Ramshaw's blossoms), rounded. Of neighbours the shared points are the same
 * doubles. The patches' points are the caller's to free. false: memory is out. */
bool spline_patches(const struct scene_spline *spline, struct scene_patch **patch, size_t *patches);

#endif
