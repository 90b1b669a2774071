/* The control point of a part that has the exponents i, j (and k of a triangle) is the polar form of the
 * patch, which is affine in each of its arguments, at the part's corners, each as often as its exponent says.
 * One argument is put in by one step of de Casteljau's algorithm. The corners are dyadic numbers, so they and
 * the factors 1 - u are exact down to parts of the size 2^-53. */
#include "subpatch.h"
#include <string.h>

void subpatch_whole_of(const struct ccdq_patch *patch, struct subpatch_whole *whole)
{
    const size_t width = ccdq_shape_width(&patch->shape);
    patch_net_of(&patch->shape, &whole->net);
    for (int i = 0; i < whole->net.points; i++) {
        const double *p = patch->point + (size_t)i * width, *v = patch->velocity + (size_t)i * width;
        const double w = patch->shape.rational ? p[3] : 1;
        whole->control[i] =
            (struct subpatch_control){{w * p[0], w * p[1], w * p[2], w * v[0], w * v[1], w * v[2], w}};
    }
}

struct subpatch subpatch_child(const struct patch_net *net, struct subpatch part, int child)
{
    const double half = 0.5 * part.size;
    if (net->shape.domain == CCDQ_TRIANGLE && child == 3)
        return (struct subpatch){part.u + half, part.v + half, -half};
    return (struct subpatch){part.u + (child & 1 ? half : 0), part.v + (child & 2 ? half : 0), half};
}

void subpatch_middle(const struct patch_net *net, struct subpatch part, double uv[2])
{
    const double middle = part.size / (net->shape.domain == CCDQ_TRIANGLE ? 3 : 2);
    uv[0] = part.u + middle;
    uv[1] = part.v + middle;
    patch_into_domain(net, uv);
}

/* ---- Quads: one parameter after the other ---- */

/* Puts u into the polar form of a curve of degree n: what is left is one of degree n - 1. */
static void step_curve(struct subpatch_control *net, size_t n, double u)
{
    for (size_t i = 0; i < n; i++)
        for (int c = 0; c < 7; c++) net[i].x[c] = (1 - u) * net[i].x[c] + u * net[i + 1].x[c];
}

/* The curve whose control points are `stride` apart becomes its part from lo to hi. */
static void restrict_curve(struct subpatch_control *control, size_t stride, size_t n, double lo, double hi)
{
    struct subpatch_control net[PATCH_MAX_LINE], rest[PATCH_MAX_LINE];
    for (size_t i = 0; i <= n; i++) net[i] = control[i * stride];
    for (size_t i = 0; i <= n; i++) {
        memcpy(rest, net, (n - i + 1) * sizeof *net);
        for (size_t left = n - i; left; left--) step_curve(rest, left, lo);
        control[i * stride] = rest[0];
        if (i < n) step_curve(net, n - i, hi);
    }
}

static void restrict_quad(const struct subpatch_whole *whole, struct subpatch part,
                          struct subpatch_control *control)
{
    const size_t m = whole->net.shape.degree[0], n = whole->net.shape.degree[1];
    memcpy(control, whole->control, (m + 1) * (n + 1) * sizeof *control);
    for (size_t i = 0; i <= m; i++) restrict_curve(control + i * (n + 1), 1, n, part.v, part.v + part.size);
    for (size_t j = 0; j <= n; j++) restrict_curve(control + j, n + 1, m, part.u, part.u + part.size);
}

/* ---- Triangles ---- */

/* Puts (u, v) into the polar form of a triangle of degree n: what is left is one of degree n - 1. */
static void step_triangle(struct subpatch_control *net, size_t n, double u, double v)
{
    const double w = 1 - u - v;
    const struct subpatch_control *row = net;
    struct subpatch_control *out = net;
    for (size_t j = 0; j < n; j++) {
        const struct subpatch_control *next = row + (n - j + 1);
        for (size_t i = 0; i < n - j; i++, out++)
            for (int c = 0; c < 7; c++) out->x[c] = w * row[i].x[c] + u * row[i + 1].x[c] + v * next[i].x[c];
        row = next;
    }
}

static size_t triangle_size(size_t n)
{
    return (n + 1) * (n + 2) / 2;
}

static void restrict_triangle(const struct subpatch_whole *whole, struct subpatch part,
                              struct subpatch_control *control)
{
    enum { MAX = PATCH_MAX_LINE * (PATCH_MAX_LINE + 1) / 2 };
    struct subpatch_control column[MAX], net[MAX], rest[MAX];
    const size_t n = whole->net.shape.degree[0];
    memcpy(column, whole->control, triangle_size(n) * sizeof *column);
    for (size_t j = 0; j <= n; j++) {
        memcpy(net, column, triangle_size(n - j) * sizeof *net);
        for (size_t i = 0; i <= n - j; i++) {
            memcpy(rest, net, triangle_size(n - j - i) * sizeof *rest);
            for (size_t left = n - j - i; left; left--) step_triangle(rest, left, part.u, part.v);
            *control++ = rest[0];
            if (i < n - j) step_triangle(net, n - j - i, part.u + part.size, part.v);
        }
        if (j < n) step_triangle(column, n - j, part.u, part.v + part.size);
    }
}

void subpatch_points_of(const struct subpatch_whole *whole, struct subpatch part,
                        struct subpatch_points *points)
{
    struct subpatch_control control[PATCH_MAX_POINTS];
    if (whole->net.shape.domain == CCDQ_QUAD)
        restrict_quad(whole, part, control);
    else
        restrict_triangle(whole, part, control);
    points->n = whole->net.points;
    for (int i = 0; i < points->n; i++) {
        const double *x = control[i].x, w = x[6];
        points->at[i] = (struct vec3){x[0] / w, x[1] / w, x[2] / w};
        points->speed[i] = (struct vec3){x[3] / w, x[4] / w, x[5] / w};
    }
}
