/* The axes of oriented boxes, and those that can separate two of them (Gottschalk 1996). */
#ifndef CCDQ_FRAME_H
#define CCDQ_FRAME_H

#include "vec3.h"

enum { FRAME_AXES = 15 };

extern const struct vec3 frame_coordinate[3]; /* the coordinate axes */

/* The axes of unit length of a box along the parameter directions u and v: u, u x v, u x (u x v) (Eq. 21 of
 * Chen et al. 2024). Coordinate axes stand in for a direction that is 0 or not finite, and for v where it is
 * parallel to u. */
void frame_along(struct vec3 u, struct vec3 v, struct vec3 axis[3]);

/* Those of both boxes and the nine products of one of the first and one of the second. */
void frame_separating_axes(const struct vec3 a[3], const struct vec3 b[3], struct vec3 axis[FRAME_AXES]);

#endif
