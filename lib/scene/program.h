/* Tapes made ready to be run: the outputs and all their derivatives in single assignment, equal ones once, in
 * an order in which equal operations that do not need each other follow each other. */
#ifndef CCDQ_PROGRAM_H
#define CCDQ_PROGRAM_H

#include "net.h"
#include "series.h"
#include "tape.h"

/* Operations of a program beyond those of tapes. */
enum program_op {
    PROGRAM_SQUARE = TAPE_OPS, /* of a */
    PROGRAM_SCALE,             /* the number a, which is not negative, times b */
    PROGRAM_SIN_COS,           /* of a, into `to` and the slot behind it */
};

/* One operation on slots. */
struct tape_step {
    uint32_t to, a, b;
    int32_t c; /* slot of a choice; an exponent; number of a series or net */
};

/* Steps of one operation which do not need each other. */
struct tape_run {
    uint32_t first, end;
    uint8_t op;
};

/* Slots are the constants, then the variables, then what steps make. */
struct tape_program {
    unsigned variables;
    size_t slots;
    ival *constant;
    size_t constants;
    struct tape_step *step;
    size_t steps;
    struct tape_run *run;
    size_t runs;
    size_t end[TAPE_HESSIAN + 1]; /* runs that an order needs */
    size_t outputs;
    uint32_t *slot; /* where each output's jet is: value, d, dd: jet_size of them */
    struct series *series;
    size_t n_series;
    struct net *net;
    size_t nets;
};

static inline unsigned tape_jet_size(unsigned variables)
{
    return 1 + variables + variables * (variables + 1) / 2;
}

/* The nodes that a node is made of: how many, and which. */
unsigned tape_operands(const struct tape_node *n, int operand[3]);

/* NULL: memory is out. */
struct tape_program *tape_program_new(const struct tape *tape, enum tape_order most);

#endif
