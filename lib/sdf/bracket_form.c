/* Operations on functions over a cell: values and derivatives side by side. */
#include "bracket_form.h"
#include "bracket_turn.h"
#include <stdbool.h>

/* ---- The mean value form ---- */

/* Sums of up to five terms of the size below: each product and sum rounds by 2^-53 of it, 9 of them and the
 * roundings of the size stay below 2^-49 of it. 2^-1000 is more than what underflows. */
static double padding(const struct form *f)
{
    double size = fabs(f->at.lo) + fabs(f->at.hi);
    for (int k = 0; k < 3; k++) size += fabs(f->by[k].lo) + fabs(f->by[k].hi);
    return size * 0x1p-49 + 0x1p-1000;
}

/* How far a corner is from the middle, along a and along b. */
static const double corner_at[3][2] = {
    {-FORM_MIDDLE, -FORM_MIDDLE}, {1 - FORM_MIDDLE, -FORM_MIDDLE}, {-FORM_MIDDLE, 1 - FORM_MIDDLE}};

/* The least of x times a number. */
static double low_times(struct interval x, double by)
{
    return by < 0 ? x.hi * by : x.lo * by;
}

static double high_times(struct interval x, double by)
{
    return by < 0 ? x.lo * by : x.hi * by;
}

static double corner_low(const struct form *f, int corner)
{
    const double *w = corner_at[corner];
    return f->at.lo + (low_times(f->by[0], w[0]) + low_times(f->by[1], w[1]));
}

static double corner_high(const struct form *f, int corner)
{
    const double *w = corner_at[corner];
    return f->at.hi + (high_times(f->by[0], w[0]) + high_times(f->by[1], w[1]));
}

double form_corner_low(const struct form *f, int corner)
{
    return corner_low(f, corner) - padding(f);
}

double form_corner_high(const struct form *f, int corner)
{
    return corner_high(f, corner) + padding(f);
}

/* For fixed derivatives the form is linear, so its bounds are at corners. */
static struct interval mean_form(const struct form *f)
{
    const double pad = padding(f);
    const double lo = least(least(corner_low(f, 0), corner_low(f, 1)), corner_low(f, 2));
    const double hi = greatest(greatest(corner_high(f, 0), corner_high(f, 1)), corner_high(f, 2));
    return (struct interval){lo + least(f->by[2].lo, 0) - pad, hi + greatest(f->by[2].hi, 0) + pad};
}

void form_narrow(struct form *f)
{
    f->over = wide_both(f->over, mean_form(f));
}

/* ---- Arithmetic ---- */

struct form form_constant(struct interval x)
{
    return (struct form){x, x, {{0, 0}, {0, 0}, {0, 0}}};
}

struct form form_add(const struct form *x, const struct form *y)
{
    struct form f = {interval_add(x->at, y->at), wide_add(x->over, y->over), {{0, 0}}};
    for (int k = 0; k < 3; k++) f.by[k] = wide_add(x->by[k], y->by[k]);
    form_narrow(&f);
    return f;
}

struct form form_neg(const struct form *x)
{
    struct form f = {interval_neg(x->at), interval_neg(x->over), {{0, 0}}};
    for (int k = 0; k < 3; k++) f.by[k] = interval_neg(x->by[k]);
    return f;
}

struct form form_sub(const struct form *x, const struct form *y)
{
    const struct form minus = form_neg(y);
    return form_add(x, &minus);
}

struct form form_abs(const struct form *x)
{
    if (x->over.lo >= 0) return *x;
    if (x->over.hi <= 0) return form_neg(x);
    const struct form minus = form_neg(x);
    return form_max(x, &minus, 0);
}

struct form form_shift(const struct form *x, struct interval by)
{
    struct form f = *x;
    f.at = interval_add(x->at, by);
    f.over = wide_add(x->over, by);
    return f;
}

struct form form_times(const struct form *x, struct interval by)
{
    struct form f = {interval_mul(x->at, by), wide_mul(x->over, by), {{0, 0}}};
    for (int k = 0; k < 3; k++) f.by[k] = wide_mul(x->by[k], by);
    return f;
}

