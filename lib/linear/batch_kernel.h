/* Vertex-face and edge-edge in doubles with proven error bounds, WIDTH queries at a time. Included by one
 * file a width, which defines BATCH_KERNEL as the name of its function.
 *
 * Both primitives are seen from one base point. With three moving vectors A, B, C, linear in t, a contact at
 * t means vf: C = v - f0 = u A + v B,      A = f1 - f0, B = f2 - f0;   u, v, 1-u-v >= 0 ee: C = b0 - a0 = s A
 * - u B,     A = a1 - a0, B = b1 - b0;   s, u in [0, 1] so F(t) = (A x B) . C, a cubic, vanishes. The stages:
 *   axes   a coordinate separates the primitives;
 *   cubic  F in Bernstein form has one certain sign: free; one certain root; or it is split;
 *   root   a bracket of the root is proven by the signs at its ends, and the contact is inside or outside;
 * first by a coarse bracket, then, for contacts and where that does not decide, by one as narrow as can be.
 * A query is a hit if its earliest piece that is not free has a proven contact. What a stage cannot prove
 * stays undecided.
 *
 * Error bounds. u = 2^-53 is the unit roundoff; x^ is the computed x; |x^ - x| <= u |x^| for a single
 * operation that does not underflow. A difference of doubles never underflows. The vectors are scaled by a
 * power of two when the largest component M leaves [2^-100, 2^100], so nothing overflows below; products that
 * underflow are covered by the additive terms TINY. All proofs are coded as comparisons that a NaN fails.
 */
#include "batch.h"
#include "linear.h"
#include "../num/simd.h"
#include <string.h>

/* Everything is one function in the end, so that vectors need not pass through memory. */
#define INLINE static inline __attribute__((always_inline))

#define U 0x1p-53
#define TINY_CUBIC 0x1p-900
#define TINY_INSIDE 0x1p-750

/* The vector between two moving points: at t = 0, at t = 1, and the larger component of both in absolute
 * value. */
struct motion {
    vd at0[3], at1[3], max[3];
};

struct vectors {
    struct motion a, b, c;
};

/* Queries of the lanes; a lane beyond the last query repeats it. */
struct lanes {
    unsigned query[WIDTH]; /* within the chunk */
    unsigned used;         /* mask of the lanes that count */
};

INLINE struct lanes lanes_at(size_t i, size_t n, const uint16_t *query)
{
    struct lanes lanes = {.used = (1U << WIDTH) - 1};
    for (size_t l = 0; l < WIDTH; l++) {
        size_t k = i + l < n ? i + l : n - 1;
        lanes.query[l] = query ? query[k] : (unsigned)k;
    }
    if (n - i < WIDTH) lanes.used = (1U << (n - i)) - 1;
    return lanes;
}

INLINE vd gather(const double *p, const struct lanes *lanes)
{
    vd v;
    for (int l = 0; l < WIDTH; l++) v[l] = p[lanes->query[l]];
    return v;
}

/* ---- The points and vectors ---- */

INLINE void load_queries(const struct ccdq_query *q, const struct lanes *lanes, vd x[8][3])
{
    vd *column = &x[0][0];
    const double *row[WIDTH];
    for (int l = 0; l < WIDTH; l++) row[l] = q[lanes->query[l]].x[0];
    for (int from = 0; from < 24; from += WIDTH) {
        for (int l = 0; l < WIDTH; l++) column[from + l] = v_load(row[l] + from);
        v_transpose(column + from);
    }
}

/* Vertices are six doubles: as many loads of WIDTH of them as it takes, the last of which may overlap. */
INLINE void load_vertices(const struct ccdq_indexed *mesh, size_t first, const struct lanes *lanes,
                          vd x[8][3])
{
    enum { SIZE = 6, STEP = WIDTH == 4 ? 2 : WIDTH };
    for (int k = 0; k < 4; k++) {
        const double *vertex[WIDTH];
        for (int l = 0; l < WIDTH; l++) vertex[l] = mesh->vertex[mesh->index[first + lanes->query[l]][k]][0];
        for (int from = 0; from < SIZE; from += STEP) {
            vd row[WIDTH];
            for (int l = 0; l < WIDTH; l++) row[l] = v_load6(vertex[l] + from);
            v_transpose(row);
            for (int i = 0; i < WIDTH && from + i < SIZE; i++)
                x[k + 4 * ((from + i) / 3)][(from + i) % 3] = row[i];
            if (from + WIDTH >= SIZE) break;
        }
    }
}

