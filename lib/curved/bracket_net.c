#include "bracket_net.h"

/* ---- From patches to nets ---- */

/* Raises *top to the exponent of the largest of the three numbers, times 2^shift. */
static void raise_exponent(const double x[3], int shift, int *top)
{
    int exponent;
    for (int a = 0; a < 3; a++) {
        frexp(x[a], &exponent);
        if (x[a] != 0 && exponent + shift > *top) *top = exponent + shift;
    }
}

void net_units_of(const struct ccdq_patch_query *q, struct net_units *units)
{
    enum { LOWEST = -3000 };
    int top = LOWEST;
    units->end = frexp(q->end, &units->time);
    for (int i = 0; i < 2; i++) {
        const struct ccdq_patch *patch = &q->patch[i];
        const size_t width = ccdq_shape_width(&patch->shape);
        for (size_t k = 0; k < ccdq_shape_points(&patch->shape); k++) {
            raise_exponent(patch->point + k * width, 0, &top);
            raise_exponent(patch->velocity + k * width, units->time, &top);
        }
    }
    units->space = top == LOWEST ? 0 : top;
    for (int a = 0; a < 3; a++) {
        units->shift[a] = ldexp(q->patch[0].point[a], -units->space);
        units->shift[3 + a] = ldexp(q->patch[0].velocity[a], units->time - units->space);
    }
}

struct net_shape net_shape_of(const struct ccdq_shape *shape)
{
    const int m = shape->degree[0], n = shape->degree[1];
    return (struct net_shape){{m, n}, (m + 1) * (n + 1), shape->rational ? NET_COMPONENTS : NET_WEIGHT};
}

/* All components of control point k. */
static void load_point(const struct ccdq_patch *patch, const struct net_units *units, int weight_exponent,
                       size_t k, struct interval x[NET_COMPONENTS])
{
    const size_t width = ccdq_shape_width(&patch->shape);
    const double *from[2] = {patch->point + k * width, patch->velocity + k * width};
    for (int c = 0; c < 6; c++) {
        const int exponent = (c < 3 ? 0 : units->time) - units->space;
        x[c] = interval_ldexp(interval_of(from[c / 3][c % 3]), exponent);
        x[c] = interval_sub(x[c], interval_of(units->shift[c]));
    }
    if (width == 3) return;
    x[NET_WEIGHT] = interval_ldexp(interval_of(from[0][3]), -weight_exponent);
    for (int c = 0; c < 6; c++) x[c] = interval_mul(x[c], x[NET_WEIGHT]);
}

/* Row i of a triangle of degree n is a polynomial in q of degree n - i, as v^i u^j w^(n-i-j) is
 * v^i (1 - v)^(n-i) q^j (1 - q)^(n-i-j): its n - i + 1 coefficients become those of degree n in place. */
static void elevate_row(int degree, int to, struct interval *row)
{
    for (; degree < to; degree++)
        for (int k = degree + 1; k >= 0; k--) {
            /* k/(degree + 1) of the one before, the rest of this one. */
            const struct interval share = {div_down(k, degree + 1), div_up(k, degree + 1)};
            const struct interval rest = {div_down(degree + 1 - k, degree + 1),
                                          div_up(degree + 1 - k, degree + 1)};
            if (k == degree + 1)
                row[k] = row[k - 1];
            else if (k > 0)
                row[k] = interval_add(interval_mul(share, row[k - 1]), interval_mul(rest, row[k]));
        }
}

