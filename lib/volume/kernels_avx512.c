/* The kernels for AVX-512. */
#if defined(__AVX512F__) && defined(__AVX512DQ__)
#include "csat_kernel.h"
#include "kernels.h"
#include "tetra_kernel.h"

const struct volume_kernels volume_kernels_avx512 = {csat, tetra};
#endif
