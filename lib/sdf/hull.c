/* Enclosures over hulls of points by pairs of linear functions of their weights.
 *
 * On the way down the tree a hull keeps its points as doubles, and a radius: what is meant are points that
 * near to one of the hull, sum w_k v_k with weights w >= 0 of sum 1. A primitive's value changes by no more
 * than the radius, so it is enough to bound it at sum w_k v_k. On the way up, linear functions of the weights
 * by their values where one weight is 1:
 * - min(a, b) of two of them is concave, so above the linear function of its values there; max is convex:
 *   blend.h. Smaller ones stay below, so each child may bring its own.
 * - -phi swaps lower and upper, an offset subtracts, a factor multiplies; |phi| >= phi and |phi| >= -phi. */
#include "blend.h"
#include "leaf.h"
#include "nearest.h"
#include "twist.h"
#include <string.h>

struct piece {
    const struct sdf_hull *hull;
    struct vec3 c;
    bool lower, upper;
    double level; /* the bound from below matters where the function is above this */
    bool shared;  /* c is where a combination is the least */
};

/* How much a primitive's linear function may be off at a point v, with what is within `radius` of it. It is
 * made with a gradient whose length is 1 up to 10 u, and dividing by the length would change it by as much;
 * its own roundings come to at most 16 u: all of |x| + |y| + |z| + the sizes. 2^-48 = 32 u. */
static double unsure(const struct sdf_node *leaf, struct vec3 v, double radius)
{
    const double size = sdf_extent(v) + (leaf->size[0] + leaf->size[1] + leaf->size[2]);
    if (!(size < 0x1p250)) return INFINITY;
    return (0x1p-48 * size + radius + leaf->slack + 0x1p-500) * (1 + 0x1p-50);
}

/* A convex solid lies in n.x <= h(n), and its signed distance is the largest of those of such half-spaces:
 * phi(x) >= n.x - h(n) for any unit n, with equality at c where n is the gradient at c. */
static void convex_below(const struct sdf_node *leaf, const struct piece *t, struct vec3 n,
                         double lo[SDF_HULL])
{
    const double support = sdf_leaf_support(leaf, n);
    for (int i = 0; i < t->hull->n; i++)
        lo[i] = vec3_dot(n, t->hull->v[i]) - support - unsure(leaf, t->hull->v[i], t->hull->radius);
}

/* What is at least n.x - h(n), in the same way for other n, is at least any mixture of these: a share of it
 * by sdf_leaf_within. Where it is negative, inside of the solid, the share is larger: at a crease of the
 * function, behind an edge of the solid, its gradients are mixtures, and shorter than 1. */
static void take_share(const struct sdf_node *leaf, const struct piece *t, struct vec3 n, double lo[SDF_HULL])
{
    if (!(sdf_least(lo, t->hull->leading) < 0)) return;
    const double share = sdf_leaf_within(leaf, n);
    for (int i = 0; share < 1 && i < t->hull->n; i++) lo[i] = mul_down(share, lo[i]);
}

/* Of a torus: the direction from the ring's middle, outwards and along the axis, to c; and that outwards. */
struct ring {
    double mx, my, a, b;
};

static struct ring ring_at(const struct sdf_node *leaf, struct vec3 c)
{
    const double rho = sqrt(c.x * c.x + c.y * c.y), out = rho - leaf->size[0];
    const double length = sqrt(out * out + c.z * c.z);
    return (struct ring){rho > 0 ? c.x / rho : 1, rho > 0 ? c.y / rho : 0, length > 0 ? out / length : 1,
                         length > 0 ? c.z / length : 0};
}

/* phi = |(rho - R, z)| - r >= a (rho - R) + b z - r for any unit (a, b). Where a >= 0, rho >= m.x for any
 * horizontal unit m makes that linear; where a < 0 it is concave, so above the linear function of its values
 * at the points (Jensen). */