struct form form_mul(const struct form *x, const struct form *y)
{
    struct form f = {interval_mul(x->at, y->at), wide_mul(x->over, y->over), {{0, 0}}};
    for (int k = 0; k < 3; k++) f.by[k] = wide_add(wide_mul(x->by[k], y->over), wide_mul(x->over, y->by[k]));
    form_narrow(&f);
    return f;
}

static bool is_number(struct interval x, double number)
{
    return x.lo == number && x.hi == number;
}

struct form form_linear(const struct form x[3], const struct interval factor[3], struct interval shift)
{
    struct form sum = form_constant(shift);
    for (int i = 0; i < 3; i++) {
        if (is_number(factor[i], 0)) continue;
        const struct form part = is_number(factor[i], 1) ? x[i] : form_times(&x[i], factor[i]);
        sum = form_add(&sum, &part);
    }
    return sum;
}

/* ---- Lengths ---- */

/* The squares of the numbers nearest to and farthest from 0. */
static struct interval squares(struct interval x)
{
    const double far = greatest(fabs(x.lo), fabs(x.hi)), near = least(fabs(x.lo), fabs(x.hi));
    const double square = x.lo <= 0 && x.hi >= 0 ? 0 : wide_down(near * near);
    return (struct interval){square > 0 ? square : square < 0 ? 0 : square, wide_up(far * far)};
}

/* x / sqrt(x x + rest) is at most this: it rises with x, and falls with rest where x > 0. Four roundings of
 * 2^-53 each, relative to the result, are below 2^-50 of it; where the sum is so small that more may be lost,
 * nothing is claimed. */
static double ratio_high(double x, struct interval rest)
{
    const double sum = x * x + (x > 0 ? rest.lo : rest.hi), ratio = x / sqrt(sum);
    if (!(sum > 0x1p-900)) return 1;
    const double high = ratio + fabs(ratio) * 0x1p-50;
    return high < 1 ? high : high >= 1 ? 1 : high;
}

/* The values of x / |(x, ...)|, a component of the gradient of the length, where the squares of the others
 * sum up to `rest`. Where the length is 0 the gradient has no more than these on any side. */
static struct interval ratio(struct interval x, struct interval rest)
{
    return (struct interval){-ratio_high(-x.lo, rest), ratio_high(x.hi, rest)};
}

/* |x| is at least the part of x along any direction n, and that is linear in x: a bound that is tight to the
 * second order, where n is the direction of x in the middle. */
static double length_low(const struct form *x, int n)
{
    struct form part = form_constant(interval_of(0));
    struct interval length = {0, 0};
    for (int i = 0; i < n; i++) {
        const struct interval along = interval_of(interval_middle(x[i].at));
        part.at = interval_add(part.at, interval_mul(x[i].at, along));
        for (int k = 0; k < 3; k++) part.by[k] = wide_add(part.by[k], wide_mul(x[i].by[k], along));
        length = interval_add(length, interval_square(along));
    }
    const double lo = mean_form(&part).lo;
    return lo > 0 ? wide_down(lo / sqrt_up(length.hi)) : 0;
}

struct form form_length(const struct form *x, int n)
{
    if (n == 1) return form_abs(x);
    struct interval square[3] = {{0, 0}, {0, 0}, {0, 0}}, sum = {0, 0}, sum_at = {0, 0};
    struct form f = form_constant(interval_of(0));
    for (int i = 0; i < n; i++) {
        square[i] = squares(x[i].over);
        sum = wide_add(sum, square[i]);
        sum_at = interval_add(sum_at, interval_square(x[i].at));
    }
    f.at = interval_sqrt(sum_at);
    f.over = (struct interval){sqrt_down(sum.lo), sqrt_up(sum.hi)};
    for (int i = 0; i < n; i++) {
        const struct interval rest = wide_add(square[(i + 1) % 3], square[(i + 2) % 3]);
        const struct interval part = ratio(x[i].over, rest);
        for (int k = 0; k < 3; k++) f.by[k] = wide_add(f.by[k], wide_mul(part, x[i].by[k]));
    }
    form_narrow(&f);
    const double lo = length_low(x, n);
    if (lo > f.over.lo) f.over.lo = lo;
    return f;
}

/* ---- Maxima ---- */

