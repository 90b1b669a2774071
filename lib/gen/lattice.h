/* Exact constructions: points with short dyadic coordinates, where a position is easy to say, carried by
 * integer affine maps to any tilted position, where it is not easy to see. No operation rounds. */
#ifndef CCDQ_LATTICE_H
#define CCDQ_LATTICE_H

#include "families.h"
#include <stdbool.h>

/* Fills n points with integers in lo .. hi. */
void lattice_draw(double (*p)[3], size_t n, int lo, int hi, struct rng *rng);

/* q->x = the points p carried by x = 2^s (M p + o), M an invertible 3x3 matrix of integers in -3 .. 3, o a
 * vector of integers in -8 .. 8, s in -3 .. 3. Each end of time has an o of its own; with one_map both have
 * the same M, and then all that the map of space keeps is kept for all t: contacts and their times, planes,
 * lines, parallels. Exact for coordinates of p that are multiples of 2^-31 below 2^10. */
void lattice_place(struct ccdq_query *q, double (*p)[3], bool one_map, struct rng *rng);

#endif
