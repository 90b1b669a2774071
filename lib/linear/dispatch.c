/* Which vector instructions there are to choose from at run time. */
#include "linear.h"

int ccdq_simd_available(unsigned simd)
{
#ifdef __x86_64__
    if (simd == CCDQ_SIMD_AVX2) return __builtin_cpu_supports("avx2") != 0;
    if (simd == CCDQ_SIMD_AVX512)
        return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq");
#endif
    return simd == CCDQ_SIMD_BEST || simd == CCDQ_SIMD_PORTABLE;
}

unsigned ccdq_simd_chosen(unsigned simd)
{
    if (simd != CCDQ_SIMD_BEST && ccdq_simd_available(simd)) return simd;
    if (ccdq_simd_available(CCDQ_SIMD_AVX512)) return CCDQ_SIMD_AVX512;
    return ccdq_simd_available(CCDQ_SIMD_AVX2) ? CCDQ_SIMD_AVX2 : CCDQ_SIMD_PORTABLE;
}
