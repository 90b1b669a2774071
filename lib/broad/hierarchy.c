#include "apart.h"
#include "morton.h"
#include <stdlib.h>
#include <string.h>

/* How much larger the leaves may become until the hierarchy is made anew: they are measured, and compared
 * with what they were, by the sum of their extents. */
static const double worn = 1.5;

/* Room for n DOPs, or at least one. */
static struct moving_dop *dops(size_t n)
{
    const size_t size = sizeof(struct moving_dop);
    return n < SIZE_MAX / size ? aligned_alloc(_Alignof(struct moving_dop), (n + !n) * size) : NULL;
}

static void set_levels(struct hierarchy *tree)
{
    size_t nodes = tree->leaves;
    tree->first[0] = 0;
    for (tree->levels = 0; nodes; nodes = nodes > 1 ? (nodes + 1) / 2 : 0, tree->levels++)
        tree->first[tree->levels + 1] = tree->first[tree->levels] + nodes;
}

/* Twice the middle of a DOP along an axis, over both ends. */
static float middle_of(const struct moving_dop *dop, int k)
{
    float sum = 0;
    for (int end = 0; end < 2; end++) sum += dop->at[end].side[k] - dop->at[end].side[DOP_DIRECTIONS + k];
    return sum;
}

static bool sort_items(struct hierarchy *tree, const struct moving_dop *item)
{
    uint32_t *key = malloc((tree->items + 1) * sizeof *key), *spare = malloc((tree->items + 1) * sizeof *key);
    if (key && spare) {
        for (size_t i = 0; i < tree->items; i++) {
            float middle[3];
            for (int k = 0; k < 3; k++) middle[k] = 0.25F * middle_of(&item[i], k);
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
        for (int end = 0; end < 2; end++)
            for (int k = 0; k < 3; k++)
                sum -= tree->node[i].at[end].side[k] + tree->node[i].at[end].side[DOP_DIRECTIONS + k];
    return sum;
}

bool hierarchy_make(struct hierarchy *tree, const struct moving_dop *item, size_t items, unsigned simd)
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
    tree->kernel = apart_for(simd);
    for (size_t leaf = 0; leaf < leaves; leaf++) hierarchy_refit_leaf(tree, leaf);
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

void hierarchy_refit_leaf(struct hierarchy *tree, size_t leaf)
{
    tree->kernel->hull(&tree->node[leaf], &tree->dop[leaf * HIERARCHY_LEAF], HIERARCHY_LEAF);
}

void hierarchy_refit(struct hierarchy *tree)
{
    for (int level = 1; level < tree->levels; level++) {
        const size_t below = tree->first[level - 1], n = tree->first[level] - below;
        for (size_t i = 0; i < n; i += 2)
            tree->kernel->hull(&tree->node[tree->first[level] + i / 2], &tree->node[below + i],
                               i + 1 < n ? 2 : 1);
    }
}

bool hierarchy_worn(const struct hierarchy *tree)
{
    return size_of_leaves(tree) > worn * tree->size;
}

static uint32_t near_ones(const struct hierarchy *tree, const struct moving_dop *from,
                          const struct moving_dop *dop, unsigned n, float until)
{
    return until < 1 ? tree->kernel->near_until(from, dop, n, until) : tree->kernel->near(from, dop, n);
}

/* The pairs of children of a pair that are not apart. Returns how many. */
static int split(const struct hierarchy *tree, const struct hierarchy_pair *pair, float until,
                 struct hierarchy_pair below[4])
{
    const uint32_t level = pair->level - 1;
    const struct moving_dop *node = &tree->node[tree->first[level]];
    const size_t nodes = tree->first[pair->level] - tree->first[level];
    int n = 0;
    for (uint32_t a = 2 * pair->a; a <= 2 * pair->a + 1 && a < nodes; a++) {
        const uint32_t first = pair->a == pair->b ? a : 2 * pair->b;
        const uint32_t end = 2 * pair->b + 2 < nodes ? 2 * pair->b + 2 : (uint32_t)nodes;
        uint32_t near = near_ones(tree, &node[a], &node[first], end - first, until);
        for (uint32_t b = first; near; b++, near >>= 1)
            if (near & 1) below[n++] = (struct hierarchy_pair){level, a, b};
    }
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
            const int some = split(tree, &old[i], 1, below);
            memcpy(pair + now, below, (size_t)some * sizeof *below);
            now += (size_t)some;
        }
        n = now;
    }
    return n;
}

bool hierarchy_walk(const struct hierarchy *tree, const struct hierarchy_pair *pair, const float *until,
                    hierarchy_visit *visit, void *context)
{
    if (!pair->level) return visit(context, pair->a, pair->b);
    struct hierarchy_pair below[4];
    const int n = split(tree, pair, *until, below);
    for (int i = 0; i < n; i++)
        if (!hierarchy_walk(tree, &below[i], until, visit, context)) return false;
    return true;
}

bool hierarchy_leaves(const struct hierarchy *tree, uint32_t a, uint32_t b, float until,
                      uint16_t mask[HIERARCHY_LEAF])
{
    const struct moving_dop *in_a = &tree->dop[(size_t)a * HIERARCHY_LEAF];
    const struct moving_dop *in_b = &tree->dop[(size_t)b * HIERARCHY_LEAF];
    unsigned of_a = near_ones(tree, &tree->node[b], in_a, HIERARCHY_LEAF, until), any = 0;
    if (!of_a) return false;
    const unsigned of_b = near_ones(tree, &tree->node[a], in_b, HIERARCHY_LEAF, until);
    if (!of_b) return false;
    /* from the first to the last that count, and on to whole fours, which are tested together */
    const unsigned lo = (unsigned)__builtin_ctz(of_b) & ~3U,
                   end = (35U - (unsigned)__builtin_clz(of_b)) & ~3U;
    memset(mask, 0, HIERARCHY_LEAF * sizeof *mask);
    for (; of_a; of_a &= of_a - 1) {
        const int i = __builtin_ctz(of_a);
        unsigned near = near_ones(tree, &in_a[i], in_b + lo, end - lo, until) << lo;
        if (a == b) near &= ~((2U << i) - 1);
        mask[i] = (uint16_t)near;
        any |= near;
    }
    return any;
}

float hierarchy_entry(const struct hierarchy *tree, const struct hierarchy_pair *pair)
{
    const struct moving_dop *a = &tree->node[tree->first[pair->level] + pair->a];
    const struct moving_dop *b = &tree->node[tree->first[pair->level] + pair->b];
    float entry = 0;
    for (int k = 0; k < DOP_SIDES; k++) {
        const int across = (k + DOP_DIRECTIONS) % DOP_SIDES;
        const float gap0 = a->at[0].side[k] + b->at[0].side[across];
        const float gap1 = a->at[1].side[k] + b->at[1].side[across];
        if (gap0 > 0 && gap0 > entry * (gap0 - gap1)) entry = gap0 / (gap0 - gap1);
    }
    return entry;
}
