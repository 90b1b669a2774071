#include "contact.h"
#include "../num/complement.h"
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

/* How many of the four points a query of the type looks at. */
static int points_of(unsigned type)
{
    return type == CCDQ_PP ? 2 : type == CCDQ_PE ? 3 : 4;
}

/* The query's points (of both times) as seen from its first one, scaled by a power of two into [-2, 2], and
 * the separation with them. The scaling comes first, since a difference of the largest doubles overflows.
 * Returns the longest side of the box around them. */
static double normalize(const struct ccdq_query *q, double x[8][3], double *min_sep)
{
    int points = points_of(q->type), exponent;
    double largest = 0, extent = 0;
    for (int i = 0; i < 8; i++)
        for (int k = 0; k < 3; k++)
            if (i % 4 < points) largest = fmax(largest, fabs(q->x[i][k]));
    frexp(largest, &exponent);
    *min_sep = ldexp(q->min_sep, -exponent);
    for (int k = 0; k < 3; k++) {
        double low = 0, high = 0;
        for (int i = 0; i < 8; i++) {
            x[i][k] = 0;
            if (i % 4 >= points) continue;
            x[i][k] = ldexp(q->x[i][k], -exponent) - ldexp(q->x[0][k], -exponent);
            low = fmin(low, x[i][k]);
            high = fmax(high, x[i][k]);
        }
        extent = fmax(extent, high - low);
    }
    return extent;
}

/* Coordinate k of point i at time t. */
static double at(double x[8][3], int i, int k, double t)
{
    return x[i][k] + t * (x[i + 4][k] - x[i][k]);
}

double contact_residual(const struct ccdq_query *q, double t, const double w[4])
{
    double x[8][3], min_sep, square = 0;
    double extent = normalize(q, x, &min_sep);
    if (extent == 0) return 0;
    for (int k = 0; k < 3; k++) {
        double p[4];
        for (int i = 0; i < 4; i++) p[i] = at(x, i, k, t);
        double apart;
        switch (q->type) {
        case CCDQ_VF:
            apart = (p[1] - p[0]) + w[0] * (p[2] - p[1]) + w[1] * (p[3] - p[1]);
            break;
        case CCDQ_EE:
            apart = (p[2] - p[0]) + w[1] * (p[3] - p[2]) - w[0] * (p[1] - p[0]);
            break;
        case CCDQ_PE:
            apart = (p[1] - p[0]) + w[0] * (p[2] - p[1]);
            break;
        default: /* point-point */
            apart = p[1] - p[0];
        }
        square += apart * apart;
    }
    return fmax(0, sqrt(square) - min_sep) / extent;
}
