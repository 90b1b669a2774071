/* Elements that share a point at t = 0. */
#ifndef CCDQ_VOLUME_OVERLAP_H
#define CCDQ_VOLUME_OVERLAP_H

#include "model.h"

/* Whether two elements without a common node, not both of them shells, share a point at t = 0: exactly. An
 * element is its surface and all that this winds around. */
bool overlap_at_start(const struct volume_model *model, uint32_t a, uint32_t b, struct ccdq_workspace *ws);

/* Their contact. x is the middle of where their boxes overlap at t = 0, n points from the mean of the corners
 * of a to that of b, and speed is how fast these approach: negative where they move apart. */
void overlap_contact(const struct volume_model *model, uint32_t a, uint32_t b, struct ccdq_contact *c);

#endif
