/* Elementary functions of intervals, while the processor rounds upward: for all x in X, f(x) lies in the
 * result. Bounds at single numbers are right to a few units in the last place. Numbers of any size will do.
 */
#ifndef CCDQ_ELEMENTARY_H
#define CCDQ_ELEMENTARY_H

#include "../num/upward.h"

static const ival ival_pi = {-0x1.921fb54442d18p+1, 0x1.921fb54442d19p+1};

/* Both at once, as they share nearly all. -1 to 1 of angles of 2^22 or more. */
void ival_sin_cos(ival x, ival *sine, ival *cosine);

/* IVAL_ENTIRE where x perhaps holds a pole, or is 2^22 or more. */
ival ival_tan(ival x);

/* IVAL_ENTIRE where it exceeds 2^1021. */
ival ival_exp(ival x);

/* x > 0. */
ival ival_log(ival x);

ival ival_atan(ival x);

/* The angle of the points (x, y) other than (0, 0), of which there are some, in (-pi, pi]: all of it where
 * the box has points on both sides of the ray of pi. */
ival ival_atan2(ival y, ival x);

/* x to the y, of x >= 0 and of y > 0 if x holds 0. IVAL_ENTIRE where it exceeds 2^1021. */
ival ival_power(ival x, ival y);

#endif
