/* Where phi is the least on a triangle: projected gradient steps of the length of Barzilai and Borwein
 * (1988), which is the distance to the centre where the surface is round, and large where it is flat.
 *
 * All is done in the parameters w of a + w[0] ab + w[1] ac, whose metric are the products of the edges. */
#include "nearest.h"
#include "../num/triangle.h"

enum { STEPS = 16 };

/* The slope that will do, as a share of value - level: a bound made there loses no more. */
static const double share = 0.25;

/* A stride that is more than this times the triangle's size is as good as any longer one. */
static const double longest = 1e3;

struct solid {
    const struct sdf *sdf;
    size_t root;
};

/* What is known of a point: the parts of the gradient along ab and ac. */
struct point {
    struct sdf_nearest at;
    double gb, gc;
};

static void evaluate(const struct solid *solid, const struct triangle *t, struct point *p)
{
    struct sdf_nearest *at = &p->at;
    at->y = triangle_point(t, at->w);
    at->value = sdf_value(solid->sdf, solid->root, at->y, &at->g);
    p->gb = vec3_dot(at->g, t->ab);
    p->gc = vec3_dot(at->g, t->ac);
    const double least_corner = p->gb < p->gc ? p->gb : p->gc;
    at->slope = at->w[0] * p->gb + at->w[1] * p->gc - (least_corner < 0 ? least_corner : 0);
}

/* A step of this length from `from`, against the gradient and back to the triangle. */
static void go(const struct solid *solid, const struct triangle *t, const struct point *from, double stride,
               struct point *to)
{
    const double *w = from->at.w;
    triangle_nearest(t, w[0] * t->bb + w[1] * t->bc - stride * from->gb,
                     w[0] * t->bc + w[1] * t->cc - stride * from->gc, to->at.w);
    evaluate(solid, t, to);
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

enum { BETWEEN = 4 };

/* A point with a smaller value than `from` on the way to a point that has none: where the lines along the two
 * gradients cross, which of a convex function is near its kink if it has one. Returns how often it was
 * evaluated, or 0: none found. */
static int between(const struct solid *solid, const struct triangle *t, const struct point *from,
                   struct point *to)
{
    for (int step = 1; step <= BETWEEN; step++) {
        const double *w = from->at.w, b = to->at.w[0] - w[0], c = to->at.w[1] - w[1];
        const double falls = b * from->gb + c * from->gc, rises = b * to->gb + c * to->gc;
        const double cross = (from->at.value - to->at.value + rises) / (rises - falls);
        const double s = cross > 0.0625 && cross < 0.9375 ? cross : 0.5;
        to->at.w[0] = w[0] + s * b;
        to->at.w[1] = w[1] + s * c;
        evaluate(solid, t, to);
        if (to->at.value < from->at.value) return step;
    }
    return 0;
}

/* A step that does not lead down went too far. */
void sdf_nearest_to_solid(const struct sdf *sdf, size_t root, const struct vec3 *y, double level,
                          double enough, struct sdf_nearest *near)
{
    const struct solid solid = {sdf, root};
    const struct triangle t = triangle_of(y);
    const double most = longest * sqrt(t.bb + t.cc);
    struct point best = {.at = *near}, next;
    evaluate(&solid, &t, &best);
    double stride = fabs(best.at.value) + near->rounding;
    if (!(stride < most)) stride = most;
    for (int step = 0; step < STEPS; step++) {
        const double value = best.at.value;
        if (value <= enough || best.at.slope <= share * (value - level)) break;
        go(&solid, &t, &best, stride, &next);
        if (!(next.at.value < value)) {
            const int steps = between(&solid, &t, &best, &next);
            if (steps == 0) break;
            step += steps;
        }
        stride = next_stride(&t, &best, &next, most);
        best = next;
    }
    *near = best.at;
    near->rounding = stride > fabs(near->value) ? stride - fabs(near->value) : 0;
}