static void torus_below(const struct sdf_node *leaf, const struct piece *t, struct vec3 c,
                        double lo[SDF_HULL])
{
    const struct ring ring = ring_at(leaf, c);
    for (int i = 0; i < t->hull->n; i++) {
        const struct vec3 v = t->hull->v[i];
        const double reach = ring.a < 0 ? sqrt(v.x * v.x + v.y * v.y) : ring.mx * v.x + ring.my * v.y;
        lo[i] = ring.a * (reach - leaf->size[0]) + ring.b * v.z - leaf->size[1] -
                unsure(leaf, v, t->hull->radius);
    }
}

/* |rho - R| is at most the largest of rho - R, R - m.x and 0, for any horizontal unit m: a convex function.
 * So is the length of this and z, less r: it is below the linear function of its values at the points. */
static void torus_above(const struct sdf_node *leaf, const struct piece *t, double hi[SDF_HULL])
{
    const struct ring ring = ring_at(leaf, t->c);
    for (int i = 0; i < t->hull->n; i++) {
        const struct vec3 v = t->hull->v[i];
        const double out = sqrt(v.x * v.x + v.y * v.y) - leaf->size[0];
        const double in = leaf->size[0] - (ring.mx * v.x + ring.my * v.y),
                     off = greatest(greatest(out, in), 0);
        hi[i] = sqrt(off * off + v.z * v.z) - leaf->size[1] + unsure(leaf, v, t->hull->radius);
    }
}

/* How far what is meant reaches from c. A length computed from three differences has a relative error below 4
 * u, each difference one of its own; 2^-49 = 16 u. */
static double reach(const struct piece *t)
{
    double most = 0;
    for (int i = 0; i < t->hull->n; i++) {
        const struct vec3 d = vec3_sub(t->hull->v[i], t->c);
        most = greatest(most, vec3_dot(d, d));
    }
    return (sqrt(most) * (1 + 0x1p-49) + 0x1p-500 + t->hull->radius) * (1 + 0x1p-50);
}

/* A gradient of a length other than about 1 (a NaN, say) proves nothing. */
static bool is_unit(struct vec3 g)
{
    return fabs(vec3_dot(g, g) - 1) < 0x1p-49;
}

static double largest(const double *x, int n)
{
    double most = x[0];
    for (int i = 1; i < n; i++) most = greatest(most, x[i]);
    return most;
}

static void fill(double x[SDF_HULL], int n, double value)
{
    for (int i = 0; i < n; i++) x[i] = value;
}

/* By the gradient g at c. */
static void leaf_below(const struct sdf_node *leaf, const struct piece *t, struct vec3 c, struct vec3 g,
                       double lo[SDF_HULL])
{
    if (leaf->kind == SDF_TORUS)
        torus_below(leaf, t, c, lo);
    else if (is_unit(g))
        convex_below(leaf, t, g, lo);
    else
        fill(lo, t->hull->n, -INFINITY);
    if (t->level < 0 && leaf->convex) take_share(leaf, t, g, lo);
}

/* Mixes what the gradient at c makes with what there is. */
static void mix_in(const struct sdf_node *leaf, const struct piece *t, struct vec3 c, double lo[SDF_HULL])
{
    double other[SDF_HULL], mixed[SDF_HULL];
    struct vec3 g;
    (void)sdf_leaf_value(leaf, c, &g);
    leaf_below(leaf, t, c, g, other);
    sdf_mix_below(lo, other, t->hull, 0, mixed);
    for (int i = 0; i < t->hull->n; i++) lo[i] = mixed[i];
}

/* Where the bound is much worse than the value at c, c is not where this primitive is nearest: another one of
 * a union is. A bound is made where it is, on the triangle of the first three of the leading points. */
static void refine(const struct sdf *sdf, size_t index, const struct piece *t, double value,
                   double lo[SDF_HULL])
{
    const struct sdf_hull *hull = t->hull;
    const int last = hull->leading - 1;
    const struct vec3 corner[3] = {hull->v[0], hull->v[last < 1 ? last : 1], hull->v[last < 2 ? last : 2]};
    struct sdf_nearest near = {.w = {1.0 / 3, 1.0 / 3}, .rounding = INFINITY};
    if (!(value > t->level && sdf_least(lo, hull->leading) - t->level < 0.5 * (value - t->level))) return;
    sdf_nearest_to_solid(sdf, index, corner, t->level, t->level, &near);
    mix_in(&sdf->node[index], t, near.c, lo);
}

