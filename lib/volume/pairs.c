#include "pairs.h"
#include "overlap.h"
#include "reach.h"

enum { ALL_NEAR = 0xff };

/* Two elements, and the corners of each that may touch the other. */
struct near_pair {
    struct element_pair of;
    bool adjacent;
    bool simple; /* pairs of features are assigned to these just if they are their first elements */
    unsigned near[2];
};

/* Whether a pair of features p of element a and q of b is assigned to these. Most are because the first
 * elements that have p and q are a and b, or are not because these are two others that are not adjacent. */
static bool assigned(const struct volume_model *model, unsigned type, const struct feature_use *p,
                     const struct feature_use *q, struct element_pair from, bool adjacent)
{
    struct element_pair to = {p->home, q->home};
    if (to.a == from.a && to.b == from.b && !adjacent) return true;
    if (!model_adjacent(model, to.a, to.b)) return false;
    model_assign(model, type, (struct feature_pair){p->number, q->number}, &to);
    return to.a == from.a && to.b == from.b;
}

/* How a pair of features of elements `from` is treated that is near. */
static bool add(struct elementary *tests, unsigned type, const struct feature_use *p,
                const struct feature_use *q, struct element_pair from, const struct near_pair *elements)
{
    const struct volume_model *model = tests->model;
    const struct feature_pair pair = {p->number, q->number};
    if (elements->adjacent && model_pair_joined(model, type, pair)) return true;
    /* that no element has both is found out later, if it matters */
    if (elements->simple || !uses_assignment(model)) return elementary_add(tests, type, pair, from);
    if (!assigned(model, type, p, q, from, elements->adjacent) || model_pair_in_element(model, type, pair))
        return true;
    return elementary_add(tests, type, pair, only_here);
}

/* The features of one kind of an element that are near another element, count, and may be assigned to the
 * two: only_own: just those that it is the first element of. Returns how many. */
static int near_uses(const struct volume_model *model, int kind, uint32_t e, unsigned near, bool only_own,
                     const struct feature_use *found[MESH_MAX_EDGES])
{
    int n = 0;
    const struct element *element = &model->element[e];
    const struct feature_use *use = model->use + element->first;
    for (int before = 0; before < kind; before++) use += element->n[before];
    const int uses = only_own ? element->own[kind] : element->n[kind];
    for (int i = 0; i < uses; i++)
        if (use[i].corners & near && feature_counts(model, kind, use[i].number)) found[n++] = &use[i];
    return n;
}

/* Vertices of one of the elements, 0 or 1, against triangles of the other. */
static bool add_vf(struct elementary *tests, const struct near_pair *pair, int side)
{
    const struct feature_use *vertex[MESH_MAX_EDGES], *triangle[MESH_MAX_EDGES];
    const struct element_pair from = {side ? pair->of.b : pair->of.a, side ? pair->of.a : pair->of.b};
    const int vertices = near_uses(tests->model, VERTEX, from.a, pair->near[side], pair->simple, vertex);
    if (!vertices) return true;
    const int triangles =
        near_uses(tests->model, TRIANGLE, from.b, pair->near[!side], pair->simple, triangle);
    for (int i = 0; i < vertices; i++)
        for (int j = 0; j < triangles; j++)
            if (!add(tests, CCDQ_VF, vertex[i], triangle[j], from, pair)) return false;
    return true;
}

static bool add_ee(struct elementary *tests, const struct near_pair *pair)
{
    const struct feature_use *p[MESH_MAX_EDGES], *q[MESH_MAX_EDGES];
    const struct element_pair from = pair->of, back = {from.b, from.a};
    const int n_p = near_uses(tests->model, EDGE, from.a, pair->near[0], pair->simple, p);
    if (!n_p) return true;
    const int n_q = near_uses(tests->model, EDGE, from.b, pair->near[1], pair->simple, q);
    for (int i = 0; i < n_p; i++)
        for (int j = 0; j < n_q; j++) {
            const bool turned = p[i]->number > q[j]->number;
            const bool going = turned ? add(tests, CCDQ_EE, q[j], p[i], back, pair)
                                      : add(tests, CCDQ_EE, p[i], q[j], from, pair);
            if (!going) return false;
        }
    return true;
}

