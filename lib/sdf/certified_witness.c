/* A proof that a triangle touches, at the time until which it is proven free or a bit later. */
#include "certified.h"

/* How far what is proven about a point is above the margin; and how much of that is only not known, so that
 * it does not become less in a time in which the value does not change by as much. */
struct gap {
    double most, unsure;
};

static struct gap gap_of(const struct sdf_search *search, struct interval value)
{
    return (struct gap){value.hi - search->margin, value.hi - value.lo};
}

/* When the gap is gone if it shrinks as fast as this, and a bit later. */
static double expected(const struct sdf_search *search, double t, struct gap gap, double speed, double factor)
{
    const double then = t + ((gap.most + gap.unsure) / speed + 0x1p-52 * t) * factor,
                 end = search->scene->motion.end;
    return then < end ? then : end;
}

/* ---- A point that stays where it is on the triangle ---- */

enum { STEPS = 8 };

/* Goes on from where the gap became much smaller; else twice as far, as long as it does not become larger. */
static double stay(struct sdf_search *search, size_t triangle, const double w[2], double t, struct gap gap,
                   double speed)
{
    double factor = 1 + 0x1p-20, before = INFINITY;
    for (int step = 0; step < STEPS && speed > 0 && t < search->scene->motion.end; step++) {
        const double next = expected(search, t, gap, speed, factor);
        const struct gap there = gap_of(search, sdf_value_at(search, triangle, w, next));
        if (there.most <= 0) return next;
        if (there.most > before) break;
        before = there.most;
        if (there.most > 0.5 * gap.most) {
            factor *= 2;
            continue;
        }
        speed = (gap.most - there.most) / (next - t);
        gap = there;
        t = next;
    }
    return INFINITY;
}

/* ---- The point where phi is the least at each time ---- */

/* How fast the body moves there, in any direction. */
static double speed_of(struct sdf_search *search, const struct sdf_body *body, const struct sdf_nearest *near,
                       double t)
{
    static const struct vec3 axis[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    struct sdf_nearest along = *near;
    double square = 0;
    for (int k = 0; k < 3; k++) {
        along.g = axis[k];
        const double v = sdf_approach(search, body, &along, t);
        square += v * v;
    }
    return sqrt(square);
}

/* The triangle's size. */
static double size_of(const struct sdf_search *search, size_t triangle)
{
    const struct sdf_mesh *mesh = search->mesh;
    const uint32_t *node = mesh->triangle[triangle];
    double most = 0;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            most = greatest(most, fabs(mesh->x[node[i]][k] - mesh->x[node[(i + 1) % 3]][k]));
    return most;
}

/* Moves w to where phi is the least at the time, or is the margin or less, in a share of the triangle around
 * the point `from`. */
static struct gap look(struct sdf_search *search, uint32_t triangle, double t, const double from[2],
                       double share, double w[2])
{
    const struct sdf_scene *scene = search->scene;
    struct sdf_item part = sdf_part_of_triangle(triangle, t, 0, 0);
    struct sdf_nearest near = {.w = {from[0], from[1]}, .rounding = INFINITY};
    struct sdf_body body;
    struct sdf_placed placed;
    if (share < 1) {
        part.depth = 1;
        for (int i = 0; i < 3; i++)
            for (int k = 0; k < 2; k++) part.b[i][k] = from[k] + share * (part.b[i][k] - from[k]);
    }
    sdf_body_of_part(search, &part, &body);
    sdf_body_place(search, &body, t, &placed);
    sdf_nearest_to_solid(scene->sdf, scene->root, placed.y, search->margin, search->margin, &near);
    sdf_part_parameters(&part, near.w, w);
    return gap_of(search, sdf_value_at(search, triangle, w, t));
}

/* The point that touches later is looked for around the one that is nearest now, within these times the way
 * that points go until then. */
static const double around[] = {64, 4096};

/* Where an edge slides along one of the solid, it touches with one point after the other, none of which comes
 * nearer for long. Neither does the gradient on one side of a kink tell how fast they do. The times are ever
 * farther ones, as the point is not found so well that it would touch when it just should, as long as it
 * comes nearer. */
static double slide(struct sdf_search *search, uint32_t triangle, double t, struct gap gap, double speed,
                    double fastest, double w[2])
{
    const double from[2] = {w[0], w[1]}, size = size_of(search, triangle);
    double least = gap.most;
    for (int step = 0; step < STEPS; step++) {
        const double then = expected(search, t, gap, speed, 1 + ldexp(0x1p-4, step)), before = least;
        for (int k = 0; k < 2 && !(least < before); k++) {
            least = look(search, triangle, then, from, around[k] * fastest * (then - t) / size, w).most;
            if (least <= 0) return then;
        }
        if (!(least < before)) break;
    }
    return INFINITY;
}

void sdf_find_witness(struct sdf_search *search, const struct sdf_item *part, const struct sdf_body *body,
                      const struct sdf_nearest *near, struct interval value, struct sdf_witness *witness)
{
    const struct gap gap = gap_of(search, value);
    const double t = part->t, speed = sdf_approach(search, body, near, t);
    double *w = witness->w;
    witness->t = t;
    if (gap.most <= 0) return;
    witness->t = stay(search, part->number, w, t, gap, speed);
    if (witness->t < INFINITY) return;
    const double fastest = speed_of(search, body, near, t);
    /* Only at the start may another point be in the solid already. */
    const double start[2] = {w[0], w[1]};
    if (t == 0 && look(search, part->number, t, start, 1, w).most <= 0)
        witness->t = t;
    else if (fastest > 0)
        witness->t = slide(search, part->number, t, gap, speed > 0 ? speed : fastest, fastest, w);
}
