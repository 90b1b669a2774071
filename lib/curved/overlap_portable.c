/* The test for overlap for any processor. */
#define OVERLAP_KERNEL patch_overlap_portable
#include "overlap_kernel.h"
