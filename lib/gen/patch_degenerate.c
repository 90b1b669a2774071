/* Patches of which something is collapsed, repeated, flat or folded, in small integers or any numbers. */
#include "patch.h"

/* All control points with a number of u below `rows`, or of v, become the first one. */
static void collapse_rows(const struct gen_patch *patch, bool of_v, int rows)
{
    for (struct place p = {.k = -1}; next_place(patch, &p);)
        if ((of_v ? p.j : p.i) < rows) copy_point(patch, 0, patch, p.k);
}

static void collapse_edge(const struct gen_patch *patch, struct rng *rng)
{
    collapse_rows(patch, rng_below(rng, 2), 1);
}

/* The control points about a corner become one: no tangents there. */
static void collapse_corner(const struct gen_patch *patch, struct rng *rng)
{
    (void)rng;
    for (struct place p = {.k = -1}; next_place(patch, &p);)
        if (p.i + p.j <= 1) copy_point(patch, 0, patch, p.k);
}

/* Each second control point is the one before it. */
static void repeat_points(const struct gen_patch *patch, struct rng *rng)
{
    (void)rng;
    for (struct place p = {.k = -1}; next_place(patch, &p);)
        if (p.k % 2) copy_point(patch, p.k - 1, patch, p.k);
}

/* A curve: the point does not depend on v, or (a triangle) hardly. */
static void to_curve(const struct gen_patch *patch, struct rng *rng)
{
    (void)rng;
    for (struct place p = {.k = -1}; next_place(patch, &p);)
        if (p.j) copy_point(patch, p.k - p.j, patch, p.k);
}

static void to_point(const struct gen_patch *patch, struct rng *rng)
{
    (void)rng;
    collapse_rows(patch, false, CCDQ_MAX_DEGREE + 1);
}

/* Into a plane through the first point that keeps its direction. */
static void flatten(const struct gen_patch *patch, struct rng *rng)
{
    int slope[2];
    for (int i = 0; i < 2; i++) slope[i] = rng_int(rng, -2, 2);
    for (struct place p = {.k = -1}; next_place(patch, &p);)
        for (int i = 0; i < 2; i++) {
            double *x = i ? velocity_at(patch, p.k) : point_at(patch, p.k);
            x[2] = slope[0] * x[0] + slope[1] * x[1];
        }
}

/* Onto itself along u: the point is the same for u and 1 - u (of a triangle: for u and v exchanged). */
static void fold(const struct gen_patch *patch, struct rng *rng)
{
    (void)rng;
    const int m = patch->shape.degree[0], n = patch->shape.degree[1];
    for (struct place p = {.k = -1}; next_place(patch, &p);) {
        if (patch->shape.domain == CCDQ_QUAD && 2 * p.i < m)
            copy_point(patch, p.k, patch, (m - p.i) * (n + 1) + p.j);
        if (patch->shape.domain == CCDQ_TRIANGLE && p.i < p.j) {
            struct place other = {.k = -1};
            while (next_place(patch, &other) && !(other.i == p.j && other.j == p.i)) continue;
            copy_point(patch, p.k, patch, other.k);
        }
    }
}

/* No velocity but one for all. */
static void stiffen(const struct gen_patch *patch, struct rng *rng)
{
    (void)rng;
    for (struct place p = {.k = -1}; next_place(patch, &p);)
        for (int a = 0; a < 3; a++) velocity_at(patch, p.k)[a] = velocity_at(patch, 0)[a];
}

/* Small integers, so that patches also touch in special position. */
static void round_all(const struct gen_patch *patch, struct rng *rng)
{
    for (struct place p = {.k = -1}; next_place(patch, &p);)
        for (int a = 0; a < 3; a++) {
            point_at(patch, p.k)[a] = rng_int(rng, -2, 2);
            velocity_at(patch, p.k)[a] = rng_int(rng, -2, 2);
        }
    equal_weights(patch, 0);
}

void pair_degenerate(struct gen_pair *pair, struct rng *rng)
{
    static void (*const faults[])(const struct gen_patch *, struct rng *) = {
        collapse_edge, collapse_corner, repeat_points, to_curve, to_point, flatten, fold};
    pair_random(pair, rng);
    const bool integers = rng_below(rng, 2);
    const unsigned first = rng_below(rng, 2), count = 1 + rng_below(rng, 2);
    for (int k = 0; k < 2; k++)
        if (integers) round_all(&pair->patch[k], rng);
    for (unsigned i = 0; i < count; i++) {
        const struct gen_patch *patch = &pair->patch[(first + i) % 2];
        faults[rng_below(rng, 7)](patch, rng);
        if (rng_below(rng, 4) == 0) stiffen(patch, rng);
        if (rng_below(rng, 4) == 0) faults[rng_below(rng, 7)](patch, rng);
        turn_patch(patch, rng);
    }
}
