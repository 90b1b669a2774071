/* Operations on functions over a cell: values and derivatives side by side. */
#include "bracket_form.h"
#include "bracket_turn.h"
#include <stdbool.h>

/* ---- The mean value forms ---- */

/* In a sum of terms whose sizes add up to `size`, each product and each sum rounds by 2^-53 of it at most: 9
 * of them, and the roundings of the size, stay below 2^-49 of it. 2^-1000 is more than what underflows. */
static double padding(double size)
{
    return size * 0x1p-49 + 0x1p-1000;
}

static double size_of(const struct form *f, int n)
{
    double size = fabs(f->at.lo) + fabs(f->at.hi);
    for (int k = 0; k < n; k++) size += fabs(f->by[k].lo) + fabs(f->by[k].hi);
    return size;
}

/* How far a corner is from the middle, along a and along b. */
static const double corner_at[3][2] = {
    {-FORM_MIDDLE, -FORM_MIDDLE}, {1 - FORM_MIDDLE, -FORM_MIDDLE}, {-FORM_MIDDLE, 1 - FORM_MIDDLE}};

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
    return corner_low(f, corner) - padding(size_of(f, 2));
}

double form_corner_high(const struct form *f, int corner)
{
    return corner_high(f, corner) + padding(size_of(f, 2));
}

/* For fixed derivatives the forms are linear in a, b and in c, so their bounds are at corners. */
static struct interval mean_at_start(const struct form *f)
{
    const double pad = padding(size_of(f, 2));
    const double lo = least(least(corner_low(f, 0), corner_low(f, 1)), corner_low(f, 2));
    const double hi = greatest(greatest(corner_high(f, 0), corner_high(f, 1)), corner_high(f, 2));
    return (struct interval){lo - pad, hi + pad};
}

static struct interval mean_over(const struct form *f)
{
    const double pad = padding(size_of(f, 5));
    double lo = INFINITY, hi = -INFINITY;
    for (int i = 0; i < 3; i++) {
        lo = least(lo, corner_low(f, i) + least(f->by[2 + i].lo, 0));
        hi = greatest(hi, corner_high(f, i) + greatest(f->by[2 + i].hi, 0));
    }
    return (struct interval){lo - pad, hi + pad};
}

void form_narrow(struct form *f)
{
    if (f->extent >= FORM_START) f->start = wide_both(f->start, mean_at_start(f));
    if (f->extent == FORM_CELL) f->over = wide_both(f->over, mean_over(f));
}

/* ---- Arithmetic ---- */

static int both(const struct form *x, const struct form *y)
{
    return x->extent < y->extent ? x->extent : y->extent;
}

struct form form_constant(struct interval x, int extent)
{
    return (struct form){x, x, x, {{0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}}, extent};
}

struct form form_add(const struct form *x, const struct form *y)
{
    struct form f;
    f.extent = both(x, y);
    f.at = interval_add(x->at, y->at);
    if (f.extent == FORM_AT) return f;
    f.start = wide_add(x->start, y->start);
    f.over = wide_add(x->over, y->over);
    for (int k = 0; k < f.extent; k++) f.by[k] = wide_add(x->by[k], y->by[k]);
    form_narrow(&f);
    return f;
}

struct form form_neg(const struct form *x)
{
    struct form f;
    f.extent = x->extent;
    f.at = interval_neg(x->at);
    if (f.extent == FORM_AT) return f;
    f.start = interval_neg(x->start);
    f.over = interval_neg(x->over);
    for (int k = 0; k < f.extent; k++) f.by[k] = interval_neg(x->by[k]);
    return f;
}

struct form form_sub(const struct form *x, const struct form *y)
{
    const struct form minus = form_neg(y);
    return form_add(x, &minus);
}

struct form form_abs(const struct form *x)
{
    const struct form minus = form_neg(x);
    return form_max(x, &minus, 0);
}

