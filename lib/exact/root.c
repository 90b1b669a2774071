#include "root.h"
#include <math.h>

void root_init(struct root *r)
{
    poly_init(&r->f);
    mpz_inits(r->x, r->f_lo, r->f_hi, NULL);
    root_set_exact(r, 0);
}

void root_clear(struct root *r)
{
    poly_clear(&r->f);
    mpz_clears(r->x, r->f_lo, r->f_hi, NULL);
}

void root_scratch_init(struct root_scratch *s)
{
    poly_scratch_init(&s->poly);
    poly_init(&s->gcd);
    mpz_inits(s->x, s->y, s->at_x, s->at_y, NULL);
    for (int i = 0; i <= POLY_MAX_DEGREE / 2; i++) {
        poly_init(&s->cell[i].f);
        mpz_init(s->cell[i].x);
    }
    for (int i = 0; i <= POLY_MAX_DEGREE; i++) mpz_inits(s->hull[i], s->other[i], NULL);
}

void root_scratch_clear(struct root_scratch *s)
{
    poly_scratch_clear(&s->poly);
    poly_clear(&s->gcd);
    mpz_clears(s->x, s->y, s->at_x, s->at_y, NULL);
    for (int i = 0; i <= POLY_MAX_DEGREE / 2; i++) {
        poly_clear(&s->cell[i].f);
        mpz_clear(s->cell[i].x);
    }
    for (int i = 0; i <= POLY_MAX_DEGREE; i++) mpz_clears(s->hull[i], s->other[i], NULL);
}

void root_set_exact(struct root *r, unsigned long x)
{
    mpz_set_ui(r->x, x);
    r->bits = 0;
    r->exact = true;
}

void root_set_cell(struct root *r, const struct poly *f, const mpz_t x, unsigned long bits,
                   struct root_scratch *s)
{
    poly_copy(&r->f, f);
    mpz_set(r->x, x);
    r->bits = bits;
    r->exact = false;
    r->gain = 1;
    mpz_add_ui(s->x, x, 1);
    poly_at(r->f_lo, f, x, bits, &s->poly);
    poly_at(r->f_hi, f, s->x, bits, &s->poly);
}

/* ---- Refinement ---- */

/* s->x = the point of the finer grid, strictly inside the interval, next to where the chord of f is 0. */
static void guess(const struct root *r, unsigned long gain, struct root_scratch *s)
{
    /* (2^(gain + 1) |f_lo| / (|f_lo| + |f_hi|) + 1) / 2, rounded down: between 0 and 2^gain */
    mpz_sub(s->y, r->f_lo, r->f_hi);
    mpz_mul_2exp(s->x, r->f_lo, gain + 1);
    mpz_fdiv_q(s->x, s->x, s->y);
    mpz_add_ui(s->x, s->x, 1);
    mpz_fdiv_q_2exp(s->x, s->x, 1);
    if (!mpz_sgn(s->x)) mpz_set_ui(s->x, 1);
    if (mpz_sizeinbase(s->x, 2) > gain) mpz_sub_ui(s->x, s->x, 1);
    mpz_mul_2exp(s->y, r->x, gain);
    mpz_add(s->x, s->x, s->y);
}

static void set_found(struct root *r, const mpz_t x, unsigned long bits)
{
    mpz_set(r->x, x);
    r->bits = bits;
    r->exact = true;
}

/* A step of quadratic interval refinement (Abbott 2006): splits the interval into 2^gain cells, guesses by
 * the chord of f which of them holds the root, and proves it by the signs of f at both ends of the cell. A
 * guess that fails leaves the interval as it was, and the next is less bold; with gain 1 the guess is always
 * right (the point is the middle, its neighbour an end of the interval), so a root gets as narrow as wanted.
 */
