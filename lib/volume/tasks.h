/* The tasks of a step, for those that do not run them one by one. */
#ifndef CCDQ_VOLUME_TASKS_H
#define CCDQ_VOLUME_TASKS_H

#include "elementary.h"

/* The tasks of the broad phase are the first so many. */
size_t tasks_of_broad_phase(const struct volume_model *model);

/* Runs one; pairs of features may still wait behind it. false: `take` wants no more. */
bool tasks_run(struct elementary *tests, size_t task);

#endif
