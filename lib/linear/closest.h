/* Where two primitives that stand still are closest to each other, in plain doubles: a good guess, no proof.
 */
#ifndef CCDQ_CLOSEST_H
#define CCDQ_CLOSEST_H

#include "../ccdq.h"
#include "../num/vec3.h"

/* The differences of points of a query, second primitive minus first, as the functions here take them:
 *   vf  f0 - v, f1 - v, f2 - v          ee  b0 - a0, b1 - a0, b0 - a1, b1 - a1
 *   pe  e0 - p, e1 - p                  pp  q - p
 * Each difference of a point of one and a point of the other is a convex combination of these. */
enum { CLOSEST_PAIRS = 4 };

struct closest {
    struct vec3 n; /* about along the shortest way from the first primitive to the second, of any length; 0
                      where the primitives meet */
    double w[2];   /* parameters of the closest points (struct ccdq_result), inside their domain */
};

void linear_closest(unsigned type, const struct vec3 d[CLOSEST_PAIRS], struct closest *c);

/* The weights of the differences that the parameters w stand for, rounded: they are not negative, and each is
 * off by at most 3 roundings of a number not above 1. */
void linear_weights(unsigned type, const double w[2], double weight[CLOSEST_PAIRS]);

#endif
