/* Where phi is the least on a triangle: projected gradient steps of the length of Barzilai and Borwein
 * (1988), which is the distance to the centre where the surface is round, and large where it is flat. */
#include "../num/complement.h"
#include "certified.h"

enum { STEPS = 12 };

/* The slope that will do, as a share of value - level: a bound made there loses no more. */
static const double share = 0.125;

static double within(double x)
{
    return x > 0 ? x < 1 ? x : 1 : 0; /* a NaN is 0 */
}

static double along(struct vec3 a, struct vec3 b, struct vec3 p)
{
    const struct vec3 d = vec3_sub(b, a);
    return within(vec3_dot(vec3_sub(p, a), d) / vec3_dot(d, d));
}

/* By the regions in which corners, edges and the inside are nearest (Ericson 2004). */
static void nearest_parameters(const struct vec3 y[3], struct vec3 p, double w[2])
{
    const struct vec3 ab = vec3_sub(y[1], y[0]), ac = vec3_sub(y[2], y[0]);
    const struct vec3 ap = vec3_sub(p, y[0]), bp = vec3_sub(p, y[1]), cp = vec3_sub(p, y[2]);
    const double b1 = vec3_dot(ab, ap), c1 = vec3_dot(ac, ap), b2 = vec3_dot(ab, bp), c2 = vec3_dot(ac, bp);
    const double b3 = vec3_dot(ab, cp), c3 = vec3_dot(ac, cp);
    const double of_c = b1 * c2 - b2 * c1, of_b = b3 * c1 - b1 * c3, of_a = b2 * c3 - b3 * c2;
    w[0] = w[1] = 0;
    if (b1 <= 0 && c1 <= 0) return;
    if (of_a > 0 && of_b > 0 && of_c > 0) {
        const double sum = of_a + of_b + of_c;
        w[0] = of_b / sum;
        w[1] = of_c / sum;
    } else if (of_c <= 0 && b1 >= 0 && b2 <= 0) {
        w[0] = along(y[0], y[1], p);
    } else if (of_b <= 0 && c1 >= 0 && c3 <= 0) {
        w[1] = along(y[0], y[2], p);
    } else {
        w[1] = along(y[1], y[2], p);
        w[0] = 1 - w[1];
    }
}

static struct vec3 point_of(const struct vec3 y[3], const double w[2])
{
    const struct vec3 part = vec3_along(y[0], w[0], vec3_sub(y[1], y[0]));
    return vec3_along(part, w[1], vec3_sub(y[2], y[0]));
}

struct vec3 sdf_nearest_on_triangle(const struct vec3 y[3], struct vec3 p, double w[2])
{
    nearest_parameters(y, p, w);
    w[0] = within(w[0]);
    w[1] = fmin(within(w[1]), complement(w[0]));
    return point_of(y, w);
}

static double slope(const struct vec3 y[3], struct vec3 p, struct vec3 g)
{
    double most = 0;
    for (int i = 0; i < 3; i++) most = fmax(most, vec3_dot(g, vec3_sub(p, y[i])));
    return most;
}

static double size_of(const struct vec3 y[3])
{
    const struct vec3 a = vec3_sub(y[1], y[0]), b = vec3_sub(y[2], y[0]);
    return sqrt(vec3_dot(a, a) + vec3_dot(b, b));
}

/* The length of a step from what the last one did: |d|^2 / (d . change of the gradient); where the gradient
 * does not turn against it, one that leads to an end of the triangle for a slope of nearly any size. */
static double next_stride(const struct sdf_nearest *from, const struct sdf_nearest *to, double size)
{
    const struct vec3 d = vec3_sub(to->y, from->y), change = vec3_sub(to->g, from->g);
    const double curved = vec3_dot(d, change), square = vec3_dot(d, d), longest = 1e3 * size;
    return square < longest * curved ? square / curved : longest;
}

static void evaluate(const struct sdf_scene *scene, const struct vec3 y[3], struct sdf_nearest *at)
{
    at->value = sdf_value(scene->sdf, scene->root, at->y, &at->g);
    at->slope = slope(y, at->y, at->g);
}

/* A step of this length from `from`. */
static void go(const struct sdf_scene *scene, const struct vec3 y[3], const struct sdf_nearest *from,
               double stride, struct sdf_nearest *to)
{
    to->y = sdf_nearest_on_triangle(y, vec3_along(from->y, -stride, from->g), to->w);
    evaluate(scene, y, to);
}

/* A step that does not lead down is followed by one of the length phi from the best point: to the solid's
 * surface and back to the triangle, which leads down where the solid is convex. */
void sdf_nearest_to_solid(const struct sdf_scene *scene, const struct vec3 *y, double level, double enough,
                          struct sdf_nearest *near)
{
    const double size = size_of(y);
    struct sdf_nearest next;
    near->y = sdf_nearest_on_triangle(y, near->y, near->w);
    evaluate(scene, y, near);
    double stride = fabs(near->value) + near->rounding;
    for (int step = 0; step < STEPS && near->value > enough && near->slope > share * (near->value - level);
         step++) {
        go(scene, y, near, stride, &next);
        if (!(next.value < near->value) && near->value > 0 && stride > near->value) {
            go(scene, y, near, near->value, &next);
            step++;
        }
        if (!(next.value < near->value)) break;
        stride = next_stride(near, &next, size);
        next.rounding = fmax(stride - fabs(next.value), 0);
        *near = next;
    }
}
