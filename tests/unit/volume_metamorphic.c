/* The contacts of lib/volume stay the same, or change as they should, when a scene is changed in ways that do
 * not change what touches. */
#include "../tap.h"
#include "volume_run.h"

static struct ccdq_workspace *ws;

/* All contacts of a scene by the default method, sorted. */
static struct found contacts_of(const struct scene *s)
{
    struct volume_counts counts;
    struct volume_model *model = volume_model_new(&s->mesh);
    if (!model) abort();
    const struct found found = run(model, s, &volume_defaults, &counts, ws);
    volume_model_free(model);
    return found;
}

static void scene_copy(struct scene *to, const struct scene *from)
{
    const size_t n = from->mesh.nodes;
    *to = (struct scene){{0}, malloc((n + 1) * sizeof *to->x0), malloc((n + 1) * sizeof *to->x1)};
    if (!to->x0 || !to->x1) abort();
    memcpy(to->x0, from->x0, n * sizeof *to->x0);
    memcpy(to->x1, from->x1, n * sizeof *to->x1);
    for (size_t i = 0; i < n; i++) scene_node(&to->mesh, from->mesh.x[i]);
    for (size_t e = 0; e < from->mesh.elements; e++)
        if (!mesh_add_element(&to->mesh, from->mesh.cell[e], from->mesh.part[e], from->mesh.number[e],
                              &from->mesh.node[from->mesh.first[e]]))
            abort();
}

/* Numbers 0 .. n - 1 in random order; the owner frees them. */
static uint32_t *shuffled(struct rng *rng, size_t n)
{
    uint32_t *to = malloc((n + 1) * sizeof *to);
    if (!to) abort();
    for (uint32_t i = 0; i < n; i++) {
        const unsigned other = rng_below(rng, i + 1);
        to[i] = to[other];
        to[other] = i;
    }
    return to;
}

/* ---- What touches, as a list that can be compared ---- */

/* Where node and element numbers of a changed scene stand for others: node[i] and element[i], or NULL. */
struct names {
    const uint32_t *node, *element;
};

static void swap(uint32_t *a, uint32_t *b)
{
    const uint32_t old = *a;
    *a = *b;
    *b = old;
}

static void sort_nodes(uint32_t *v, int n)
{
    for (int i = 1; i < n; i++)
        for (int k = i; k > 0 && v[k - 1] > v[k]; k--) swap(&v[k - 1], &v[k]);
}

/* Writes who in the order that the nodes of a feature, and the two features of ee, have in contacts. */
static void name(struct known *known, const struct names *names)
{
    uint32_t *who = known->who;
    const bool nodes = known->kind == CCDQ_CONTACT_VF || known->kind == CCDQ_CONTACT_EE;
    const uint32_t *to = nodes ? names->node : names->element;
    for (int i = 0; to && i < (nodes ? 4 : 2); i++) who[i] = to[who[i]];
    if (known->kind == CCDQ_CONTACT_VF) sort_nodes(who + 1, 3);
    if (known->kind == CCDQ_CONTACT_OVERLAP) sort_nodes(who, 2);
    if (known->kind != CCDQ_CONTACT_EE) return;
    sort_nodes(who, 2);
    sort_nodes(who + 2, 2);
    if (who[0] > who[2] || (who[0] == who[2] && who[1] > who[3])) {
        swap(&who[0], &who[2]);
        swap(&who[1], &who[3]);
    }
}

static struct known_list list_of(const struct scene *s, const struct names *names, bool overlaps)
{
    struct known_list list = {0};
    struct found found = contacts_of(s);
    for (size_t i = 0; i < found.n; i++) {
        struct known known = who(&found.contact[i]);
        if (known.kind == CCDQ_CONTACT_OVERLAP && !overlaps) continue;
        name(&known, names);
        known_add(&list, &known);
    }
    free(found.contact);
    known_sort(&list);
    return list;
}

/* Of contacts that are there twice the second goes. */
static void make_unique(struct known_list *list)
{
    size_t n = 0;
    for (size_t i = 0; i < list->n; i++)
        if (!n || known_compare(&list->known[n - 1], &list->known[i])) list->known[n++] = list->known[i];
    list->n = n;
}

