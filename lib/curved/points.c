#include "points.h"
#include "../num/extremes.h"
#include <math.h>

/* Sums of an array under three sets of weights at once, which have no order between them to wait for. */
static void weighted_sums(int points, double weight[3][PATCH_MAX_POINTS], const double *x, double sum[3])
{
    double a = 0, b = 0, c = 0;
    for (int i = 0; i < points; i++) {
        a += weight[0][i] * x[i];
        b += weight[1][i] * x[i];
        c += weight[2][i] * x[i];
    }
    sum[0] = a;
    sum[1] = b;
    sum[2] = c;
}

/* A point of one patch and its derivatives by u and by v: out[0], out[1], out[2]. */
static void locate(const struct patch_net *net, const struct patch_part *part, const double uv[2],
                   double out[3][PATCH_MOVING])
{
    double weight[3][PATCH_MAX_POINTS], sum[PATCH_HOMOGENEOUS][3];
    const int coordinates = part->h ? PATCH_HOMOGENEOUS : PATCH_MOVING;
    patch_weights(net, uv, weight[0], weight[1], weight[2]);
    for (int k = 0; k < coordinates; k++)
        weighted_sums(net->points, weight, (part->h ? part->h : part->x) + k * net->stride, sum[k]);
    const double *weights = sum[PATCH_MOVING];
    for (int k = 0; k < PATCH_MOVING; k++) {
        out[0][k] = part->h ? sum[k][0] / weights[0] : sum[k][0];
        for (int d = 1; d < 3; d++)
            out[d][k] = part->h ? (sum[k][d] - out[0][k] * weights[d]) / weights[0] : sum[k][d];
    }
}

/* Rounding, e = 2^-53, M the `most` of a coordinate, s the steps of patch_weights. The control points are off
 * by 1 step of part.h, so a coordinate of the point by at most (s + 1) e M. Rational: numerators and weights
 * are off by s + 2 and s steps times weight and M, as all terms of the sum of weights are positive, so the
 * quotient by at most (2 s + 3) e M. The difference of both points makes an error of e 2 M more, and turning
 * the offset into its size at a time t (patch_points_apart) at most e times 2 t V in the product, 2 (M + t V)
 * in the sum, and two more of the result, which is not above 2 (M + t V), and what it is off by: together
 * less than 12 e (M + t V). All but for a factor of 1 + 2^-30; 20 instead of 3 + 12 stands for that. */
static double error_steps(const struct patch_wholes *wholes)
{
    double steps = 20;
    for (int side = 0; side < 2; side++) {
        const int s = patch_weight_steps(&wholes->units->net[side]);
        steps += wholes->part[side]->h ? 2 * s + 3 : s + 1;
    }
    return steps;
}

void patch_points_locate(const struct patch_wholes *wholes, struct patch_points *points,
                         double slope[4][PATCH_MOVING])
{
    const struct patch_units *units = wholes->units;
    double at[2][3][PATCH_MOVING];
    for (int side = 0; side < 2; side++)
        locate(&units->net[side], wholes->part[side], points->w + 2 * side, at[side]);
    const double steps = error_steps(wholes);
    for (int k = 0; k < PATCH_MOVING; k++) {
        points->at[k] = at[0][0][k] - at[1][0][k];
        points->error[k] = steps * PATCH_EPSILON * units->most[k] + (k < 3 ? PATCH_TINY : 0);
    }
    for (int i = 0; slope && i < 4; i++)
        for (int k = 0; k < PATCH_MOVING; k++) slope[i][k] = i < 2 ? at[0][1 + i][k] : -at[1][i - 1][k];
}

double patch_points_apart(const struct patch_points *points, double t)
{
    double most = 0;
    for (int k = 0; k < 3; k++) {
        const double apart = fabs(points->at[k] + t * points->at[k + 3]);
        most = max_of(most, apart + (points->error[k] + t * points->error[k + 3]));
    }
    return most;
}

double patch_points_since(const struct patch_points *points, double delta, double least, double t)
{
    if (!(patch_points_apart(points, t) <= delta)) return INFINITY;
    double way = t - least;
    for (int k = 0; k < 3; k++) {
        const double apart = fabs(points->at[k] + t * points->at[k + 3]);
        const double left = delta - (apart + (points->error[k] + t * points->error[k + 3]));
        const double speed = fabs(points->at[k + 3]);
        if (left < way * speed) way = left / speed;
    }
    const double since = way < t - least ? t - way * (1 - 0x1p-20) : least;
    return patch_points_apart(points, since) <= delta ? since : t;
}
