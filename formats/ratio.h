/* A double as a ratio of two decimal integers of any length, exactly. */
#ifndef CCDQ_RATIO_H
#define CCDQ_RATIO_H

#include "buf.h"
#include "row.h"

/* Integers of more digits are refused. 2^1074, the largest denominator a double can need, has 324. */
enum { RATIO_DIGITS = 1000 };

/* *x = num/den. NULL, or the reason why that is no double: no integers, den is 0, not exact. "-0" over
 * anything is -0.0. */
const char *ratio_parse(struct field num, struct field den, double *x);

/* Appends "num,den" for a finite x: den is a power of two, and the ratio is in lowest terms. */
void ratio_print(struct buf *out, double x);

#endif
