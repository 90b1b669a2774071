/* Where phi is the least on a triangle: projected gradient steps of the length of Barzilai and Borwein
 * (1988), which is the distance to the centre where the surface is round, and large where it is flat.
 *
 * All is done in the parameters w of a + w[0] ab + w[1] ac, whose metric are the products of the edges. */
#include "nearest.h"
#include "../num/triangle.h"
#include "blend.h"

enum { STEPS = 16, TURNS = 3 };

/* What the bound may lose, as a share of what is between the value and the level. */
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
}

/* ---- A bound from below ----
 *
 * The linear function with the gradient at a point is below a convex phi, and so is a mixture of two such.
 * Where phi has a kink or nearly so, as about an edge of a box, no gradient at a point of the triangle makes
 * a bound that is nearly as large as the least phi: mixtures do, one with each point that was looked at (the
 * aggregate of bundle methods; Kiwiel 1983). */
struct below {
    bool convex, mixed;
    double corner[3]; /* its values there */
    struct vec3 g;
    struct vec3 y; /* where it is phi's own, if it is not mixed */
    double w[2];   /* if it is: where the larger one of the two that it was mixed of is the least */
};

static void take_plane(struct below *below, const struct point *p)
{
    const double first = p->at.value - p->at.w[0] * p->gb - p->at.w[1] * p->gc;
    below->mixed = false;
    below->corner[0] = first;
    below->corner[1] = first + p->gb;
    below->corner[2] = first + p->gc;
    below->g = p->at.g;
    below->y = p->at.y;
}

/* Of the corners, the two where the mixture is the least are where one is larger, and where the other is: on
 * the edge between these, where both are the same. */
static void place_least(struct below *below, const double difference[3])
{
    static const double corner[3][2] = {{0, 0}, {1, 0}, {0, 1}};
    const double *x = below->corner;
    const int most = x[0] >= x[1] && x[0] >= x[2] ? 0
                     : x[1] >= x[2]               ? 1
                                                  : 2,
              i = (most + 1) % 3, j = (most + 2) % 3;
    const double s = triangle_within(difference[i] / (difference[i] - difference[j]));
    for (int k = 0; k < 2; k++) below->w[k] = corner[i][k] + s * (corner[j][k] - corner[i][k]);
}

static void mix_plane(struct below *below, const struct point *p)
{
    struct below other;
    take_plane(&other, p);
    const double w = sdf_highest_mixture(other.corner, below->corner, 3), v = 1 - w;
    if (!(w > 0)) return;
    if (!(w < 1)) {
        other.convex = true;
        *below = other;
        return;
    }
    const struct vec3 g = below->g, h = other.g;
    double difference[3];
    for (int i = 0; i < 3; i++) {
        difference[i] = other.corner[i] - below->corner[i];
        below->corner[i] = w * other.corner[i] + v * below->corner[i];
    }
    place_least(below, difference);
    below->g = (struct vec3){w * h.x + v * g.x, w * h.y + v * g.y, w * h.z + v * g.z};
    below->mixed = true;
}

/* Far out in the direction of a mixture, a convex distance has that for its gradient: it is that of the
 * half-space that touches the solid there. From an edge of it that is at a distance the direction is another
 * one, but for no more than that distance's share. */
static const double far_out = 0x1p40;

static void use_bound(const struct below *below, const struct triangle *t, struct sdf_nearest *near)
{
    const struct vec3 g = below->g;
    const double length = sqrt(vec3_dot(g, g));
    near->bound = near->value;
    near->c = below->mixed ? near->y : below->y;
    if (!(below->mixed && length > 0)) return;
    near->bound = sdf_least(below->corner, 3) / length;
    near->g = (struct vec3){g.x / length, g.y / length, g.z / length};
    near->c = vec3_along(near->y, far_out * sqrt(t->bb + t->cc), near->g);
}

/* Whether that will do for this value. Where phi is not convex, the function is that at the point. */
static bool is_close(const struct below *below, double value, double level)
{
    return value - sdf_least(below->corner, 3) <= share * fabs(value - level);
}

