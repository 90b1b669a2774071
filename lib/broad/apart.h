/* The tests of the hierarchy, at several widths of vectors (apart_kernel.h is the code, one apart_*.c a
 * width; all give the same answers). */
#ifndef CCDQ_APART_H
#define CCDQ_APART_H

#include "hierarchy.h"

/* Of n DOPs, n <= 32, those that are not apart from `from`: bit i for dop[i]. */
typedef uint32_t apart_near(const struct moving_dop *from, const struct moving_dop *dop, unsigned n);

/* The same for the times from 0 to `until` <= 1 alone; some that are apart then may be among them. */
typedef uint32_t apart_near_until(const struct moving_dop *from, const struct moving_dop *dop, unsigned n,
                                  float until);

/* hull becomes the hull of n DOPs. */
typedef void apart_hull(struct moving_dop *hull, const struct moving_dop *dop, unsigned n);

/* hull becomes the hull of the DOPs of n nodes. */
typedef void apart_hull_of(struct moving_dop *hull, const struct moving_dop *node, const uint32_t *number,
                           int n);

/* Of n groups of four nodes: near[i] = whether the hull of the first `of_a` of group i is not apart from that
 * of the others. */
typedef void apart_groups(const struct moving_dop *node, const uint32_t (*group)[4], size_t n, int of_a,
                          bool *near);

struct apart_kernel {
    apart_near *near;
    apart_near_until *near_until;
    apart_hull *hull;
    apart_hull_of *hull_of;
    apart_groups *groups;
};
extern const struct apart_kernel apart_portable, apart_avx2, apart_avx512;

/* The kernel for what `simd` asks for, enum ccdq_simd. */
const struct apart_kernel *apart_for(unsigned simd);

#endif
