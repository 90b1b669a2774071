/* The tests of the hierarchy for AVX2. */
#ifdef __AVX2__
#define APART_KERNEL apart_avx2
#include "apart_kernel.h"
#endif
