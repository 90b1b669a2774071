/* What is compiled for several widths of vectors, one kernels_*.c a width; all give the same answers. */
#ifndef CCDQ_VOLUME_KERNELS_H
#define CCDQ_VOLUME_KERNELS_H

#include "csat.h"
#include "tetra.h"

struct volume_kernels {
    csat_kernel *csat;
    tetra_kernel *tetra;
};
extern const struct volume_kernels volume_kernels_portable, volume_kernels_avx2, volume_kernels_avx512;

/* Those for what `simd` asks for, enum ccdq_simd. */
const struct volume_kernels *volume_kernels_for(unsigned simd);

#endif
