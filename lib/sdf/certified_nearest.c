/* Where phi is the least on a triangle: projected gradient steps of the length of Barzilai and Borwein
 * (1988), which is the distance to the centre where the surface is round, and large where it is flat.
 *
 * All is done in the parameters w of a + w[0] ab + w[1] ac, whose metric are the products of the edges. */
#include "certified.h"

enum { STEPS = 12 };

/* The slope that will do, as a share of value - level: a bound made there loses no more. */
static const double share = 0.25;

/* A stride that is more than this times the triangle's size is as good as any longer one. */
static const double longest = 1e3;

struct triangle {
    struct vec3 a, ab, ac;
    double bb, bc, cc; /* products of ab and ac */
};

static struct triangle triangle_of(const struct vec3 y[3])
{
    const struct vec3 ab = vec3_sub(y[1], y[0]), ac = vec3_sub(y[2], y[0]);
    return (struct triangle){y[0], ab, ac, vec3_dot(ab, ab), vec3_dot(ab, ac), vec3_dot(ac, ac)};
}

static double within(double x)
{
    return x > 0 ? x < 1 ? x : 1 : 0; /* a NaN is 0 */
}

/* The parameters of the point that is nearest to p, by b = (p - a) . ab and c = (p - a) . ac: by the regions
 * in which corners, edges and the inside are nearest (Ericson 2004). */
static void nearest_to(const struct triangle *t, double b, double c, double w[2])
{
    const double of_b = t->cc * b - t->bc * c, of_c = t->bb * c - t->bc * b;
    const double all = t->bb * t->cc - t->bc * t->bc;
    w[0] = w[1] = 0;
    if (b <= 0 && c <= 0) return;
    if (of_b > 0 && of_c > 0 && of_b + of_c < all) {
        w[0] = of_b / all;
        w[1] = of_c / all;
    } else if (of_c <= 0 && b >= 0 && b <= t->bb) {
        w[0] = within(b / t->bb);
    } else if (of_b <= 0 && c >= 0 && c <= t->cc) {
        w[1] = within(c / t->cc);
    } else {
        w[1] = within((c - b + t->bb - t->bc) / (t->bb - 2 * t->bc + t->cc));
        w[0] = 1 - w[1];
    }
}

/* What is known of a point: the parts of the gradient along ab and ac. */
struct point {
    struct sdf_nearest at;
    double gb, gc;
};

static void evaluate(const struct sdf_scene *scene, const struct triangle *t, struct point *p)
{
    struct sdf_nearest *at = &p->at;
    at->y = vec3_along(vec3_along(t->a, at->w[0], t->ab), at->w[1], t->ac);
    at->value = sdf_value(scene->sdf, scene->root, at->y, &at->g);
    p->gb = vec3_dot(at->g, t->ab);
    p->gc = vec3_dot(at->g, t->ac);
    const double least_corner = p->gb < p->gc ? p->gb : p->gc;
    at->slope = at->w[0] * p->gb + at->w[1] * p->gc - (least_corner < 0 ? least_corner : 0);
}

/* A step of this length from `from`, against the gradient and back to the triangle. */
static void go(const struct sdf_scene *scene, const struct triangle *t, const struct point *from,
               double stride, struct point *to)
{
    const double *w = from->at.w;
    nearest_to(t, w[0] * t->bb + w[1] * t->bc - stride * from->gb,
               w[0] * t->bc + w[1] * t->cc - stride * from->gc, to->at.w);
    evaluate(scene, t, to);
}

/* The length of a step from what the last one did: |d|^2 / (d . change of the gradient); a long one where the
 * gradient does not turn against it. */
static double next_stride(const struct triangle *t, const struct point *from, const struct point *to,
                          double most)
{
    const double b = to->at.w[0] - from->at.w[0], c = to->at.w[1] - from->at.w[1];
    const double square = b * b * t->bb + 2 * b * c * t->bc + c * c * t->cc;
    const double curved = b * (to->gb - from->gb) + c * (to->gc - from->gc);
    return square < most * curved ? square / curved : most;
}

/* A step that does not lead down is followed by one of the length phi from the best point: to the solid's
 * surface and back to the triangle, which leads down where the solid is convex. */
void sdf_nearest_to_solid(const struct sdf_scene *scene, const struct vec3 *y, double level, double enough,
                          struct sdf_nearest *near)
{
    const struct triangle t = triangle_of(y);
    const double most = longest * sqrt(t.bb + t.cc);
    struct point best = {.at = *near}, next;
    evaluate(scene, &t, &best);
    double stride = fabs(best.at.value) + near->rounding;
    if (!(stride < most)) stride = most;
    for (int step = 0; step < STEPS; step++) {
        const double value = best.at.value;
        if (value <= enough || best.at.slope <= share * (value - level)) break;
        go(scene, &t, &best, stride, &next);
        if (!(next.at.value < value) && value > 0 && stride > value) {
            go(scene, &t, &best, value, &next);
            step++;
        }
        if (!(next.at.value < value)) break;
        stride = next_stride(&t, &best, &next, most);
        best = next;
    }
    *near = best.at;
    near->rounding = stride > fabs(near->value) ? stride - fabs(near->value) : 0;
}