void net_of_patch(const struct ccdq_patch *patch, const struct net_units *units, struct interval *net)
{
    const struct net_shape shape = net_shape_of(&patch->shape);
    const int m = shape.degree[0], n = shape.degree[1];
    int weight_exponent = -3000;
    for (size_t k = 0; shape.components > 6 && k < ccdq_shape_points(&patch->shape); k++) {
        int exponent;
        frexp(patch->point[4 * k + 3], &exponent);
        if (exponent > weight_exponent) weight_exponent = exponent;
    }
    size_t next = 0;
    for (int i = 0; i <= m; i++) {
        const int degree = patch->shape.domain == CCDQ_TRIANGLE ? n - i : n;
        for (int j = 0; j <= degree; j++) {
            struct interval x[NET_COMPONENTS];
            load_point(patch, units, weight_exponent, next++, x);
            for (int c = 0; c < shape.components; c++) net[c * shape.points + i * (n + 1) + j] = x[c];
        }
        for (int c = 0; c < shape.components; c++)
            elevate_row(degree, n, net + c * shape.points + i * (n + 1));
    }
}

/* ---- Halving ---- */

/* One line of degree d, whose coefficients are `step` apart, by de Casteljau's scheme at 1/2. */
static void halve_line(int d, int step, const struct interval *from, struct interval *low,
                       struct interval *high)
{
    struct interval x[NET_SIDE];
    for (int i = 0; i <= d; i++) x[i] = from[i * step];
    for (int left = d; left >= 0; left--) {
        low[(d - left) * step] = x[0];
        high[left * step] = x[left];
        for (int i = 0; i < left; i++) x[i] = interval_mean(x[i], x[i + 1]);
    }
}

void net_halve(const struct net_shape *shape, int along, const struct interval *net, struct interval *low,
               struct interval *high)
{
    const int m = shape->degree[0], n = shape->degree[1];
    const int lines = along ? m + 1 : n + 1, between = along ? n + 1 : 1, step = along ? 1 : n + 1;
    for (int c = 0; c < shape->components; c++)
        for (int line = 0; line < lines; line++) {
            const int start = c * shape->points + line * between;
            halve_line(shape->degree[along], step, net + start, low + start, high + start);
        }
}

/* ---- Linear models ---- */

/* The number that coefficient i of degree d has in the polynomial r = 2 u - 1: (2 i - d) / d. */
static struct interval ramp(int i, int d)
{
    return (struct interval){div_down(2 * i - d, d), div_up(2 * i - d, d)};
}

/* A coordinate of control point k, about. */
static double coordinate(const struct net_shape *shape, const struct interval *net, int c, int k)
{
    const double x = interval_middle(net[c * shape->points + k]);
    return shape->components == 6 ? x : x / interval_middle(net[NET_WEIGHT * shape->points + k]);
}

/* How much component c grows along u or v in half the width of the domain, about: any number makes a model
 * that is true, a good one makes the rest small. */
static double slope(const struct net_shape *shape, const struct interval *net, int c, int along)
{
    const int m = shape->degree[0], n = shape->degree[1], lines = along ? m + 1 : n + 1;
    double sum = 0;
    for (int line = 0; line < lines; line++) {
        const int first = along ? line * (n + 1) : line, last = along ? first + n : first + m * (n + 1);
        sum += coordinate(shape, net, c, last) - coordinate(shape, net, c, first);
    }
    return sum / (2 * lines);
}

/* The hull of the coefficients of f - a r - b s, f = component c: it holds all its values. */
static struct interval rest_of(const struct net_shape *shape, const struct interval *f, double a, double b)
{
    const int m = shape->degree[0], n = shape->degree[1];
    struct interval hull = {INFINITY, -INFINITY}, part[NET_SIDE];
    for (int j = 0; j <= n; j++) part[j] = interval_scale(ramp(j, n), b);
    for (int i = 0; i <= m; i++) {
        const struct interval along_u = interval_scale(ramp(i, m), a);
        for (int j = 0; j <= n; j++)
            hull = interval_hull(hull, interval_sub(interval_sub(*f++, along_u), part[j]));
    }
    return hull;
}

/* Coefficient i of degree d + 1 of a polynomial of degree d with the coefficients before and at i, and of
 * that polynomial times r. Beyond the ends a coefficient counts nothing. */