static void refine_step(struct root *r, unsigned long gain, struct root_scratch *s)
{
    unsigned long bits = r->bits + gain;
    guess(r, gain, s);
    poly_at(s->at_x, &r->f, s->x, bits, &s->poly);
    if (!mpz_sgn(s->at_x)) {
        set_found(r, s->x, bits);
        return;
    }
    bool above = mpz_sgn(s->at_x) == mpz_sgn(r->f_lo);
    if (above)
        mpz_add_ui(s->y, s->x, 1);
    else
        mpz_sub_ui(s->y, s->x, 1);
    poly_at(s->at_y, &r->f, s->y, bits, &s->poly);
    if (!mpz_sgn(s->at_y)) {
        set_found(r, s->y, bits);
        return;
    }
    if (mpz_sgn(s->at_x) == mpz_sgn(s->at_y)) {
        r->gain = gain / 2;
        return;
    }
    mpz_swap(r->x, above ? s->x : s->y);
    mpz_swap(r->f_lo, above ? s->at_x : s->at_y);
    mpz_swap(r->f_hi, above ? s->at_y : s->at_x);
    r->bits = bits;
    r->gain = 2 * gain;
}

void root_refine(struct root *r, unsigned long bits, struct root_scratch *s)
{
    while (!r->exact && r->bits < bits) {
        unsigned long missing = bits - r->bits;
        refine_step(r, r->gain < missing ? r->gain : missing, s);
    }
}

/* ---- Signs ---- */

/* The Bernstein coefficients of g on the interval of r, times 2^(2 bits + 1); g of degree at most 2. */
static void hull_of_quadratic(mpz_t b[3], const struct root *r, const struct poly *g, struct root_scratch *s)
{
    mpz_mul(s->x, g->c[2], r->x);
    mpz_mul_2exp(s->y, g->c[1], r->bits);
    mpz_add(s->y, s->y, s->x); /* c2 x + c1, where 1 stands for 2^bits */
    mpz_mul(b[0], s->y, r->x);
    mpz_mul_2exp(s->at_x, g->c[0], 2 * r->bits);
    mpz_add(b[0], b[0], s->at_x); /* c2 x^2 + c1 x + c0 */
    mpz_mul_2exp(b[0], b[0], 1);
    if (r->exact) return;
    /* middle: c2 x (x + 1) + c1 (2x + 1)/2 + c0, end: c2 (x + 1)^2 + c1 (x + 1) + c0, all doubled */
    mpz_add(s->y, s->y, s->x);
    mpz_add(b[1], b[0], s->y);
    mpz_add(s->y, s->y, g->c[2]);
    mpz_mul_2exp(s->y, s->y, 1);
    mpz_add(b[2], b[0], s->y);
}

/* binomial(i, j) / binomial(n, j) times the least number that makes all of these integers: coefficient i of
 * degree n is the sum over j <= i of that times Taylor coefficient j. */
static const unsigned char weights[POLY_MAX_DEGREE - 2][POLY_MAX_DEGREE + 1][POLY_MAX_DEGREE + 1] = {
    {{3}, {3, 1}, {3, 2, 1}, {3, 3, 3, 3}},
    {{12}, {12, 3}, {12, 6, 2}, {12, 9, 6, 3}, {12, 12, 12, 12, 12}},
    {{10}, {10, 2}, {10, 4, 1}, {10, 6, 3, 1}, {10, 8, 6, 4, 2}, {10, 10, 10, 10, 10, 10}},
    {{60},
     {60, 10},
     {60, 20, 4},
     {60, 30, 12, 3},
     {60, 40, 24, 12, 4},
     {60, 50, 40, 30, 20, 10},
     {60, 60, 60, 60, 60, 60, 60}},
};

/* The Bernstein coefficients of degree n of g on the interval of r, all times the same positive number that
 * depends on n and bits alone; g of degree at most n. g lies between the least and the greatest of them
 * there. For an exact r only b[0] is set, to the value at r. */
