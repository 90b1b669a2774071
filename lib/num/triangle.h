/* Points of a triangle in its parameters, in plain arithmetic: a + w[0] ab + w[1] ac. */
#ifndef CCDQ_TRIANGLE_H
#define CCDQ_TRIANGLE_H

#include "vec3.h"

struct triangle {
    struct vec3 a, ab, ac;
    double bb, bc, cc; /* the products of ab and ac */
};

static inline struct triangle triangle_of(const struct vec3 corner[3])
{
    const struct vec3 ab = vec3_sub(corner[1], corner[0]), ac = vec3_sub(corner[2], corner[0]);
    return (struct triangle){corner[0], ab, ac, vec3_dot(ab, ab), vec3_dot(ab, ac), vec3_dot(ac, ac)};
}

static inline struct vec3 triangle_point(const struct triangle *t, const double w[2])
{
    return vec3_along(vec3_along(t->a, w[0], t->ab), w[1], t->ac);
}

/* x, or the nearer end of [0, 1]; 0 for a NaN. */
static inline double triangle_within(double x)
{
    return x > 0 ? x < 1 ? x : 1 : 0;
}

/* The parameters of the point that is nearest to a point p, by b = (p - a) . ab and c = (p - a) . ac: by the
 * regions in which corners, edges and the inside are nearest (Ericson 2004). Some point where the triangle
 * has no area. */
static inline void triangle_nearest(const struct triangle *t, double b, double c, double w[2])
{
    const double of_b = t->cc * b - t->bc * c, of_c = t->bb * c - t->bc * b;
    const double all = t->bb * t->cc - t->bc * t->bc;
    w[0] = w[1] = 0;
    if (b <= 0 && c <= 0) return;
    if (of_b > 0 && of_c > 0 && of_b + of_c < all) {
        w[0] = of_b / all;
        w[1] = of_c / all;
    } else if (of_c <= 0 && b >= 0 && b <= t->bb) {
        w[0] = triangle_within(b / t->bb);
    } else if (of_b <= 0 && c >= 0 && c <= t->cc) {
        w[1] = triangle_within(c / t->cc);
    } else {
        w[1] = triangle_within((c - b + t->bb - t->bc) / (t->bb - 2 * t->bc + t->cc));
        w[0] = 1 - w[1];
    }
}

#endif
