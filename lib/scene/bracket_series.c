/* Chebyshev series and Bezier patches over a part of their domain. */
#include "bracket_tape.h"

/* ---- Chebyshev series ---- */

/* Coefficient i lies between two numbers. */
static struct interval coefficient(const struct tape *tape, const struct tape_series *series, size_t i)
{
    const double *c = tape->coefficient + series->first + 2 * i;
    return (struct interval){c[0], c[1]};
}

/* c[0] / 2 + sum of c[i] T_i(y) by Clenshaw's recurrence, which is tight where y is a single number. */
static struct interval series_at(const struct tape *tape, const struct tape_series *series, struct interval y)
{
    struct interval b = {0, 0}, b2 = {0, 0};
    for (size_t i = series->n; i-- > 1;) {
        const struct interval twice = bracket_product(interval_of(2), bracket_product(y, b));
        const struct interval next = bracket_sum(bracket_difference(twice, b2), coefficient(tape, series, i));
        b2 = b;
        b = next;
    }
    const struct interval rest = bracket_difference(bracket_product(y, b), b2);
    const struct interval first = bracket_product(interval_of(0.5), coefficient(tape, series, 0));
    return bracket_sum(rest, first);
}

/* By the range of each T_i(y) = cos(i arccos y): the series, and its derivative, whose coefficients are
 * d[i - 1] = d[i + 1] + 2 i c[i]. */
static void series_over(const struct tape *tape, const struct tape_series *series, struct interval y,
                        struct interval *value, struct interval *slope)
{
    const struct interval theta = bracket_acos(y);
    struct interval d = {0, 0}, d_above = {0, 0}; /* d[i], d[i + 1] */
    *value = *slope = (struct interval){0, 0};
    for (size_t i = series->n; i-- > 0;) {
        const struct interval half = interval_of(i ? 1 : 0.5);
        const struct interval wave =
            bracket_product(half, bracket_cos(bracket_product(interval_of((double)i), theta)));
        *value = bracket_sum(*value, bracket_product(coefficient(tape, series, i), wave));
        *slope = bracket_sum(*slope, bracket_product(d, wave));
        const struct interval next =
            bracket_sum(d_above, bracket_product(interval_of(2 * (double)i), coefficient(tape, series, i)));
        d_above = d;
        d = next;
    }
}

void bracket_series(const struct tape *tape, const struct tape_series *series, struct interval x,
                    struct interval *value, struct interval *derivative)
{
    const double middle = interval_middle(x);
    const struct interval lo = interval_of(series->lo), hi = interval_of(series->hi);
    const struct interval width = bracket_difference(hi, lo), ends = bracket_sum(lo, hi);
    const struct interval at = interval_of(middle);
    const struct interval y =
        bracket_quotient(bracket_difference(bracket_product(interval_of(2), x), ends), width);
    const struct interval y0 =
        bracket_quotient(bracket_difference(bracket_product(interval_of(2), at), ends), width);
    struct interval natural, slope;
    series_over(tape, series, y, &natural, &slope);
    *derivative = bracket_quotient(bracket_product(interval_of(2), slope), width);
    *value =
        bracket_sum(series_at(tape, series, y0), bracket_product(*derivative, bracket_difference(x, at)));
    *value = bracket_sane(wide_both(*value, natural));
}

/* ---- Patches ---- */

enum { SIDE = 16 };

/* Control points of a polynomial of degrees m, n; point i, j is p[i][j]. */
struct net {
    unsigned m, n;
    struct interval p[SIDE][SIDE];
};

static struct interval between(struct interval a, struct interval b, struct interval s)
{
    return bracket_sum(a, bracket_product(s, bracket_difference(b, a)));
}

/* Makes the control points of a curve those of its part [lo, hi], by de Casteljau's algorithm: first those of
 * [0, hi], then of that the part above lo / hi. */
static void restrict_curve(struct interval *p[SIDE], unsigned degree, struct interval part)
{
    const struct interval hi = interval_of(part.hi);
    const struct interval lo =
        part.hi > 0 ? bracket_quotient(interval_of(part.lo), hi) : (struct interval){0, 0};
    for (unsigned step = 1; step <= degree; step++)
        for (unsigned i = degree; i >= step; i--) *p[i] = between(*p[i - 1], *p[i], hi);
    for (unsigned step = 1; step <= degree; step++)
        for (unsigned i = 0; i + step <= degree; i++) *p[i] = between(*p[i], *p[i + 1], lo);
}

