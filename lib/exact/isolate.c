/* Isolation of the roots of a polynomial in [0, 1] by Descartes' rule of signs and bisection. */
#include "root.h"

static const unsigned char binomial[POLY_MAX_DEGREE + 1][POLY_MAX_DEGREE + 1] = {
    {1}, {1, 1}, {1, 2, 1}, {1, 3, 3, 1}, {1, 4, 6, 4, 1}, {1, 5, 10, 10, 5, 1}, {1, 6, 15, 20, 15, 6, 1},
};

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
    const int n = p->degree;
    int last = mpz_sgn(p->c[0]), changes = 0;
    for (int i = 1; i <= n; i++) {
        /* binomial(n, i) times coefficient i = the sum over j <= i of binomial(n - j, i - j) c_j */
        mpz_set(s->x, p->c[i]);
        for (int j = 0; j < i; j++) mpz_addmul_ui(s->x, p->c[j], binomial[n - j][i - j]);
        int sign = mpz_sgn(s->x);
        changes += sign * last < 0;
        if (sign) last = sign;
    }
    return changes;
}

/* left = left on [0, 1/2], right = left on [1/2, 1], each as a polynomial on [0, 1], times 2^degree. */
static void halve(struct poly *left, struct poly *right)
{
    int n = left->degree;
    for (int i = 0; i < n; i++) mpz_mul_2exp(left->c[i], left->c[i], (unsigned long)(n - i));
    poly_copy(right, left); /* right(x) = left(x + 1) */
    for (int k = 0; k < n; k++)
        for (int i = n - 1; i >= k; i--) mpz_add(right->c[i], right->c[i], right->c[i + 1]);
}

static void swap_cells(struct cell *a, struct cell *b)
{
    const struct cell other = *a;
    *a = *b;
    *b = other;
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
    poly_set_zero(factor);
    mpz_set_ui(factor->c[1], 1);
    mpz_mul_2exp(factor->c[1], factor->c[1], bits);
    mpz_neg(factor->c[0], x);
    factor->degree = 1;
    poly_divide(f, factor, &s->poly);
    return 1 + isolate_inside(f, out + 1, s);
}

/* Bisection has no end where a polynomial has a double root; but most roots are alone after a few steps, and
 * to make a polynomial squarefree costs more than these. */
enum { BITS_BEFORE_SQUAREFREE = 5 };

/* Bisects (0, 1), where f has two variations at least, until each root is alone; it may do so when f is
 * squarefree. Returns the number of roots, or -1 where f is not and must be: for a zero in the middle of a
 * cell, or after many steps.
 *
 * The cells that are left to bisect have two variations each at least, and the variations of two halves sum
 * up to at most that of the whole: so there are at most half the degree of f of them, and the halves of one.
 * A cell of one variation has one simple root. A squarefree polynomial has at most one variation on each
 * interval that is short against the distances of its roots in the complex plane (the theorem of the two
 * circles), so this ends. */
static int bisect(struct poly *f, bool squarefree, struct root *const out[], struct root_scratch *s)
{
    int n = 0, cells = 1;
    poly_copy(&s->cell[0].f, f);
    mpz_set_ui(s->cell[0].x, 0);
    s->cell[0].bits = 0;
    while (cells) {
        struct cell *below = &s->cell[cells - 1], *above = &s->cell[cells];
        if (!squarefree && below->bits == BITS_BEFORE_SQUAREFREE) return -1;
        halve(&below->f, &above->f);
        mpz_mul_2exp(below->x, below->x, 1);
        mpz_add_ui(above->x, below->x, 1);
        above->bits = ++below->bits;
        if (!mpz_sgn(above->f.c[0])) return squarefree ? split_off(f, above->x, above->bits, out, s) : -1;
        const int in_below = variations(&below->f, s), in_above = variations(&above->f, s);
        if (in_below == 1) root_set_cell(out[n++], f, below->x, below->bits, s);
        if (in_above == 1) root_set_cell(out[n++], f, above->x, above->bits, s);
        if (in_below < 2) swap_cells(below, above);
        cells += (in_below > 1) + (in_above > 1) - 1;
    }
    return n;
}

/* The roots of f in (0, 1); f is not 0 at 0 and 1. */
static int isolate_inside(struct poly *f, struct root *const out[], struct root_scratch *s)
{
    const int here = variations(f, s);
    mpz_set_ui(s->cell[0].x, 0);
    if (here == 1) root_set_cell(out[0], f, s->cell[0].x, 0, s);
    if (here < 2) return here;
    const int n = bisect(f, false, out, s);
    if (n >= 0) return n;
    poly_make_squarefree(f, &s->poly);
    return bisect(f, true, out, s);
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
