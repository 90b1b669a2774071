#include "inversion.h"
#include "../num/extremes.h"
#include <math.h>

enum { OWN_PAIRS = 256 };

/* The pairs of features of one element that have no node in common. */
struct own_pairs {
    size_t n;
    struct feature_pair pair[OWN_PAIRS];
    uint32_t index[OWN_PAIRS][4];
};

static void add(const struct volume_model *model, unsigned type, struct feature_pair pair,
                struct own_pairs *own)
{
    if (model_pair_joined(model, type, pair)) return;
    own->pair[own->n] = pair;
    model_pair_nodes(model, type, pair, own->index[own->n++]);
}

static void find_pairs(const struct volume_model *model, unsigned type, uint32_t e, struct own_pairs *own)
{
    int corners;
    size_t n;
    const struct mesh_features *f = &model->features;
    const uint32_t *node = model_nodes(model, e, &corners);
    const uint32_t *b = list_items(type == CCDQ_VF ? &f->element_triangles : &f->element_edges, e, &n);
    own->n = 0;
    for (size_t j = 0; j < n; j++)
        if (type == CCDQ_VF)
            for (int i = 0; i < corners; i++) add(model, type, (struct feature_pair){node[i], b[j]}, own);
        else
            for (size_t i = 0; i < n; i++)
                if (b[i] < b[j]) add(model, type, (struct feature_pair){b[i], b[j]}, own);
}

/* The first contact so far. */
struct first {
    unsigned type;
    struct feature_pair pair;
    struct ccdq_result result;
};

/* Of pairs with the same toi_lo the first in the order of features. */
static bool before(const struct first *first, const struct first *other)
{
    if (first->result.toi_lo != other->result.toi_lo) return first->result.toi_lo < other->result.toi_lo;
    if (first->type != other->type) return first->type < other->type;
    if (first->pair.a != other->pair.a) return first->pair.a < other->pair.a;
    return first->pair.b < other->pair.b;
}

static void find_first(struct elementary *tests, unsigned type, uint32_t e, double tmax, struct first *first)
{
    struct own_pairs own;
    find_pairs(tests->model, type, e, &own);
    elementary_solve(tests, type, (const uint32_t(*)[4])own.index, own.n, tmax, tests->result);
    for (size_t i = 0; i < own.n; i++) {
        const struct ccdq_result *r = &tests->result[i];
        if (r->verdict != CCDQ_HIT) continue;
        const double hi = min_of(first->result.toi_hi, r->toi_hi);
        const struct first found = {type, own.pair[i], *r};
        if (before(&found, first)) *first = found;
        first->result.toi_hi = hi;
    }
}

/* The first contact of all pairs up to tmax. Returns whether there is one. */
static bool find_both(struct elementary *tests, uint32_t e, double tmax, struct first *first)
{
    *first = (struct first){.result = {.verdict = CCDQ_FREE, .toi_lo = INFINITY, .toi_hi = INFINITY}};
    find_first(tests, CCDQ_VF, e, tmax, first);
    find_first(tests, CCDQ_EE, e, tmax, first);
    return first->result.verdict == CCDQ_HIT;
}

static bool look_at(struct elementary *tests, uint32_t e)
{
    struct ccdq_contact c;
    struct first first;
    if (tests->first && !find_both(tests, e, tests->until, &first)) return true;
    if (!find_both(tests, e, 1, &first)) return true;
    if (!elementary_wants(tests, first.result.toi_lo, CCDQ_CONTACT_INVERSION)) return true;
    elementary_contact(tests, first.type, first.pair, &first.result, &c);
    c.kind = CCDQ_CONTACT_INVERSION;
    c.element[0] = c.element[1] = e;
    c.part[0] = c.part[1] = tests->model->mesh->part[e];
    c.flags = (c.flags & ~CCDQ_CONTACT_ADJACENT) | CCDQ_CONTACT_SAME_OBJECT;
    tests->counts->inversions++;
    return elementary_take(tests, &c);
}

/* Tetrahedra that wait for a look at their volumes. */
struct waiting {
    unsigned n;
    uint32_t element[TETRA_LANES];
    const uint32_t *corner[TETRA_LANES];
};

static bool look_at_waiting(struct elementary *tests, struct waiting *waiting)
{
    const struct volume_model *model = tests->model;
    for (unsigned l = waiting->n; l < TETRA_LANES; l++) waiting->corner[l] = waiting->corner[0];
    unsigned left = waiting->n ? model->kernels->tetra(waiting->corner, model->csat_node) : 0;
    left &= (1U << waiting->n) - 1;
    for (; left; left &= left - 1)
        if (!look_at(tests, waiting->element[__builtin_ctz(left)])) return false;
    waiting->n = 0;
    return true;
}

static bool look_at_tetrahedron(struct elementary *tests, uint32_t e, struct waiting *waiting)
{
    waiting->corner[waiting->n] = tests->model->corners[e].node;
    waiting->element[waiting->n++] = e;
    return waiting->n < TETRA_LANES || look_at_waiting(tests, waiting);
}

bool inversion_find(struct elementary *tests, size_t first, size_t end)
{
    struct waiting waiting = {.n = 0};
    for (uint32_t e = (uint32_t)first; e < end; e++) {
        const bool tetrahedron = tests->model->mesh->cell[e] == MESH_TETRAHEDRON;
        if (is_shell(tests->model, e)) continue;
        if (!(tetrahedron ? look_at_tetrahedron(tests, e, &waiting) : look_at(tests, e))) return false;
    }
    return look_at_waiting(tests, &waiting);
}
