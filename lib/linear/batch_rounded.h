/* A first look at queries of a mesh, as a part of the stage cubic of batch_kernel.h: with floats, twice as
 * many at a time as with doubles, from vertices that are converted once and not once for each query.
 *
 * The vertices are rounded to integers X of 24 bits, within 1/2 + 2^-29 of (x - c) s. s is a power of two and
 * c, in the middle of the mesh, the same for all: so F changes by the factor s^3 and keeps its signs. |X| <=
 * 2^23: floats hold the vectors A^, B^, C^ between such integers exactly, and a product of three of their
 * components, which is 0 or from 1 to 2^72, neither overflows nor underflows.
 *
 * Error. u = 2^-24. Let l_A be the sum of the absolute values of A^'s components, at t = 0 or at t = 1,
 * whichever is more, and L_A = l_A + 2; likewise for B and C.
 * - Rounding. A product of three components is touched by 1 product, 1 subtraction within the cross product,
 *   1 addition of two cross products, 1 product with C, 2 additions in the dot product, 1 addition of two dot
 *   products and 1 multiplication by fl(1/3), which has a rounding of its own: 9 at most. The absolute values
 *   of the products of one coefficient add up to at most l_A l_B l_C. Hence 9.01 u L_A L_B L_C.
 * - Rounded vertices. A component of A^ is off by at most e = 1 + 2^-28. So a determinant of A, B, C is off
 *   by at most what the permanent of the absolute values grows by when e is added to each component: e (l_A
 *   l_B + l_B l_C + l_C l_A) + 2 e^2 (l_A + l_B + l_C) + 6 e^3, which is below e (L_A L_B + L_B L_C + L_C
 *   L_A); and the coefficients are means of determinants.
 * `error` below is more than twice the sum of both, also with its own roundings, about 10 u. So what is
 * beyond it is truly so, and by more than 9 u L_A L_B L_C.
 *
 * That is also far more than the stage cubic needs to decide the same: s^3 (32 2^-53 (P + max|b|) + 2 TINY).
 * The largest components at both ends, of which P is the permanent, add up to at most 2 (l_A + 3 e), so that
 * s^3 P is below 32 L_A L_B L_C, and so is max|b|. And 1 / s is at least 2^-25 of the largest component of A,
 * B and C, which is 2^-100 at least, where they are scaled if need be; L_A L_B L_C is 8 at least. So 9 u L_A
 * L_B L_C / s^3 is above 2^-400, far more than TINY. This look changes no answer and no count, it only comes
 * to them sooner. */
#ifndef CCDQ_BATCH_ROUNDED_H
#define CCDQ_BATCH_ROUNDED_H

#include "batch.h"
#include "../num/extremes.h"
#include "../num/lanes.h"
#include "../num/simd.h"
#include <float.h>

#define U_FLOAT 0x1p-24F

/* ---- The rounded vertices ---- */

/* Numbers of vertices that are worked on together: as many vectors as make whole vertices. */
enum { ROUNDED_VECTORS = 3, ROUNDED_NUMBERS = ROUNDED_VECTORS * WIDTH };

typedef float vd_floats __attribute__((vector_size(sizeof(float) * WIDTH)));

/* Where the numbers from i on are worked on, of n in all: the last ones with some before them. */
INLINE size_t rounded_start(size_t i, size_t n)
{
    return i + ROUNDED_NUMBERS <= n ? i : n - ROUNDED_NUMBERS;
}

/* The least and the largest of each coordinate; NaNs are passed over. */
static void find_box(const double *x, size_t n, double lo[3], double hi[3])
{
    vd least[ROUNDED_VECTORS], most[ROUNDED_VECTORS];
    for (int k = 0; k < ROUNDED_VECTORS; k++) least[k] = v_set(INFINITY), most[k] = v_set(-INFINITY);
    for (size_t i = 0; i < n; i += ROUNDED_NUMBERS)
        for (int k = 0; k < ROUNDED_VECTORS; k++) {
            const vd v = v_load(x + rounded_start(i, n) + k * WIDTH);
            least[k] = v_min(v, least[k]);
            most[k] = v_max(v, most[k]);
        }
    for (int k = 0; k < 3; k++) lo[k] = INFINITY, hi[k] = -INFINITY;
    for (int i = 0; i < ROUNDED_NUMBERS; i++) {
        const double low = least[i / WIDTH][i % WIDTH], high = most[i / WIDTH][i % WIDTH];
        if (low < lo[i % 3]) lo[i % 3] = low;
        if (high > hi[i % 3]) hi[i % 3] = high;
    }
}

/* The centre of a box, and the scale: no finite coordinate x has |fl(x - c)| s > 2^23. False: there is none.
 */
static bool find_scale(const double lo[3], const double hi[3], double centre[3], double *scale)
{
    double radius = 0;
    int exponent;
    for (int k = 0; k < 3; k++) {
        if (!(hi[k] - lo[k] <= DBL_MAX)) return false;
        centre[k] = lo[k] + 0.5 * (hi[k] - lo[k]);
        radius = max_of(radius, max_of(hi[k] - centre[k], centre[k] - lo[k]));
    }
    frexp(radius, &exponent);
    *scale = ldexp(1, 23 - exponent);
    return radius > 0 && *scale <= DBL_MAX;
}

/* See struct batch_kernel. What is added and subtracted again leaves an integer, as the doubles around it are
 * integers. NaN stays NaN. */