/* Inside of a solid two of its faces are equally near at a crease of the function, and one gradient there
 * makes a bound of the one face alone, which is worse by a share of the hull's size. The other one is that of
 * the leading point where the bound is the least. */
static void refine_crease(const struct sdf_node *leaf, const struct piece *t, double value,
                          double lo[SDF_HULL])
{
    static const double share = 0.125;
    int lowest = 0;
    if (!(value < 0 && value - sdf_least(lo, t->hull->leading) > share * reach(t))) return;
    for (int i = 1; i < t->hull->leading; i++)
        if (lo[i] < lo[lowest]) lowest = i;
    mix_in(leaf, t, t->hull->v[lowest], lo);
}

/* A convex function is below the linear function of its values at the points. */
static void leaf_above(const struct sdf_node *leaf, const struct piece *t, double hi[SDF_HULL])
{
    const struct sdf_hull *hull = t->hull;
    if (leaf->kind == SDF_TORUS) torus_above(leaf, t, hi);
    for (int i = 0; leaf->convex && i < hull->n; i++)
        hi[i] = sdf_leaf_over_ball(leaf, (struct sdf_point){hull->v[i], hull->radius}, NULL).hi;
}

/* The linear bound, which at no point is below the ball's about c, but for rounding; that of the ball where
 * there is none. From above the ball's may be the better one. */
static struct sdf_linear over_leaf(const struct sdf *sdf, size_t index, const struct piece *t)
{
    const struct sdf_node *leaf = &sdf->node[index];
    const int n = t->hull->n;
    struct sdf_linear bound;
    struct vec3 g;
    const double value = sdf_leaf_value(leaf, t->c, &g);
    fill(bound.lo, n, -INFINITY);
    fill(bound.hi, n, INFINITY);
    if (t->lower) leaf_below(leaf, t, t->c, g, bound.lo);
    if (t->lower) refine_crease(leaf, t, value, bound.lo);
    if (t->lower && t->shared) refine(sdf, index, t, value, bound.lo);
    const bool is_bounded = sdf_least(bound.lo, n) > -INFINITY;
    if (is_bounded && !t->upper) return bound;
    const struct interval ball = sdf_leaf_over_ball(leaf, (struct sdf_point){t->c, reach(t)}, NULL);
    if (!is_bounded) fill(bound.lo, n, ball.lo);
    if (t->upper) leaf_above(leaf, t, bound.hi);
    if (t->upper && !(largest(bound.hi, n) <= ball.hi)) fill(bound.hi, n, ball.hi);
    return bound;
}

/* ---- Through the tree ---- */

static struct sdf_linear over_piece(const struct sdf *sdf, size_t root, const struct piece *t);

static struct sdf_linear negated(struct sdf_linear a, int n)
{
    struct sdf_linear b;
    for (int i = 0; i < n; i++) {
        b.lo[i] = -a.hi[i];
        b.hi[i] = -a.lo[i];
    }
    return b;
}

/* |phi|: where phi's sign is not known, at least 0. */
static struct sdf_linear absolute(struct sdf_linear a, int n, bool upper)
{
    const struct sdf_linear b = negated(a, n);
    struct sdf_linear c = sdf_least(a.lo, n) >= sdf_least(b.lo, n) ? a : b;
    if (!(sdf_least(c.lo, n) >= 0)) fill(c.lo, n, 0);
    for (int i = 0; i < n; i++) c.hi[i] = upper ? greatest(a.hi[i], b.hi[i]) : INFINITY;
    return c;
}

static struct sdf_linear shifted(struct sdf_linear a, int n, double by)
{
    for (int i = 0; i < n; i++) {
        a.lo[i] = add_down(a.lo[i], -by);
        a.hi[i] = a.hi[i] < INFINITY ? add_up(a.hi[i], -by) : a.hi[i];
    }
    return a;
}

