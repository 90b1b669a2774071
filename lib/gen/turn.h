/* Turns in space, and random ones. */
#ifndef CCDQ_GEN_TURN_H
#define CCDQ_GEN_TURN_H

#include "rng.h"

/* A uniform point of the ball of this radius about the origin. */
void draw_in_ball(double x[3], double radius, struct rng *rng);

/* A uniform turn: an orthogonal matrix up to rounding. */
void draw_turn(double m[3][3], struct rng *rng);

/* out = m x; not in place. */
void turned(double out[3], const double m[3][3], const double x[3]);

/* Cosine and sine of the angle of so many turns, |turns| < 2^31, to some roundings. */
struct wave {
    double c, s;
};
struct wave wave_of(double turns);

/* The turn about an axis of length 1 by this angle. */
void turn_about(double m[3][3], const double axis[3], struct wave angle);

#endif
