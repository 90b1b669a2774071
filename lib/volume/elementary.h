/* Elementary tests: pairs of features that wait to be decided together, by lib/linear. */
#ifndef CCDQ_VOLUME_ELEMENTARY_H
#define CCDQ_VOLUME_ELEMENTARY_H

#include "model.h"
#include <stdatomic.h>

enum { ELEMENTARY_WAIT = 256 };

/* Pairs of one type that wait. */
struct elementary_batch {
    size_t n;
    struct feature_pair pair[ELEMENTARY_WAIT];
    struct element_pair from[ELEMENTARY_WAIT];
    uint32_t index[ELEMENTARY_WAIT][4];
};

/* What a task works with. */
struct elementary {
    const struct volume_model *model;
    volume_take *take;
    void *context;
    struct volume_counts *counts;
    struct ccdq_workspace *ws;
    /* Where only the first contact is wanted: the first so far, which `take` sets; NULL: all are wanted. Then
     * contacts behind `until` do not matter; it is lowered to what others found, and they are told. */
    const struct ccdq_contact *first;
    float until;
    _Atomic float *of_all;
    struct elementary_batch batch[2]; /* vf, ee */
    struct ccdq_result result[ELEMENTARY_WAIT];
};

/* Begins; the batches are empty. */
void elementary_begin(struct elementary *tests, const struct volume_model *model, volume_take *take,
                      void *context, struct volume_counts *counts, struct ccdq_workspace *ws);

/* From now on only the first contact is wanted: `first` is where `take` keeps it, of_all the time up to which
 * contacts matter to all that look for it. */
void elementary_want_first(struct elementary *tests, const struct ccdq_contact *first, _Atomic float *of_all);

/* Whether contacts that are not before toi_lo, of this kind, may be wanted. */
bool elementary_wants(const struct elementary *tests, double toi_lo, unsigned kind);

/* Passes a contact on. false: `take` wants no more. */
bool elementary_take(struct elementary *tests, const struct ccdq_contact *c);

/* Decides those of a batch that is full, or makes room in it. false: `take` wants no more. */
bool elementary_decide_some(struct elementary *tests, unsigned type);

/* What stands for the elements of a pair that comes but once. */
static const struct element_pair only_here = {HIERARCHY_NONE, HIERARCHY_NONE};

/* Adds a pair without a common node to those that wait, and decides them when there are enough. Contacts go
 * to `take`, in the order of the pairs. `from`: the elements of a and of b which the pair comes from, and
 * other elements may have brought or bring it, too: then its contact is passed on only if it is assigned to
 * these (model_assign), and if no element has both features. only_here: it is the only time. false: `take`
 * wants no more. */
static inline bool elementary_add(struct elementary *tests, unsigned type, struct feature_pair pair,
                                  struct element_pair from)
{
    struct elementary_batch *batch = &tests->batch[type];
    *(type == CCDQ_VF ? &tests->counts->vf_tests : &tests->counts->ee_tests) += 1;
    batch->pair[batch->n] = pair;
    batch->from[batch->n] = from;
    model_pair_nodes(tests->model, type, pair, batch->index[batch->n]);
    return ++batch->n < ELEMENTARY_WAIT || elementary_decide_some(tests, type);
}

/* Decides all that still wait. false: `take` wants no more. */
bool elementary_finish(struct elementary *tests);

/* Solves queries of one type between the vertices of the model at once: for contacts up to tmax. */
void elementary_solve(struct elementary *tests, unsigned type, const uint32_t (*index)[4], size_t n,
                      double tmax, struct ccdq_result *r);

/* The contact of a pair whose answer is a hit, with all its fields. */
void elementary_contact(struct elementary *tests, unsigned type, struct feature_pair pair,
                        const struct ccdq_result *r, struct ccdq_contact *c);

#endif
