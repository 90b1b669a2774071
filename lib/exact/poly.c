#include "poly.h"

void poly_init(struct poly *p)
{
    p->degree = -1;
    for (int i = 0; i <= POLY_MAX_DEGREE; i++) mpz_init(p->c[i]);
}

void poly_clear(struct poly *p)
{
    for (int i = 0; i <= POLY_MAX_DEGREE; i++) mpz_clear(p->c[i]);
}

void poly_scratch_init(struct poly_scratch *scratch)
{
    mpz_init(scratch->a);
    mpz_init(scratch->b);
    poly_init(&scratch->r);
    poly_init(&scratch->s);
    poly_init(&scratch->t);
}

void poly_scratch_clear(struct poly_scratch *scratch)
{
    mpz_clear(scratch->a);
    mpz_clear(scratch->b);
    poly_clear(&scratch->r);
    poly_clear(&scratch->s);
    poly_clear(&scratch->t);
}

void poly_trim(struct poly *p)
{
    p->degree = POLY_MAX_DEGREE;
    while (p->degree >= 0 && !mpz_sgn(p->c[p->degree])) p->degree--;
}

void poly_copy(struct poly *to, const struct poly *from)
{
    to->degree = from->degree;
    for (int i = 0; i <= POLY_MAX_DEGREE; i++) mpz_set(to->c[i], from->c[i]);
}

static void poly_swap(struct poly *p, struct poly *q)
{
    int degree = p->degree;
    p->degree = q->degree;
    q->degree = degree;
    for (int i = 0; i <= POLY_MAX_DEGREE; i++) mpz_swap(p->c[i], q->c[i]);
}

void poly_at(mpz_t value, const struct poly *p, const mpz_t x, unsigned long bits,
             struct poly_scratch *scratch)
{
    int n = p->degree;
    mpz_set(value, p->c[n]);
    for (int i = n - 1; i >= 0; i--) {
        mpz_mul(value, value, x);
        mpz_mul_2exp(scratch->a, p->c[i], bits * (unsigned long)(n - i));
        mpz_add(value, value, scratch->a);
    }
}

int poly_sign_at_1(const struct poly *p, struct poly_scratch *scratch)
{
    mpz_set_ui(scratch->a, 0);
    for (int i = 0; i <= p->degree; i++) mpz_add(scratch->a, scratch->a, p->c[i]);
    return mpz_sgn(scratch->a);
}

/* Divides the coefficients by their greatest common divisor. */
static void make_primitive(struct poly *p, struct poly_scratch *scratch)
{
    mpz_set_ui(scratch->a, 0);
    for (int i = 0; i <= p->degree; i++) mpz_gcd(scratch->a, scratch->a, p->c[i]);
    for (int i = 0; i <= p->degree; i++) mpz_divexact(p->c[i], p->c[i], scratch->a);
}

/* One step of a long division without fractions: r = lead(d) r - lead(r) x^shift d, shift = degree(r) -
 * degree(d) >= 0. Leaves lead(r) of before in scratch->b. */
static void division_step(struct poly *r, const struct poly *d, struct poly_scratch *scratch)
{
    int shift = r->degree - d->degree;
    mpz_set(scratch->b, r->c[r->degree]);
    for (int i = 0; i < r->degree; i++) {
        mpz_mul(r->c[i], r->c[i], d->c[d->degree]);
        if (i >= shift) mpz_submul(r->c[i], scratch->b, d->c[i - shift]);
    }
    mpz_set_ui(r->c[r->degree], 0);
    poly_trim(r);
}

/* Euclid's algorithm. The factors lead(d) change a common divisor by rationals only. */
void poly_gcd(struct poly *h, const struct poly *f, const struct poly *g, struct poly_scratch *scratch)
{
    struct poly *r = &scratch->r;
    poly_copy(h, f);
    poly_copy(r, g);
    while (r->degree >= 0) {
        while (h->degree >= r->degree) division_step(h, r, scratch);
        poly_swap(h, r);
    }
}

void poly_divide(struct poly *f, const struct poly *h, struct poly_scratch *scratch)
{
    struct poly *quotient = &scratch->s;
    for (int i = 0; i <= POLY_MAX_DEGREE; i++) mpz_set_ui(quotient->c[i], 0);
    while (f->degree >= h->degree) {
        int shift = f->degree - h->degree;
        division_step(f, h, scratch);
        for (int i = shift + 1; i <= POLY_MAX_DEGREE; i++)
            mpz_mul(quotient->c[i], quotient->c[i], h->c[h->degree]);
        mpz_set(quotient->c[shift], scratch->b);
    }
    poly_trim(quotient);
    poly_swap(f, quotient);
    make_primitive(f, scratch);
}

/* f / gcd(f, f') has each root of f once. */
void poly_make_squarefree(struct poly *f, struct poly_scratch *scratch)
{
    if (f->degree < 2) return;
    struct poly *derivative = &scratch->s, *h = &scratch->t;
    for (int i = 0; i < POLY_MAX_DEGREE; i++) mpz_mul_ui(derivative->c[i], f->c[i + 1], (unsigned)i + 1);
    mpz_set_ui(derivative->c[POLY_MAX_DEGREE], 0);
    poly_trim(derivative);
    poly_gcd(h, f, derivative, scratch);
    if (h->degree > 0) poly_divide(f, h, scratch);
}
