#include "elementary.h"
#include <math.h>
#include <string.h>

void elementary_begin(struct elementary *tests, const struct volume_model *model, volume_take *take,
                      void *context, struct volume_counts *counts, struct ccdq_workspace *ws)
{
    tests->model = model;
    tests->take = take;
    tests->context = context;
    tests->counts = counts;
    tests->ws = ws;
    tests->first = NULL;
    tests->until = 1;
    tests->of_all = NULL;
    tests->batch[CCDQ_VF].n = tests->batch[CCDQ_EE].n = 0;
}

/* What others have found so far. */
static void heed_others(struct elementary *tests)
{
    if (!tests->of_all) return;
    const float until = atomic_load_explicit(tests->of_all, memory_order_relaxed);
    if (until < tests->until) tests->until = until;
}

static void tell_others(const struct elementary *tests)
{
    float until = atomic_load_explicit(tests->of_all, memory_order_relaxed);
    while (tests->until < until &&
           !atomic_compare_exchange_weak_explicit(tests->of_all, &until, tests->until, memory_order_relaxed,
                                                  memory_order_relaxed)) {
    }
}

void elementary_want_first(struct elementary *tests, const struct ccdq_contact *first, _Atomic float *of_all)
{
    tests->first = first;
    tests->of_all = of_all;
    heed_others(tests);
}

static struct ccdq_indexed queries(const struct volume_model *model, unsigned type,
                                   const uint32_t (*index)[4], size_t n)
{
    return (struct ccdq_indexed){.type = type,
                                 .vertices = model->mesh->nodes,
                                 .queries = n,
                                 .vertex = (const double(*)[2][3])model->vertex,
                                 .index = index};
}

void elementary_solve(struct elementary *tests, unsigned type, const uint32_t (*index)[4], size_t n,
                      double tmax, struct ccdq_result *r)
{
    struct ccdq_linear_options options = ccdq_linear_defaults;
    const struct ccdq_indexed mesh = queries(tests->model, type, index, n);
    options.tmax = tmax;
    ccdq_linear_methods[0].solve_indexed(&mesh, 0, n, &options, r, tests->ws);
}

bool elementary_wants(const struct elementary *tests, double toi_lo, unsigned kind)
{
    const struct ccdq_contact *first = tests->first;
    if (!first || first->verdict == CCDQ_FREE) return true;
    return toi_lo < first->toi_lo || (toi_lo == first->toi_lo && kind <= first->kind);
}

/* A contact whose toi_lo is not behind that of the first one is itself at most the width of an answer behind
 * it; `until` is more. */
bool elementary_take(struct elementary *tests, const struct ccdq_contact *c)
{
    if (!tests->take(tests->context, c)) return false;
    if (!tests->first) return true;
    const double until = tests->first->toi_lo + 2 * ccdq_linear_defaults.toi_width;
    if (until < tests->until) tests->until = nextafterf((float)until, 1);
    tell_others(tests);
    return true;
}

/* Whether a pair is passed on that comes from these elements. */
static bool counts_here(const struct volume_model *model, unsigned type, struct feature_pair pair,
                        struct element_pair from)
{
    struct element_pair to;
    if (from.a == only_here.a) return true;
    if (model_pair_in_element(model, type, pair)) return false;
    model_assign(model, type, pair, &to);
    return to.a == from.a && to.b == from.b;
}

/* The fields of a contact that say what touches. */
static void name(const struct volume_model *model, unsigned type, struct feature_pair pair,
                 struct ccdq_contact *c)
{
    struct element_pair named;
    const bool adjacent = model_assign(model, type, pair, &named);
    model_pair_nodes(model, type, pair, c->node);
    c->element[0] = named.a;
    c->element[1] = named.b;
    for (int i = 0; i < 2; i++) c->part[i] = model->mesh->part[c->element[i]];
    if (adjacent) c->flags |= CCDQ_CONTACT_ADJACENT;
    if (c->part[0] == c->part[1]) c->flags |= CCDQ_CONTACT_SAME_OBJECT;
}

