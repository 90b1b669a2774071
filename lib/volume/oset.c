/* For a feature a, the elements that are adjacent to all elements of a are found; b is the other feature of a
 * pair when all its elements are among them. (Algorithm 3 of the paper says the same, but its `return` should
 * go on with the next pair, and its `add` stands outside the loop over pairs.) */
#include "oset.h"
#include <stdlib.h>

/* What is known of an element: nothing, that it is adjacent to all elements of a, or not to one of them. */
enum seen { UNSEEN, NEAR, APART };

static void see(struct oset_search *s, uint32_t e, enum seen as)
{
    s->seen[e] = (uint8_t)as;
    s->list[s->listed++] = e;
}

/* The elements at the nodes of a are adjacent to all of a's. */
static void see_at_nodes_of_a(struct oset_search *s, uint32_t a)
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
static void see_around(struct oset_search *s, const uint32_t *of_a, size_t n_a)
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

/* Passes the pairs of a with features b on that have e as their first element. */
static bool visit_pairs(struct oset_search *s, uint32_t a, uint32_t e, oset_visit *visit, void *context)
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
        if (!visit(context, s->type, pair)) return false;
    }
    return true;
}

bool oset_search_begin(struct oset_search *search, const struct volume_model *model, unsigned type)
{
    const size_t elements = model->mesh->elements;
    *search = (struct oset_search){.model = model,
                                   .seen = calloc(elements + 1, sizeof *search->seen),
                                   .list = calloc(elements + 1, sizeof *search->list),
                                   .type = type};
    return search->seen && search->list;
}

void oset_search_end(struct oset_search *search)
{
    free(search->seen);
    free(search->list);
}

bool oset_each(struct oset_search *s, uint32_t a, oset_visit *visit, void *context)
{
    size_t n;
    const uint32_t *of_a = model_elements_of_a(s->model, s->type, a, &n);
    bool going = true;
    if (!n) return true;
    s->listed = 0;
    see_at_nodes_of_a(s, a);
    see_around(s, of_a, n);
    for (size_t i = 0; i < s->listed; i++)
        if (going && s->seen[s->list[i]] == NEAR) going = visit_pairs(s, a, s->list[i], visit, context);
    for (size_t i = 0; i < s->listed; i++) s->seen[s->list[i]] = UNSEEN;
    return going;
}

/* ---- The sets of a model ---- */

/* No feature has more pairs in a set. (Those of well shaped meshes have 1 to 12 in the mean, 100 to 200 at
 * most.) */
enum { KEPT = 256 };

/* A set, and what became of the pairs of one feature so far. */
struct keeper {
    struct oset *set;
    size_t before; /* pairs of the features before it */
    bool many;     /* than are kept */
};

/* Room for one more. NULL: memory is out. */
static void *grow(void *p, size_t n, size_t *room, size_t size)
{
    if (n < *room) return p;
    const size_t more = *room ? 2 * *room : 256;
    void *grown = realloc(p, more * size);
    if (grown) *room = more;
    return grown;
}

static bool keep(void *context, unsigned type, struct feature_pair pair)
{
    struct keeper *keeper = context;
    struct oset *set = keeper->set;
    (void)type;
    keeper->many = set->n - keeper->before == KEPT;
    if (keeper->many) return false;
    struct feature_pair *grown = grow(set->pair, set->n, &set->room, sizeof *grown);
    if (!grown) return false;
    set->pair = grown;
    set->pair[set->n++] = pair;
    return true;
}

static bool keep_all(struct oset_search *search, struct oset *set, uint32_t a)
{
    struct keeper keeper = {.set = set, .before = set->n};
    if (oset_each(search, a, keep, &keeper)) return true;
    if (!keeper.many) return false;
    set->n = keeper.before;
    uint32_t *grown = grow(set->many, set->n_many, &set->room_many, sizeof *grown);
    if (!grown) return false;
    set->many = grown;
    set->many[set->n_many++] = a;
    return true;
}

static bool find(struct volume_model *model, unsigned type, size_t features)
{
    struct oset_search search;
    bool done = oset_search_begin(&search, model, type);
    for (size_t a = 0; done && a < features; a++) done = keep_all(&search, &model->oset[type], (uint32_t)a);
    oset_search_end(&search);
    return done;
}

bool oset_find(struct volume_model *model)
{
    model->oset_found =
        find(model, CCDQ_VF, model->mesh->nodes) && find(model, CCDQ_EE, model->features.n_edges);
    if (!model->oset_found) oset_free(model);
    return model->oset_found;
}

void oset_free(struct volume_model *model)
{
    for (unsigned type = CCDQ_VF; type <= CCDQ_EE; type++) {
        free(model->oset[type].pair);
        free(model->oset[type].many);
        model->oset[type] = (struct oset){0};
    }
}
