/* Separating axes for AVX-512. */
#if defined(__AVX512F__) && defined(__AVX512DQ__)
#define CSAT_KERNEL csat_avx512
#include "csat_kernel.h"
#endif
