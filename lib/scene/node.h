/* How nodes of tapes are made, for those who build tapes: tape.c, simplify.c, derive.c. */
#ifndef CCDQ_NODE_H
#define CCDQ_NODE_H

#include "tape.h"

/* The node of an operation, as it is: equal ones are one, nothing else is looked at. `b` of a node of one is
 * no node. TAPE_NONE as in tape.h. */
int tape_node_of_one(struct tape *tape, enum tape_op op, int a, int b);
int tape_node_of_two(struct tape *tape, enum tape_op op, int a, int b, int c);
int tape_node_of_three(struct tape *tape, enum tape_op op, int a, int b, int c);

/* tape_chebyshev, of coefficients that are not numbers but bounds. */
int tape_series_of(struct tape *tape, int a, double lo, double hi, const struct interval *c, size_t n);

static inline bool tape_is_constant(const struct tape *tape, int a)
{
    return tape->node[a].op == TAPE_CONSTANT;
}

/* Whether node a is this number. */
static inline bool tape_is(const struct tape *tape, int a, double value)
{
    const struct interval *x = &tape->constant[tape->node[a].a];
    return tape_is_constant(tape, a) && x->lo == value && x->hi == value;
}

void tape_program_free(struct tape_program *program);

#endif
