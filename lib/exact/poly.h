/* Polynomials of degree at most 6 with integer coefficients of any size. */
#ifndef CCDQ_EXACT_POLY_H
#define CCDQ_EXACT_POLY_H

#include <gmp.h>

enum { POLY_MAX_DEGREE = 6 };

struct poly {
    int degree;                   /* of the highest coefficient that is not 0; -1: identically 0 */
    mpz_t c[POLY_MAX_DEGREE + 1]; /* c[i] belongs to x^i; those above the degree are 0 */
};

/* What the functions below compute in; a caller's values in it do not survive a call. */
struct poly_scratch {
    mpz_t a, b;
    struct poly r, s, t;
};

void poly_init(struct poly *p); /* to 0 */
void poly_clear(struct poly *p);
void poly_set_zero(struct poly *p);
void poly_scratch_init(struct poly_scratch *scratch);
void poly_scratch_clear(struct poly_scratch *scratch);

/* Sets the degree after the coefficients were written to a polynomial that was 0. */
void poly_trim(struct poly *p);
void poly_copy(struct poly *to, const struct poly *from);

/* 2^(bits * degree) * p(x / 2^bits): an integer of the sign of p there. p is not 0. */
void poly_at(mpz_t value, const struct poly *p, const mpz_t x, unsigned long bits,
             struct poly_scratch *scratch);

/* The sign of p(1). */
int poly_sign_at_1(const struct poly *p, struct poly_scratch *scratch);

/* sum += factor * p * q, where the degrees of p and q add up to POLY_MAX_DEGREE at most and factor is 1 or
 * -1. */
void poly_add_product(struct poly *sum, int factor, const struct poly *p, const struct poly *q);

/* p = factor * p; factor is not 0. */
void poly_scale(struct poly *p, const mpz_t factor);

/* h = a greatest common divisor of f and g over the rationals; neither is 0. */
void poly_gcd(struct poly *h, const struct poly *f, const struct poly *g, struct poly_scratch *scratch);

/* f = f / h times a rational that makes the coefficients integers without a common factor. h divides f. */
void poly_divide(struct poly *f, const struct poly *h, struct poly_scratch *scratch);

/* Replaces f, which is not 0, by a polynomial with the same roots, all of them simple. */
void poly_make_squarefree(struct poly *f, struct poly_scratch *scratch);

#endif
