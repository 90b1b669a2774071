/* Frank-Wolfe in space and time (section 1.5.2 of Pelletier-Guenette 2025).
 *
 * In step i a point of the triangle goes a share 2 / (i + 2) of the way to a corner, and the time as large a
 * share of its interval: back where phi <= 0, which also ends the interval there, else to where phi falls.
 *
 * As published; what it may miss: all that its author says of it, and more. The last steps are still a 51st
 * of the interval, so a contact that is found is found late; a short one is stepped over; a triangle that
 * passes through the solid more than once may be found to touch the last time only. A point with phi <= delta
 * at the end is a contact: near misses are called hits. */
#include "../num/extremes.h"
#include "baseline.h"

struct state {
    double from, until;
    bool met;
    struct baseline_point inside; /* the earliest that was seen with phi <= 0 */
};

static void step(struct baseline *search, const struct baseline_triangle *triangle, struct state *s,
                 double share, struct baseline_point *at)
{
    struct sdf_moment moment;
    struct vec3 g, velocity, corner[3];
    sdf_motion_at(&search->scene->motion, at->t, &moment);
    const double value =
        baseline_value(search, baseline_place(search, triangle, &moment, at->w, &velocity), &g);
    const double rise = vec3_dot(g, velocity);
    if (value <= 0) {
        s->met = true;
        s->inside = *at;
        s->until = at->t;
    }
    baseline_corners(triangle, &moment, corner);
    baseline_towards(at->w, baseline_support(corner, g), share);
    const double way = value <= 0 || rise > 0 ? -1 : rise < 0;
    at->t = max_of(s->from, min_of(s->until, at->t + share * (s->until - s->from) * way));
}

static bool frank_wolfe(struct baseline *search, const struct baseline_triangle *triangle, double from,
                        struct baseline_point *contact)
{
    const struct sdf_motion *m = &search->scene->motion;
    struct state s = {.from = from, .until = search->until};
    struct baseline_point at;
    struct sdf_moment last;
    baseline_start(search, triangle, from, &at);
    for (int i = 1; i <= BASELINE_FW_ITERATIONS && !search->spent; i++) {
        const struct baseline_point before = at;
        step(search, triangle, &s, 2.0 / (i + 2), &at);
        if (baseline_same(&before, &at, m->end)) break;
    }
    sdf_motion_at(m, at.t, &last);
    const struct vec3 p = baseline_place(search, triangle, &last, at.w, NULL);
    const bool touches = baseline_value(search, p, NULL) <= search->options->delta;
    *contact = touches ? at : s.inside;
    return touches || s.met;
}

static const struct baseline_method method = {baseline_padded, frank_wolfe};
BASELINE_SOLVER(sdf_fw_first, method, false)
BASELINE_SOLVER(sdf_fw_each, method, true)