static void restrict_net(struct net *net, const struct interval uv[2])
{
    struct interval *line[SIDE];
    for (unsigned j = 0; j <= net->n; j++) {
        for (unsigned i = 0; i <= net->m; i++) line[i] = &net->p[i][j];
        restrict_curve(line, net->m, uv[0]);
    }
    for (unsigned i = 0; i <= net->m; i++) {
        for (unsigned j = 0; j <= net->n; j++) line[j] = &net->p[i][j];
        restrict_curve(line, net->n, uv[1]);
    }
}

static struct interval hull_of(const struct net *net)
{
    struct interval hull = net->p[0][0];
    for (unsigned i = 0; i <= net->m; i++)
        for (unsigned j = 0; j <= net->n; j++) hull = interval_hull(hull, net->p[i][j]);
    return bracket_sane(hull);
}

/* Those of the derivative by u (k = 0) or v. */
static void derive(const struct net *net, unsigned k, struct net *d)
{
    const unsigned degree = k ? net->n : net->m;
    d->m = k ? net->m : net->m - 1;
    d->n = k ? net->n - 1 : net->n;
    for (unsigned i = 0; i <= d->m; i++)
        for (unsigned j = 0; j <= d->n; j++) {
            const struct interval rise = bracket_difference(net->p[i + !k][j + k], net->p[i][j]);
            d->p[i][j] = bracket_product(interval_of(degree), rise);
        }
}

/* The values over a part of the derivative of a net that is not restricted yet. */
static struct interval slope_of(const struct net *net, unsigned k, const struct interval uv[2])
{
    struct net d;
    if ((k ? net->n : net->m) == 0) return (struct interval){0, 0};
    derive(net, k, &d);
    restrict_net(&d, uv);
    return hull_of(&d);
}

/* Coordinate 0 to 2 times the weight, or the weight (3). */
static void net_of(const struct tape *tape, const struct tape_patch *patch, int coordinate, struct net *net)
{
    const double *c = tape->coefficient + patch->first;
    net->m = patch->m;
    net->n = patch->n;
    for (unsigned i = 0; i <= net->m; i++)
        for (unsigned j = 0; j <= net->n; j++) {
            const double *point = c + 4 * (i * (net->n + 1) + j);
            net->p[i][j] = interval_of(point[coordinate]);
            if (coordinate < 3 && patch->rational)
                net->p[i][j] = bracket_product(net->p[i][j], interval_of(point[3]));
        }
}

/* A quotient of polynomials whose denominators' control points are positive lies between the quotients of
 * control points. */
static struct interval quotients(const struct net *over, const struct net *under)
{
    struct interval hull = bracket_quotient(over->p[0][0], under->p[0][0]);
    for (unsigned i = 0; i <= over->m; i++)
        for (unsigned j = 0; j <= over->n; j++) {
            if (!(under->p[i][j].lo > 0)) return BRACKET_ENTIRE;
            hull = interval_hull(hull, bracket_quotient(over->p[i][j], under->p[i][j]));
        }
    return bracket_sane(hull);
}

void bracket_patch(const struct tape *tape, const struct tape_patch *patch, int coordinate,
                   const struct interval uv[2], struct interval *value, struct interval derivative[2])
{
    struct net over, under;
    net_of(tape, patch, coordinate, &over);
    for (unsigned k = 0; derivative && k < 2; k++) derivative[k] = slope_of(&over, k, uv);
    if (!patch->rational) {
        restrict_net(&over, uv);
        *value = hull_of(&over);
        return;
    }
    struct interval weight_slope[2] = {{0, 0}, {0, 0}};
    net_of(tape, patch, 3, &under);
    for (unsigned k = 0; derivative && k < 2; k++) weight_slope[k] = slope_of(&under, k, uv);
    restrict_net(&over, uv);
    restrict_net(&under, uv);
    *value = quotients(&over, &under);
    const struct interval weight = hull_of(&under);
    for (unsigned k = 0; derivative && k < 2; k++) /* (f / w)' = (f' - (f / w) w') / w */
        derivative[k] = bracket_quotient(
            bracket_difference(derivative[k], bracket_product(*value, weight_slope[k])), weight);
}