static bool same_lists(const struct known_list *a, const struct known_list *b)
{
    bool same = a->n == b->n;
    for (size_t i = 0; same && i < a->n; i++) same = !known_compare(&a->known[i], &b->known[i]);
    return same;
}

/* ---- Changes ---- */

/* Makes `to` of `from`, and says what its numbers stand for. */
typedef void change(struct rng *rng, const struct scene *from, struct scene *to, struct names *names);

static void permute_elements(struct rng *rng, const struct scene *from, struct scene *to, struct names *names)
{
    const struct mesh *mesh = &from->mesh;
    uint32_t *element = shuffled(rng, mesh->elements);
    scene_copy(to, from);
    to->mesh.elements = 0;
    for (size_t e = 0; e < mesh->elements; e++) {
        const uint32_t old = element[e];
        if (!mesh_add_element(&to->mesh, mesh->cell[old], mesh->part[old], mesh->number[old],
                              &mesh->node[mesh->first[old]]))
            abort();
    }
    names->element = element;
}

static void permute_nodes(struct rng *rng, const struct scene *from, struct scene *to, struct names *names)
{
    const size_t n = from->mesh.nodes, uses = from->mesh.elements ? from->mesh.first[from->mesh.elements] : 0;
    uint32_t *node = shuffled(rng, n), *now = malloc((n + 1) * sizeof *now);
    if (!now) abort();
    scene_copy(to, from);
    for (uint32_t i = 0; i < n; i++) {
        now[node[i]] = i;
        memcpy(to->x0[i], from->x0[node[i]], sizeof *to->x0);
        memcpy(to->x1[i], from->x1[node[i]], sizeof *to->x1);
    }
    for (size_t i = 0; i < uses; i++) to->mesh.node[i] = now[from->mesh.node[i]];
    free(now);
    names->node = node;
}

static void scale_by(struct scene *to, const struct scene *from, double scale, double shift)
{
    scene_copy(to, from);
    for (size_t i = 0; i < from->mesh.nodes; i++)
        for (int k = 0; k < 3; k++) {
            to->x0[i][k] = from->x0[i][k] * scale + shift;
            to->x1[i][k] = from->x1[i][k] * scale + shift;
        }
}

/* By a power of two, down to where coordinates are still normal numbers. */
static void scale(struct rng *rng, const struct scene *from, struct scene *to, struct names *names)
{
    static const double scales[] = {0x1p-900, 0x1p-150, 0x1p-10, 0x1p10, 0x1p150, 0x1p1000};
    (void)names;
    scale_by(to, from, scales[rng_below(rng, 6)], 0);
}

/* Small integers stay exact. */
static void move(struct rng *rng, const struct scene *from, struct scene *to, struct names *names)
{
    static const double shifts[] = {1e6, -1e6, 0x1p40, 0x1p50};
    (void)names;
    scale_by(to, from, 1, shifts[rng_below(rng, 4)]);
}

static void reverse(struct rng *rng, const struct scene *from, struct scene *to, struct names *names)
{
    (void)rng, (void)names;
    scene_copy(to, from);
    memcpy(to->x0, from->x1, from->mesh.nodes * sizeof *to->x0);
    memcpy(to->x1, from->x0, from->mesh.nodes * sizeof *to->x1);
}

static int scenes(void)
{
    return getenv("CCDQ_LONG") ? 100 : 12;
}

static void test_change(const char *what, change *make, const enum scene_kind *kind, int kinds, bool overlaps)
{
    bool same = true;
    size_t contacts = 0;
    for (int k = 0; k < kinds; k++)
        for (int id = 0; id < scenes(); id++) {
            struct rng rng = rng_at(rng_key("change", kind[k], 1), (uint64_t)id);
            struct scene from, to;
            struct names names = {NULL, NULL}, own = {NULL, NULL};
            scene_make(&from, kind[k], (uint64_t)id);
            make(&rng, &from, &to, &names);
            struct known_list before = list_of(&from, &own, overlaps), after = list_of(&to, &names, overlaps);
            const bool agree = same_lists(&before, &after);
            if (!agree) diag("%s: kind %d, scene %d", what, (int)kind[k], id);
            same &= agree;
            contacts += before.n;
            free((void *)(uintptr_t)names.node);
            free((void *)(uintptr_t)names.element);
            free(before.known);
            free(after.known);
            scene_free(&from);
            scene_free(&to);
        }
    ok(same && contacts > 100, "%s: the same %d contacts", what, (int)contacts);
}

