/* The batch kernel for AVX-512. */
#if defined(__AVX512F__) && defined(__AVX512DQ__)
#define BATCH_KERNEL linear_batch_avx512
#include "batch_kernel.h"
#endif
