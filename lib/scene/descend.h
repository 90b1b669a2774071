/* Newton's method at points: from somewhere near to a contact. Nothing it finds is proven. */
#ifndef CCDQ_SCENE_DESCEND_H
#define CCDQ_SCENE_DESCEND_H

#include "problem.h"

/* Widths by which variables are compared: of the domain. */
void descend_scale(const struct problem *p, double scale[PROBLEM_VARIABLES]);

/* What Newton's method is to do. */
struct descent {
    bool tangency;  /* rows of tangency, beside those of contact */
    unsigned fixed; /* a set of variables that stay where they are */
    /* What it may not leave, and the equations of a box about its beginning: NULL where there are none. */
    const struct region *reach;
    const struct equations *first;
};

/* Moves x to where the rows are as small as rounding lets them be, by the steps of Levenberg and Marquardt:
 * of the points that are such solutions to one of the nearest, so that curves and areas of contact do no
 * harm. x stays in the domain. false: it does not converge, or leaves its reach. `steps` is counted up by the
 * equations made. Between upward_begin and upward_end. */
bool descend(const struct problem *p, const struct descent *how, double x[PROBLEM_VARIABLES], uint64_t *steps,
             struct problem_work *work);

#endif
