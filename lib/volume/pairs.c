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

/* Features of an element: use[i] for each bit i of the mask. */
struct uses {
    const struct feature_use *use;
    uint64_t mask;
};

/* Takes the first of them. */
static inline const struct feature_use *next_use(struct uses *uses)
{
    const struct feature_use *use = &uses->use[__builtin_ctzll(uses->mask)];
    uses->mask &= uses->mask - 1;
    return use;
}

/* Bit i for each of eight bytes that is not 0, the lowest being the first: their highest bits, set by a carry
 * where a lower one is, moved next to each other by a product. */
static inline uint64_t bytes_set(uint64_t bytes)
{
    const uint64_t low = 0x7f7f7f7f7f7f7f7f, places = 0x0102040810204080;
    const uint64_t set = (((bytes & low) + low) | bytes) & ~low;
    return (set >> 7) * places >> 56;
}

/* The features of an element that count. */
static uint64_t counting(const struct volume_model *model, const struct element *element)
{
    uint64_t mask = 0;
    for (int kind = 0; kind < FEATURES; kind++)
        for (uint64_t left = element->of[kind]; left; left &= left - 1)
            if (feature_counts(model, kind,
                               model->use[element->first + (size_t)__builtin_ctzll(left)].number))
                mask |= left & -left;
    return mask;
}

/* The features of an element that are near another element, count, and may be assigned to the two: only_own:
 * just those that it is the first element of. Which are near cannot be foreseen, hence no branch for each. */
static inline uint64_t near_features(const struct volume_model *model, const struct element *element,
                                     unsigned near, bool only_own)
{
    const uint8_t *corners_of = model->corners_of + element->first;
    uint64_t mask = 0;
    for (int i = 0; i < element->n; i += 8) {
        uint64_t corners;
        memcpy(&corners, corners_of + i, sizeof corners);
        mask |= bytes_set(corners & near * UINT64_C(0x0101010101010101)) << i;
    }
    mask &= only_own ? element->own : element->of[VERTEX] | element->of[EDGE] | element->of[TRIANGLE];
    return model->options.boundary ? mask & counting(model, element) : mask;
}

/* Vertices of one of the elements `from` against triangles of the other. */
static inline bool add_vf(struct elementary *tests, const struct near_pair *pair, struct element_pair from,
                          struct uses vertices, struct uses triangles)
{
    while (vertices.mask) {
        const struct feature_use *vertex = next_use(&vertices);
        for (struct uses left = triangles; left.mask;)
            if (!add(tests, CCDQ_VF, vertex, next_use(&left), from, pair)) return false;
    }
    return true;
}

static inline bool add_ee(struct elementary *tests, const struct near_pair *pair, struct uses edges_a,
                          struct uses edges_b)
{
    const struct element_pair from = pair->of, back = {from.b, from.a};
    while (edges_a.mask) {
        const struct feature_use *p = next_use(&edges_a);
        for (struct uses left = edges_b; left.mask;) {
            const struct feature_use *q = next_use(&left);
            const bool going = p->number > q->number ? add(tests, CCDQ_EE, q, p, back, pair)
                                                     : add(tests, CCDQ_EE, p, q, from, pair);
            if (!going) return false;
        }
    }
    return true;
}

static bool add_features(struct elementary *tests, const struct near_pair *pair)
{
    const struct volume_model *model = tests->model;
    const struct element_pair of = pair->of, back = {of.b, of.a};
    const struct element *a = &model->element[of.a], *b = &model->element[of.b];
    const uint64_t near_a = near_features(model, a, pair->near[0], pair->simple);
    const uint64_t near_b = near_features(model, b, pair->near[1], pair->simple);
    struct uses in_a[FEATURES], in_b[FEATURES];
    for (int kind = 0; kind < FEATURES; kind++) {
        in_a[kind] = (struct uses){model->use + a->first, near_a & a->of[kind]};
        in_b[kind] = (struct uses){model->use + b->first, near_b & b->of[kind]};
    }
    return add_vf(tests, pair, of, in_a[VERTEX], in_b[TRIANGLE]) &&
           add_vf(tests, pair, back, in_b[VERTEX], in_a[TRIANGLE]) &&
           add_ee(tests, pair, in_a[EDGE], in_b[EDGE]);
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

/* The most corners that an element of the pairs has, for meshes in which some have more than four. */
static int most_corners(const struct pairs *pairs)
{
    const struct corners *corners = pairs->tests->model->corners;
    for (int l = 0; l < pairs->n; l++)
        if (corners_more(&corners[pairs->pair[l].a]) || corners_more(&corners[pairs->pair[l].b]))
            return MESH_MAX_CORNERS;
    return 4;
}

/* Makes the batch of the pairs that wait; the lanes beyond them hold the first one. */
static void fill_batch(struct pairs *pairs)
{
    const struct volume_model *model = pairs->tests->model;
    struct csat_batch *batch = &pairs->batch;
    for (int l = 0; l < CSAT_LANES; l++) {
        const struct element_pair *pair = &pairs->pair[l < pairs->n ? l : 0];
        batch->node[0][l] = model->corners[pair->a].node;
        batch->node[1][l] = model->corners[pair->b].node;
    }
    batch->start_matters = model->solid && !model->options.candidates;
    batch->corners = model->most_corners > 4 ? most_corners(pairs) : model->most_corners;
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
