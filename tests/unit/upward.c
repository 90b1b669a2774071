/* Intervals that round upward, against MPFR: the results hold all results of numbers in the operands, and are
 * the tightest ones where nothing underflows. CCDQ_LONG=1 draws a hundred times as much. */
#include "../../lib/num/upward.h"
#include "../../lib/gen/rng.h"
#include "../tap.h"
#include <fenv.h>
#include <mpfr.h>
#include <stdlib.h>

static struct rng rng;

enum kind { ANY, TINY, SMALL_WHOLE, KINDS };

static double some_number(enum kind kind)
{
    switch (kind) {
    case ANY:
        return rng_real(&rng, -1, 1) * exp2(rng_int(&rng, -60, 60));
    case TINY:
        return rng_real(&rng, -1, 1) * exp2(rng_int(&rng, -1074, 200));
    default:
        return rng_int(&rng, -4, 4);
    }
}

static struct interval some_interval(enum kind kind)
{
    const double x = some_number(kind);
    double y = some_number(kind);
    if (rng_below(&rng, 4) == 0) y = x;
    if (rng_below(&rng, 4) == 0) y = nextafter(x, INFINITY);
    return x < y ? (struct interval){x, y} : (struct interval){y, x};
}

typedef int exact_operation(mpfr_t, const mpfr_t, const mpfr_t, mpfr_rnd_t);

static int square(mpfr_t z, const mpfr_t x, const mpfr_t y, mpfr_rnd_t rnd)
{
    (void)y;
    return mpfr_sqr(z, x, rnd);
}

static int root(mpfr_t z, const mpfr_t x, const mpfr_t y, mpfr_rnd_t rnd)
{
    (void)y;
    mpfr_t positive;
    mpfr_init2(positive, 53);
    mpfr_set(positive, x, MPFR_RNDN);
    if (mpfr_sgn(x) < 0) mpfr_set_ui(positive, 0, MPFR_RNDN);
    const int way = mpfr_sqrt(z, positive, rnd);
    mpfr_clear(positive);
    return way;
}

static int absolute(mpfr_t z, const mpfr_t x, const mpfr_t y, mpfr_rnd_t rnd)
{
    (void)y;
    return mpfr_abs(z, x, rnd);
}

static ival square_bound(ival x, ival y)
{
    (void)y;
    return ival_square(x);
}

static ival root_bound(ival x, ival y)
{
    (void)y;
    return ival_sqrt(x);
}

static ival absolute_bound(ival x, ival y)
{
    (void)y;
    return ival_abs(x);
}

static ival scale_bound(ival x, ival y)
{
    return ival_scale(x, ival_lo(y));
}

static const struct operation {
    const char *name;
    ival (*bound)(ival, ival);
    exact_operation *exact;
    bool divides, of_number, extremum_at_0;
} operations[] = {
    {"add", ival_add, mpfr_add, false, false, false},
    {"sub", ival_sub, mpfr_sub, false, false, false},
    {"mul", ival_mul, mpfr_mul, false, false, false},
    {"div", ival_div, mpfr_div, true, false, false},
    {"scale", scale_bound, mpfr_mul, false, true, false},
    {"square", square_bound, square, false, false, true},
    {"sqrt", root_bound, root, false, false, false},
    {"abs", absolute_bound, absolute, false, false, true},
};

/* The tightest bounds: those of the results of the ends, and of 0 where there is an extremum. MPFR's
 * exponents are those of doubles, so that it underflows as they do. */
static struct interval tightest(const struct operation *o, struct interval x, struct interval y)
{
    const double xs[3] = {x.lo, x.hi, 0}, ys[2] = {y.lo, y.hi};
    struct interval z = {INFINITY, -INFINITY};
    mpfr_t a, b, c;
    mpfr_inits2(53, a, b, c, NULL);
    for (int i = 0; i < (o->extremum_at_0 && x.lo < 0 && x.hi > 0 ? 3 : 2); i++)
        for (int k = 0; k < 2; k++) {
            mpfr_set_d(a, xs[i], MPFR_RNDN);
            mpfr_set_d(b, ys[k], MPFR_RNDN);
            const int down = o->exact(c, a, b, MPFR_RNDD);
            mpfr_subnormalize(c, down, MPFR_RNDD);
            z.lo = fmin(z.lo, mpfr_get_d(c, MPFR_RNDD));
            const int up = o->exact(c, a, b, MPFR_RNDU);
            mpfr_subnormalize(c, up, MPFR_RNDU);
            z.hi = fmax(z.hi, mpfr_get_d(c, MPFR_RNDU));
        }
    mpfr_clears(a, b, c, NULL);
    return z;
}

static void test_operation(const struct operation *o, int rounds)
{
    int wrong = 0;
    for (int i = 0; i < rounds; i++) {
        const enum kind kind = rng_below(&rng, KINDS);
        const struct interval x = some_interval(kind);
        struct interval y = some_interval(kind);
        if (o->of_number) y.hi = y.lo;
        if (o->divides && y.lo <= 0 && y.hi >= 0) continue;
        if (o->exact == root && x.hi < 0) continue;
        const int mode = upward_begin();
        const ival z = o->bound(ival_from(x), ival_from(y));
        upward_end(mode);
        const struct interval best = tightest(o, x, y);
        /* The root of a subnormal number is no subnormal one, but a square that tells whether it is exact is.
         */
        const bool loose = o->exact == root && x.lo < 0x1p-900;
        const bool good = loose ? ival_lo(z) <= best.lo && ival_lo(z) >= best.lo - 0x1p-52 * best.lo
                                : ival_lo(z) == best.lo;
        if ((!good || ival_hi(z) != best.hi) && !wrong++)
            diag("[%a, %a], [%a, %a]: [%a, %a], not [%a, %a]", x.lo, x.hi, y.lo, y.hi, ival_lo(z), ival_hi(z),
                 best.lo, best.hi);
    }
    ok(!wrong, "%s: the tightest bounds", o->name);
}

