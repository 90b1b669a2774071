/* The test for overlap for AVX-512. */
#if defined(__AVX512F__) && defined(__AVX512DQ__)
#define OVERLAP_KERNEL patch_overlap_avx512
#include "overlap_kernel.h"
#endif
