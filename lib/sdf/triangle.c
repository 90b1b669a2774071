/* Enclosures over triangles by pairs of linear functions.
 *
 * On the way down the tree a triangle keeps its corners as doubles, with the radius of a ball about each that
 * the corner meant is in; every point meant is then that near to the point of the same weights, and a
 * primitive's value changes by no more than the radius. On the way up, linear functions by their corners'
 * values:
 * - min(a, b) of two of them is concave, so above the linear function of its values at the corners; max is
 * convex: blend.h. Smaller ones stay below, so each child may bring its own.
 * - -phi swaps lower and upper, an offset subtracts, a factor multiplies; |phi| >= phi and |phi| >= -phi. */
#include "blend.h"
#include "leaf.h"
#include "twist.h"

struct piece {
    struct vec3 v[3], c;
    double radius; /* of all corners */
    bool lower, upper;
};

/* Makes a primitive's linear function l at a corner v a proven one. It is made with a gradient whose length
 * is 1 up to 10 u, and dividing by the length would change it by as much; its own roundings come to at most
 * 16 u: all of |x| + |y| + |z| + the sizes. 2^-48 = 32 u. */
static double proven(const struct sdf_node *leaf, double l, struct vec3 v, double radius)
{
    const double size = sdf_extent(v) + (leaf->size[0] + leaf->size[1] + leaf->size[2]);
    if (!(size < 0x1p250)) return -INFINITY;
    return l - (0x1p-48 * size + radius + leaf->slack + 0x1p-500) * (1 + 0x1p-50);
}

/* A convex solid lies in n.x <= h(n), and its signed distance is the largest of those of such half-spaces:
 * phi(x) >= n.x - h(n) for any unit n, with equality at c where n is the gradient at c. */
static void convex_below(const struct sdf_node *leaf, const struct piece *t, struct vec3 n, double lo[3])
{
    const double support = sdf_leaf_support(leaf, n);
    for (int i = 0; i < 3; i++) lo[i] = proven(leaf, vec3_dot(n, t->v[i]) - support, t->v[i], t->radius);
}

/* phi = |(rho - R, z)| - r >= a (rho - R) + b z - r for any unit (a, b). Where a >= 0, rho >= m.x for any
 * horizontal unit m makes that linear; where a < 0 it is concave, so above the linear function of its values
 * at the corners. */
static void torus_below(const struct sdf_node *leaf, const struct piece *t, double lo[3])
{
    const double rho = sqrt(t->c.x * t->c.x + t->c.y * t->c.y), out = rho - leaf->size[0];
    const double length = sqrt(out * out + t->c.z * t->c.z);
    const double a = length > 0 ? out / length : 1, b = length > 0 ? t->c.z / length : 0;
    const double mx = rho > 0 ? t->c.x / rho : 1, my = rho > 0 ? t->c.y / rho : 0;
    for (int i = 0; i < 3; i++) {
        const struct vec3 v = t->v[i];
        const double reach = a < 0 ? sqrt(v.x * v.x + v.y * v.y) : mx * v.x + my * v.y;
        lo[i] = proven(leaf, a * (reach - leaf->size[0]) + b * v.z - leaf->size[1], v, t->radius);
    }
}

static double least3(const double x[3])
{
    return least(least(x[0], x[1]), x[2]);
}

/* How far the triangle reaches from its c. A length computed from three differences has a relative error
 * below 4 u, each difference one of its own; 2^-49 = 16 u. */
static double reach(const struct piece *t)
{
    double most = 0;
    for (int i = 0; i < 3; i++) {
        const struct vec3 d = vec3_sub(t->v[i], t->c);
        most = greatest(most, sqrt(vec3_dot(d, d)));
    }
    return most * (1 + 0x1p-49) + 0x1p-500;
}

/* A gradient of a length other than about 1 (a NaN, say) proves nothing. */
static bool is_unit(struct vec3 g)
{
    return fabs(vec3_dot(g, g) - 1) < 0x1p-49;
}

/* The better of the linear bound and the ball's about c; for a convex function the upper bound is the linear
 * function of its values at the corners. */
static struct sdf_linear over_leaf(const struct sdf_node *leaf, const struct piece *t)
{
    struct sdf_linear bound = {{-INFINITY, -INFINITY, -INFINITY}, {INFINITY, INFINITY, INFINITY}};
    struct vec3 g;
    const struct sdf_point ball = {t->c, (reach(t) + t->radius) * (1 + 0x1p-50)};
    const struct interval value = sdf_leaf_over_ball(leaf, ball, &g);
    if (t->lower && leaf->kind == SDF_TORUS)
        torus_below(leaf, t, bound.lo);
    else if (t->lower && is_unit(g))
        convex_below(leaf, t, g, bound.lo);
    if (!(least3(bound.lo) >= value.lo))
        for (int i = 0; i < 3; i++) bound.lo[i] = value.lo;
    for (int i = 0; t->upper && i < 3; i++) {
        const struct sdf_point corner = {t->v[i], t->radius};
        bound.hi[i] = leaf->convex ? sdf_leaf_over_ball(leaf, corner, NULL).hi : value.hi;
    }
    return bound;
}

/* ---- Through the tree ---- */

static struct sdf_linear over_piece(const struct sdf *sdf, size_t root, const struct piece *t);

