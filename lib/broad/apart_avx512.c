/* The tests of the hierarchy for AVX-512. */
#if defined(__AVX512F__) && defined(__AVX512DQ__)
#define APART_KERNEL apart_avx512
#include "apart_kernel.h"
#endif
