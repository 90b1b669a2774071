/* Bounds by hand: where functions have no value, are not bounded, have kinks; and how tight bounds are. */
#include "../../lib/scene/tape.h"
#include "../tap.h"
#include <stdlib.h>

static const double PI = 0x1.921fb54442d18p+1;
static const ival all = {INFINITY, INFINITY};

/* A function of u, v, t, and its bounds over a box. */
static struct tape tape;
static int u, v, t;
static struct tape_work work;
static struct jet out;

static void begin(void)
{
    tape_free(&tape);
    tape = (struct tape){.variables = 3};
    u = tape_variable(&tape, 0);
    v = tape_variable(&tape, 1);
    t = tape_variable(&tape, 2);
}

static void finish(int node)
{
    tape_output(&tape, node);
    tape_finish(&tape);
    tape_work_fit(&work, &tape);
}

static unsigned bounds(enum tape_order order, double u0, double u1, double v0, double v1)
{
    const ival box[3] = {ival_of(u0, u1), ival_of(v0, v1), ival_point(0)};
    const int mode = upward_begin();
    const unsigned state = tape_eval(&tape, box, order, &out, &work);
    upward_end(mode);
    return state;
}

static bool is(ival x, double lo, double hi)
{
    return ival_lo(x) <= lo && ival_hi(x) >= hi && lo - ival_lo(x) <= 1e-14 * (1 + fabs(lo)) &&
           ival_hi(x) - hi <= 1e-14 * (1 + fabs(hi));
}

static bool is_all(ival x)
{
    return x[0] == all[0] && x[1] == all[1];
}

static int number(double x)
{
    return tape_number(&tape, x);
}

static void test_quotient(void)
{
    begin();
    finish(tape_binary(&tape, TAPE_DIV, number(1), u));
    ok(bounds(TAPE_HESSIAN, 1, 2, 0, 0) == 0 && is(out.value, 0.5, 1) && is(out.d[0], -1, -0.25) &&
           is(out.dd[0], 0.25, 2),
       "1 / u over [1, 2]");
    ok(is(out.d[1], 0, 0) && out.d[1][0] == 0 && out.d[2][1] == 0 && out.dd[2][0] == 0,
       "by a variable that is not in it the derivative is 0");
    ok(bounds(TAPE_HESSIAN, -1, 1, 0, 0) == (TAPE_PARTIAL | TAPE_UNBOUNDED) && is_all(out.value) &&
           is_all(out.d[0]) && is_all(out.dd[0]) && !is_all(out.d[1]),
       "1 / u over [-1, 1] is partial and unbounded");
    ok(bounds(TAPE_VALUE, 0, 1, 0, 0) == (TAPE_PARTIAL | TAPE_UNBOUNDED), "so it is over [0, 1]");
    ok(bounds(TAPE_GRADIENT, 0, 0, 0, 0) & TAPE_EMPTY && is_all(out.value) && is_all(out.d[1]),
       "1 / 0 is empty, and all bounds entire");
    ok(bounds(TAPE_VALUE, 0x1p-199, 1, 0, 0) == 0 && is(out.value, 1, 0x1p199), "1 / u to 2^199");
    ok(bounds(TAPE_GRADIENT, 0x1p-199, 1, 0, 0) == TAPE_UNBOUNDED && !is_all(out.value) && is_all(out.d[0]),
       "a derivative that is too large is unbounded, the value is not");
    ok(bounds(TAPE_VALUE, 0x1p-1074, 1, 0, 0) == TAPE_UNBOUNDED,
       "what overflows is unbounded, but not partial");
}

static void test_root(void)
{
    begin();
    finish(tape_unary(&tape, TAPE_SQRT, u));
    ok(bounds(TAPE_VALUE, 0, 4, 0, 0) == 0 && is(out.value, 0, 2), "sqrt over [0, 4]");
    ok(bounds(TAPE_GRADIENT, 0, 4, 0, 0) == TAPE_UNBOUNDED && is(out.value, 0, 2) && is_all(out.d[0]),
       "its derivative is unbounded at 0");
    ok(bounds(TAPE_VALUE, -1, 4, 0, 0) == TAPE_PARTIAL && is(out.value, 0, 2),
       "sqrt over [-1, 4] is partial");
    ok(bounds(TAPE_VALUE, -2, -1, 0, 0) & TAPE_EMPTY, "sqrt over [-2, -1] is empty");
    ok(bounds(TAPE_HESSIAN, 4, 9, 0, 0) == 0 && is(out.d[0], 1. / 6, 0.25) &&
           is(out.dd[0], -1. / 32, -1. / 108),
       "its derivatives over [4, 9]");
    begin();
    finish(tape_unary(&tape, TAPE_SQRT,
                      tape_binary(&tape, TAPE_ADD, tape_power(&tape, u, 2), tape_power(&tape, v, 2))));
    ok(bounds(TAPE_GRADIENT, 0, 0, 0, 0) == TAPE_UNBOUNDED && is(out.value, 0, 0) && is_all(out.d[0]),
       "the apex of a cone: a value, no gradient");
}

