/* Vectors of doubles at the width that the including file is compiled for: 8 (AVX-512), 4 (AVX2) or 2 (the
 * baseline of x86-64 and arm64). Operators come from the compiler's vector extensions; here is what these
 * lack.
 *
 * Every operation is the IEEE 754 one on each lane by itself, and none is fused: so a lane's result does not
 * depend on the width, nor on its neighbours. A file that includes this is compiled once for each width. */
#ifndef CCDQ_SIMD_H
#define CCDQ_SIMD_H

#include <math.h>
#include <stdint.h>

#if defined(__AVX512F__) && defined(__AVX512DQ__)
#include <immintrin.h>
#define SIMD_AVX512
enum { WIDTH = 8 };
#elif defined(__AVX2__)
#include <immintrin.h>
#define SIMD_AVX2
enum { WIDTH = 4 };
#else
enum { WIDTH = 2 };
#endif

typedef double vd __attribute__((vector_size(sizeof(double) * WIDTH)));
typedef int64_t vi __attribute__((vector_size(sizeof(int64_t) * WIDTH)));

/* A kernel is one function in the end, so that vectors need not pass through memory. */
#define INLINE static inline __attribute__((always_inline))

/* Masks: one bit a lane in vm_bits; combined by & and |, inverted by vm_not. */
#ifdef SIMD_AVX512
typedef unsigned vm;
#else
typedef vi vm;
#endif

static inline vd v_set(double x)
{
    return x - (vd){0};
}

static inline vd v_load(const double *p)
{
    vd v;
    __builtin_memcpy(&v, p, sizeof v);
    return v;
}

static inline void v_store(double *p, vd v)
{
    __builtin_memcpy(p, &v, sizeof v);
}

static inline vd v_abs(vd x)
{
    return (vd)((vi)x & INT64_MAX);
}

/* SIMD_LOW, SIMD_HIGH: the lanes of two vectors, dealt out like two halves of a pack of cards. SIMD_EVEN,
 * SIMD_ODD: every other lane of both, in turn. v_load_pairs: two doubles at each `at` of every other row from
 * `first` on. */
#if defined(SIMD_AVX512)
#define SIMD_LOW(a, b) __builtin_shufflevector(a, b, 0, 8, 1, 9, 2, 10, 3, 11)
#define SIMD_HIGH(a, b) __builtin_shufflevector(a, b, 4, 12, 5, 13, 6, 14, 7, 15)
#define SIMD_EVEN(a, b) __builtin_shufflevector(a, b, 0, 8, 2, 10, 4, 12, 6, 14)
#define SIMD_ODD(a, b) __builtin_shufflevector(a, b, 1, 9, 3, 11, 5, 13, 7, 15)

INLINE vd v_load_pairs(const double *const row[WIDTH], int first, size_t at)
{
    __m512d v = _mm512_castpd128_pd512(_mm_loadu_pd(row[first] + at));
    v = _mm512_insertf64x2(v, _mm_loadu_pd(row[first + 2] + at), 1);
    v = _mm512_insertf64x2(v, _mm_loadu_pd(row[first + 4] + at), 2);
    return (vd)_mm512_insertf64x2(v, _mm_loadu_pd(row[first + 6] + at), 3);
}

#elif defined(SIMD_AVX2)
#define SIMD_LOW(a, b) __builtin_shufflevector(a, b, 0, 4, 1, 5)
#define SIMD_HIGH(a, b) __builtin_shufflevector(a, b, 2, 6, 3, 7)
#define SIMD_EVEN(a, b) __builtin_shufflevector(a, b, 0, 4, 2, 6)
#define SIMD_ODD(a, b) __builtin_shufflevector(a, b, 1, 5, 3, 7)

INLINE vd v_load_pairs(const double *const row[WIDTH], int first, size_t at)
{
    const __m256d v = _mm256_castpd128_pd256(_mm_loadu_pd(row[first] + at));
    return (vd)_mm256_insertf128_pd(v, _mm_loadu_pd(row[first + 2] + at), 1);
}

#else
#define SIMD_LOW(a, b) __builtin_shufflevector(a, b, 0, 2)
#define SIMD_HIGH(a, b) __builtin_shufflevector(a, b, 1, 3)
#define SIMD_EVEN SIMD_LOW
#define SIMD_ODD SIMD_HIGH

INLINE vd v_load_pairs(const double *const row[WIDTH], int first, size_t at)
{
    return v_load(row[first] + at);
}

#endif

/* Two columns of WIDTH rows: what each row has at `at`, and what it has behind that. The loads put pairs of
 * doubles where they belong, so that little is left to shuffles, of which a processor does few at a time. */
INLINE void v_load_columns(const double *const row[WIDTH], size_t at, vd *left, vd *right)
{
    const vd even = v_load_pairs(row, 0, at), odd = v_load_pairs(row, 1, at);
    *left = SIMD_EVEN(even, odd);
    *right = SIMD_ODD(even, odd);
}

