#include "time.h"

struct verify_time verify_time_of_double(double t)
{
    return (struct verify_time){t, 0};
}

struct verify_time verify_time_of_units(uint64_t t)
{
    /* t has at most 63 bits: rounding it leaves a rest of at most 10 bits, which is a double again. */
    double nearest = (double)t;
    int64_t rest = (int64_t)(t - (uint64_t)nearest);
    return (struct verify_time){nearest * 0x1p-62, (double)rest * 0x1p-62};
}

int verify_time_compare(double t, struct verify_time time)
{
    /* No double lies between hi + lo and hi, since hi is the nearest one: where t and hi differ, hi decides.
     */
    if (t != time.hi) return t < time.hi ? -1 : 1;
    return (time.lo < 0) - (time.lo > 0);
}

int verify_time_order(struct verify_time a, struct verify_time b)
{
    /* Rounding to the nearest double keeps the order. */
    if (a.hi != b.hi) return a.hi < b.hi ? -1 : 1;
    return (a.lo > b.lo) - (a.lo < b.lo);
}

double verify_time_minus(struct verify_time time, double t)
{
    return (time.hi - t) + time.lo;
}