static void test_logarithm(void)
{
    begin();
    finish(tape_unary(&tape, TAPE_LOG, u));
    ok(bounds(TAPE_HESSIAN, 1, 2, 0, 0) == 0 && is(out.value, 0, log(2)) && is(out.d[0], 0.5, 1),
       "log over [1, 2]");
    ok(bounds(TAPE_VALUE, 0, 1, 0, 0) == (TAPE_PARTIAL | TAPE_UNBOUNDED), "log over [0, 1]");
    ok(bounds(TAPE_VALUE, -1, 0, 0, 0) & TAPE_EMPTY, "log over [-1, 0]");
}

static void test_exponential(void)
{
    begin();
    finish(tape_unary(&tape, TAPE_EXP, u));
    ok(bounds(TAPE_HESSIAN, 0, 1, 0, 0) == 0 && is(out.dd[0], 1, exp(1)), "exp over [0, 1]");
    ok(bounds(TAPE_VALUE, 0, 150, 0, 0) == TAPE_UNBOUNDED, "exp(150) is too large");
    ok(bounds(TAPE_VALUE, -1e9, 1e9, 0, 0) == TAPE_UNBOUNDED, "exp over all numbers");
    ok(bounds(TAPE_VALUE, -1e9, 0, 0, 0) == 0 && is(out.value, 0, 1), "exp over negative numbers");
    begin();
    finish(tape_binary(&tape, TAPE_DIV, number(1), tape_unary(&tape, TAPE_EXP, u)));
    ok(bounds(TAPE_VALUE, 1000, 1001, 0, 0) == (TAPE_PARTIAL | TAPE_UNBOUNDED),
       "of 1 / exp(1000) nothing is known");
}

static void test_kinks(void)
{
    begin();
    finish(tape_unary(&tape, TAPE_ABS, u));
    ok(bounds(TAPE_HESSIAN, 1, 2, 0, 0) == 0 && is(out.value, 1, 2) && is(out.d[0], 1, 1) &&
           is(out.dd[0], 0, 0),
       "abs over [1, 2]");
    ok(bounds(TAPE_GRADIENT, -1, 2, 0, 0) == TAPE_KINK && is(out.value, 0, 2) && is(out.d[0], -1, 1),
       "abs over [-1, 2] has a kink: Clarke's gradient");
    ok(bounds(TAPE_HESSIAN, -1, 2, 0, 0) == (TAPE_KINK | TAPE_UNBOUNDED) && is_all(out.dd[0]) &&
           !is_all(out.dd[1]),
       "no second derivative there");
    ok(bounds(TAPE_GRADIENT, 0, 0, 0, 0) == TAPE_KINK && is(out.d[0], -1, 1), "abs at 0");
    begin();
    finish(tape_binary(&tape, TAPE_MAX, tape_power(&tape, u, 2), tape_binary(&tape, TAPE_MUL, number(3), v)));
    ok(bounds(TAPE_HESSIAN, 1, 2, -1, 0) == 0 && is(out.value, 1, 4) && is(out.d[0], 2, 4) &&
           is(out.d[1], 0, 0),
       "max: the first one");
    ok(bounds(TAPE_HESSIAN, 1, 2, 2, 3) == 0 && is(out.value, 6, 9) && is(out.d[0], 0, 0) &&
           is(out.d[1], 3, 3),
       "the second one");
    ok(bounds(TAPE_GRADIENT, 1, 2, 0, 1) == TAPE_KINK && is(out.value, 1, 4) && is(out.d[0], 0, 4) &&
           is(out.d[1], 0, 3),
       "either of them");
    begin();
    finish(tape_binary(&tape, TAPE_MIN, u, v));
    ok(bounds(TAPE_GRADIENT, 1, 3, 2, 4) == TAPE_KINK && is(out.value, 1, 3) && is(out.d[0], 0, 1) &&
           bounds(TAPE_GRADIENT, 1, 3, 4, 5) == 0 && is(out.d[0], 1, 1),
       "min");
    begin();
    const int same = tape_binary(&tape, TAPE_MUL, number(2), t);
    finish(tape_binary(&tape, TAPE_MIN, tape_binary(&tape, TAPE_ADD, u, same),
                       tape_binary(&tape, TAPE_ADD, v, same)));
    ok(bounds(TAPE_HESSIAN, 0, 1, 0, 1) == (TAPE_KINK | TAPE_UNBOUNDED) && is(out.d[2], 2, 2) &&
           is(out.dd[5], 0, 0) && is_all(out.dd[0]),
       "a derivative that both have is no matter of choice");
}

