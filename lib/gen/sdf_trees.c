/* Random triangles and motions of both bodies against a dozen trees, which have all kinds of nodes that a
 * scene can have. Each tree has the origin in or near it and a size of about 1. */
#include "families.h"
#include "sdf.h"
#include "turn.h"
#include <math.h>

const char *const sdf_trees_solids[] = {
    /* A ball with a hole through it. */
    "{\"difference\": [{\"sphere\": {\"radius\": 0.8}},"
    " {\"cylinder\": {\"from\": [0, 0, -1], \"to\": [0, 0, 1], \"radius\": 0.3}}], \"smooth\": 0.1}",
    /* Three balls that flow into each other. */
    "{\"union\": [{\"sphere\": {\"radius\": 0.4, \"center\": [0.5, 0, 0]}},"
    " {\"sphere\": {\"radius\": 0.3, \"center\": [-0.3, 0.5, 0]}},"
    " {\"sphere\": {\"radius\": 0.5, \"center\": [-0.2, -0.3, 0.4]}}], \"smooth\": 0.2}",
    /* A twisted bar. */
    "{\"twist\": {\"box\": {\"size\": [0.8, 0.3, 1.6]}}, \"degrees_per_unit\": 70}",
    /* A hollow ball with an opening. */
    "{\"difference\": [{\"shell\": {\"sphere\": {\"radius\": 0.7}}, \"thickness\": 0.05},"
    " {\"plane\": {\"normal\": [0, -1, -1], \"point\": [0, 0.3, 0.2]}}]}",
    /* A nut. */
    "{\"difference\": [{\"intersection\": ["
    "{\"box\": {\"size\": [1.2, 3, 0.5]}},"
    " {\"rotate\": {\"box\": {\"size\": [1.2, 3, 0.5]}}, \"axis\": [0, 0, 1], \"degrees\": 60},"
    " {\"rotate\": {\"box\": {\"size\": [1.2, 3, 0.5]}}, \"axis\": [0, 0, 1], \"degrees\": 120}]},"
    " {\"cylinder\": {\"from\": [0, 0, -1], \"to\": [0, 0, 1], \"radius\": 0.35}}]}",
    /* An egg on a cone. */
    "{\"union\": [{\"ellipsoid\": {\"radii\": [0.4, 0.3, 0.5], \"center\": [0, 0, 0.4]}},"
    " {\"cone\": {\"base\": [0, 0, -0.8], \"apex\": [0, 0, 0.2], \"radius\": 0.5}}]}",
    /* A dumbbell, larger by an offset. */
    "{\"offset\": {\"union\": [{\"capsule\": {\"from\": [-0.6, 0, 0], \"to\": [0.6, 0.2, 0], \"radius\": "
    "0.1}},"
    " {\"rounded_box\": {\"size\": [0.4, 0.5, 0.4], \"radius\": 0.08, \"center\": [-0.6, 0, 0]}},"
    " {\"sphere\": {\"radius\": 0.25, \"center\": [0.6, 0.2, 0]}}]}, \"by\": 0.05}",
    /* A flattened torus, tilted. */
    "{\"rotate\": {\"scale\": {\"torus\": {\"major\": 0.6, \"minor\": 0.25}}, \"by\": [1.2, 0.8, 0.5]},"
    " \"axis\": [1, 2, -1], \"degrees\": 40}",
    /* A lens. */
    "{\"intersection\": [{\"sphere\": {\"radius\": 1, \"center\": [0, 0, 0.7]}},"
    " {\"sphere\": {\"radius\": 1, \"center\": [0, 0, -0.7]}}], \"smooth\": 0.05}",
    /* Two links of a chain, half as large and moved. */
    "{\"translate\": {\"scale\": {\"union\": ["
    "{\"torus\": {\"major\": 0.8, \"minor\": 0.2, \"center\": [-0.6, 0, 0]}},"
    " {\"torus\": {\"major\": 0.8, \"minor\": 0.2, \"axis\": [0, 1, 0], \"center\": [0.6, 0, 0]}}]},"
    " \"by\": 0.5}, \"by\": [0.1, -0.1, 0.05]}",
    /* A room with a pillar: all but the inside of a box, and a cylinder. */
    "{\"union\": [{\"complement\": {\"box\": {\"size\": [3, 3, 2]}}},"
    " {\"cylinder\": {\"from\": [0.5, 0, -1], \"to\": [0.5, 0, 1], \"radius\": 0.3}}]}",
    /* A drill: a twisted cross of boxes, sharpened to a cone, on a plate. */
    "{\"union\": [{\"intersection\": [{\"twist\": {\"union\": [{\"box\": {\"size\": [0.6, 0.1, 2]}},"
    " {\"box\": {\"size\": [0.1, 0.6, 2]}}], \"smooth\": 0.05}, \"degrees_per_unit\": -120},"
    " {\"cone\": {\"base\": [0, 0, -0.8], \"apex\": [0, 0, 0.9], \"radius\": 0.4}}]},"
    " {\"offset\": {\"box\": {\"size\": [1, 1, 0.1], \"center\": [0, 0, -0.85]}}, \"by\": -0.01}]}",
    NULL};
enum { SOLIDS = sizeof sdf_trees_solids / sizeof *sdf_trees_solids - 1 };

/* A tumbling triangle that is on its way to a point near the origin, or begins near it. */
void sdf_trees(struct ccdq_sdf_query *q, uint64_t key, uint64_t id)
{
    struct rng rng = rng_at(key, id);
    double target[3], away[3] = {0, 0, 0}, own[3];
    q->solid = rng_below(&rng, SOLIDS);
    q->end = ldexp(1, rng_int(&rng, -3, 1));
    const double size = ldexp(1, rng_int(&rng, -5, 0)), flight = q->end * rng_real(&rng, 0.4, 1.5);
    draw_in_ball(target, 0.8, &rng);
    add_vector(away, rng_real(&rng, 0.2, 2.5), &rng);
    const bool deforms = rng_below(&rng, 4) == 0;
    for (int i = 0; i < 3; i++) {
        draw_in_ball(own, size, &rng);
        for (int a = 0; a < 3; a++) {
            q->x[i][a] = target[a] + away[a] + own[a];
            q->v[i][a] = (deforms ? rng_real(&rng, -size, size) - away[a] : -away[a]) / flight;
        }
    }
    for (int a = 0; a < 3; a++) q->centre[a] = target[a] + away[a];
    if (rng_below(&rng, 4)) draw_in_ball(q->spin, 12 / q->end, &rng);
    if (rng_below(&rng, 2)) return;
    draw_in_ball(q->solid_v, 0.5 / q->end, &rng);
    draw_in_ball(q->solid_centre, 0.5, &rng);
    draw_in_ball(q->solid_spin, 6 / q->end, &rng);
}
