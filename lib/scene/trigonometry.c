/* Sines and cosines of both bounds at once, one in each lane.
 *
 * All errors below are of rounding upward: u = 2^-52 is the largest relative error of one operation. */
#include "elementary.h"
#include <stdint.h>

typedef int64_t whole __attribute__((vector_size(16)));

/* pi / 2 in three parts: the first two have 30 bits each, and all of it is off by less than 2^-114. */
#define HALF_PI_1 0x1.921fb54p+0
#define HALF_PI_2 0x1.10b46118p-30
#define HALF_PI_3 0x1.313198a2e037p-61
#define QUARTERS 0x1.45f306dc9c883p-1 /* 2 / pi */
#define TO_WHOLE 0x1.8p52             /* added, a number is rounded to a whole one, in its last bits */
#define LARGEST 0x1p22

/* Of lo and hi: the quarter of a turn n (its last bits), and sine and cosine with their errors. */
struct turned {
    whole quarter;
    whole beyond; /* -1 where the angle is certainly not at the quarter's multiple of pi / 2 but, of lo, after
                     it, of hi, before it */
    ival sine, cosine, sine_error, cosine_error;
};

/* a where the mask is set, else b. */
static inline ival chosen(whole mask, ival a, ival b)
{
    return (ival)((mask & (whole)a) | (~mask & (whole)b));
}

/* x = n pi / 2 + r with |r| < 0.7855, as n is x 2 / pi - 1 / 2 rounded up, off by less than 2^-28.
 *
 * Reduction: n has at most 22 bits, so n P1 and n P2 are exact. So is x - n P1: it is below 1 and a multiple
 * of 2^-53, as x is one where n is not 0. Less n P2 it is a multiple of 2^-59, and so exact if it is below
 * 2^-6; else it rounds by u |r|. n P3 rounds by n 2^-112.7, its difference by u |r|, and P1 + P2 + P3 is off
 * by 2^-114. Together less than 2 u |r| + n 2^-111.
 *
 * Sine, r + r t s(t) with t = r r < 0.617: s is Taylor's polynomial to r^17 for sin, economized: its term c
 * t^n, n = 7 and then 6, less c 0.6171^n / 2^(2n-1) times Chebyshev's T_n on [0, 0.6171]. That changes t s by
 * less than 2^-56, and what is left out is below r^18 / 19! < 2^-62. Each sum of Horner's rule is at most its
 * first term C, and off by E u C: by 1/2 of C itself, 1 of the rounding, and q (E + 2) of the part behind, q
 * < 0.031 its size: E < 1.7. With t and the product that is 3.7 u of 0.103 r, with the next product 0.49 u r,
 * and the last sum rounds by u r: with what is left out 1.6 u r, with the reduction 3.6 u r + n 2^-111: 4 u r
 * + n 2^-111 is taken.
 *
 * Cosine, 1 + t c(t), to r^16, economized once: by less than 2^-62; what is left out is below r^18 / 18! <
 * 2^-58. In the same way c is off by 1 + 0.052 (1.7 + 2) < 1.2 of u / 2, so by 1.3 u of itself, with t and
 * the product 3.3 u of 0.293: 0.97 u, and the last sum, below 1, rounds by u / 2. The reduction moves it by
 * sin(r) (2 u r + n 2^-111) < 1.12 u. Together 2.7 u: 4 u is taken, or |r| if that is less: where r < 4 u,
 * the sum is 1, and off by r r / 2. */
