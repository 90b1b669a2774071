/* The kernel of `fast` for AVX2. */
#ifdef __AVX2__
#define FAST_KERNEL linear_fast_avx2
#include "fast_kernel.h"
#endif
