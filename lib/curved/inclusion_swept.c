/* Whether the boxes of what two parts sweep during a period overlap (Chen et al. 2024, section 3.2). Control
 * points move along straight lines, so where they are at both ends bounds where they are in between. */
#include "subdivision.h"
#include <math.h>

struct bounds {
    double least, most;
};

static struct bounds swept(const struct subpatch_points *part, struct vec3 axis, struct period period)
{
    struct bounds b = {INFINITY, -INFINITY};
    for (int i = 0; i < part->n; i++) {
        const double at = vec3_dot(part->at[i], axis), speed = vec3_dot(part->speed[i], axis);
        const double ends[2] = {at + period.from * speed, at + period.to * speed};
        for (int end = 0; end < 2; end++) {
            if (ends[end] < b.least) b.least = ends[end];
            if (ends[end] > b.most) b.most = ends[end];
        }
    }
    return b;
}

bool inclusion_swept(const struct subpatch_points *const part[2], const struct vec3 *axis, int axes,
                     struct period *period)
{
    for (int k = 0; k < axes; k++) {
        const struct bounds a = swept(part[0], axis[k], *period), b = swept(part[1], axis[k], *period);
        if (a.most < b.least || b.most < a.least) return false;
    }
    return true;
}
