/* Points of both patches that touch or come close, sought by Newton's method. Nothing here is proven but what
 * points.h says of the points; and contact_proof.h where they touch. */
#ifndef CCDQ_PATCH_WITNESS_H
#define CCDQ_PATCH_WITNESS_H

#include "overlap.h"
#include "points.h"

/* Looks for a contact of two sub-patches: when their points touch that the pair's axis says meet first. In
 * the middle of a sub-patch one of the two points is held fast and the other one sought. *t is its time, at
 * which the points are at most `close` apart; false: none was found in [0, latest]. */
bool patch_find_contact(const struct patch_wholes *wholes, const struct patch_pair *pair, double close,
                        double latest, struct patch_points *points, double *t);

/* Looks for the two points, near the middles of the sub-patches, that are closest to each other at the time
 * pair->lo. */
void patch_find_closest(const struct patch_wholes *wholes, const struct patch_pair *pair, double close,
                        struct patch_points *points);

#endif