static struct sdf_linear negated(struct sdf_linear a)
{
    struct sdf_linear b;
    for (int i = 0; i < 3; i++) {
        b.lo[i] = -a.hi[i];
        b.hi[i] = -a.lo[i];
    }
    return b;
}

/* |phi|: where phi's sign is not known, at least 0. */
static struct sdf_linear absolute(struct sdf_linear a, bool upper)
{
    const struct sdf_linear b = negated(a);
    struct sdf_linear c = least3(a.lo) >= least3(b.lo) ? a : b;
    const bool known = least3(c.lo) >= 0;
    for (int i = 0; i < 3; i++) {
        if (!known) c.lo[i] = 0;
        c.hi[i] = upper ? greatest(a.hi[i], b.hi[i]) : INFINITY;
    }
    return c;
}

static struct sdf_linear shifted(struct sdf_linear a, double by)
{
    for (int i = 0; i < 3; i++) {
        a.lo[i] = add_down(a.lo[i], -by);
        a.hi[i] = a.hi[i] < INFINITY ? add_up(a.hi[i], -by) : a.hi[i];
    }
    return a;
}

static struct sdf_linear scaled(struct sdf_linear a, double by)
{
    for (int i = 0; by != 1 && i < 3; i++) {
        a.lo[i] = mul_down(a.lo[i], by);
        a.hi[i] = a.hi[i] < INFINITY ? mul_up(a.hi[i], by) : a.hi[i];
    }
    return a;
}

static struct sdf_linear combined(const struct sdf *sdf, const struct sdf_node *node, const struct piece *t)
{
    const bool negate = node->kind == SDF_UNION;
    struct sdf_linear a = over_piece(sdf, node->child, t);
    if (negate) a = negated(a);
    for (size_t i = sdf->node[node->child].next; i != SDF_NONE; i = sdf->node[i].next) {
        struct sdf_linear b = over_piece(sdf, i, t);
        if (negate) b = negated(b);
        a = sdf_blend_linear(&a, &b, node->amount, negate ? t->upper : t->lower,
                             negate ? t->lower : t->upper);
    }
    return negate ? negated(a) : a;
}

/* The corners' images with the largest of their radii. */
static void map_piece(const struct sdf_map *map, const struct piece *from, struct piece *to)
{
    *to = *from;
    to->c = sdf_map_point(map, (struct sdf_point){from->c, 0}).p;
    to->radius = 0;
    for (int i = 0; i < 3; i++) {
        const struct sdf_point q = sdf_map_point(map, (struct sdf_point){from->v[i], from->radius});
        to->v[i] = q.p;
        to->radius = greatest(to->radius, q.radius);
    }
}

/* Either the corners' images, which the twisted triangle is near to, or its whole image as a ball. */
static void twist_piece(double rate, const struct piece *from, struct piece *to)
{
    const struct sdf_point all = {from->c, (reach(from) + from->radius) * (1 + 0x1p-50)};
    const struct sdf_point whole = sdf_twist_point(rate, all);
    const double sag = sdf_twist_sag(rate, all);
    *to = *from;
    to->c = whole.p;
    to->radius = 0;
    for (int i = 0; i < 3; i++) {
        const struct sdf_point q = sdf_twist_point(rate, (struct sdf_point){from->v[i], from->radius});
        to->v[i] = q.p;
        to->radius = greatest(to->radius, q.radius);
    }
    to->radius = (to->radius + sag) * (1 + 0x1p-50);
    if (to->radius < whole.radius) return;
    for (int i = 0; i < 3; i++) to->v[i] = whole.p;
    to->radius = whole.radius;
}

static struct sdf_linear over_piece(const struct sdf *sdf, size_t root, const struct piece *t)
{
    const struct sdf_node *node = &sdf->node[root];
    struct piece to = *t;
    switch (node->kind) {
    case SDF_UNION:
    case SDF_INTERSECTION:
        return combined(sdf, node, t);
    case SDF_COMPLEMENT:
        to.lower = t->upper;
        to.upper = t->lower;
        return negated(over_piece(sdf, node->child, &to));
    case SDF_OFFSET:
        return shifted(over_piece(sdf, node->child, t), node->amount);
    case SDF_SHELL:
        to.lower = to.upper = true;
        return shifted(absolute(over_piece(sdf, node->child, &to), t->upper), 0.5 * node->amount);
    case SDF_MAP:
        map_piece(&node->map, t, &to);
        return scaled(over_piece(sdf, node->child, &to), node->amount);
    case SDF_TWIST:
        twist_piece(node->amount, t, &to);
        return over_piece(sdf, node->child, &to);
    default:
        return over_leaf(node, t);
    }
}

struct sdf_linear sdf_over_triangle(const struct sdf *sdf, size_t root, const struct vec3 v[3], struct vec3 c,
                                    bool upper)
{
    const struct piece t = {{v[0], v[1], v[2]}, c, 0, true, upper};
    struct sdf_linear bound = over_piece(sdf, root, &t);
    for (int i = 0; i < 3; i++) {
        if (!(bound.lo[i] == bound.lo[i])) bound.lo[i] = -INFINITY;
        if (!upper || !(bound.hi[i] == bound.hi[i])) bound.hi[i] = INFINITY;
    }
    return bound;
}
