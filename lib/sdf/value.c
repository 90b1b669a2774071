/* Plain values and gradients, enclosures over balls, Lipschitz constants: one walk down the tree each. */
#include "blend.h"
#include "leaf.h"
#include "twist.h"

static struct vec3 mixed(struct vec3 a, struct vec3 b, double share)
{
    const struct vec3 none = {0, 0, 0}, part = vec3_along(none, share, a);
    return vec3_along(part, 1 - share, b);
}

static struct vec3 times(double factor, struct vec3 g)
{
    return (struct vec3){factor * g.x, factor * g.y, factor * g.z};
}

/* ---- Values ---- */

static double combined_value(const struct sdf *sdf, const struct sdf_node *node, struct vec3 p,
                             struct vec3 *g)
{
    const double sign = node->kind == SDF_UNION ? -1 : 1;
    struct vec3 gradient;
    double share, value = sign * sdf_value(sdf, node->child, p, g);
    for (size_t i = sdf->node[node->child].next; i != SDF_NONE; i = sdf->node[i].next) {
        const double other = sign * sdf_value(sdf, i, p, g ? &gradient : NULL);
        value = sdf_blend(value, other, node->amount, &share);
        if (g) *g = share == 1 ? *g : share == 0 ? gradient : mixed(*g, gradient, share);
    }
    return sign * value;
}

double sdf_value(const struct sdf *sdf, size_t root, struct vec3 p, struct vec3 *g)
{
    const struct sdf_node *node = &sdf->node[root];
    double value;
    switch (node->kind) {
    case SDF_UNION:
    case SDF_INTERSECTION:
        return combined_value(sdf, node, p, g);
    case SDF_COMPLEMENT:
        value = sdf_value(sdf, node->child, p, g);
        if (g) *g = times(-1, *g);
        return -value;
    case SDF_OFFSET:
        return sdf_value(sdf, node->child, p, g) - node->amount;
    case SDF_SHELL:
        value = sdf_value(sdf, node->child, p, g);
        if (g && value < 0) *g = times(-1, *g);
        return fabs(value) - 0.5 * node->amount;
    case SDF_MAP:
        value = sdf_value(sdf, node->child, sdf_map_point(&node->map, (struct sdf_point){p, 0}).p, g);
        if (g) *g = times(node->amount, sdf_map_gradient(&node->map, *g));
        return node->amount * value;
    case SDF_TWIST:
        value = sdf_value(sdf, node->child, sdf_twist_value(node->amount, p), g);
        if (g) *g = sdf_twist_gradient(node->amount, p, *g);
        return value;
    default:
        return sdf_leaf_value(node, p, g);
    }
}

/* ---- Enclosures ---- */

static struct interval blended(struct interval a, struct interval b, double k)
{
    return (struct interval){sdf_blend_down(a.lo, b.lo, k), sdf_blend_up(a.hi, b.hi, k)};
}

static struct interval absolute(struct interval x)
{
    if (x.lo >= 0) return x;
    if (x.hi <= 0) return interval_neg(x);
    return (struct interval){x.lo == x.lo && x.hi == x.hi ? 0 : NAN, greatest(-x.lo, x.hi)};
}

static struct interval over_ball(const struct sdf *sdf, size_t root, struct sdf_point ball);

static struct interval combined(const struct sdf *sdf, const struct sdf_node *node, struct sdf_point ball)
{
    const bool negate = node->kind == SDF_UNION;
    struct interval x = over_ball(sdf, node->child, ball);
    if (negate) x = interval_neg(x);
    for (size_t i = sdf->node[node->child].next; i != SDF_NONE; i = sdf->node[i].next) {
        const struct interval y = over_ball(sdf, i, ball);
        x = blended(x, negate ? interval_neg(y) : y, node->amount);
    }
    return negate ? interval_neg(x) : x;
}

static struct interval over_ball(const struct sdf *sdf, size_t root, struct sdf_point ball)
{
    const struct sdf_node *node = &sdf->node[root];
    switch (node->kind) {
    case SDF_UNION:
    case SDF_INTERSECTION:
        return combined(sdf, node, ball);
    case SDF_COMPLEMENT:
        return interval_neg(over_ball(sdf, node->child, ball));
    case SDF_OFFSET:
        return interval_sub(over_ball(sdf, node->child, ball), interval_of(node->amount));
    case SDF_SHELL:
        return interval_sub(absolute(over_ball(sdf, node->child, ball)), interval_of(0.5 * node->amount));
    case SDF_MAP:
        return interval_scale(over_ball(sdf, node->child, sdf_map_point(&node->map, ball)), node->amount);
    case SDF_TWIST:
        return over_ball(sdf, node->child, sdf_twist_point(node->amount, ball));
    default:
        return sdf_leaf_over_ball(node, ball, NULL);
    }
}

struct interval sdf_over_ball(const struct sdf *sdf, size_t root, struct vec3 c, double radius)
{
    const struct interval x = over_ball(sdf, root, (struct sdf_point){c, radius});
    return (struct interval){x.lo == x.lo ? x.lo : -INFINITY, x.hi == x.hi ? x.hi : INFINITY};
}

/* ---- Lipschitz constants ---- */

static double constant(const struct sdf *sdf, size_t root, struct sdf_point ball)
{
    const struct sdf_node *node = &sdf->node[root];
    double most = 0;
    if (node->lipschitz < INFINITY) return node->lipschitz;
    switch (node->kind) {
    case SDF_MAP:
        most = constant(sdf, node->child, sdf_map_point(&node->map, ball));
        return mul_up(mul_up(node->map.norm, node->amount), most);
    case SDF_TWIST:
        most = constant(sdf, node->child, sdf_twist_point(node->amount, ball));
        return mul_up(sdf_twist_norm(node->amount, ball), most);
    default:
        for (size_t i = node->child; i != SDF_NONE; i = sdf->node[i].next)
            most = greatest(most, constant(sdf, i, ball));
        return most;
    }
}

double sdf_lipschitz(const struct sdf *sdf, size_t root, struct vec3 c, double radius)
{
    const double most = constant(sdf, root, (struct sdf_point){c, radius});
    return most == most ? most : INFINITY;
}
