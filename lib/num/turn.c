/* Sines and cosines by their series. */
#include "turn.h"

/* pi / 180 lies between these neighbours: 0.017453292519943295769..., and the first is
 * 0.017453292519943295474... */
static const struct interval degree = {0x1.1df46a2529d39p-6, 0x1.1df46a2529d3ap-6};

struct interval turn_radians(struct interval degrees)
{
    return interval_mul(degrees, degree);
}

/* 1 - t / (k (k+1)) (1 - t / ((k+2) (k+3)) (1 - ...)) for 0 <= t < 1: the series of sin(x) / x with t = x x
 * when k is 2, of cos(x) when k is 1. As its terms shrink and change signs, what stands in a parenthesis is
 * between 1 - t and 1: so is the innermost one. */
static struct interval series(struct interval t, int k)
{
    int n = 16 + k;
    struct interval sum = {1 - t.hi, 1}, one = {1, 1};
    for (; n >= k; n -= 2) {
        const struct interval part = interval_div(t, interval_of(n * (n + 1)));
        sum = interval_sub(one, interval_mul(part, sum));
    }
    return sum;
}

static struct interval widened(struct interval x, double by)
{
    const struct interval y = {add_down(x.lo, -by), add_up(x.hi, by)};
    return (struct interval){y.lo < -1 ? -1 : y.lo, y.hi > 1 ? 1 : y.hi};
}

/* The middle is taken apart exactly, into quarters of a turn and a rest of 45 degrees at most. Neither
 * function changes faster than the angle in radians, so what else is in the interval widens the results by
 * that. */
void turn_of(struct interval degrees, struct interval *c, struct interval *s)
{
    const double middle = interval_middle(degrees), radius = interval_radius(degrees, middle);
    int quarters;
    const double rest = remquo(middle, 90, &quarters);
    const struct interval x = interval_scale(degree, rest), t = interval_square(x);
    struct interval cosine = series(t, 1), sine = interval_mul(x, series(t, 2));
    if (quarters & 1) {
        const struct interval swapped = cosine;
        cosine = interval_neg(sine);
        sine = swapped;
    }
    if (quarters & 2) {
        cosine = interval_neg(cosine);
        sine = interval_neg(sine);
    }
    const double by = mul_up(radius, degree.hi);
    *c = widened(cosine, by);
    *s = widened(sine, by);
}