__attribute__((always_inline)) static inline struct turned turned(ival x)
{
    const ival angle = {-x[0], x[1]};
    const ival shifted = (angle * QUARTERS - 0.5) + TO_WHOLE, n = shifted - TO_WHOLE;
    const ival r = ((angle - n * HALF_PI_1) - n * HALF_PI_2) - n * HALF_PI_3, t = r * r;
    ival s = t * 0x1.5e0ad41c97192p-33 - 0x1.ae600a4203544p-26;
    s = s * t + 0x1.71de3795d3afap-19;
    s = s * t - 0x1.a01a019e83214p-13;
    s = s * t + 0x1.1111111110bbp-7;
    s = s * t - 0x1.5555555555555p-3;
    s = r + r * (t * s);
    ival c = 0x1.1eea7a0b2cfaep-29 - t * 0x1.8ff57b6e60565p-37;
    c = c * t - 0x1.27e4f8dfa2346p-22;
    c = c * t + 0x1.a01a019ddc6eap-16;
    c = c * t - 0x1.6c16c16c15d57p-10;
    c = c * t + 0x1.5555555555551p-5;
    c = c * t - 0.5;
    c = 1 + c * t;
    const ival size = ival_most(r, -r), s_error = size * 0x1p-50 + ival_most(n, -n) * 0x1p-111;
    const ival c_error = -ival_most(-size, (ival){-0x1p-50, -0x1p-50});

    const whole quarter = (whole)shifted, odd = -(quarter & 1);
    const whole s_sign = (quarter & 2) << 62, c_sign = ((quarter + 1) & 2) << 62;
    return (struct turned){
        .quarter = quarter,
        .beyond = (whole)((ival){r[0], -r[1]} > s_error),
        .sine = (ival)((whole)chosen(odd, c, s) ^ s_sign),
        .cosine = (ival)((whole)chosen(odd, s, c) ^ c_sign),
        .sine_error = chosen(odd, c_error, s_error),
        .cosine_error = chosen(odd, s_error, c_error),
    };
}

/* Multiples of pi / 2 that the interval perhaps holds: the first one modulo 4, and how many, at most 4. */
static inline void multiples(const struct turned *at, int *first, int *count)
{
    const int64_t from = at->quarter[0] - at->beyond[0], to = at->quarter[1] + at->beyond[1];
    const int64_t n = to - from + 1;
    *first = (int)(from & 3);
    *count = n < 0 ? 0 : n > 4 ? 4 : (int)n;
}

/* The bounds of two values that are off by e, and what must be in it. */
static inline ival around(ival x, ival e, ival also)
{
    const ival lo = {-x[0], x[0]}, hi = {-x[1], x[1]}, lo_error = {e[0], e[0]}, hi_error = {e[1], e[1]};
    const ival both = ival_most(ival_most(lo + lo_error, hi + hi_error), also);
    return ival_common(both, (ival){1, 1});
}

void ival_sin_cos(ival x, ival *sine, ival *cosine)
{
    /* Of `count` multiples of pi / 2 from `first` on: where the cosine is 1 or -1; of the sine one later. */
#define NONE                                                                                                 \
    {                                                                                                        \
        -1, -1                                                                                               \
    }
#define TOP                                                                                                  \
    {                                                                                                        \
        -1, 1                                                                                                \
    }
#define BOTTOM                                                                                               \
    {                                                                                                        \
        1, -1                                                                                                \
    }
#define ALL                                                                                                  \
    {                                                                                                        \
        1, 1                                                                                                 \
    }
    static const ival extrema[4][5] = {{NONE, TOP, TOP, ALL, ALL},
                                       {NONE, NONE, BOTTOM, BOTTOM, ALL},
                                       {NONE, BOTTOM, BOTTOM, ALL, ALL},
                                       {NONE, NONE, TOP, TOP, ALL}};
    if (!(ival_size(x) < LARGEST)) {
        *sine = *cosine = (ival)ALL;
        return;
    }
    const struct turned at = turned(x);
    int first, count;
    multiples(&at, &first, &count);
    *sine = around(at.sine, at.sine_error, extrema[(first + 3) & 3][count]);
    *cosine = around(at.cosine, at.cosine_error, extrema[first][count]);
}

ival ival_tan(ival x)
{
    if (!(ival_size(x) < LARGEST)) return IVAL_ENTIRE;
    const struct turned at = turned(x);
    int first, count;
    multiples(&at, &first, &count);
    if (count > 1 || (count == 1 && (first & 1))) return IVAL_ENTIRE;
    ival end[2];
    for (int k = 0; k < 2; k++) {
        const double s = at.sine[k], c = at.cosine[k], se = at.sine_error[k], ce = at.cosine_error[k];
        const ival cosine = {ce - c, c + ce};
        if (ival_has_zero(cosine)) return IVAL_ENTIRE;
        end[k] = ival_div((ival){se - s, s + se}, cosine);
    }
    return (ival){end[0][0], end[1][1]};
}
