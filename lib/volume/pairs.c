#include "pairs.h"
#include "overlap.h"

enum { ALL_NEAR = 0xff };

/* Two elements, and the corners of each that may touch the other. */
struct near_pair {
    struct element_pair of;
    bool adjacent;
    unsigned near[2];
};

/* How a pair of features is treated that comes from elements `from`. */
static bool add(struct elementary *tests, unsigned type, struct feature_pair pair, struct element_pair from,
                bool adjacent)
{
    const struct volume_model *model = tests->model;
    if (adjacent && model_pair_joined(model, type, pair)) return true;
    if (!uses_assignment(model)) return elementary_add(tests, type, pair, &from);
    if (!adjacent && !model_assigned_to(model, type, pair, from)) return true;
    if (model_pair_in_element(model, type, pair)) return true;
    if (adjacent) {
        struct element_pair to;
        model_assign(model, type, pair, &to);
        if (to.a != from.a || to.b != from.b) return true;
    }
    return elementary_add(tests, type, pair, NULL);
}

/* Vertices of one of the elements, 0 or 1, against triangles of the other. */
static bool add_vf(struct elementary *tests, const struct near_pair *pair, int side)
{
    const struct volume_model *model = tests->model;
    const struct element_pair from = {side ? pair->of.b : pair->of.a, side ? pair->of.a : pair->of.b};
    const struct mesh_lists *triangles = &model->features.element_triangles;
    int corners;
    const uint32_t *node = model_nodes(model, from.a, &corners);
    for (int i = 0; i < corners; i++) {
        if (!(pair->near[side] >> i & 1) || !vertex_counts(model, node[i])) continue;
        for (size_t j = triangles->first[from.b]; j < triangles->first[from.b + 1]; j++) {
            const struct feature_pair features = {node[i], triangles->item[j]};
            if (!(model->triangle_corners[j] & pair->near[!side])) continue;
            if (!triangle_counts(model, features.b)) continue;
            if (!add(tests, CCDQ_VF, features, from, pair->adjacent)) return false;
        }
    }
    return true;
}

static bool add_ee(struct elementary *tests, const struct near_pair *pair)
{
    const struct volume_model *model = tests->model;
    const struct mesh_lists *edges = &model->features.element_edges;
    const uint32_t a = pair->of.a, b = pair->of.b;
    for (size_t i = edges->first[a]; i < edges->first[a + 1]; i++) {
        const uint32_t p = edges->item[i];
        if (!(model->edge_corners[i] & pair->near[0]) || !edge_counts(model, p)) continue;
        for (size_t j = edges->first[b]; j < edges->first[b + 1]; j++) {
            const uint32_t q = edges->item[j];
            if (!(model->edge_corners[j] & pair->near[1]) || !edge_counts(model, q)) continue;
            const bool turned = p > q;
            const struct feature_pair features = {turned ? q : p, turned ? p : q};
            const struct element_pair from = {turned ? b : a, turned ? a : b};
            if (!add(tests, CCDQ_EE, features, from, pair->adjacent)) return false;
        }
    }
    return true;
}

static bool add_features(struct elementary *tests, const struct near_pair *pair)
{
    return add_vf(tests, pair, 0) && add_vf(tests, pair, 1) && add_ee(tests, pair);
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

void pairs_begin(struct pairs *pairs, struct elementary *tests)
{
    pairs->tests = tests;
    pairs->n = 0;
}

/* Makes the batch of the pairs that wait; the lanes beyond them hold the last one. */
static void fill_batch(struct pairs *pairs)
{
    const struct volume_model *model = pairs->tests->model;
    struct csat_batch *batch = &pairs->batch;
    batch->corners = 3;
    for (int l = 0; l < CSAT_LANES; l++) {
        const struct element_pair *pair = &pairs->pair[l < pairs->n ? l : pairs->n - 1];
        const uint32_t e[2] = {pair->a, pair->b};
        for (int side = 0; side < 2; side++) {
            const int corners = mesh_cell_corners(model->mesh->cell[e[side]]);
            if (corners > batch->corners) batch->corners = corners;
            for (int c = 0; c < MESH_MAX_CORNERS; c++)
                batch->node[side][c][l] = model->corners[e[side]].node[c];
        }
    }
}

bool pairs_finish(struct pairs *pairs)
{
    struct elementary *tests = pairs->tests;
    const struct csat_batch *batch = &pairs->batch;
    if (!pairs->n) return true;
    fill_batch(pairs);
    tests->model->kernels->csat(&pairs->batch, tests->model->csat_node);
    for (int l = 0; l < pairs->n; l++) {
        const struct near_pair pair = {pairs->pair[l], false, {batch->near[0][l], batch->near[1][l]}};
        if (!pair.near[0] || !pair.near[1]) continue;
        tests->counts->csat_pairs++;
        if (batch->near_at_start[l] && !look_for_overlap(tests, pair.of.a, pair.of.b)) return false;
        if (!add_features(tests, &pair)) return false;
    }
    pairs->n = 0;
    return true;
}

bool pairs_add(struct pairs *pairs, uint32_t a, uint32_t b)
{
    const struct near_pair pair = {{a, b}, false, {ALL_NEAR, ALL_NEAR}};
    if (uses_csat(pairs->tests->model)) {
        pairs->pair[pairs->n++] = pair.of;
        return pairs->n < CSAT_LANES || pairs_finish(pairs);
    }
    pairs->tests->counts->csat_pairs++;
    return look_for_overlap(pairs->tests, a, b) && add_features(pairs->tests, &pair);
}

bool pairs_test_adjacent(struct elementary *tests, uint32_t a, uint32_t b)
{
    const struct near_pair pair = {{a, b}, true, {ALL_NEAR, ALL_NEAR}};
    return add_features(tests, &pair);
}
