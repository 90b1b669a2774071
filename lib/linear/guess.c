#include "../num/extremes.h"
#include "extended.h"
#include <math.h>

enum { MAX_STEPS = 12 };

/* About the positive root of sum h_i y^i, i <= degree, whose coefficients change their sign once: where the
 * largest term of one sign is as large as that of the other. */
static double balance(const double h[4], int degree)
{
    double least = INFINITY;
    for (int j = 1; j <= degree; j++) {
        double most = 0;
        if (h[j] == 0 || (h[j] > 0) == (h[0] > 0)) continue;
        for (int i = 0; i < j; i++) {
            if (h[i] == 0 || (h[i] > 0) != (h[0] > 0)) continue;
            double y = fabs(h[i] / h[j]);
            if (j - i == 2) y = sqrt(y);
            if (j - i == 3) y = ldexp(1, ilogb(y) / 3);
            most = y > most ? y : most;
        }
        least = most < least ? most : least;
    }
    return least;
}

/* Powers of x of sum h_i x^i (1 - x)^(degree - i). */
static void to_powers(const double h[4], int degree, double c[4])
{
    c[0] = h[0];
    c[2] = c[3] = 0;
    if (degree == 1) {
        c[1] = h[1] - h[0];
    } else if (degree == 2) {
        c[1] = h[1] - 2 * h[0];
        c[2] = h[2] - h[1] + h[0];
    } else {
        c[1] = h[1] - 3 * h[0];
        c[2] = h[2] - 2 * h[1] + 3 * h[0];
        c[3] = h[3] - h[2] + h[1] - h[0];
    }
}

/* The root of a polynomial in (0, 1) by Halley's iteration within a shrinking bracket, and the derivative. */
static double iterate(const double c[4], double x, double *slope)
{
    double lo = 0, hi = 1;
    for (int i = 0; i < MAX_STEPS; i++) {
        const double f = c[0] + x * (c[1] + x * (c[2] + x * c[3])), f2 = 2 * c[2] + 6 * c[3] * x;
        const double f1 = c[1] + x * (2 * c[2] + x * (3 * c[3]));
        *slope = f1;
        if ((f > 0) == (c[0] > 0))
            lo = x;
        else
            hi = x;
        double next = x - 2 * f * f1 / (2 * f1 * f1 - f * f2);
        const double step = fabs(next - x);
        if (!(next > lo && next < hi)) {
            if (step < 0x1p-50 * x) break;
            next = 0.5 * (lo + hi);
        }
        x = next;
        if (step < 0x1p-20 * x) break; /* third order */
    }
    return x;
}

double guess_root(const struct outline *f, int *from_end, double *slope)
{
    const double scaled[4] = {f->value[0], 3 * f->value[1], 3 * f->value[2], f->value[3]};
    const int degree = f->last - f->first;
    double unit = 0, h[4] = {0}, c[4];
    for (int i = 0; i <= degree; i++) unit = max_of(unit, fabs(scaled[f->first + i]));
    for (int i = 0; i <= degree; i++) h[i] = scaled[f->first + i] / unit;
    /* with y = x / (1 - x) they are the coefficients of powers of y */
    double y = balance(h, degree);
    *from_end = y > 1;
    if (*from_end) {
        y = 1 / y;
        for (int i = 0; i <= degree; i++) h[i] = scaled[f->last - i] / unit;
    }
    to_powers(h, degree, c);
    double x = iterate(c, y / (1 + y), slope);
    *slope *= *from_end ? -unit : unit;
    /* the factors of the roots at the ends */
    for (int i = 0; i < f->first; i++) *slope *= *from_end ? 1 - x : x;
    for (int i = f->last; i < 3; i++) *slope *= *from_end ? x : 1 - x;
    return x;
}

double guess_split(const struct outline *f)
{
    const double *b = f->value;
    const double d0 = b[1] - b[0], d1 = b[2] - b[1], d2 = b[3] - b[2];
    const double k2 = d0 - 2 * d1 + d2, k1 = d0 - d1, root = sqrt(max_of(k1 * k1 - k2 * d0, 0));
    const double q = k1 + copysign(root, k1), candidate[2] = {d0 / q, q / k2}; /* of k2 x^2 - 2 k1 x + d0 */
    double x = 0.5, lowest = INFINITY;
    for (int i = 0; i < 2; i++) {
        const double y = candidate[i];
        if (!(y > 0 && y < 1)) continue;
        const double value = b[0] + y * (3 * d0 + y * (-3 * k1 + y * k2)),
                     height = b[f->first] > 0 ? value : -value;
        if (!(height < lowest)) continue;
        lowest = height;
        x = y;
    }
    return x;
}

struct moment fraction_near(uint64_t units, int bits)
{
    uint64_t a = MOMENT_UNITS, b = units;
    struct moment last = {1, 0}, next = {0, 1}; /* convergents of units / 2^60 = 1 / (a / b) */
    while (b) {
        const uint64_t quotient = a / b, rest = a % b;
        if (quotient >> bits) break;
        const struct moment after = {last.n + quotient * next.n, last.d + quotient * next.d};
        if (after.d >> bits) break;
        last = next;
        next = after;
        a = b;
        b = rest;
    }
    return next;
}
