/* Operations on functions over a cell: values and derivatives side by side. */
#include "bracket_form.h"
#include "bracket_turn.h"

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

void form_raise(struct form *f, const struct form *g)
{
    const double start = mean_at_start(g).lo;
    if (start > f->start.lo) f->start.lo = start;
    if (f->extent < FORM_CELL) return;
    const double over = mean_over(g).lo;
    if (over > f->over.lo) f->over.lo = over;
}

/* ---- Arithmetic ---- */

struct form form_constant(struct interval x, int extent)
{
    return (struct form){x, x, x, {{0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}}, extent};
}

struct form form_add(const struct form *x, const struct form *y)
{
    struct form f;
    f.extent = form_extent(x, y);
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
    f.at = tight_mul(x->at, by);
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
    f.extent = form_extent(x, y);
    f.at = tight_mul(x->at, y->at);
    if (f.extent == FORM_AT) return f;
    f.start = wide_mul(x->start, y->start);
    f.over = wide_mul(x->over, y->over);
    form_chain(&f, of, start, over, 2);
    form_narrow(&f);
    return f;
}

struct form form_linear(const struct form x[3], const struct interval factor[3], struct interval shift)
{
    struct form sum = form_constant(shift, x[0].extent);
    for (int i = 0; i < 3; i++) {
        if (wide_is(factor[i], 0)) continue;
        const struct form part = wide_is(factor[i], 1) ? x[i] : form_times(&x[i], factor[i]);
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
        part.at = wide_add(part.at, wide_mul(x[i].at, along[i]));
        length = wide_add(length, squares(along[i]));
    }
    if (!(length.lo > 0)) return;
    form_chain(&part, x, along, along, n);
    part = form_times(&part, interval_div(interval_of(1), interval_sqrt(length)));
    form_raise(f, &part);
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

/* ---- Turns ---- */

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
