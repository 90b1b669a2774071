#include "walking.h"
#include <stdlib.h>

/* A walk is cut into at least so many tasks, where it has as many parts. */
enum { CUTS = 256 };

/* Makes a hierarchy of the elements that count. */
static bool make_tree(struct volume_model *model)
{
    const size_t elements = model->mesh->elements;
    struct moving_dop *dop = aligned_alloc(_Alignof(struct moving_dop), (elements + 1) * sizeof *dop);
    uint32_t *element = malloc((elements + 1) * sizeof *element);
    size_t n = 0;
    hierarchy_free(&model->tree);
    neighbours_free(&model->neighbours);
    model->tree_made = false;
    for (uint32_t e = 0; dop && element && e < elements; e++) {
        if (!model_element_counts(model, e)) continue;
        element[n] = e;
        model_set_dop(model, e, &dop[n++]);
    }
    if (dop && element && hierarchy_make(&model->tree, dop, n, model->options.simd)) {
        for (size_t p = 0; p < n; p++) model->tree.item[p] = element[model->tree.item[p]];
        model->tree_made = neighbours_find(&model->neighbours, model->mesh, &model->features, &model->tree);
        model->tree_boundary = model->options.boundary;
    }
    free(dop);
    free(element);
    return model->tree_made;
}

/* Leaves are spread by so many. */
enum { LEAVES_PART = 128 };

static void set_leaves(void *p, size_t part)
{
    struct volume_model *model = p;
    struct hierarchy *tree = &model->tree;
    const size_t first = part * LEAVES_PART;
    const size_t end = tree->leaves - first < LEAVES_PART ? tree->leaves : first + LEAVES_PART;
    for (size_t leaf = first; leaf < end; leaf++) {
        const size_t from = leaf * HIERARCHY_LEAF;
        for (size_t k = from; k < from + HIERARCHY_LEAF && k < tree->items; k++)
            model_set_dop(model, tree->item[k], &tree->dop[k]);
        hierarchy_refit_leaf(tree, leaf);
    }
}

static bool ready_tree(struct volume_model *model)
{
    struct hierarchy *tree = &model->tree;
    if (!model->tree_made || model->tree_boundary != model->options.boundary) return make_tree(model);
    tree->kernel = model->apart;
    if (!model_spread(model, (tree->leaves + LEAVES_PART - 1) / LEAVES_PART, set_leaves, model)) return false;
    hierarchy_refit(tree);
    return !hierarchy_worn(tree) || make_tree(model);
}

bool walking_make(struct volume_model *model)
{
    model->cuts = 0;
    if (!ready_tree(model)) return false;
    if (!model->cut && !(model->cut = malloc(4 * CUTS * sizeof *model->cut))) return false;
    model->cuts = hierarchy_cut(&model->tree, model->cut, CUTS);
    return true;
}

void walking_free(struct volume_model *model)
{
    hierarchy_free(&model->tree);
    neighbours_free(&model->neighbours);
    free(model->cut);
}

/* ---- The walk ---- */

/* The masks of two leaves, of which four rows are in each word: so they are gone through in few loops, whose
 * ends a processor cannot foresee. */
enum { WORDS = HIERARCHY_LEAF / 4 };

static void pair_of_bit(const uint32_t *in_a, const uint32_t *in_b, int word, uint64_t left,
                        struct element_pair *pair)
{
    const int bit = 64 * word + __builtin_ctzll(left);
    *pair = (struct element_pair){in_a[bit / HIERARCHY_LEAF], in_b[bit % HIERARCHY_LEAF]};
}

static bool visit_leaves(void *context, uint32_t a, uint32_t b)
{
    struct pairs *pairs = context;
    const struct volume_model *model = pairs->tests->model;
    struct volume_counts *counts = pairs->tests->counts;
    const bool known = uses_oset(model);
    const uint32_t *in_a = model->tree.item + (size_t)a * HIERARCHY_LEAF;
    const uint32_t *in_b = model->tree.item + (size_t)b * HIERARCHY_LEAF;
    const uint16_t *neighbours = neighbours_of(&model->neighbours, a, b);
    uint16_t mask[HIERARCHY_LEAF];
    uint64_t near[WORDS], adjacent[WORDS] = {0};
    struct element_pair pair;
    if (!hierarchy_leaves(&model->tree, a, b, pairs->tests->until, mask)) return true;
    memcpy(near, mask, sizeof near);
    if (neighbours) memcpy(adjacent, neighbours, sizeof adjacent);
    for (int word = 0; word < WORDS; word++) {
        for (uint64_t left = near[word] & ~adjacent[word]; left; left &= left - 1) {
            pair_of_bit(in_a, in_b, word, left, &pair);
            counts->element_pairs++;
            if (!pairs_add(pairs, pair.a < pair.b ? pair.a : pair.b, pair.a < pair.b ? pair.b : pair.a))
                return false;
        }
        for (uint64_t left = near[word] & adjacent[word]; left; left &= left - 1) {
            counts->element_pairs++;
            counts->adjacent_pairs++;
            if (known) continue;
            pair_of_bit(in_a, in_b, word, left, &pair);
            if (!pairs_test_adjacent(pairs->tests, pair.a, pair.b)) return false;
        }
    }
    return true;
}

size_t walking_tasks(const struct volume_model *model)
{
    return model->cuts;
}

bool walking_run(struct elementary *tests, size_t task)
{
    const struct volume_model *model = tests->model;
    struct pairs pairs;
    pairs_begin(&pairs, tests);
    return hierarchy_walk(&model->tree, &model->cut[task], &tests->until, visit_leaves, &pairs) &&
           pairs_finish(&pairs);
}