/* The contacts of a step are those of its two halves. */
static void test_halves(void)
{
    bool same = true;
    size_t contacts = 0;
    const struct names own = {NULL, NULL};
    for (enum scene_kind kind = SCENE_LATTICE; kind < SCENES; kind++)
        for (int id = 0; id < scenes(); id++) {
            struct scene whole, first, second;
            scene_make(&whole, kind, (uint64_t)id);
            scene_copy(&first, &whole);
            scene_copy(&second, &whole);
            for (size_t i = 0; i < whole.mesh.nodes; i++)
                for (int k = 0; k < 3; k++)
                    first.x1[i][k] = second.x0[i][k] = (whole.x0[i][k] + whole.x1[i][k]) / 2;
            struct known_list all = list_of(&whole, &own, false), halves = list_of(&first, &own, false);
            struct known_list more = list_of(&second, &own, false);
            for (size_t i = 0; i < more.n; i++) known_add(&halves, &more.known[i]);
            known_sort(&halves);
            make_unique(&halves);
            const bool agree = same_lists(&all, &halves);
            if (!agree) diag("halves: kind %d, scene %d", (int)kind, id);
            same &= agree;
            contacts += all.n;
            free(all.known);
            free(halves.known);
            free(more.known);
            scene_free(&whole);
            scene_free(&first);
            scene_free(&second);
        }
    ok(same && contacts > 100, "a step and its two halves: the same %d contacts", (int)contacts);
}

/* One model through steps in which its elements spread, against a new model for each step. */
static void test_sequence(void)
{
    bool same = true;
    size_t contacts = 0;
    for (int id = 0; id < scenes(); id++) {
        struct scene s;
        scene_make(&s, SCENE_SOUP, (uint64_t)id);
        struct volume_model *model = volume_model_new(&s.mesh);
        if (!model) abort();
        for (int step = 0; step < 6; step++) {
            struct rng rng = rng_at(rng_key("sequence", 0, 1), (uint64_t)(id * 6 + step));
            struct volume_counts counts;
            const double spread = rng_real(&rng, 0.3, 3);
            for (size_t i = 0; i < s.mesh.nodes; i++)
                for (int k = 0; k < 3; k++) {
                    s.x0[i][k] = s.x1[i][k];
                    s.x1[i][k] = spread * s.x0[i][k] + rng_real(&rng, -0.5, 0.5);
                }
            struct found old = run(model, &s, &volume_defaults, &counts, ws), new = contacts_of(&s);
            same &=
                old.n == new.n && (!old.n || !memcmp(old.contact, new.contact, old.n * sizeof *old.contact));
            contacts += new.n;
            free(old.contact);
            free(new.contact);
        }
        volume_model_free(model);
        scene_free(&s);
    }
    ok(same && contacts > 100, "a model that goes from step to step, and new ones: the same %d contacts",
       (int)contacts);
}

int main(void)
{
    static const enum scene_kind all[] = {SCENE_MATCHING, SCENE_TETS,     SCENE_ANY,
                                          SCENE_SOUP,     SCENE_NESTED,   SCENE_LATTICE,
                                          SCENE_STILL,    SCENE_TOUCHING, SCENE_SHELLS};
    static const enum scene_kind tets[] = {SCENE_TETS, SCENE_TOUCHING};
    static const enum scene_kind integers[] = {SCENE_LATTICE, SCENE_STILL, SCENE_TOUCHING, SCENE_SHELLS};
    ws = ccdq_workspace_new();
    if (!ws) return 1;
    test_change("elements in another order", permute_elements, all, sizeof all / sizeof *all, true);
    test_change("tetrahedra with nodes in another order", permute_nodes, tets, 2, true);
    test_change("scaled by a power of two", scale, all, sizeof all / sizeof *all, true);
    test_change("far from the origin", move, integers, 4, true);
    test_change("the other way in time, without overlaps", reverse, all, sizeof all / sizeof *all, false);
    test_halves();
    test_sequence();
    ccdq_workspace_free(ws);
    return tap_done();
}