static void learn(struct below *below, const struct point *p)
{
    if (below->convex) mix_plane(below, p);
}

/* ---- Steps ---- */

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

/* A point with a smaller value than `from`: where the mixed bound has it the least, if there is one; else on
 * the way to a point that has none, where the lines along the two gradients cross, which of a convex function
 * is near its kink if it has one. Returns how often it was evaluated, or 0: none found, or none needed for a
 * bound that will do. */
static int between(const struct solid *solid, const struct triangle *t, const struct point *from,
                   double level, struct point *to, struct below *below)
{
    for (int step = 1; step <= BETWEEN && !is_close(below, from->at.value, level); step++) {
        const double *w = from->at.w, b = to->at.w[0] - w[0], c = to->at.w[1] - w[1];
        const double falls = b * from->gb + c * from->gc, rises = b * to->gb + c * to->gc;
        const double cross = (from->at.value - to->at.value + rises) / (rises - falls);
        const double s = cross > 0x1p-20 && cross < 1 - 0x1p-20 ? cross : 0.5;
        const bool is_first = step == 1 && below->mixed;
        to->at.w[0] = is_first ? below->w[0] : w[0] + s * b;
        to->at.w[1] = is_first ? below->w[1] : w[1] + s * c;
        evaluate(solid, t, to);
        learn(below, to);
        if (to->at.value < from->at.value) return step;
    }
    return 0;
}

/* Of a union without a blend, that of the children at one level which is the least at a point; the tree
 * itself if it is no union. */
static size_t nearest_child(const struct sdf *sdf, size_t root, struct vec3 y)
{
    const struct sdf_node *node = &sdf->node[root];
    size_t nearest = root;
    double most = INFINITY;
    if (node->kind != SDF_UNION || node->amount > 0) return root;
    for (size_t i = node->child; i != SDF_NONE; i = sdf->node[i].next) {
        const double value = sdf_value(sdf, i, y, NULL);
        if (!(value < most)) continue;
        most = value;
        nearest = i;
    }
    return nearest;
}

/* A step that does not lead down went too far. */
static void descend(const struct solid *solid, const struct triangle *t, double level, double enough,
                    struct sdf_nearest *near)
{
    const double most = longest * sqrt(t->bb + t->cc);
    struct point best = {.at = *near}, next;
    struct below below = {.convex = solid->sdf->node[solid->root].convex};
    evaluate(solid, t, &best);
    take_plane(&below, &best);
    double stride = fabs(best.at.value) + near->rounding;
    if (!(stride < most)) stride = most;
    for (int step = 0; step < STEPS; step++) {
        const double value = best.at.value;
        if (value <= enough || is_close(&below, value, level)) break;
        go(solid, t, &best, stride, &next);
        learn(&below, &next);
        if (!(next.at.value < value)) {
            const int steps = between(solid, t, &best, level, &next, &below);
            if (steps == 0) break;
            step += steps;
        }
        stride = next_stride(t, &best, &next, most);
        best = next;
        if (!below.convex) take_plane(&below, &best);
    }
    *near = best.at;
    use_bound(&below, t, near);
    near->rounding = stride > fabs(near->value) ? stride - fabs(near->value) : 0;
}

/* Of a union, each child's own valley is gone down while another child's is deeper there. */
void sdf_nearest_to_solid(const struct sdf *sdf, size_t root, const struct vec3 *y, double level,
                          double enough, struct sdf_nearest *near)
{
    const struct triangle t = triangle_of(y);
    struct solid solid = {sdf, nearest_child(sdf, root, triangle_point(&t, near->w))};
    for (int turn = 0; turn < TURNS; turn++) {
        const size_t before = solid.root;
        descend(&solid, &t, level, enough, near);
        if (before == root) return;
        solid.root = nearest_child(sdf, root, near->y);
        if (solid.root == before) return;
    }
}
