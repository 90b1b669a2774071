/* Sines and cosines by their series. */
#include "turn.h"

/* pi / 180 lies between these neighbours: 0.017453292519943295769..., and the first is
 * 0.017453292519943295474... */
static const struct interval degree = {0x1.1df46a2529d39p-6, 0x1.1df46a2529d3ap-6};

struct interval turn_radians(struct interval degrees)
{
    return interval_mul(degrees, degree);
}

enum { TERMS = 9 };

/* 1 / (2n)! of the cosine and 1 / (2n + 1)! of the sine, the nearest doubles. */
static const double cosine_term[TERMS] = {1,
                                          0.5,
                                          0x1.5555555555555p-5,
                                          0x1.6c16c16c16c17p-10,
                                          0x1.a01a01a01a01ap-16,
                                          0x1.27e4fb7789f5cp-22,
                                          0x1.1eed8eff8d898p-29,
                                          0x1.93974a8c07c9dp-37,
                                          0x1.ae7f3e733b81fp-45};
static const double sine_term[TERMS] = {1,
                                        0x1.5555555555555p-3,
                                        0x1.1111111111111p-7,
                                        0x1.a01a01a01a01ap-13,
                                        0x1.71de3a556c734p-19,
                                        0x1.ae64567f544e4p-26,
                                        0x1.6124613a86d09p-33,
                                        0x1.ae7f3e733b81fp-41,
                                        0x1.952c77030ad4ap-49};

/* cos x and sin x for |x| <= 0.786, by s_n = C_n - t s_(n+1) with t = x x < 0.62, so 0 < s_n <= C_n. What is
 * left out is below 0.62^9 / 18! < 2^-58.
 *
 * Let u = 2^-53, and E_n u C_n the error of s_n. It is made of that of C_n, at most 1 unless C_n is a power
 * of 2, of the difference's rounding, at most 1, and of what t s_(n+1) brings: q (E_(n+1) + 1) with q =
 * t C_(n+1) / C_n.
 * - Cosine: q < 0.021 from n = 2 on, so E_n < 2.1 there; E_1 < 1 + 0.052 * 3.1 < 1.17; and as s_0 < 1 rounds
 *   by u / 2 only, E_0 < 0.5 + 0.31 * 2.17 < 1.18.
 * - Sine: q < 0.031 from n = 1 on, so E_n < 2.1 there, E_0 < 0.5 + 0.104 * 3.1 < 0.83; times x and rounded,
 *   0.786 * 0.83 + 0.5 < 1.16.
 * Rounding t is one more part in 2^53 of t s_1, below 0.31 u and 0.08 u. Together: 1.5 u and 1.3 u. */
static void series(double x, double *cosine, double *sine)
{
    const double t = x * x;
    double c = cosine_term[TERMS - 1], s = sine_term[TERMS - 1];
    for (int n = TERMS - 2; n >= 0; n--) {
        c = cosine_term[n] - t * c;
        s = sine_term[n] - t * s;
    }
    *cosine = c;
    *sine = x * s;
}

static struct interval widened(double x, double by)
{
    const struct interval y = {add_down(x, -by), add_up(x, by)};
    return (struct interval){y.lo < -1 ? -1 : y.lo, y.hi > 1 ? 1 : y.hi};
}

/* The middle is taken apart exactly, into quarters of a turn and a rest of 45 degrees at most, x < 0.786
 * radians, which rounds by 2 u x < 1.6 u. So the cosine is off by 1.5 u + 1.6 u sin(x) < 2.7 u, the sine by
 * 1.3 u + 1.6 u < 3 u; 2^-51 = 4 u. Where nothing is left, both are exact. Neither function changes faster
 * than the angle in radians, so what else is in the interval widens the results by that. */
void turn_of(struct interval degrees, struct interval *c, struct interval *s)
{
    const double middle = interval_middle(degrees), radius = interval_radius(degrees, middle);
    int quarters;
    double cosine, sine;
    const double rest = remquo(middle, 90, &quarters);
    series(rest * degree.lo, &cosine, &sine);
    const double by = add_up(mul_up(radius, degree.hi), rest == 0 ? 0 : 0x1p-51);
    const double turned[4] = {cosine, -sine, -cosine, sine};
    *c = widened(turned[quarters & 3], by);
    *s = widened(turned[(quarters - 1) & 3], by);
}

/* Cody and Waite: k quarters of a turn are taken off in two parts, pi / 2 = first + second + 2^-87 at most.
 * The first has 33 bits and |k| <= 2^20, so k first is exact; and so is a = radians - k first, a multiple of
 * 2^-53 below 1 (or all of the angle, where k is 0). k second < 2^-13 rounds by 2^-66, its own error comes to
 * 2^-67, and x = a - k second rounds by u / 2. |x| < 0.786, as 2 / pi and the product with it shift where k
 * changes by no more than 2^-30. Adding 3 2^51 and taking it off rounds to an integer.
 *
 * So the point (c, s) is off by 0.51 u for x, and by sqrt(1.5^2 + 1.3^2) u < 2 u for the series. */
double turn_at(double radians, double *c, double *s)
{
    static const double first = 0x1.921fb544p0, second = 0x1.0b4611a626331p-34, magic = 0x1.8p52;
    double cosine, sine;
    if (!(fabs(radians) <= 0x1p20)) {
        *c = 1;
        *s = 0;
        return 2;
    }
    const double k = (radians * 0x1.45f306dc9c883p-1 + magic) - magic;
    series((radians - k * first) - k * second, &cosine, &sine);
    const unsigned quarters = (unsigned)(int)k & 3;
    const double along = quarters & 1 ? sine : cosine, across = quarters & 1 ? cosine : sine;
    *c = quarters == 1 || quarters == 2 ? -along : along;
    *s = quarters >= 2 ? -across : across;
    return 0x1.8p-52;
}
