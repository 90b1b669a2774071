/* Roots as exact numbers: isolation, order, signs and quotients of other polynomials there, for polynomials
 * whose roots are known fractions, also double and triple ones, and for square roots of fractions.
 * CCDQ_LONG=1 draws a hundred times as much. */
#include "../../lib/exact/root.h"
#include "../../lib/gen/rng.h"
#include "../tap.h"
#include <math.h>
#include <stdlib.h>

enum { MAX_ROOTS = POLY_MAX_DEGREE };

static struct root_scratch scratch;
static struct root pool[2 * MAX_ROOTS], *roots[2 * MAX_ROOTS];
static struct root middle;
static struct poly f, g, h;

/* num / den, den > 0 */
struct fraction {
    long num, den;
};

static int order(struct fraction a, struct fraction b)
{
    const long left = a.num * b.den, right = b.num * a.den; /* below 2^42 */
    return (left > right) - (left < right);
}

/* From -1/4 to 5/4; half of them of a small denominator, so that equal ones are not rare. */
static struct fraction draw_fraction(struct rng *rng)
{
    const int den = rng_int(rng, 1, rng_below(rng, 2) ? 8 : 1 << 20);
    return (struct fraction){rng_int(rng, -den / 4, den + den / 4), den};
}

static void set(struct poly *p, long c0, long c1, long c2)
{
    poly_set_zero(p);
    mpz_set_si(p->c[0], c0);
    mpz_set_si(p->c[1], c1);
    mpz_set_si(p->c[2], c2);
    poly_trim(p);
}

/* p = p (den x - num) */
static void multiply(struct poly *p, struct fraction root)
{
    for (int i = POLY_MAX_DEGREE; i >= 0; i--) {
        mpz_mul_si(p->c[i], p->c[i], -root.num);
        if (i > 0) mpz_addmul_ui(p->c[i], p->c[i - 1], (unsigned long)root.den);
    }
    poly_trim(p);
}

static int sign_of_line(struct root *r, struct fraction zero)
{
    set(&h, -zero.num, zero.den, 0);
    return root_sign(r, &h, &scratch);
}

/* f = a product of one to six factors; known = its distinct roots in [0, 1], ascending. Returns their
 * count. */
static int draw_product(struct rng *rng, struct fraction known[MAX_ROOTS])
{
    const int degree = rng_int(rng, 1, MAX_ROOTS);
    int n = 0;
    set(&f, rng_below(rng, 2) ? 1 : -3, 0, 0);
    for (int i = 0; i < degree; i++) {
        const struct fraction root = draw_fraction(rng);
        int k = n;
        multiply(&f, root);
        while (k > 0 && order(root, known[k - 1]) < 0) k--;
        if (root.num < 0 || root.num > root.den || (k > 0 && !order(root, known[k - 1]))) continue;
        for (int j = n++; j > k; j--) known[j] = known[j - 1];
        known[k] = root;
    }
    return n;
}

/* out = the roots of f, ascending. Returns false if their number is not n. */
static bool isolate(struct root **out, int n)
{
    if (root_isolate(&f, out, &scratch) != n) return false;
    for (int i = 1; i < n; i++)
        for (int k = i; k > 0 && root_compare(out[k], out[k - 1], &scratch) < 0; k--) {
            struct root *swap = out[k];
            out[k] = out[k - 1];
            out[k - 1] = swap;
        }
    return true;
}

/* ---- Properties of one draw ---- */

static bool isolates(struct rng *rng)
{
    struct fraction known[MAX_ROOTS];
    const int n = draw_product(rng, known);
    if (!isolate(roots, n)) return false;
    for (int i = 0; i < n; i++) {
        const struct fraction other = draw_fraction(rng);
        if (sign_of_line(roots[i], known[i]) != 0) return false;
        if (sign_of_line(roots[i], other) != order(known[i], other)) return false;
    }
    return true;
}

static bool compares(struct rng *rng)
{
    struct fraction a[MAX_ROOTS], b[MAX_ROOTS];
    const int n = draw_product(rng, a);
    if (!isolate(roots, n)) return false;
    const int m = draw_product(rng, b);
    if (!isolate(roots + MAX_ROOTS, m)) return false;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            if (root_compare(roots[i], roots[MAX_ROOTS + j], &scratch) != order(a[i], b[j])) return false;
    return true;
}

