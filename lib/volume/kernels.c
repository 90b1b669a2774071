#include "kernels.h"
#include "../ccdq.h"

const struct volume_kernels *volume_kernels_for(unsigned simd)
{
#ifdef __x86_64__
    const bool best = simd == CCDQ_SIMD_BEST || !ccdq_simd_available(simd);
    if ((best || simd == CCDQ_SIMD_AVX512) && ccdq_simd_available(CCDQ_SIMD_AVX512))
        return &volume_kernels_avx512;
    if ((best || simd == CCDQ_SIMD_AVX2) && ccdq_simd_available(CCDQ_SIMD_AVX2)) return &volume_kernels_avx2;
#endif
    (void)simd;
    return &volume_kernels_portable;
}
