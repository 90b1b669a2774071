/* Points in elements, decided exactly. */
#ifndef CCDQ_VOLUME_INSIDE_H
#define CCDQ_VOLUME_INSIDE_H

#include "model.h"

/* Whether the surface of element e at t = 0, which is no shell and does not have the point p on its surface,
 * winds around p: p is in the element, also where that is folded. */
bool inside_element(const struct volume_model *model, uint32_t e, const double p[3]);

#endif
