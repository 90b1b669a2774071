/* What the parts of the stage `extended` share, beside the integers of integral.h. */
#ifndef CCDQ_EXTENDED_H
#define CCDQ_EXTENDED_H

#include "integral.h"
#include "../num/limbs.h"

static inline double moment_to_double(struct moment t)
{
    return (double)t.n / (double)t.d;
}

/* In units of 2^-60, rounded down, */
static inline uint64_t moment_to_units(struct moment t)
{
    if (t.d == MOMENT_UNITS || t.n == 0) return t.n;
    return t.n == t.d ? MOMENT_UNITS : (uint64_t)(((limbs_wide)t.n << MOMENT_BITS) / t.d);
}

/* and whether that is the time itself. */
static inline int moment_is_whole(struct moment t)
{
    return t.d == MOMENT_UNITS || t.n == 0 || t.n == t.d || ((limbs_wide)t.n << MOMENT_BITS) % t.d == 0;
}

static inline struct moment moment_of_units(uint64_t units)
{
    return (struct moment){units, MOMENT_UNITS};
}

static inline int moment_before(struct moment s, struct moment t)
{
    return (limbs_wide)s.n * t.d < (limbs_wide)t.n * s.d;
}

/* ---- guess.c: in plain doubles; nothing is proven by it ---- */

/* A cubic over [0, 1]: its Bernstein coefficients, the first and the last of which that is not 0. */
struct outline {
    double value[4];
    int first, last;
};

/* The only root strictly inside, where the coefficients that are not 0 change their sign once: its distance
 * from 0, or from 1 if *from_end; and the derivative there. */
double guess_root(const struct outline *f, int *from_end, double *slope);

/* Where to split [0, 1] so that the roots on both sides are fewer: at the extremum that is farthest on the
 * other side of 0 than the begin is, or in the middle. */
double guess_split(const struct outline *f);

/* A fraction near the time `units`, 0 < units < 2^60, with a denominator below 2^bits: the last such
 * convergent of its continued fraction. It is n / d if that is off by less than 2^-(2 bits). */
struct moment fraction_near(uint64_t units, int bits);

#endif
