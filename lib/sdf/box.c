/* Boxes of {phi <= level}, from the primitives up. */
#include "blend.h"
#include "leaf.h"
#include "../num/turn.h"

static struct sdf_box everything(void)
{
    const struct interval line = {-INFINITY, INFINITY};
    return (struct sdf_box){{line, line, line}};
}

static struct sdf_box nothing(void)
{
    const struct interval none = {INFINITY, -INFINITY};
    return (struct sdf_box){{none, none, none}};
}

static bool is_empty(const struct sdf_box *box)
{
    return box->x[0].lo > box->x[0].hi || box->x[1].lo > box->x[1].hi || box->x[2].lo > box->x[2].hi;
}

/* The distance is at most `level` within `level` of the solid; for a negative one the solid's own box will
 * do. */
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

static struct sdf_box map_box(const struct sdf_node *node, const struct sdf_box *child)
{
    struct interval back[3][4];
    struct sdf_box box;
    if (!sdf_map_inverse(&node->map, back)) return everything();
    for (int i = 0; i < 3; i++) {
        box.x[i] = back[i][3];
        for (int j = 0; j < 3; j++) box.x[i] = sum(box.x[i], product(back[i][j], child->x[j]));
    }
    return box;
}

/* A twist keeps z and the distance from the axis. */
static struct sdf_box twist_box(const struct sdf_box *child)
{
    const double x = interval_size(child->x[0]), y = interval_size(child->x[1]);
    struct sdf_box box = everything();
    if (x < INFINITY && y < INFINITY) {
        const double reach = sqrt_up(add_up(mul_up(x, x), mul_up(y, y)));
        box.x[0] = box.x[1] = (struct interval){-reach, reach};
    }
    box.x[2] = child->x[2];
    return box;
}

static struct interval meet(struct interval a, struct interval b)
{
    return (struct interval){greatest(a.lo, b.lo), least(a.hi, b.hi)};
}

/* A fold of n children by a blended minimum is at least their least value - (n - 1) k / 4; of a maximum, at
 * least their largest. */
static struct sdf_box combined_box(const struct sdf *sdf, const struct sdf_node *node, double level)
{
    const bool unites = node->kind == SDF_UNION;
    struct sdf_box box = unites ? nothing() : everything();
    double more = level;
    for (size_t i = sdf->node[node->child].next; unites && i != SDF_NONE; i = sdf->node[i].next)
        more = add_up(more, mul_up(0.25, node->amount));
    for (size_t i = node->child; i != SDF_NONE; i = sdf->node[i].next) {
        const struct sdf_box child = sdf_box(sdf, i, more);
        if (unites && is_empty(&child)) continue;
        for (int k = 0; k < 3; k++)
            box.x[k] = unites ? interval_hull(box.x[k], child.x[k]) : meet(box.x[k], child.x[k]);
    }
    return is_empty(&box) ? nothing() : box;
}

struct sdf_box sdf_box(const struct sdf *sdf, size_t root, double level)
{
    const struct sdf_node *node = &sdf->node[root];
    struct sdf_box child;
    switch (node->kind) {
    case SDF_UNION:
    case SDF_INTERSECTION:
        return combined_box(sdf, node, level);
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
