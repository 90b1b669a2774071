/* Whether the contact that a result names is one: its parameters, and the two points they stand for. */
#ifndef CCDQ_VERIFY_CONTACT_H
#define CCDQ_VERIFY_CONTACT_H

#include "../ccdq.h"
#include <stdbool.h>

/* Are the parameters in the closed domain of a query of this type (u + v <= 1 in real arithmetic)? Those that
 * the type does not have must be 0. */
bool contact_in_domain(unsigned type, const double w[4]);

/* The same for the parameters of a contact of patches. */
bool contact_in_patches(const struct ccdq_patch_query *q, const double w[4]);

/* By how much the distance of the two points with parameters w at time t exceeds the query's minimum
 * separation, divided by the longest side of the box around all the query's points at both ends of time. In
 * plain rounding: a measure to look at, not a proof. 0 when all points are the same. */
double contact_residual(const struct ccdq_query *q, double t, const double w[4]);

/* Is the point of a contact within rounding on both primitives of its query at toi_lo? That is: not farther
 * than its distance from each of the two points that its parameters name, and these that distance apart.
 * Rounding: the part 2^-44 of the query's largest coordinate, or a few denormals. */
bool contact_on_pair(const struct ccdq_query *q, const struct ccdq_contact *c);

#endif