void elementary_contact(struct elementary *tests, unsigned type, struct feature_pair pair,
                        const struct ccdq_result *r, struct ccdq_contact *c)
{
    uint32_t index[1][4];
    struct ccdq_query q;
    model_pair_nodes(tests->model, type, pair, index[0]);
    const struct ccdq_indexed mesh = queries(tests->model, type, (const uint32_t(*)[4])index, 1);
    ccdq_indexed_query(&mesh, 0, &q);
    ccdq_linear_contact(&q, r, &ccdq_linear_defaults, c, tests->ws);
    c->id = 0; /* in r it is the place in a batch */
    name(tests->model, type, pair, c);
}

/* Leaves those pairs in a batch whose DOPs are not apart. */
static void filter(const struct volume_model *model, unsigned type, struct elementary_batch *batch)
{
    bool near[ELEMENTARY_WAIT];
    size_t left = 0;
    model->apart->groups(model->dop, (const uint32_t(*)[4])batch->index, batch->n, type == CCDQ_VF ? 1 : 2,
                         near);
    for (size_t i = 0; i < batch->n; i++) {
        batch->pair[left] = batch->pair[i];
        batch->from[left] = batch->from[i];
        memmove(batch->index[left], batch->index[i], sizeof *batch->index);
        left += near[i];
    }
    batch->n = left;
}

/* A pair that is a hit up to tests->until. */
static bool take_hit(struct elementary *tests, unsigned type, size_t i)
{
    const struct elementary_batch *batch = &tests->batch[type];
    const unsigned kind = type == CCDQ_VF ? CCDQ_CONTACT_VF : CCDQ_CONTACT_EE;
    struct ccdq_result r = tests->result[i];
    struct ccdq_contact c;
    if (!counts_here(tests->model, type, batch->pair[i], batch->from[i])) return true;
    /* the times of a search that was cut short may be others */
    if (tests->first) elementary_solve(tests, type, (const uint32_t(*)[4])batch->index + i, 1, 1, &r);
    if (!elementary_wants(tests, r.toi_lo, kind)) return true;
    elementary_contact(tests, type, batch->pair[i], &r, &c);
    *(type == CCDQ_VF ? &tests->counts->vf : &tests->counts->ee) += 1;
    return elementary_take(tests, &c);
}

static bool decide(struct elementary *tests, unsigned type)
{
    struct elementary_batch *batch = &tests->batch[type];
    heed_others(tests);
    elementary_solve(tests, type, (const uint32_t(*)[4])batch->index, batch->n, tests->until, tests->result);
    tests->counts->exact_tests += batch->n;
    for (size_t i = 0; i < batch->n; i++)
        if (tests->result[i].verdict == CCDQ_HIT && !take_hit(tests, type, i)) return false;
    batch->n = 0;
    return true;
}

/* Passes the pairs of a batch on as they are. */
static bool take_candidates(struct elementary *tests, unsigned type)
{
    struct elementary_batch *batch = &tests->batch[type];
    for (size_t i = 0; i < batch->n; i++) {
        struct ccdq_contact c = {.kind = type == CCDQ_VF ? CCDQ_CONTACT_VF : CCDQ_CONTACT_EE,
                                 .verdict = CCDQ_UNRESOLVED,
                                 .toi_hi = INFINITY};
        if (!counts_here(tests->model, type, batch->pair[i], batch->from[i])) continue;
        name(tests->model, type, batch->pair[i], &c);
        if (!tests->take(tests->context, &c)) return false;
    }
    batch->n = 0;
    return true;
}

static bool decide_all(struct elementary *tests, unsigned type)
{
    if (!tests->batch[type].n) return true;
    return tests->model->options.candidates ? take_candidates(tests, type) : decide(tests, type);
}

/* What the DOPs leave of a full batch waits on until it is worth while. */
bool elementary_decide_some(struct elementary *tests, unsigned type)
{
    struct elementary_batch *batch = &tests->batch[type];
    if (uses_csat(tests->model) && !tests->model->options.candidates) filter(tests->model, type, batch);
    return batch->n < ELEMENTARY_WAIT / 2 || decide_all(tests, type);
}

bool elementary_finish(struct elementary *tests)
{
    return decide_all(tests, CCDQ_VF) && decide_all(tests, CCDQ_EE);
}