/* The blended maximum of two numbers. */
static struct interval blended(double x, double y, double k)
{
    const struct interval most = interval_of(greatest(x, y)),
                          apart = interval_sub(interval_of(x), interval_of(y));
    if (k == 0 || !(interval_size(apart) < INFINITY)) return most;
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

/* The values of s a + (1 - s) b, which is linear in s. */
static struct interval mixed(struct interval s, struct interval a, struct interval b)
{
    struct interval all = {INFINITY, -INFINITY};
    for (int i = 0; i < 2; i++) {
        const struct interval share = interval_of(i ? s.hi : s.lo);
        const struct interval rest = wide_sub(interval_of(1), share);
        const struct interval mix = wide_add(wide_mul(share, a), wide_mul(rest, b));
        all = i ? interval_hull(all, mix) : mix;
    }
    return all;
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
        a[i] = 0.5 * corner_low(x, i) + 0.5 * corner_high(x, i);
        b[i] = 0.5 * corner_low(y, i) + 0.5 * corner_high(y, i);
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
static double max_low(const struct form *x, const struct form *y, double k)
{
    const double w = best_share(x, y, k);
    const struct interval share = interval_of(w), rest = wide_sub(interval_of(1), share);
    struct form mix = {wide_add(wide_mul(x->at, share), wide_mul(y->at, rest)), {0, 0}, {{0, 0}}};
    mix.at = wide_add(mix.at, wide_mul(interval_of(k), wide_mul(share, rest)));
    for (int i = 0; i < 3; i++) mix.by[i] = wide_add(wide_mul(x->by[i], share), wide_mul(y->by[i], rest));
    return mean_form(&mix).lo;
}

/* The derivative by x is 1/2 + (x - y) / (2 k), and that by y is the rest to 1. */
struct form form_max(const struct form *x, const struct form *y, double k)
{
    const struct form apart = form_sub(x, y);
    if (apart.over.lo >= k && apart.over.lo > 0) return *x;
    if (apart.over.hi <= -k && apart.over.hi < 0) return *y;
    struct interval share = {0, 1};
    if (k > 0) {
        const struct interval half = {wide_down(apart.over.lo / (2 * k)), wide_up(apart.over.hi / (2 * k))};
        share = wide_both(wide_add(interval_of(0.5), half), share);
    }
    struct form f = {blended_over(x->at, y->at, k), blended_over(x->over, y->over, k), {{0, 0}}};
    for (int i = 0; i < 3; i++) f.by[i] = mixed(share, x->by[i], y->by[i]);
    form_narrow(&f);
    const double lo = max_low(x, y, k);
    if (lo > f.over.lo) f.over.lo = lo;
    return f;
}

struct form form_min(const struct form *x, const struct form *y)
{
    const struct form a = form_neg(x), b = form_neg(y), most = form_max(&a, &b, 0);
    return form_neg(&most);
}

struct form form_positive(const struct form *x)
{
    const struct form zero = form_constant(interval_of(0));
    return form_max(x, &zero, 0);
}

/* ---- The rest ---- */

struct form form_joined(const struct form *inside, const struct form *outside)
{
    if (inside->over.hi <= 0) return *inside;
    struct form f = *outside;
    if (!(inside->over.lo > 0)) {
        f.over = (struct interval){inside->over.lo, greatest(inside->over.hi, outside->over.hi)};
        for (int k = 0; k < 3; k++) f.by[k] = interval_hull(inside->by[k], outside->by[k]);
    }
    if (inside->at.hi <= 0)
        f.at = inside->at;
    else if (!(inside->at.lo > 0))
        f.at = (struct interval){inside->at.lo, greatest(inside->at.hi, outside->at.hi)};
    form_narrow(&f);
    if (inside->over.lo > f.over.lo) f.over.lo = inside->over.lo;
    return f;
}

void form_cos_sin(const struct form *angle, struct form *c, struct form *s)
{
    bracket_cos_sin(angle->at, &c->at, &s->at);
    bracket_cos_sin(angle->over, &c->over, &s->over);
    for (int k = 0; k < 3; k++) {
        c->by[k] = interval_neg(wide_mul(s->over, angle->by[k]));
        s->by[k] = wide_mul(c->over, angle->by[k]);
    }
    form_narrow(c);
    form_narrow(s);
}
