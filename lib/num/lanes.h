/* Vectors of floats at the width that the including file is compiled for: 16 (AVX-512), 8 (AVX2) or 4 (the
 * baseline of x86-64 and arm64). As in lib/num/simd.h, each lane is computed by itself, by the operations of
 * IEEE 754 and none fused, so that results do not depend on the width. */
#ifndef CCDQ_LANES_H
#define CCDQ_LANES_H

#include <stdint.h>
#include <string.h>

#if defined(__AVX512F__) && defined(__AVX512DQ__)
#include <immintrin.h>
#define LANES_AVX512
enum { LANES = 16 };
#elif defined(__AVX2__)
#include <immintrin.h>
#define LANES_AVX2
enum { LANES = 8 };
#else
enum { LANES = 4 };
#endif

typedef float vf __attribute__((vector_size(sizeof(float) * LANES)));
typedef int32_t vfi __attribute__((vector_size(sizeof(float) * LANES)));

#define LANES_INLINE static inline __attribute__((always_inline))

LANES_INLINE vf f_set(float x)
{
    return x - (vf){0};
}

LANES_INLINE vf f_abs(vf x)
{
    return (vf)((vfi)x & INT32_MAX);
}

/* Masks: combined by & and |. f_gt: a > b, false where one is NaN. f_select: a where the mask is set, else b.
 * f_bits: one bit a lane. f_max, f_min: a > b ? a : b, a < b ? a : b. */
#ifdef LANES_AVX512
typedef __mmask16 fm;

LANES_INLINE fm f_gt(vf a, vf b)
{
    return _mm512_cmp_ps_mask((__m512)a, (__m512)b, _CMP_GT_OQ);
}

LANES_INLINE vf f_select(fm m, vf a, vf b)
{
    return (vf)_mm512_mask_blend_ps(m, (__m512)b, (__m512)a);
}

LANES_INLINE unsigned f_bits(fm m)
{
    return m;
}

LANES_INLINE vf f_max(vf a, vf b)
{
    return (vf)_mm512_max_ps((__m512)a, (__m512)b);
}

LANES_INLINE vf f_min(vf a, vf b)
{
    return (vf)_mm512_min_ps((__m512)a, (__m512)b);
}
#else
typedef vfi fm;

LANES_INLINE fm f_gt(vf a, vf b)
{
    return (fm)(a > b);
}

#ifdef LANES_AVX2
LANES_INLINE vf f_select(fm m, vf a, vf b)
{
    return (vf)_mm256_blendv_ps((__m256)b, (__m256)a, (__m256)m);
}

LANES_INLINE unsigned f_bits(fm m)
{
    return (unsigned)_mm256_movemask_ps((__m256)m);
}

LANES_INLINE vf f_max(vf a, vf b)
{
    return (vf)_mm256_max_ps((__m256)a, (__m256)b);
}

LANES_INLINE vf f_min(vf a, vf b)
{
    return (vf)_mm256_min_ps((__m256)a, (__m256)b);
}
#else
LANES_INLINE vf f_select(fm m, vf a, vf b)
{
    return (vf)(((vfi)a & m) | ((vfi)b & ~m));
}

LANES_INLINE unsigned f_bits(fm m)
{
    unsigned bits = 0;
    for (int l = 0; l < LANES; l++) bits |= (unsigned)(m[l] & 1) << l;
    return bits;
}

LANES_INLINE vf f_max(vf a, vf b)
{
    return f_select(f_gt(a, b), a, b);
}

LANES_INLINE vf f_min(vf a, vf b)
{
    return f_select(f_gt(b, a), a, b);
}
#endif
#endif

/* Of each four lanes of a and b: the first two of a and b dealt out, the last two, the first two one after
 * the other, the last two. F_TURN: of each four lanes of a, the second first and the first last. */
#if defined(LANES_AVX512)
#define F_DEAL_LOW(a, b)                                                                                     \
    __builtin_shufflevector(a, b, 0, 16, 1, 17, 4, 20, 5, 21, 8, 24, 9, 25, 12, 28, 13, 29)
#define F_DEAL_HIGH(a, b)                                                                                    \
    __builtin_shufflevector(a, b, 2, 18, 3, 19, 6, 22, 7, 23, 10, 26, 11, 27, 14, 30, 15, 31)
