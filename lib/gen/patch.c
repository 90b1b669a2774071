/* The table of families of pairs of patches, and what they share. */
#include "patch.h"
#include <math.h>
#include <string.h>

enum { ANY = 1 }; /* there is one kind of pairs */

#define FAMILY(word, line, function, times)                                                                  \
    {                                                                                                        \
        .name = word, .summary = line, .types = ANY, .make_pair = function, .has_times = times               \
    }

const struct gen_family gen_patch_families[] = {
    FAMILY("random", "uniform in [-1, 1], pushed apart and towards each other", pair_random, false),
    FAMILY("touch", "first contact at a known time: corners, edges, bowls and plates", pair_touch, true),
    FAMILY("manifold", "contact along a curve or in a region, at a known time", pair_manifold, true),
    FAMILY("near", "a gap of 1e-9 that never closes", pair_near, true),
    FAMILY("degenerate", "collapsed edges and corners, repeated points, flat and folded patches",
           pair_degenerate, false),
    {.name = "rational",
     .summary = "random, with weights from 1/16 to 16 or a heavy point",
     .types = ANY,
     .make_pair = pair_rational,
     .rational = "q3r"},
    {.name = NULL},
};

static size_t width_of(const struct gen_patch *patch)
{
    return ccdq_shape_width(&patch->shape);
}

bool next_place(const struct gen_patch *patch, struct place *place)
{
    const int m = patch->shape.degree[0], n = patch->shape.degree[1];
    if (place->k++ < 0) {
        place->i = place->j = 0;
        return true;
    }
    if (++place->j > (patch->shape.domain == CCDQ_QUAD ? n : n - place->i)) place->j = 0, place->i++;
    return place->i <= m;
}

double *point_at(const struct gen_patch *patch, int k)
{
    return patch->point + (size_t)k * width_of(patch);
}

double *velocity_at(const struct gen_patch *patch, int k)
{
    return patch->velocity + (size_t)k * width_of(patch);
}

void copy_point(const struct gen_patch *from, int k, const struct gen_patch *patch, int to)
{
    memcpy(point_at(patch, to), point_at(from, k), width_of(patch) * sizeof(double));
    memcpy(velocity_at(patch, to), velocity_at(from, k), width_of(patch) * sizeof(double));
}

static void set_weight(const struct gen_patch *patch, int k, double weight)
{
    if (!patch->shape.rational) return;
    point_at(patch, k)[3] = weight;
    velocity_at(patch, k)[3] = 0;
}

void equal_weights(const struct gen_patch *patch, int exponent)
{
    for (struct place p = {.k = -1}; next_place(patch, &p);) set_weight(patch, p.k, ldexp(1, exponent));
}

void random_weights(const struct gen_patch *patch, double exponent, struct rng *rng)
{
    /* 2^x without exp2, which is not the same everywhere: 2^floor(x) times what is linear between. */
    for (struct place p = {.k = -1}; next_place(patch, &p);) {
        const double x = rng_real(rng, -exponent, exponent), whole = floor(x);
        set_weight(patch, p.k, ldexp(1 + (x - whole), (int)whole));
    }
}

void put_point(const struct gen_patch *patch, int k, double tau, const double at[3], const double velocity[3])
{
    for (int a = 0; a < 3; a++) {
        point_at(patch, k)[a] = at[a] - tau * velocity[a];
        velocity_at(patch, k)[a] = velocity[a];
    }
}

/* Which number the control point at i, j has. */
static int number_of(const struct gen_patch *patch, int i, int j)
{
    const int n = patch->shape.degree[1];
    if (patch->shape.domain == CCDQ_QUAD) return i * (n + 1) + j;
    return i * (n + 1) - i * (i - 1) / 2 + j; /* row i has n + 1 - i */
}

void turn_patch(const struct gen_patch *patch, struct rng *rng)
{
    enum { REALS = 4 * (CCDQ_MAX_DEGREE + 1) * (CCDQ_MAX_DEGREE + 1) };
    double point[REALS], velocity[REALS];
    const struct gen_patch old = {patch->shape, point, velocity};
    const size_t size = ccdq_shape_points(&patch->shape) * width_of(patch) * sizeof(double);
    const int m = patch->shape.degree[0], n = patch->shape.degree[1];
    const unsigned turn = rng_below(rng, patch->shape.domain == CCDQ_QUAD ? 4 : 3);
    memcpy(point, patch->point, size);
    memcpy(velocity, patch->velocity, size);
    for (struct place p = {.k = -1}; next_place(patch, &p);) {
        int i = p.i, j = p.j;
        if (patch->shape.domain == CCDQ_QUAD) {
            if (turn & 1) i = m - i;
            if (turn & 2) j = n - j;
        } else {
            const int exponent[3] = {i, j, n - i - j};
            i = exponent[turn];
            j = exponent[(turn + 1) % 3];
        }
        copy_point(&old, p.k, patch, number_of(patch, i, j));
    }
}

void gen_patch_range(const struct gen_family *family, const struct ccdq_shape shape[2], uint64_t seed,
                     uint64_t first_id, size_t n, void *records)
{
    const uint64_t key = rng_key(family->name, 'P', seed);
    const size_t size = ccdq_patch_record_size(shape);
    for (size_t i = 0; i < n; i++) {
        unsigned char *record = (unsigned char *)records + i * size;
        struct ccdq_patch_head *head = (void *)record;
        struct gen_pair pair = {.end = 1};
        struct rng rng = rng_at(key, first_id + i);
        double *next = (double *)(void *)(record + sizeof *head);
        for (int k = 0; k < 2; k++) {
            const size_t reals = ccdq_shape_points(&shape[k]) * ccdq_shape_width(&shape[k]);
            pair.patch[k] = (struct gen_patch){shape[k], next, next + reals};
            next += 2 * reals;
        }
        family->make_pair(&pair, &rng);
        *head = (struct ccdq_patch_head){first_id + i, pair.end, {shape[0], shape[1]}};
    }
}

double gen_patch_touch_time(const struct gen_family *family, uint64_t seed, uint64_t id)
{
    double end;
    struct rng rng = rng_at(rng_key(family->name, 'P', seed), id);
    return draw_meeting_time(&end, &rng);
}
