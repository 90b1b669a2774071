/* lib/num/turn.h against long double functions, whose error is allowed for; the exact angles; square roots
 * and squares of intervals against exact products. */
#include "../../lib/gen/rng.h"
#include "../../lib/num/turn.h"
#include "../tap.h"
#include <gmp.h>

/* cosl and sinl of an angle reduced exactly have an error far below this. */
#define OWN 0x1p-60L

static int inside(struct interval x, long double value)
{
    return x.lo - OWN <= value && value <= x.hi + OWN;
}

static void test_turns(void)
{
    static const long double pi = 3.14159265358979323846264338327950288L;
    struct rng rng = rng_at(1, 1);
    long wrong = 0, wide = 0, sharp = 0;
    for (int i = 0; i < 200000; i++) {
        const double degrees = rng_real(&rng, -1, 1) * exp2(rng_int(&rng, -40, 60));
        const double radius = rng_below(&rng, 2) ? 0 : exp2(rng_int(&rng, -40, 3));
        const struct interval angle = {degrees - radius, degrees + radius};
        struct interval c, s;
        turn_of(angle, &c, &s);
        const double at = rng_below(&rng, 2) ? angle.lo : angle.hi;
        const long double x = fmodl((long double)at, 360) * pi / 180;
        wrong += !inside(c, cosl(x)) || !inside(s, sinl(x));
        wide += radius == 0 && (c.hi - c.lo > 0x1p-49 || s.hi - s.lo > 0x1p-49);
        sharp += radius == 0 && fabsl(cosl(x) - 0.5L * (c.lo + c.hi)) > 0.005L * (c.hi - c.lo);
    }
    ok(!wrong, "cosines and sines are enclosed (%ld wrong)", wrong);
    ok(!wide, "by nothing wider than 8 u");
    ok(sharp > 0, "which a hundredth would not do");
    for (int quarter = -8; quarter <= 8; quarter++) {
        struct interval c, s;
        turn_of(interval_of(90.0 * quarter), &c, &s);
        const double cosine = quarter % 2   ? 0
                              : quarter % 4 ? -1
                                            : 1,
                     sine = quarter % 2 ? (quarter & 3) == 1 ? 1 : -1 : 0;
        wrong += c.lo != cosine || c.hi != cosine || s.lo != sine || s.hi != sine;
    }
    ok(!wrong, "quarters of a turn are exact");
}

/* The sign of x^2 - y. */
static int compare_square(double x, double y)
{
    mpq_t a, b;
    mpq_inits(a, b, NULL);
    mpq_set_d(a, x);
    mpq_set_d(b, y);
    mpq_mul(a, a, a);
    const int sign = mpq_cmp(a, b);
    mpq_clears(a, b, NULL);
    return sign;
}

static void test_roots(void)
{
    struct rng rng = rng_at(1, 2);
    long wrong = 0, wide = 0, squares = 0;
    for (int i = 0; i < 200000; i++) {
        const double x = rng_real(&rng, 1, 4) * exp2(rng_int(&rng, -1070, 1000));
        const struct interval root = interval_sqrt(interval_of(x));
        wrong += compare_square(root.lo, x) > 0 || compare_square(root.hi, x) < 0;
        wide += x > 0x1p-800 && root.hi - root.lo > 0x1p-51 * root.lo;
        const double y = rng_int(&rng, -1000, 1000), z = y * y;
        squares += sqrt_down(z) != fabs(y) || sqrt_up(z) != fabs(y);
        const struct interval square = interval_square((struct interval){-2, y < 0 ? 1 : y});
        squares += square.lo != 0 || square.hi != (y > 2 ? z : 4);
    }
    ok(!wrong, "square roots are enclosed (%ld wrong)", wrong);
    ok(!wide, "by neighbours");
    ok(!squares, "those of squares, and squares, are exact");
    ok(sqrt_down(0) == 0 && sqrt_up(-1) == 0, "the root of 0 is 0, and so is that of less");
}

int main(void)
{
    test_turns();
    test_roots();
    return tap_done();
}
