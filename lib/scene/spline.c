/* B-splines as Bezier patches. */
#include "patches.h"
#include <stdlib.h>
#include <string.h>

/* The polar value of the piece of degree p over the span [t[i], t[i + 1]] at t[i] p - k times and t[i + 1] k
 * times: control point k of its Bezier form. `d` are the points i - p to i, of n doubles each, and are lost;
 * it becomes the last of them. */
static void polar_value(const double *t, size_t i, unsigned p, unsigned k, double *d, size_t n)
{
    for (unsigned r = 1; r <= p; r++) {
        const double a = r <= p - k ? t[i] : t[i + 1];
        for (unsigned j = p; j >= r; j--) {
            const double lo = t[i - p + j], hi = t[i + 1 + j - r], s = (a - lo) / (hi - lo);
            for (size_t c = 0; c < n; c++) d[j * n + c] = (1 - s) * d[(j - 1) * n + c] + s * d[j * n + c];
        }
    }
}

/* Spans of knots that are not empty. */
static size_t count_spans(const double *t, size_t points, unsigned p)
{
    size_t spans = 0;
    for (size_t i = p; i < points; i++) spans += t[i] < t[i + 1];
    return spans;
}

/* A row of points, of n doubles each, as Bezier curves: p + 1 for each span, one after another, in memory of
 * the caller. NULL: memory is out. */
static double *bezier_rows(const double *t, size_t points, unsigned p, const double *x, size_t n)
{
    const size_t spans = count_spans(t, points, p), curve = (p + 1) * n;
    double *out = malloc(spans * curve * sizeof *out), *d = malloc(curve * sizeof *d);
    size_t span = 0;
    for (size_t i = p; i < points && out && d; i++) {
        if (!(t[i] < t[i + 1])) continue;
        double *to = out + span * curve;
        for (unsigned k = 0; k <= p; k++) {
            memcpy(d, x + (i - p) * n, curve * sizeof *d);
            polar_value(t, i, p, k, d, n);
            /* The first point is the last one of the span before, if the knot between them is not p + 1 fold.
             */
            memcpy(to + k * n, k == 0 && span > 0 && t[i] > t[i - p] ? to - n : d + p * n, n * sizeof *d);
        }
        span++;
    }
    free(d);
    if (out && d) return out;
    free(out);
    return NULL;
}

/* Points i, j of one row for all spans of a direction, with the other direction's index first. */
static double *transposed(const double *x, size_t rows, size_t columns)
{
    double *y = malloc(rows * columns * 4 * sizeof *y);
    for (size_t i = 0; i < rows && y; i++)
        for (size_t j = 0; j < columns; j++)
            memcpy(y + 4 * (j * rows + i), x + 4 * (i * columns + j), 4 * sizeof *y);
    return y;
}

static bool add_patch(const struct scene_spline *s, const double *x, size_t row, size_t column,
                      size_t columns, struct scene_patch **patch, size_t *patches)
{
    const unsigned m = s->degree[0], n = s->degree[1];
    struct scene_patch *grown = scene_grow(*patch, *patches, sizeof *grown);
    if (!grown) return false;
    *patch = grown;
    struct scene_patch *p = &grown[*patches];
    *p = (struct scene_patch){m, n, malloc((m + 1) * (n + 1) * sizeof *p->point)};
    if (!p->point) return false;
    ++*patches;
    for (unsigned i = 0; i <= m; i++)
        for (unsigned j = 0; j <= n; j++) {
            const double *from = x + 4 * ((row + i) * columns + column + j);
            double *to = p->point[i * (n + 1) + j];
            for (int k = 0; k < 4; k++) to[k] = k < 3 ? from[k] / from[3] : from[3];
        }
    return true;
}

bool spline_patches(const struct scene_spline *s, struct scene_patch **patch, size_t *patches)
{
    const unsigned m = s->degree[0], n = s->degree[1];
    const size_t spans[2] = {count_spans(s->knot[0], s->points[0], m),
                             count_spans(s->knot[1], s->points[1], n)};
    const size_t rows = spans[0] * (m + 1), columns = spans[1] * (n + 1);
    /* Rows of one v along u; turned over, rows of one u along v. A whole row is one point of 4 n doubles. */
    double *along_v = bezier_rows(s->knot[1], s->points[1], n, (const double *)s->point, 4 * s->points[0]);
    double *turned = along_v ? transposed(along_v, columns, s->points[0]) : NULL;
    double *all = turned ? bezier_rows(s->knot[0], s->points[0], m, turned, 4 * columns) : NULL;
    bool good = all != NULL;
    for (size_t i = 0; i < rows && good; i += m + 1)
        for (size_t j = 0; j < columns && good; j += n + 1)
            good = add_patch(s, all, i, j, columns, patch, patches);
    free(along_v);
    free(turned);
    free(all);
    return good;
}