#define F_TURN(a) __builtin_shufflevector(a, a, 1, 2, 3, 0, 5, 6, 7, 4, 9, 10, 11, 8, 13, 14, 15, 12)
#define F_LOW(a, b) __builtin_shufflevector(a, b, 0, 1, 16, 17, 4, 5, 20, 21, 8, 9, 24, 25, 12, 13, 28, 29)
#define F_HIGH(a, b) __builtin_shufflevector(a, b, 2, 3, 18, 19, 6, 7, 22, 23, 10, 11, 26, 27, 14, 15, 30, 31)
#elif defined(LANES_AVX2)
#define F_DEAL_LOW(a, b) __builtin_shufflevector(a, b, 0, 8, 1, 9, 4, 12, 5, 13)
#define F_DEAL_HIGH(a, b) __builtin_shufflevector(a, b, 2, 10, 3, 11, 6, 14, 7, 15)
#define F_TURN(a) __builtin_shufflevector(a, a, 1, 2, 3, 0, 5, 6, 7, 4)
#define F_LOW(a, b) __builtin_shufflevector(a, b, 0, 1, 8, 9, 4, 5, 12, 13)
#define F_HIGH(a, b) __builtin_shufflevector(a, b, 2, 3, 10, 11, 6, 7, 14, 15)
#else
#define F_DEAL_LOW(a, b) __builtin_shufflevector(a, b, 0, 4, 1, 5)
#define F_DEAL_HIGH(a, b) __builtin_shufflevector(a, b, 2, 6, 3, 7)
#define F_TURN(a) __builtin_shufflevector(a, a, 1, 2, 3, 0)
#define F_LOW(a, b) __builtin_shufflevector(a, b, 0, 1, 4, 5)
#define F_HIGH(a, b) __builtin_shufflevector(a, b, 2, 3, 6, 7)
#endif

typedef float f_four __attribute__((vector_size(4 * sizeof(float))));

/* The four floats at p[0], p[4], p[8], ... one after the other. */
LANES_INLINE vf f_fours(const float *const p[])
{
    f_four q[LANES / 4];
    for (int i = 0; i < LANES / 4; i++) memcpy(&q[i], p[4 * i], sizeof *q);
#if defined(LANES_AVX512)
    __m512 v = _mm512_castps128_ps512((__m128)q[0]);
    v = _mm512_insertf32x4(v, (__m128)q[1], 1);
    v = _mm512_insertf32x4(v, (__m128)q[2], 2);
    return (vf)_mm512_insertf32x4(v, (__m128)q[3], 3);
#elif defined(LANES_AVX2)
    return (vf)_mm256_insertf128_ps(_mm256_castps128_ps256((__m128)q[0]), (__m128)q[1], 1);
#else
    return q[0];
#endif
}

/* The first three of the four floats at p[l], in lane l of column[0] to column[2]. */
LANES_INLINE void f_columns(const float *const p[LANES], vf column[3])
{
    const vf a = f_fours(p), b = f_fours(p + 1), c = f_fours(p + 2), d = f_fours(p + 3);
    const vf ab = F_DEAL_LOW(a, b), cd = F_DEAL_LOW(c, d);
    column[0] = F_LOW(ab, cd);
    column[1] = F_HIGH(ab, cd);
    column[2] = F_LOW(F_DEAL_HIGH(a, b), F_DEAL_HIGH(c, d));
}

typedef float f_eight __attribute__((vector_size(8 * sizeof(float))));

/* The first four, or the last four, of the eight floats of lanes j, j + 4, j + 8, ... one after the other. */
#if defined(LANES_AVX512)
#define F_PAIR(row, j)                                                                                       \
    __builtin_shufflevector(row[j], row[j + 4], 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
#define F_FIRST(row, j)                                                                                      \
    __builtin_shufflevector(F_PAIR(row, j), F_PAIR(row, j + 8), 0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19,    \
                            24, 25, 26, 27)
#define F_LAST(row, j)                                                                                       \
    __builtin_shufflevector(F_PAIR(row, j), F_PAIR(row, j + 8), 4, 5, 6, 7, 12, 13, 14, 15, 20, 21, 22, 23,  \
                            28, 29, 30, 31)
#elif defined(LANES_AVX2)
#define F_FIRST(row, j) __builtin_shufflevector(row[j], row[j + 4], 0, 1, 2, 3, 8, 9, 10, 11)
#define F_LAST(row, j) __builtin_shufflevector(row[j], row[j + 4], 4, 5, 6, 7, 12, 13, 14, 15)
#else
#define F_FIRST(row, j) __builtin_shufflevector(row[j], row[j], 0, 1, 2, 3)
#define F_LAST(row, j) __builtin_shufflevector(row[j], row[j], 4, 5, 6, 7)
#endif

/* The first six of the eight floats row[l], in lane l of column[0] to column[5]. */
LANES_INLINE void f_six_columns(const f_eight row[LANES], vf column[6])
{
    const vf a = F_FIRST(row, 0), b = F_FIRST(row, 1), c = F_FIRST(row, 2), d = F_FIRST(row, 3);
    const vf e = F_LAST(row, 0), f = F_LAST(row, 1), g = F_LAST(row, 2), h = F_LAST(row, 3);
    const vf ab = F_DEAL_LOW(a, b), cd = F_DEAL_LOW(c, d);
    const vf rest_ab = F_DEAL_HIGH(a, b), rest_cd = F_DEAL_HIGH(c, d);
    const vf ef = F_DEAL_LOW(e, f), gh = F_DEAL_LOW(g, h);
    column[0] = F_LOW(ab, cd);
    column[1] = F_HIGH(ab, cd);
    column[2] = F_LOW(rest_ab, rest_cd);
    column[3] = F_HIGH(rest_ab, rest_cd);
    column[4] = F_LOW(ef, gh);
    column[5] = F_HIGH(ef, gh);
}

#endif
