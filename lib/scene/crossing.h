/* Proofs that two pieces have a point in common at some time. */
#ifndef CCDQ_SCENE_CROSSING_H
#define CCDQ_SCENE_CROSSING_H

#include "problem.h"

/* Proves that the contact rows have a root near x, within the domain: some variables are fixed, the others
 * are enclosed by Theorem 2. The time is among the others if the pieces approach each other at x, so that its
 * enclosure is as narrow as rounding lets it be. Where they only graze each other, the root is looked for up
 * to `patience` later, where they intersect. If the domain is of one time it is one at this time. The root
 * into `root`, a box; `steps` is counted up by the equations made. false: nothing is proven. Between
 * upward_begin and upward_end. */
bool crossing_prove(const struct problem *p, const double x[PROBLEM_VARIABLES], double patience,
                    struct region *root, uint64_t *steps, struct problem_work *work);

#endif
