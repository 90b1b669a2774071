/* A pair of primitives in exact integers of a fixed width, for the stage `extended` of `certified`.
 *
 * All coordinates are multiples of some power of two; in that unit they are integers, and so are the
 * coefficients of all polynomials that decide. Most queries fit into a few limbs (lib/num/limbs.h), however
 * large or small the unit is. What is computed here is exact: there is no error to bound. */
#ifndef CCDQ_INTEGRAL_H
#define CCDQ_INTEGRAL_H

#include "../ccdq.h"

enum {
    INTEGRAL_LIMBS = 4, /* of a component of a vector, at most */
    SIDE_LIMBS = 2 * INTEGRAL_LIMBS,
    CUBIC_LIMBS = 3 * INTEGRAL_LIMBS,
    MAX_SIDES = 4,
};

/* The time n / d, 0 <= n <= d <= 2^60. */
struct moment {
    uint64_t n, d;
};
#define MOMENT_BITS 60
#define MOMENT_UNITS ((uint64_t)1 << MOMENT_BITS) /* d of times in units of 2^-60 */

/* The moving vectors from the base point: vf: A = f1 - f0, B = f2 - f0, C = v - f0; ee: A = a1 - a0, B = b1 -
 * b0, C = b0 - a0. */
enum { VECTOR_A, VECTOR_B, VECTOR_C };

struct integral {
    unsigned type;
    int n;                                   /* limbs of a component of a vector */
    int64_t vector[3][2][3][INTEGRAL_LIMBS]; /* A, B, C at t = 0 and t = 1, by axis */
    int64_t normal[3][3][SIDE_LIMBS];        /* A x B by axis; coefficients as of sides, but not doubled */
    int64_t cubic[4][CUBIC_LIMBS];           /* Bernstein coefficients of 3 (A x B) . C, of 3 n limbs */
};

/* Sets all of p. 0 when the coordinates do not fit into 3 limbs. */
int integral_set(struct integral *p, const struct ccdq_query *q);

/* The sides of the incidences of lib/exact/contact.c on an axis, quadratic in t: side[i][k] is twice the k-th
 * Bernstein coefficient of side i, of 2 n limbs. The second function sets side[i][k] for one k only. Both
 * return how many sides there are, 3 or 4. */
int integral_sides(const struct integral *p, int axis, int64_t side[MAX_SIDES][3][SIDE_LIMBS]);
int integral_sides_at(const struct integral *p, int axis, int k, int64_t side[MAX_SIDES][3][SIDE_LIMBS]);

/* A polynomial given by Bernstein coefficients of n limbs over [0, 1]: its coefficients over the interval
 * from t0 to t1, each times all the d in its blossom (coefficient k has k times t1, else t0), of n + 2 and n
 * + 3 limbs; and its value at t, times d^3. */
void integral_quadratic_over(const int64_t b[3][SIDE_LIMBS], int n, struct moment t0, struct moment t1,
                             int64_t r[3][SIDE_LIMBS + 2]);
void integral_cubic_over(const int64_t b[4][CUBIC_LIMBS], int n, struct moment t0, struct moment t1,
                         int64_t r[4][CUBIC_LIMBS + 3]);
void integral_cubic_at(const int64_t b[4][CUBIC_LIMBS], int n, struct moment t, int64_t r[CUBIC_LIMBS + 3]);

/* Makes `part` the pair p during the time from lo to hi, units of 2^-60, as if that were [0, 1]; it has a
 * limb more. 0 if it does not fit. */
int integral_zoom(struct integral *part, const struct integral *p, uint64_t lo, uint64_t hi);

/* Contact parameters from sides that are all >= 0 or all <= 0; the first two (ee), or three (vf), and the
 * last two (ee) are not all 0. */
void integral_parameters(unsigned type, const double side[MAX_SIDES], double w[4]);

/* Whether the pair is in contact at a time with F = 0, see lib/exact/contact.c; then w are its parameters. */
int integral_contact(const struct integral *p, struct moment t, double w[4]);

/* The polynomial at whose roots the contact of incidence i can begin when F = 0 for all t
 * (lib/exact/solve.c): a side that is not identically 0, else the dot. In the form of integral.cubic. 0: it
 * is identically 0. */
int integral_event(const struct integral *p, int i, int64_t cubic[4][CUBIC_LIMBS]);

#endif
