#include "units.h"
#include <float.h>
#include <math.h>

/* Below every exponent of a double but that of 0. */
enum { NO_EXPONENT = -4000, MOST_WEIGHTS = 512 };

/* The e with 2^(e-1) <= |x| < 2^e. */
static int exponent_of(double x)
{
    int e = NO_EXPONENT;
    if (x != 0) frexp(x, &e);
    return e;
}

/* The largest absolute value of the first three coordinates of all control points. */
static double largest(const struct ccdq_shape *shape, const double *point)
{
    const size_t points = ccdq_shape_points(shape), width = ccdq_shape_width(shape);
    double most = 0;
    for (size_t i = 0; i < points; i++)
        for (size_t k = 0; k < 3; k++) most = fmax(most, fabs(point[i * width + k]));
    return most;
}

/* The exponent of the largest position, or of the longest way that is gone until the end. */
static int length_exponent(const struct ccdq_patch_query *q, int time)
{
    int length = NO_EXPONENT;
    for (int side = 0; side < 2; side++) {
        const struct ccdq_patch *patch = &q->patch[side];
        const int at = exponent_of(largest(&patch->shape, patch->point));
        const int way = exponent_of(largest(&patch->shape, patch->velocity)) + time;
        if (at > length) length = at;
        if (way > length) length = way;
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

static struct scale scale_of(int exponent)
{
    return (struct scale){exponent, ldexp(1, exponent)};
}

static double scaled(struct scale scale, double x)
{
    return scale.exponent > DBL_MIN_EXP && scale.exponent < DBL_MAX_EXP ? x * scale.factor
                                                                        : ldexp(x, scale.exponent);
}

/* The middle of all control points' box, of three coordinates that are first in `point` or `velocity`. */
static void set_origin(const struct ccdq_patch_query *q, int velocity, struct scale scale, double origin[3])
{
    for (int k = 0; k < 3; k++) {
        double low = INFINITY, high = -INFINITY;
        for (int side = 0; side < 2; side++) {
            const struct ccdq_patch *patch = &q->patch[side];
            const double *x = velocity ? patch->velocity : patch->point;
            const size_t width = ccdq_shape_width(&patch->shape);
            for (size_t i = 0; i < ccdq_shape_points(&patch->shape); i++) {
                low = fmin(low, x[i * width + (size_t)k]);
                high = fmax(high, x[i * width + (size_t)k]);
            }
        }
        origin[k] = 0.5 * (scaled(scale, low) + scaled(scale, high));
    }
}

bool patch_units_of(const struct ccdq_patch_query *q, double delta, struct patch_units *units)
{
    bool halves = true;
    units->time = exponent_of(q->end);
    units->length = length_exponent(q, units->time);
    units->end = ldexp(q->end, -units->time);
    units->delta = ldexp(delta, -units->length);
    if (units->delta < PATCH_TINY) units->delta = 0;
    for (int side = 0; side < 2; side++) {
        patch_net_of(&q->patch[side].shape, &units->net[side]);
        halves = set_weight_exponent(&q->patch[side], &units->weight[side]) && halves;
    }
    set_origin(q, 0, scale_of(-units->length), units->origin);
    set_origin(q, 1, scale_of(units->time - units->length), units->origin + 3);
    for (int k = 0; k < PATCH_MOVING; k++) units->most[k] = 0;
    return halves;
}

void patch_units_points(struct patch_units *units, const struct ccdq_patch_query *q, int side, double *x,
                        double *h)
{
    const struct ccdq_patch *patch = &q->patch[side];
    const struct patch_net *net = &units->net[side];
    const size_t width = ccdq_shape_width(&patch->shape), stride = (size_t)net->stride;
    const struct scale position = scale_of(-units->length), velocity = scale_of(units->time - units->length);
    for (size_t k = 0; k < PATCH_MOVING; k++) {
        const double *from = k < 3 ? patch->point + k : patch->velocity + k - 3;
        for (size_t i = 0; i < (size_t)net->points; i++) {
            const double moved = scaled(k < 3 ? position : velocity, from[i * width]) - units->origin[k];
            x[k * stride + i] = moved;
            units->most[k] = fmax(units->most[k], fabs(moved));
        }
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
