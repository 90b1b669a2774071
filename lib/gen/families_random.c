#include "../num/extremes.h"
#include "families.h"
#include <math.h>

void family_uniform(struct ccdq_query *q, struct rng *rng)
{
    for (int i = 0; i < 8; i++)
        for (int k = 0; k < 3; k++) q->x[i][k] = rng_unit(rng);
}

void add_vector(double x[3], double length, struct rng *rng)
{
    double d[3], square;
    do {
        for (int k = 0; k < 3; k++) d[k] = rng_real(rng, -1, 1);
        square = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
    } while (square > 1 || square < 0x1p-10);
    for (int k = 0; k < 3; k++) x[k] += d[k] * (length / sqrt(square));
}

/* Points from .. to - 1 of q as a small primitive near the origin with its motion: a corner, the others an
 * edge of about `edge` from it; a displacement common to all, and a fifth of it for each point of its own. */
static void small_primitive(struct ccdq_query *q, int from, int to, double edge, double displacement,
                            struct rng *rng)
{
    double common[3] = {0, 0, 0};
    add_vector(common, displacement, rng);
    for (int i = from; i < to; i++) {
        for (int k = 0; k < 3; k++) q->x[i][k] = 0;
        if (i > from) add_vector(q->x[i], edge * rng_real(rng, 0.5, 1.5), rng);
        for (int k = 0; k < 3; k++) q->x[i + 4][k] = q->x[i][k] + common[k];
        add_vector(q->x[i + 4], displacement / 5, rng);
    }
}

void swept_extent(const struct ccdq_query *q, int from, int to, int axis, double *lo, double *hi)
{
    *lo = *hi = q->x[from][axis];
    for (int i = from; i < to; i++)
        for (int end = 0; end < 8; end += 4) {
            *lo = min_of(*lo, q->x[i + end][axis]);
            *hi = max_of(*hi, q->x[i + end][axis]);
        }
}

void family_sim(struct ccdq_query *q, struct rng *rng)
{
    /* A little below 1e-4, so that it holds after the last rounding, too. */
    const double edge = 0.01, displacement = 0.001, gap = 0.99999e-4;
    static const unsigned char ends[][2] = {
        [CCDQ_VF] = {1, 4}, [CCDQ_EE] = {2, 4}, [CCDQ_PE] = {1, 3}, [CCDQ_PP] = {1, 2}};
    const int split = ends[q->type][0], end = ends[q->type][1];
    small_primitive(q, 0, split, edge, displacement, rng);
    small_primitive(q, split, end, edge, displacement, rng);
    /* Uniform among the places where the boxes are this near to each other; then anywhere in the scene. */
    for (int k = 0; k < 3; k++) {
        double lo[2], hi[2];
        swept_extent(q, 0, split, k, &lo[0], &hi[0]);
        swept_extent(q, split, end, k, &lo[1], &hi[1]);
        const double shift = rng_real(rng, lo[1] - hi[0] - gap, hi[1] - lo[0] + gap);
        const double place = rng_unit(rng);
        for (int i = 0; i < 8; i++) q->x[i][k] += i % 4 < split ? place + shift : place;
    }
}

void family_offset(struct ccdq_query *q, struct rng *rng)
{
    double power = 1;
    for (int n = rng_int(rng, 3, 12); n > 0; n--) power *= 10;
    for (int k = 0; k < 3; k++) {
        const double far = rng_real(rng, 1, 2) * power;
        const double base = rng_below(rng, 2) ? far : -far;
        for (int i = 0; i < 8; i++) q->x[i][k] = base + rng_unit(rng);
    }
}

void family_wide(struct ccdq_query *q, struct rng *rng)
{
    for (int i = 0; i < 8; i++)
        for (int k = 0; k < 3; k++) {
            const double significand = rng_real(rng, 1, 2);
            const double x = ldexp(significand, rng_int(rng, -60, 60));
            q->x[i][k] = rng_below(rng, 2) ? x : -x;
        }
}