static void test_angles(void)
{
    begin();
    finish(tape_binary(&tape, TAPE_ATAN2, u, v));
    ok(bounds(TAPE_HESSIAN, 1, 1, 0, 1) == 0 && is(out.value, PI / 4, PI / 2) &&
           ival_in(ival_point(-1), out.d[1]),
       "atan2 in a quadrant");
    ok(bounds(TAPE_VALUE, 0, 1, -2, -1) == 0 && is(out.value, PI - atan(1), PI), "it reaches pi");
    ok(bounds(TAPE_VALUE, -1, 1, -2, -1) == TAPE_PARTIAL && is(out.value, -PI, PI),
       "where it jumps it is partial");
    ok(bounds(TAPE_VALUE, -1, 1, -1, 1) == TAPE_PARTIAL && is(out.value, -PI, PI), "so it is around 0");
    ok(bounds(TAPE_VALUE, 0, 0, 0, 0) & TAPE_EMPTY, "at 0 it is empty");
    begin();
    finish(tape_unary(&tape, TAPE_TAN, u));
    ok(bounds(TAPE_HESSIAN, 0, 0.5, 0, 0) == 0 && is(out.value, 0, tan(0.5)), "tan over [0, 0.5]");
    ok(bounds(TAPE_VALUE, 1, 2, 0, 0) == (TAPE_PARTIAL | TAPE_UNBOUNDED), "tan over its pole");
    begin();
    finish(tape_unary(&tape, TAPE_ATAN, tape_binary(&tape, TAPE_DIV, number(1), u)));
    ok(bounds(TAPE_VALUE, -1, 1, 0, 0) == TAPE_PARTIAL && is(out.value, -PI / 2, PI / 2),
       "what is made of an unbounded node can be bounded");
}

static void test_powers(void)
{
    begin();
    finish(tape_power(&tape, u, -2));
    ok(bounds(TAPE_VALUE, -1, 1, 0, 0) == (TAPE_PARTIAL | TAPE_UNBOUNDED), "u^-2 over its pole");
    ok(bounds(TAPE_GRADIENT, -2, -1, 0, 0) == 0 && is(out.value, 0.25, 1) && is(out.d[0], 0.25, 2), "u^-2");
    ok(bounds(TAPE_VALUE, 0, 0, 0, 0) & TAPE_EMPTY, "0^-2");
    begin();
    finish(tape_power(&tape, u, 3));
    ok(bounds(TAPE_HESSIAN, -1, 2, 0, 0) == 0 && is(out.value, -1, 8) && is(out.d[0], 0, 12) &&
           is(out.dd[0], -6, 12),
       "u^3");
    begin();
    finish(tape_binary(&tape, TAPE_REAL_POWER, u, number(1.5)));
    ok(bounds(TAPE_GRADIENT, 0, 4, 0, 0) == 0 && is(out.value, 0, 8) && is(out.d[0], 0, 3),
       "u^1.5 from 0 on");
    ok(bounds(TAPE_VALUE, -1, 4, 0, 0) == TAPE_PARTIAL && is(out.value, 0, 8),
       "u^1.5 of some negative numbers");
    ok(bounds(TAPE_VALUE, -2, -1, 0, 0) & TAPE_EMPTY, "u^1.5 of negative numbers only");
    ok(bounds(TAPE_HESSIAN, 0, 4, 0, 0) == TAPE_UNBOUNDED, "its second derivative is unbounded at 0");
    begin();
    finish(tape_binary(&tape, TAPE_REAL_POWER, u, v));
    ok(bounds(TAPE_VALUE, 0, 1, -1, 1) == (TAPE_PARTIAL | TAPE_UNBOUNDED), "0 to negative numbers");
    ok(bounds(TAPE_VALUE, 2, 3, -1, 1) == 0 && is(out.value, 1. / 3, 3), "u^v");
    begin();
    finish(tape_binary(&tape, TAPE_MUL, u, u));
    ok(bounds(TAPE_VALUE, -1, 2, 0, 0) == 0 && ival_lo(out.value) == 0 && ival_hi(out.value) == 4,
       "u u is not negative");
}

