#include "units.h"
#include "../num/extremes.h"
#include <float.h>
#include <math.h>
#include <string.h>

/* Below every exponent of a double but that of 0. */
enum { NO_EXPONENT = -4000, MOST_WEIGHTS = 512 };

/* The e with 2^(e-1) <= |x| < 2^e. */
static int exponent_of(double x)
{
    int e = NO_EXPONENT;
    if (x != 0) frexp(x, &e);
    return e;
}

/* What a coordinate of the control points of both patches lies between. */
struct range {
    double low, high;
};

static void include(const double *x, size_t width, size_t points, struct range *range)
{
    for (size_t i = 0; i < points; i++, x += width) {
        range->low = *x < range->low ? *x : range->low;
        range->high = *x > range->high ? *x : range->high;
    }
}

static void set_ranges(const struct ccdq_patch_query *q, struct range range[PATCH_MOVING])
{
    for (size_t k = 0; k < PATCH_MOVING; k++) {
        range[k] = (struct range){INFINITY, -INFINITY};
        for (int side = 0; side < 2; side++) {
            const struct ccdq_patch *patch = &q->patch[side];
            include(k < 3 ? patch->point + k : patch->velocity + k - 3, ccdq_shape_width(&patch->shape),
                    ccdq_shape_points(&patch->shape), &range[k]);
        }
    }
}

/* The exponent of the largest position, or of the longest way that is gone until the end. */
static int length_exponent(const struct range range[PATCH_MOVING], int time)
{
    int length = NO_EXPONENT;
    for (int k = 0; k < PATCH_MOVING; k++) {
        const int e = exponent_of(max_of(-range[k].low, range[k].high)) + (k < 3 ? 0 : time);
        if (e > length) length = e;
    }
    return length > NO_EXPONENT / 2 ? length : 0;
}

/* The exponent that brings the largest weight into [1/2, 1). */
static bool set_weight_exponent(const struct ccdq_patch *patch, int *exponent)
{
    int most = NO_EXPONENT, least = -NO_EXPONENT;
    *exponent = 0;
    if (!patch->shape.rational) return true;
    for (size_t i = 0; i < ccdq_shape_points(&patch->shape); i++) {
        const int e = exponent_of(patch->point[4 * i + 3]);
        if (e > most) most = e;
        if (e < least) least = e;
    }
    *exponent = most;
    return most - least < MOST_WEIGHTS;
}

/* x 2^exponent, rounded once; the factor is right where it is a normal double. */
struct scale {
    int exponent;
    double factor;
};

static double scaled(struct scale scale, double x)
{
    return scale.exponent > DBL_MIN_EXP && scale.exponent < DBL_MAX_EXP ? x * scale.factor
                                                                        : ldexp(x, scale.exponent);
}

/* Coordinate k is multiplied by this. */
static struct scale scale_of(const struct patch_units *units, int k)
{
    const int exponent = (k < 3 ? 0 : units->time) - units->length;
    return (struct scale){exponent, ldexp(1, exponent)};
}

bool patch_units_of(const struct ccdq_patch_query *q, double delta, struct patch_units *units)
{
    struct range range[PATCH_MOVING];
    bool halves = true;
    set_ranges(q, range);
    units->time = exponent_of(q->end);
    units->length = length_exponent(range, units->time);
    units->end = ldexp(q->end, -units->time);
    units->delta = ldexp(delta, -units->length);
    if (units->delta < PATCH_TINY) units->delta = 0;
    for (int k = 0; k < PATCH_MOVING; k++) {
        const struct scale scale = scale_of(units, k);
        const double low = scaled(scale, range[k].low), high = scaled(scale, range[k].high);
        units->origin[k] = 0.5 * (low + high);
        units->most[k] = max_of(fabs(low - units->origin[k]), fabs(high - units->origin[k]));
    }
    for (int side = 0; side < 2; side++) {
        const struct ccdq_shape *shape = &q->patch[side].shape;
        if (memcmp(&units->net[side].shape, shape, sizeof *shape)) patch_net_of(shape, &units->net[side]);
        halves = set_weight_exponent(&q->patch[side], &units->weight[side]) && halves;
    }
    return halves;
}

void patch_units_points(const struct patch_units *units, const struct ccdq_patch_query *q, int side,
                        double *x, double *h)
{
    const struct ccdq_patch *patch = &q->patch[side];
    const struct patch_net *net = &units->net[side];
    const size_t width = ccdq_shape_width(&patch->shape), stride = (size_t)net->stride;
    for (size_t k = 0; k < PATCH_MOVING; k++) {
        const struct scale scale = scale_of(units, (int)k);
        const double *from = k < 3 ? patch->point + k : patch->velocity + k - 3;
        for (size_t i = 0; i < (size_t)net->points; i++)
            x[k * stride + i] = scaled(scale, from[i * width]) - units->origin[k];
    }
    patch_fill(net, PATCH_MOVING, x);
    if (!patch->shape.rational) return;
    for (size_t i = 0; i < (size_t)net->points; i++) {
        const double weight = ldexp(patch->point[4 * i + 3], -units->weight[side]);
        for (size_t k = 0; k < PATCH_MOVING; k++) h[k * stride + i] = weight * x[k * stride + i];
        h[PATCH_MOVING * stride + i] = weight;
    }
    patch_fill(net, PATCH_HOMOGENEOUS, h);
}

double patch_time_before(const struct patch_units *units, double t)
{
    const double out = ldexp(t, units->time);
    return patch_time_in(units, out) > t ? nextafter(out, 0) : out;
}

double patch_time_after(const struct patch_units *units, double t)
{
    const double out = ldexp(t, units->time);
    return patch_time_in(units, out) < t ? nextafter(out, INFINITY) : out;
}

double patch_time_in(const struct patch_units *units, double t)
{
    return ldexp(t, -units->time);
}
