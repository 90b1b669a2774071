#include "families.h"
#include <math.h>

/* A number in [0, 1]: one of its two ends if on_border. */
static double parameter(int on_border, struct rng *rng)
{
    return on_border ? rng_below(rng, 2) : rng_unit(rng);
}

/* The weights of the four points in (a point of the one primitive) - (a point of the other). */
static void draw_weights(unsigned type, int on_border, double w[4], struct rng *rng)
{
    if (type == CCDQ_VF) {
        double u = parameter(on_border, rng), v = rng_unit(rng);
        if (u + v > 1) u = 1 - u, v = 1 - v;
        w[0] = 1;
        /* Any of the three edges, so give the weight that is on the border to any corner. */
        const unsigned corner = rng_below(rng, 3);
        w[1 + corner] = -u;
        w[1 + (corner + 1) % 3] = -v;
        w[1 + (corner + 2) % 3] = -(1 - u - v);
    } else if (type == CCDQ_PE) {
        const double s = parameter(on_border, rng);
        w[0] = 1, w[1] = s - 1, w[2] = -s;
    } else if (type == CCDQ_PP) {
        w[0] = 1, w[1] = -1;
    } else {
        const double s = parameter(on_border, rng), u = parameter(on_border && rng_below(rng, 2), rng);
        w[0] = 1 - s, w[1] = s;
        w[2] = -(1 - u), w[3] = -u;
    }
}

void family_near(struct ccdq_query *q, struct rng *rng)
{
    /* What is on the border: the time, the place in the primitive, or both. */
    const unsigned border = 1 + rng_below(rng, 3);
    const double time = parameter(border & 1, rng);
    double w[4] = {0, 0, 0, 0};
    draw_weights(q->type, (border & 2) != 0, w, rng);
    family_uniform(q, rng);
    /* Close the gap at that time by moving one primitive, and open it again by a very little or nothing. */
    const double slip = rng_below(rng, 4) ? ldexp(1, -rng_int(rng, 30, 60)) : 0;
    for (int k = 0; k < 3; k++) {
        double gap = 0;
        for (int i = 0; i < 4; i++) gap += w[i] * (q->x[i][k] + time * (q->x[i + 4][k] - q->x[i][k]));
        gap += slip * rng_real(rng, -1, 1);
        for (int i = 0; i < (q->type == CCDQ_EE ? 2 : 1); i++) {
            q->x[i][k] -= gap;
            q->x[i + 4][k] -= gap;
        }
    }
}
