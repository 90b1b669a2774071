/* Pairs of elements that the broad phase leaves. */
#ifndef CCDQ_VOLUME_PAIRS_H
#define CCDQ_VOLUME_PAIRS_H

#include "elementary.h"

/* Looks for contacts of two different elements, a < b: for overlaps at t = 0, and for contacts of pairs of
 * their features, which are added to `tests`. false: `take` wants no more. */
bool pairs_test(struct elementary *tests, uint32_t a, uint32_t b, bool adjacent);

#endif
