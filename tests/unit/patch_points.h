/* Points of patches in long double, by sums of Bernstein polynomials from powers: shares no code with the
 * library, whose answers are judged by it. */
#ifndef CCDQ_TEST_PATCH_POINTS_H
#define CCDQ_TEST_PATCH_POINTS_H

#include "../../lib/ccdq.h"
#include <math.h>

static inline long double binomial(int n, int k)
{
    long double b = 1;
    for (int i = 0; i < k; i++) b = b * (n - i) / (i + 1);
    return b;
}

static inline long double power(long double x, int n)
{
    long double p = 1;
    for (int i = 0; i < n; i++) p *= x;
    return p;
}

static inline long double weight_of(const struct ccdq_shape *shape, int i, int j, const long double uv[2])
{
    const int m = shape->degree[0], n = shape->degree[1];
    const long double u = uv[0], v = uv[1];
    if (shape->domain == CCDQ_QUAD)
        return binomial(m, i) * power(u, i) * power(1 - u, m - i) * binomial(n, j) * power(v, j) *
               power(1 - v, n - j);
    return binomial(m, i) * binomial(m - i, j) * power(u, i) * power(v, j) * power(1 - u - v, m - i - j);
}

/* Where the patch's point u, v is at the time t. */
static inline void point_of(const struct ccdq_patch *patch, const long double uv[2], long double t,
                            long double x[3])
{
    const struct ccdq_shape *shape = &patch->shape;
    const int quad = shape->domain == CCDQ_QUAD, width = shape->rational ? 4 : 3;
    long double sum = 0;
    x[0] = x[1] = x[2] = 0;
    for (int j = 0, k = 0; j <= shape->degree[1]; j++)
        for (int i = 0; i <= (quad ? shape->degree[0] : shape->degree[0] - j); i++, k++) {
            const int at = width * (quad ? i * (shape->degree[1] + 1) + j : k);
            const long double weight =
                weight_of(shape, i, j, uv) * (shape->rational ? (long double)patch->point[at + 3] : 1);
            sum += weight;
            for (int c = 0; c < 3; c++) x[c] += weight * (patch->point[at + c] + t * patch->velocity[at + c]);
        }
    for (int c = 0; c < 3; c++) x[c] /= sum;
}

/* The offset of the two points w = u1 v1 u2 v2. */
static inline void offset_of(const struct ccdq_patch_query *q, const long double w[4], long double t,
                             long double d[3])
{
    long double a[3], b[3];
    point_of(&q->patch[0], w, t, a);
    point_of(&q->patch[1], w + 2, t, b);
    for (int c = 0; c < 3; c++) d[c] = a[c] - b[c];
}

static inline long double largest_of(const long double d[3])
{
    return fmaxl(fmaxl(fabsl(d[0]), fabsl(d[1])), fabsl(d[2]));
}

/* The largest coordinate of a control point at the start or the end. */
static inline double extent_of(const struct ccdq_patch_query *q)
{
    double most = 0;
    for (int side = 0; side < 2; side++) {
        const struct ccdq_patch *patch = &q->patch[side];
        const size_t width = ccdq_shape_width(&patch->shape);
        for (size_t i = 0; i < width * ccdq_shape_points(&patch->shape); i++)
            if (i % width < 3)
                most = fmax(most,
                            fmax(fabs(patch->point[i]), fabs(patch->point[i] + q->end * patch->velocity[i])));
    }
    return most;
}

static inline int inside(const struct ccdq_shape *shape, const long double w[2])
{
    return w[0] >= 0 && w[1] >= 0 && (shape->domain == CCDQ_QUAD ? w[0] <= 1 && w[1] <= 1 : w[0] + w[1] <= 1);
}

/* Newton's method for two parameters and the time; the other two of w stay. Which: from[0], from[1]. 1: it
 * came to a contact inside the domains and in [0, end], where the patches meet at an angle. */
static inline int newton_contact(const struct ccdq_patch_query *q, const int from[2], double scale,
                                 long double w[4], long double *t)
{
    const long double step = 1e-7L;
    for (int round = 0; round < 20; round++) {
        long double d[3], col[3][3], *x[3] = {&w[from[0]], &w[from[1]], t};
        offset_of(q, w, *t, d);
        for (int j = 0; j < 3; j++) {
            const long double by = j == 2 ? step * q->end : step;
            long double up[3], down[3];
            *x[j] += by;
            offset_of(q, w, *t, up);
            *x[j] -= 2 * by;
            offset_of(q, w, *t, down);
            *x[j] += by;
            for (int c = 0; c < 3; c++) col[j][c] = (up[c] - down[c]) / (2 * by);
        }
        long double minor[3][3], det = 0, size = 1;
        for (int j = 0; j < 3; j++) {
            const long double *a = col[(j + 1) % 3], *b = col[(j + 2) % 3];
            for (int c = 0; c < 3; c++)
                minor[j][c] = a[(c + 1) % 3] * b[(c + 2) % 3] - a[(c + 2) % 3] * b[(c + 1) % 3];
            size *= largest_of(col[j]);
        }
        for (int c = 0; c < 3; c++) det += col[0][c] * minor[0][c];
        if (!(fabsl(det) > 1e-4L * size)) return 0;
        const long double apart = largest_of(d);
        if (round > 3 && apart < 1e-17L * scale)
            return inside(&q->patch[0].shape, w) && inside(&q->patch[1].shape, w + 2) && *t >= 0 &&
                   *t <= q->end;
        for (int j = 0; j < 3; j++) {
            long double way = 0;
            for (int c = 0; c < 3; c++) way += minor[j][c] * d[c];
            *x[j] -= way / det;
        }
        for (int i = 0; i < 4; i++)
            if (!(w[i] > -1 && w[i] < 2)) return 0;
        if (!(fabsl(*t) <= 3 * q->end)) return 0;
    }
    return 0;
}

#endif
