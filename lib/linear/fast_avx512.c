/* The kernel of `fast` for AVX-512. */
#if defined(__AVX512F__) && defined(__AVX512DQ__)
#define FAST_KERNEL linear_fast_avx512
#include "fast_kernel.h"
#endif