struct form form_shift(const struct form *x, struct interval by)
{
    struct form f = *x;
    f.at = interval_add(x->at, by);
    if (f.extent == FORM_AT) return f;
    f.start = wide_add(x->start, by);
    f.over = wide_add(x->over, by);
    return f;
}

struct form form_times(const struct form *x, struct interval by)
{
    struct form f;
    f.extent = x->extent;
    f.at = interval_mul(x->at, by);
    if (f.extent == FORM_AT) return f;
    f.start = wide_mul(x->start, by);
    f.over = wide_mul(x->over, by);
    for (int k = 0; k < f.extent; k++) f.by[k] = wide_mul(x->by[k], by);
    return f;
}

void form_chain(struct form *f, const struct form *x, const struct interval *start,
                const struct interval *over, int n)
{
    for (int k = 0; k < f->extent; k++)
        for (int i = 0; i < n; i++) {
            const struct interval part = wide_mul(k < FORM_START ? start[i] : over[i], x[i].by[k]);
            f->by[k] = i ? wide_add(f->by[k], part) : part;
        }
}

struct form form_mul(const struct form *x, const struct form *y)
{
    const struct form of[2] = {*x, *y};
    const struct interval start[2] = {y->start, x->start}, over[2] = {y->over, x->over};
    struct form f;
    f.extent = both(x, y);
    f.at = interval_mul(x->at, y->at);
    if (f.extent == FORM_AT) return f;
    f.start = wide_mul(x->start, y->start);
    f.over = wide_mul(x->over, y->over);
    form_chain(&f, of, start, over, 2);
    form_narrow(&f);
    return f;
}

static bool is_number(struct interval x, double number)
{
    return x.lo == number && x.hi == number;
}

struct form form_linear(const struct form x[3], const struct interval factor[3], struct interval shift)
{
    struct form sum = form_constant(shift, x[0].extent);
    for (int i = 0; i < 3; i++) {
        if (is_number(factor[i], 0)) continue;
        const struct form part = is_number(factor[i], 1) ? x[i] : form_times(&x[i], factor[i]);
        sum = form_add(&sum, &part);
    }
    return sum;
}

/* ---- Lengths ---- */

/* The squares of the numbers. */
static struct interval squares(struct interval x)
{
    const double far = greatest(fabs(x.lo), fabs(x.hi)), near = least(fabs(x.lo), fabs(x.hi));
    const double square = x.lo <= 0 && x.hi >= 0 ? 0 : wide_down(near * near);
    return (struct interval){square < 0 ? 0 : square, wide_up(far * far)};
}

/* x / sqrt(x x + rest) is at most this: it rises with x, and falls with rest where x > 0. Four roundings of
 * 2^-53 each, relative to the result, are below 2^-50 of it; where the sum is so small that more may be lost,
 * no more than the sign is claimed. */
static double ratio_high(double x, struct interval rest)
{
    const double sum = x * x + (x > 0 ? rest.lo : rest.hi), ratio = x / sqrt(sum);
    if (!(sum > 0x1p-900)) return x <= 0 ? 0 : 1;
    const double high = ratio + fabs(ratio) * 0x1p-50;
    return high < 1 ? high : high >= 1 ? 1 : high;
}

/* The values of x / |(x, ...)|, a component of the gradient of the length, where the squares of the others
 * sum up to `rest`. Along a line through a point where the length is 0, it has a derivative there only if
 * that is 0, which is among these. */
static struct interval ratio(struct interval x, struct interval rest)
{
    return (struct interval){-ratio_high(-x.lo, rest), ratio_high(x.hi, rest)};
}

/* The lengths of a vector of n components, and the components of their gradients. */
static struct interval length_over(const struct interval *x, int n, struct interval *gradient)
{
    struct interval square[3] = {{0, 0}, {0, 0}, {0, 0}}, sum = {0, 0};
    for (int i = 0; i < n; i++) {
        square[i] = squares(x[i]);
        sum = wide_add(sum, square[i]);
    }
    for (int i = 0; i < n; i++) gradient[i] = ratio(x[i], wide_add(square[(i + 1) % 3], square[(i + 2) % 3]));
    return (struct interval){sqrt_down(sum.lo), sqrt_up(sum.hi)};
}