static void hull(mpz_t *b, const struct root *r, const struct poly *g, int n, struct root_scratch *s)
{
    if (n <= 2) {
        hull_of_quadratic(b, r, g, s);
        return;
    }
    struct poly *taylor = &s->gcd; /* of g at x, where 1 stands for 2^bits */
    poly_set_zero(taylor);
    taylor->degree = n;
    for (int i = 0; i <= n; i++) mpz_mul_2exp(taylor->c[i], g->c[i], r->bits * (unsigned long)(n - i));
    for (int k = 0; k < (r->exact ? 1 : n); k++)
        for (int i = n - 1; i >= k; i--) mpz_addmul(taylor->c[i], taylor->c[i + 1], r->x);
    for (int i = 0; i <= (r->exact ? 0 : n); i++) {
        mpz_set_ui(b[i], 0);
        for (int j = 0; j <= i; j++) mpz_addmul_ui(b[i], taylor->c[j], weights[n - 3][i][j]);
    }
}

/* Whether the hull gives the sign of g at r: in the open interval g is a combination of its Bernstein
 * coefficients with weights that are all positive. */
static bool sign_by_hull(int *sign, const struct root *r, const struct poly *g, struct root_scratch *s)
{
    const int n = g->degree < 2 ? 2 : g->degree;
    hull(s->hull, r, g, n, s);
    bool negative = mpz_sgn(s->hull[0])<0, positive = mpz_sgn(s->hull[0])> 0;
    for (int i = 1; i <= n && !r->exact; i++) {
        negative |= mpz_sgn(s->hull[i]) < 0;
        positive |= mpz_sgn(s->hull[i]) > 0;
    }
    *sign = positive - negative;
    return r->exact || !(positive && negative);
}

/* Whether g is 0 at r, which is not exact: so it is if and only if h is, a greatest common divisor of f and
 * g. The roots of h are roots of f: so h is not 0 at the ends of the interval, and has no root between but r,
 * which is simple. */
static bool vanishes(const struct root *r, const struct poly *g, struct root_scratch *s)
{
    const struct poly *h = &s->gcd;
    poly_gcd(&s->gcd, &r->f, g, &s->poly);
    if (h->degree < 1) return false;
    mpz_add_ui(s->x, r->x, 1);
    poly_at(s->at_x, h, r->x, r->bits, &s->poly);
    poly_at(s->at_y, h, s->x, r->bits, &s->poly);
    return mpz_sgn(s->at_x) != mpz_sgn(s->at_y);
}

/* Most signs are clear before an interval is as narrow as 2^-15, and a zero never is; so only then is the
 * divisor worth its price. */
enum { BITS_BEFORE_DIVISOR = 15 };

/* This ends: the hull shrinks to the value at r, which is 0 or has a sign in all of a neighbourhood. */
int root_sign(struct root *r, const struct poly *g, struct root_scratch *s)
{
    int sign;
    if (g->degree <= 0) return g->degree < 0 ? 0 : mpz_sgn(g->c[0]);
    bool not_zero = false;
    while (!sign_by_hull(&sign, r, g, s)) {
        if (!not_zero && r->bits >= BITS_BEFORE_DIVISOR) {
            if (vanishes(r, g, s)) return 0;
            not_zero = true;
        }
        root_refine(r, 2 * r->bits + 1, s);
    }
    return sign;
}

/* ---- Order ---- */

/* The sign of x / 2^x_bits - y / 2^y_bits. */
static int compare_dyadic(const mpz_t x, unsigned long x_bits, const mpz_t y, unsigned long y_bits, mpz_t t)
{
    if (x_bits < y_bits) {
        mpz_mul_2exp(t, x, y_bits - x_bits);
        return mpz_cmp(t, y);
    }
    mpz_mul_2exp(t, y, x_bits - y_bits);
    return mpz_cmp(x, t);
}

/* The sign of (upper end of a) - (lower end of b). */
static int compare_ends(const struct root *a, const struct root *b, struct root_scratch *s)
{
    mpz_add_ui(s->x, a->x, !a->exact);
    return compare_dyadic(s->x, a->bits, b->x, b->bits, s->y);
}

