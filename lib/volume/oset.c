/* For a feature a, the elements that are adjacent to all elements of a are counted together; b is the other
 * feature of a pair when all its elements are among them. (Algorithm 3 of the paper says the same, but its
 * `return` should go on with the next pair, and its `add` stands outside the loop over pairs.) */
#include "oset.h"
#include <stdlib.h>

/* near[e] is how many elements of a feature, from the first on, are adjacent to e without a gap. */
struct search {
    struct volume_model *model;
    uint32_t *near;
    uint32_t *touched; /* those with near[e] > 0 */
    size_t n_touched;
    unsigned type;
};

static bool add(struct feature_pairs *pairs, struct feature_pair pair)
{
    if (pairs->n == pairs->room) {
        const size_t more = pairs->room ? 2 * pairs->room : 256;
        struct feature_pair *grown = realloc(pairs->pair, more * sizeof *grown);
        if (!grown) return false;
        pairs->pair = grown;
        pairs->room = more;
    }
    pairs->pair[pairs->n++] = pair;
    return true;
}

/* Counts on where element number `i` of a feature is adjacent. */
static void count_neighbours(struct search *s, uint32_t e, uint32_t i)
{
    int corners;
    const uint32_t *node = model_nodes(s->model, e, &corners);
    for (int k = 0; k < corners; k++) {
        size_t n;
        const uint32_t *at = list_items(&s->model->features.vertex_elements, node[k], &n);
        for (size_t j = 0; j < n; j++) {
            if (s->near[at[j]] != i) continue;
            s->near[at[j]]++;
            if (!i) s->touched[s->n_touched++] = at[j];
        }
    }
}

/* Adds the pairs of a with features b of element e that are assigned to e as their first. */
static bool add_pairs(struct search *s, uint32_t a, uint32_t elements_of_a, uint32_t e)
{
    const struct mesh_features *f = &s->model->features;
    size_t n;
    const uint32_t *b = list_items(s->type == CCDQ_VF ? &f->element_triangles : &f->element_edges, e, &n);
    for (size_t i = 0; i < n; i++) {
        const struct feature_pair pair = {a, b[i]};
        size_t n_b, k = 0;
        const uint32_t *of_b = model_elements_of_b(s->model, s->type, b[i], &n_b);
        if (of_b[0] != e || (s->type == CCDQ_EE && b[i] <= a)) continue;
        while (k < n_b && s->near[of_b[k]] == elements_of_a) k++;
        if (k < n_b || model_pair_joined(s->model, s->type, pair)) continue;
        if (model_pair_in_element(s->model, s->type, pair)) continue;
        if (!add(&s->model->oset[s->type], pair)) return false;
    }
    return true;
}

static bool find_pairs(struct search *s, uint32_t a)
{
    size_t n;
    const uint32_t *of_a = model_elements_of_a(s->model, s->type, a, &n);
    bool done = true;
    s->n_touched = 0;
    for (size_t i = 0; i < n; i++) count_neighbours(s, of_a[i], (uint32_t)i);
    for (size_t i = 0; i < s->n_touched; i++) {
        const uint32_t e = s->touched[i];
        if (done && s->near[e] == n) done = add_pairs(s, a, (uint32_t)n, e);
    }
    for (size_t i = 0; i < s->n_touched; i++) s->near[s->touched[i]] = 0;
    return done;
}

bool oset_find(struct volume_model *model)
{
    const size_t elements = model->mesh->elements;
    const size_t n[2] = {[CCDQ_VF] = model->mesh->nodes, [CCDQ_EE] = model->features.n_edges};
    struct search s = {.model = model,
                       .near = calloc(elements + 1, sizeof *s.near),
                       .touched = calloc(elements + 1, sizeof *s.touched)};
    bool done = s.near && s.touched;
    for (s.type = CCDQ_VF; done && s.type <= CCDQ_EE; s.type++)
        for (size_t a = 0; done && a < n[s.type]; a++) done = find_pairs(&s, (uint32_t)a);
    free(s.near);
    free(s.touched);
    return done;
}
