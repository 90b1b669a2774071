/* Operations on bounds, for constants that are folded (inclusion.c has them for tape_eval). */
#ifndef CCDQ_INCLUSION_H
#define CCDQ_INCLUSION_H

#include "tape.h"

/* The value of an operation of x, and y or the integer n, while the processor rounds to nearest. false: it is
 * not bounded, or perhaps has none somewhere. */
bool inclusion_fold(enum tape_op op, struct interval x, struct interval y, int n, struct interval *value);

#endif
