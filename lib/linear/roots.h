/* Roots of a polynomial of degree three or less, as fastCCD finds them: one monotone piece after another,
 * Householder's iteration where the sign changes. */
#ifndef CCDQ_ROOTS_H
#define CCDQ_ROOTS_H

#include <stdbool.h>
#include <stdint.h>

/* The work of a query: all its roots share it. */
struct root_work {
    uint32_t evals;      /* evaluations of a polynomial */
    uint32_t iterations; /* steps of Householder's iteration */
    uint32_t limit;      /* of iterations */
};

struct root_walk {
    double c[4];  /* c[0] + c[1] t + c[2] t^2 + c[3] t^3 */
    double error; /* bound of |computed - exact value| for t in [0, 1] */
    double tol;   /* a root is found to this, absolutely */
    int ends;     /* of the monotone pieces: 0, the critical points, tmax */
    double t[4], f[4];
    int next; /* 2 k: end k, 2 k + 1: the inside of piece k */
    struct root_work *work;
};

void root_walk_begin(struct root_walk *walk, const double c[4], double error, double tmax, double tol,
                     struct root_work *work);

enum root_step { ROOT_NONE, ROOT_FOUND, ROOT_BUDGET_SPENT };

/* The next root in [0, tmax], in ascending order; ROOT_NONE when there are no more. A computed value within
 * `error` of zero at a piece's end is a root there: without it a double root, or a contact at t = 0, would be
 * found or lost by the luck of a rounding. */
enum root_step root_walk_next(struct root_walk *walk, double *root);

#endif
