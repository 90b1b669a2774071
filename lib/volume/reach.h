/* Which elements cannot have pairs of features that are assigned elsewhere, told apart by a few bits. */
#ifndef CCDQ_VOLUME_REACH_H
#define CCDQ_VOLUME_REACH_H

#include "model.h"

/* Sets model->reach of all elements, whose features are set. */
void reach_set(struct volume_model *model);

/* Whether a feature of a and one of b may have first elements that are adjacent. If not, pairs of their
 * features are assigned to a and b just if these are their first elements. */
static inline bool reach_meets(const struct volume_model *model, uint32_t a, uint32_t b)
{
    uint64_t common = 0;
    for (int i = 0; i < REACH_WORDS; i++) common |= model->reach[a].word[i] & model->reach[b].word[i];
    return common != 0;
}

#endif
