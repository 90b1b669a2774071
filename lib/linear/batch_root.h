/* The stage root of batch_kernel.h, which has the notation of the error bounds. */
#ifndef CCDQ_BATCH_ROOT_H
#define CCDQ_BATCH_ROOT_H

#include "batch_cubic.h"

#define TINY_INSIDE 0x1p-750

INLINE void blend(const struct motion *m, vd t, vd at[3])
{
    for (int k = 0; k < 3; k++) at[k] = lerp(m->at0[k], m->at1[k], t);
}

/* What holds for all t in [lo, hi]: outside: no contact; inside: a root of F in there is a contact, w[0] /
 * w[2] and w[1] / w[2] its parameters.
 *
 * Project along a fixed direction d. N = (A x B).d, w1 = (A x C).d, w2 = (C x B).d. If there is a contact at
 * t, then vf: w1 = v N, w2 = u N, N - w1 - w2 = (1-u-v) N; ee, with p = -w1: p = u N, N - p = (1-u) N, w2 = s
 * N, N - w2 = (1-s) N: none has a sign opposite to another's. So one strictly positive and one strictly
 * negative prove that there is none, whatever d, and also when the triangle or an edge is degenerate. If F(t)
 * = 0 and all are strictly positive, then N > 0: A and B span the plane that C lies in, the projection is
 * one-to-one on it, and the parameters w1/N, w2/N are inside their domain: a contact.
 *
 * Error. With m in [lo, hi] and h = hi - lo: A^(m) is off A(m) by the rounding of A's ends (u A_max) and of
 * the blend x + t (y - x) (5 u A_max, see set_cubic), below 6.1 u A_max; A(t) is off A(m) by at most
 * h |A(1) - A(0)|, which is below 2.01 h A_max. So |A(t) - A^(m)| <= e A_max with e = 8 u + 2.5 h, likewise B
 * and C. A product of two is off by 2.01 e, and by 5 roundings more in the cross and the dot product: (2.01 e
 * + 5.1 u) Q with Q the permanent of the largest components and |d|. The sums N - w1 - w2, N - p, N - w2 add
 * two roundings of terms no larger than the Qs. Hence (2.5 e + 12 u) Q for each term. An underflow in the
 * blend (2^-1074) is multiplied by at most 2^101 2^203: below TINY. */
INLINE void contact_inside(unsigned type, const struct vectors *s, vd lo, vd hi, vm *inside, vm *outside,
                           vd w[3])
{
    vd m = lo + 0.5 * (hi - lo), factor = 2.5 * (8 * U + 2.5 * (hi - lo)) + 12 * U;
    vd a[3], b[3], c[3], d[3], size[3], normal[3];
    blend(&s->a, m, a);
    blend(&s->b, m, b);
    blend(&s->c, m, c);
    cross(a, b, d);
    for (int k = 0; k < 3; k++) size[k] = v_abs(d[k]);
    vd n = dot(d, d);
    cross(a, c, normal);
    vd w1 = dot(normal, d);
    cross(c, b, normal);
    vd w2 = dot(normal, d);
    vd en = factor * permanent(s->a.max, s->b.max, size) + TINY_INSIDE;
    vd e1 = factor * permanent(s->a.max, s->c.max, size) + TINY_INSIDE;
    vd e2 = factor * permanent(s->c.max, s->b.max, size) + TINY_INSIDE;
    vd g[4], e[4];
    if (type == CCDQ_VF) {
        g[0] = w1, e[0] = e1;
        g[1] = w2, e[1] = e2;
        g[2] = g[3] = n - w1 - w2, e[2] = e[3] = en + e1 + e2;
    } else {
        g[0] = -w1, e[0] = e1;
        g[1] = n + w1, e[1] = en + e1;
        g[2] = w2, e[2] = e2;
        g[3] = n - w2, e[3] = en + e2;
    }
    vm all = v_gt(g[0], e[0]), some = all, negative = v_lt(g[0], -e[0]);
    for (int i = 1; i < 4; i++) {
        vm positive = v_gt(g[i], e[i]);
        all = all & positive;
        some = some | positive;
        negative = negative | v_lt(g[i], -e[i]);
    }
    *inside = all;
    *outside = some & negative;
    w[0] = w2;
    w[1] = type == CCDQ_VF ? w1 : -w1;
    w[2] = n;
}

