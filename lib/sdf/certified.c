/* certified: the piece that is proven free for the shortest time comes first; it is proven free for longer,
 * or halved, until it touches. */
#include "../workspace.h"
#include "certified.h"
#include <string.h>

/* A part of the tree that has no more than this of its radius between it and the solid is halved. */
static const double close_sphere = 0.1;

/* So is a part of a triangle where the bound is worse than this share of the value found. */
static const double loose_bound = 0.5;

struct run {
    struct sdf_search search;
    const struct sdf_spheres *spheres;
    struct sdf_queue *queue;
    double enough;  /* a point with phi of at most this touches */
    size_t most;    /* items */
    uint32_t limit; /* evals */
    bool full;
};

static void push(struct run *run, const struct sdf_item *item)
{
    run->full = !sdf_queue_push(run->queue, item, run->most) || run->full;
}

/* ---- Forward in time ---- */

/* How fast the body comes nearer to the solid, at the point of it where phi is the least. */
static double approach(struct run *run, const struct sdf_body *body, const struct sdf_nearest *near, double t)
{
    const struct sdf_moment *moment = sdf_search_moment(&run->search, t);
    double v[3];
    for (int k = 0; k < 3; k++) {
        v[k] = body->v[0][k];
        for (int i = 1; i < body->n; i++) v[k] += near->w[i - 1] * (body->v[i][k] - body->v[0][k]);
    }
    return -vec3_dot(near->g, sdf_moment_velocity(&run->search.scene->motion, moment, near->y, v));
}

/* A time that is likely to be proven free at once, for a gap a > 0 that shrinks as fast as q: a / q if the
 * bend b = acceleration (a / q)^2 / 2 is at most the gap; else where the bound just stays above 0
 * (first_root), (a - b + bend)^2 = 4 bend a. Without a bend, bounds of a convex solid are linear in the time,
 * however long. */
static double look_ahead(const struct run *run, const struct sdf_body *body, double a, double q)
{
    const struct sdf_scene *scene = run->search.scene;
    const double acceleration = body->acceleration;
    if (acceleration == 0 && (q <= 0 || scene->sdf->node[scene->root].convex)) return INFINITY;
    if (q > 0 && q * q >= 0.5 * acceleration * a) return a / q;
    return (sqrt(8 * a * acceleration) - 2 * q) / acceleration;
}

/* What is left of a look ahead that proved too long; how much longer the next may be after one that did not.
 */
static const double shorter = 0.125, longer = 4;

/* A piece is halved too when this many of its steps were shorter than this share of the look ahead: its ends
 * keep it from more, not the point where phi is the least. */
static const double short_step = 0.0625;
enum { SHORT_STEPS = 8 };

/* Proves the body free from item->t on, and sets that: to INFINITY where it is free until the end. `near` is
 * where phi is the least at item->t, the gap from there to the solid is positive. False: the body should be
 * halved, as the bound is bad at that time alone, or good for a short time only. */
static bool go_on(struct run *run, const struct sdf_body *body, const struct sdf_placed *from,
                  const struct sdf_nearest *near, double gap, struct sdf_item *item)
{
    const double end = run->search.scene->motion.end, t = from->t;
    double ahead = look_ahead(run, body, gap, approach(run, body, near, t)), low, now = -INFINITY;
    ahead = ahead < item->ahead ? ahead : item->ahead;
    for (;;) {
        const double until = t + ahead < end ? t + ahead : end;
        const double proven = sdf_free_until(&run->search, body, from, until, near->y, &low);
        const double free = proven < until ? proven : until;
        if (proven == INFINITY && until == end) {
            item->t = INFINITY;
            return true;
        }
        if (free > item->t) item->t = free;
        if (free > t && low >= loose_bound * gap) {
            item->ahead = proven < INFINITY ? ahead : longer * ahead;
            if (free - t < short_step * (until - t)) item->short_steps++;
            return item->short_steps < SHORT_STEPS;
        }
        /* Is it the time that makes the bound bad? */
        if (now == -INFINITY) (void)sdf_free_until(&run->search, body, from, t, near->y, &now);
        if (now < loose_bound * gap || until == t || run->search.evals >= run->limit) return false;
        ahead = shorter * (until - t);
    }
}

/* ---- Spheres ---- */

static struct sdf_item sphere_item(const struct run *run, uint32_t number, double t)
{
    const struct sdf_reach *reach = &run->spheres->node[number].reach;
    return (struct sdf_item){.t = t,
                             .ahead = INFINITY,
                             .number = number,
                             .is_sphere = 1,
                             .acceleration = sdf_motion_acceleration(&run->search.scene->motion, reach)};
}

/* Proves the sphere free for longer, and sets item->t. False: its halves are better. */
static bool step_sphere(struct run *run, struct sdf_item *item)
{
    const struct sdf_scene *scene = run->search.scene;
    struct sdf_body body;
    struct sdf_placed placed;
    struct sdf_nearest near = {.w = {0, 0}};
    sdf_body_of_sphere(&run->spheres->node[item->number], item->acceleration, &body);
    sdf_body_place(&run->search, &body, item->t, &placed);
    near.y = placed.y[0];
    near.value = sdf_value(scene->sdf, scene->root, near.y, &near.g);
    item->value = near.value - placed.radius;
    const double gap = item->value - run->search.margin;
    return gap > close_sphere * placed.radius && go_on(run, &body, &placed, &near, gap, item);
}

