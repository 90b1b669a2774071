/* Sines and cosines with a proof: of angles in degrees, as people give them, and in radians. */
#ifndef CCDQ_TURN_H
#define CCDQ_TURN_H

#include "interval.h"

/* cos and sin of each angle in `degrees`, a finite interval, lie in *c and *s. Single numbers at the
 * multiples of 90 degrees. */
void turn_of(struct interval degrees, struct interval *c, struct interval *s);

/* *c and *s are near the cosine and the sine of the angle: the point (*c, *s) is off by at most what is
 * returned, a little less than 2^-51 for up to 2^20 radians, and 2 beyond. */
double turn_at(double radians, double *c, double *s);

/* An interval of degrees in radians. */
struct interval turn_radians(struct interval degrees);

#endif