static bool round_vertices(const double (*vertex)[2][3], size_t vertices, batch_vertex *rounded)
{
    const double *x = vertex[0][0];
    const size_t n = vertices * 6;
    const vd integers = v_set(0x1.8p52);
    double lo[3], hi[3], c[3], s;
    vd centre[ROUNDED_VECTORS];
    find_box(x, n, lo, hi);
    if (!find_scale(lo, hi, c, &s)) return false;
    for (int i = 0; i < ROUNDED_NUMBERS; i++) centre[i / WIDTH][i % WIDTH] = c[i % 3];
    for (size_t i = 0; i < n; i += ROUNDED_NUMBERS)
        for (int k = 0; k < ROUNDED_VECTORS; k++) {
            const size_t at = rounded_start(i, n) + (size_t)k * WIDTH;
            const vd scaled = (v_load(x + at) - centre[k]) * v_set(s);
            const vd_floats floats = __builtin_convertvector(scaled + integers - integers, vd_floats);
            memcpy(rounded[0][0] + at, &floats, sizeof floats);
        }
    return true;
}

/* ---- The look ---- */

/* The vector between two moving vertices in LANES queries, at t = 0 and at t = 1. */
struct rounded_motion {
    vf at0[3], at1[3];
};

INLINE void rounded_motion(struct rounded_motion *m, const f_eight row[LANES])
{
    vf column[6];
    f_six_columns(row, column);
    for (int k = 0; k < 3; k++) m->at0[k] = column[k], m->at1[k] = column[k + 3];
}

INLINE void f_cross(const vf a[3], const vf b[3], vf n[3])
{
    n[0] = a[1] * b[2] - a[2] * b[1];
    n[1] = a[2] * b[0] - a[0] * b[2];
    n[2] = a[0] * b[1] - a[1] * b[0];
}

INLINE vf f_dot(const vf a[3], const vf b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* L of a vector. */
INLINE vf f_size(const struct rounded_motion *m)
{
    return f_max(f_abs(m->at0[0]) + f_abs(m->at0[1]) + f_abs(m->at0[2]),
                 f_abs(m->at1[0]) + f_abs(m->at1[1]) + f_abs(m->at1[2])) +
           2;
}

/* The lanes in which F has no root in [0, 1]: queries of vertices with these numbers. The vectors are turned
 * around, which spares instructions and is the same to F's sign. A vertex is loaded with the two numbers
 * behind it. Where a coordinate is NaN so is b1, and what f_min and f_max make of it as the second operand.
 */
INLINE unsigned rounded_one_sign(unsigned type, const batch_vertex *vertex, const uint32_t (*index)[4])
{
    f_eight row_a[LANES], row_b[LANES], row_c[LANES];
    struct rounded_motion a, b, c;
    vf n00[3], n11[3], n01[3], n10[3];
    for (int l = 0; l < LANES; l++) {
        f_eight x0, x1, x2, x3;
        memcpy(&x0, vertex[index[l][0]], sizeof x0);
        memcpy(&x1, vertex[index[l][1]], sizeof x1);
        memcpy(&x2, vertex[index[l][2]], sizeof x2);
        memcpy(&x3, vertex[index[l][3]], sizeof x3);
        row_a[l] = type == CCDQ_VF ? x1 - x2 : x0 - x1;
        row_b[l] = type == CCDQ_VF ? x1 - x3 : x2 - x3;
        row_c[l] = type == CCDQ_VF ? x1 - x0 : x0 - x2;
    }
    rounded_motion(&a, row_a);
    rounded_motion(&b, row_b);
    const vf size_a = f_size(&a), size_b = f_size(&b);
    f_cross(a.at0, b.at0, n00);
    f_cross(a.at1, b.at1, n11);
    f_cross(a.at0, b.at1, n01);
    f_cross(a.at1, b.at0, n10);
    for (int k = 0; k < 3; k++) n01[k] = n01[k] + n10[k];
    rounded_motion(&c, row_c);
    const vf b0 = f_dot(n00, c.at0), b3 = f_dot(n11, c.at1);
    const vf b1 = (f_dot(n01, c.at0) + f_dot(n00, c.at1)) * (1.0F / 3);
    const vf b2 = (f_dot(n11, c.at0) + f_dot(n01, c.at1)) * (1.0F / 3);
    const vf size_c = f_size(&c), ab = size_a * size_b;
    const vf error = 20 * U_FLOAT * (ab * size_c) + 2.125F * (ab + (size_a + size_b) * size_c);
    const vf least = f_min(f_min(b0, b3), f_min(b2, b1)), most = f_max(f_max(b0, b3), f_max(b2, b1));
    return f_bits(f_gt(least, error) | f_gt(-error, most));
}

/* Lists the queries that such a look leaves. */
static void look_first(const struct batch_source *source, size_t from, size_t n, struct batch *batch)
{
    const uint32_t(*index)[4] = source->mesh->index + source->first + from;
    size_t left = 0;
    vi query = {0};
    for (int l = 0; l < WIDTH; l++) query[l] = l;
    for (size_t i = 0; i < n; i += LANES) {
        const uint32_t(*some)[4] = index + i;
        uint32_t last[LANES][4];
        unsigned used = (1U << LANES) - 1;
        if (n - i < LANES) {
            for (size_t l = 0; l < LANES; l++)
                memcpy(last[l], index[i + l < n ? i + l : n - 1], sizeof *last);
            some = (const uint32_t(*)[4])last;
            used = (1U << (n - i)) - 1;
        }
        const unsigned open = used & ~rounded_one_sign(source->type, source->rounded, some);
        for (int l = 0; l < LANES; l += WIDTH, query += WIDTH) {
            const unsigned bits = open >> l & ((1U << WIDTH) - 1);
            const vd numbers = v_compress((vd)query, bits);
            memcpy(&batch->left[left], &numbers, sizeof numbers);
            left += (unsigned)__builtin_popcount(bits);
        }
    }
    batch->n_left = left;
    batch->free_by_cubic = n - left;
}

#endif
