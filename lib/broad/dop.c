#include "dop.h"
#include "../num/extremes.h"
#include <math.h>

/* Powers of two that bring m below 1/2 when multiplied in turn, from 2^-1074 as well as from 2^1024. */
static void scale_for(double m, double scale[2])
{
    int exponent = 0;
    frexp(m, &exponent);
    const int up = -exponent - 1, half = up / 2;
    scale[0] = ldexp(1, half);
    scale[1] = ldexp(1, up - half);
}

void dop_frame_set(struct dop_frame *frame, const double lo[3], const double hi[3])
{
    double reach = 0;
    for (int k = 0; k < 3; k++) {
        frame->origin[k] = lo[k] / 2 + hi[k] / 2;
        reach = max_of(reach, max_of(frame->origin[k] - lo[k], hi[k] - frame->origin[k]));
    }
    scale_for(reach, frame->scale);
}

static double scaled(const struct dop_frame *frame, const double x[3], int k)
{
    return (x[k] - frame->origin[k]) * frame->scale[0] * frame->scale[1];
}

/* What is below 1/2 in size is rounded by at most 2^-26, and x - origin, as below, by 2^-54. */
void dop_frame_point(const struct dop_frame *frame, const double x[3], float at[4])
{
    for (int k = 0; k < 3; k++) at[k] = (float)scaled(frame, x, k);
    at[3] = 0;
}

static void directions_of(const struct dop_frame *frame, const double x[3], double s[DOP_DIRECTIONS])
{
    for (int k = 0; k < 3; k++) s[k] = scaled(frame, x, k);
    s[3] = s[0] + s[1];
    s[4] = s[0] - s[1];
    s[5] = s[0] + s[2];
    s[6] = s[0] - s[2];
    s[7] = s[1] + s[2];
}

/* How far the computed sides are moved outwards. With u = 2^-53: a difference x - origin is off by u of
 * itself, and its scaled value, below 1/2 in size, by u / 2 (and 2^-1074 where it underflows); a sum of two
 * by twice that and u of itself, which is below 1: by 2 u and something. Then the step outwards is rounded,
 * by another u, and the whole to float: below 1 + 2^-22 in size it is off by at most 2^-24. All in all this
 * is less than 2^-23. */
#define OUTWARDS 0x1p-23

void dop_of_point(const struct dop_frame *frame, const double x[3], struct dop *dop)
{
    double s[DOP_DIRECTIONS];
    directions_of(frame, x, s);
    for (int k = 0; k < DOP_DIRECTIONS; k++) {
        dop->side[k] = (float)(s[k] - OUTWARDS);
        dop->side[DOP_DIRECTIONS + k] = (float)(-s[k] - OUTWARDS);
    }
}

/* More than all sides and their negatives, so that gaps to it are above 0. */
#define NOWHERE 4

void dop_set_empty(struct moving_dop *dop)
{
    for (int k = 0; k < DOP_SIDES; k++) dop->at[0].side[k] = dop->at[1].side[k] = NOWHERE;
}
