/* Boxes of {phi <= level}, from the primitives up, and how phi grows away from them.
 *
 * Write d(B) for the signed distance of a point to a box B: it grows where B shrinks. What struct sdf_box
 * says is phi - level >= f(d(B)), where f(d) = lo d for d >= 0 and hi d for d < 0, with lo <= hi: a function
 * that does not fall, and is the smaller the smaller lo is and the larger hi is. */
#include "blend.h"
#include "leaf.h"
#include "../num/turn.h"

static struct sdf_box everything(void)
{
    const struct interval line = {-INFINITY, INFINITY};
    return (struct sdf_box){{line, line, line}, {1, 1}};
}

static struct sdf_box nothing(void)
{
    const struct interval none = {INFINITY, -INFINITY};
    return (struct sdf_box){{none, none, none}, {0, 0}};
}

static bool is_empty(const struct sdf_box *box)
{
    return box->x[0].lo > box->x[0].hi || box->x[1].lo > box->x[1].hi || box->x[2].lo > box->x[2].hi;
}

/* The distance is at most `level` within `level` of the solid; for a negative one the solid's own box will
 * do. The signed distance to a solid is at least that to a box around it, and that to a box that is larger by
 * `level` on each side is smaller by at least as much. */
static struct sdf_box leaf_box(const struct sdf_node *leaf, double level)
{
    const double *s = leaf->size, more = add_up(level > 0 ? level : 0, leaf->slack);
    double half[3] = {s[0], s[0], s[0]};
    struct sdf_box box = everything();
    switch (leaf->kind) {
    case SDF_PLANE:
        box.x[2].hi = level;
        return box;
    case SDF_ELLIPSOID:
    case SDF_BOX:
        half[1] = s[1];
        half[2] = s[2];
        break;
    case SDF_CAPSULE:
        half[2] = add_up(s[0], s[1]);
        break;
    case SDF_CYLINDER:
    case SDF_CONE:
        half[2] = s[1];
        break;
    case SDF_TORUS:
        half[0] = half[1] = add_up(s[0], s[1]);
        half[2] = s[1];
        break;
    default:
        break;
    }
    for (int i = 0; i < 3; i++) {
        const double reach = add_up(half[i], more);
        box.x[i] = (struct interval){-reach, reach};
    }
    return box;
}

/* An entry of a matrix times an interval that may be infinite; 0 times infinity is 0 here. */
static struct interval product(struct interval entry, struct interval x)
{
    if (entry.lo == 0 && entry.hi == 0) return entry;
    if (fabs(x.lo) < INFINITY && fabs(x.hi) < INFINITY) return interval_mul(entry, x);
    if (entry.lo == 1 && entry.hi == 1) return x;
    if (entry.lo > 0)
        return (struct interval){x.lo > -INFINITY ? interval_mul(entry, interval_of(x.lo)).lo : -INFINITY,
                                 x.hi < INFINITY ? interval_mul(entry, interval_of(x.hi)).hi : INFINITY};
    if (entry.hi < 0) return interval_neg(product(interval_neg(entry), x));
    return (struct interval){-INFINITY, INFINITY};
}

static struct interval sum(struct interval a, struct interval b)
{
    return (struct interval){a.lo > -INFINITY && b.lo > -INFINITY ? add_down(a.lo, b.lo) : -INFINITY,
                             a.hi < INFINITY && b.hi < INFINITY ? add_up(a.hi, b.hi) : INFINITY};
}

/* Of a symmetric matrix, the largest eigenvalue is at most the largest absolute row sum. So M q is at most
 * the root of that of M M^T times as long as q. */
static double norm_of(const struct interval m[3][4])
{
    double most = 0;
    for (int i = 0; i < 3; i++) {
        double row = 0;
        for (int j = 0; j < 3; j++) {
            struct interval product = interval_mul(m[i][0], m[j][0]);
            for (int k = 1; k < 3; k++) product = interval_add(product, interval_mul(m[i][k], m[j][k]));
            row = add_up(row, interval_size(product));
        }
        most = greatest(most, row);
    }
    return sqrt_up(most);
}

/* Let q be the image of p, and B the box of the child. Where q is outside of B, the distance of p to what the
 * map puts into B is at most `shrinks` times that of q; where it is inside, the depth of q is at most the
 * norm times that of p. The new box is around what is put into B. */
static struct interval map_growth(const struct sdf_node *node, double shrinks, struct interval growth)
{
    return (struct interval){div_down(mul_down(node->amount, growth.lo), shrinks),
                             mul_up(mul_up(node->amount, growth.hi), node->map.norm)};
}

