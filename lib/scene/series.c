#include "series.h"
#include "elementary.h"

static const ival one = {1, 1}; /* -1 to 1 */

/* acos(y) / pi of a number in [-1, 1]. */
static ival angle(double y)
{
    const ival x = ival_point(y), unit = ival_point(1);
    const ival sine = ival_sqrt(ival_mul(ival_add(unit, x), ival_sub(unit, x)));
    return ival_div(ival_atan2(sine, x), ival_pi);
}

/* T_n over [y0, y1], of its values at the ends, which are off by `error` at most, and whether one of its
 * extrema (-1)^i at the angles i pi / n lies between them. */
static ival polynomial(double n, const double t[2], double error, ival angles)
{
    const double first = ceil(-(n * angles[0])), last = floor(n * angles[1]);
    ival y = ival_most((ival){-t[0], t[0]}, (ival){-t[1], t[1]}) + (ival){error, error};
    if (last > first) return one;
    if (last == first) y = ival_hull(y, ival_point(fmod(first, 2) == 0 ? 1 : -1));
    return ival_common(y, one);
}

/* The recurrence T_(k+1) = 2 y T_k - T_(k-1) in doubles, rounded upward. Let u = 2^-52, e_n the error of T_n.
 * Product and difference round by 2 u (1 + e) and u (1 + e) at most, and an error d made at step k is
 * U_(n-k)(y) d at step n, with |U_j| <= j + 1 in [-1, 1]. The sum of 3 (n - k + 1) u (1 + e) over k from 2 to
 * n is 1.5 n (n - 1) u (1 + e), less than 2 n^2 u while e is small, which it is for n up to 2^20. */
ival series_bound(const struct series *s, ival x)
{
    if (s->n == 0) return (ival){0, 0};
    const ival ends = ival_point(s->lo) + ival_point(s->hi);
    const ival width = ival_sub(ival_point(s->hi), ival_point(s->lo));
    const ival y = ival_common(ival_div(ival_sub(ival_scale(x, 2), ends), width), one);
    const double at[2] = {ival_lo(y), ival_hi(y)};
    const ival angles = ival_hull(angle(at[0]), angle(at[1]));
    double t[2] = {1, 1}, next[2] = {at[0], at[1]};
    ival sum = ival_scale(s->c[0], 0.5);
    for (size_t i = 1; i < s->n; i++) {
        const double n = (double)i, error = i > 1 ? n * n * 0x1p-51 : 0;
        sum += ival_mul(s->c[i], i > 1 ? polynomial(n, next, error, angles) : y);
        for (int k = 0; k < 2; k++) {
            const double after = 2 * at[k] * next[k] - t[k];
            t[k] = next[k];
            next[k] = after;
        }
    }
    return sum;
}
