/* The tests of the hierarchy, at several widths of vectors (apart_kernel.h is the code, one apart_*.c a
 * width; all give the same answers). */
#ifndef CCDQ_APART_H
#define CCDQ_APART_H

#include "hierarchy.h"

/* Of n DOPs, n <= 32, those that are not apart from `from`: bit i for dop[i]. */
typedef uint32_t apart_near(const struct moving_dop *from, const struct moving_dop *dop, unsigned n);

/* dop[0] becomes the hull of n DOPs. */
typedef void apart_hull(struct moving_dop *hull, const struct moving_dop *dop, unsigned n);

struct hierarchy_kernel {
    apart_near *near;
    apart_hull *hull;
};
extern const struct hierarchy_kernel apart_portable, apart_avx2, apart_avx512;

/* The kernel for what `simd` asks for, enum ccdq_simd. */
const struct hierarchy_kernel *apart_for(unsigned simd);

#endif