static bool add_features(struct elementary *tests, const struct near_pair *pair)
{
    return add_vf(tests, pair, 0) && add_vf(tests, pair, 1) && add_ee(tests, pair);
}

static bool add_features_of(struct elementary *tests, struct element_pair of, unsigned near_a,
                            unsigned near_b)
{
    const bool simple = uses_assignment(tests->model) && !reach_meets(tests->model, of.a, of.b);
    return add_features(tests, &(struct near_pair){of, false, simple, {near_a, near_b}});
}

/* Whether overlaps of two elements are looked for. */
static bool may_overlap(const struct volume_model *model, uint32_t a, uint32_t b)
{
    return !model->options.candidates && !(is_shell(model, a) && is_shell(model, b));
}

/* Elements that overlap at t = 0. */
static bool look_for_overlap(struct elementary *tests, uint32_t a, uint32_t b)
{
    struct ccdq_contact c;
    const struct volume_model *model = tests->model;
    if (!may_overlap(model, a, b) || !elementary_wants(tests, 0, CCDQ_CONTACT_OVERLAP) ||
        !overlap_at_start(model, a, b, tests->ws))
        return true;
    overlap_contact(model, a, b, &c);
    tests->counts->overlaps++;
    return elementary_take(tests, &c);
}

void pairs_begin(struct pairs *pairs, struct elementary *tests)
{
    pairs->tests = tests;
    pairs->n = 0;
}

/* Makes the batch of the pairs that wait; the lanes beyond them hold the first one. */
static void fill_batch(struct pairs *pairs)
{
    const struct corners *corners = pairs->tests->model->corners;
    struct csat_batch *batch = &pairs->batch;
    bool four = false, more = false, solid = false;
    for (int l = 0; l < CSAT_LANES; l++) {
        const struct element_pair *pair = &pairs->pair[l < pairs->n ? l : 0];
        const struct corners *a = &corners[pair->a], *b = &corners[pair->b];
        batch->node[0][l] = a->node;
        batch->node[1][l] = b->node;
        four |= corners_four(a) || corners_four(b);
        more |= corners_more(a) || corners_more(b);
        solid |= may_overlap(pairs->tests->model, pair->a, pair->b);
    }
    batch->start_matters = solid;
    batch->corners = more ? MESH_MAX_CORNERS : four ? 4 : 3;
}

static bool look_at_pair(struct elementary *tests, struct element_pair of, bool near_at_start,
                         unsigned near_a, unsigned near_b)
{
    if (!near_a || !near_b) return true;
    tests->counts->csat_pairs++;
    return (!near_at_start || look_for_overlap(tests, of.a, of.b)) &&
           add_features_of(tests, of, near_a, near_b);
}

bool pairs_finish(struct pairs *pairs)
{
    struct elementary *tests = pairs->tests;
    struct csat_batch *batch = &pairs->batch;
    const bool all = !uses_csat(tests->model);
    const int n = pairs->n;
    if (!n) return true;
    if (!all) {
        fill_batch(pairs);
        tests->model->kernels->csat(batch, tests->model->csat_node);
    }
    pairs->n = 0;
    for (int l = 0; l < n; l++)
        if (!look_at_pair(tests, pairs->pair[l], all || batch->near_at_start >> l & 1,
                          all ? ALL_NEAR : batch->near[0][l], all ? ALL_NEAR : batch->near[1][l]))
            return false;
    return true;
}

bool pairs_test_adjacent(struct elementary *tests, uint32_t a, uint32_t b)
{
    return add_features(tests, &(struct near_pair){{a, b}, true, false, {ALL_NEAR, ALL_NEAR}});
}
