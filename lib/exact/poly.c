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

/* Lets the degree fall to the highest coefficient that is not 0, from where it is. */
static void trim(struct poly *p)
{
    while (p->degree >= 0 && !mpz_sgn(p->c[p->degree])) p->degree--;
}

void poly_trim(struct poly *p)
{
    p->degree = POLY_MAX_DEGREE;
    trim(p);
}

void poly_set_zero(struct poly *p)
{
    for (; p->degree >= 0; p->degree--) mpz_set_ui(p->c[p->degree], 0);
}

void poly_copy(struct poly *to, const struct poly *from)
{
    for (; to->degree > from->degree; to->degree--) mpz_set_ui(to->c[to->degree], 0);
    to->degree = from->degree;
    for (int i = 0; i <= from->degree; i++) mpz_set(to->c[i], from->c[i]);
}

static void poly_swap(struct poly *p, struct poly *q)
{
    int degree = p->degree, last = degree > q->degree ? degree : q->degree;
    p->degree = q->degree;
    q->degree = degree;
    for (int i = 0; i <= last; i++) mpz_swap(p->c[i], q->c[i]);
}

void poly_add_product(struct poly *sum, int factor, const struct poly *p, const struct poly *q)
{
    for (int i = 0; i <= p->degree; i++)
        for (int j = 0; j <= q->degree; j++)
            (factor < 0 ? mpz_submul : mpz_addmul)(sum->c[i + j], p->c[i], q->c[j]);
    poly_trim(sum);
}

void poly_scale(struct poly *p, const mpz_t factor)
{
    for (int i = 0; i <= p->degree; i++) mpz_mul(p->c[i], p->c[i], factor);
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
    trim(r);
}

/* Euclid's algorithm. The factors lead(d) change a common divisor by rationals only. They make remainders
 * grow, twice and more as long with each: long chains take common factors out. */
void poly_gcd(struct poly *h, const struct poly *f, const struct poly *g, struct poly_scratch *scratch)
{
    struct poly *r = &scratch->r;
    poly_copy(h, f);
    poly_copy(r, g);
    while (r->degree >= 0) {
        while (h->degree >= r->degree) division_step(h, r, scratch);
        if (h->degree >= 3) make_primitive(h, scratch);
        poly_swap(h, r);
    }
}

void poly_divide(struct poly *f, const struct poly *h, struct poly_scratch *scratch)
{
    struct poly *quotient = &scratch->s;
    const int degree = f->degree - h->degree;
    poly_set_zero(quotient);
    while (f->degree >= h->degree) {
        int shift = f->degree - h->degree;
        division_step(f, h, scratch);
        for (int i = shift + 1; i <= degree; i++) mpz_mul(quotient->c[i], quotient->c[i], h->c[h->degree]);
        mpz_set(quotient->c[shift], scratch->b);
    }
    quotient->degree = degree;
    poly_swap(f, quotient);
    make_primitive(f, scratch);
}

/* f / gcd(f, f') has each root of f once. */
void poly_make_squarefree(struct poly *f, struct poly_scratch *scratch)
{
    if (f->degree < 2) return;
    struct poly *derivative = &scratch->s, *h = &scratch->t;
    poly_set_zero(derivative);
    derivative->degree = f->degree - 1;
    for (int i = 0; i < f->degree; i++) mpz_mul_ui(derivative->c[i], f->c[i + 1], (unsigned)i + 1);
    poly_gcd(h, f, derivative, scratch);
    if (h->degree > 0) poly_divide(f, h, scratch);
}
