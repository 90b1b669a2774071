/* Integers of fixed width against GMP, at the largest and smallest limbs they may have. */
#include "../../lib/gen/rng.h"
#include "../../lib/num/limbs.h"
#include "../tap.h"
#include <gmp.h>
#include <math.h>

enum { MAX = 12 };

static struct rng rng;

/* A number of n limbs with the highest limb at most 2^top in absolute value: limbs at random, all bits set,
 * or none, so that carries run far. */
static void draw(int64_t *a, int n, int top)
{
    for (int i = 0; i < n; i++) {
        const uint64_t bits = rng_next(&rng) & (uint64_t)LIMBS_MASK;
        const unsigned kind = rng_below(&rng, 4);
        a[i] = kind == 0 ? 0 : kind == 1 ? LIMBS_MASK : (int64_t)bits;
    }
    const int64_t limit = INT64_C(1) << top;
    const int64_t extreme[] = {limit, -limit, 0, -1, a[n - 1] % limit, -(a[n - 1] % limit)};
    a[n - 1] = extreme[rng_below(&rng, 6)];
}

static void to_mpz(mpz_t z, const int64_t *a, int n)
{
    mpz_set_si(z, a[n - 1]);
    for (int i = n - 2; i >= 0; i--) {
        mpz_mul_2exp(z, z, LIMBS_BITS);
        mpz_add_ui(z, z, (unsigned long)a[i]);
    }
}

/* Whether a is z and has the form that all but the highest limb are in [0, 2^60). */
static int is(const int64_t *a, int n, const mpz_t z)
{
    int right = 1;
    mpz_t own;
    mpz_init(own);
    to_mpz(own, a, n);
    right &= mpz_cmp(own, z) == 0;
    for (int i = 0; i < n - 1; i++) right &= a[i] >= 0 && a[i] <= LIMBS_MASK;
    mpz_clear(own);
    return right;
}

static void sums(void)
{
    int wrong = 0;
    mpz_t x, y, z;
    mpz_inits(x, y, z, NULL);
    for (int i = 0; i < 20000; i++) {
        const int n = rng_int(&rng, 1, MAX);
        int64_t a[MAX], b[MAX], r[MAX];
        draw(a, n, 60), draw(b, n, 60);
        to_mpz(x, a, n), to_mpz(y, b, n);
        limbs_add(r, a, b, n);
        mpz_add(z, x, y);
        wrong += !is(r, n, z);
        limbs_sub(r, a, b, n);
        mpz_sub(z, x, y);
        wrong += !is(r, n, z) || limbs_sign(r, n) != mpz_sgn(z);
        /* limbs of one number all negated */
        for (int k = 0; k < n; k++) r[k] = -b[k];
        limbs_sub(r, a, r, n);
        mpz_add(z, x, y);
        wrong += !is(r, n, z);
    }
    mpz_clears(x, y, z, NULL);
    ok(!wrong, "sums, differences and signs");
}

static void products(void)
{
    int wrong = 0;
    mpz_t x, y, z;
    mpz_inits(x, y, z, NULL);
    for (int i = 0; i < 20000; i++) {
        const int na = rng_int(&rng, 1, MAX / 2), nb = rng_int(&rng, 1, MAX / 2);
        int64_t a[MAX], b[MAX], r[MAX];
        limbs_wide sum = 0;
        draw(a, na, 60), draw(b, nb, 59);
        for (int k = 0; k < na + nb - 1; k++) {
            sum += limbs_column(a, na, b, nb, k);
            r[k] = limbs_shift(&sum);
        }
        r[na + nb - 1] = (int64_t)sum;
        to_mpz(x, a, na), to_mpz(y, b, nb);
        mpz_mul(z, x, y);
        wrong += !is(r, na + nb, z);
    }
    mpz_clears(x, y, z, NULL);
    ok(!wrong, "products by columns");
}

static void combinations(void)
{
    int wrong = 0;
    mpz_t x, y;
    mpz_inits(x, y, NULL);
    for (int i = 0; i < 20000; i++) {
        const int n = rng_int(&rng, 1, MAX - 1);
        int64_t a[MAX], b[MAX], r[MAX];
        draw(a, n, 62), draw(b, n, 62);
        const uint64_t d = (uint64_t)1 << rng_int(&rng, 0, 60),
                       t = rng_below(&rng, 8) ? rng_next(&rng) % d : d;
        limbs_combine(r, d - t, a, t, b, n);
        to_mpz(x, a, n), to_mpz(y, b, n);
        mpz_mul_ui(x, x, d - t);
        mpz_addmul_ui(x, y, t);
        wrong += !is(r, n + 1, x);
    }
    mpz_clears(x, y, NULL);
    ok(!wrong, "sums of two numbers with weights");
}

static void doubles(void)
{
    int wrong = 0;
    mpq_t x, y;
    mpq_inits(x, y, NULL);
    for (int i = 0; i < 20000; i++) {
        const int n = rng_int(&rng, 1, MAX);
        int64_t a[MAX];
        draw(a, n, rng_int(&rng, 0, 62));
        const double d = limbs_to_double(a, n);
        to_mpz(mpq_numref(x), a, n);
        mpq_set_d(y, d);
        mpq_sub(y, y, x);
        mpq_abs(y, y), mpq_abs(x, x);
        mpq_mul_2exp(y, y, 50);
        wrong += mpq_cmp(y, x) > 0 || (d > 0) - (d < 0) != limbs_sign(a, n) || (d == 0 && signbit(d));
    }
    mpq_clears(x, y, NULL);
    ok(!wrong, "doubles are off by 2^-50 at most and keep the sign");
}

int main(void)
{
    rng = rng_at(rng_key("limbs", 0, 1), 0);
    sums();
    products();
    combinations();
    doubles();
    return tap_done();
}
