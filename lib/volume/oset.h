/* O-Sets (section 5.1): the pairs of features that only adjacent elements have. */
#ifndef CCDQ_VOLUME_OSET_H
#define CCDQ_VOLUME_OSET_H

#include "model.h"

/* Sets model->oset: the pairs of features (vf, ee) without a common node such that every element that has the
 * one is adjacent to every element that has the other, and no element has both. They are the pairs that no
 * two elements without a common node have between them. false: memory is out. */
bool oset_find(struct volume_model *model);

#endif
