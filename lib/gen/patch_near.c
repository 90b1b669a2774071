/* Patches that come within 1e-9 of each other, along an axis, and not nearer. */
#include "patch.h"

#define GAP 1e-9

static void near_corner(struct meeting *m, struct rng *rng)
{
    put_corner(m, m->upper, rng);
    put_plate(m, m->lower, true, rng);
}

static void near_corners(struct meeting *m, struct rng *rng)
{
    put_corner(m, m->upper, rng);
    put_corner(m, m->lower, rng);
}

static void near_edges(struct meeting *m, struct rng *rng)
{
    put_edge(m, m->upper, false, rng);
    put_edge(m, m->lower, true, rng);
}

static void near_plates(struct meeting *m, struct rng *rng)
{
    put_plate(m, m->upper, true, rng);
    put_plate(m, m->lower, true, rng);
}

static void near_bowls(struct meeting *m, struct rng *rng)
{
    for (int k = 0; k < 2; k++) {
        struct gen_patch *patch = k ? m->lower : m->upper;
        if (can_be_bowl(patch, true))
            put_bowl(m, patch, true, rng);
        else
            put_plate(m, patch, true, rng);
    }
}

/* Axes in another order: what is 1e-9 stays that, up to the rounding of coordinates. */
static void turn_axes(struct gen_pair *pair, struct rng *rng)
{
    const unsigned turn = rng_below(rng, 3);
    const double sign = rng_below(rng, 2) ? 1 : -1;
    for (int k = 0; k < 2; k++) {
        const struct gen_patch *patch = &pair->patch[k];
        for (struct place p = {.k = -1}; next_place(patch, &p);)
            for (int i = 0; i < 2; i++) {
                double *x = i ? velocity_at(patch, p.k) : point_at(patch, p.k);
                const double old[3] = {x[0], x[1], x[2]};
                for (unsigned a = 0; a < 3; a++) x[(a + turn) % 3] = sign * old[a];
            }
        turn_patch(patch, rng);
    }
}

void pair_near(struct gen_pair *pair, struct rng *rng)
{
    static void (*const constructions[])(struct meeting *, struct rng *) = {
        near_corner, near_corners, near_edges, near_plates, near_bowls, near_bowls};
    struct meeting m;
    double end;
    draw_meeting_time(&end, rng);
    pair->end = end;
    /* They approach until the end, or slide past each other. */
    meeting_begin(&m, pair, end, rng_below(rng, 2), rng);
    m.gap = GAP;
    constructions[rng_below(rng, 6)](&m, rng);
    turn_axes(pair, rng);
}