/* A power 0 of what has no value has none. */
static void test_power_0(void)
{
    begin();
    finish(tape_power(&tape, tape_unary(&tape, TAPE_SQRT, u), 0));
    ok(bounds(TAPE_GRADIENT, -1, 1, 0, 0) == TAPE_PARTIAL && is(out.value, 1, 1) && is(out.d[0], 0, 0),
       "sqrt(u)^0 is 1, of u >= 0");
    ok(bounds(TAPE_VALUE, -2, -1, 0, 0) & TAPE_EMPTY, "of u < 0 it is empty");
}

/* What an order gives is the same whether a higher one was asked for before, which is unbounded, so that its
 * bounds are looked at with more care: u^2 is too large for that. */
static void test_orders(void)
{
    begin();
    const int root =
        tape_unary(&tape, TAPE_SQRT, tape_binary(&tape, TAPE_ADD, tape_power(&tape, u, 2), number(1)));
    finish(tape_binary(&tape, TAPE_ADD, root, tape_unary(&tape, TAPE_ABS, v)));
    const double x = 0x1p150;
    const unsigned before = bounds(TAPE_GRADIENT, x, x, -1, 1);
    const struct jet first = out;
    ok(before == TAPE_KINK && is(first.d[0], 1, 1) && is(first.d[1], -1, 1), "a gradient");
    ok(bounds(TAPE_HESSIAN, x, x, -1, 1) == (TAPE_KINK | TAPE_UNBOUNDED) && is_all(out.dd[2]), "a Hessian");
    const unsigned after = bounds(TAPE_GRADIENT, x, x, -1, 1);
    ok(after == before && first.d[0][0] == out.d[0][0] && first.d[0][1] == out.d[0][1],
       "the same gradient again");
}

/* Products far beyond what bounds can be: no NaN, and no wrong number. */
static void test_too_large(void)
{
    begin();
    int x = u;
    for (int i = 0; i < 4; i++) x = tape_binary(&tape, TAPE_MUL, x, tape_binary(&tape, TAPE_ADD, x, v));
    finish(tape_binary(&tape, TAPE_MUL, x, tape_binary(&tape, TAPE_SUB, x, v)));
    ok(bounds(TAPE_HESSIAN, -0x1p200, 0x1p200, -1, 1) == TAPE_UNBOUNDED && is_all(out.value) &&
           is_all(out.dd[0]),
       "products that overflow are unbounded");
    begin();
    finish(tape_unary(&tape, TAPE_SQRT,
                      tape_binary(&tape, TAPE_ADD, tape_power(&tape, u, 2), tape_power(&tape, v, 2))));
    ok(bounds(TAPE_VALUE, 0x1p190, 0x1p190, 0, 1) == 0 && ival_lo(out.value) == 0x1p190,
       "what is too large only on the way is none of that");
    begin();
    finish(tape_binary(&tape, TAPE_MUL, tape_constant(&tape, (struct interval){-INFINITY, INFINITY}), u));
    ok(bounds(TAPE_GRADIENT, 0, 1, 0, 0) == TAPE_UNBOUNDED && is_all(out.value),
       "a constant that is not known");
    ok(bounds(TAPE_VALUE, 0, 0, 0, 0) == 0 && is(out.value, 0, 0), "0 times it is 0");
}

static void test_series(void)
{
    /* 1/2 + T1 + T2 of x in [0, 2] with y = x - 1: y + 2 y^2 - 1/2. */
    static const double c[3] = {1, 1, 1};
    begin();
    finish(tape_chebyshev(&tape, u, 0, 2, c, 3));
    ok(bounds(TAPE_HESSIAN, 2, 2, 0, 0) == 0 && is(out.value, 2.5, 2.5) && is(out.d[0], 5, 5) &&
           is(out.dd[0], 4, 4),
       "a series at its end");
    ok(bounds(TAPE_HESSIAN, 1.5, 1.5, 0, 0) == 0 && is(out.value, 0.5, 0.5) && is(out.d[0], 3, 3),
       "a series");
    ok(bounds(TAPE_VALUE, 0, 2, 0, 0) == 0 && is(out.value, -1.5, 2.5), "over all of its domain");
    ok(bounds(TAPE_VALUE, 0.75, 1.25, 0, 0) == 0 && is(out.value, -0.75, -0.125), "over an extremum of T2");
    ok(bounds(TAPE_VALUE, 1, 3, 0, 0) == TAPE_PARTIAL && is(out.value, -0.5, 2.5),
       "past its end it is partial");
    ok(bounds(TAPE_VALUE, 3, 4, 0, 0) & TAPE_EMPTY, "outside it is empty");
    begin();
    finish(tape_chebyshev(&tape, u, 0, 2, c, 1));
    ok(bounds(TAPE_GRADIENT, 0, 1, 0, 0) == 0 && is(out.value, 0.5, 0.5) && is(out.d[0], 0, 0),
       "a constant series");
}

