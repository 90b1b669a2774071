/* Building trees: what is refused, and what is known of each node. */
#include "sdf.h"
#include "leaf.h"
#include "../num/extremes.h"
#include <stdlib.h>
#include <string.h>

void sdf_free(struct sdf *sdf)
{
    free(sdf->node);
    *sdf = (struct sdf){0};
}

static size_t refuse(struct sdf *sdf, const char *problem)
{
    sdf->problem = problem;
    return SDF_NONE;
}

static size_t add(struct sdf *sdf, const struct sdf_node *node)
{
    if (sdf->nodes == sdf->room) {
        const size_t room = sdf->room ? 2 * sdf->room : 16;
        struct sdf_node *more =
            room > SIZE_MAX / sizeof *node ? NULL : realloc(sdf->node, room * sizeof *node);
        if (!more) return refuse(sdf, "not enough memory");
        sdf->node = more;
        sdf->room = room;
    }
    sdf->node[sdf->nodes] = *node;
    return sdf->nodes++;
}

/* A NaN is neither. */
static bool is_size(double x)
{
    return x >= SDF_SMALLEST && x <= SDF_LARGEST;
}

static bool is_number(double x)
{
    return fabs(x) <= SDF_LARGEST;
}

size_t sdf_add_primitive(struct sdf *sdf, enum sdf_kind kind, const struct interval size[3])
{
    static const int sizes[] = {
        [SDF_PLANE] = 0,   [SDF_SPHERE] = 1,   [SDF_ELLIPSOID] = 3, [SDF_BOX] = 3,
        [SDF_CAPSULE] = 2, [SDF_CYLINDER] = 2, [SDF_CONE] = 2,      [SDF_TORUS] = 2,
    };
    struct sdf_node node = {.kind = (uint8_t)kind, .convex = kind != SDF_TORUS, .depth = 1, .lipschitz = 1};
    node.child = node.next = SDF_NONE;
    node.scale[0] = node.scale[1] = 1;
    for (int i = 0; i < sizes[kind]; i++) {
        node.size[i] = interval_middle(size[i]);
        node.slack = add_up(node.slack, interval_radius(size[i], node.size[i]));
        if (!is_size(node.size[i])) return refuse(sdf, "a size is not from 1e-60 to 1e60");
    }
    if (kind == SDF_TORUS && node.size[1] > node.size[0]) return refuse(sdf, "a tube wider than its ring");
    if (kind == SDF_CONE) sdf_cone_side(&node);
    return add(sdf, &node);
}

/* Makes the node the parent of these children. */
static size_t add_above(struct sdf *sdf, struct sdf_node *node, const size_t *child, size_t n)
{
    const double by = node->kind == SDF_MAP ? node->amount : 1;
    node->next = SDF_NONE;
    node->child = child[0];
    memcpy(node->scale, sdf->node[child[0]].scale, sizeof node->scale);
    for (size_t i = 0; i < n; i++) {
        const struct sdf_node *of = &sdf->node[child[i]];
        const unsigned depth = of->depth + 1U;
        if (depth > SDF_DEPTH) return refuse(sdf, "more than 200 nodes below each other");
        if (depth > node->depth) node->depth = (uint16_t)depth;
        node->scale[0] = min_of(node->scale[0], of->scale[0]);
        node->scale[1] = max_of(node->scale[1], of->scale[1]);
    }
    for (int i = 0; i < 2; i++)
        if (!is_size(node->scale[i] *= by))
            return refuse(sdf, "scales multiply to less than 1e-60, or to more than 1e60");
    const size_t index = add(sdf, node);
    if (index == SDF_NONE) return index;
    for (size_t i = 0; i < n; i++) sdf->node[child[i]].next = i + 1 < n ? child[i + 1] : SDF_NONE;
    return index;
}

/* max and the blended max are convex and do not shrink in either argument, so of convex functions they are
 * convex. In both blends the derivatives by the arguments are not negative and sum up to 1: the result
 * changes no faster than the faster argument. */
size_t sdf_add_combination(struct sdf *sdf, enum sdf_kind kind, double blend, const size_t *child, size_t n)
{
    struct sdf_node node = {
        .kind = (uint8_t)kind, .convex = kind == SDF_INTERSECTION || n == 1, .amount = blend};
    if (n == 0) return refuse(sdf, "there is nothing to combine");
    if (blend != 0 && !is_size(blend)) return refuse(sdf, "a blend is neither 0 nor from 1e-60 to 1e60");
    for (size_t i = 0; i < n; i++) {
        node.convex = node.convex && sdf->node[child[i]].convex;
        node.lipschitz = greatest(node.lipschitz, sdf->node[child[i]].lipschitz);
    }
    return add_above(sdf, &node, child, n);
}

size_t sdf_add_changed(struct sdf *sdf, enum sdf_kind kind, double amount, size_t child)
{
    const struct sdf_node *of = &sdf->node[child];
    struct sdf_node node = {.kind = (uint8_t)kind, .amount = amount, .lipschitz = of->lipschitz};
    if (!is_number(amount)) return refuse(sdf, "an amount is not from -1e60 to 1e60");
    if (kind == SDF_SHELL && !is_size(amount)) return refuse(sdf, "a thickness is not from 1e-60 to 1e60");
    node.convex = kind == SDF_OFFSET && of->convex;
    if (kind == SDF_TWIST) node.lipschitz = INFINITY;
    const size_t index = add_above(sdf, &node, &child, 1);
    if (kind == SDF_TWIST && index != SDF_NONE) sdf->node[index].box = sdf_box(sdf, index, 0);
    return index;
}

static bool changes_nothing(const struct sdf_map *map, double amount)
{
    return map->moves_only && map->m[0][3] == 0 && map->m[1][3] == 0 && map->m[2][3] == 0 && amount == 1;
}

/* A convex function of an affine map is convex. The scaling min(s) a(p / s) keeps a constant, for |p / s| <=
 * |p| / min(s); but 1 / min(s) rounds, so the constant kept here can be larger by that. */
size_t sdf_add_map(struct sdf *sdf, const struct sdf_map *map, double amount, size_t child)
{
    const struct sdf_node *of = &sdf->node[child];
    struct sdf_node node = {.kind = SDF_MAP, .convex = of->convex, .amount = amount, .map = *map};
    bool finite = is_size(amount) && map->norm <= 1 / SDF_SMALLEST;
    for (int k = 0; k < 12; k++) finite = finite && is_number(map->m[k / 4][k % 4]);
    if (changes_nothing(map, amount)) return child;
    if (!finite) return refuse(sdf, "a number of the map is not from -1e60 to 1e60");
    node.lipschitz = mul_up(mul_up(map->norm, amount), of->lipschitz);
    return add_above(sdf, &node, &child, 1);
}
