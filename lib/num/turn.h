/* Sines and cosines with a proof: of angles in degrees, as people give them. */
#ifndef CCDQ_TURN_H
#define CCDQ_TURN_H

#include "interval.h"

/* cos and sin of each angle in `degrees`, a finite interval, lie in *c and *s. Single numbers at the
 * multiples of 90 degrees. */
void turn_of(struct interval degrees, struct interval *c, struct interval *s);

/* An interval of degrees in radians. */
struct interval turn_radians(struct interval degrees);

#endif
