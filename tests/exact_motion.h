/* Turns and motions against a solid in 640 bits, for tests: by a series of their own, without pi. */
#ifndef CCDQ_EXACT_MOTION_H
#define CCDQ_EXACT_MOTION_H

#include "../lib/ccdq.h"
#include <gmp.h>

struct exact_vector {
    mpf_t x[3];
};

/* Zeros. The first call sets the precision. */
static inline struct exact_vector exact_vector(void)
{
    struct exact_vector a;
    mpf_set_default_prec(640);
    for (int k = 0; k < 3; k++) mpf_init(a.x[k]);
    return a;
}

static inline struct exact_vector exact_of(const double x[3])
{
    struct exact_vector a = exact_vector();
    for (int k = 0; k < 3; k++) mpf_set_d(a.x[k], x[k]);
    return a;
}

static inline void exact_clear(struct exact_vector *a)
{
    for (int k = 0; k < 3; k++) mpf_clear(a->x[k]);
}

/* a += factor b */
static inline void exact_add(struct exact_vector *a, const mpf_t factor, const struct exact_vector *b)
{
    mpf_t part;
    mpf_init(part);
    for (int k = 0; k < 3; k++) {
        mpf_mul(part, factor, b->x[k]);
        mpf_add(a->x[k], a->x[k], part);
    }
    mpf_clear(part);
}

static inline void exact_subtract(struct exact_vector *a, const struct exact_vector *b)
{
    for (int k = 0; k < 3; k++) mpf_sub(a->x[k], a->x[k], b->x[k]);
}

static inline void exact_dot(mpf_t sum, const struct exact_vector *a, const struct exact_vector *b)
{
    mpf_t part;
    mpf_init(part);
    mpf_set_ui(sum, 0);
    for (int k = 0; k < 3; k++) {
        mpf_mul(part, a->x[k], b->x[k]);
        mpf_add(sum, sum, part);
    }
    mpf_clear(part);
}

/* The length as the nearest double or its neighbour. */
static inline double exact_length(const struct exact_vector *a)
{
    mpf_t sum;
    mpf_init(sum);
    exact_dot(sum, a, a);
    mpf_sqrt(sum, sum);
    const double length = mpf_get_d(sum);
    mpf_clear(sum);
    return length;
}

/* cos - 1 and sin of an angle below 2^30: of a 2^-60 part of it by Taylor's series, then doubled. */
static inline void exact_turn(const mpf_t angle, mpf_t cosine_less_1, mpf_t sine)
{
    mpf_t x, term;
    mpf_init(x);
    mpf_init(term);
    mpf_div_2exp(x, angle, 60);
    mpf_set(term, x);
    mpf_set(sine, x);
    mpf_set_ui(cosine_less_1, 0);
    for (unsigned k = 2; k < 40; k++) {
        mpf_mul(term, term, x);
        mpf_div_ui(term, term, k);
        mpf_t *sum = k % 2 ? (mpf_t *)sine : (mpf_t *)cosine_less_1;
        if (k % 4 < 2)
            mpf_add(*sum, *sum, term);
        else
            mpf_sub(*sum, *sum, term);
    }
    for (int i = 0; i < 60; i++) { /* sin 2x = 2 s (1 + c), cos 2x - 1 = 2 c (2 + c) */
        mpf_add_ui(term, cosine_less_1, 1);
        mpf_mul(sine, sine, term);
        mpf_mul_2exp(sine, sine, 1);
        mpf_add_ui(term, cosine_less_1, 2);
        mpf_mul(cosine_less_1, cosine_less_1, term);
        mpf_mul_2exp(cosine_less_1, cosine_less_1, 1);
    }
    mpf_clear(x);
    mpf_clear(term);
}

/* Turns a by t w: a + sin (u x a) + (1 - cos) (u x (u x a)), u the axis of length 1. */
static inline void exact_turn_vector(struct exact_vector *a, const double w[3], double t)
{
    struct exact_vector axis = exact_of(w), once = exact_vector(), twice = exact_vector();
    mpf_t size, angle, c, s, part;
    mpf_inits(size, angle, c, s, part, NULL);
    exact_dot(size, &axis, &axis);
    mpf_sqrt(size, size);
    if (mpf_sgn(size)) {
        mpf_set_d(angle, t);
        mpf_mul(angle, angle, size);
        exact_turn(angle, c, s);
        mpf_neg(c, c);
        for (int k = 0; k < 3; k++) mpf_div(axis.x[k], axis.x[k], size);
        for (int turn = 0; turn < 2; turn++) {
            const struct exact_vector *from = turn ? &once : a;
            struct exact_vector *to = turn ? &twice : &once;
            for (int k = 0; k < 3; k++) {
                const int i = (k + 1) % 3, j = (k + 2) % 3;
                mpf_mul(to->x[k], axis.x[i], from->x[j]);
                mpf_mul(part, axis.x[j], from->x[i]);
                mpf_sub(to->x[k], to->x[k], part);
            }
        }
        exact_add(a, s, &once);
        exact_add(a, c, &twice);
    }
    mpf_clears(size, angle, c, s, part, NULL);
    exact_clear(&axis), exact_clear(&once), exact_clear(&twice);
}

/* Where the point x with the velocity v is at the time t in the solid's space, word for word as struct
 * ccdq_sdf_query says; and from the solid's centre in the world, if `from` is not NULL. */
static inline struct exact_vector exact_moved(const struct ccdq_sdf_query *q, const double x[3],
                                              const double v[3], double t, struct exact_vector *from)
{
    struct exact_vector p = exact_of(x), centre = exact_of(q->centre), fast = exact_of(v);
    struct exact_vector solid = exact_of(q->solid_centre), solid_v = exact_of(q->solid_v);
    mpf_t time, one;
    mpf_init(time);
    mpf_init_set_ui(one, 1);
    mpf_set_d(time, t);
    exact_subtract(&p, &centre);
    exact_turn_vector(&p, q->spin, t);
    exact_add(&p, one, &centre);
    exact_add(&p, time, &fast);
    exact_subtract(&p, &solid);
    mpf_neg(time, time);
    exact_add(&p, time, &solid_v);
    if (from)
        for (int k = 0; k < 3; k++) mpf_set(from->x[k], p.x[k]);
    exact_turn_vector(&p, q->solid_spin, -t);
    exact_add(&p, one, &solid);
    mpf_clear(time);
    mpf_clear(one);
    exact_clear(&centre), exact_clear(&fast), exact_clear(&solid), exact_clear(&solid_v);
    return p;
}

#endif
