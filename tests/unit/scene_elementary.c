/* Elementary functions of intervals against MPFR: for all x in X, f(x) lies in F(X); at numbers the bounds
 * are a few units in the last place apart. CCDQ_LONG=1 draws a hundred times as much. */
#include "../../lib/scene/elementary.h"
#include "../../lib/gen/rng.h"
#include "../tap.h"
#include <mpfr.h>
#include <stdlib.h>

static const double PI = 0x1.921fb54442d18p+1;
static struct rng rng;
static mpfr_t value, argument;

static double uniform(double lo, double hi)
{
    return lo + (hi - lo) * rng_unit(&rng);
}

/* Numbers of all sizes; near multiples of pi / 4; whole; near 1; tiny. */
static double any_number(double largest)
{
    switch (rng_below(&rng, 8)) {
    case 0:
        return 0;
    case 1:
        return uniform(-largest, largest);
    case 2:
        return (double)(int64_t)(uniform(-40, 40)) * 0x1.921fb54442d18p-1 * (1 + uniform(-4, 4) * 0x1p-52);
    case 3:
        return (double)(int64_t)uniform(-30, 30);
    case 4:
        return 1 + uniform(-1, 1) * exp2(uniform(-52, 0));
    case 5:
        return uniform(-1, 1) * exp2(uniform(-1070, log2(largest)));
    default:
        return uniform(-7, 7);
    }
}

/* Boxes of all sizes: numbers, one step of a double, up to large. */
static struct interval any_interval(double least, double largest)
{
    double x;
    do x = any_number(largest);
    while (x < least);
    double y = x;
    switch (rng_below(&rng, 5)) {
    case 0:
        break;
    case 1:
        y = nextafter(x, INFINITY);
        break;
    case 2:
        y = x + uniform(0, 1) * exp2(uniform(-60, 3));
        break;
    case 3:
        y = x + fabs(x) * exp2(uniform(-53, 0));
        break;
    default:
        y = any_number(largest);
    }
    if (y < x) y = x;
    return (struct interval){x, y > largest ? largest : y};
}

static double inside(struct interval x)
{
    const unsigned which = rng_below(&rng, 5);
    if (which == 0) return x.lo;
    if (which == 1) return x.hi;
    const double y = x.lo + (x.hi - x.lo) * rng_unit(&rng);
    return y < x.lo ? x.lo : y > x.hi ? x.hi : y;
}

struct function {
    const char *name;
    double least, largest;
    ival (*bound)(ival);
    int (*exact)(mpfr_t, const mpfr_t, mpfr_rnd_t);
};

static ival sine(ival x)
{
    ival s, c;
    ival_sin_cos(x, &s, &c);
    return s;
}

static ival cosine(ival x)
{
    ival s, c;
    ival_sin_cos(x, &s, &c);
    return c;
}

static const struct function functions[] = {
    {"sin", -0x1p200, 0x1p200, sine, mpfr_sin},
    {"cos", -0x1p200, 0x1p200, cosine, mpfr_cos},
    {"tan", -0x1p200, 0x1p200, ival_tan, mpfr_tan},
    {"exp", -0x1p200, 0x1p200, ival_exp, mpfr_exp},
    {"log", 0x1p-1074, 0x1p200, ival_log, mpfr_log},
    {"atan", -0x1p200, 0x1p200, ival_atan, mpfr_atan},
    {"sin of small", -0x1p21, 0x1p21, sine, mpfr_sin},
    {"cos of small", -0x1p21, 0x1p21, cosine, mpfr_cos},
    {"tan of small", -0x1p21, 0x1p21, ival_tan, mpfr_tan},
    {"exp of small", -700, 700, ival_exp, mpfr_exp},
};

static ival bound_of(const struct function *f, struct interval x)
{
    const int mode = upward_begin();
    const ival y = f->bound(ival_from(x));
    upward_end(mode);
    return y;
}

static bool holds(ival y)
{
    return mpfr_cmp_d(value, ival_lo(y)) >= 0 && mpfr_cmp_d(value, ival_hi(y)) <= 0;
}

static void test_function(const struct function *f, int rounds)
{
    int wrong = 0;
    for (int i = 0; i < rounds; i++) {
        const struct interval x = any_interval(f->least, f->largest);
        const ival y = bound_of(f, x);
        for (int k = 0; k < 6; k++) {
            const double at = inside(x);
            mpfr_set_d(argument, at, MPFR_RNDN);
            f->exact(value, argument, MPFR_RNDN);
            if (holds(y)) continue;
            if (!wrong++)
                diag("%s(%a) of [%a, %a] is not in [%a, %a]", f->name, at, x.lo, x.hi, ival_lo(y),
                     ival_hi(y));
        }
    }
    ok(!wrong, "%s: every value lies in the bounds", f->name);
}

/* Bounds at numbers: at most so many units in the last place (2^-52 of the value) apart. */
static void test_tight(const struct function *f, double units, int rounds)
{
    double most = 0, worst = 0;
    for (int i = 0; i < rounds; i++) {
        double x;
        do x = rng_below(&rng, 4) ? uniform(-20, 20) : uniform(-1, 1) * exp2(uniform(-300, 0));
        while (x < f->least);
        const ival y = bound_of(f, interval_of(x));
        mpfr_set_d(argument, x, MPFR_RNDN);
        f->exact(value, argument, MPFR_RNDN);
        const double off = ival_width(y) / (fabs(mpfr_get_d(value, MPFR_RNDN)) * 0x1p-52);
        if (off > most) {
            most = off;
            worst = x;
        }
    }
    if (!ok(most <= units, "%s: at numbers the bounds are within %g units", f->name, units))
        diag("%s(%a): %g units", f->name, worst, most);
}