/* |x| is at least the part of x along any direction n, and that is linear in x: a bound that is tight to the
 * second order, where n is the direction of x in the middle. */
static void narrow_along(struct form *f, const struct form *x, int n)
{
    struct form part = form_constant(interval_of(0), f->extent);
    struct interval length = {0, 0}, along[3] = {{0, 0}, {0, 0}, {0, 0}};
    for (int i = 0; i < n; i++) {
        along[i] = interval_of(interval_middle(x[i].at));
        part.at = interval_add(part.at, interval_mul(x[i].at, along[i]));
        length = interval_add(length, interval_square(along[i]));
    }
    form_chain(&part, x, along, along, n);
    const double size = sqrt_up(length.hi), start = mean_at_start(&part).lo;
    if (start > 0) f->start.lo = greatest(f->start.lo, wide_down(start / size));
    if (f->extent < FORM_CELL) return;
    const double over = mean_over(&part).lo;
    if (over > 0) f->over.lo = greatest(f->over.lo, wide_down(over / size));
}

struct form form_length(const struct form *x, int n)
{
    struct interval part[2][3], range[2][3], sum = {0, 0};
    struct form f;
    f.extent = x[0].extent;
    for (int i = 0; i < n; i++) {
        sum = interval_add(sum, interval_square(x[i].at));
        range[0][i] = x[i].start;
        range[1][i] = x[i].over;
    }
    f.at = interval_sqrt(sum);
    if (f.extent == FORM_AT) return f;
    f.start = length_over(range[0], n, part[0]);
    f.over = length_over(range[1], n, part[1]);
    form_chain(&f, x, part[0], part[1], n);
    form_narrow(&f);
    narrow_along(&f, x, n);
    return f;
}

/* ---- Maxima ---- */

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
    if (is_number(s, 1)) return a;
    if (is_number(s, 0)) return b;
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
    const double start = mean_at_start(&mix).lo;
    if (start > f->start.lo) f->start.lo = start;
    if (f->extent < FORM_CELL) return;
    const double over = mean_over(&mix).lo;
    if (over > f->over.lo) f->over.lo = over;
}

struct form form_max(const struct form *x, const struct form *y, double k)
{
    struct form f;
    f.extent = both(x, y);
    f.at = blended_over(x->at, y->at, k);
    if (f.extent == FORM_AT) return f;
    const struct form apart = form_sub(x, y);
    const struct interval start = share_of(apart.start, k);
    const struct interval over = f.extent == FORM_CELL ? share_of(apart.over, k) : start;
    if (is_number(over, 1)) return *x;
    if (is_number(over, 0)) return *y;
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

/* ---- The rest ---- */

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
    f.extent = both(inside, outside);
    f.at = joined(inside->at, outside->at);
    if (f.extent == FORM_AT) return f;
    f.start = joined(inside->start, outside->start);
    f.over = joined(inside->over, outside->over);
    for (int k = 0; k < f.extent; k++)
        f.by[k] = joined_by(k < FORM_START ? inside->start : inside->over, inside->by[k], outside->by[k]);
    form_narrow(&f);
    return f;
}

void form_cos_sin(const struct form *angle, struct form *c, struct form *s)
{
    c->extent = s->extent = angle->extent;
    bracket_cos_sin(angle->at, &c->at, &s->at);
    if (angle->extent == FORM_AT) return;
    bracket_cos_sin(angle->start, &c->start, &s->start);
    bracket_cos_sin(angle->over, &c->over, &s->over);
    const struct interval fall[2] = {interval_neg(s->start), interval_neg(s->over)};
    form_chain(c, angle, &fall[0], &fall[1], 1);
    form_chain(s, angle, &c->start, &c->over, 1);
    form_narrow(c);
    form_narrow(s);
}
