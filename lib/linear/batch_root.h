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

/* An approximate root in [0, 1] of the cubic with Bernstein coefficients c, of opposite signs at the ends: at
 * most so many steps of Halley's iteration, which is of third order, kept within a shrinking bracket. A lane
 * stops after a step below `enough`, whatever the others do. Also the size of the last step, and the
 * derivative before it. Nothing is proven here. */
INLINE vd approximate_root(const vd c[4], int steps, double enough, vd *step, vd *slope)
{
    vd p1 = 3 * (c[1] - c[0]), p2 = 3 * ((c[2] - c[1]) - (c[1] - c[0]));
    vd p3 = (c[3] - c[0]) - 3 * (c[2] - c[1]);
    vd lo = v_set(0), hi = v_set(1), x = c[0] / (c[0] - c[3]), f1 = p1, last = hi;
    vm rising = v_lt(c[0], lo), going = v_gt(hi, lo);
    for (int i = 0; i < steps && vm_bits(going); i++) {
        vd f = c[0] + x * (p1 + x * (p2 + x * p3)), f2 = 2 * p2 + 6 * p3 * x;
        f1 = v_select(going, p1 + x * (2 * p2 + x * (3 * p3)), f1);
        vd up = v_select(rising, f, -f); /* this rises from lo to hi */
        vm left = v_lt(up, v_set(0));
        lo = v_select(left, x, lo);
        hi = v_select(left, hi, x);
        vd next = x - 2 * f * f1 / (2 * f1 * f1 - f * f2);
        next = v_select(v_ge(next, lo) & v_ge(hi, next), next, 0.5 * (lo + hi));
        last = v_select(going, v_abs(next - x), last);
        x = v_select(going, next, x);
        going = going & v_ge(last, v_set(enough));
    }
    *step = last;
    *slope = v_abs(f1);
    return x;
}

/* The lanes of which [lo, hi] certainly holds the root of the piece [t0, t1]. */
INLINE vm bracket_proven(const vd b[4], vd error, vm rising, vd t0, vd t1, vd lo, vd hi)
{
    vd at_lo = value(b, lo), at_hi = value(b, hi);
    at_lo = v_select(rising, -at_lo, at_lo); /* positive before the root, negative behind it */
    at_hi = v_select(rising, -at_hi, at_hi);
    return (v_ge(t0, lo) | v_gt(at_lo, error)) & (v_ge(hi, t1) | v_lt(at_hi, -error));
}

/* One group of pieces with just one root each. */
struct root {
    struct lanes lanes;
    vd b[4], error, t0, t1;
    vm rising;
    vd lo, hi; /* the bracket */
    vm proven;
};

INLINE void root_load(const struct batch *batch, const struct batch_list *list, size_t i, int whole,
                      struct root *root, vd c[4])
{
    root->lanes = lanes_at(i, list->n, list->query);
    root->error = gather(batch->error, &root->lanes);
    for (int k = 0; k < 4; k++) c[k] = root->b[k] = gather(batch->b[k], &root->lanes);
    root->t0 = v_load(&list->t0[i]);
    root->t1 = v_load(&list->t1[i]);
    if (!whole) piece_of(root->b, root->t0, root->t1, c);
    root->rising = v_lt(c[0], v_set(0));
}

INLINE void bracket(struct root *root, vd t, vd half)
{
    root->lo = v_max(t - half, root->t0);
    root->hi = v_min(t + half, root->t1);
    root->proven = bracket_proven(root->b, root->error, root->rising, root->t0, root->t1, root->lo, root->hi);
}

/* Three steps are off by much less than the last one, and 2^-42 either side is narrow enough for a hit of the
 * default width. Both are guesses that save time where they hold: the signs prove the bracket. */
INLINE void coarse_bracket(struct root *root, const vd c[4])
{
    vd step, slope, x = approximate_root(c, COARSE_STEPS, 0, &step, &slope), length = root->t1 - root->t0;
    vd t = root->t0 + x * length;
    bracket(root, t, 0.125 * step * length + 0x1p-42);
}

