/* Derivatives of expressions as expressions. */
#ifndef CCDQ_DERIVE_H
#define CCDQ_DERIVE_H

#include "tape.h"

/* A TAPE_PART's c: part p % 4 (numerators of x, y, z; weight) of patch[p / 4], d[0] times differentiated by u
 * and d[1] times by v, at most twice together. The numerators are the coordinates times the weight. */
static inline int tape_part(int p, const unsigned d[2])
{
    return p * 16 + (int)(4 * d[0] + d[1]);
}

/* The outputs of a tape and their derivatives as nodes of another one, which is empty: of each output its
 * jet, in the order of struct jet without what the tape's variables do not have, into `node`; 0 beyond an
 * order. false: memory is out. */
bool tape_derive(const struct tape *tape, enum tape_order most, struct tape *jets, int32_t *node);

#endif
