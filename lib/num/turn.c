/* Sines and cosines by their series. */
#include "turn.h"

/* pi / 180 lies between these neighbours: 0.017453292519943295769..., and the first is
 * 0.017453292519943295474... */
static const struct interval degree = {0x1.1df46a2529d39p-6, 0x1.1df46a2529d3ap-6};

struct interval turn_radians(struct interval degrees)
{
    return interval_mul(degrees, degree);
}

/* 1 - t / (k (k+1)) (1 - t / ((k+2) (k+3)) (1 - ...)) for 0 <= t < 0.62: the series of sin(x) / x with t = x
 * x when k is 2, of cos(x) when k is 1. The terms shrink and change signs, so what is left out is below the
 * first term left out, 0.62^9 / 19! < 2^-59.
 *
 * With u = 2^-53, a step multiplies the error e of the parenthesis inside by q = t / (k (k+1)), adds 3 u q
 * for the roundings of q and of its product and u for the subtraction's: q < 0.052 from k = 3 on, so e < 1.3
 * u there, then below 0.31 (1.3 + 3) u + u < 2.4 u for the cosine and 0.11 (1.3 + 3) u + u < 1.5 u for the
 * sine. */
static double series(double t, int k)
{
    double sum = 1;
    for (int n = 16 + k; n >= k; n -= 2) sum = 1 - t / (n * (n + 1)) * sum;
    return sum;
}

static struct interval widened(double x, double by)
{
    const struct interval y = {add_down(x, -by), add_up(x, by)};
    return (struct interval){y.lo < -1 ? -1 : y.lo, y.hi > 1 ? 1 : y.hi};
}

/* The middle is taken apart exactly, into quarters of a turn and a rest of 45 degrees at most, x < 0.786
 * radians, which rounds by 2 u x < 1.6 u. So the cosine is off by 2.4 u + 1.6 u sin(x) < 3.6 u, the sine
 * by 1.5 u x + 1.6 u + u sin(x) for the last product < 3.6 u; 2^-51 = 4 u. Where nothing is left, both are
 * exact. Neither function changes faster than the angle in radians, so what else is in the interval widens
 * the results by that. */
void turn_of(struct interval degrees, struct interval *c, struct interval *s)
{
    const double middle = interval_middle(degrees), radius = interval_radius(degrees, middle);
    int quarters;
    const double rest = remquo(middle, 90, &quarters), x = rest * degree.lo, t = x * x;
    const double cosine = series(t, 1), sine = x * series(t, 2);
    const double by = add_up(mul_up(radius, degree.hi), rest == 0 ? 0 : 0x1p-51);
    const double turned[4] = {cosine, -sine, -cosine, sine};
    *c = widened(turned[quarters & 3], by);
    *s = widened(turned[(quarters - 1) & 3], by);
}
