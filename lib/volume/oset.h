/* O-Sets (section 5.1): the pairs of features that only adjacent elements have. */
#ifndef CCDQ_VOLUME_OSET_H
#define CCDQ_VOLUME_OSET_H

#include "model.h"

/* Sets model->oset: the pairs of features (vf, ee) without a common node such that every element that has the
 * one is adjacent to every element that has the other, and no element has both. They are the pairs that no
 * two elements without a common node have between them. Their number grows with the square of the elements
 * around a node; so that memory does not, no feature has more of them there than a certain number. false:
 * memory is out. */
bool oset_find(struct volume_model *model);
void oset_free(struct volume_model *model);

/* What a search for pairs works with. */
struct oset_search {
    const struct volume_model *model;
    uint8_t *seen;  /* what is known of each element, */
    uint32_t *list; /* and those of which something is */
    size_t listed;
    unsigned type;
};

/* false: memory is out. Then, too, oset_search_end has to follow. */
bool oset_search_begin(struct oset_search *search, const struct volume_model *model, unsigned type);
void oset_search_end(struct oset_search *search);

/* Passes all pairs of feature a on, each once. false: `visit` wanted no more. */
typedef bool oset_visit(void *context, unsigned type, struct feature_pair pair);
bool oset_each(struct oset_search *search, uint32_t a, oset_visit *visit, void *context);

#endif
