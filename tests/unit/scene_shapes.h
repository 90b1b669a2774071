/* For tests of scenes: surfaces as tapes, random shapes that deform, turn and move; directions; boxes. */
#ifndef CCDQ_TEST_SCENE_SHAPES_H
#define CCDQ_TEST_SCENE_SHAPES_H

#include <stdlib.h>
#include "../../lib/gen/rng.h"
#include "../../lib/scene/problem.h"

static inline int times(struct tape *t, int a, int b)
{
    return tape_binary(t, TAPE_MUL, a, b);
}

static inline int plus(struct tape *t, int a, int b)
{
    return tape_binary(t, TAPE_ADD, a, b);
}

/* a x + b */
static inline int line(struct tape *t, double a, int x, double b)
{
    return plus(t, times(t, tape_number(t, a), x), tape_number(t, b));
}

/* r times the unit sphere's point. */
static inline void on_sphere(struct tape *t, int r, int u, int v, int x[3])
{
    const int sin_v = tape_unary(t, TAPE_SIN, v);
    x[0] = times(t, r, times(t, sin_v, tape_unary(t, TAPE_COS, u)));
    x[1] = times(t, r, times(t, sin_v, tape_unary(t, TAPE_SIN, u)));
    x[2] = times(t, r, tape_unary(t, TAPE_COS, v));
}

/* (big + small cos v) about the axis z. */
static inline void on_torus(struct tape *t, double big, int small, int u, int v, int x[3])
{
    const int k = plus(t, tape_number(t, big), times(t, small, tape_unary(t, TAPE_COS, v)));
    x[0] = times(t, k, tape_unary(t, TAPE_COS, u));
    x[1] = times(t, k, tape_unary(t, TAPE_SIN, u));
    x[2] = times(t, small, tape_unary(t, TAPE_SIN, v));
}

/* 1 + amplitude sin(m u) sin(n v) */
static inline int bumps(struct tape *t, double amplitude, double m, double n, int u, int v)
{
    const int a = tape_unary(t, TAPE_SIN, times(t, tape_number(t, m), u));
    const int b = tape_unary(t, TAPE_SIN, times(t, tape_number(t, n), v));
    return line(t, amplitude, times(t, a, b), 1);
}

static inline int polynomial(struct tape *t, struct rng *rng, int u, int v)
{
    int sum = tape_number(t, rng_real(rng, -1, 1));
    for (int i = 0; i <= 3; i++)
        for (int j = 0; i + j <= 3; j++) {
            const int term = times(t, tape_power(t, u, i), tape_power(t, v, j));
            sum = plus(t, sum, times(t, tape_number(t, rng_real(rng, -1, 1)), term));
        }
    return sum;
}

enum {
    SHAPE_SPHERE,
    SHAPE_TORUS,
    SHAPE_BUMPY,
    SHAPE_PLANE,
    SHAPE_POLYNOMIAL,
    SHAPE_ROOT,
    SHAPE_KINK,
    SHAPES
};

/* A shape of a kind; `breath` is a factor near 1. */
static inline void some_shape(struct tape *t, struct rng *rng, unsigned kind, int breath, int u, int v,
                              int x[3])
{
    const double a = rng_real(rng, 0.5, 2), b = rng_real(rng, 0.1, 0.4);
    switch (kind) {
    case SHAPE_SPHERE:
        on_sphere(t, times(t, tape_number(t, a), breath), u, v, x);
        break;
    case SHAPE_TORUS:
        on_torus(t, a, times(t, tape_number(t, b), breath), u, v, x);
        break;
    case SHAPE_BUMPY:
        on_sphere(t, times(t, bumps(t, b, 5, 4, u, v), breath), u, v, x);
        break;
    case SHAPE_PLANE:
        x[0] = times(t, tape_number(t, a), u);
        x[1] = line(t, b, u, b);
        x[1] = plus(t, x[1], v);
        x[2] = line(t, -b, v, a);
        break;
    case SHAPE_POLYNOMIAL:
        for (int k = 0; k < 3; k++) x[k] = times(t, breath, polynomial(t, rng, u, v));
        break;
    case SHAPE_ROOT: /* none where u + v < 0.5, vertical where it begins */
        x[0] = u;
        x[1] = times(t, breath, v);
        x[2] = tape_unary(t, TAPE_SQRT, line(t, 1, plus(t, u, v), -0.5));
        break;
    default: /* bent at v = 1, where u = 1, where they are alike */
        x[0] = tape_unary(t, TAPE_ABS, line(t, a, v, -a));
        x[0] = plus(t, x[0], u);
        x[1] = plus(t, tape_binary(t, TAPE_MAX, u, v), times(t, tape_number(t, b), v));
        x[2] = times(t, breath, tape_binary(t, TAPE_MIN, tape_power(t, u, 2), u));
    }
}

