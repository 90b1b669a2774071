/* lib/num/interval.h against rational arithmetic: each result holds the exact one, and is the tightest. */
#include "../../lib/gen/rng.h"
#include "../../lib/num/interval.h"
#include "../tap.h"
#include <gmp.h>
#include <stdbool.h>

enum { DRAWS = 100000 };

static mpq_t exact, x, y;

/* Is lo the largest double that is not above `exact`, or at most two before that if not `tight`? */
static bool is_below(double lo, bool tight)
{
    mpq_set_d(y, lo);
    if (mpq_cmp(y, exact) > 0) return false;
    for (int i = 0; i <= (tight ? 0 : 2); i++) lo = nextafter(lo, INFINITY);
    mpq_set_d(y, lo);
    return mpq_cmp(y, exact) > 0;
}

/* Both ends of r, and one number where that is the exact one. */
static bool holds(struct interval r, bool tight)
{
    const bool below = is_below(r.lo, tight);
    mpq_neg(exact, exact);
    const bool above = is_below(-r.hi, tight);
    mpq_neg(exact, exact);
    mpq_set_d(y, r.lo);
    return below && above && (!tight || r.lo == r.hi || mpq_cmp(y, exact) != 0);
}

/* Any sign, a few bits or many, exponents within `span`. */
static double draw(struct rng *rng, int span)
{
    const int bits = rng_below(rng, 2) ? 53 : rng_int(rng, 1, 20);
    const double n = (double)(rng_next(rng) >> (64 - bits));
    return ldexp(rng_below(rng, 2) ? n : -n, rng_int(rng, -span, span) - bits);
}

static void set_exact(char op, double a, double b)
{
    mpq_set_d(x, a);
    mpq_set_d(y, b);
    if (op == '+') mpq_add(exact, x, y);
    if (op == '*') mpq_mul(exact, x, y);
    if (op == '/') mpq_div(exact, x, y);
}

/* One operation on numbers: a op b for single numbers is what its two bounds are made of. */
static struct interval apply(char op, double a, double b)
{
    const struct interval u = interval_of(a), v = interval_of(b);
    if (op == '+') return interval_add(u, v);
    if (op == '*') return interval_mul(u, v);
    return interval_div(u, v);
}

static void test_numbers(char op, int span, bool tight)
{
    struct rng rng = rng_at(rng_key("outward", (unsigned char)op, (uint64_t)span), 0);
    int bad = 0, single = 0;
    for (int i = 0; i < DRAWS; i++) {
        const double a = draw(&rng, span);
        double b = draw(&rng, span);
        if (op == '/') b = fabs(b) + (b == 0);
        const struct interval r = apply(op, a, b);
        set_exact(op, a, b);
        single += r.lo == r.hi;
        if (!holds(r, tight) && !bad++) diag("%a %c %a: [%a, %a]", a, op, b, r.lo, r.hi);
    }
    ok(!bad, "a %c b holds the exact result%s, exponents within %d", op, tight ? ", tightly" : "", span);
    ok(single > 0, "some of these are exact: %d of %d", single, DRAWS);
}

/* Of two intervals: each pair of numbers in them has its result in that of the intervals. */
static void test_intervals(char op)
{
    struct rng rng = rng_at(rng_key("outward intervals", (unsigned char)op, 0), 0);
    int bad = 0;
    for (int i = 0; i < DRAWS / 10; i++) {
        double end[4];
        for (int k = 0; k < 4; k++) end[k] = draw(&rng, 4);
        if (op == '/') end[2] = fabs(end[2]) + 1, end[3] = fabs(end[3]) + 1;
        const struct interval u = {fmin(end[0], end[1]), fmax(end[0], end[1])};
        const struct interval v = {fmin(end[2], end[3]), fmax(end[2], end[3])};
        const struct interval r = op == '+'   ? interval_add(u, v)
                                  : op == '*' ? interval_mul(u, v)
                                              : interval_div(u, v);
        for (int k = 0; k < 4; k++) {
            set_exact(op, end[k % 2], end[2 + k / 2]);
            mpq_set_d(x, r.lo), mpq_set_d(y, r.hi);
            bad += mpq_cmp(x, exact) > 0 || mpq_cmp(exact, y) > 0;
        }
    }
    ok(!bad, "X %c Y holds a %c b of each a and b at their ends", op, op);
}

static void test_halves(void)
{
    struct rng rng = rng_at(rng_key("outward halves", 0, 0), 0);
    int bad = 0;
    for (int i = 0; i < DRAWS; i++) {
        const int span = i % 2 ? 10 : 1000;
        const double a = draw(&rng, span), b = draw(&rng, span);
        set_exact('+', a, b);
        mpq_div_2exp(exact, exact, 1);
        bad += !holds(interval_mean(interval_of(a), interval_of(b)), false);
        mpq_set_d(exact, a);
        const int e = rng_int(&rng, -1100, 0);
        mpq_div_2exp(exact, exact, (mp_bitcnt_t)-e);
        bad += !holds(interval_ldexp(interval_of(a), e), false);
    }
    ok(!bad, "halves and powers of two, also where they are denormal");
}

static void test_nothing(void)
{
    const struct interval big = interval_of(1e308), unknown = {-INFINITY, INFINITY};
    const struct interval over = interval_add(big, big), square = interval_mul(big, big);
    ok(!(over.lo > 0) && !(square.lo > 0), "what overflows proves nothing");
    const struct interval hull = interval_hull(interval_of(NAN), interval_of(1));
    ok(!(hull.lo > 0) && !(interval_hull(interval_of(1), interval_of(NAN)).lo > 0),
       "nor does a NaN in a hull");
    ok(!(interval_radius(unknown, interval_middle(unknown)) < INFINITY), "nor the middle of everything");
}

int main(void)
{
    mpq_init(exact), mpq_init(x), mpq_init(y);
    for (const char *op = "+*/"; *op; op++) {
        test_numbers(*op, 3, true);
        test_numbers(*op, 200, true);
        test_numbers(*op, *op == '+' ? 1000 : 480, *op == '+');
        test_intervals(*op);
    }
    test_halves();
    test_nothing();
    mpq_clear(exact), mpq_clear(x), mpq_clear(y);
    return tap_done();
}