/* v_gt, v_lt, v_ge: false where an operand is NaN. v_max, v_min: a > b ? a : b, a < b ? a : b. v_compress:
 * the lanes of the bits, the lowest first; the lanes beyond are some of a's, or 0. */
#ifdef SIMD_AVX512

static inline vm v_gt(vd a, vd b)
{
    return _mm512_cmp_pd_mask((__m512d)a, (__m512d)b, _CMP_GT_OQ);
}

static inline vm v_ge(vd a, vd b)
{
    return _mm512_cmp_pd_mask((__m512d)a, (__m512d)b, _CMP_GE_OQ);
}

static inline vd v_select(vm m, vd a, vd b)
{
    return (vd)_mm512_mask_blend_pd((__mmask8)m, (__m512d)b, (__m512d)a);
}

static inline vd v_max(vd a, vd b)
{
    return (vd)_mm512_max_pd((__m512d)a, (__m512d)b);
}

static inline vd v_min(vd a, vd b)
{
    return (vd)_mm512_min_pd((__m512d)a, (__m512d)b);
}

static inline vd v_max_abs(vd a, vd b)
{
    enum { LARGER_OF_ABSOLUTE_VALUES = 3, POSITIVE = 2 << 2 };
    return (vd)_mm512_range_pd((__m512d)a, (__m512d)b, LARGER_OF_ABSOLUTE_VALUES | POSITIVE);
}

static inline vd v_sqrt(vd a)
{
    return (vd)_mm512_sqrt_pd((__m512d)a);
}

static inline vd v_compress(vd a, unsigned bits)
{
    return (vd)_mm512_maskz_compress_pd((__mmask8)bits, (__m512d)a);
}

static inline unsigned vm_bits(vm m)
{
    return m & 0xff;
}

static inline vm vm_not(vm m)
{
    return ~m & 0xff;
}

static inline vm vm_none(void)
{
    return 0;
}

#else

static inline vm v_gt(vd a, vd b)
{
    return (vm)(a > b);
}

static inline vm v_ge(vd a, vd b)
{
    return (vm)(a >= b);
}

static inline vd v_select(vm m, vd a, vd b)
{
    return (vd)(((vi)a & m) | ((vi)b & ~m));
}

static inline vm vm_not(vm m)
{
    return ~m;
}

static inline vm vm_none(void)
{
    return (vm){0};
}

#ifdef SIMD_AVX2

static inline vd v_max(vd a, vd b)
{
    return (vd)_mm256_max_pd((__m256d)a, (__m256d)b);
}

static inline vd v_min(vd a, vd b)
{
    return (vd)_mm256_min_pd((__m256d)a, (__m256d)b);
}

static inline vd v_sqrt(vd a)
{
    return (vd)_mm256_sqrt_pd((__m256d)a);
}

static inline unsigned vm_bits(vm m)
{
    return (unsigned)_mm256_movemask_pd((__m256d)m);
}

static inline vd v_compress(vd a, unsigned bits)
{
    static const int32_t halves[16][8] = {
        {0},
        {0, 1},
        {2, 3},
        {0, 1, 2, 3},
        {4, 5},
        {0, 1, 4, 5},
        {2, 3, 4, 5},
        {0, 1, 2, 3, 4, 5},
        {6, 7},
        {0, 1, 6, 7},
        {2, 3, 6, 7},
        {0, 1, 2, 3, 6, 7},
        {4, 5, 6, 7},
        {0, 1, 4, 5, 6, 7},
        {2, 3, 4, 5, 6, 7},
        {0, 1, 2, 3, 4, 5, 6, 7},
    };
    __m256i order = _mm256_loadu_si256((const __m256i *)(const void *)halves[bits]);
    return (vd)_mm256_permutevar8x32_ps((__m256)a, order);
}

#else

static inline vd v_max(vd a, vd b)
{
    return v_select(v_gt(a, b), a, b);
}

static inline vd v_min(vd a, vd b)
{
    return v_select(v_gt(b, a), a, b);
}

static inline vd v_sqrt(vd a)
{
    for (int l = 0; l < WIDTH; l++) a[l] = sqrt(a[l]);
    return a;
}

static inline unsigned vm_bits(vm m)
{
    unsigned bits = 0;
    for (int l = 0; l < WIDTH; l++) bits |= (unsigned)(m[l] & 1) << l;
    return bits;
}

static inline vd v_compress(vd a, unsigned bits)
{
    return bits == 2 ? __builtin_shufflevector(a, a, 1, 0) : a;
}

#endif
#endif

static inline vm v_lt(vd a, vd b)
{
    return v_gt(b, a);
}

#ifndef SIMD_AVX512
static inline vd v_max_abs(vd a, vd b)
{
    return v_max(v_abs(a), v_abs(b));
}
#endif

#endif
