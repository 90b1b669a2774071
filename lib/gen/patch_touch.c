/* Contacts at a point and a time that are known. */
#include "patch.h"

/* A corner meets a plate, also on its border; or two corners meet, an instant before they would pass. */
static void corner_on_plate(struct meeting *m, struct rng *rng)
{
    put_corner(m, m->upper, rng);
    random_weights(m->upper, 2, rng); /* a corner is where it is, whatever the weights are */
    put_plate(m, m->lower, false, rng);
}

static void corner_on_corner(struct meeting *m, struct rng *rng)
{
    put_corner(m, m->upper, rng);
    put_corner(m, m->lower, rng);
    for (int k = 0; k < 2; k++) random_weights(k ? m->lower : m->upper, 2, rng);
}

static void edge_on_edge(struct meeting *m, struct rng *rng)
{
    put_edge(m, m->upper, false, rng);
    put_edge(m, m->lower, true, rng);
}

/* The inside of one patch touches that of the other; of flat ones a corner does. */
static void bowl_on_plate(struct meeting *m, struct rng *rng)
{
    if (!can_be_bowl(m->upper, true)) {
        corner_on_plate(m, rng);
        return;
    }
    put_bowl(m, m->upper, true, rng);
    put_plate(m, m->lower, false, rng);
}

static void bowl_on_bowl(struct meeting *m, struct rng *rng)
{
    if (!can_be_bowl(m->lower, true)) {
        bowl_on_plate(m, rng);
        return;
    }
    put_bowl(m, m->lower, true, rng);
    if (can_be_bowl(m->upper, true))
        put_bowl(m, m->upper, true, rng);
    else
        put_plate(m, m->upper, false, rng);
}

void pair_touch(struct gen_pair *pair, struct rng *rng)
{
    static void (*const constructions[])(struct meeting *, struct rng *) = {
        corner_on_plate, corner_on_corner, edge_on_edge, bowl_on_plate, bowl_on_bowl, bowl_on_bowl};
    struct meeting m;
    const double tau = draw_meeting_time(&pair->end, rng);
    meeting_begin(&m, pair, tau, true, rng);
    constructions[rng_below(rng, 6)](&m, rng);
    hide_pair(pair, rng);
}
