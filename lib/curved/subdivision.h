/* The baselines: two patches are subdivided at once, down to parts that are narrower than delta. */
#ifndef CCDQ_SUBDIVISION_H
#define CCDQ_SUBDIVISION_H

#include "pairs.h"

/* Whether bounds of two parts overlap along all axes at some time of the period. May narrow the period to the
 * times between the first and the last at which they do. */
typedef bool inclusion_test(const struct subpatch_points *const part[2], const struct vec3 *axis, int axes,
                            struct period *period);

/* Boxes as functions of time (Algorithm 3); the period becomes as narrow as they allow. */
inclusion_test inclusion_in_time;
/* Boxes of what the parts sweep in the whole period, which stays as it is. */
inclusion_test inclusion_swept;

/* What the search works on: in the workspace, for it is large. */
struct subdivision;
struct subdivision *subdivision_new(void); /* NULL when memory is out */
void subdivision_free(struct subdivision *subdivision);

#endif
