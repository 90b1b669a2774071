/* A step: bounding volumes, and the tasks. */
#include "elementary.h"
#include "hashing.h"
#include "inversion.h"
#include "model.h"
#include "pairs.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Tasks are so large: at least so many pairs of nodes of the hierarchy where there are, pairs of an O-Set,
 * and elements whose inversion is looked for. */
enum { CUTS = 256, OSET_TASK = 8192, INVERSION_TASK = 2048 };

void volume_counts_add(struct volume_counts *sum, const struct volume_counts *more)
{
    sum->element_pairs += more->element_pairs;
    sum->adjacent_pairs += more->adjacent_pairs;
    sum->csat_pairs += more->csat_pairs;
    sum->vf_tests += more->vf_tests;
    sum->ee_tests += more->ee_tests;
    sum->exact_tests += more->exact_tests;
    sum->vf += more->vf;
    sum->ee += more->ee;
    sum->overlaps += more->overlaps;
    sum->inversions += more->inversions;
}

/* ---- Bounding volumes ---- */

static bool has_element(const struct volume_model *model, size_t node)
{
    const size_t *first = model->features.vertex_elements.first;
    return first[node + 1] > first[node];
}

/* The frame of the nodes that elements have. */
static void set_frame(const struct volume_model *model, struct dop_frame *frame)
{
    double lo[3] = {INFINITY, INFINITY, INFINITY}, hi[3] = {-INFINITY, -INFINITY, -INFINITY};
    for (size_t i = 0; i < model->mesh->nodes; i++) {
        if (!has_element(model, i)) continue;
        for (int end = 0; end < 2; end++)
            for (int k = 0; k < 3; k++) {
                const double x = model->vertex[i][end][k];
                lo[k] = x < lo[k] ? x : lo[k];
                hi[k] = x > hi[k] ? x : hi[k];
            }
    }
    dop_frame_set(frame, lo, hi);
}

static void set_node_dops(struct volume_model *model)
{
    struct dop_frame frame;
    if (!model->mesh->elements) return;
    set_frame(model, &frame);
    for (size_t i = 0; i < model->mesh->nodes; i++)
        for (int end = 0; end < 2 && has_element(model, i); end++) {
            dop_of_point(&frame, model->vertex[i][end], &model->dop[i].at[end]);
            dop_frame_point(&frame, model->vertex[i][end], model->csat_node[i].x[end]);
        }
}

void model_set_dop(const struct volume_model *model, uint32_t e, struct moving_dop *dop)
{
    int n;
    const uint32_t *node = model_nodes(model, e, &n);
    model->apart->hull_of(dop, model->dop, node, n);
    if (uses_csat(model)) return;
    dop_add(&dop->at[0], &dop->at[1]);
    dop->at[1] = dop->at[0];
}

bool model_element_counts(const struct volume_model *model, uint32_t e)
{
    int n;
    const uint32_t *node = model_nodes(model, e, &n);
    bool counts = false;
    for (int i = 0; i < n; i++) counts |= feature_counts(model, VERTEX, node[i]);
    return counts;
}

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

static bool ready_tree(struct volume_model *model)
{
    struct hierarchy *tree = &model->tree;
    if (!model->tree_made || model->tree_boundary != model->options.boundary) return make_tree(model);
    for (size_t p = 0; p < tree->items; p++) model_set_dop(model, tree->item[p], &tree->dop[p]);
    hierarchy_refit(tree, model->options.simd);
    return !hierarchy_worn(tree) || make_tree(model);
}

bool volume_step(struct volume_model *model, const double (*x0)[3], const double (*x1)[3],
                 const struct volume_options *options)
{
    model->options = *options;
    model->kernels = volume_kernels_for(options->simd);
    model->apart = apart_for(options->simd);
    for (size_t i = 0; i < model->mesh->nodes; i++) {
        memcpy(model->vertex[i][0], x0[i], sizeof *x0);
        memcpy(model->vertex[i][1], x1[i], sizeof *x1);
    }
    set_node_dops(model);
    model->cuts = 0;
    if (!uses_tree(model)) return hashing_make(model);
    if (!ready_tree(model)) return false;
    if (!model->cut && !(model->cut = malloc(4 * CUTS * sizeof *model->cut))) return false;
    model->cuts = hierarchy_cut(&model->tree, model->cut, CUTS);
    return true;
}

/* ---- Tasks: those of the broad phase, then the O-Sets, then inversions ---- */

static size_t parts(size_t n, size_t size)
{
    return n / size + (n % size != 0);
}

static size_t oset_tasks(const struct volume_model *model, unsigned type)
{
    return uses_oset(model) ? parts(model->oset[type].n, OSET_TASK) : 0;
}

static size_t inversion_tasks(const struct volume_model *model)
{
    const bool wanted = !model->options.boundary && !model->options.candidates;
    return wanted ? parts(model->mesh->elements, INVERSION_TASK) : 0;
}

static size_t broad_tasks(const struct volume_model *model)
{
    return uses_tree(model) ? model->cuts : hashing_tasks(model);
}

