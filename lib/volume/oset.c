/* For a feature a, the elements that are adjacent to all elements of a are found; b is the other feature of a
 * pair when all its elements are among them. (Algorithm 3 of the paper says the same, but its `return` should
 * go on with the next pair, and its `add` stands outside the loop over pairs.) */
#include "oset.h"
#include <stdlib.h>

/* What is known of an element: nothing, that it is adjacent to all elements of a, or not to one of them. */
enum seen { UNSEEN, NEAR, APART };

struct search {
    struct volume_model *model;
    uint8_t *seen;  /* enum seen, of each element */
    uint32_t *list; /* the elements that are not UNSEEN */
    size_t listed;
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

static void see(struct search *s, uint32_t e, enum seen as)
{
    s->seen[e] = (uint8_t)as;
    s->list[s->listed++] = e;
}

/* The elements at the nodes of a are adjacent to all of a's. */
static void see_at_nodes_of_a(struct search *s, uint32_t a)
{
    const struct mesh_features *f = &s->model->features;
    const uint32_t *node = s->type == CCDQ_VF ? &a : f->edge[a];
    for (int k = 0; k < (s->type == CCDQ_VF ? 1 : 2); k++) {
        size_t n;
        const uint32_t *at = list_items(&f->vertex_elements, node[k], &n);
        for (size_t i = 0; i < n; i++)
            if (s->seen[at[i]] == UNSEEN) see(s, at[i], NEAR);
    }
}

/* All others are adjacent to the first of a's elements, or not to that. */
static void see_around(struct search *s, const uint32_t *of_a, size_t n_a)
{
    const struct volume_model *model = s->model;
    int corners;
    const uint32_t *node = model_nodes(model, of_a[0], &corners);
    for (int k = 0; k < corners; k++) {
        size_t n;
        const uint32_t *at = list_items(&model->features.vertex_elements, node[k], &n);
        for (size_t i = 0; i < n; i++) {
            size_t near = 1;
            if (s->seen[at[i]] != UNSEEN) continue;
            while (near < n_a && model_adjacent(model, at[i], of_a[near])) near++;
            see(s, at[i], near == n_a ? NEAR : APART);
        }
    }
}

/* Adds the pairs of a with features b that have e as their first element. */
static bool add_pairs(struct search *s, uint32_t a, uint32_t e)
{
    const struct volume_model *model = s->model;
    const struct element *element = &model->element[e];
    for (uint64_t left = element->own & element->of[kind_of_b(s->type)]; left; left &= left - 1) {
        const uint32_t b = model->use[element->first + (size_t)__builtin_ctzll(left)].number;
        const struct feature_pair pair = {a, b};
        size_t n, k = 0;
        if (s->type == CCDQ_EE && b <= a) continue;
        const uint32_t *of_b = model_elements_of_b(model, s->type, b, &n);
        while (k < n && s->seen[of_b[k]] == NEAR) k++;
        if (k < n || model_pair_joined(model, s->type, pair) || model_pair_in_element(model, s->type, pair))
            continue;
        if (!add(&s->model->oset[s->type], pair)) return false;
    }
    return true;
}

static bool find_pairs(struct search *s, uint32_t a)
{
    size_t n;
    const uint32_t *of_a = model_elements_of_a(s->model, s->type, a, &n);
    bool done = true;
    if (!n) return true;
    s->listed = 0;
    see_at_nodes_of_a(s, a);
    see_around(s, of_a, n);
    for (size_t i = 0; i < s->listed; i++)
        if (done && s->seen[s->list[i]] == NEAR) done = add_pairs(s, a, s->list[i]);
    for (size_t i = 0; i < s->listed; i++) s->seen[s->list[i]] = UNSEEN;
    return done;
}

bool oset_find(struct volume_model *model)
{
    const size_t elements = model->mesh->elements;
    const size_t n[2] = {[CCDQ_VF] = model->mesh->nodes, [CCDQ_EE] = model->features.n_edges};
    struct search s = {.model = model,
                       .seen = calloc(elements + 1, sizeof *s.seen),
                       .list = calloc(elements + 1, sizeof *s.list)};
    bool done = s.seen && s.list;
    for (s.type = CCDQ_VF; done && s.type <= CCDQ_EE; s.type++)
        for (size_t a = 0; done && a < n[s.type]; a++) done = find_pairs(&s, (uint32_t)a);
    free(s.seen);
    free(s.list);
    return done;
}
