/* Which times a pair of parts of two patches can touch at. */
#ifndef CCDQ_BRACKET_BOUND_H
#define CCDQ_BRACKET_BOUND_H

#include "bracket_cells.h"

/* Cuts from both ends of the cell's times those at which its parts do not touch for certain. False: that is
 * all of them. */
bool bound_cut(const struct cells *cells, struct cell *cell);

/* The vector along which that did best, at the cell's begin. False: there is none. */
bool bound_axis(const struct cells *cells, const struct cell *cell, double n[3]);

/* Where to halve the cell so that its bounds get better: 0 .. 3 for u1 v1 u2 v2. */
int bound_split(const struct cells *cells, const struct cell *cell);

#endif
