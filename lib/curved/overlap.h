/* When the convex hulls of two moving sub-patches may overlap (overlap_kernel.h is the code, one overlap_*.c
 * a vector width; all give the same bits). */
#ifndef CCDQ_PATCH_OVERLAP_H
#define CCDQ_PATCH_OVERLAP_H

#include "part.h"

/* A pair of sub-patches and the times at which they may touch. */
struct patch_pair {
    double lo, hi;
    struct patch_part *part[2];
    double axis[3]; /* that narrowed lo last, from part[0] to part[1]; 0 0 0: none has */
    int halvings;   /* that both parts have behind them */
};

/* Narrows lo and hi, which are within [0, end]; false: the sub-patches do not touch in [lo, hi]. What was cut
 * off is proven to be free of contacts. */
typedef bool patch_overlap_kernel(const struct patch_units *units, struct patch_pair *pair);
patch_overlap_kernel patch_overlap_portable, patch_overlap_avx2, patch_overlap_avx512;

/* The kernel for what `simd` asks for, enum ccdq_simd. */
patch_overlap_kernel *patch_overlap_for(unsigned simd);

#endif