/* A point of the leaf's triangles is at most `radius` from the sphere's middle, and faster against it by no
 * more than that in the whole time, if at all: all reaches of the triangles are within these of the middle's.
 */
static double leaf_acceleration(const struct run *run, const struct sdf_sphere *leaf)
{
    const struct sdf_motion *m = &run->search.scene->motion;
    const double faster = run->search.mesh->one_v ? 0 : leaf->radius / m->end;
    const struct sdf_reach reach = {(leaf->reach.from_centre + leaf->radius) * (1 + 0x1p-50),
                                    (leaf->reach.speed + faster) * (1 + 0x1p-50),
                                    (leaf->reach.from_solid_centre + leaf->radius) * (1 + 0x1p-50)};
    return sdf_motion_acceleration(m, &reach);
}

static void push_triangles(struct run *run, const struct sdf_sphere *leaf, double t, double value)
{
    const double acceleration = leaf_acceleration(run, leaf);
    for (uint32_t i = 0; i < leaf->triangles; i++) {
        const struct sdf_item item =
            sdf_part_of_triangle(run->spheres->order[leaf->child + i], t, value, acceleration);
        push(run, &item);
    }
}

/* Puts the sphere into the queue, unless it is free until the end: to be opened at item->t, where `ahead` is
 * 0, or to be looked at again then. */
static void push_sphere(struct run *run, uint32_t number, double t)
{
    struct sdf_item item = sphere_item(run, number, t);
    if (!step_sphere(run, &item)) item.ahead = 0;
    if (item.t < INFINITY) push(run, &item);
}

static void try_sphere(struct run *run, struct sdf_item *item)
{
    const struct sdf_sphere *node = &run->spheres->node[item->number];
    if (item->ahead > 0 && step_sphere(run, item)) {
        if (item->t < INFINITY) push(run, item);
        return;
    }
    push_triangles(run, node, item->t, item->value);
    for (uint32_t i = 0; i < 2 && node->triangles == 0; i++) push_sphere(run, node->child + i, item->t);
}

/* ---- Triangles ---- */

/* The part itself where it cannot be halved, but was proven free for longer than until t. */
static void push_halves(struct run *run, const struct sdf_item *item, const struct vec3 y[3], double t)
{
    struct sdf_item half[2];
    if (!sdf_part_halve(item, y, half)) {
        if (item->t > t)
            push(run, item);
        else
            run->full = true;
        return;
    }
    for (int side = 0; side < 2; side++) {
        half[side].short_steps = 0;
        push(run, &half[side]);
    }
}

enum { WITNESS_STEPS = 10 };

/* A time soon behind the part's at which its point of the parameters w of the triangle is proven to touch, if
 * it comes nearer as fast as this; INFINITY if none is found. Goes as far as the speed makes one expect, and
 * a bit more; on from there where the gap became much smaller, else twice as far. */
static double witness(struct run *run, const struct sdf_item *part, const double w[2], double speed)
{
    const double margin = run->search.margin, end = run->search.scene->motion.end;
    double t = part->t, value = sdf_value_at(&run->search, part->number, w, t).hi - margin;
    double factor = 1 + 0x1p-20;
    if (value <= 0) return t;
    for (int step = 0; step < WITNESS_STEPS && speed > 0 && t < end; step++) {
        const double ahead = t + value / speed * factor + 0x1p-52 * t, next = ahead < end ? ahead : end;
        const double there = sdf_value_at(&run->search, part->number, w, next).hi - margin;
        if (there <= 0) return next;
        if (there > 0.5 * value) {
            factor *= 2;
            continue;
        }
        speed = (value - there) / (next - t);
        value = there;
        t = next;
    }
    return INFINITY;
}

/* Whether the part touches, within delta, at its t where phi is the least; then the answer is that. */
static bool touches(struct run *run, const struct sdf_item *part, const struct sdf_body *body,
                    const struct sdf_nearest *near, struct sdf_answer *answer)
{
    double w[2];
    if (!(near->value <= run->enough)) return false;
    sdf_part_parameters(part, near->w, w);
    if (!(sdf_value_at(&run->search, part->number, w, part->t).hi <= run->enough)) return false;
    *answer = (struct sdf_answer){.verdict = CCDQ_HIT,
                                  .flags = CCDQ_TOI_PROVEN | (part->t == 0 ? CCDQ_AT_START : 0),
                                  .toi_lo = part->t,
                                  .toi_hi = witness(run, part, w, approach(run, body, near, part->t)),
                                  .triangle = part->number,
                                  .w = {w[0], w[1]}};
    return true;
}

