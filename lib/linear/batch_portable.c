/* The batch kernel for the instructions that every processor has. */
#define BATCH_KERNEL linear_batch_portable
#include "batch_kernel.h"
