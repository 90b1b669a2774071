/* Whether the normals of a solid's faces point where it is said that they do. */
#ifndef CCDQ_SCENE_ORIENTATION_H
#define CCDQ_SCENE_ORIENTATION_H

#include "scene.h"

/* Of a volume: 1, -1, or 0 where nothing can be said. */
struct scene_sign {
    int sign;
    bool proven; /* else it is that of a sum over points */
};

/* The sign of the volume in the faces of a shape at that time, with the sides that are said: by the
 * divergence theorem 1/3 the integral of S . N, where N is Su x Sv, or its negative for a face that is
 * `inward`. It is 1 if the faces bound a solid and their sides are right. Not proven: within a small budget
 * it could not be, or memory is out (then 0). */
struct scene_sign scene_orientation(const struct scene_body *shape, double time);

/* Whether an edge of two faces has the same side of both outside: borders that run around their faces in one
 * sense meet in opposite directions. */
bool scene_edge_agrees(const struct scene_body *shape, const struct scene_edge *edge);

#endif