static struct sdf_linear scaled(struct sdf_linear a, int n, double by)
{
    for (int i = 0; by != 1 && i < n; i++) {
        a.lo[i] = mul_down(a.lo[i], by);
        a.hi[i] = a.hi[i] < INFINITY ? mul_up(a.hi[i], by) : a.hi[i];
    }
    return a;
}

static struct sdf_linear combined(const struct sdf *sdf, const struct sdf_node *node, const struct piece *of)
{
    struct piece piece = *of;
    const struct piece *t = &piece;
    const bool negate = node->kind == SDF_UNION;
    const int n = of->hull->n;
    piece.shared = true;
    struct sdf_linear a = over_piece(sdf, node->child, t);
    if (negate) a = negated(a, n);
    for (size_t i = sdf->node[node->child].next; i != SDF_NONE; i = sdf->node[i].next) {
        struct sdf_linear b = over_piece(sdf, i, t);
        if (negate) b = negated(b, n);
        a = sdf_blend_linear(&a, &b, t->hull, node->amount, negate ? t->upper : t->lower,
                             negate ? t->lower : t->upper);
    }
    return negate ? negated(a, n) : a;
}

/* The images of the points, with the largest of their balls' radii: what is meant is that near to the hull of
 * the images, as the map is affine. */
static void map_hull(const struct sdf_map *map, const struct sdf_hull *from, struct sdf_hull *to)
{
    to->n = from->n;
    to->leading = from->leading;
    to->radius = 0;
    for (int i = 0; i < from->n; i++) {
        const struct sdf_point q = sdf_map_point(map, (struct sdf_point){from->v[i], from->radius});
        to->v[i] = q.p;
        to->radius = greatest(to->radius, q.radius);
    }
}

static struct sdf_linear twisted(const struct sdf *sdf, const struct sdf_node *node, const struct piece *t)
{
    struct piece to = *t;
    struct sdf_hull image;
    double far[SDF_HULL], near[SDF_HULL];
    sdf_twist_hull(node->amount, t->hull, (struct sdf_point){t->c, reach(t)}, &image);
    to.hull = &image;
    to.c = sdf_twist_point(node->amount, (struct sdf_point){t->c, 0}).p;
    struct sdf_linear bound = over_piece(sdf, node->child, &to);
    if (!t->lower) return bound;
    sdf_twist_below(node, t->hull, t->c, far);
    memcpy(near, bound.lo, sizeof near);
    sdf_mix_below(far, near, t->hull, 0, bound.lo);
    return bound;
}

static struct sdf_linear over_piece(const struct sdf *sdf, size_t root, const struct piece *t)
{
    const struct sdf_node *node = &sdf->node[root];
    const int n = t->hull->n;
    struct piece to = *t;
    struct sdf_hull image;
    switch (node->kind) {
    case SDF_UNION:
    case SDF_INTERSECTION:
        return combined(sdf, node, t);
    case SDF_COMPLEMENT:
        to.lower = t->upper;
        to.upper = t->lower;
        to.level = INFINITY;
        return negated(over_piece(sdf, node->child, &to), n);
    case SDF_OFFSET:
        to.level += node->amount;
        return shifted(over_piece(sdf, node->child, &to), n, node->amount);
    case SDF_SHELL:
        to.lower = to.upper = true;
        to.level += 0.5 * node->amount;
        return shifted(absolute(over_piece(sdf, node->child, &to), n, t->upper), n, 0.5 * node->amount);
    case SDF_MAP:
        map_hull(&node->map, t->hull, &image);
        to.hull = &image;
        to.c = sdf_map_point(&node->map, (struct sdf_point){t->c, 0}).p;
        to.level /= node->amount;
        return scaled(over_piece(sdf, node->child, &to), n, node->amount);
    case SDF_TWIST:
        return twisted(sdf, node, t);
    default:
        return over_leaf(sdf, root, t);
    }
}

/* A NaN becomes the infinity that says nothing. */
static void without_nan(struct sdf_linear *bound, int n)
{
    for (int i = 0; i < n; i++) {
        if (!(bound->lo[i] == bound->lo[i])) bound->lo[i] = -INFINITY;
        if (!(bound->hi[i] == bound->hi[i])) bound->hi[i] = INFINITY;
    }
}

