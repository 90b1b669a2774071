/* The broad phase of HashCCD: the boxes that elements sweep, by spatial hashing. */
#ifndef CCDQ_VOLUME_HASHING_H
#define CCDQ_VOLUME_HASHING_H

#include "pairs.h"

/* Makes the grid of the step, of elements that count; its lists have at most model->options.max_mem bytes, as
 * far as cells can be made larger. false: memory is out. */
bool hashing_make(struct volume_model *model);
void hashing_free(struct volume_model *model);

/* The work in tasks, and one of these. false: `take` wants no more. */
size_t hashing_tasks(const struct volume_model *model);
bool hashing_run(struct elementary *tests, size_t task);

#endif
