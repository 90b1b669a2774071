/* Exponentials, logarithms, angles, powers.
 *
 * All errors below are of rounding upward: u = 2^-52 is the largest relative error of one operation. */
#include "elementary.h"
#include <stdint.h>
#include <string.h>

typedef int64_t whole __attribute__((vector_size(16)));

static const ival ln_2 = {-0x1.62e42fefa39efp-1, 0x1.62e42fefa39fp-1};

/* c[0] + t (c[1] + ...), of n coefficients. */
static double horner(const double *c, int n, double t)
{
    double sum = c[n - 1];
    for (int i = n - 2; i >= 0; i--) sum = sum * t + c[i];
    return sum;
}

/* ---- exp ---- */

/* The bounds in both lanes. x = n ln 2 + r with |r| < 0.3467; n has 11 bits and the first part of ln 2 has
 * 32, so x - n L1, a multiple of 2^-54 below 1, is exact. n L2 rounds by n 2^-85, L1 + L2 is off by 2^-86,
 * the difference rounds by u |r|: with n <= 1022 less than 0.36 u.
 *
 * Taylor's polynomial to r^13, 1 + r Q: what is left out is below 1.5 r^14 / 14! < 2^-57. Q = 1 + r (1/2 +
 * ...) is off by less than 1.6 u: u of its sum, and 2.5 u of 0.2. r Q is off by 1.6 / 0.845 u and u of
 * itself, 2.9 u of 0.42 or, r being negative, of 0.293, the last sum by u or u / 2: 2.3 u, or 1.4 u of 0.707.
 * Together with the reduction less than 2.5 u of the result: 4 u is taken; exp(0) is exact. */
ival ival_exp(ival x)
{
    static const double most = 708, c[14] = {1,
                                             1,
                                             0.5,
                                             0x1.5555555555555p-3,
                                             0x1.5555555555555p-5,
                                             0x1.1111111111111p-7,
                                             0x1.6c16c16c16c17p-10,
                                             0x1.a01a01a01a01ap-13,
                                             0x1.a01a01a01a01ap-16,
                                             0x1.71de3a556c734p-19,
                                             0x1.27e4fb7789f5cp-22,
                                             0x1.ae64567f544e4p-26,
                                             0x1.1eed8eff8d898p-29,
                                             0x1.6124613a86d09p-33};
    if (!(x[1] <= most)) return IVAL_ENTIRE;
    const ival at = ival_most((ival){-x[0], x[1]}, (ival){-most, -most});
    const ival shifted = (at * 0x1.71547652b82fep+0 - 0.5) + 0x1.8p52, n = shifted - 0x1.8p52;
    const ival r = (at - n * 0x1.62e42feep-1) - n * 0x1.a39ef35793c76p-33;
    ival e = r * c[13] + c[12];
    for (int i = 11; i >= 0; i--) e = e * r + c[i];
    e *= (ival)(((whole)shifted + 1023) << 52);
    const ival error = (ival)((whole)(e * 0x1p-50) & (whole)(at != 0));
    const ival bounds = (ival){-e[0], e[1]} + error;
    return (ival){x[0] > most ? 0 : bounds[0], bounds[1]};
}

/* ---- log ---- */

/* x = 2^n m with m in (0.7071, 1.4143). log m = 2 atanh(s), s = (m - 1) / (m + 1), |s| < 0.17163: m - 1 is
 * exact, so s is off by 2 u. 2 s + 2 s t (1/3 + t/5 + ...), t = s s < 0.02946, to t^10: what is left out is
 * below t^11 / 23 / (1 - t) < 2^-60 of it. 1/3 + ... is off by less than 2 u, t by 5 u, the product by u
 * more: 8 u of 0.0101; with the sum and the product by 2 s log m is off by less than 4.2 u of itself: 8 u is
 * taken. */
static ival log_of(double x)
{
    static const double c[10] = {0x1.5555555555555p-2, 0x1.999999999999ap-3, 0x1.2492492492492p-3,
                                 0x1.c71c71c71c71cp-4, 0x1.745d1745d1746p-4, 0x1.3b13b13b13b14p-4,
                                 0x1.1111111111111p-4, 0x1.e1e1e1e1e1e1ep-5, 0x1.af286bca1af28p-5,
                                 0x1.8618618618618p-5};
    int n;
    double m = frexp(x, &n);
    if (m < 0x1.6a09ep-1) {
        m *= 2;
        n--;
    }
    const double s = (m - 1) / (m + 1), t = s * s, log = 2 * s * (1 + t * horner(c, 10, t));
    const double error = fabs(log) * 0x1p-49;
    return (ival){error - log, log + error} + ival_scale(ln_2, n);
}

