/* What a closed surface that is given by points goes around. */
#ifndef CCDQ_SCENE_HOLDS_ANGLE_H
#define CCDQ_SCENE_HOLDS_ANGLE_H

#include "scene.h"

/* As body_holds, of a parametric solid at a time: -1 also where memory is out. */
int solid_angle_holds(const struct scene_body *body, double time, const ival x[3]);

#endif
