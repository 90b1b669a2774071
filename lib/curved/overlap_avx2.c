/* The test for overlap for AVX2. */
#ifdef __AVX2__
#define OVERLAP_KERNEL patch_overlap_avx2
#include "overlap_kernel.h"
#endif