/* The bounds over intervals are those at the ends, or extrema between. */
static void test_extrema(void)
{
    bool good = true;
    for (int i = 0; i < 20000; i++) {
        const double lo = uniform(-30, 30), hi = lo + uniform(0, 8);
        const struct interval x = {lo, hi};
        double least = fmin(sin(lo), sin(hi)), most = fmax(sin(lo), sin(hi));
        for (int k = -20; k < 20; k++) {
            const double top = PI / 2 + k * 2 * PI, bottom = top + PI;
            if (lo <= top && top <= hi) most = 1;
            if (lo <= bottom && bottom <= hi) least = -1;
        }
        const ival y = bound_of(&functions[0], x);
        good = good && fabs(ival_lo(y) - least) < 1e-13 && fabs(ival_hi(y) - most) < 1e-13;
    }
    ok(good, "sin: no more than its values over intervals");
    const ival at_zero = bound_of(&functions[0], interval_of(0)),
               one = bound_of(&functions[1], interval_of(0));
    ok(at_zero[0] == 0 && at_zero[1] == 0 && one[0] == -1 && one[1] == 1,
       "sin(0) = 0 and cos(0) = 1 exactly");
}

typedef int exact_of_two(mpfr_t, const mpfr_t, const mpfr_t, mpfr_rnd_t);

static void test_two(const char *name, ival (*bound)(ival, ival), exact_of_two *exact, double least,
                     double largest, double least_2, double largest_2, int rounds)
{
    int wrong = 0;
    mpfr_t second;
    mpfr_init2(second, 53);
    for (int i = 0; i < rounds; i++) {
        const struct interval x = any_interval(least, largest), y = any_interval(least_2, largest_2);
        if (x.lo == 0 && y.lo == 0 && x.hi == 0 && y.hi == 0) continue;
        if (least == 0 && x.lo == 0 && y.lo <= 0) continue; /* powers */
        const int mode = upward_begin();
        const ival z = bound(ival_from(x), ival_from(y));
        upward_end(mode);
        for (int k = 0; k < 6; k++) {
            const double at = inside(x) + 0.0, at_2 = inside(y) + 0.0;
            if (at == 0 && at_2 == 0) continue;
            mpfr_set_d(argument, at, MPFR_RNDN);
            mpfr_set_d(second, at_2, MPFR_RNDN);
            exact(value, argument, second, MPFR_RNDN);
            if (holds(z)) continue;
            if (!wrong++)
                diag("%s(%a, %a) of [%a, %a], [%a, %a] is not in [%a, %a]", name, at, at_2, x.lo, x.hi, y.lo,
                     y.hi, ival_lo(z), ival_hi(z));
        }
    }
    mpfr_clear(second);
    ok(!wrong, "%s: every value lies in the bounds", name);
}

/* The angle of (-1, 0) is pi, which a rounded MPFR value of the other sign of 0 would not be. */
static void test_angles(void)
{
    static const struct {
        struct interval y, x;
        double lo, hi;
    } known[] = {
        {{1, 1}, {0, 0}, PI / 2, PI / 2},
        {{-1, -1}, {0, 0}, -PI / 2, -PI / 2},
        {{0, 0}, {-1, -1}, PI, PI},
        {{0, 1}, {-1, -1}, 3 * PI / 4, PI},
        {{-1, 1}, {-1, -1}, -PI, PI},
        {{-1, 1}, {1, 1}, -PI / 4, PI / 4},
        {{0, 1}, {0, 1}, 0, PI / 2},
        {{0, 1}, {-1, 0}, PI / 2, PI},
        {{-1, 0}, {0, 1}, -PI / 2, 0},
        {{-1, -1}, {-1, 1}, -3 * PI / 4, -PI / 4},
        {{1, 1}, {-1, 1}, PI / 4, 3 * PI / 4},
        {{0, 0}, {1, 2}, 0, 0},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        const int mode = upward_begin();
        const ival z = ival_atan2(ival_from(known[i].y), ival_from(known[i].x));
        upward_end(mode);
        ok(fabs(ival_lo(z) - known[i].lo) < 1e-15 && fabs(ival_hi(z) - known[i].hi) < 1e-15,
           "atan2([%g, %g], [%g, %g]) is [%g, %g]", known[i].y.lo, known[i].y.hi, known[i].x.lo,
           known[i].x.hi, known[i].lo, known[i].hi);
    }
}

int main(void)
{
    const int rounds = getenv("CCDQ_LONG") ? 400000 : 4000;
    rng = rng_at(rng_key("elementary", 0, 1), 0);
    mpfr_init2(value, 160);
    mpfr_init2(argument, 53);
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) test_function(&functions[i], rounds);
    for (size_t i = 0; i < 6; i++) test_tight(&functions[i], i == 2 ? 40 : i == 4 ? 36 : 24, rounds);
    test_extrema();
    test_two("atan2", ival_atan2, mpfr_atan2, -0x1p200, 0x1p200, -0x1p200, 0x1p200, 5 * rounds);
    test_two("power", ival_power, mpfr_pow, 0, 0x1p200, -50, 50, 5 * rounds);
    test_angles();
    mpfr_clear(value);
    mpfr_clear(argument);
    return tap_done();
}
