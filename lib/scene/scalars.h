/* Problems of scalar functions g which are all 0 at a contact: what the looks at a box share.
 *
 * The columns are the problem's variables: k parameters of a piece, or x, y, z, and then the time. */
#ifndef CCDQ_SCENE_SCALARS_H
#define CCDQ_SCENE_SCALARS_H

#include "forms.h"

enum { SCALARS_MOST = 4 }; /* functions of a problem */

/* The piece that the functions are taken along: 0 or 1; -1: they are over x, y, z. */
static inline int scalars_along(const struct problem *p)
{
    return !p->piece[0]->leaves ? 0 : !p->piece[1]->leaves ? 1 : -1;
}

/* The functions over a box: at its middle c up to first derivatives, over all of it up to an order. */
struct scalars_look {
    unsigned functions, parameters, variables;
    double centre[PROBLEM_VARIABLES];
    ival step[PROBLEM_VARIABLES]; /* the box less its middle */
    const struct jet *box, *middle;
    bool smooth; /* all have values in all of the box, so that derivatives say something */
};

/* Evaluates; false: the box holds no point of the problem, or the functions' bounds or points beside g = 0
 * say that none is a contact (not so with PROBLEM_ANYWAY in `ask`). */
bool scalars_look(const struct problem *p, const struct region *box, unsigned ask, enum tape_order order,
                  struct scalars_look *look, struct problem_work *work);

/* What must hold beside g = 0: false: it does nowhere in the box. `certain`: it does in all of it. */
bool scalars_beside(const struct problem *p, const struct region *box, const struct scalars_look *look,
                    bool *certain, struct problem_work *work);

/* The incoming constraints (Eq. 6), likewise, of a look that is smooth. */
bool scalars_incoming(const struct problem *p, const struct scalars_look *look, bool *certain);

/* Whether no way leads into both solids, as far as that is seen (lead_inside.c); false: one does everywhere
 * in the box. `certain` becomes false where a normal of a piece given by points is not known to face away
 * from a leaf's. Writes over look->box. */
bool scalars_outside(const struct problem *p, const struct region *box, const struct scalars_look *look,
                     bool *certain, struct problem_work *work);

/* Factors with which the sum of the functions changes least by the parameters, near c: where gradients are
 * dependent, not at all. The largest is 1 or -1. false: others, which are not multiples of them, do so as
 * well. */
bool scalars_factors(const struct scalars_look *look, double factor[SCALARS_MOST]);

#endif
