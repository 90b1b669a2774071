/* Frank-Wolfe with golden section search: Algorithm 1.2 of Pelletier-Guenette 2025.
 *
 * A point of the triangle and a time take turns in going to a minimum of phi along one line each: along the
 * time, and towards a corner. Where phi <= 0 is met the time ends there, and the search along the time is one
 * for |phi| = 0 before it.
 *
 * As published; what it may miss: it finds minima near its way, not all of them. A triangle that comes close
 * with one corner and touches with another, or that passes through twice, may be called free, or touching too
 * late. Nor does it see what the padded spheres miss. A point with phi <= delta at the end is a contact: near
 * misses are called hits. */
#include "baseline.h"
#include "golden.h"

struct state {
    struct baseline *search;
    const struct baseline_triangle *triangle;
    double from, until;
    struct baseline_point at;
    bool met;                     /* phi <= delta was seen ... */
    struct baseline_point inside; /* ... here, the first time of all: at `until` */
};

/* ---- One evaluation ---- */

static double value_at(const struct state *s, double t, struct vec3 *g, struct vec3 *velocity)
{
    struct sdf_moment moment;
    sdf_motion_at(&s->search->scene->motion, t, &moment);
    return baseline_value(s->search, baseline_place(s->search, s->triangle, &moment, s->at.w, velocity), g);
}

/* In print the time ends where phi <= 0. The zero that a line search finds lies on either side of 0; from the
 * outer one the next search would go on into the solid, and so forever. Hence delta. */
static void note(struct state *s, double value)
{
    if (!(value <= s->search->options->delta)) return;
    s->met = true;
    s->inside = s->at;
    s->until = s->at.t;
}

/* ---- The two line searches ---- */

struct period {
    const struct state *s;
    double begin, end;
    bool without_sign;
};

static double value_in_time(void *context, double share)
{
    const struct period *p = context;
    const double value = value_at(p->s, p->begin + share * (p->end - p->begin), NULL, NULL);
    return p->without_sign ? fabs(value) : value;
}

/* Lines 5 to 21; equation 1.17. */
static void step_in_time(struct state *s)
{
    struct vec3 g, velocity;
    const double value = value_at(s, s->at.t, &g, &velocity);
    struct period p = {s, s->from, s->at.t, value <= 0};
    note(s, value);
    if (!(value <= 0 || vec3_dot(g, velocity) > 0)) {
        p.begin = s->at.t;
        p.end = s->until;
    }
    if (p.begin < p.end)
        s->at.t = p.begin + golden_minimum(value_in_time, &p, BASELINE_GOLDEN_TOL) * (p.end - p.begin);
}

struct way {
    struct baseline *search;
    struct vec3 begin, step;
};

static double value_on_way(void *context, double share)
{
    const struct way *way = context;
    return baseline_value(way->search, vec3_along(way->begin, share, way->step), NULL);
}

/* Lines 22 to 31. */
static void step_in_space(struct state *s)
{
    struct sdf_moment moment;
    struct vec3 corner[3], g;
    sdf_motion_at(&s->search->scene->motion, s->at.t, &moment);
    const struct vec3 p = baseline_place(s->search, s->triangle, &moment, s->at.w, NULL);
    note(s, baseline_value(s->search, p, &g));
    baseline_corners(s->triangle, &moment, corner);
    const int support = baseline_support(corner, g);
    struct way way = {s->search, p, vec3_sub(corner[support], p)};
    baseline_towards(s->at.w, support, golden_minimum(value_on_way, &way, BASELINE_GOLDEN_TOL));
}

static bool fwgss(struct baseline *search, const struct baseline_triangle *triangle, double from,
                  struct baseline_point *contact)
{
    const double end = search->scene->motion.end;
    struct state s = {.search = search, .triangle = triangle, .from = from, .until = search->until};
    baseline_start(search, triangle, from, &s.at);
    for (int i = 0; i < BASELINE_FWGSS_ITERATIONS && !search->spent; i++) {
        const struct baseline_point before = s.at;
        step_in_time(&s);
        step_in_space(&s);
        if (baseline_same(&before, &s.at, end)) break;
    }
    const bool touches = value_at(&s, s.at.t, NULL, NULL) <= search->options->delta;
    *contact = touches ? s.at : s.inside;
    return touches || s.met;
}

static const struct baseline_method method = {baseline_padded, fwgss};
BASELINE_SOLVER(sdf_fwgss_first, method, false)
BASELINE_SOLVER(sdf_fwgss_each, method, true)
