/* The broad phase of VolCCD and NavCCD: pairs of elements by a walk through the hierarchy. */
#ifndef CCDQ_VOLUME_WALKING_H
#define CCDQ_VOLUME_WALKING_H

#include "pairs.h"

/* Makes the hierarchy ready for the step: refit, or built anew. false: memory is out. */
bool walking_make(struct volume_model *model);
void walking_free(struct volume_model *model);

/* The work in tasks, and one of these. false: `take` wants no more. */
size_t walking_tasks(const struct volume_model *model);
bool walking_run(struct elementary *tests, size_t task);

#endif