size_t volume_tasks(const struct volume_model *model)
{
    return broad_tasks(model) + oset_tasks(model, CCDQ_VF) + oset_tasks(model, CCDQ_EE) +
           inversion_tasks(model);
}

/* The pairs of an element of leaf a with those of leaf b in a mask. */
static bool test_pairs(struct pairs *pairs, uint32_t e, const uint32_t *in_b, unsigned mask)
{
    for (; mask; mask &= mask - 1) {
        const uint32_t other = in_b[__builtin_ctz(mask)];
        const uint32_t a = e < other ? e : other, b = e < other ? other : e;
        if (!pairs_add(pairs, a, b)) return false;
    }
    return true;
}

static bool test_adjacent_pairs(struct elementary *tests, uint32_t e, const uint32_t *in_b, unsigned mask)
{
    for (; mask; mask &= mask - 1)
        if (!pairs_test_adjacent(tests, e, in_b[__builtin_ctz(mask)])) return false;
    return true;
}

static unsigned count_bits(const uint16_t mask[HIERARCHY_LEAF])
{
    unsigned n = 0;
    uint64_t word[HIERARCHY_LEAF / 4];
    memcpy(word, mask, sizeof word);
    for (int i = 0; i < HIERARCHY_LEAF / 4; i++) {
        /* sums of 2, 4, 8 bits; then of all eight bytes */
        uint64_t x = word[i];
        x -= x >> 1 & UINT64_C(0x5555555555555555);
        x = (x & UINT64_C(0x3333333333333333)) + (x >> 2 & UINT64_C(0x3333333333333333));
        x = (x + (x >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
        n += (unsigned)(x * UINT64_C(0x0101010101010101) >> 56);
    }
    return n;
}

static bool visit_leaves(void *context, uint32_t a, uint32_t b)
{
    struct pairs *pairs = context;
    struct volume_counts *counts = pairs->tests->counts;
    const struct volume_model *model = pairs->tests->model;
    const uint32_t *in_a = model->tree.item + (size_t)a * HIERARCHY_LEAF;
    const uint32_t *in_b = model->tree.item + (size_t)b * HIERARCHY_LEAF;
    const uint16_t *neighbours = neighbours_of(&model->neighbours, a, b);
    uint16_t mask[HIERARCHY_LEAF], adjacent[HIERARCHY_LEAF] = {0};
    hierarchy_leaves(&model->tree, a, b, mask);
    counts->element_pairs += count_bits(mask);
    for (int i = 0; neighbours && i < HIERARCHY_LEAF; i++) adjacent[i] = mask[i] & neighbours[i];
    counts->adjacent_pairs += count_bits(adjacent);
    for (int i = 0; i < HIERARCHY_LEAF; i++) {
        if (!test_pairs(pairs, in_a[i], in_b, mask[i] & ~adjacent[i])) return false;
        if (!uses_oset(model) && !test_adjacent_pairs(pairs->tests, in_a[i], in_b, adjacent[i])) return false;
    }
    return true;
}

static bool walk(struct elementary *tests, const struct hierarchy_pair *below)
{
    struct pairs pairs;
    pairs_begin(&pairs, tests);
    return hierarchy_walk(&tests->model->tree, below, visit_leaves, &pairs) && pairs_finish(&pairs);
}

static bool counts(const struct volume_model *model, unsigned type, struct feature_pair pair)
{
    return feature_counts(model, kind_of_a(type), pair.a) && feature_counts(model, kind_of_b(type), pair.b);
}

static bool test_oset(struct elementary *tests, unsigned type, size_t part)
{
    const struct feature_pairs *set = &tests->model->oset[type];
    const size_t first = part * OSET_TASK, end = first + OSET_TASK < set->n ? first + OSET_TASK : set->n;
    for (size_t i = first; i < end; i++)
        if (counts(tests->model, type, set->pair[i]) && !elementary_add(tests, type, set->pair[i], NULL))
            return false;
    return true;
}

static bool test_inversions(struct elementary *tests, size_t part)
{
    const size_t n = tests->model->mesh->elements, first = part * INVERSION_TASK;
    return inversion_find(tests, first, first + INVERSION_TASK < n ? first + INVERSION_TASK : n);
}

static bool run(struct elementary *tests, size_t task)
{
    const struct volume_model *model = tests->model;
    if (task < broad_tasks(model))
        return uses_tree(model) ? walk(tests, &model->cut[task]) : hashing_run(tests, task);
    task -= broad_tasks(model);
    for (unsigned type = CCDQ_VF; type <= CCDQ_EE; type++) {
        const size_t n = oset_tasks(model, type);
        if (task < n) return test_oset(tests, type, task);
        task -= n;
    }
    return test_inversions(tests, task);
}

bool volume_task(const struct volume_model *model, size_t task, volume_take *take, void *context,
                 struct volume_counts *counts, struct ccdq_workspace *ws)
{
    struct elementary tests;
    elementary_begin(&tests, model, take, context, counts, ws);
    return run(&tests, task) && elementary_finish(&tests);
}