struct elevated {
    struct interval plain, times_ramp;
};
static struct elevated elevate(struct interval before, struct interval at, int i, int d)
{
    const struct interval share = {div_down(i, d + 1), div_up(i, d + 1)};
    const struct interval rest = {div_down(d + 1 - i, d + 1), div_up(d + 1 - i, d + 1)};
    const struct interval x = i ? interval_mul(share, before) : interval_of(0);
    const struct interval y = i <= d ? interval_mul(rest, at) : interval_of(0);
    return (struct elevated){interval_add(x, y), interval_sub(x, y)};
}

/* Coefficient i, j of f in degrees m + 1 and n + 1: that of f, of f r and of f s. */
static void elevate_at(const struct net_shape *shape, const struct interval *f, int i, int j,
                       struct interval out[3])
{
    const int m = shape->degree[0], n = shape->degree[1];
    struct elevated column[2]; /* j - 1 and j, raised along u */
    for (int k = 0; k < 2; k++) {
        const int at = j - 1 + k < 0 ? 0 : j - 1 + k > n ? n : j - 1 + k;
        column[k] = elevate(f[(i ? i - 1 : 0) * (n + 1) + at], f[(i <= m ? i : m) * (n + 1) + at], i, m);
    }
    const struct elevated both = elevate(column[0].plain, column[1].plain, j, n);
    out[0] = both.plain;
    out[1] = elevate(column[0].times_ramp, column[1].times_ramp, j, n).plain;
    out[2] = both.times_ramp;
}

/* The same of a rational patch, f = N / W: N - (a r + b s) W over W is a mean of the quotients of their
 * coefficients, since those of W are positive. Both are taken in degrees m + 1 and n + 1. */
static struct interval rational_rest_of(const struct net_shape *shape, const struct interval *net, int c,
                                        double a, double b)
{
    struct interval hull = {INFINITY, -INFINITY};
    for (int i = 0; i <= shape->degree[0] + 1; i++)
        for (int j = 0; j <= shape->degree[1] + 1; j++) {
            struct interval n[3], w[3];
            elevate_at(shape, net + c * shape->points, i, j, n);
            elevate_at(shape, net + NET_WEIGHT * shape->points, i, j, w);
            const struct interval linear = interval_add(interval_scale(w[1], a), interval_scale(w[2], b));
            if (!(w[0].lo > 0)) return (struct interval){-INFINITY, INFINITY};
            hull = interval_hull(hull, interval_div(interval_sub(n[0], linear), w[0]));
        }
    return hull;
}

void net_model_of(const struct net_shape *shape, const struct interval *net, struct net_model *model)
{
    for (int c = 0; c < 6; c++) {
        const double a = slope(shape, net, c, 0), b = slope(shape, net, c, 1);
        const struct interval rest = shape->components == 6 ? rest_of(shape, net + c * shape->points, a, b)
                                                            : rational_rest_of(shape, net, c, a, b);
        model->along[0][c] = a;
        model->along[1][c] = b;
        model->mid[c] = interval_middle(rest);
        model->rest[c] = interval_radius(rest, model->mid[c]);
    }
}

void net_hull_of(const struct net_shape *shape, const struct interval *net, struct net_hull *hull)
{
    for (int c = 0; c < 6; c++) {
        hull->error[c] = hull->size[c] = 0;
        for (int k = 0; k < shape->points; k++) {
            struct interval x = net[c * shape->points + k];
            if (shape->components > 6) {
                const struct interval w = net[NET_WEIGHT * shape->points + k];
                x = w.lo > 0 ? interval_div(x, w) : (struct interval){-INFINITY, INFINITY};
            }
            const double middle = interval_middle(x);
            hull->point[k][c] = middle;
            hull->error[c] = greatest(hull->error[c], interval_radius(x, middle));
            hull->size[c] = greatest(hull->size[c], fabs(middle));
        }
    }
}
