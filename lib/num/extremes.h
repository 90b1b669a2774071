/* The larger and the smaller of two numbers; of a number and a NaN the number; no NaN raises a flag. As fmax
 * and fmin, but for zeros of both signs: of these fmax gives one here and the other there, on x86-64 and on
 * arm64, and the sign of a zero can reach the output. Here it is the second one. */
#ifndef CCDQ_EXTREMES_H
#define CCDQ_EXTREMES_H

#include <math.h>

static inline double max_of(double a, double b)
{
    return isgreater(a, b) || isnan(b) ? a : b;
}

static inline double min_of(double a, double b)
{
    return isless(a, b) || isnan(b) ? a : b;
}

#endif
