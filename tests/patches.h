/* Pairs of patches with memory of their own, and points of them, for tests and benches. */
#ifndef CCDQ_TEST_PATCHES_H
#define CCDQ_TEST_PATCHES_H

#include "../lib/ccdq.h"
#include <math.h>
#include <string.h>

enum { PAIR_MAX_REALS = (CCDQ_MAX_DEGREE + 1) * (CCDQ_MAX_DEGREE + 1) * 4 };

struct pair {
    struct ccdq_patch_query q;      /* its arrays are those below */
    double x[2][2][PAIR_MAX_REALS]; /* point and velocity of both patches */
};

/* A pair of these shapes ("q3,t2r"), its numbers all 0 and its weights 1, over [0, 1]. */
static inline void pair_begin(struct pair *pair, const char *shapes)
{
    struct ccdq_shape shape[2];
    memset(pair, 0, sizeof *pair);
    ccdq_shapes_of_name(shapes, shape);
    pair->q.end = 1;
    for (int s = 0; s < 2; s++) {
        pair->q.patch[s] = (struct ccdq_patch){shape[s], pair->x[s][0], pair->x[s][1]};
        for (size_t i = 0; shape[s].rational && i < ccdq_shape_points(&shape[s]); i++)
            pair->x[s][0][4 * i + 3] = 1;
    }
}

/* De Casteljau's algorithm on homogeneous coordinates at the time t: a straightforward second way to the
 * points that the library has. */
static inline void patch_point(const struct ccdq_patch *patch, double u, double v, double t, double x[3])
{
    double net[PAIR_MAX_REALS / 4][4];
    const struct ccdq_shape *shape = &patch->shape;
    const size_t width = ccdq_shape_width(shape), n = ccdq_shape_points(shape);
    for (size_t i = 0; i < n; i++) {
        net[i][3] = shape->rational ? patch->point[i * width + 3] : 1;
        for (size_t k = 0; k < 3; k++)
            net[i][k] = net[i][3] * (patch->point[i * width + k] + t * patch->velocity[i * width + k]);
    }
    if (shape->domain == CCDQ_QUAD) {
        const int across = shape->degree[1] + 1;
        for (int i = 0; i <= shape->degree[0]; i++)
            for (int left = across - 1; left > 0; left--)
                for (int j = 0; j < left; j++)
                    for (int k = 0; k < 4; k++)
                        net[i * across + j][k] =
                            (1 - v) * net[i * across + j][k] + v * net[i * across + j + 1][k];
        for (int left = shape->degree[0]; left > 0; left--)
            for (int i = 0; i < left; i++)
                for (int k = 0; k < 4; k++)
                    net[i * across][k] = (1 - u) * net[i * across][k] + u * net[(i + 1) * across][k];
    } else
        for (int left = shape->degree[0]; left > 0; left--)
            for (int j = 0, to = 0, from = 0; j < left; j++, from++)
                for (int i = 0; i < left - j; i++, to++, from++)
                    for (int k = 0; k < 4; k++)
                        net[to][k] = (1 - u - v) * net[from][k] + u * net[from + 1][k] +
                                     v * net[from + left - j + 1][k];
    for (int k = 0; k < 3; k++) x[k] = net[0][k] / net[0][3];
}

/* The offset at the time t of the two points of parameters w. */
static inline void pair_offset(const struct ccdq_patch_query *q, const double w[4], double t,
                               double offset[3])
{
    double a[3], b[3];
    patch_point(&q->patch[0], w[0], w[1], t, a);
    patch_point(&q->patch[1], w[2], w[3], t, b);
    for (int k = 0; k < 3; k++) offset[k] = a[k] - b[k];
}

/* Their distance. */
static inline double pair_residual(const struct ccdq_patch_query *q, const double w[4], double t)
{
    double d[3];
    pair_offset(q, w, t, d);
    return sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
}

#endif
