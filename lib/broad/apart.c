#include "apart.h"
#include "../ccdq.h"

const struct apart_kernel *apart_for(unsigned simd)
{
#ifdef __x86_64__
    const bool best = simd == CCDQ_SIMD_BEST || !ccdq_simd_available(simd);
    if ((best || simd == CCDQ_SIMD_AVX512) && ccdq_simd_available(CCDQ_SIMD_AVX512)) return &apart_avx512;
    if ((best || simd == CCDQ_SIMD_AVX2) && ccdq_simd_available(CCDQ_SIMD_AVX2)) return &apart_avx2;
#endif
    (void)simd;
    return &apart_portable;
}