/* An approximate root in [t0, t1] of the cubic with Bernstein coefficients b over [0, 1], whose values at the
 * two ends are f0 and f1, of opposite signs: at most so many steps of Halley's iteration, which is of third
 * order, kept within a shrinking bracket. A lane stops after a step below `enough`, whatever the others do.
 * Also the size of the last step, and the derivative before it. Nothing is proven here. */
INLINE vd approximate_root(const struct piece *p, int steps, double enough, vd *step, vd *slope)
{
    const vd *b = &p->column[BATCH_B], zero = v_set(0);
    vd lo = p->column[BATCH_T0], hi = p->column[BATCH_T1], f0 = p->column[BATCH_F0], f1 = p->column[BATCH_F1];
    vd p1 = 3 * (b[1] - b[0]), p2 = 3 * ((b[2] - b[1]) - (b[1] - b[0]));
    vd p3 = (b[3] - b[0]) - 3 * (b[2] - b[1]);
    vd x = lo + (hi - lo) * (f0 / (f0 - f1)), d1 = p1, last = hi - lo;
    vm rising = v_lt(f0, zero), going = v_gt(last, zero);
    for (int i = 0; i < steps && vm_bits(going); i++) {
        vd f = b[0] + x * (p1 + x * (p2 + x * p3)), d2 = 2 * p2 + 6 * p3 * x;
        d1 = v_select(going, p1 + x * (2 * p2 + x * (3 * p3)), d1);
        vd up = v_select(rising, f, -f); /* this rises from lo to hi */
        vm left = v_lt(up, zero);
        lo = v_select(left, x, lo);
        hi = v_select(left, hi, x);
        vd next = x - 2 * f * d1 / (2 * d1 * d1 - f * d2);
        next = v_select(v_ge(next, lo) & v_ge(hi, next), next, 0.5 * (lo + hi));
        last = v_select(going, v_abs(next - x), last);
        x = v_select(going, next, x);
        going = going & v_ge(last, v_set(enough));
    }
    *step = last;
    *slope = v_abs(d1);
    return x;
}

/* Where the root is. */
struct bracket {
    vd lo, hi;
    vm proven;
};

/* [t - half, t + half] within the piece, proven by the signs at its ends; no sign is asked for at an end of
 * the piece. */
INLINE struct bracket bracket_around(const struct piece *p, vd t, vd half)
{
    const vd *b = &p->column[BATCH_B];
    vd t0 = p->column[BATCH_T0], t1 = p->column[BATCH_T1], error = p->column[BATCH_ERROR];
    vd lo = v_max(t - half, t0), hi = v_min(t + half, t1);
    vm rising = v_lt(p->column[BATCH_F0], v_set(0));
    vd at_lo = value(b, lo), at_hi = value(b, hi);
    at_lo = v_select(rising, -at_lo, at_lo); /* positive before the root, negative behind it */
    at_hi = v_select(rising, -at_hi, at_hi);
    vm before = v_ge(t0, lo) | v_gt(at_lo, error), behind = v_ge(hi, t1) | v_lt(at_hi, -error);
    return (struct bracket){lo, hi, before & behind};
}

/* Three steps are off by much less than the last one, and 2^-42 either side is narrow enough for a hit of the
 * default width. Both are guesses that save time where they hold: the signs prove the bracket. */
INLINE struct bracket coarse_bracket(const struct piece *p)
{
    vd step, slope, t = approximate_root(p, COARSE_STEPS, 0, &step, &slope);
    return bracket_around(p, t, 0.125 * step + 0x1p-42);
}