ival ival_log(ival x)
{
    return (ival){log_of(-x[0])[0], log_of(x[1])[1]};
}

/* ---- atan ---- */

/* atan |x| = b pi / 4 + atan z with |z| < 0.41422, where z is |x|, (|x| - 1) / (|x| + 1), or -1 / |x|: off by
 * at most 3 u. z - z t (1/3 - t/5 + ...), t = z z < 0.17158, to t^20: what is left out is below t^21 / 43 <
 * 2^-58 of it. Each sum in the brackets is off by E u of its first term, E <= 3/2 + 0.103 (E + 2), so E
 * < 1.9; t and the product make it 3.9 u of 0.058, the next product 0.29 u z, and the last sum u z.
 * Together 4.3 u: 8 u is taken. */
static ival atan_of(double x)
{
    static const double c[20] = {
        0x1.5555555555555p-2, -0x1.999999999999ap-3, 0x1.2492492492492p-3, -0x1.c71c71c71c71cp-4,
        0x1.745d1745d1746p-4, -0x1.3b13b13b13b14p-4, 0x1.1111111111111p-4, -0x1.e1e1e1e1e1e1ep-5,
        0x1.af286bca1af28p-5, -0x1.8618618618618p-5, 0x1.642c8590b2164p-5, -0x1.47ae147ae147bp-5,
        0x1.2f684bda12f68p-5, -0x1.1a7b9611a7b96p-5, 0x1.0842108421084p-5, -0x1.f07c1f07c1f08p-6,
        0x1.d41d41d41d41dp-6, -0x1.bacf914c1badp-6,  0x1.a41a41a41a41ap-6, -0x1.8f9c18f9c18fap-6};
    const double a = fabs(x);
    const int b = a < 0.4142 ? 0 : a < 2.4142 ? 1 : 2;
    const double z = b == 0 ? a : b == 1 ? (a - 1) / (a + 1) : -1 / a, t = z * z;
    const double angle = z - z * (t * horner(c, 20, t)), error = fabs(z) * 0x1p-49;
    const ival y = (ival){error - angle, angle + error} + ival_scale(ival_pi, 0.25 * b);
    return x < 0 ? ival_neg(y) : y;
}

ival ival_atan(ival x)
{
    const ival limit = ival_scale(ival_pi, 0.5);
    const ival y = {x[0] < INFINITY ? atan_of(-x[0])[0] : limit[1],
                    x[1] < INFINITY ? atan_of(x[1])[1] : limit[1]};
    return ival_common(y, (ival){limit[1], limit[1]});
}

/* In the half-planes x > 0, y > 0 and y < 0 the angle is an arc tangent of a quotient of which each bound is
 * at a corner; so is it for x < 0 where y >= 0. Else the quadrants that the box has points in tell. */
ival ival_atan2(ival y, ival x)
{
    const ival right = ival_scale(ival_pi, 0.5), zero = {0, 0};
    if (-x[0] > 0) return ival_atan(ival_div(y, x));
    if (-y[0] > 0) return ival_sub(right, ival_atan(ival_div(x, y)));
    if (y[1] < 0) return ival_neg(ival_add(right, ival_atan(ival_div(x, y))));
    if (x[1] < 0 && y[0] <= 0) return ival_add(ival_pi, ival_atan(ival_div(y, x)));
    ival hull = {-INFINITY, -INFINITY};
    if (x[1] > 0) hull = ival_hull(hull, zero);
    if (y[1] > 0) hull = ival_hull(hull, right);
    if (y[0] > 0) hull = ival_hull(hull, ival_neg(right));
    if (x[0] > 0 && y[1] >= 0) hull = ival_hull(hull, ival_pi);
    if (x[0] > 0 && y[0] > 0) hull = ival_hull(hull, ival_neg(ival_pi));
    return hull;
}

ival ival_power(ival x, ival y)
{
    if (-x[0] > 0) return ival_exp(ival_mul(y, ival_log(x)));
    if (x[1] == 0) return (ival){0, 0};
    const ival most = ival_exp(ival_mul(y, ival_log(ival_point(x[1]))));
    return ival_hull((ival){0, 0}, most);
}
