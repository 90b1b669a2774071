/* One point of each of two patches in rational arithmetic: whether they meet, how far they are apart. */
#ifndef CCDQ_EXACT_GAP_H
#define CCDQ_EXACT_GAP_H

#include "../ccdq.h"
#include <stdbool.h>

struct fraction {
    long numerator, denominator; /* 0 <= numerator <= denominator */
};

/* Do the points with these parameters touch at some time in [0, end]? The parameters are u1 v1 u2 v2, of a
 * triangle v and q with u = (1 - v) q. *time: the first such time, rounded up. */
bool exact_contact(const struct ccdq_patch_query *q, const struct fraction at[4], double *time);

/* Are the points with the parameters w, as results have them, inside their domains, more than delta apart at
 * the time t, in a coordinate? *largest: the largest difference of coordinates, to a rounding. */
bool exact_apart(const struct ccdq_patch_query *q, const double w[4], double t, double delta,
                 double *largest);

#endif
