/* The stages cubic and axes of batch_kernel.h, which has the notation of the error bounds. */
#ifndef CCDQ_BATCH_CUBIC_H
#define CCDQ_BATCH_CUBIC_H

#include "batch_points.h"

#define U 0x1p-53
#define TINY_CUBIC 0x1p-900

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

/* Whether the line between the centres separates the primitives at t = 0 and at t = 1. With L its direction,
 * L.(p - q) is linear in t for any two points, so what is positive at both ends is so in between (Tang et al.
 * 2011, Corollaries 1 and 3). All differences p - q are sums of A, B and C: vf C, C - A, C - B; ee C, C - A,
 * C + B, C + B - A. L may be any vector, so its rounding does not matter. m is the largest component of the
 * vectors, so that those of L are below 10.1 m, and a product of two components below 10.1 m^2. A dot product
 * is touched by 4 roundings (of the difference, the product, two sums) of 3 such, sums of three of them by
 * two more: 9 products in all, each off by less than 8 u. Hence 1024 u m^2. What underflows is below TINY. */
INLINE vm separated_by_centres(unsigned type, const struct vectors *s, vd m)
{
    vd l[3], a[2], b[2], c[2];
    for (int k = 0; k < 3; k++) {
        vd sum_a = s->a.at0[k] + s->a.at1[k], sum_b = s->b.at0[k] + s->b.at1[k];
        vd sum_c = s->c.at0[k] + s->c.at1[k];
        l[k] = type == CCDQ_VF ? 3 * sum_c - (sum_a + sum_b) : 2 * sum_c + (sum_b - sum_a);
    }
    a[0] = dot(l, s->a.at0), a[1] = dot(l, s->a.at1);
    b[0] = dot(l, s->b.at0), b[1] = dot(l, s->b.at1);
    c[0] = dot(l, s->c.at0), c[1] = dot(l, s->c.at1);
    vd least = v_min(c[0], c[1]);
    for (int end = 0; end < 2; end++) {
        vd from_a = c[end] - a[end];
        vd from_b = type == CCDQ_VF ? c[end] - b[end] : v_min(c[end] + b[end], from_a + b[end]);
        least = v_min(least, v_min(from_a, from_b));
    }
    return v_gt(least, 1024 * U * m * m + TINY_CUBIC);
}

/* ---- Stage cubic ---- */

/* What |(A x B) . d| can be at most when |A| <= a, |B| <= b, |d| <= d by component: the same products, all
 * added up. */
INLINE vd permanent(const vd a[3], const vd b[3], const vd d[3])
{
    return d[0] * (a[1] * b[2] + a[2] * b[1]) + d[1] * (a[2] * b[0] + a[0] * b[2]) +
           d[2] * (a[0] * b[1] + a[1] * b[0]);
}

/* The Bernstein coefficients of F over [0, 1], and the bound of their errors.
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
struct cubic {
    vd b[4], error, least, most; /* the smallest and the largest of b */
};

INLINE void set_cubic(const struct vectors *s, struct cubic *f)
{
    vd n00[3], n11[3], n01[3], n10[3], *b = f->b;
    cross(s->a.at0, s->b.at0, n00);
    cross(s->a.at1, s->b.at1, n11);
    cross(s->a.at0, s->b.at1, n01);
    cross(s->a.at1, s->b.at0, n10);
    for (int k = 0; k < 3; k++) n01[k] = n01[k] + n10[k];
    b[0] = dot(n00, s->c.at0);
    b[1] = (dot(n01, s->c.at0) + dot(n00, s->c.at1)) * (1.0 / 3);
    b[2] = (dot(n11, s->c.at0) + dot(n01, s->c.at1)) * (1.0 / 3);
    b[3] = dot(n11, s->c.at1);
    f->least = v_min(v_min(b[0], b[1]), v_min(b[2], b[3]));
    f->most = v_max(v_max(b[0], b[1]), v_max(b[2], b[3]));
    vd max_b = v_max(f->most, -f->least);
    f->error = 16 * U * (permanent(s->a.max, s->b.max, s->c.max) + max_b) + TINY_CUBIC;
}

