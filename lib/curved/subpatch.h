/* Parts of a patch and their control points, from those of the whole by its polar form (used by the
 * baselines). */
#ifndef CCDQ_SUBPATCH_H
#define CCDQ_SUBPATCH_H

#include "../num/vec3.h"
#include "bezier.h"

/* A control point in homogeneous coordinates: weight times position, weight times velocity, weight. */
struct subpatch_control {
    double x[7];
};

/* A patch with its control points in the order of struct ccdq_patch. */
struct subpatch_whole {
    struct patch_net net;
    struct subpatch_control control[PATCH_MAX_POINTS];
};

void subpatch_whole_of(const struct ccdq_patch *patch, struct subpatch_whole *whole);

/* The part over the parameters (u + size a, v + size b), (a, b) in the patch's domain. A triangle that lies
 * the other way round than the whole has a negative size. */
struct subpatch {
    double u, v, size;
};

/* One of the four parts, 0 .. 3, of a part: quads are halved along u and along v; triangles are divided at
 * the middles of their edges, the part 3 is the one in the middle. */
struct subpatch subpatch_child(const struct patch_net *net, struct subpatch part, int child);

/* The parameters in the middle of a part, inside the patch's domain. */
void subpatch_middle(const struct patch_net *net, struct subpatch part, double uv[2]);

/* Control points of a part as points that move, in the order of struct ccdq_patch: at time t it lies within
 * the convex hull of all at[i] + t speed[i]. */
struct subpatch_points {
    int n;
    struct vec3 at[PATCH_MAX_POINTS], speed[PATCH_MAX_POINTS];
};

void subpatch_points_of(const struct subpatch_whole *whole, struct subpatch part,
                        struct subpatch_points *points);

#endif