INLINE void motion_set(struct motion *m, vd x[8][3], int to, int from)
{
    for (int k = 0; k < 3; k++) {
        m->at0[k] = x[to][k] - x[from][k];
        m->at1[k] = x[to + 4][k] - x[from + 4][k];
    }
}

INLINE void motion_set_max(struct motion *m)
{
    for (int k = 0; k < 3; k++) m->max[k] = v_max(v_abs(m->at0[k]), v_abs(m->at1[k]));
}

INLINE void motion_scale(struct motion *m, vd s0, vd s1)
{
    for (int k = 0; k < 3; k++) {
        m->at0[k] = m->at0[k] * s0 * s1;
        m->at1[k] = m->at1[k] * s0 * s1;
    }
}

INLINE void load_points(const struct batch_source *source, size_t from, const struct lanes *lanes, vd x[8][3])
{
    if (source->q)
        load_queries(source->q + from, lanes, x);
    else
        load_vertices(source->mesh, source->first + from, lanes, x);
}

INLINE void vectors_of(unsigned type, vd x[8][3], struct vectors *s)
{
    if (type == CCDQ_VF) {
        motion_set(&s->a, x, 2, 1);
        motion_set(&s->b, x, 3, 1);
        motion_set(&s->c, x, 0, 1);
    } else {
        motion_set(&s->a, x, 1, 0);
        motion_set(&s->b, x, 3, 2);
        motion_set(&s->c, x, 2, 0);
    }
}

INLINE void vectors_scale(struct vectors *s, vd s0, vd s1)
{
    motion_scale(&s->a, s0, s1);
    motion_scale(&s->b, s0, s1);
    motion_scale(&s->c, s0, s1);
}

INLINE void vectors_set_max(struct vectors *s)
{
    motion_set_max(&s->a);
    motion_set_max(&s->b);
    motion_set_max(&s->c);
}

INLINE vd largest(const struct vectors *s)
{
    vd m = s->a.max[0];
    for (int k = 1; k < 3; k++) m = v_max(m, s->a.max[k]);
    for (int k = 0; k < 3; k++) m = v_max(m, v_max(s->b.max[k], s->c.max[k]));
    return m;
}

/* 0 for lanes in which all vectors are finite, NaN for the others; one that overflows only in this sum counts
 * as not finite, too. */
INLINE vd zero_if_finite(const struct vectors *s)
{
    vd sum[3];
    for (int k = 0; k < 3; k++)
        sum[k] = (s->a.at0[k] + s->b.at0[k] + s->c.at0[k]) + (s->a.at1[k] + s->b.at1[k] + s->c.at1[k]);
    vd all = sum[0] + sum[1] + sum[2];
    return all - all;
}

/* ---- Stage axes ---- */

/* Whether one coordinate separates the primitives the same way at t = 0 and at t = 1. Differences of two
 * points are linear in t, so they keep their sign in between; comparisons of doubles are exact. */
INLINE vm separated_by_axis(unsigned type, vd x[8][3])
{
    vm separated = vm_none();
    for (int k = 0; k < 3; k++) {
        vm below[2], above[2];
        for (int end = 0; end < 2; end++) {
            vd x0 = x[4 * end][k], x1 = x[4 * end + 1][k], x2 = x[4 * end + 2][k], x3 = x[4 * end + 3][k];
            vd lo_a = x0, hi_a = x0, lo_b = v_min(x2, x3), hi_b = v_max(x2, x3);
            if (type == CCDQ_VF) {
                lo_b = v_min(lo_b, x1);
                hi_b = v_max(hi_b, x1);
            } else {
                lo_a = v_min(x0, x1);
                hi_a = v_max(x0, x1);
            }
            below[end] = v_lt(hi_a, lo_b);
            above[end] = v_gt(lo_a, hi_b);
        }
        separated = separated | (below[0] & below[1]) | (above[0] & above[1]);
    }
    return separated;
}

/* ---- Stage cubic ---- */

INLINE void cross(const vd a[3], const vd b[3], vd n[3])
{
    n[0] = a[1] * b[2] - a[2] * b[1];
    n[1] = a[2] * b[0] - a[0] * b[2];
    n[2] = a[0] * b[1] - a[1] * b[0];
}

