/* Which way the normals of a closed surface point. */
#ifndef CCDQ_SCENE_ORIENTATION_H
#define CCDQ_SCENE_ORIENTATION_H

#include "scene.h"

/* A face (of which only the map and the rectangle count) whose borders are closed or points bounds the volume
 * V = 1/3 the integral of S . (Su x Sv) at each time, by the divergence theorem; V < 0 where Su x Sv points
 * inward. 1 or -1: the sign of V at that time is proven. 0: it is not, within a small budget, or memory is
 * out. */
int scene_orientation(const struct scene_face *face, double time);

#endif