/* Whether a and b, whose intervals overlap in more than a point, are the same number. */
static bool equal(struct root *a, struct root *b, struct root_scratch *s)
{
    if (a->exact || b->exact) {
        const struct root *number = a->exact ? a : b, *other = a->exact ? b : a;
        poly_at(s->at_x, &other->f, number->x, number->bits, &s->poly);
        return !mpz_sgn(s->at_x);
    }
    /* cells of two dyadic grids that overlap: the finer one is a part of the other */
    return a->bits < b->bits ? vanishes(b, &a->f, s) : vanishes(a, &b->f, s);
}

int root_compare(struct root *a, struct root *b, struct root_scratch *s)
{
    for (bool differ = false;; differ = true) {
        if (a->exact && b->exact) return compare_dyadic(a->x, a->bits, b->x, b->bits, s->x);
        /* one of them lies strictly inside its interval, so a common end decides */
        if (compare_ends(a, b, s) <= 0) return -1;
        if (compare_ends(b, a, s) <= 0) return 1;
        if (!differ && equal(a, b, s)) return 0;
        unsigned long bits = a->bits < b->bits ? b->bits : a->bits;
        root_refine(a, 2 * bits + 1, s);
        root_refine(b, 2 * bits + 1, s);
    }
}

void root_between(struct root *between, struct root *a, struct root *b, struct root_scratch *s)
{
    while (compare_ends(a, b, s) >= 0) {
        root_refine(a, a->bits + 1, s);
        root_refine(b, b->bits + 1, s);
    }
    between->exact = true;
    between->bits = (a->bits < b->bits ? b->bits : a->bits) + 1;
    mpz_add_ui(s->x, a->x, !a->exact);
    mpz_mul_2exp(between->x, s->x, between->bits - 1 - a->bits);
    mpz_mul_2exp(s->x, b->x, between->bits - 1 - b->bits);
    mpz_add(between->x, between->x, s->x);
}

/* ---- Quotients ---- */

/* Whether b[1], ..., b[n] differ from b[0] by less than 2^-51 |unit|. */
static bool narrow(mpz_t *b, int n, const mpz_t unit, mpz_t t)
{
    for (int i = 1; i <= n; i++) {
        mpz_sub(t, b[i], b[0]);
        if (mpz_sgn(t) && mpz_sizeinbase(t, 2) + 52 > mpz_sizeinbase(unit, 2)) return false;
    }
    return true;
}

/* Error of the quotient of the first Bernstein coefficients. They are off the values at r by less than the
 * largest difference from the others, less than 2^-51 of the denominator: that changes a quotient of at most
 * 1 by 2^-51 each. mpz_get_d_2exp cuts off less than 2^-52 of either, the division rounds by 2^-53 (clamping
 * brings it nearer). All in all 13 * 2^-53 and terms of second order, below 2^-49. */
double root_ratio(struct root *r, const struct poly *num, const struct poly *den, struct root_scratch *s)
{
    const int larger = num->degree > den->degree ? num->degree : den->degree;
    const int degree = larger < 2 ? 2 : larger;
    for (;;) {
        hull(s->hull, r, num, degree, s);
        hull(s->other, r, den, degree, s);
        if (r->exact) break;
        if (mpz_sgn(s->other[0]) && narrow(s->hull, degree, s->other[0], s->x) &&
            narrow(s->other, degree, s->other[0], s->x))
            break;
        root_refine(r, 2 * r->bits + 1, s);
    }
    long num_exponent, den_exponent;
    double n = mpz_get_d_2exp(&num_exponent, s->hull[0]), d = mpz_get_d_2exp(&den_exponent, s->other[0]);
    double q = ldexp(n / d, (int)(num_exponent - den_exponent));
    return q < 0 ? 0 : q > 1 ? 1 : q;
}
