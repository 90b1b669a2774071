#include "hierarchy.h"
#include "morton.h"
#include <stdlib.h>
#include <string.h>

/* How much larger the leaves may become until the hierarchy is made anew: they are measured, and compared
 * with what they were, by the sum of their extents. */
static const double worn = 1.5;

/* Room for n DOPs, or at least one. */
static struct dop *dops(size_t n)
{
    return n < SIZE_MAX / sizeof(struct dop) ? aligned_alloc(64, (n + !n) * sizeof(struct dop)) : NULL;
}

static void set_levels(struct hierarchy *tree)
{
    size_t nodes = tree->leaves;
    tree->first[0] = 0;
    for (tree->levels = 0; nodes; nodes = nodes > 1 ? (nodes + 1) / 2 : 0, tree->levels++)
        tree->first[tree->levels + 1] = tree->first[tree->levels] + nodes;
}

static bool sort_items(struct hierarchy *tree, const struct dop *item)
{
    uint32_t *key = malloc((tree->items + 1) * sizeof *key), *spare = malloc((tree->items + 1) * sizeof *key);
    if (key && spare) {
        for (size_t i = 0; i < tree->items; i++) {
            float middle[3];
            for (int k = 0; k < 3; k++)
                middle[k] = 0.5F * (item[i].side[k] - item[i].side[DOP_DIRECTIONS + k]);
            key[i] = morton_key(middle);
        }
        morton_sort(key, tree->items, tree->item, spare);
    }
    const bool done = key && spare;
    free(key);
    free(spare);
    return done;
}

/* The sum of the leaves' extents along the axes. */
static double size_of_leaves(const struct hierarchy *tree)
{
    double sum = 0;
    for (size_t i = 0; i < tree->leaves; i++)
        for (int k = 0; k < 3; k++) sum -= tree->node[i].side[k] + tree->node[i].side[DOP_DIRECTIONS + k];
    return sum;
}

bool hierarchy_make(struct hierarchy *tree, const struct dop *item, size_t items)
{
    const size_t leaves = (items + HIERARCHY_LEAF - 1) / HIERARCHY_LEAF, places = leaves * HIERARCHY_LEAF;
    *tree = (struct hierarchy){.items = items, .leaves = leaves};
    set_levels(tree);
    tree->item = malloc((places + 1) * sizeof *tree->item);
    tree->dop = dops(places);
    tree->node = dops(tree->first[tree->levels]);
    if (!tree->item || !tree->dop || !tree->node || !sort_items(tree, item)) {
        hierarchy_free(tree);
        return false;
    }
    for (size_t p = 0; p < places; p++)
        if (p < items) {
            tree->dop[p] = item[tree->item[p]];
        } else {
            tree->item[p] = HIERARCHY_NONE;
            dop_set_empty(&tree->dop[p]);
        }
    hierarchy_refit(tree);
    tree->size = size_of_leaves(tree);
    return true;
}

void hierarchy_free(struct hierarchy *tree)
{
    free(tree->item);
    free(tree->dop);
    free(tree->node);
    *tree = (struct hierarchy){0};
}

void hierarchy_refit(struct hierarchy *tree)
{
    for (size_t leaf = 0; leaf < tree->leaves; leaf++) {
        const struct dop *place = &tree->dop[leaf * HIERARCHY_LEAF];
        tree->node[leaf] = place[0];
        for (int i = 1; i < HIERARCHY_LEAF; i++) dop_add(&tree->node[leaf], &place[i]);
    }
    for (int level = 1; level < tree->levels; level++) {
        const size_t below = tree->first[level - 1], n = tree->first[level] - below;
        for (size_t i = 0; i < n; i += 2) {
            struct dop *node = &tree->node[tree->first[level] + i / 2];
            *node = tree->node[below + i];
            if (i + 1 < n) dop_add(node, &tree->node[below + i + 1]);
        }
    }
}

bool hierarchy_worn(const struct hierarchy *tree)
{
    return size_of_leaves(tree) > worn * tree->size;
}

static const struct dop *node(const struct hierarchy *tree, uint32_t level, uint32_t i)
{
    return &tree->node[tree->first[level] + i];
}

/* The pairs of children of a pair that overlap. Returns how many. */
static int split(const struct hierarchy *tree, const struct hierarchy_pair *pair,
                 struct hierarchy_pair below[4])
{
    const uint32_t level = pair->level - 1;
    const size_t nodes = tree->first[pair->level] - tree->first[level];
    int n = 0;
    for (uint32_t a = 2 * pair->a; a <= 2 * pair->a + 1 && a < nodes; a++)
        for (uint32_t b = 2 * pair->b; b <= 2 * pair->b + 1 && b < nodes; b++)
            if (a == b || (a < b && !dop_apart(node(tree, level, a), node(tree, level, b))))
                below[n++] = (struct hierarchy_pair){level, a, b};
    return n;
}

size_t hierarchy_cut(const struct hierarchy *tree, struct hierarchy_pair *pair, size_t enough)
{
    if (!tree->leaves) return 0;
    size_t n = 1;
    pair[0] = (struct hierarchy_pair){(uint32_t)(tree->levels - 1), 0, 0};
    /* A round reads the last n of the places and writes the first ones; a pair's children, at most four, come
     * to lie before the pairs that are not read yet, of which each has three places spare. */
    while (n < enough && pair[0].level > 0) {
        struct hierarchy_pair *old = pair + 3 * n, below[4];
        size_t now = 0;
        memmove(old, pair, n * sizeof *pair);
        for (size_t i = 0; i < n; i++) {
            const int some = split(tree, &old[i], below);
            memcpy(pair + now, below, (size_t)some * sizeof *below);
            now += (size_t)some;
        }
        n = now;
    }
    return n;
}

bool hierarchy_walk(const struct hierarchy *tree, const struct hierarchy_pair *pair, hierarchy_visit *visit,
                    void *context)
{
    if (!pair->level) return visit(context, pair->a, pair->b);
    struct hierarchy_pair below[4];
    const int n = split(tree, pair, below);
    for (int i = 0; i < n; i++)
        if (!hierarchy_walk(tree, &below[i], visit, context)) return false;
    return true;
}

void hierarchy_leaves(const struct hierarchy *tree, uint32_t a, uint32_t b, uint16_t mask[HIERARCHY_LEAF])
{
    const struct dop *in_a = &tree->dop[(size_t)a * HIERARCHY_LEAF];
    const struct dop *in_b = &tree->dop[(size_t)b * HIERARCHY_LEAF];
    unsigned near = 0;
    for (unsigned j = 0; j < HIERARCHY_LEAF; j++) near |= !dop_apart(&tree->node[a], &in_b[j]) ? 1U << j : 0;
    for (unsigned i = 0; i < HIERARCHY_LEAF; i++) {
        unsigned left = a == b ? near & ~((2U << i) - 1) : near;
        mask[i] = 0;
        if (dop_apart(&in_a[i], &tree->node[b])) continue;
        for (; left; left &= left - 1) {
            const unsigned j = (unsigned)__builtin_ctz(left);
            if (!dop_apart(&in_a[i], &in_b[j])) mask[i] |= (uint16_t)(1U << j);
        }
    }
}
