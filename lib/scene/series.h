/* Bounds of Chebyshev series (Snyder et al. 1993, Appendix B). */
#ifndef CCDQ_SERIES_H
#define CCDQ_SERIES_H

#include "../num/upward.h"
#include <stddef.h>

/* As struct tape_series, with coefficients that are bounds. */
struct series {
    double lo, hi;
    size_t n;
    ival *c;
};

/* Of x in [lo, hi]. Between upward_begin and upward_end. */
ival series_bound(const struct series *series, ival x);

#endif
