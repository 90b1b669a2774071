/* Bounds of the values of single operations, with what is to be said of them. */
#ifndef CCDQ_OPERATION_H
#define CCDQ_OPERATION_H

#include "program.h"

/* The part of x in y, which have numbers in common; adds TAPE_PARTIAL if that is not all of x. */
static inline ival operation_part(ival x, ival y, unsigned *state)
{
    if (!ival_in(x, y)) *state |= TAPE_PARTIAL;
    return ival_common(x, y);
}

/* Any operation of tapes and programs but those of two results; operands that are not bounded are
 * IVAL_ENTIRE. IVAL_ENTIRE if the result is not bounded or larger than IVAL_LARGEST; adds to `state` what
 * holds of it. */
ival operation_bound(const struct tape_program *p, unsigned op, ival x, ival y, ival z, int n,
                     unsigned *state);

#endif