INLINE vd dot(const vd a[3], const vd b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* Whether the line between the centres separates the primitives at t = 0 and at t = 1. With L its direction,
 * L.(p - q) is linear in t for any two points, so what is positive at both ends is so in between (Tang et al.
 * 2011, Corollaries 1 and 3). All differences p - q are sums of A, B and C: vf C, C - A, C - B; ee C, C - A,
 * C + B, C + B - A. L may be any vector, so its rounding does not matter. A dot product is touched by 4
 * roundings (of the difference, the product, two sums), sums of three of them by two more: each is off by
 * less than 8 u S, S the dot product of |L| and the sum of the largest components of A, B and C; 16 for the
 * rounding of S. What underflows is below TINY. */
INLINE vm separated_by_centres(unsigned type, const struct vectors *s)
{
    vd l[3], size = v_set(0), a[2], b[2], c[2];
    for (int k = 0; k < 3; k++) {
        vd sum_a = s->a.at0[k] + s->a.at1[k], sum_b = s->b.at0[k] + s->b.at1[k];
        vd sum_c = s->c.at0[k] + s->c.at1[k];
        l[k] = type == CCDQ_VF ? 3 * sum_c - sum_a - sum_b : 2 * sum_c + sum_b - sum_a;
        size = size + v_abs(l[k]) * (s->a.max[k] + s->b.max[k] + s->c.max[k]);
    }
    vd error = 16 * U * size + TINY_CUBIC;
    a[0] = dot(l, s->a.at0), a[1] = dot(l, s->a.at1);
    b[0] = dot(l, s->b.at0), b[1] = dot(l, s->b.at1);
    c[0] = dot(l, s->c.at0), c[1] = dot(l, s->c.at1);
    vd least = v_min(c[0], c[1]);
    for (int end = 0; end < 2; end++) {
        vd from_a = c[end] - a[end];
        vd from_b = type == CCDQ_VF ? c[end] - b[end] : v_min(c[end] + b[end], from_a + b[end]);
        least = v_min(least, v_min(from_a, from_b));
    }
    return v_gt(least, error);
}

/* What |(A x B) . d| can be at most when |A| <= a, |B| <= b, |d| <= d by component: the same products, all
 * added up. */
INLINE vd permanent(const vd a[3], const vd b[3], const vd d[3])
{
    return d[0] * (a[1] * b[2] + a[2] * b[1]) + d[1] * (a[2] * b[0] + a[0] * b[2]) +
           d[2] * (a[0] * b[1] + a[1] * b[0]);
}

/* The Bernstein coefficients of F over [0, 1], and the bound of their error, which it returns.
 *
 * Each is a sum of products of three components, over 3 for the inner ones. A product is touched by 3
 * differences, 1 product, 1 subtraction within the cross product, 1 addition of two cross products, 1 product
 * with C, 2 additions in the dot product, 1 addition of two dot products and 1 multiplication by fl(1/3),
 * which has a rounding of its own: 12 roundings at most, so its error is below 12.01 u times its absolute
 * value. The absolute values of the products of one coefficient add up to at most P, the permanent of the
 * largest components (three times P over 3 for the inner ones); P^ >= (1 - 6u) P. Hence 16 u P^. A product
 * that underflows adds 2^-1075 at most, later multiplied by at most 2^101: below 2^-960 in all, far below
 * TINY.
 *
 * A value of F, or of its blossom, is three levels of x + t (y - x) with t in [0, 1]: 3 roundings a level (of
 * y - x, the product, the sum), the first of a number up to 2 max|b|, of numbers no larger than max|b^| (1 +
 * 12u): a level is off by at most (2 + 2 + 1) u max|b|, three by 15.1 u max|b^|, beside the error of the
 * coefficients, which convex combinations do not enlarge. Hence 16 u max|b^| on top. */
INLINE vd set_cubic(const struct vectors *s, vd b[4])
{
    vd n00[3], n11[3], n01[3], n10[3];
    cross(s->a.at0, s->b.at0, n00);
    cross(s->a.at1, s->b.at1, n11);
    cross(s->a.at0, s->b.at1, n01);
    cross(s->a.at1, s->b.at0, n10);
    for (int k = 0; k < 3; k++) n01[k] = n01[k] + n10[k];
    b[0] = dot(n00, s->c.at0);
    b[1] = (dot(n01, s->c.at0) + dot(n00, s->c.at1)) * (1.0 / 3);
    b[2] = (dot(n11, s->c.at0) + dot(n01, s->c.at1)) * (1.0 / 3);
    b[3] = dot(n11, s->c.at1);
    vd max_b = v_max(v_max(v_abs(b[0]), v_abs(b[1])), v_max(v_abs(b[2]), v_abs(b[3])));
    return 16 * U * (permanent(s->a.max, s->b.max, s->c.max) + max_b) + TINY_CUBIC;
}

INLINE vd lerp(vd x, vd y, vd t)
{
    return x + t * (y - x);
}

INLINE vd value(const vd b[4], vd t)
{
    vd x = lerp(b[0], b[1], t), y = lerp(b[1], b[2], t), z = lerp(b[2], b[3], t);
    return lerp(lerp(x, y, t), lerp(y, z, t), t);
}

/* The Bernstein coefficients of F over [t0, t1] as blossoms of those over [0, 1], so that their error does
 * not grow from one split to the next. */
INLINE void piece_of(const vd b[4], vd t0, vd t1, vd c[4])
{
    vd x[3], y[3];
    for (int i = 0; i < 3; i++) {
        x[i] = lerp(b[i], b[i + 1], t0);
        y[i] = lerp(b[i], b[i + 1], t1);
    }
    vd x0 = lerp(x[0], x[1], t0), x1 = lerp(x[1], x[2], t0);
    vd m0 = lerp(x[0], x[1], t1), m1 = lerp(x[1], x[2], t1);
    vd y0 = lerp(y[0], y[1], t1), y1 = lerp(y[1], y[2], t1);
    c[0] = lerp(x0, x1, t0);
    c[1] = lerp(x0, x1, t1);
    c[2] = lerp(m0, m1, t1);
    c[3] = lerp(y0, y1, t1);
}

/* The number of roots in a piece is, by Descartes' rule for Bernstein coefficients, at most the number of
 * sign changes among these, and of the same parity. */
struct signs {
    vm none; /* no root */
    vm one;  /* just one, and c[0] and c[3] are of certainly opposite signs */
    vm dark; /* the sign of no coefficient is certain */
};

INLINE struct signs classify(const vd c[4], vd error)
{
    vm plus[4], minus[4];
    for (int i = 0; i < 4; i++) {
        plus[i] = v_gt(c[i], error);
        minus[i] = v_lt(c[i], -error);
    }
    vm rising = minus[0] & plus[3] & (minus[1] | plus[2]),
       falling = plus[0] & minus[3] & (plus[1] | minus[2]);
    return (struct signs){
        .none = (plus[0] & plus[1] & plus[2] & plus[3]) | (minus[0] & minus[1] & minus[2] & minus[3]),
        .one = rising | falling,
        .dark = vm_not(plus[0] | plus[1] | plus[2] | plus[3] | minus[0] | minus[1] | minus[2] | minus[3])};
}

enum { COARSE_STEPS = 3, FINE_STEPS = 12, FINE_BRACKETS = 3 };

INLINE void list_add(struct batch_list *list, unsigned query, double t0, double t1)
{
    list->query[list->n] = (uint16_t)query;
    list->t0[list->n] = t0;
    list->t1[list->n] = t1;
    list->n++;
}

INLINE void leave_undecided(struct batch *batch, unsigned query, double t0)
{
    if (t0 < batch->undecided[query]) batch->undecided[query] = t0;
}

/* The lanes of a mask, one after the other. */
#define FOR_LANES(l, mask)                                                                                   \
    for (unsigned todo_ = (mask), l; todo_ && (l = (unsigned)__builtin_ctz(todo_), 1); todo_ &= todo_ - 1)

/* Files the pieces of the lanes `open`; dark ones, and with `last` all that are to be split, are undecided.
 */
INLINE void file_pieces(struct batch *batch, const struct lanes *lanes, unsigned open, struct signs signs,
                        vd t0, vd t1, struct batch_list *roots, struct batch_list *split, int last)
{
    unsigned one = vm_bits(signs.one), dark = vm_bits(signs.dark);
    open &= ~vm_bits(signs.none);
    if (last) dark |= ~one;
    FOR_LANES(l, open & one)
    {
        unsigned query = lanes->query[l];
        batch->state[query] = BATCH_OPEN;
        batch->evals[query] += COARSE_STEPS + 2;
        list_add(roots, query, t0[l], t1[l]);
    }
    FOR_LANES(l, open & ~one & ~dark)
    {
        batch->state[lanes->query[l]] = BATCH_OPEN;
        list_add(split, lanes->query[l], t0[l], t1[l]);
    }
    FOR_LANES(l, open & dark)
    {
        batch->state[lanes->query[l]] = BATCH_OPEN;
        leave_undecided(batch, lanes->query[l], t0[l]);
    }
}

/* Where to split a piece: the critical point of the cubic in (0, 1), the first if there are two, or the
 * middle. */
INLINE vd critical_point(const vd c[4])
{
    vd d0 = c[1] - c[0], d1 = c[2] - c[1], d2 = c[3] - c[2];
    vd k2 = d0 - 2 * d1 + d2, k1 = d0 - d1, disc = k1 * k1 - k2 * d0; /* k2 x^2 - 2 k1 x + d0 = 0 */
    vd root = v_sqrt(v_max(disc, v_set(0)));
    vd q = k1 + v_select(v_lt(k1, v_set(0)), -root, root);
    vd x = d0 / q, y = q / k2, middle = v_set(0.5);
    vd first = v_min(x, y), second = v_max(x, y), low = v_set(0x1p-20), high = v_set(1 - 0x1p-20);
    vd split = v_select(v_gt(second, low) & v_lt(second, high), second, middle);
    split = v_select(v_gt(first, low) & v_lt(first, high), first, split);
    return v_select(v_gt(disc, v_set(0)), split, middle);
}

static void split_pieces(struct batch *batch, struct batch_list *from, struct batch_list *next, int last)
{
    for (size_t i = 0; i < from->n; i += WIDTH) {
        struct lanes lanes = lanes_at(i, from->n, from->query);
        vd b[4], c[4], error = gather(batch->error, &lanes);
        vd t0 = v_load(&from->t0[i]), t1 = v_load(&from->t1[i]);
        for (int k = 0; k < 4; k++) b[k] = gather(batch->b[k], &lanes);
        piece_of(b, t0, t1, c);
        vd split = t0 + critical_point(c) * (t1 - t0);
        unsigned inside = vm_bits(v_gt(split, t0) & v_lt(split, t1)), used = lanes.used;
        FOR_LANES(l, used & ~inside) leave_undecided(batch, lanes.query[l], t0[l]);
        used &= inside;
        piece_of(b, t0, split, c);
        file_pieces(batch, &lanes, used, classify(c, error), t0, split, &batch->parts, next, last);
        piece_of(b, split, t1, c);
        file_pieces(batch, &lanes, used, classify(c, error), split, t1, &batch->parts, next, last);
    }
    from->n = 0;
}

/* ---- Stage root ---- */

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
 * the blend x + t (y - x) (5 u A_max, see set_cubic), below 6.1 u A_max; A(t) is off A(m) by at most h |A(1)
 * - A(0)|
 * <= 2.01 h A_max. So |A(t) - A^(m)| <= e A_max with e = 8 u + 2.5 h, likewise B and C. A product of two is
 * off by 2.01 e, and by 5 roundings more in the cross and the dot product: (2.01 e + 5.1 u) Q with Q the
 * permanent of the largest components and |d|. The sums N - w1 - w2, N - p, N - w2 add two roundings of terms
 * no larger than the Qs. Hence (2.5 e + 12 u) Q for each term. An underflow in the blend (2^-1074) is
 * multiplied by at most 2^101 2^203: below TINY. */
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

/* ---- A chunk ---- */

/* Powers of two that bring m near 1 when multiplied in turn: one may not be enough, from 2^-1074 or to it. */
static void scale_for(double m, double *s0, double *s1)
{
    int exponent = -ilogb(m), half = exponent / 2;
    *s0 = ldexp(1, half);
    *s1 = ldexp(1, exponent - half);
}

/* Scales the lanes out of range, and says which of them cannot be: all vectors 0, or not finite. Scaling up
 * is exact, scaling down may lose 2^-1074 a component, which the additive terms cover. */
static unsigned scale_lanes(struct batch *batch, const struct lanes *lanes, unsigned out, struct vectors *s,
                            vd m)
{
    vd s0 = v_set(1), s1 = v_set(1);
    unsigned lost = 0;
    FOR_LANES(l, out)
    {
        unsigned query = lanes->query[l];
        double scale[2] = {1, 1};
        if (m[l] > 0 && isfinite(m[l]))
            scale_for(m[l], &scale[0], &scale[1]);
        else
            lost |= 1U << l;
        batch->scaled = 1;
        s0[l] = batch->scale[0][query] = scale[0];
        s1[l] = batch->scale[1][query] = scale[1];
    }
    vectors_scale(s, s0, s1);
    vectors_set_max(s);
    return lost;
}

static int finite(const struct batch_source *source, size_t i)
{
    struct ccdq_query q;
    if (source->q) return linear_finite(&source->q[i]);
    ccdq_indexed_query(source->mesh, source->first + i, &q);
    return linear_finite(&q);
}

/* Asks for the queries of the next chunk: while this one is worked on they come from memory. (An address
 * where there is nothing does no harm.) */
INLINE void prefetch(const struct batch_source *source, size_t i)
{
    enum { LINE = 64, SIZE = sizeof *source->q };
    if (!source->q) return;
    uintptr_t p = (uintptr_t)source->q + (i + BATCH_CHUNK) * SIZE;
    for (size_t at = 0; at < WIDTH * SIZE; at += LINE) __builtin_prefetch((const void *)(p + at));
}

/* The stages axes and cubic. */
static void begin(const struct batch_source *source, size_t from, size_t n, struct batch *batch)
{
    for (size_t i = 0; i < n; i += WIDTH) {
        struct lanes lanes = lanes_at(i, n, NULL);
        struct vectors s;
        vd x[8][3], b[4];
        prefetch(source, from + i);
        load_points(source, from, &lanes, x);
        vectors_of(source->type, x, &s);
        unsigned open = lanes.used, strange = open & ~vm_bits(v_ge(zero_if_finite(&s), v_set(0)));
        FOR_LANES(l, strange)
        {
            unsigned query = lanes.query[l];
            batch->state[query] = finite(source, from + query) ? BATCH_UNDECIDED : BATCH_INVALID;
        }
        unsigned separated = open & ~strange & vm_bits(separated_by_axis(source->type, x));
        batch->separated += (unsigned)__builtin_popcount(separated);
        open &= ~(strange | separated);
        if (!open) continue;
        vectors_set_max(&s);
        vd m = largest(&s);
        unsigned out = open & ~vm_bits(v_ge(m, v_set(0x1p-100)) & v_ge(v_set(0x1p100), m));
        if (out) {
            unsigned lost = scale_lanes(batch, &lanes, out, &s, m);
            open &= ~lost;
            FOR_LANES(l, lost) batch->state[lanes.query[l]] = BATCH_UNDECIDED;
        }
        vd error = set_cubic(&s, b);
        for (int k = 0; k < 4; k++) v_store(&batch->b[k][i], b[k]);
        v_store(&batch->error[i], error);
        struct signs signs = classify(b, error);
        vm unclear = vm_not(signs.none | signs.one | signs.dark);
        if (open & vm_bits(unclear))
            signs.none = signs.none | (unclear & separated_by_centres(source->type, &s));
        batch->free_by_cubic += (unsigned)__builtin_popcount(open & vm_bits(signs.none));
        file_pieces(batch, &lanes, open, signs, v_set(0), v_set(1), &batch->roots, &batch->split[0], 0);
    }
}

/* A query is a hit if no piece before the one of its contact is undecided. */
INLINE void end(size_t n, struct batch *batch)
{
    for (size_t i = 0; i < n; i++) {
        if (batch->state[i] != BATCH_OPEN) continue;
        if (batch->hit[i] < batch->undecided[i])
            batch->state[i] = BATCH_HIT;
        else
            batch->state[i] = batch->undecided[i] <= 1 ? BATCH_UNDECIDED : BATCH_FREE;
    }
}

void BATCH_KERNEL(const struct batch_source *source, size_t from, size_t n,
                  const struct ccdq_linear_options *options, struct batch *batch)
{
    for (size_t i = 0; i < n; i++) {
        batch->state[i] = BATCH_FREE;
        batch->evals[i] = 0;
        batch->scale[0][i] = batch->scale[1][i] = 1;
        batch->hit[i] = batch->undecided[i] = INFINITY;
    }
    batch->scaled = 0;
    batch->separated = batch->free_by_cubic = 0;
    begin(source, from, n, batch);
    for (int depth = 0; depth < BATCH_DEPTH; depth++)
        split_pieces(batch, &batch->split[depth % 2], &batch->split[(depth + 1) % 2],
                     depth == BATCH_DEPTH - 1);
    find_roots(batch, &batch->roots, 1, 0);
    test_contacts(source, from, options, batch, &batch->roots, &batch->fine);
    find_roots(batch, &batch->parts, 0, 0);
    test_contacts(source, from, options, batch, &batch->parts, &batch->fine);
    find_roots(batch, &batch->fine, 0, 1);
    test_contacts(source, from, options, batch, &batch->fine, NULL);
    end(n, batch);
}
