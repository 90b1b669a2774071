/* One pair of points in rational arithmetic: whether they meet, and when. */
#include "bracket_witness.h"
#include <gmp.h>

/* x y z, vx vy vz, each times the weight, and the weight. */
struct exact_point {
    mpq_t c[NET_COMPONENTS];
};

static void point_init(struct exact_point *p)
{
    for (int c = 0; c < NET_COMPONENTS; c++) mpq_init(p->c[c]);
}

static void point_clear(struct exact_point *p)
{
    for (int c = 0; c < NET_COMPONENTS; c++) mpq_clear(p->c[c]);
}

/* power[k] = f^k (1 - f)^(n - k) times n over k, for k = 0 .. n. */
static void bernstein(struct fraction f, int n, mpq_t *power)
{
    mpz_t binomial, high;
    mpz_init(binomial), mpz_init(high);
    for (int k = 0; k <= n; k++) {
        mpz_ui_pow_ui(mpq_numref(power[k]), (unsigned long)f.numerator, (unsigned long)k);
        mpz_ui_pow_ui(high, (unsigned long)(f.denominator - f.numerator), (unsigned long)(n - k));
        mpz_mul(mpq_numref(power[k]), mpq_numref(power[k]), high);
        mpz_bin_uiui(binomial, (unsigned long)n, (unsigned long)k);
        mpz_mul(mpq_numref(power[k]), mpq_numref(power[k]), binomial);
        mpz_ui_pow_ui(mpq_denref(power[k]), (unsigned long)f.denominator, (unsigned long)n);
        mpq_canonicalize(power[k]);
    }
    mpz_clear(binomial), mpz_clear(high);
}

/* p += factor times control point k. */
static void add_control_point(const struct ccdq_patch *patch, size_t k, const mpq_t factor,
                              struct exact_point *p)
{
    const size_t width = ccdq_shape_width(&patch->shape);
    mpq_t weight, x;
    mpq_init(weight), mpq_init(x);
    mpq_set(weight, factor);
    if (width == 4) {
        mpq_set_d(x, patch->point[k * width + 3]);
        mpq_mul(weight, weight, x);
    }
    for (int c = 0; c < 6; c++) {
        mpq_set_d(x, (c < 3 ? patch->point : patch->velocity)[k * width + (size_t)c % 3]);
        mpq_mul(x, x, weight);
        mpq_add(p->c[c], p->c[c], x);
    }
    mpq_add(p->c[NET_WEIGHT], p->c[NET_WEIGHT], weight);
    mpq_clear(weight), mpq_clear(x);
}

/* The point with parameters u and v, or u and q on a triangle, see bracket_net.h. */
static void evaluate(const struct ccdq_patch *patch, const struct fraction at[2], struct exact_point *p)
{
    const int m = patch->shape.degree[0], n = patch->shape.degree[1];
    mpq_t along_u[NET_SIDE], along_v[NET_SIDE], factor;
    for (int i = 0; i < NET_SIDE; i++) mpq_init(along_u[i]), mpq_init(along_v[i]);
    mpq_init(factor);
    bernstein(at[0], m, along_u);
    size_t k = 0;
    for (int i = 0; i <= m; i++) {
        const int degree = patch->shape.domain == CCDQ_TRIANGLE ? n - i : n;
        bernstein(at[1], degree, along_v);
        for (int j = 0; j <= degree; j++) {
            mpq_mul(factor, along_u[i], along_v[j]);
            add_control_point(patch, k++, factor, p);
        }
    }
    for (int c = 0; c < 6; c++) mpq_div(p->c[c], p->c[c], p->c[NET_WEIGHT]);
    for (int i = 0; i < NET_SIDE; i++) mpq_clear(along_u[i]), mpq_clear(along_v[i]);
    mpq_clear(factor);
}

/* The t of a + t b = 0: 1 and t set, or 0: none, or -1: each. */
static int root(const mpq_t a, const mpq_t b, mpq_t t)
{
    if (mpq_sgn(b) == 0) return mpq_sgn(a) == 0 ? -1 : 0;
    mpq_div(t, a, b);
    mpq_neg(t, t);
    return 1;
}

/* Whether a point at gap.c[0..2] + t gap.c[3..5] is at the origin at some t in [0, end], and the first. */
static bool meets_origin(const struct exact_point *gap, double end, mpq_t t)
{
    mpq_t other;
    bool meets = true, known = false;
    mpq_init(other);
    for (int a = 0; a < 3 && meets; a++) {
        const int roots = root(gap->c[a], gap->c[3 + a], known ? other : t);
        meets = roots && !(known && roots > 0 && !mpq_equal(t, other));
        known |= roots > 0;
    }
    if (!known) mpq_set_ui(t, 0, 1);
    mpq_set_d(other, end);
    meets = meets && mpq_sgn(t) >= 0 && mpq_cmp(t, other) <= 0;
    mpq_clear(other);
    return meets;
}

/* t >= 0 rounded up. */
static double rounded(const mpq_t t)
{
    double d = mpq_get_d(t); /* towards 0 */
    mpq_t back;
    mpq_init(back);
    mpq_set_d(back, d);
    if (mpq_cmp(back, t) < 0) d = nextafter(d, INFINITY);
    mpq_clear(back);
    return d;
}

bool exact_contact(const struct ccdq_patch_query *q, const struct fraction at[4], double *time)
{
    struct exact_point p[2];
    mpq_t t;
    mpq_init(t);
    for (int i = 0; i < 2; i++) {
        point_init(&p[i]);
        evaluate(&q->patch[i], at + 2 * i, &p[i]);
    }
    for (int c = 0; c < 6; c++) mpq_sub(p[0].c[c], p[0].c[c], p[1].c[c]);
    const bool meets = meets_origin(&p[0], q->end, t);
    if (meets) *time = rounded(t);
    for (int i = 0; i < 2; i++) point_clear(&p[i]);
    mpq_clear(t);
    return meets;
}
