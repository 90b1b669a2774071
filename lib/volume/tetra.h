/* Tetrahedra whose volume keeps its sign, several at a time (tetra_kernel.h is the code). */
#ifndef CCDQ_VOLUME_TETRA_H
#define CCDQ_VOLUME_TETRA_H

#include "csat.h"

enum { TETRA_LANES = 16 };

/* Tetrahedra whose volume may be 0 at some time: bit l for the one with the corners corner[l][0] to [3]. All
 * lanes hold nodes that there are. */
typedef unsigned tetra_kernel(const uint32_t *const corner[TETRA_LANES], const struct csat_node *node);

#endif
