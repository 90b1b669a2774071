/* Swept vertices: what is done where sample points stand for a mesh. Each corner is taken along its path in
 * steps that its distance from the solid allows, until it is within delta; so is each sphere of the tree, to
 * leave out triangles whose corners cannot touch.
 *
 * What it misses: all contacts with the inside of edges and faces; a contact of these that comes before one
 * of a corner makes the answer late. A path that stays close to the solid for long is given up. A corner that
 * comes within delta is a contact: near misses are called hits. Where phi changes faster than a point moves,
 * as below a twist, steps are too long. */
#include "../num/extremes.h"
#include "baseline.h"

/* Takes a ball along the path of the point x with the velocity v, from `from` to where its gap is at most
 * `close`, or as far as the steps last; past search->until the result is INFINITY. *gap: the one there. */
static double trace(struct baseline *search, const double x[3], const double v[3], double radius,
                    double close, double from, double *gap)
{
    const struct sdf_motion *m = &search->scene->motion;
    const struct sdf_reach reach = sdf_motion_reach(m, x, v);
    const double speed = sdf_motion_speed(m, &reach);
    double t = from;
    for (int i = 0; i < BASELINE_PATH_STEPS && t <= search->until; i++) {
        struct sdf_moment moment;
        sdf_motion_at(m, t, &moment);
        *gap = baseline_value(search, sdf_moment_point(&moment, x, v).p, NULL) - radius;
        if (*gap <= close) break;
        t += *gap / speed;
    }
    return t <= search->until ? t : INFINITY;
}

static double vertices_sphere(struct baseline *search, const struct sdf_sphere *sphere, double from)
{
    const double close = max_of(search->options->delta, BASELINE_NEAR * sphere->radius);
    double gap;
    return trace(search, sphere->x, sphere->v, sphere->radius, close, from, &gap);
}

static bool vertices_of_triangle(struct baseline *search, const struct baseline_triangle *triangle,
                                 double from, struct baseline_point *contact)
{
    const double delta = search->options->delta;
    contact->t = INFINITY;
    for (int i = 0; i < 3 && !search->spent; i++) {
        double gap = INFINITY;
        const double t = trace(search, triangle->x[i], triangle->v[i], 0, delta, from, &gap);
        if (t < contact->t && gap <= delta) *contact = (struct baseline_point){t, {i == 1, i == 2}};
    }
    return contact->t < INFINITY;
}

static const struct baseline_method method = {vertices_sphere, vertices_of_triangle};
BASELINE_SOLVER(sdf_vertices_first, method, false)
BASELINE_SOLVER(sdf_vertices_each, method, true)
