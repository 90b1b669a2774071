/* Control nets of Bezier patches: halving, weights of the control points at a parameter, and the part of the
 * domain that a half covers. What is done to one coordinate is done to all, so a net is an array of
 * coordinates, each an array of `stride` doubles, one a control point. */
#ifndef CCDQ_BEZIER_H
#define CCDQ_BEZIER_H

#include "../ccdq.h"

/* PATCH_LANES divides a stride, so that vectors of as many doubles need not look where a net ends. */
enum { PATCH_MAX_LINE = CCDQ_MAX_DEGREE + 1, PATCH_LANES = 8 };
enum { PATCH_MAX_POINTS = PATCH_MAX_LINE * PATCH_MAX_LINE };
enum { PATCH_MAX_STRIDE = (PATCH_MAX_POINTS + PATCH_LANES - 1) / PATCH_LANES * PATCH_LANES };

/* A net falls into lines of control points, each the control polygon of a curve. Line after line, `point` has
 * the points of each from its first to its last. */
struct patch_lines {
    int lines;
    uint8_t length[PATCH_MAX_LINE];
    uint16_t point[PATCH_MAX_POINTS];
};

/* What a shape's net looks like. A net can be halved along `directions` directions, and falls into lines
 * along each: direction 0 leads from corner 0 to corner 1 (along u), direction 1 from corner 0 to corner 2
 * (along v), and in a triangle direction 2 from corner 1 to corner 2. The corners are u = v = 0; u = 1; v = 1
 * and in a quad u = v = 1. */
struct patch_net {
    struct ccdq_shape shape;
    int points, stride;
    int directions, corners;
    int degree[3]; /* along each direction */
    uint16_t corner[4];
    struct patch_lines lines[3];
};
void patch_net_of(const struct ccdq_shape *shape, struct patch_net *net);

/* Repeats the last control point in what is left of the stride, which so changes no maximum and no minimum.
 */
void patch_fill(const struct patch_net *net, int coordinates, double *x);

/* De Casteljau's algorithm at the middle of each line: `low` is the half at the lines' first points, `high`
 * the one at their last. At least six coordinates; none of the three nets overlaps another. */
void patch_halve(const struct patch_net *net, int direction, int coordinates, const double *x, double *low,
                 double *high);

/* Part of the domain: a triangle, or the first three corners of a rectangle; corner[i] is u, v. Halving is
 * exact as long as the middles have no more than 53 bits. */
struct patch_region {
    double corner[3][2];
};
extern const struct patch_region patch_whole;
void patch_region_halve(const struct patch_net *net, int direction, const struct patch_region *region,
                        struct patch_region *low, struct patch_region *high);

/* The middle of a region, inside the domain. */
void patch_region_middle(const struct patch_net *net, const struct patch_region *region, double uv[2]);

/* Moves u, v into the domain: the sum of a triangle's parameters is at most 1 in real arithmetic, and just 1
 * where it was more. */
void patch_into_domain(const struct patch_net *net, double uv[2]);

/* The weights of the control points at u, v, which lie in the domain: a patch's point is the sum of weight *
 * control point. value[] are not negative; du[] and dv[] are the derivatives of the weights, NULL for none.
 *
 * Rounding, with e = 2^-53. The weights are made by `degree` rounds of w = (1 - u) a + u b, all terms not
 * negative: 1 - u, a product and the sum make a relative error of at most 3 e a round, so 3 (m + n) e for
 * degrees m, n, and e more for the product of both directions. In a triangle a round is three terms: 1 - u -
 * v has the relative error 2.01 e, with a product and two sums it makes 5.01 e, so 5.01 n e, less than 3 (n +
 * n) e. So with patch_weight_steps() = 3 (m + n) + points + 3, and M the largest absolute value of a
 * coordinate, the sum over all points, in any order, is off by at most steps * e M (1 + 2^-30), and 2^-1000
 * more where numbers underflow. */
void patch_weights(const struct patch_net *net, const double uv[2], double *value, double *du, double *dv);

static inline int patch_weight_steps(const struct patch_net *net)
{
    return 3 * (net->shape.degree[0] + net->shape.degree[1]) + net->points + 3;
}

#endif
