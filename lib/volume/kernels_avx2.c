/* The kernels for AVX2. */
#ifdef __AVX2__
#include "csat_kernel.h"
#include "kernels.h"
#include "tetra_kernel.h"

const struct volume_kernels volume_kernels_avx2 = {csat, tetra};
#endif