/* The bilinear patch z = x y, and a quarter of a cylinder. */
static void test_patches(void)
{
    static const double saddle[4][4] = {{0, 0, 0, 1}, {0, 1, 0, 1}, {1, 0, 0, 1}, {1, 1, 1, 1}};
    const double w = sqrt(0.5);
    const double round[6][4] = {{1, 0, 0, 1}, {1, 0, 1, 1}, {1, 1, 0, w},
                                {1, 1, 1, w}, {0, 1, 0, 1}, {0, 1, 1, 1}};
    int p[3];
    begin();
    tape_patch(&tape, u, v, 1, 1, saddle, p);
    finish(p[2]);
    ok(bounds(TAPE_HESSIAN, 0.25, 0.5, 0.5, 0.75) == 0 && is(out.value, 0.125, 0.375) &&
           is(out.d[0], 0.5, 0.75) && is(out.dd[1], 1, 1) && is(out.dd[0], 0, 0),
       "a bilinear patch has its bounds at its corners");
    ok(bounds(TAPE_VALUE, 1, 1, 1, 1) == 0 && is(out.value, 1, 1), "a corner is a control point");
    ok(bounds(TAPE_VALUE, -1, 0.5, 0, 1) == TAPE_PARTIAL && is(out.value, 0, 0.5), "outside it is partial");
    ok(bounds(TAPE_VALUE, 2, 3, 0, 1) & TAPE_EMPTY, "or empty");
    begin();
    tape_patch(&tape, u, v, 2, 1, round, p);
    finish(tape_binary(&tape, TAPE_ADD, tape_power(&tape, p[0], 2), tape_power(&tape, p[1], 2)));
    ok(bounds(TAPE_HESSIAN, 0.3, 0.3, 0.5, 0.5) == 0 && is(out.value, 1, 1) &&
           fabs(ival_middle(out.d[0])) < 1e-14 && fabs(ival_middle(out.dd[0])) < 1e-13,
       "a rational patch is round: x^2 + y^2 = 1, and does not change");
}

/* sin(7 u) cos(v) / (2 + u v): bounds at points are near, and shrink as boxes do. */
static void test_width(void)
{
    begin();
    const int wave =
        tape_binary(&tape, TAPE_MUL, tape_unary(&tape, TAPE_SIN, tape_binary(&tape, TAPE_MUL, number(7), u)),
                    tape_unary(&tape, TAPE_COS, v));
    finish(tape_binary(&tape, TAPE_DIV, wave,
                       tape_binary(&tape, TAPE_ADD, number(2), tape_binary(&tape, TAPE_MUL, u, v))));
    bool narrow = true, shrinks = true;
    for (int i = 0; i < 100; i++) {
        const double x = 0.01 * i, y = 1 - 0.02 * i;
        bounds(TAPE_HESSIAN, x, x, y, y);
        narrow = narrow && ival_width(out.value) < 1e-14 && ival_width(out.d[0]) < 1e-13 &&
                 ival_width(out.dd[0]) < 1e-12;
        double width[3] = {INFINITY, INFINITY, INFINITY};
        for (double h = 0.01; h > 1e-9; h /= 2) {
            bounds(TAPE_HESSIAN, x, x + h, y, y + h);
            const double now[3] = {ival_width(out.value), ival_width(out.d[0]), ival_width(out.dd[0])};
            for (int k = 0; k < 3; k++) {
                shrinks = shrinks && now[k] < 0.6 * width[k];
                width[k] = now[k];
            }
        }
    }
    ok(narrow, "bounds at points are within roundoff");
    ok(shrinks, "bounds shrink as their boxes do");
}

int main(void)
{
    test_quotient();
    test_root();
    test_logarithm();
    test_exponential();
    test_kinks();
    test_angles();
    test_powers();
    test_power_0();
    test_orders();
    test_too_large();
    test_series();
    test_patches();
    test_width();
    tape_free(&tape);
    tape_work_free(&work);
    return tap_done();
}
