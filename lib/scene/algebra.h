/* Writing expressions into a tape, for what is built in. */
#ifndef CCDQ_SCENE_ALGEBRA_H
#define CCDQ_SCENE_ALGEBRA_H

#include "tape.h"
#include <stdbool.h>

static inline bool node_is(const struct tape *t, int a, double x)
{
    if (a == TAPE_NONE || t->node[a].op != TAPE_CONSTANT) return false;
    const struct interval c = t->constant[t->node[a].a];
    return c.lo == x && c.hi == x;
}

/* Sums and products without terms 0 and factors 1. 0 times what has no value is 0. */
static inline int node_add(struct tape *t, int a, int b)
{
    return node_is(t, a, 0) ? b : node_is(t, b, 0) ? a : tape_binary(t, TAPE_ADD, a, b);
}

static inline int node_neg(struct tape *t, int a)
{
    return node_is(t, a, 0) ? a : tape_unary(t, TAPE_NEG, a);
}

static inline int node_sub(struct tape *t, int a, int b)
{
    return node_is(t, b, 0) ? a : node_is(t, a, 0) ? node_neg(t, b) : tape_binary(t, TAPE_SUB, a, b);
}

static inline int node_mul(struct tape *t, int a, int b)
{
    if (node_is(t, a, 0) || node_is(t, b, 1)) return a;
    if (node_is(t, b, 0) || node_is(t, a, 1)) return b;
    return tape_binary(t, TAPE_MUL, a, b);
}

static inline int node_div(struct tape *t, int a, int b)
{
    return node_is(t, a, 0) || node_is(t, b, 1) ? a : tape_binary(t, TAPE_DIV, a, b);
}

static inline int node_square(struct tape *t, int a)
{
    return node_is(t, a, 0) || node_is(t, a, 1) ? a : tape_power(t, a, 2);
}

static inline int node_dot(struct tape *t, const int a[3], const int b[3])
{
    return node_add(t, node_add(t, node_mul(t, a[0], b[0]), node_mul(t, a[1], b[1])),
                    node_mul(t, a[2], b[2]));
}

#endif
