#include "patch.h"

static void draw_vector(double x[3], struct rng *rng)
{
    for (int a = 0; a < 3; a++) x[a] = rng_real(rng, -1, 1);
}

/* All numbers uniform in [-1, 1]. A vector of the same kind pushes the two apart, and their velocities
 * towards each other (Chen et al. 2024, section 5.1). */
static void draw_uniform(struct gen_pair *pair, struct rng *rng)
{
    double push[3];
    draw_vector(push, rng);
    for (int k = 0; k < 2; k++) {
        const struct gen_patch *patch = &pair->patch[k];
        const double sign = k ? -1 : 1;
        for (struct place p = {.k = -1}; next_place(patch, &p);) {
            double *x = point_at(patch, p.k), *v = velocity_at(patch, p.k);
            draw_vector(x, rng);
            draw_vector(v, rng);
            for (int a = 0; a < 3; a++) {
                x[a] += sign * push[a];
                v[a] -= sign * push[a];
            }
        }
    }
}

void pair_random(struct gen_pair *pair, struct rng *rng)
{
    draw_uniform(pair, rng);
    for (int k = 0; k < 2; k++) random_weights(&pair->patch[k], 1, rng);
}

/* A weight so large that the patch hurries to this point from wherever it is. */
static void heavy_point(const struct gen_patch *patch, struct rng *rng)
{
    equal_weights(patch, 0);
    const unsigned k = rng_below(rng, (unsigned)ccdq_shape_points(&patch->shape));
    if (patch->shape.rational) point_at(patch, (int)k)[3] = 1024;
}

void pair_rational(struct gen_pair *pair, struct rng *rng)
{
    draw_uniform(pair, rng);
    for (int k = 0; k < 2; k++) switch (rng_below(rng, 4)) {
        case 0: /* as without weights */
            equal_weights(&pair->patch[k], rng_int(rng, -8, 8));
            break;
        case 1:
            heavy_point(&pair->patch[k], rng);
            break;
        default:
            random_weights(&pair->patch[k], 4, rng);
        }
}
