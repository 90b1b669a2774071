/* The search of the bracket: its cells, and how they are looked at. */
#ifndef CCDQ_SCENE_BRACKET_SEARCH_H
#define CCDQ_SCENE_BRACKET_SEARCH_H

#include "bracket.h"
#include "bracket_rows.h"
#include "../num/heap.h"

/* A box of a problem's parameters, and the times at which it may still hold a contact. */
struct bracket_cell {
    struct interval x[BRACKET_PARAMETERS];
    double begin, end;
    uint32_t problem;
    uint16_t depth;
    uint8_t split; /* what makes its bounds loose: a parameter, or BRACKET_TIME */
};

struct bracket_search {
    struct bracket_problem *problem;
    size_t problems;
    struct bracket_work work;
    struct bracket_cell *heap;
    size_t n, room;
    double until;
    uint64_t looks, max_looks;
    struct bracket_answer *answer;
};

/* A contact at exactly the time t: sought from the middle of a cell, and proven. Fills the answer's contact
 * if it is earlier. bracket_witness.c */
bool bracket_witness(struct bracket_search *s, const struct bracket_cell *cell, double t);

/* Solves the symmetric system a x = b of n <= 3 rows, which is positive definite; false: it is not.
 * bracket_witness.c */
bool bracket_solve(double a[BRACKET_ROWS][BRACKET_ROWS], const double *b, unsigned n, double *x);

#endif
