/* Isolation of the roots of a polynomial in [0, 1] by Descartes' rule of signs and bisection. */
#include "root.h"

/* Removes the factor x from f until f(0) is not 0. */
static void divide_by_x(struct poly *f)
{
    while (!mpz_sgn(f->c[0])) {
        for (int i = 0; i < f->degree; i++) mpz_swap(f->c[i], f->c[i + 1]);
        f->degree--;
    }
}

/* f = f / (x - 1) by Horner's scheme; f(1) is 0. */
static void divide_by_x_minus_1(struct poly *f)
{
    for (int i = f->degree - 1; i > 0; i--) mpz_add(f->c[i], f->c[i], f->c[i + 1]);
    mpz_set_ui(f->c[0], 0);
    for (int i = 0; i < f->degree; i++) mpz_swap(f->c[i], f->c[i + 1]);
    f->degree--;
}

/* Sign changes in the Bernstein coefficients of p on [0, 1]. By Descartes' rule there are as many roots in
 * (0, 1), with their multiplicity, or less by an even number: 0 and 1 are exact. */
static int variations(const struct poly *p, struct root_scratch *s)
{
    static const unsigned char weights[POLY_MAX_DEGREE + 1][POLY_MAX_DEGREE + 1][POLY_MAX_DEGREE + 1] = {
        /* weights[n][i][j]: b_i = sum over j of weights * c_j, up to a positive factor */
        {{1}},
        {{1}, {1, 1}},
        {{1}, {2, 1}, {1, 1, 1}},
        {{1}, {3, 1}, {3, 2, 1}, {1, 1, 1, 1}},
    };
    int last = mpz_sgn(p->c[0]), changes = 0;
    for (int i = 1; i <= p->degree; i++) {
        const unsigned char *w = weights[p->degree][i];
        mpz_set(s->x, p->c[i]);
        for (int j = 0; j < i; j++) mpz_addmul_ui(s->x, p->c[j], w[j]);
        int sign = mpz_sgn(s->x);
        changes += sign * last < 0;
        if (sign) last = sign;
    }
    return changes;
}

/* left, right = p on the two halves of [0, 1], each as a polynomial on [0, 1], times 2^degree. */
static void halve(const struct poly *p, struct poly *left, struct poly *right)
{
    int n = p->degree;
    poly_copy(left, p);
    for (int i = 0; i < n; i++) mpz_mul_2exp(left->c[i], left->c[i], (unsigned long)(n - i));
    poly_copy(right, left); /* right(x) = left(x + 1) */
    for (int k = 0; k < n; k++)
        for (int i = n - 1; i >= k; i--) mpz_add(right->c[i], right->c[i], right->c[i + 1]);
}

static int isolate_inside(struct poly *f, struct root *const out[], struct root_scratch *s);

/* f is 0 at x / 2^bits, x odd: takes this root out of f, which is squarefree, and starts again without it. */
static int split_off(struct poly *f, const mpz_t x, unsigned long bits, struct root *const out[],
                     struct root_scratch *s)
{
    struct poly *factor = &s->gcd;
    mpz_set(out[0]->x, x);
    out[0]->bits = bits;
    out[0]->exact = true;
    for (int i = 2; i <= POLY_MAX_DEGREE; i++) mpz_set_ui(factor->c[i], 0);
    mpz_set_ui(factor->c[1], 1);
    mpz_mul_2exp(factor->c[1], factor->c[1], bits);
    mpz_neg(factor->c[0], x);
    factor->degree = 1;
    poly_divide(f, factor, &s->poly);
    return 1 + isolate_inside(f, out + 1, s);
}

/* The roots of f in (0, 1); f is not 0 at 0 and 1. Bisects until each root is alone. The variations of two
 * halves sum up to at most that of the whole, 3, so at most one of them has more than one; and a squarefree
 * polynomial has at most one on each interval that is short against the distances of its roots in the complex
 * plane (the theorem of the two circles), so this ends. */
static int isolate_inside(struct poly *f, struct root *const out[], struct root_scratch *s)
{
    struct poly *whole = &s->cell[0], *left = &s->cell[1], *right = &s->cell[2];
    unsigned long bits = 0;
    int n = 0, here = variations(f, s);
    mpz_set_ui(s->cell_x, 0);
    if (here == 1) root_set_cell(out[n++], f, s->cell_x, 0, s);
    if (here < 2) return n;
    poly_make_squarefree(f, &s->poly);
    poly_copy(whole, f);
    while (here > 1) {
        halve(whole, left, right);
        mpz_mul_2exp(s->cell_x, s->cell_x, 1);
        mpz_add_ui(s->middle, s->cell_x, 1);
        bits++;
        if (!mpz_sgn(right->c[0])) return split_off(f, s->middle, bits, out, s);
        int below = variations(left, s), above = variations(right, s);
        if (below == 1) root_set_cell(out[n++], f, s->cell_x, bits, s);
        if (above == 1) root_set_cell(out[n++], f, s->middle, bits, s);
        struct poly **rest = above > 1 ? &right : &left, *next = *rest;
        if (above > 1) mpz_swap(s->cell_x, s->middle);
        here = above > 1 ? above : below;
        *rest = whole;
        whole = next;
    }
    return n;
}

int root_isolate(struct poly *f, struct root *const out[], struct root_scratch *s)
{
    int n = 0;
    if (!mpz_sgn(f->c[0])) {
        root_set_exact(out[n++], 0);
        divide_by_x(f);
    }
    if (!poly_sign_at_1(f, &s->poly)) root_set_exact(out[n++], 1);
    while (!poly_sign_at_1(f, &s->poly)) divide_by_x_minus_1(f);
    return n + isolate_inside(f, out + n, s);
}