static struct sdf_box map_box(const struct sdf_node *node, const struct sdf_box *child)
{
    struct interval back[3][4];
    struct sdf_box box;
    if (!sdf_map_inverse(&node->map, back)) return everything();
    box.growth = map_growth(node, norm_of(back), child->growth);
    for (int i = 0; i < 3; i++) {
        box.x[i] = back[i][3];
        for (int j = 0; j < 3; j++) box.x[i] = sum(box.x[i], product(back[i][j], child->x[j]));
    }
    return box;
}

/* A twist keeps z and the distance from the axis: the box is around a cylinder about the axis, to which the
 * point that is twisted has the distance of the point itself. */
static struct sdf_box twist_box(const struct sdf_box *child)
{
    const double x = interval_size(child->x[0]), y = interval_size(child->x[1]);
    struct sdf_box box = everything();
    if (x < INFINITY && y < INFINITY) {
        const double reach = sqrt_up(add_up(mul_up(x, x), mul_up(y, y)));
        box.x[0] = box.x[1] = (struct interval){-reach, reach};
    }
    box.x[2] = child->x[2];
    box.growth = child->growth;
    return box;
}

static bool same(const struct interval a[3], const struct interval b[3])
{
    bool all = true;
    for (int k = 0; k < 3; k++) all = all && a[k].lo == b[k].lo && a[k].hi == b[k].hi;
    return all;
}

/* The largest of the children's values, blended or not, is at least each of them. Outside of the box where
 * all boxes meet, at the distance d, one of the coordinates is beyond a side by d / sqrt 3 or more, and some
 * child's box has that side. So has one that side which is nearest from inside. Where all sides are of one
 * child, its growth is enough. */
static struct sdf_box intersection_box(const struct sdf *sdf, const struct sdf_node *node, double level)
{
    static const double below_root_of_third = 0.577;
    struct sdf_box box = everything();
    bool of_one = true;
    for (size_t i = node->child; i != SDF_NONE; i = sdf->node[i].next) {
        const struct sdf_box before = box, child = sdf_box(sdf, i, level);
        for (int k = 0; k < 3; k++)
            box.x[k] = (struct interval){greatest(before.x[k].lo, child.x[k].lo),
                                         least(before.x[k].hi, child.x[k].hi)};
        if (same(box.x, before.x)) continue;
        of_one = same(box.x, child.x);
        box.growth = of_one ? child.growth : interval_hull(before.growth, child.growth);
    }
    if (!of_one) box.growth.lo *= below_root_of_third;
    return is_empty(&box) ? nothing() : box;
}

/* A fold of n children by a blended minimum is at least their least value - (n - 1) k / 4. The distance to
 * the box around all is at most that to the box of the least. Nothing grows of a child without a box, but it
 * stays above the level. */
static struct sdf_box union_box(const struct sdf *sdf, const struct sdf_node *node, double level)
{
    struct sdf_box box = nothing();
    double more = level;
    box.growth = (struct interval){INFINITY, -INFINITY};
    for (size_t i = sdf->node[node->child].next; i != SDF_NONE; i = sdf->node[i].next)
        more = add_up(more, mul_up(0.25, node->amount));
    for (size_t i = node->child; i != SDF_NONE; i = sdf->node[i].next) {
        const struct sdf_box child = sdf_box(sdf, i, more);
        for (int k = 0; k < 3; k++) box.x[k] = interval_hull(box.x[k], child.x[k]);
        box.growth = interval_hull(box.growth, child.growth);
    }
    return box;
}

struct sdf_box sdf_box(const struct sdf *sdf, size_t root, double level)
{
    const struct sdf_node *node = &sdf->node[root];
    struct sdf_box child;
    switch (node->kind) {
    case SDF_UNION:
        return union_box(sdf, node, level);
    case SDF_INTERSECTION:
        return intersection_box(sdf, node, level);
    case SDF_COMPLEMENT:
        return everything();
    case SDF_OFFSET:
        return sdf_box(sdf, node->child, add_up(level, node->amount));
    case SDF_SHELL: /* |a| - amount / 2 <= level only if a is at most this */
        return sdf_box(sdf, node->child, add_up(level, 0.5 * node->amount));
    case SDF_MAP:
        child = sdf_box(sdf, node->child,
                        level < 0 ? -div_down(-level, node->amount) : div_up(level, node->amount));
        return is_empty(&child) ? nothing() : map_box(node, &child);
    case SDF_TWIST:
        child = sdf_box(sdf, node->child, level);
        return is_empty(&child) ? nothing() : twist_box(&child);
    default:
        return leaf_box(node, level);
    }
}
