/* Exact geometry in rational numbers, for tests: the four points of a query at a time, and how they lie. */
#ifndef CCDQ_RATIONAL_H
#define CCDQ_RATIONAL_H

#include "../lib/ccdq.h"
#include <gmp.h>
#include <stdbool.h>

static mpq_t point[4][3];

static inline void rational_init(void)
{
    for (int i = 0; i < 12; i++) mpq_init(point[i / 3][i % 3]);
}

static inline void rational_clear(void)
{
    for (int i = 0; i < 12; i++) mpq_clear(point[i / 3][i % 3]);
}

/* point[i] = where point i of q is at a time. */
static inline void move_to_time(const struct ccdq_query *q, const mpq_t t)
{
    mpq_t x, d;
    mpq_inits(x, d, NULL);
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 3; k++) {
            mpq_set_d(x, q->x[i][k]);
            mpq_set_d(d, q->x[i + 4][k]);
            mpq_sub(d, d, x);
            mpq_mul(d, d, t);
            mpq_add(point[i][k], x, d);
        }
    mpq_clears(x, d, NULL);
}

/* The same at the time num / den. */
static inline void move_to(const struct ccdq_query *q, long num, unsigned long den)
{
    mpq_t t;
    mpq_init(t);
    mpq_set_si(t, num, den);
    mpq_canonicalize(t);
    move_to_time(q, t);
    mpq_clear(t);
}

/* The exact vector from point i to point j. */
struct vector {
    mpq_t v[3];
};

static inline struct vector between(int i, int j)
{
    struct vector d;
    for (int k = 0; k < 3; k++) {
        mpq_init(d.v[k]);
        mpq_sub(d.v[k], point[j][k], point[i][k]);
    }
    return d;
}

static inline void vector_clear(struct vector *a)
{
    for (int k = 0; k < 3; k++) mpq_clear(a->v[k]);
}

static inline struct vector cross(const struct vector *a, const struct vector *b)
{
    struct vector c;
    mpq_t m;
    mpq_init(m);
    for (int k = 0; k < 3; k++) {
        const int i = (k + 1) % 3, j = (k + 2) % 3;
        mpq_init(c.v[k]);
        mpq_mul(c.v[k], a->v[i], b->v[j]);
        mpq_mul(m, a->v[j], b->v[i]);
        mpq_sub(c.v[k], c.v[k], m);
    }
    mpq_clear(m);
    return c;
}

static inline bool is_zero(const struct vector *a)
{
    return mpq_sgn(a->v[0]) == 0 && mpq_sgn(a->v[1]) == 0 && mpq_sgn(a->v[2]) == 0;
}

/* Whether edges i-j and k-l are parallel (or one of them has no length). */
static inline bool parallel(int i, int j, int k, int l)
{
    struct vector a = between(i, j), b = between(k, l), c = cross(&a, &b);
    const bool zero = is_zero(&c);
    vector_clear(&a), vector_clear(&b), vector_clear(&c);
    return zero;
}

static inline bool collinear(int i, int j, int k)
{
    return parallel(i, j, i, k);
}

/* volume = det(1-0, 2-0, 3-0) of the four points. */
static inline void volume(mpq_t det)
{
    struct vector a = between(0, 1), b = between(0, 2), c = between(0, 3), n = cross(&a, &b);
    mpq_t m;
    mpq_init(m);
    mpq_set_ui(det, 0, 1);
    for (int k = 0; k < 3; k++) {
        mpq_mul(m, n.v[k], c.v[k]);
        mpq_add(det, det, m);
    }
    mpq_clear(m);
    vector_clear(&a), vector_clear(&b), vector_clear(&c), vector_clear(&n);
}

static inline bool coplanar(void)
{
    mpq_t det;
    mpq_init(det);
    volume(det);
    const bool zero = mpq_sgn(det) == 0;
    mpq_clear(det);
    return zero;
}

#endif
