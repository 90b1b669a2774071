/* Quantities that are linear in time, and the periods in which what they bound is apart. */
#ifndef CCDQ_PERIOD_H
#define CCDQ_PERIOD_H

#include <stdbool.h>

/* What a point's coordinate along an axis is at the time t: at + t speed. */
struct line {
    double at, speed;
};

struct period {
    double from, to;
};

/* Narrows `period` from both ends to times that lie in none of n gaps, which are open periods. False: there
 * are none. */
bool period_leave_gaps(const struct period *gap, int n, struct period *period);

#endif
