/* Quarters of a turn are taken off exactly, a series takes the rest. */
#include "bracket_turn.h"
#include <stdbool.h>

/* pi / 2 = 1.921fb54442d18469898cc517... (hexadecimal) is a head of 33 bits, and a tail between neighbours.
 */
#define HEAD 0x1.921fb544p0
static const struct interval tail = {0x1.0b4611a626331p-34, 0x1.0b4611a626332p-34};

#define LARGEST 0x1p20

/* 1 - t / (k (k+1)) (1 - t / ((k+2) (k+3)) (1 - ...)), without end, for 0 <= t < 0.63: the series of cos(x)
 * with t = x x when k is 1, of sin(x) / x when k is 2. Each parenthesis is between 1 - t / 2 and 1, as its
 * terms shrink and change signs; the last one that is looked at is that interval itself, which the factors
 * above it make smaller by 0.63^9 / 18!. */
static struct interval series(struct interval t, int k)
{
    struct interval sum = {0.5, 1};
    for (int n = 16 + k; n >= k; n -= 2) {
        const double factor = n * (n + 1);
        const struct interval part = {wide_down(t.lo / factor), wide_up(t.hi / factor)};
        sum = wide_sub(interval_of(1), wide_mul(part, sum));
    }
    return sum;
}

/* n HEAD is exact for |n| < 2^20. So is x - n HEAD: it is below 1, and a multiple of 2^-53 as both are where
 * n is not 0. */
static void at_angle(double x, struct interval *c, struct interval *s)
{
    const double n = rint(x * 0x1.45f306dc9c883p-1);
    const struct interval rest = interval_sub(interval_of(x - n * HEAD), interval_scale(tail, n));
    struct interval cosine = {1, 1}, sine = {0, 0};
    if (x != 0) {
        const struct interval within = {-1, 1}, t = interval_square(rest);
        cosine = wide_both(series(t, 1), within);
        sine = wide_both(wide_mul(rest, series(t, 2)), within);
    }
    const struct interval turned[4] = {cosine, interval_neg(sine), interval_neg(cosine), sine};
    const int quarters = (int)n & 3;
    *c = turned[quarters];
    *s = turned[(quarters + 3) & 3];
}

/* Can the angle be `quarters` quarters and whole turns? Turns are below 2^18, so their rounding errors are
 * below 2^-30. */
static bool can_be(struct interval angle, double quarters)
{
    const double turn = 0x1.45f306dc9c883p-3;
    return floor(angle.hi * turn - quarters / 4 + 0x1p-30) >= ceil(angle.lo * turn - quarters / 4 - 0x1p-30);
}

void bracket_cos_sin(struct interval angle, struct interval *c, struct interval *s)
{
    *c = *s = (struct interval){-1, 1};
    if (!(fabs(angle.lo) < LARGEST && fabs(angle.hi) < LARGEST && angle.hi - angle.lo < 3)) return;
    at_angle(angle.lo, c, s);
    if (angle.lo == angle.hi) return;
    struct interval c2, s2;
    at_angle(angle.hi, &c2, &s2);
    *c = interval_hull(*c, c2);
    *s = interval_hull(*s, s2);
    if (can_be(angle, 0)) c->hi = 1;
    if (can_be(angle, 2)) c->lo = -1;
    if (can_be(angle, 1)) s->hi = 1;
    if (can_be(angle, 3)) s->lo = -1;
}
