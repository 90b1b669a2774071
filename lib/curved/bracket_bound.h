/* Which times a pair of parts of two patches can touch at. */
#ifndef CCDQ_BRACKET_BOUND_H
#define CCDQ_BRACKET_BOUND_H

#include "bracket_cells.h"

/* Cuts from both ends of the cell's times those at which its parts do not touch for certain. False: that is
 * all of them. */
bool bound_cut(const struct cells *cells, struct cell *cell);

#endif
