/* Proof that two patches touch near points that seem to. */
#ifndef CCDQ_PATCH_PROOF_H
#define CCDQ_PATCH_PROOF_H

#include "points.h"

/* A time by which both patches have touched, given points that do so at about the time t in [0, end]; +inf
 * where there is no proof. That needs a contact that stays one when the patches change a little, inside the
 * domains or on their edges: none of two corners, for one. */
double patch_prove_contact(const struct patch_wholes *wholes, const struct patch_points *points, double t);

#endif
