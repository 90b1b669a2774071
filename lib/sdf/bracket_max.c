/* Maxima of functions over a cell, and functions that are joined: where there are creases. */
#include "bracket_form.h"

/* The blended maximum of two numbers. */
static struct interval blended(double x, double y, double k)
{
    const struct interval most = interval_of(greatest(x, y));
    if (k == 0) return most;
    const struct interval apart = interval_sub(interval_of(x), interval_of(y));
    if (!(interval_size(apart) < INFINITY)) return most;
    const struct interval size = {apart.lo > 0   ? apart.lo
                                  : apart.hi < 0 ? -apart.hi
                                                 : 0,
                                  interval_size(apart)};
    struct interval m = interval_sub(interval_of(k), size);
    if (!(m.hi > 0)) return most;
    if (m.lo < 0) m.lo = 0;
    return interval_add(most, interval_div(interval_square(m), interval_of(4 * k)));
}

/* It does not fall when x or y rises. */
static struct interval blended_over(struct interval x, struct interval y, double k)
{
    return (struct interval){blended(x.lo, y.lo, k).lo, blended(x.hi, y.hi, k).hi};
}

/* The derivative by x: 1/2 + (x - y) / (2 k), in [0, 1]; that by y is the rest to 1. */
static struct interval share_of(struct interval apart, double k)
{
    const struct interval any = {0, 1};
    if (apart.lo >= k && apart.lo > 0) return interval_of(1);
    if (apart.hi <= -k && apart.hi < 0) return interval_of(0);
    if (k == 0) return any;
    const struct interval half = {wide_down(apart.lo / (2 * k)), wide_up(apart.hi / (2 * k))};
    return wide_both(wide_add(interval_of(0.5), half), any);
}

/* s a + (1 - s) b, which is linear in s. */
static struct interval mixed(struct interval s, struct interval a, struct interval b)
{
    if (wide_is(s, 1)) return a;
    if (wide_is(s, 0)) return b;
    struct interval mix[2];
    for (int i = 0; i < 2; i++) {
        const struct interval share = interval_of(i ? s.hi : s.lo), rest = wide_sub(interval_of(1), share);
        mix[i] = wide_add(wide_mul(share, a), wide_mul(rest, b));
    }
    return interval_hull(mix[0], mix[1]);
}

/* About the least of w x + (1 - w) y + k w (1 - w) at the corners, of the values there. */
static double mixture_least(const double x[3], const double y[3], double w, double k)
{
    double low = INFINITY;
    for (int i = 0; i < 3; i++) low = least(low, w * x[i] + (1 - w) * y[i]);
    return low + k * w * (1 - w);
}

/* The share w for which the mixture is largest where it is least: where two corners are equally low. */
static double best_share(const struct form *x, const struct form *y, double k)
{
    double a[3], b[3], best = 0.5, most = -INFINITY;
    for (int i = 0; i < 3; i++) {
        a[i] = 0.5 * form_corner_low(x, i) + 0.5 * form_corner_high(x, i);
        b[i] = 0.5 * form_corner_low(y, i) + 0.5 * form_corner_high(y, i);
    }
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3;
        const double w = (b[j] - b[i]) / ((a[i] - b[i]) - (a[j] - b[j]));
        const double low = w > 0 && w < 1 ? mixture_least(a, b, w, k) : -INFINITY;
        if (!(low > most)) continue;
        most = low;
        best = w;
    }
    return best;
}

/* The blended maximum is at least w x + (1 - w) y + k w (1 - w) for any w in [0, 1]: with d = x - y and
 * |d| < k the difference is (d / k - (2 w - 1))^2 k / 4. Where x and y fall towards each other across a
 * crease, a mixture of them is level: a bound that is tight to the second order. */
static void narrow_by_mixture(struct form *f, const struct form *x, const struct form *y, double k)
{
    const struct interval share = interval_of(best_share(x, y, k)), rest = wide_sub(interval_of(1), share);
    const struct form of[2] = {*x, *y};
    const struct interval shares[2] = {share, rest};
    struct form mix;
    mix.extent = f->extent;
    mix.at = wide_add(wide_mul(x->at, share), wide_mul(y->at, rest));
    mix.at = wide_add(mix.at, wide_mul(interval_of(k), wide_mul(share, rest)));
    form_chain(&mix, of, shares, shares, 2);
    form_raise(f, &mix);
}

struct form form_max(const struct form *x, const struct form *y, double k)
{
    struct form f;
    f.extent = form_extent(x, y);
    f.at = blended_over(x->at, y->at, k);
    if (f.extent == FORM_AT) return f;
    const struct form apart = form_sub(x, y);
    const struct interval start = share_of(apart.start, k);
    const struct interval over = f.extent == FORM_CELL ? share_of(apart.over, k) : start;
    if (wide_is(over, 1)) return *x;
    if (wide_is(over, 0)) return *y;
    f.start = blended_over(x->start, y->start, k);
    f.over = blended_over(x->over, y->over, k);
    for (int i = 0; i < f.extent; i++) f.by[i] = mixed(i < FORM_START ? start : over, x->by[i], y->by[i]);
    form_narrow(&f);
    narrow_by_mixture(&f, x, y, k);
    return f;
}

struct form form_min(const struct form *x, const struct form *y)
{
    const struct form a = form_neg(x), b = form_neg(y), most = form_max(&a, &b, 0);
    return form_neg(&most);
}

struct form form_positive(const struct form *x)
{
    const struct form zero = form_constant(interval_of(0), x->extent);
    return form_max(x, &zero, 0);
}

/* The values of the joined function. */
static struct interval joined(struct interval inside, struct interval outside)
{
    if (inside.hi <= 0) return inside;
    if (inside.lo > 0) return wide_both(outside, (struct interval){inside.lo, INFINITY});
    return (struct interval){inside.lo, greatest(inside.hi, outside.hi)};
}

/* A derivative of it. */
static struct interval joined_by(struct interval value, struct interval inside, struct interval outside)
{
    if (value.hi <= 0) return inside;
    if (value.lo > 0) return outside;
    return interval_hull(inside, outside);
}

struct form form_joined(const struct form *inside, const struct form *outside)
{
    struct form f;
    f.extent = form_extent(inside, outside);
    f.at = joined(inside->at, outside->at);
    if (f.extent == FORM_AT) return f;
    f.start = joined(inside->start, outside->start);
    f.over = joined(inside->over, outside->over);
    for (int k = 0; k < f.extent; k++)
        f.by[k] = joined_by(k < FORM_START ? inside->start : inside->over, inside->by[k], outside->by[k]);
    form_narrow(&f);
    return f;
}
