/* One pair of points in rational arithmetic: whether they meet, and when. */
#include "exact_gap.h"
#include <gmp.h>
#include <math.h>

/* x y z, vx vy vz, each times the weight, and the weight. */
enum { WEIGHT = 6, COMPONENTS = 7, SIDE = CCDQ_MAX_DEGREE + 1 };
struct exact_point {
    mpq_t c[COMPONENTS];
};

static void point_init(struct exact_point *p)
{
    for (int c = 0; c < COMPONENTS; c++) mpq_init(p->c[c]);
}

static void point_clear(struct exact_point *p)
{
    for (int c = 0; c < COMPONENTS; c++) mpq_clear(p->c[c]);
}

/* power[k] = f^k (1 - f)^(n - k) times n over k, for k = 0 .. n. */
static void bernstein(const mpq_t f, int n, mpq_t *power)
{
    mpz_t factor, rest;
    mpz_init(factor), mpz_init(rest);
    mpz_sub(rest, mpq_denref(f), mpq_numref(f));
    for (int k = 0; k <= n; k++) {
        mpz_ptr numerator = mpq_numref(power[k]);
        mpz_pow_ui(numerator, mpq_numref(f), (unsigned long)k);
        mpz_pow_ui(factor, rest, (unsigned long)(n - k));
        mpz_mul(numerator, numerator, factor);
        mpz_bin_uiui(factor, (unsigned long)n, (unsigned long)k);
        mpz_mul(numerator, numerator, factor);
        mpz_pow_ui(mpq_denref(power[k]), mpq_denref(f), (unsigned long)n);
        mpq_canonicalize(power[k]);
    }
    mpz_clear(factor), mpz_clear(rest);
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
    mpq_add(p->c[WEIGHT], p->c[WEIGHT], weight);
    mpq_clear(weight), mpq_clear(x);
}

/* The point with parameters u and v, or v and q on a triangle: v^i u^j w^(n-i-j) is v^i (1 - v)^(n-i) times
 * q^j (1 - q)^(n-i-j). */
static void evaluate(const struct ccdq_patch *patch, mpq_t at[2], struct exact_point *p)
{
    const int m = patch->shape.degree[0], n = patch->shape.degree[1];
    mpq_t along_u[SIDE], along_v[SIDE], factor;
    for (int i = 0; i < SIDE; i++) mpq_init(along_u[i]), mpq_init(along_v[i]);
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
    for (int c = 0; c < 6; c++) mpq_div(p->c[c], p->c[c], p->c[WEIGHT]);
    for (int i = 0; i < SIDE; i++) mpq_clear(along_u[i]), mpq_clear(along_v[i]);
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

/* gap = the difference of the points with these parameters. */
static void gap_init(const struct ccdq_patch_query *q, mpq_t at[4], struct exact_point *gap)
{
    struct exact_point other;
    point_init(gap), point_init(&other);
    evaluate(&q->patch[0], at, gap);
    evaluate(&q->patch[1], at + 2, &other);
    for (int c = 0; c < 6; c++) mpq_sub(gap->c[c], gap->c[c], other.c[c]);
    point_clear(&other);
}

bool exact_contact(const struct ccdq_patch_query *q, const struct fraction at[4], double *time)
{
    struct exact_point gap;
    mpq_t t, parameter[4];
    mpq_init(t);
    for (int k = 0; k < 4; k++) {
        mpq_init(parameter[k]);
        mpq_set_ui(parameter[k], (unsigned long)at[k].numerator, (unsigned long)at[k].denominator);
        mpq_canonicalize(parameter[k]);
    }
    gap_init(q, parameter, &gap);
    const bool meets = meets_origin(&gap, q->end, t);
    if (meets) *time = rounded(t);
    point_clear(&gap);
    for (int k = 0; k < 4; k++) mpq_clear(parameter[k]);
    mpq_clear(t);
    return meets;
}

/* at[0], at[1] = u and v; of a triangle v and u / (1 - v), or 0 where v is 1. */
static void set_parameters(unsigned domain, const double w[2], mpq_t at[2])
{
    mpq_set_d(at[0], w[domain == CCDQ_TRIANGLE]);
    mpq_set_d(at[1], w[domain != CCDQ_TRIANGLE]);
    if (domain == CCDQ_QUAD || mpq_sgn(at[1]) == 0) return;
    mpq_t rest;
    mpq_init(rest);
    mpq_set_ui(rest, 1, 1);
    mpq_sub(rest, rest, at[0]);
    mpq_div(at[1], at[1], rest);
    mpq_clear(rest);
}

bool exact_apart(const struct ccdq_patch_query *q, const double w[4], double t, double delta, double *largest)
{
    struct exact_point gap;
    mpq_t at[4], time, limit, most;
    for (int k = 0; k < 4; k++) mpq_init(at[k]);
    mpq_init(time), mpq_init(limit), mpq_init(most);
    for (int i = 0; i < 2; i++) set_parameters(q->patch[i].shape.domain, w + 2 * i, at + 2 * i);
    gap_init(q, at, &gap);
    mpq_set_d(time, t);
    mpq_set_d(limit, delta);
    for (int a = 0; a < 3; a++) {
        mpq_mul(gap.c[3 + a], gap.c[3 + a], time);
        mpq_add(gap.c[a], gap.c[a], gap.c[3 + a]);
        mpq_abs(gap.c[a], gap.c[a]);
        if (mpq_cmp(gap.c[a], most) > 0) mpq_set(most, gap.c[a]);
    }
    const bool apart = mpq_cmp(most, limit) > 0;
    *largest = mpq_get_d(most);
    point_clear(&gap);
    for (int k = 0; k < 4; k++) mpq_clear(at[k]);
    mpq_clear(time), mpq_clear(limit), mpq_clear(most);
    return apart;
}