static void test_sets(void)
{
    const ival x = ival_of(1, 3), y = ival_of(2, 4), z = ival_of(3, 5), far = ival_of(6, 7),
               point = ival_point(2);
    ok(ival_lo(x) == 1 && ival_hi(x) == 3 && ival_width(x) == 2 && ival_middle(x) == 2,
       "bounds, width, middle");
    const struct interval back = ival_interval(ival_from((struct interval){-1, 2}));
    ok(back.lo == -1 && back.hi == 2, "to and from struct interval");
    ok(ival_lo(ival_hull(x, far)) == 1 && ival_hi(ival_hull(x, far)) == 7, "the hull");
    ok(ival_lo(ival_common(x, y)) == 2 && ival_hi(ival_common(x, y)) == 3 && !ival_disjoint(x, y), "common");
    ok(!ival_disjoint(x, z) && ival_disjoint(x, far) && ival_empty(ival_common(x, far)), "common or not");
    ok(ival_in(point, y) && !ival_inside(point, y) && ival_inside(ival_of(2.5, 3), y) && !ival_in(y, x),
       "in");
    ok(ival_in(x, x) && !ival_inside(x, x), "in itself, but not in its interior");
    ok(ival_has_zero(ival_of(-1, 0)) && ival_has_zero(ival_of(0, 1)) && ival_has_zero(ival_point(0)) &&
           !ival_has_zero(x) && !ival_has_zero(ival_neg(x)),
       "zero");
    ok(ival_size(ival_of(-3, 2)) == 3 && ival_size(ival_of(-2, 3)) == 3, "size");
    ok(ival_has_zero(IVAL_ENTIRE) && ival_in(x, IVAL_ENTIRE) && ival_size(IVAL_ENTIRE) == INFINITY,
       "all numbers");
}

/* In the interval, even if it is one number or two. */
static void test_middle(void)
{
    bool good = true;
    const int mode = upward_begin();
    for (int i = 0; i < 10000; i++) {
        const struct interval x = some_interval(rng_below(&rng, KINDS));
        const double m = ival_middle(ival_from(x));
        good = good && m >= x.lo && m <= x.hi;
    }
    upward_end(mode);
    ok(good, "the middle is in it");
}

static void test_vectors(void)
{
    const ival x[3] = {ival_point(1), ival_point(2), ival_point(3)},
               y[3] = {ival_point(4), ival_point(-5), ival_point(6)};
    ival z[3];
    const int mode = upward_begin();
    ival_cross(x, y, z);
    const ival dot = ival_dot(x, y), orthogonal = ival_dot(x, z);
    upward_end(mode);
    ok(ival_lo(dot) == 12 && ival_hi(dot) == 12, "a dot product");
    ok(ival_lo(z[0]) == 27 && ival_lo(z[1]) == 6 && ival_hi(z[2]) == -13 && ival_lo(orthogonal) == 0,
       "a cross product");
}

static void test_modes(void)
{
    ok(fegetround() == FE_TONEAREST, "to nearest before");
    const int mode = upward_begin();
    const int in = fegetround();
    const int inner = upward_begin();
    upward_end(inner);
    const int still = fegetround();
    upward_end(mode);
    ok(in == FE_UPWARD && still == FE_UPWARD, "upward between, and within each other");
    ok(fegetround() == FE_TONEAREST, "to nearest after");
}

/* Numbers that the compiler does not know. */
static double of(double x)
{
    static volatile double y;
    y = x;
    return y;
}

static void test_notes(void)
{
    const int mode = upward_begin();
    upward_forget();
    of(of(1) / of(3));
    const bool inexact = upward_noted();
    of(of(0x1p-1000) * of(0x1p-1000));
    const bool underflow = upward_noted();
    of(of(0x1p1000) * of(0x1p1000));
    const bool overflow = upward_noted();
    upward_forget();
    const bool forgotten = upward_noted();
    of(of(1) / of(0));
    const bool zero = upward_noted();
    upward_forget();
    of(of(INFINITY) * of(0));
    const bool none = upward_noted();
    upward_forget();
    upward_end(mode);
    ok(!inexact && !underflow, "neither rounding nor underflow is noted");
    ok(overflow && !forgotten && zero && none, "overflow, quotients by 0 and what is no number are");
}

int main(void)
{
    const int rounds = getenv("CCDQ_LONG") ? 3000000 : 30000;
    rng = rng_at(rng_key("upward", 0, 1), 0);
    mpfr_set_emin(-1073);
    mpfr_set_emax(1024);
    for (size_t i = 0; i < sizeof operations / sizeof *operations; i++)
        test_operation(&operations[i], rounds);
    test_sets();
    test_middle();
    test_vectors();
    test_modes();
    test_notes();
    return tap_done();
}
