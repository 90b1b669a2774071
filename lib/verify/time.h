/* Times of impact that are compared exactly, whatever form they came in. */
#ifndef CCDQ_VERIFY_TIME_H
#define CCDQ_VERIFY_TIME_H

#include <stdint.h>

/* The real number hi + lo, where hi is the double nearest to it. Holds every double and every multiple of
 * 2^-62 in [0, 1] without rounding. hi may be infinite, then lo is 0. */
struct verify_time {
    double hi, lo;
};

struct verify_time verify_time_of_double(double t);         /* t is not NaN */
struct verify_time verify_time_of_units(uint64_t t);        /* t in units of 2^-62, at most CCDQ_TIME_ONE */
int verify_time_compare(double t, struct verify_time time); /* the sign of t - time, exactly; t is not NaN */
int verify_time_order(struct verify_time a, struct verify_time b); /* the sign of a - b, exactly */
double verify_time_minus(struct verify_time time, double t);       /* time - t, to two roundings */

#endif
