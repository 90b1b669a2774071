/* Separating axes for the instructions that every processor has. */
#define CSAT_KERNEL csat_portable
#include "csat_kernel.h"
