/* Values of patches and their derivatives: in intervals, which prove, and in plain doubles, which guess. */
#include "bracket_net.h"
#include <string.h>

/* ---- In intervals, by de Casteljau's scheme ---- */

/* x y for x >= 0. */
static struct interval times(struct interval x, struct interval y)
{
    return (struct interval){mul_down(y.lo, y.lo < 0 ? x.hi : x.lo), mul_up(y.hi, y.hi < 0 ? x.lo : x.hi)};
}

/* A parameter and its complement to 1. */
struct parameter {
    struct interval u, rest;
};

static struct parameter parameter_of(struct interval u)
{
    return (struct parameter){u, interval_sub(interval_of(1), u)};
}

static struct interval between(struct interval a, struct interval b, const struct parameter *p)
{
    return interval_add(times(p->rest, a), times(p->u, b));
}

/* Lowers the degree d of a line, whose coefficients are `step` apart, to 1. */
static void lower_line(int d, int step, struct interval *x, const struct parameter *p)
{
    for (; d > 1; d--)
        for (int i = 0; i < d; i++) x[i * step] = between(x[i * step], x[(i + 1) * step], p);
}

/* The value of one component, and its derivatives by u and v. */
static void component_at(const struct net_shape *shape, const struct interval *f, const struct parameter p[2],
                         struct interval out[3])
{
    const int m = shape->degree[0], n = shape->degree[1];
    struct interval x[NET_MAX_POINTS];
    memcpy(x, f, (size_t)shape->points * sizeof *x);
    for (int j = 0; j <= n; j++) lower_line(m, n + 1, x + j, &p[0]);
    for (int i = 0; i < 2; i++) lower_line(n, 1, x + i * (n + 1), &p[1]);
    const struct interval *low = x, *high = x + n + 1; /* of u */
    const struct interval end[2] = {between(low[0], low[1], &p[1]), between(high[0], high[1], &p[1])};
    out[0] = between(end[0], end[1], &p[0]);
    out[1] = interval_scale(interval_sub(end[1], end[0]), m);
    out[2] = interval_scale(between(interval_sub(low[1], low[0]), interval_sub(high[1], high[0]), &p[0]), n);
}

void net_value_at(const struct net_shape *shape, const struct interval *net, const struct interval at[2],
                  struct net_value *value)
{
    const struct parameter p[2] = {parameter_of(at[0]), parameter_of(at[1])};
    struct interval w[3];
    if (shape->components > 6) component_at(shape, net + NET_WEIGHT * shape->points, p, w);
    for (int c = 0; c < 6; c++) {
        struct interval x[3];
        component_at(shape, net + c * shape->points, p, x);
        if (shape->components > 6) { /* (N / W)' = (N' - (N / W) W') / W */
            x[0] = interval_div(x[0], w[0]);
            for (int i = 1; i < 3; i++)
                x[i] = interval_div(interval_sub(x[i], interval_mul(x[0], w[i])), w[0]);
        }
        value->at[c] = x[0];
        value->by[0][c] = x[1];
        value->by[1][c] = x[2];
    }
}

/* ---- In plain doubles, by basis functions ---- */

/* value[k] = the basis function k of degree d at u; slope[k] = its derivative. */
static void basis(int d, double u, double value[NET_SIDE], double slope[NET_SIDE])
{
    value[0] = 1;
    for (int raised = 1; raised <= d; raised++) {
        if (raised == d)
            for (int k = 0; k <= d; k++) slope[k] = d * ((k ? value[k - 1] : 0) - (k < d ? value[k] : 0));
        value[raised] = 0;
        for (int k = raised; k > 0; k--) value[k] = (1 - u) * value[k] + u * value[k - 1];
        value[0] *= 1 - u;
    }
}

void net_plain_at(const struct net_shape *shape, const struct interval *net, const double at[2],
                  struct net_plain *plain)
{
    double u[2][NET_SIDE], v[2][NET_SIDE], x[NET_COMPONENTS][3] = {{0}};
    basis(shape->degree[0], at[0], u[0], u[1]);
    basis(shape->degree[1], at[1], v[0], v[1]);
    for (int c = 0; c < shape->components; c++)
        for (int i = 0; i <= shape->degree[0]; i++)
            for (int j = 0; j <= shape->degree[1]; j++) {
                const double f = interval_middle(*net++);
                x[c][0] += u[0][i] * v[0][j] * f;
                x[c][1] += u[1][i] * v[0][j] * f;
                x[c][2] += u[0][i] * v[1][j] * f;
            }
    const double *w = x[NET_WEIGHT];
    for (int c = 0; c < 6; c++) {
        if (shape->components > 6) {
            x[c][0] /= w[0];
            for (int i = 1; i < 3; i++) x[c][i] = (x[c][i] - x[c][0] * w[i]) / w[0];
        }
        plain->at[c] = x[c][0];
        plain->by[0][c] = x[c][1];
        plain->by[1][c] = x[c][2];
    }
}
