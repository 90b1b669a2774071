/* The kernel of `fast` for the instructions that every processor has. */
#define FAST_KERNEL linear_fast_portable
#include "fast_kernel.h"
