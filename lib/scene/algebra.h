/* Writing expressions into a tape, for what is built in. */
#ifndef CCDQ_SCENE_ALGEBRA_H
#define CCDQ_SCENE_ALGEBRA_H

#include "tape.h"

static inline bool node_is_zero(const struct tape *t, int a)
{
    if (a == TAPE_NONE || t->node[a].op != TAPE_CONSTANT) return false;
    const struct interval c = t->constant[t->node[a].a];
    return c.lo == 0 && c.hi == 0;
}

static inline int node_add(struct tape *t, int a, int b)
{
    return tape_binary(t, TAPE_ADD, a, b);
}

static inline int node_sub(struct tape *t, int a, int b)
{
    return tape_binary(t, TAPE_SUB, a, b);
}

/* 0 times or through what has no value is 0 here, as it is not in a tape. */
static inline int node_mul(struct tape *t, int a, int b)
{
    return node_is_zero(t, a) ? a : node_is_zero(t, b) ? b : tape_binary(t, TAPE_MUL, a, b);
}

static inline int node_div(struct tape *t, int a, int b)
{
    return node_is_zero(t, a) ? a : tape_binary(t, TAPE_DIV, a, b);
}

static inline int node_neg(struct tape *t, int a)
{
    return tape_unary(t, TAPE_NEG, a);
}

static inline int node_square(struct tape *t, int a)
{
    return tape_power(t, a, 2);
}

static inline int node_dot(struct tape *t, const int a[3], const int b[3])
{
    return node_add(t, node_add(t, node_mul(t, a[0], b[0]), node_mul(t, a[1], b[1])),
                    node_mul(t, a[2], b[2]));
}

#endif
