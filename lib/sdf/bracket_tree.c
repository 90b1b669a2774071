/* One walk down the tree. */
#include "bracket_tree.h"
#include "bracket_turn.h"
#include "../num/turn.h"

static struct form combination(const struct sdf *sdf, const struct sdf_node *node, const struct form p[3])
{
    const bool negate = node->kind == SDF_UNION;
    struct form f = bracket_tree(sdf, node->child, p);
    if (negate) f = form_neg(&f);
    for (size_t i = sdf->node[node->child].next; i != SDF_NONE; i = sdf->node[i].next) {
        struct form g = bracket_tree(sdf, i, p);
        if (negate) g = form_neg(&g);
        f = form_max(&f, &g, node->amount);
    }
    return negate ? form_neg(&f) : f;
}

static struct form mapped(const struct sdf *sdf, const struct sdf_node *node, const struct form p[3])
{
    struct form q[3];
    for (int i = 0; i < 3; i++) q[i] = form_linear(p, node->map.entry[i], node->map.entry[i][3]);
    const struct form f = bracket_tree(sdf, node->child, q);
    return node->amount == 1 ? f : form_times(&f, interval_of(node->amount));
}

static struct form twisted(const struct sdf *sdf, const struct sdf_node *node, const struct form p[3])
{
    struct form c, s;
    const struct form angle = form_times(&p[2], turn_radians(interval_of(node->amount)));
    form_cos_sin(&angle, &c, &s);
    const struct form cx = form_mul(&c, &p[0]), sx = form_mul(&s, &p[0]);
    const struct form cy = form_mul(&c, &p[1]), sy = form_mul(&s, &p[1]);
    const struct form q[3] = {form_sub(&cx, &sy), form_add(&sx, &cy), p[2]};
    return bracket_tree(sdf, node->child, q);
}

struct form bracket_tree(const struct sdf *sdf, size_t root, const struct form p[3])
{
    const struct sdf_node *node = &sdf->node[root];
    struct form f;
    switch (node->kind) {
    case SDF_UNION:
    case SDF_INTERSECTION:
        return combination(sdf, node, p);
    case SDF_COMPLEMENT:
        f = bracket_tree(sdf, node->child, p);
        return form_neg(&f);
    case SDF_OFFSET:
        f = bracket_tree(sdf, node->child, p);
        return form_shift(&f, interval_of(-node->amount));
    case SDF_SHELL:
        f = bracket_tree(sdf, node->child, p);
        f = form_abs(&f);
        return form_shift(&f, interval_of(-0.5 * node->amount));
    case SDF_MAP:
        return mapped(sdf, node, p);
    case SDF_TWIST:
        return twisted(sdf, node, p);
    default:
        return bracket_solid(node, p);
    }
}