/* As narrow as the signs allow; the first guess of that may have to be widened. */
INLINE struct bracket fine_bracket(const struct piece *p)
{
    vd step, slope, t = approximate_root(p, FINE_STEPS, 0x1p-20, &step, &slope);
    vd half = 1.25 * p->column[BATCH_ERROR] / slope + 0x1p-52;
    struct bracket bracket = bracket_around(p, t, half);
    for (int i = 1; i < FINE_BRACKETS && vm_bits(bracket.proven) != (1U << WIDTH) - 1; i++) {
        half = 16 * half;
        struct bracket wider = bracket_around(p, t, half);
        bracket.lo = v_select(bracket.proven, bracket.lo, wider.lo);
        bracket.hi = v_select(bracket.proven, bracket.hi, wider.hi);
        bracket.proven = bracket.proven | wider.proven;
    }
    return bracket;
}

/* A query keeps its earliest contact. */
INLINE void keep_hits(struct batch *batch, const struct lanes *lanes, unsigned hits, vd t0, vd lo, vd hi,
                      const vd w[3])
{
    FOR_LANES(l, hits)
    {
        size_t query = lanes->query[l];
        if (!(t0[l] < batch->hit[query])) continue;
        batch->hit[query] = t0[l];
        batch->lo[query] = lo[l];
        batch->hi[query] = hi[l];
        for (int k = 0; k < 2; k++) batch->w[k][query] = w[k][l] < w[2][l] ? w[k][l] / w[2][l] : 1;
    }
}

/* Decides whether the contacts are inside, for the pieces from i on, whose roots are bracketed. What a coarse
 * bracket does not decide goes to the list `again`; with a fine one (again is NULL) it is undecided, and so
 * is a contact that is not certainly before or after tmax. */
INLINE void test_bracketed(const struct batch_source *source, size_t from,
                           const struct ccdq_linear_options *options, struct batch *batch,
                           const struct batch_list *list, size_t i, const struct bracket *at,
                           struct batch_list *again)
{
    const unsigned evals = again ? COARSE_STEPS + 2 : FINE_STEPS + 2;
    struct lanes lanes;
    set_lanes_of_list(&lanes, list, i);
    struct piece p;
    piece_load(&p, list, i, BATCH_COLUMNS);
    struct vectors s;
    vd w[3], t0 = p.column[BATCH_T0];
    vm in, out;
    load_vectors(source, from, &lanes, &s);
    vectors_rescale(&s, batch, &lanes);
    vectors_set_max(&s);
    contact_inside(source->type, &s, at->lo, at->hi, &in, &out, w);
    vm narrow = v_ge(v_set(options->toi_width), at->hi - at->lo);
    vm later = v_gt(at->lo, v_set(options->tmax)), before = v_ge(v_set(options->tmax), at->hi);
    vm contact = at->proven & in & narrow, free = at->proven & (out | (contact & later));
    unsigned open = lanes.used & ~vm_bits(free), hits = open & vm_bits(contact & before);
    FOR_LANES(l, lanes.used) batch->evals[lanes.query[l]] += evals;
    keep_hits(batch, &lanes, hits, t0, at->lo, at->hi, w);
    open &= ~hits;
    if (!open) return;
    if (again)
        list_add(again, &p, open, BATCH_COLUMNS);
    else
        leave_undecided(batch, &lanes, open, t0);
}

/* Brackets the roots of the pieces of a list, and tests them. An iteration waits for its own divisions, so
 * some vectors are bracketed one right after the other. */
INLINE void test_roots(const struct batch_source *source, size_t from,
                       const struct ccdq_linear_options *options, struct batch *batch,
                       struct batch_list *list, struct batch_list *again)
{
    enum { TOGETHER = 4 * WIDTH };
    list_fill_up(list);
    for (size_t start = 0; start < list->n; start += TOGETHER) {
        const size_t end = list->n - start < TOGETHER ? list->n : start + TOGETHER;
        struct bracket at[TOGETHER / WIDTH];
        for (size_t i = start; i < end; i += WIDTH) {
            struct piece p;
            piece_load(&p, list, i, BATCH_COLUMNS);
            at[(i - start) / WIDTH] = again ? coarse_bracket(&p) : fine_bracket(&p);
        }
        for (size_t i = start; i < end; i += WIDTH)
            test_bracketed(source, from, options, batch, list, i, &at[(i - start) / WIDTH], again);
    }
    list->n = 0;
}

#endif
