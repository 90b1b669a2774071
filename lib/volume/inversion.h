/* Elements that turn inside out. */
#ifndef CCDQ_VOLUME_INVERSION_H
#define CCDQ_VOLUME_INVERSION_H

#include "elementary.h"

/* The elements first .. end - 1 that are no shells: passes on an inversion of each of which two features of
 * its own touch. Nodes, parameters, point and normal are those of its first pair; the times are the first of
 * all. false: `take` wants no more. */
bool inversion_find(struct elementary *tests, size_t first, size_t end);

#endif
