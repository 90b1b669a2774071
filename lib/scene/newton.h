/* Interval Newton methods (sections 4 and 5 of Snyder et al. 1993): a box narrowed by its equations, and
 * proofs that it holds one root. All of it between upward_begin and upward_end. */
#ifndef CCDQ_SCENE_NEWTON_H
#define CCDQ_SCENE_NEWTON_H

#include "problem.h"

/* Linear_Solve (Figure 8): leaves out of the box points that solve no row, from each entry of the Jacobian in
 * turn, as long as a variable shrinks by a tenth. An entry with 0 inside cuts where the row has a gap. false:
 * nothing is left, there is no solution in the box. */
bool newton_narrow(const struct equations *eq, struct region *box);

/* As many rows as variables, out of equations. */
struct square {
    unsigned n;
    uint8_t row[PROBLEM_VARIABLES], variable[PROBLEM_VARIABLES];
    double inverse[PROBLEM_VARIABLES][PROBLEM_VARIABLES]; /* nearly, of the middles of the entries */
};

/* Chooses n rows: those of contact, all of them, then of the set `rows` (bit k: row k) those that make the
 * best pivots; and variables among those in the set `allowed`, of which those in `first` come first. `scale`:
 * the widths by which variables are compared. false: there are too few rows or variables, contact rows are
 * left over, or rows are nearly dependent. */
bool square_choose(const struct equations *eq, unsigned n, unsigned rows, unsigned allowed, unsigned first,
                   const double scale[PROBLEM_VARIABLES], struct square *square);

enum newton_proof {
    NEWTON_NOTHING, /* is proven */
    NEWTON_NO_ROOT, /* there is none in the box */
    NEWTON_UNIQUE,  /* the square rows have exactly one root in the box, for each value of the variables that
                       are not among theirs */
};

/* Theorem 1 by the Krawczyk-Moore form, Theorem 2 by the interval inverse. `eq` is of all of the box, with
 * derivatives. The part of the box that may hold roots into `image`, which may be `box`. */
enum newton_proof newton_krawczyk(const struct equations *eq, const struct square *square,
                                  const struct region *box, struct region *image);
enum newton_proof newton_inverse(const struct equations *eq, const struct square *square,
                                 const struct region *box, struct region *image);

#endif
