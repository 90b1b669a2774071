/* Roots of integer polynomials in [0, 1] as exact numbers: each is known by a polynomial and an interval that
 * holds it alone. */
#ifndef CCDQ_EXACT_ROOT_H
#define CCDQ_EXACT_ROOT_H

#include "poly.h"
#include <stdbool.h>

/* The number x / 2^bits if exact, else the only root of f in the open interval from x to x + 1, in units of
 * 2^-bits; it is a simple root, and f is not 0 at either end. */
struct root {
    struct poly f;
    mpz_t x;
    unsigned long bits;
    bool exact;
    mpz_t f_lo, f_hi;   /* poly_at(f) at both ends, of opposite signs */
    unsigned long gain; /* how many bits the next step of refinement tries to win */
};

/* An interval from x to x + 1, in units of 2^-bits, and a polynomial on it as one on [0, 1]. */
struct cell {
    struct poly f;
    mpz_t x;
    unsigned long bits;
};

/* What the functions below compute in; a caller's values in it do not survive a call. */
struct root_scratch {
    struct poly_scratch poly;
    struct poly gcd;
    struct cell cell[POLY_MAX_DEGREE / 2 + 1];
    mpz_t x, y, at_x, at_y, hull[POLY_MAX_DEGREE + 1], other[POLY_MAX_DEGREE + 1];
};

void root_init(struct root *r);
void root_clear(struct root *r);
void root_scratch_init(struct root_scratch *scratch);
void root_scratch_clear(struct root_scratch *scratch);

/* r = the integer x, 0 or 1. */
void root_set_exact(struct root *r, unsigned long x);

/* r = the root of f between x and x + 1, in units of 2^-bits. */
void root_set_cell(struct root *r, const struct poly *f, const mpz_t x, unsigned long bits,
                   struct root_scratch *scratch);

/* Makes *out[0], *out[1], ... the distinct roots of f in [0, 1], in no order; returns their number, which is
 * at most the degree of f. f is not 0, and spoilt. */
int root_isolate(struct poly *f, struct root *const out[], struct root_scratch *scratch);

/* Narrows the interval until bits is at least the given number, or the root is found to be exact. */
void root_refine(struct root *r, unsigned long bits, struct root_scratch *scratch);

/* The sign of g at r. */
int root_sign(struct root *r, const struct poly *g, struct root_scratch *scratch);

/* num / den at r as a double in [0, 1], off by less than 2^-49. The true quotient is in [0, 1]; den is not 0
 * at r. */
double root_ratio(struct root *r, const struct poly *num, const struct poly *den,
                  struct root_scratch *scratch);

/* -1, 0, 1 as a < b, a = b, a > b. */
int root_compare(struct root *a, struct root *b, struct root_scratch *scratch);

/* between = an exact number strictly between a and b, a < b. */
void root_between(struct root *between, struct root *a, struct root *b, struct root_scratch *scratch);

#endif