/* As narrow as the signs allow; the first guess of that may have to be widened. */
INLINE void fine_bracket(struct root *root, const vd c[4])
{
    vd step, slope, x = approximate_root(c, FINE_STEPS, 0x1p-20, &step, &slope), length = root->t1 - root->t0;
    vd t = root->t0 + x * length, half = length * (1.25 * root->error / slope) + 0x1p-52;
    bracket(root, t, half);
    for (int i = 1; i < FINE_BRACKETS && vm_bits(root->proven) != (1U << WIDTH) - 1; i++) {
        struct root wider = *root;
        half = 16 * half;
        bracket(&wider, t, half);
        root->lo = v_select(root->proven, root->lo, wider.lo);
        root->hi = v_select(root->proven, root->hi, wider.hi);
        root->proven = root->proven | wider.proven;
    }
}

/* Brackets the roots of a list. */
static void find_roots(const struct batch *batch, struct batch_list *list, int whole, int fine)
{
    for (size_t i = 0; i < list->n; i += WIDTH) {
        struct root root;
        vd c[4];
        root_load(batch, list, i, whole, &root, c);
        if (fine)
            fine_bracket(&root, c);
        else
            coarse_bracket(&root, c);
        v_store(&list->lo[i], root.lo);
        v_store(&list->hi[i], root.hi);
        list->proven[i] = (uint8_t)vm_bits(root.proven);
    }
}

/* Decides whether the contacts are inside, for the pieces of a list whose roots are bracketed. What a coarse
 * bracket does not decide goes to the list `again`, what a fine one (again is NULL) does not is undecided; so
 * is a contact that is not certainly before or after tmax. */
static void test_contacts(const struct batch_source *source, size_t from,
                          const struct ccdq_linear_options *options, struct batch *batch,
                          struct batch_list *list, struct batch_list *again)
{
    for (size_t i = 0; i < list->n; i += WIDTH) {
        struct lanes lanes = lanes_at(i, list->n, list->query);
        struct vectors s;
        vd x[8][3], w[3], lo = v_load(&list->lo[i]), hi = v_load(&list->hi[i]);
        vm in, out;
        load_points(source, from, &lanes, x);
        vectors_of(source->type, x, &s);
        if (batch->scaled)
            vectors_scale(&s, gather(batch->scale[0], &lanes), gather(batch->scale[1], &lanes));
        vectors_set_max(&s);
        contact_inside(source->type, &s, lo, hi, &in, &out, w);
        unsigned narrow = vm_bits(v_ge(v_set(options->toi_width), hi - lo));
        unsigned later = vm_bits(v_gt(lo, v_set(options->tmax)));
        unsigned before = vm_bits(v_ge(v_set(options->tmax), hi));
        unsigned contact = list->proven[i] & vm_bits(in) & narrow;
        unsigned free = list->proven[i] & (vm_bits(out) | (contact & later));
        unsigned open = lanes.used & ~free;
        FOR_LANES(l, open & contact & before)
        {
            unsigned query = lanes.query[l];
            if (!(list->t0[i + l] < batch->hit[query])) continue;
            batch->hit[query] = list->t0[i + l];
            batch->lo[query] = lo[l];
            batch->hi[query] = hi[l];
            for (int k = 0; k < 2; k++) batch->w[k][query] = w[k][l] < w[2][l] ? w[k][l] / w[2][l] : 1;
        }
        FOR_LANES(l, open & ~(contact & before))
        {
            unsigned query = lanes.query[l];
            if (again) {
                batch->evals[query] += FINE_STEPS + 2;
                list_add(again, query, list->t0[i + l], list->t1[i + l]);
            } else {
                leave_undecided(batch, query, list->t0[i + l]);
            }
        }
    }
    list->n = 0;
}

#endif
