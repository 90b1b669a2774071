/* The kernels for the instructions that every processor has. */
#include "csat_kernel.h"
#include "kernels.h"
#include "tetra_kernel.h"

const struct volume_kernels volume_kernels_portable = {csat, tetra};
