/* Separating axes for AVX2. */
#ifdef __AVX2__
#define CSAT_KERNEL csat_avx2
#include "csat_kernel.h"
#endif
