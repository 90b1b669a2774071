#include "pairs.h"
#include "overlap.h"

/* How a pair of features is treated that comes from elements `from`. */
static bool add(struct elementary *tests, unsigned type, struct feature_pair pair, struct element_pair from)
{
    const struct volume_model *model = tests->model;
    if (model_pair_joined(model, type, pair)) return true;
    if (uses_assignment(model)) {
        struct element_pair to;
        if (model_pair_in_element(model, type, pair)) return true;
        model_assign(model, type, pair, &to);
        if (to.a != from.a || to.b != from.b) return true;
        return elementary_add(tests, type, pair, NULL);
    }
    return elementary_add(tests, type, pair, &from);
}

/* Vertices of a against triangles of b. */
static bool add_vf(struct elementary *tests, uint32_t a, uint32_t b)
{
    const struct volume_model *model = tests->model;
    int corners;
    size_t n;
    const uint32_t *node = model_nodes(model, a, &corners);
    const uint32_t *triangle = list_items(&model->features.element_triangles, b, &n);
    for (int i = 0; i < corners; i++)
        for (size_t j = 0; vertex_counts(model, node[i]) && j < n; j++) {
            if (!triangle_counts(model, triangle[j])) continue;
            const struct feature_pair pair = {node[i], triangle[j]};
            if (!add(tests, CCDQ_VF, pair, (struct element_pair){a, b})) return false;
        }
    return true;
}

static bool add_ee(struct elementary *tests, uint32_t a, uint32_t b)
{
    const struct volume_model *model = tests->model;
    size_t n_a, n_b;
    const uint32_t *edge_a = list_items(&model->features.element_edges, a, &n_a);
    const uint32_t *edge_b = list_items(&model->features.element_edges, b, &n_b);
    for (size_t i = 0; i < n_a; i++)
        for (size_t j = 0; edge_counts(model, edge_a[i]) && j < n_b; j++) {
            if (!edge_counts(model, edge_b[j])) continue;
            const bool turned = edge_a[i] > edge_b[j];
            const struct feature_pair pair = {turned ? edge_b[j] : edge_a[i], turned ? edge_a[i] : edge_b[j]};
            const struct element_pair from = {turned ? b : a, turned ? a : b};
            if (!add(tests, CCDQ_EE, pair, from)) return false;
        }
    return true;
}

/* Elements that overlap at t = 0. */
static bool look_for_overlap(struct elementary *tests, uint32_t a, uint32_t b)
{
    struct ccdq_contact c;
    const struct volume_model *model = tests->model;
    if (model->options.candidates || (is_shell(model, a) && is_shell(model, b))) return true;
    if (!overlap_at_start(model, a, b, tests->ws)) return true;
    overlap_contact(model, a, b, &c);
    tests->counts->overlaps++;
    return tests->take(tests->context, &c);
}

bool pairs_test(struct elementary *tests, uint32_t a, uint32_t b, bool adjacent)
{
    if (!adjacent && !look_for_overlap(tests, a, b)) return false;
    return add_vf(tests, a, b) && add_vf(tests, b, a) && add_ee(tests, a, b);
}