/* F has no root in [0, 1]. */
INLINE vm one_sign(const struct cubic *f)
{
    return v_gt(f->least, f->error) | v_lt(f->most, -f->error);
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

/* ---- Lists of pieces ---- */

struct piece {
    vd column[BATCH_COLUMNS];
};

/* The first so many columns: all, or those of the whole [0, 1]. */
enum { WHOLE_COLUMNS = BATCH_T0 };

INLINE void piece_load(struct piece *p, const struct batch_list *list, size_t i, int columns)
{
    for (int k = 0; k < columns; k++) p->column[k] = v_load(&list->column[k][i]);
}

INLINE void list_add(struct batch_list *list, const struct piece *p, unsigned bits, int columns)
{
    for (int k = 0; k < columns; k++) v_store(&list->column[k][list->n], v_compress(p->column[k], bits));
    list->n += (unsigned)__builtin_popcount(bits);
}

/* Makes the lanes beyond the last piece of a list some that can be worked on. */
INLINE void list_fill_up(struct batch_list *list)
{
    for (int k = 0; k < BATCH_COLUMNS; k++) v_store(&list->column[k][list->n], v_set(0));
}

/* The queries of the lanes of a piece. */
INLINE void set_lanes_of_list(struct lanes *lanes, const struct batch_list *list, size_t i)
{
    lanes->used = used_lanes(i, list->n);
    for (size_t l = 0; l < WIDTH; l++) lanes->query[l] = batch_list_query(list, i + l);
}

INLINE void leave_undecided(struct batch *batch, const struct lanes *lanes, unsigned bits, vd t0)
{
    FOR_LANES(l, bits)
    {
        double *undecided = &batch->undecided[lanes->query[l]];
        if (t0[l] < *undecided) *undecided = t0[l];
    }
}

/* Files the pieces [t0, t1] of the lanes `open`, with Bernstein coefficients c there: what they are pieces of
 * is in p. Dark ones, and with `last` all that are to be split, are undecided. */
INLINE void file_pieces(struct batch *batch, const struct lanes *lanes, unsigned open, const struct piece *p,
                        vd t0, vd t1, const vd c[4], struct batch_list *split, int last)
{
    struct piece piece = *p;
    struct signs signs = classify(c, p->column[BATCH_ERROR]);
    unsigned one = open & vm_bits(signs.one), dark = vm_bits(signs.dark);
    piece.column[BATCH_T0] = t0;
    piece.column[BATCH_T1] = t1;
    piece.column[BATCH_F0] = c[0];
    piece.column[BATCH_F1] = c[3];
    list_add(&batch->roots, &piece, one, BATCH_COLUMNS);
    open &= ~one & ~vm_bits(signs.none);
    if (!open) return;
    if (last) dark = open;
    leave_undecided(batch, lanes, open & dark, t0);
    list_add(split, &piece, open & ~dark, BATCH_COLUMNS);
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

/* The first look at the open queries: one root in [0, 1], or two pieces. The blossoms of these have the ends
 * 0 and 1 for all arguments but one, so that they come from one run of de Casteljau's algorithm, three levels
 * like any. */
static void sort_open(struct batch *batch, struct batch_list *open, struct batch_list *next)
{
    list_fill_up(open);
    for (size_t i = 0; i < open->n; i += WIDTH) {
        struct lanes lanes;
        set_lanes_of_list(&lanes, open, i);
        struct piece p;
        piece_load(&p, open, i, WHOLE_COLUMNS);
        const vd *b = &p.column[BATCH_B];
        p.column[BATCH_T0] = v_set(0);
        p.column[BATCH_T1] = v_set(1);
        p.column[BATCH_F0] = b[0];
        p.column[BATCH_F1] = b[3];
        struct signs signs = classify(b, p.column[BATCH_ERROR]);
        unsigned one = lanes.used & vm_bits(signs.one), dark = lanes.used & vm_bits(signs.dark);
        list_add(&batch->roots, &p, one, BATCH_COLUMNS);
        leave_undecided(batch, &lanes, dark, v_set(0));
        unsigned used = lanes.used & ~one & ~dark;
        if (!used) continue;
        vd t = critical_point(b), left[4], right[4];
        left[0] = b[0];
        right[3] = b[3];
        left[1] = lerp(b[0], b[1], t);
        right[2] = lerp(b[2], b[3], t);
        vd middle = lerp(b[1], b[2], t);
        left[2] = lerp(left[1], middle, t);
        right[1] = lerp(middle, right[2], t);
        left[3] = right[0] = lerp(left[2], right[1], t);
        file_pieces(batch, &lanes, used, &p, v_set(0), t, left, next, 0);
        file_pieces(batch, &lanes, used, &p, t, v_set(1), right, next, 0);
    }
}

static void split_pieces(struct batch *batch, struct batch_list *from, struct batch_list *next, int last)
{
    list_fill_up(from);
    for (size_t i = 0; i < from->n; i += WIDTH) {
        struct lanes lanes;
        set_lanes_of_list(&lanes, from, i);
        struct piece p;
        piece_load(&p, from, i, BATCH_COLUMNS);
        const vd *b = &p.column[BATCH_B];
        vd c[4], t0 = p.column[BATCH_T0], t1 = p.column[BATCH_T1];
        piece_of(b, t0, t1, c);
        vd split = t0 + critical_point(c) * (t1 - t0);
        unsigned inside = vm_bits(v_gt(split, t0) & v_lt(split, t1)), used = lanes.used;
        leave_undecided(batch, &lanes, used & ~inside, t0);
        used &= inside;
        piece_of(b, t0, split, c);
        file_pieces(batch, &lanes, used, &p, t0, split, c, next, last);
        piece_of(b, split, t1, c);
        file_pieces(batch, &lanes, used, &p, split, t1, c, next, last);
    }
    from->n = 0;
}

#endif
