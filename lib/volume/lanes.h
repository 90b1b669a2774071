/* Vectors of floats at the width that the including file is compiled for: 16 (AVX-512), 8 (AVX2) or 4 (the
 * baseline of x86-64 and arm64). As in lib/num/simd.h, each lane is computed by itself, by the operations of
 * IEEE 754 and none fused, so that results do not depend on the width. */
#ifndef CCDQ_VOLUME_LANES_H
#define CCDQ_VOLUME_LANES_H

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

LANES_INLINE vf f_load(const float *p)
{
    vf v;
    memcpy(&v, p, sizeof v);
    return v;
}

LANES_INLINE vf f_abs(vf x)
{
    return (vf)((vfi)x & INT32_MAX);
}

/* Masks: combined by & and |. f_gt: a > b, false where one is NaN. f_select: a where the mask is set, else b.
 * f_bits: one bit a lane. */
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
#endif
#endif

#endif
