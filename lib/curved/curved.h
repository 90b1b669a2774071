/* The methods for patches, and what they share. */
#ifndef CCDQ_CURVED_H
#define CCDQ_CURVED_H

#include "../ccdq.h"
#include "../result.h"

ccdq_patch_kernel patch_tdi, patch_tdi_aabb, patch_tdi_obb, patch_trad_aabb, patch_trad_obb;

/* Default options: the distance of the two points of a hit, boxes tested a query, bytes a query. */
#define PATCH_DELTA 1e-6
enum { PATCH_TDI_MAX_ITER = 1 << 20, PATCH_MAX_MEM = 64 << 20 };

/* How much work a search may do: what is asked for, or for 0 the default; short of where a count of 32 bits
 * wraps within one step. */
static inline uint32_t patch_limit(uint32_t asked, uint32_t otherwise)
{
    const uint32_t most = UINT32_MAX - 1000;
    return !asked ? otherwise : asked < most ? asked : most;
}

#endif
