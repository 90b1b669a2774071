/* Newton's method at points: from somewhere near to a contact. Nothing it finds is proven. */
#ifndef CCDQ_SCENE_DESCEND_H
#define CCDQ_SCENE_DESCEND_H

#include "problem.h"

/* Widths by which variables are compared: of the domain. */
void descend_scale(const struct problem *p, double scale[PROBLEM_VARIABLES]);

/* Moves x to where the rows of contact, and if `tangency` those of tangency, are as small as rounding lets
 * them be, by the steps of Levenberg and Marquardt: of the points that are such solutions to one of the
 * nearest, so that curves and areas of contact do no harm. x stays in the domain; variables in the set
 * `fixed` stay where they are. false: it does not converge, or leaves the box `reach` (NULL: it may go
 * anywhere). `steps` is counted up by the equations made. Between upward_begin and upward_end. */
bool descend(const struct problem *p, bool tangency, unsigned fixed, const struct region *reach,
             double x[PROBLEM_VARIABLES], uint64_t *steps, struct problem_work *work);

#endif
