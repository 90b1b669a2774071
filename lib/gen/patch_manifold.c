/* Contacts along a curve or in a region, at a time that is known. */
#include "patch.h"
#include <string.h>

static void plate_on_plate(struct meeting *m, struct rng *rng)
{
    put_plate(m, m->upper, true, rng);
    put_plate(m, m->lower, true, rng);
}

static void edge_on_plate(struct meeting *m, struct rng *rng)
{
    put_edge(m, m->upper, false, rng);
    put_plate(m, m->lower, true, rng);
}

/* A trough lies on a plate along a line. */
static void trough_on_plate(struct meeting *m, struct rng *rng)
{
    if (!can_be_bowl(m->upper, false)) {
        edge_on_plate(m, rng);
        return;
    }
    put_bowl(m, m->upper, false, rng);
    put_plate(m, m->lower, true, rng);
}

/* Two plates in one plane for all t: one slides into the edge of the other. Here the plane is that of y and
 * z, and they meet where z = 0. */
static void plate_into_plate(struct meeting *m, struct rng *rng)
{
    for (int k = 0; k < 2; k++) {
        const struct gen_patch *patch = k ? m->lower : m->upper;
        const double v[3] = {0, rng_int(rng, -2, 2), k ? 0 : -m->speed};
        const int shift = rng_int(rng, 1, 3);
        for (struct place p = {.k = -1}; next_place(patch, &p);) {
            const double y = 4 * p.j - shift * patch->shape.degree[1], z = k ? -4 * p.i : 4 * p.i;
            put_point(patch, p.k, m->tau, (const double[3]){m->spot[0], y, z}, v);
        }
    }
}

/* A patch comes down on its own copy, a graph over a plane: they touch everywhere at once. */
static void copy_on_copy(struct meeting *m, struct rng *rng)
{
    if (memcmp(&m->upper->shape, &m->lower->shape, sizeof m->upper->shape)) {
        plate_on_plate(m, rng);
        return;
    }
    double v[3];
    for (int k = 0; k < 3; k++) v[k] = rng_int(rng, -4, 4);
    for (struct place p = {.k = -1}; next_place(m->upper, &p);) {
        const double at[3] = {4 * p.i, 4 * p.j, rng_int(rng, -4, 4)};
        put_point(m->lower, p.k, m->tau, at, v);
        put_point(m->upper, p.k, m->tau, at, (const double[3]){v[0], v[1], v[2] - m->speed});
    }
}

void pair_manifold(struct gen_pair *pair, struct rng *rng)
{
    static void (*const constructions[])(struct meeting *, struct rng *) = {
        plate_on_plate, plate_into_plate, edge_on_plate, trough_on_plate, trough_on_plate, copy_on_copy};
    struct meeting m;
    const double tau = draw_meeting_time(&pair->end, rng);
    meeting_begin(&m, pair, tau, true, rng);
    constructions[rng_below(rng, 6)](&m, rng);
    hide_pair(pair, rng);
}
