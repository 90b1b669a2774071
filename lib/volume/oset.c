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
 * most.) And so many features are looked at by one thread. */
enum { KEPT = 256, PART = 4096 };

/* What the features of a part have. */
struct part {
    struct oset set;
    size_t before; /* pairs of the features before the one that is looked at */
    bool many;     /* that one has more than are kept */
    bool done;     /* memory was enough */
};

/* Sets of one type are looked for. */
struct finder {
    const struct volume_model *model;
    unsigned type;
    size_t features, parts;
    struct part *part;
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
    struct part *part = context;
    struct oset *set = &part->set;
    (void)type;
    part->many = set->n - part->before == KEPT;
    if (part->many) return false;
    struct feature_pair *grown = grow(set->pair, set->n, &set->room, sizeof *grown);
    if (!grown) return false;
    set->pair = grown;
    set->pair[set->n++] = pair;
    return true;
}

static bool keep_all(struct oset_search *search, struct part *part, uint32_t a)
{
    struct oset *set = &part->set;
    part->before = set->n;
    part->many = false;
    if (oset_each(search, a, keep, part)) return true;
    if (!part->many) return false;
    set->n = part->before;
    uint32_t *grown = grow(set->many, set->n_many, &set->room_many, sizeof *grown);
    if (!grown) return false;
    set->many = grown;
    set->many[set->n_many++] = a;
    return true;
}

static void find_part(void *context, size_t i)
{
    const struct finder *finder = context;
    const size_t first = i * PART, left = finder->features - first, end = first + (left < PART ? left : PART);
    struct oset_search search;
    bool done = oset_search_begin(&search, finder->model, finder->type);
    for (size_t a = first; done && a < end; a++) done = keep_all(&search, &finder->part[i], (uint32_t)a);
    oset_search_end(&search);
    finder->part[i].done = done;
}

/* Puts what the parts have into one set, in their order. */
static bool join(const struct finder *finder, struct oset *set)
{
    for (size_t i = 0; i < finder->parts; i++) {
        if (!finder->part[i].done) return false;
        set->room += finder->part[i].set.n;
        set->room_many += finder->part[i].set.n_many;
    }
    set->pair = malloc((set->room + 1) * sizeof *set->pair);
    set->many = malloc((set->room_many + 1) * sizeof *set->many);
    if (!set->pair || !set->many) return false;
    for (size_t i = 0; i < finder->parts; i++) {
        const struct oset *more = &finder->part[i].set;
        if (more->n) memcpy(set->pair + set->n, more->pair, more->n * sizeof *more->pair);
        if (more->n_many) memcpy(set->many + set->n_many, more->many, more->n_many * sizeof *more->many);
        set->n += more->n;
        set->n_many += more->n_many;
    }
    return true;
}

static void free_set(struct oset *set)
{
    free(set->pair);
    free(set->many);
    *set = (struct oset){0};
}

static bool find(struct volume_model *model, unsigned type, size_t features)
{
    struct finder finder = {model, type, features, features / PART + 1, NULL};
    finder.part = calloc(finder.parts, sizeof *finder.part);
    const bool done = finder.part && model_spread(model, finder.parts, find_part, &finder) &&
                      join(&finder, &model->oset[type]);
    for (size_t i = 0; finder.part && i < finder.parts; i++) free_set(&finder.part[i].set);
    free(finder.part);
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
    for (unsigned type = CCDQ_VF; type <= CCDQ_EE; type++) free_set(&model->oset[type]);
}
