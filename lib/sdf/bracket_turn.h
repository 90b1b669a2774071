/* Cosines and sines of angles in radians, with a proof. */
#ifndef CCDQ_SDF_BRACKET_TURN_H
#define CCDQ_SDF_BRACKET_TURN_H

#include "../num/wide.h"

/* *c and *s enclose cos and sin of each angle. Single numbers at 0; [-1, 1] for an angle beyond 2^20. */
void bracket_cos_sin(struct interval angle, struct interval *c, struct interval *s);

#endif
