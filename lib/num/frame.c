#include "frame.h"
#include <math.h>

const struct vec3 frame_coordinate[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

/* v, or the coordinate axis `otherwise` where v has no direction. */
static struct vec3 unit(struct vec3 v, struct vec3 otherwise)
{
    double length = sqrt(vec3_dot(v, v));
    return length > 0 && length < INFINITY ? (struct vec3){v.x / length, v.y / length, v.z / length}
                                           : otherwise;
}

/* The coordinate axis that is farthest from the direction of v. */
static struct vec3 off(struct vec3 v)
{
    double x = fabs(v.x), y = fabs(v.y), z = fabs(v.z);
    return frame_coordinate[x <= y && x <= z ? 0 : y <= z ? 1 : 2];
}

void frame_along(struct vec3 u, struct vec3 v, struct vec3 axis[3])
{
    axis[0] = unit(u, frame_coordinate[0]);
    axis[1] = unit(vec3_cross(axis[0], v), unit(vec3_cross(axis[0], off(axis[0])), frame_coordinate[1]));
    axis[2] = vec3_cross(axis[0], axis[1]);
}

void frame_separating_axes(const struct vec3 a[3], const struct vec3 b[3], struct vec3 axis[FRAME_AXES])
{
    for (int i = 0; i < 3; i++) axis[i] = a[i];
    for (int i = 0; i < 3; i++) axis[3 + i] = b[i];
    for (int i = 0; i < 9; i++) axis[6 + i] = vec3_cross(a[i / 3], b[i % 3]);
}