/* Turns about the axis z by angle (a node), then moves. */
static inline void turn_and_move(struct tape *t, int angle, const int move[3], int x[3])
{
    const int c = tape_unary(t, TAPE_COS, angle), s = tape_unary(t, TAPE_SIN, angle);
    const int y0 = tape_binary(t, TAPE_SUB, times(t, c, x[0]), times(t, s, x[1]));
    const int y1 = plus(t, times(t, s, x[0]), times(t, c, x[1]));
    const int y[3] = {y0, y1, x[2]};
    for (int k = 0; k < 3; k++) x[k] = plus(t, y[k], move[k]);
}

/* A surface of a kind that breathes, turns about an axis, and moves; its outputs are x, y, z. */
static inline struct tape some_surface(struct rng *rng, unsigned kind)
{
    struct tape t = {.variables = 3};
    const int u = tape_variable(&t, 0), v = tape_variable(&t, 1), time = tape_variable(&t, 2);
    const bool moves = rng_below(rng, 4) > 0;
    int x[3], move[3];
    some_shape(&t, rng, kind, line(&t, rng_below(rng, 2) ? 0.25 : 0, time, 1), u, v, x);
    for (int k = 0; k < 3; k++) {
        const int bend =
            times(&t, tape_number(&t, moves ? rng_real(rng, -0.5, 0.5) : 0), times(&t, time, time));
        move[k] = plus(&t, line(&t, rng_real(rng, -1, 1), time, rng_real(rng, -1, 1)), bend);
    }
    turn_and_move(&t, line(&t, moves ? rng_real(rng, -2, 2) : 0, time, rng_real(rng, -3, 3)), move, x);
    for (int k = 0; k < 3; k++) tape_output(&t, x[k]);
    return t;
}

/* ---- Directions ---- */

static inline double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline void cross(const double a[3], const double b[3], double c[3])
{
    for (int k = 0; k < 3; k++) c[k] = a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
}

static inline bool unit(double a[3])
{
    const double length = sqrt(dot(a, a));
    for (int k = 0; k < 3; k++) a[k] /= length;
    return length > 1e-3;
}

static inline void some_direction(struct rng *rng, double a[3])
{
    do
        for (int k = 0; k < 3; k++) a[k] = rng_real(rng, -1, 1);
    while (!(dot(a, a) < 1 && dot(a, a) > 0.01));
    unit(a);
}

/* A random orthonormal frame whose first vector is a. */
static inline void frame_of(struct rng *rng, const double a[3], double frame[3][3])
{
    double b[3];
    for (int k = 0; k < 3; k++) frame[0][k] = a[k];
    do {
        some_direction(rng, b);
        cross(a, b, frame[1]);
    } while (!unit(frame[1]));
    cross(a, frame[1], frame[2]);
    unit(frame[2]);
}

/* ---- Boxes ---- */

/* A box around x, of any size; sometimes a point, or all there is, in some of its variables. */
static inline struct region some_box(struct rng *rng, const struct problem *p, const double *x)
{
    struct region box = p->domain;
    const double size = exp2(rng_real(rng, -45, 2));
    for (unsigned j = 0; j < p->variables; j++) {
        const unsigned how = rng_below(rng, 12);
        if (how == 0) box.x[j] = ival_point(x[j]);
        if (how <= 1) continue;
        const double lo = x[j] - rng_unit(rng) * size, hi = x[j] + rng_unit(rng) * size;
        box.x[j] = ival_common(box.x[j], ival_of(how == 2 ? x[j] : lo, how == 3 ? x[j] : hi));
    }
    return box;
}

#endif