struct sdf_linear sdf_over_hull(const struct sdf *sdf, size_t root, const struct sdf_hull *hull,
                                struct vec3 c, bool upper)
{
    const struct piece t = {hull, c, true, upper, 0, false};
    struct sdf_linear bound = over_piece(sdf, root, &t);
    without_nan(&bound, hull->n);
    for (int i = 0; i < hull->n && !upper; i++) bound.hi[i] = INFINITY;
    return bound;
}

/* ---- How long a bound stays above a level ---- */

/* Where f(s) = a (1 - s) + b s - bend s (1 - s), a > 0, bend >= 0, falls to 0 first, or a bit before;
 * INFINITY where it does not in [0, 1]. f = a - p s + bend s^2 with p = a - b + bend, whose first root is 2 a
 * / (p + sqrt(p^2 - 4 bend a)); there is none where p <= 0 or the square root is of less than 0. p and what
 * is below the root are rounded up by more than their errors, which makes f smaller: the errors are 3 u (a +
 * |b| + bend) and 4 u (p^2 + 4 bend a). */
static double first_root(double a, double b, double bend)
{
    const double p = a - b + bend + 0x1p-50 * (a + fabs(b) + bend), q = 4 * bend * a;
    const double below = p * p - q + 0x1p-50 * (p * p + q);
    if (p <= 0 || below < 0) return INFINITY;
    const double s = 2 * a / (p + sqrt(below)) * (1 - 0x1p-50);
    return s <= 1 ? s : s > 1 ? INFINITY : 0;
}

/* Of two hulls of as many points, one behind the other in t->hull. */
static struct sdf_free free_of_bound(const struct sdf *sdf, size_t root, const struct piece *t, double bend)
{
    const int n = t->hull->leading;
    struct sdf_linear bound = over_piece(sdf, root, t);
    struct sdf_free free = {.share = INFINITY};
    without_nan(&bound, t->hull->n);
    free.low = add_down(sdf_least(bound.lo, n), -t->level);
    if (!(free.low > 0)) return (struct sdf_free){-INFINITY, free.low};
    for (int i = 0; i < n && t->hull->n > n; i++)
        free.share = least(free.share, first_root(add_down(bound.lo[i], -t->level),
                                                  add_down(bound.lo[i + n], -t->level), bend));
    return free;
}

/* Each child of a union on its own: the least of their linear functions would be worse than they are. What is
 * above the level plus the amount of an offset, or above a share of the level where the values are scaled, is
 * so of the tree. */
static struct sdf_free free_of_piece(const struct sdf *sdf, size_t root, const struct piece *t, double bend)
{
    const struct sdf_node *node = &sdf->node[root];
    struct sdf_free free = {INFINITY, INFINITY};
    struct piece to = *t;
    struct sdf_hull image;
    switch (node->kind) {
    case SDF_UNION:
        if (node->amount > 0) return free_of_bound(sdf, root, t, bend);
        to.shared = true;
        for (size_t i = node->child; i != SDF_NONE && free.low > 0; i = sdf->node[i].next) {
            const struct sdf_free child = free_of_piece(sdf, i, &to, bend);
            free = (struct sdf_free){least(free.share, child.share), least(free.low, child.low)};
        }
        return free;
    case SDF_OFFSET:
        to.level = add_up(t->level, node->amount);
        return free_of_piece(sdf, node->child, &to, bend);
    case SDF_MAP:
        map_hull(&node->map, t->hull, &image);
        to.hull = &image;
        to.c = sdf_map_point(&node->map, (struct sdf_point){t->c, 0}).p;
        to.level = div_up(t->level, node->amount);
        free = free_of_piece(sdf, node->child, &to, div_up(bend, node->amount));
        free.low = mul_down(free.low, node->amount);
        return free;
    default:
        return free_of_bound(sdf, root, t, bend);
    }
}

struct sdf_free sdf_free_over_hulls(const struct sdf *sdf, size_t root, const struct sdf_hull *hulls,
                                    struct vec3 c, double level, double bend)
{
    const struct piece t = {hulls, c, true, false, level, false};
    return free_of_piece(sdf, root, &t, bend);
}