static bool finds_between(struct rng *rng)
{
    struct fraction known[MAX_ROOTS];
    const int n = draw_product(rng, known);
    if (!isolate(roots, n)) return false;
    for (int i = 1; i < n; i++) {
        root_between(&middle, roots[i - 1], roots[i], &scratch);
        if (sign_of_line(&middle, known[i - 1]) <= 0 || sign_of_line(&middle, known[i]) >= 0) return false;
    }
    return true;
}

static bool signs_of_products(struct rng *rng)
{
    struct fraction known[MAX_ROOTS];
    const int n = draw_product(rng, known);
    if (!isolate(roots, n)) return false;
    for (int i = 0; i < n; i++) {
        int expected = 1;
        set(&g, 1, 0, 0);
        for (int factors = rng_int(rng, 1, POLY_MAX_DEGREE); factors; factors--) {
            const struct fraction a = rng_below(rng, 6) ? draw_fraction(rng) : known[i];
            multiply(&g, a);
            expected *= order(known[i], a);
        }
        if (root_sign(roots[i], &g, &scratch) != expected) return false;
    }
    return true;
}

/* r = the square root of a / b, not a fraction for most a and b. */
static bool square_roots(struct rng *rng)
{
    const long b = rng_int(rng, 2, 1 << 15), a = rng_int(rng, 1, (int)b - 1), k = rng_int(rng, 1, 1 << 15);
    const struct fraction c = draw_fraction(rng);
    set(&f, -a, 0, b);
    if (rng_below(rng, 2)) multiply(&f, (struct fraction){-1, 3}); /* the same root of a cubic */
    if (root_isolate(&f, roots, &scratch) != 1) return false;
    struct root *r = roots[0];
    /* c^2 b against a, all below 2^57 */
    const long difference = a * c.den * c.den - b * c.num * c.num;
    const int expected = c.num < 0 ? 1 : (difference > 0) - (difference < 0);
    if (sign_of_line(r, c) != expected) return false;
    for (long epsilon = -1; epsilon <= 1; epsilon++) {
        set(&g, -(a * k + epsilon), 0, b * k);
        if (root_sign(r, &g, &scratch) != -epsilon) return false;
    }
    return true;
}

/* n / (n + m) at a root, with n and m lines that are not negative there, not both 0. */
static bool quotients(struct rng *rng)
{
    struct fraction known[MAX_ROOTS];
    const int count = draw_product(rng, known);
    if (!isolate(roots, count)) return false;
    for (int i = 0; i < count; i++) {
        const struct fraction r = known[i], a = draw_fraction(rng), b = draw_fraction(rng);
        if (order(a, r) > 0 || order(b, r) >= 0) continue;
        set(&g, -a.num, a.den, 0);
        set(&h, -a.num - b.num, a.den + b.den, 0);
        for (int more = rng_int(rng, 0, 3); more; more--) { /* factors of both */
            multiply(&g, (struct fraction){-more, 3});
            multiply(&h, (struct fraction){-more, 3});
        }
        const double n = (double)(a.den * r.num - a.num * r.den), m = (double)(b.den * r.num - b.num * r.den);
        if (!(fabs(root_ratio(roots[i], &g, &h, &scratch) - n / (n + m)) < 0x1p-49 + 0x1p-52)) return false;
    }
    return true;
}

/* ---- Draws ---- */

static void draw(const char *name, bool (*holds)(struct rng *rng), int draws)
{
    int failed = 0;
    for (int i = 0; i < draws; i++) {
        struct rng rng = rng_at(rng_key(name, 0, 1), (uint64_t)i);
        if (!holds(&rng) && !failed++) diag("draw %d", i);
    }
    ok(!failed, "%s: %d draws", name, draws);
}

int main(void)
{
    const int draws = getenv("CCDQ_LONG") ? 1000000 : 10000;
    root_scratch_init(&scratch);
    poly_init(&f);
    poly_init(&g);
    poly_init(&h);
    for (int i = 0; i < 2 * MAX_ROOTS; i++) {
        root_init(&pool[i]);
        roots[i] = &pool[i];
    }
    root_init(&middle);
    draw("all roots in [0, 1] are found", isolates, draws);
    draw("roots of two polynomials have their order", compares, draws);
    draw("a number between two roots is between them", finds_between, draws);
    draw("signs of products of one to six factors", signs_of_products, draws);
    draw("square roots, and polynomials that are almost 0 there", square_roots, draws);
    draw("quotients are accurate", quotients, draws);
    for (int i = 0; i < 2 * MAX_ROOTS; i++) root_clear(&pool[i]);
    root_clear(&middle);
    poly_clear(&f);
    poly_clear(&g);
    poly_clear(&h);
    root_scratch_clear(&scratch);
    return tap_done();
}
