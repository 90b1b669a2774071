/* The tests of the hierarchy for the instructions that every processor has. */
#define APART_KERNEL apart_portable
#include "apart_kernel.h"
