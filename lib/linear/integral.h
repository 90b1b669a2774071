/* A pair of primitives in exact integers of a fixed width, for the stage `extended` of `certified`.
 *
 * All coordinates are multiples of some power of two; in that unit they are integers, and so are the
 * coefficients of all polynomials that decide. Most queries fit into a few limbs (lib/num/limbs.h), however
 * large or small the unit is. What is computed here is exact: there is no error to bound. */
#ifndef CCDQ_INTEGRAL_H
#define CCDQ_INTEGRAL_H

#include "../ccdq.h"

enum {
    INTEGRAL_LIMBS = 3, /* of a difference of coordinates, at most */
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

/* Sets all of p. 0 when the coordinates do not fit. */
int integral_set(struct integral *p, const struct ccdq_query *q);

/* The sides of the incidences of lib/exact/contact.c on an axis, quadratic in t: side[i][k] is twice the k-th
 * Bernstein coefficient of side i, of 2 n limbs. The second function sets side[i][k] for one k only. Both
 * return how many sides there are, 3 or 4. */
int integral_sides(const struct integral *p, int axis, int64_t side[MAX_SIDES][3][SIDE_LIMBS]);
int integral_sides_at(const struct integral *p, int axis, int k, int64_t side[MAX_SIDES][3][SIDE_LIMBS]);

/* The blossom of a polynomial given by Bernstein coefficients of n limbs: for equal times its value there,
 * and for times that are each the begin or the end of an interval a Bernstein coefficient over it; times the
 * product of all d. Of n + 2 and n + 3 limbs. */
void integral_quadratic(const int64_t b[3][SIDE_LIMBS], int n, struct moment s, struct moment t,
                        int64_t r[SIDE_LIMBS + 2]);
void integral_cubic(const int64_t b[4][CUBIC_LIMBS], int n, struct moment s, struct moment t, struct moment u,
                    int64_t r[CUBIC_LIMBS + 3]);

/* Contact parameters from sides that are all >= 0 or all <= 0; the first two (ee), or three (vf), and the
 * last two (ee) are not all 0. */
void integral_parameters(unsigned type, const double side[MAX_SIDES], double w[4]);

/* Whether the pair is in contact at a time with F = 0, see lib/exact/contact.c; then w are its parameters. */
int integral_contact(const struct integral *p, struct moment t, double w[4]);

#endif
