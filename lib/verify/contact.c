#include "contact.h"
#include "../num/complement.h"
#include "../num/extremes.h"
#include <math.h>

static bool unit(double w)
{
    return w >= 0 && w <= 1;
}

bool contact_in_domain(unsigned type, const double w[4])
{
    if (w[2] != 0 || w[3] != 0) return false;
    switch (type) {
    case CCDQ_VF:
        return unit(w[0]) && w[1] >= 0 && w[1] <= complement(w[0]);
    case CCDQ_EE:
        return unit(w[0]) && unit(w[1]);
    case CCDQ_PE:
        return unit(w[0]) && w[1] == 0;
    default: /* point-point */
        return w[0] == 0 && w[1] == 0;
    }
}

bool contact_in_patches(const struct ccdq_patch_query *q, const double w[4])
{
    for (int i = 0; i < 2; i++, w += 2) {
        const double most = q->patch[i].shape.domain == CCDQ_QUAD ? 1 : complement(w[0]);
        if (!(unit(w[0]) && w[1] >= 0 && w[1] <= most)) return false;
    }
    return true;
}

/* How many of the four points a query of the type looks at. */
static int points_of(unsigned type)
{
    return type == CCDQ_PP ? 2 : type == CCDQ_PE ? 3 : 4;
}

/* The query's points (of both times) as seen from its first one, scaled into [-2, 2] by 2^-exponent, which
 * brings the largest coordinate into [1/2, 1). The scaling comes first, since a difference of the largest
 * doubles overflows. Returns the longest side of the box around them. */
static double normalize(const struct ccdq_query *q, double x[8][3], int *exponent)
{
    int points = points_of(q->type);
    double largest = 0, extent = 0;
    for (int i = 0; i < 8; i++)
        for (int k = 0; k < 3; k++)
            if (i % 4 < points) largest = max_of(largest, fabs(q->x[i][k]));
    frexp(largest, exponent);
    for (int k = 0; k < 3; k++) {
        double low = 0, high = 0;
        for (int i = 0; i < 8; i++) {
            x[i][k] = 0;
            if (i % 4 >= points) continue;
            x[i][k] = ldexp(q->x[i][k], -*exponent) - ldexp(q->x[0][k], -*exponent);
            low = min_of(low, x[i][k]);
            high = max_of(high, x[i][k]);
        }
        extent = max_of(extent, high - low);
    }
    return extent;
}

/* The points a and b of the two primitives that the parameters name at time t. */
static void points_named(unsigned type, double x[8][3], double t, const double w[4], double a[3], double b[3])
{
    for (int k = 0; k < 3; k++) {
        double p[4];
        for (int i = 0; i < 4; i++) p[i] = x[i][k] + t * (x[i + 4][k] - x[i][k]);
        a[k] = p[0];
        b[k] = p[1];
        if (type == CCDQ_VF) b[k] += w[0] * (p[2] - p[1]) + w[1] * (p[3] - p[1]);
        if (type == CCDQ_PE) b[k] += w[0] * (p[2] - p[1]);
        if (type != CCDQ_EE) continue;
        a[k] += w[0] * (p[1] - p[0]);
        b[k] = p[2] + w[1] * (p[3] - p[2]);
    }
}

static double distance(const double a[3], const double b[3])
{
    double square = 0;
    for (int k = 0; k < 3; k++) square += (a[k] - b[k]) * (a[k] - b[k]);
    return sqrt(square);
}

double contact_residual(const struct ccdq_query *q, double t, const double w[4])
{
    double x[8][3], a[3], b[3];
    int exponent;
    const double extent = normalize(q, x, &exponent);
    if (extent == 0) return 0;
    points_named(q->type, x, t, w, a, b);
    return max_of(distance(a, b) - ldexp(q->min_sep, -exponent), 0) / extent;
}

bool contact_on_pair(const struct ccdq_query *q, const struct ccdq_contact *c)
{
    double x[8][3], a[3], b[3], point[3];
    int exponent;
    normalize(q, x, &exponent);
    points_named(q->type, x, c->toi_lo, c->w, a, b);
    for (int k = 0; k < 3; k++) point[k] = ldexp(c->x[k], -exponent) - ldexp(q->x[0][k], -exponent);
    const double rounding = 0x1p-44 + ldexp(4, -1074 - exponent), gap = ldexp(c->distance, -exponent);
    return distance(point, a) <= gap + rounding && distance(point, b) <= gap + rounding &&
           fabs(distance(a, b) - gap) <= rounding;
}
