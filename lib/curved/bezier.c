#include "bezier.h"
#include "../num/complement.h"
#include <string.h>

/* ---- Nets ---- */

static int quad_point(const struct ccdq_shape *shape, int i, int j)
{
    return i * (shape->degree[1] + 1) + j;
}

/* The point with the exponents i of u and j of v. */
static int triangle_point(const struct ccdq_shape *shape, int i, int j)
{
    return j * (shape->degree[0] + 1) - j * (j - 1) / 2 + i;
}

static int quad_line_point(const struct ccdq_shape *shape, int direction, int line, int k)
{
    return direction == 0 ? quad_point(shape, k, line) : quad_point(shape, line, k);
}

/* Line `line` of a triangle has the same exponent of the one parameter that its direction leaves alone. */
static int triangle_line_point(const struct ccdq_shape *shape, int direction, int line, int k)
{
    switch (direction) {
    case 0:
        return triangle_point(shape, k, line);
    case 1:
        return triangle_point(shape, line, k);
    default:
        return triangle_point(shape, shape->degree[0] - line - k, k);
    }
}

static void set_lines(struct patch_net *net, int direction)
{
    const struct ccdq_shape *shape = &net->shape;
    const int quad = shape->domain == CCDQ_QUAD;
    struct patch_lines *lines = &net->lines[direction];
    uint16_t *next = lines->point;
    net->degree[direction] = shape->degree[quad ? direction : 0];
    lines->lines = shape->degree[quad ? 1 - direction : 0] + 1;
    for (int l = 0; l < lines->lines; l++) {
        const int length = net->degree[direction] + 1 - (quad ? 0 : l);
        lines->length[l] = (uint8_t)length;
        for (int k = 0; k < length; k++)
            *next++ = (uint16_t)(quad ? quad_line_point(shape, direction, l, k)
                                      : triangle_line_point(shape, direction, l, k));
    }
}

void patch_net_of(const struct ccdq_shape *shape, struct patch_net *net)
{
    const int m = shape->degree[0], n = shape->degree[1], quad = shape->domain == CCDQ_QUAD;
    net->shape = *shape;
    net->points = (int)ccdq_shape_points(shape);
    net->stride = (net->points + PATCH_LANES - 1) / PATCH_LANES * PATCH_LANES;
    net->directions = quad ? 2 : 3;
    net->corners = quad ? 4 : 3;
    net->corner[0] = 0;
    net->corner[1] = (uint16_t)(quad ? quad_point(shape, m, 0) : triangle_point(shape, m, 0));
    net->corner[2] = (uint16_t)(quad ? quad_point(shape, 0, n) : triangle_point(shape, 0, n));
    net->corner[3] = (uint16_t)(net->points - 1);
    for (int d = 0; d < net->directions; d++) set_lines(net, d);
}

void patch_fill(const struct patch_net *net, int coordinates, double *x)
{
    for (int c = 0; c < coordinates; c++, x += net->stride)
        for (int i = net->points; i < net->stride; i++) x[i] = x[net->points - 1];
}

/* ---- Halving ---- */

/* Six coordinates of one line: each round halves the distance to the neighbour; its first value belongs to
 * the low half, its last to the high one. */
enum { TOGETHER = 6 };

static void halve_line(const uint16_t *point, int length, size_t stride, const double *x, double *low,
                       double *high)
{
    double b[PATCH_MAX_LINE][TOGETHER];
    for (int k = 0; k < length; k++)
        for (size_t c = 0; c < TOGETHER; c++) b[k][c] = x[c * stride + point[k]];
    for (int last = length - 1; last >= 0; last--) {
        for (size_t c = 0; c < TOGETHER; c++) {
            low[c * stride + point[length - 1 - last]] = b[0][c];
            high[c * stride + point[last]] = b[last][c];
        }
        for (int k = 0; k < last; k++)
            for (size_t c = 0; c < TOGETHER; c++) b[k][c] = 0.5 * (b[k][c] + b[k + 1][c]);
    }
}

/* The last six coordinates may be some of those before. */
void patch_halve(const struct patch_net *net, int direction, int coordinates, const double *x, double *low,
                 double *high)
{
    const struct patch_lines *lines = &net->lines[direction];
    for (int c = 0; c < coordinates; c += TOGETHER) {
        const uint16_t *point = lines->point;
        const size_t at =
            (size_t)(c + TOGETHER < coordinates ? c : coordinates - TOGETHER) * (size_t)net->stride;
        for (int l = 0; l < lines->lines; point += lines->length[l++])
            halve_line(point, lines->length[l], (size_t)net->stride, x + at, low + at, high + at);
    }
    patch_fill(net, coordinates, low);
    patch_fill(net, coordinates, high);
}

/* ---- Regions ---- */

const struct patch_region patch_whole = {{{0, 0}, {1, 0}, {0, 1}}};

static void set_middle(double mid[2], const double a[2], const double b[2])
{
    for (int i = 0; i < 2; i++) mid[i] = 0.5 * (a[i] + b[i]);
}

