#include "bracket_function.h"

/* Values of the C library at the two ends of a piece on which the function is monotonic. */
static struct interval around(double a, double b)
{
    const double lo = least(a, b), hi = greatest(a, b);
    return (struct interval){lo - (0x1p-45 * fabs(lo) + 0x1p-1000), hi + (0x1p-45 * fabs(hi) + 0x1p-1000)};
}

static struct interval not_negative(struct interval x)
{
    if (x.lo < 0) x.lo = 0;
    return x;
}

struct interval bracket_sum(struct interval x, struct interval y)
{
    const struct interval sum = bracket_sane(wide_add(x, y));
    return x.lo >= 0 && y.lo >= 0 ? not_negative(sum) : sum;
}

struct interval bracket_difference(struct interval x, struct interval y)
{
    return bracket_sum(x, interval_neg(y));
}

/* Of numbers that are all finite, so that no product is a NaN: without branches. */
static struct interval product_of_finite(struct interval x, struct interval y)
{
    const double a = x.lo * y.lo, b = x.lo * y.hi, c = x.hi * y.lo, d = x.hi * y.hi;
    const double lo1 = a < b ? a : b, lo2 = c < d ? c : d, hi1 = a > b ? a : b, hi2 = c > d ? c : d;
    return (struct interval){wide_down(lo1 < lo2 ? lo1 : lo2), wide_up(hi1 > hi2 ? hi1 : hi2)};
}

struct interval bracket_product(struct interval x, struct interval y)
{
    const bool finite = x.hi - x.lo + (y.hi - y.lo) < INFINITY;
    const bool exact = wide_is(x, 0) || wide_is(y, 0) || (x.lo == x.hi && y.lo == y.hi);
    const struct interval product =
        bracket_sane(finite && !exact ? product_of_finite(x, y) : tight_mul(x, y));
    return x.lo >= 0 && y.lo >= 0 ? not_negative(product) : product;
}

/* The part of |x|. */
static struct interval sizes(struct interval x)
{
    const double most = greatest(fabs(x.lo), fabs(x.hi));
    return (struct interval){x.lo > 0 ? x.lo : x.hi < 0 ? -x.hi : 0, most};
}

struct interval bracket_square(struct interval x)
{
    const struct interval size = sizes(x);
    return bracket_product(size, size);
}

struct interval bracket_quotient(struct interval x, struct interval y)
{
    if (!(y.lo > 0 || y.hi < 0)) return BRACKET_ENTIRE;
    const double a = x.lo / y.lo, b = x.lo / y.hi, c = x.hi / y.lo, d = x.hi / y.hi;
    return bracket_sane((struct interval){wide_down(least(least(a, b), least(c, d))),
                                          wide_up(greatest(greatest(a, b), greatest(c, d)))});
}

/* By squaring, of a number; n > 0. */
static struct interval power_of(double number, long n)
{
    struct interval power = interval_of(1), square = interval_of(number);
    for (;; square = bracket_square(square)) {
        if (n & 1) power = bracket_product(power, square);
        n >>= 1;
        if (!n) return power;
    }
}

struct interval bracket_power(struct interval x, long n)
{
    if (n == 0) return interval_of(1);
    if (n < 0) return bracket_quotient(interval_of(1), bracket_power(x, -n));
    if (n % 2 == 0) x = sizes(x);
    return bracket_sane((struct interval){power_of(x.lo, n).lo, power_of(x.hi, n).hi});
}

struct interval bracket_sqrt(struct interval x)
{
    x = not_negative(x);
    return not_negative((struct interval){wide_down(sqrt(x.lo)), wide_up(sqrt(x.hi))});
}

struct interval bracket_exp(struct interval x)
{
    return not_negative(bracket_sane(around(exp(x.lo), exp(x.hi))));
}

struct interval bracket_log(struct interval x)
{
    x = not_negative(x);
    return bracket_sane(around(log(x.lo), log(x.hi)));
}

/* Whether x perhaps holds (k + shift) periods for an integer k. The quotients are off by 2^-51 of themselves.
 */
static bool may_hold(struct interval x, double shift, double period)
{
    const double a = x.lo / period, b = x.hi / period;
    const double from = a - shift - 0x1p-50 * (fabs(a) + 1), to = b - shift + 0x1p-50 * (fabs(b) + 1);
    return ceil(from) <= to;
}

static const double pi = 3.14159265358979323846;

/* Not too far from 0; no NaN. */
static bool is_moderate(struct interval x)
{
    return x.lo > -0x1p30 && x.hi < 0x1p30;
}

/* What is between the values a and b at the ends of x, of a function whose largest value 1 is at `top`
 * periods and the least at half a period from there. */
static struct interval wave(struct interval x, double a, double b, double top)
{
    struct interval y = around(a, b);
    if (y.hi > 1 || may_hold(x, top, 2 * pi)) y.hi = 1;
    if (y.lo < -1 || may_hold(x, top + 0.5, 2 * pi)) y.lo = -1;
    return y;
}

struct interval bracket_sin(struct interval x)
{
    return is_moderate(x) ? wave(x, sin(x.lo), sin(x.hi), 0.25) : (struct interval){-1, 1};
}

struct interval bracket_cos(struct interval x)
{
    return is_moderate(x) ? wave(x, cos(x.lo), cos(x.hi), 0) : (struct interval){-1, 1};
}

struct interval bracket_tan(struct interval x)
{
    if (!is_moderate(x) || may_hold(x, 0.5, pi)) return BRACKET_ENTIRE;
    return around(tan(x.lo), tan(x.hi));
}

struct interval bracket_atan(struct interval x)
{
    return around(atan(x.lo), atan(x.hi));
}

struct interval bracket_acos(struct interval x)
{
    return not_negative(around(acos(x.lo < -1 ? -1 : x.lo), acos(x.hi > 1 ? 1 : x.hi)));
}

/* A box that does not meet the cut is convex and without the origin: the angle is least and largest at
 * corners. */
struct interval bracket_atan2(struct interval y, struct interval x, bool *broken)
{
    *broken = x.lo <= 0 && y.lo <= 0 && y.hi >= 0 && !(y.lo == 0 && x.hi < 0);
    if (*broken) return around(-pi, pi);
    y.lo += 0.0; /* -0 has another angle than 0 */
    const struct interval at[2] = {around(atan2(y.lo, x.lo), atan2(y.lo, x.hi)),
                                   around(atan2(y.hi, x.lo), atan2(y.hi, x.hi))};
    return bracket_sane(interval_hull(at[0], at[1]));
}

struct interval bracket_real_power(struct interval x, struct interval y)
{
    return bracket_exp(bracket_product(y, bracket_log(x)));
}
