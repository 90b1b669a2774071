/* The batch kernel for AVX2. */
#ifdef __AVX2__
#define BATCH_KERNEL linear_batch_avx2
#include "batch_kernel.h"
#endif