static void try_part(struct run *run, struct sdf_item *item, struct sdf_answer *answer)
{
    const struct sdf_scene *scene = run->search.scene;
    const double margin = run->search.margin, t = item->t;
    struct sdf_body body;
    struct sdf_placed placed;
    struct sdf_nearest near = {.w = {item->w[0], item->w[1]}, .rounding = item->rounding};
    sdf_body_of_part(&run->search, item, &body);
    sdf_body_place(&run->search, &body, t, &placed);
    sdf_nearest_to_solid(scene->sdf, scene->root, placed.y, margin, run->enough, &near);
    if (touches(run, item, &body, &near, answer)) return;
    item->value = near.value;
    item->rounding = near.rounding;
    memcpy(item->w, near.w, sizeof item->w);
    const double gap = near.value - margin;
    if (!(gap > 0 && go_on(run, &body, &placed, &near, gap, item)))
        push_halves(run, item, placed.y, t);
    else if (item->t < INFINITY)
        push(run, item);
}

/* ---- The answer ---- */

/* Whether pieces that wait, or that there was no room for, must be left alone. */
static bool is_spent(const struct run *run)
{
    return run->full || (run->search.evals >= run->limit && run->queue->n > 0);
}

/* Searches the pieces in the queue, all free until t, to the end. */
static void search_queue(struct run *run, double t, struct sdf_answer *answer)
{
    *answer = (struct sdf_answer){
        .verdict = CCDQ_FREE, .flags = CCDQ_TOI_PROVEN, .toi_lo = INFINITY, .toi_hi = INFINITY};
    while (run->queue->n > 0 && answer->verdict == CCDQ_FREE && !is_spent(run)) {
        struct sdf_item item = sdf_queue_pop(run->queue);
        t = item.t;
        if (item.is_sphere)
            try_sphere(run, &item);
        else
            try_part(run, &item, answer);
    }
    if (answer->verdict == CCDQ_FREE && is_spent(run))
        *answer = (struct sdf_answer){.verdict = CCDQ_UNRESOLVED,
                                      .flags = CCDQ_TOI_PROVEN | CCDQ_BUDGET_SPENT,
                                      .toi_lo = run->full ? t : run->queue->key[0].t,
                                      .toi_hi = INFINITY};
    answer->evals = run->search.evals;
}

static void start(struct run *run, const struct sdf_scene *scene, const struct sdf_mesh *mesh,
                  const struct sdf_spheres *spheres, const struct sdf_options *options, uint32_t evals,
                  struct ccdq_workspace *ws)
{
    sdf_search_start(&run->search, scene, mesh, options->margin);
    run->enough = options->margin + options->delta;
    run->spheres = spheres;
    run->queue = &ws->sdf_queue;
    run->queue->n = 0;
    run->most = sdf_search_items(options);
    run->limit = sdf_search_evals(options, evals);
    run->full = false;
}

void sdf_certified_first(const struct sdf_scene *scene, const struct sdf_mesh *mesh,
                         const struct sdf_spheres *spheres, const struct sdf_options *options,
                         struct sdf_answer *answer, struct ccdq_workspace *ws)
{
    struct run run;
    start(&run, scene, mesh, spheres, options, SDF_EVALS, ws);
    if (spheres->nodes > 0) push_sphere(&run, 0, 0);
    search_queue(&run, 0, answer);
}

/* ---- Each triangle ---- */

/* Steps of a sphere that may still come out free; more triangles than that have steps of their own. */
enum { SPHERE_STEPS = 4 };

/* A time until which the node's sphere is free, INFINITY for until the end, when it is until t. */
static double free_sphere(struct run *run, uint32_t number, double t)
{
    struct sdf_item item = sphere_item(run, number, t);
    for (int step = 0; step < SPHERE_STEPS && item.t < INFINITY; step++)
        if (!step_sphere(run, &item)) break;
    return item.t;
}

/* The piece is free until its t. */
static void answer_triangle(struct run *run, const struct sdf_item *piece, struct sdf_answer *answer)
{
    run->search.evals = 0;
    run->queue->n = 0;
    run->full = false;
    if (piece->t < INFINITY) push(run, piece);
    search_queue(run, piece->t, answer);
}

/* All triangles below the node, which are free until t. */
static void answer_node(struct run *run, uint32_t number, double t, struct sdf_answer *answer)
{
    const struct sdf_sphere *node = &run->spheres->node[number];
    const double until = t < INFINITY ? free_sphere(run, number, t) : t;
    const double acceleration = leaf_acceleration(run, node);
    for (uint32_t i = 0; i < node->triangles; i++) {
        const uint32_t triangle = run->spheres->order[node->child + i];
        const struct sdf_item piece = sdf_part_of_triangle(triangle, until, 0, acceleration);
        answer_triangle(run, &piece, &answer[triangle]);
    }
    for (uint32_t i = 0; i < 2 && node->triangles == 0; i++) answer_node(run, node->child + i, until, answer);
}

void sdf_certified_each(const struct sdf_scene *scene, const struct sdf_mesh *mesh,
                        const struct sdf_spheres *spheres, const struct sdf_options *options,
                        struct sdf_answer *answer, struct ccdq_workspace *ws)
{
    struct run run;
    start(&run, scene, mesh, spheres, options, SDF_EVALS_EACH, ws);
    if (spheres->nodes > 0) answer_node(&run, 0, 0, answer);
}