void patch_region_halve(const struct patch_net *net, int direction, const struct patch_region *region,
                        struct patch_region *low, struct patch_region *high)
{
    const int from = direction == 2 ? 1 : 0, to = direction == 0 ? 1 : 2;
    *low = *high = *region;
    set_middle(low->corner[to], region->corner[from], region->corner[to]);
    memcpy(high->corner[from], low->corner[to], sizeof high->corner[from]);
    if (net->shape.domain == CCDQ_QUAD) /* the corner beside the first one moves with it */
        high->corner[2 - direction][direction] = low->corner[to][direction];
}

void patch_into_domain(const struct patch_net *net, double uv[2])
{
    for (int i = 0; i < 2; i++) uv[i] = uv[i] > 0 ? uv[i] < 1 ? uv[i] : 1 : 0;
    if (net->shape.domain == CCDQ_QUAD || uv[1] <= complement(uv[0])) return;
    const double over = 0.5 * (uv[0] + uv[1] - 1), u = uv[0] - over > 0 ? uv[0] - over : 0;
    /* a multiple of 2^-52, so that 1 - u is exact: any distance from the edge may be much where the corner
     * across has a large weight */
    uv[0] = u < 1 ? (1 + u) - 1 : 1;
    uv[1] = 1 - uv[0];
}

void patch_region_middle(const struct patch_net *net, const struct patch_region *region, double uv[2])
{
    const double(*corner)[2] = region->corner;
    if (net->shape.domain == CCDQ_QUAD) {
        set_middle(uv, corner[1], corner[2]);
        return;
    }
    for (int i = 0; i < 2; i++) uv[i] = (corner[0][i] + corner[1][i] + corner[2][i]) / 3;
    patch_into_domain(net, uv);
}

/* ---- Weights ---- */

/* Bernstein polynomials of degree n at u; slope may be NULL. */
static void bernstein(int n, double u, double *value, double *slope)
{
    const double rest = 1 - u;
    value[0] = 1;
    for (int degree = 1; degree <= n; degree++) {
        if (degree == n && slope) {
            slope[0] = -n * value[0];
            for (int i = 1; i < n; i++) slope[i] = n * (value[i - 1] - value[i]);
            slope[n] = n * value[n - 1];
        }
        value[degree] = u * value[degree - 1];
        for (int i = degree - 1; i > 0; i--) value[i] = rest * value[i] + u * value[i - 1];
        value[0] *= rest;
    }
}

static void quad_weights(const struct patch_net *net, const double uv[2], double *value, double *du,
                         double *dv)
{
    const int m = net->shape.degree[0], n = net->shape.degree[1];
    double a[PATCH_MAX_LINE], b[PATCH_MAX_LINE], slope_a[PATCH_MAX_LINE], slope_b[PATCH_MAX_LINE];
    bernstein(m, uv[0], a, du ? slope_a : NULL);
    bernstein(n, uv[1], b, dv ? slope_b : NULL);
    for (int i = 0, k = 0; i <= m; i++)
        for (int j = 0; j <= n; j++, k++) {
            value[k] = a[i] * b[j];
            if (du) du[k] = slope_a[i] * b[j];
            if (dv) dv[k] = a[i] * slope_b[j];
        }
}

/* b[j][i]: the polynomial with the exponents i of u and j of v, raised to the next degree in place. */
static void raise(double b[PATCH_MAX_LINE][PATCH_MAX_LINE], int degree, double u, double v, double w)
{
    for (int j = degree; j >= 0; j--)
        for (int i = degree - j; i >= 0; i--) {
            double sum = i + j < degree ? w * b[j][i] : 0;
            if (i) sum += u * b[j][i - 1];
            if (j) sum += v * b[j - 1][i];
            b[j][i] = sum;
        }
}

/* 1 - u - v, for u, v in the domain: with 1 - u = s + lost, exactly (Dekker's fast two-sum), s - v is exact
 * where it cancels, v >= s / 2, and lost is below e s otherwise. So it is off by at most 2.01 e times itself,
 * e = 2^-53, however small it is: the weight of a control point may be as large. */
static double third_parameter(double u, double v)
{
    const double s = 1 - u, lost = (1 - s) - u, w = (s - v) + lost;
    return w > 0 ? w : 0;
}

static void triangle_weights(const struct patch_net *net, const double uv[2], double *value, double *du,
                             double *dv)
{
    const int n = net->shape.degree[0];
    const double u = uv[0], v = uv[1], w = third_parameter(u, v);
    double b[PATCH_MAX_LINE][PATCH_MAX_LINE];
    b[0][0] = 1;
    for (int degree = 1; degree < n; degree++) raise(b, degree, u, v, w);
    for (int j = 0, k = 0; j <= n; j++)
        for (int i = 0; i <= n - j; i++, k++) {
            const double left = i ? b[j][i - 1] : 0, below = j ? b[j - 1][i] : 0;
            const double here = i + j < n ? b[j][i] : 0;
            value[k] = w * here + u * left + v * below;
            if (du) du[k] = n * (left - here);
            if (dv) dv[k] = n * (below - here);
        }
}

void patch_weights(const struct patch_net *net, const double uv[2], double *value, double *du, double *dv)
{
    if (net->shape.domain == CCDQ_QUAD)
        quad_weights(net, uv, value, du, dv);
    else
        triangle_weights(net, uv, value, du, dv);
}
