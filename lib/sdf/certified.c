/* certified: the piece that is proven free for the shortest time comes first; it is proven free for longer,
 * or halved, until it touches. */
#include "../workspace.h"
#include "certified.h"
#include <string.h>

/* A part of the tree that has no more than this of its radius between it and the solid is halved. */
static const double close_sphere = 0.1;

struct run {
    struct sdf_search search;
    const struct sdf_spheres *spheres;
    struct sdf_queue *queue;
    size_t most;       /* items */
    uint64_t *starved; /* the workspace's count */
    bool full;         /* there was no room for a piece, */
    bool stuck;        /* or one can neither be halved nor be proven free for longer in doubles */
    double delta;      /* of the options, and their limit: the search's own are less when a hit was found */
    uint32_t limit;    /* that is looked for nearer (look_nearer) */
    struct sdf_answer hit; /* that one, if its verdict is one: what is left when no better one is found */
};

static void push(struct run *run, const struct sdf_item *item)
{
    run->full = !sdf_queue_push(run->queue, item, run->most) || run->full;
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
    near.y = near.c = placed.y[0];
    near.value = sdf_value(scene->sdf, scene->root, near.y, &near.g);
    item->value = near.value - placed.radius;
    const double gap = item->value - run->search.margin;
    if (!(gap > close_sphere * placed.radius)) return false;
    const double speed = sdf_approach(&run->search, &body, &near, item->t);
    if (!sdf_go_on(&run->search, &body, &placed, &near, gap, speed, item)) return false;
    const double h = item->t - placed.t, left = gap - speed * h + 0.5 * body.acceleration * h * h;
    if (left <= close_sphere * placed.radius) item->ahead = 0;
    return true;
}

/* Steps of a sphere that may still come out free; more triangles than that have steps of their own. */
enum { SPHERE_STEPS = 4 };

/* A time until which the node's sphere is free, INFINITY for until the end, when it is until t. */
static double free_sphere(struct run *run, uint32_t number, double t)
{
    struct sdf_item item = sphere_item(run, number, t);
    for (int step = 0; step < SPHERE_STEPS && item.t < INFINITY && item.ahead > 0; step++)
        if (!step_sphere(run, &item)) break;
    return item.t;
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

/* Puts the sphere into the queue, unless it is free until the end: to be opened at item->t, where `ahead` is
 * 0, or to be looked at again then. */
static void push_sphere(struct run *run, uint32_t number, double t)
{
    struct sdf_item item = sphere_item(run, number, t);
    if (!step_sphere(run, &item)) item.ahead = 0;
    if (item.t < INFINITY) push(run, &item);
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
            run->stuck = true;
        return;
    }
    for (int side = 0; side < 2; side++) {
        half[side].short_steps = 0;
        push(run, &half[side]);
    }
}

/* A part at its t: where its corners are, and where phi is the least. */
struct look {
    struct sdf_body body;
    struct sdf_placed placed;
    struct sdf_nearest near;
};

static void look_at(struct run *run, const struct sdf_item *part, struct look *look)
{
    const struct sdf_search *search = &run->search;
    sdf_body_of_part(search, part, &look->body);
    sdf_body_place(&run->search, &look->body, part->t, &look->placed);
    look->near = (struct sdf_nearest){.w = {part->w[0], part->w[1]}, .rounding = part->rounding};
    sdf_nearest_to_solid(search->scene->sdf, search->scene->root, look->placed.y, search->margin,
                         search->enough, &look->near);
}

/* Where an edge slides along one of the solid, the point that is proven to touch may be farther than delta
 * from it at the time of the hit. It is not a bit later, when there is less between them: the search goes on
 * until that is less than this share of what it may be. It may take as much again as it took so far. */
static const double nearer = 0.125;
enum { AT_LEAST = 64 };

static bool look_nearer(struct run *run, const struct sdf_answer *hit)
{
    struct sdf_search *search = &run->search;
    if (run->hit.verdict != CCDQ_HIT) {
        const uint32_t most = 2 * search->evals + AT_LEAST;
        run->hit = *hit;
        if (most < search->limit) search->limit = most;
    }
    if (search->evals >= search->limit) return false;
    search->enough = search->margin + nearer * (search->enough - search->margin);
    return true;
}

/* Whether the part touches, within delta, at its t where phi is the least; then the answer is that. */
static bool touches(struct run *run, const struct sdf_item *part, const struct look *look,
                    struct sdf_answer *answer)
{
    struct sdf_search *search = &run->search;
    struct sdf_witness witness;
    double *w = witness.w;
    if (!(look->near.value <= search->enough)) return false;
    sdf_part_parameters(part, look->near.w, w);
    const struct interval value = sdf_value_at(search, part->number, w, part->t);
    if (!(value.hi <= search->enough)) return false;
    struct sdf_answer hit = {.verdict = CCDQ_HIT,
                             .flags = CCDQ_TOI_PROVEN | (part->t == 0 ? CCDQ_AT_START : 0),
                             .toi_lo = part->t,
                             .toi_hi = INFINITY,
                             .triangle = part->number,
                             .w = {w[0], w[1]}};
    sdf_find_witness(search, part, &look->body, &look->near, value, &witness);
    if (witness.t < INFINITY) {
        const bool is_near = (w[0] == hit.w[0] && w[1] == hit.w[1]) ||
                             sdf_value_at(search, part->number, w, part->t).hi <= search->margin + run->delta;
        if (!is_near && look_nearer(run, &hit)) return false;
        if (is_near) {
            hit.toi_hi = witness.t;
            memcpy(hit.w, w, sizeof hit.w);
        }
    }
    *answer = hit;
    return true;
}

/* Whether a part that is free until t comes before all that wait. */
static bool is_first(const struct run *run, double t)
{
    return run->queue->n == 0 || t < run->queue->key[0].t;
}

/* Takes the part, which is free at its t, forward; halves where that is not far. The contact is looked for
 * where the part is likely to be the first until then: it would be asked about again and again. A part of a
 * triangle has its contact looked for in any case: else the bound to the horizon, by the gradient where it is
 * now, halves it again and again where that is bad. True: it is the first at its new t, and `look` is that of
 * then. */
static bool go_forward(struct run *run, struct sdf_item *item, struct look *look)
{
    struct sdf_search *search = &run->search;
    const double t = item->t, gap = look->near.value - search->margin;
    const double speed = gap > 0 ? sdf_approach(search, &look->body, &look->near, t) : 0;
    const double likely = gap > 0 ? sdf_likely_contact(&look->body, t, gap, speed) : INFINITY;
    struct sdf_foreseen then;
    bool good = likely < (item->depth > 0 ? INFINITY : search->horizon) &&
                sdf_foresee(search, &look->body, &look->near, t, speed, &then) &&
                sdf_go_there(search, &look->body, &look->placed, &then, item);
    if (good && item->t == then.placed.t && is_first(run, item->t) && search->evals < search->limit) {
        look->placed = then.placed;
        look->near = then.near;
        return true;
    }
    good = good || (gap > 0 && sdf_go_on(search, &look->body, &look->placed, &look->near, gap, speed, item));
    if (!good)
        push_halves(run, item, look->placed.y, t);
    else if (item->t < INFINITY)
        push(run, item);
    return false;
}

static void try_part(struct run *run, struct sdf_item *item, struct sdf_answer *answer)
{
    struct look look;
    look_at(run, item, &look);
    do {
        if (touches(run, item, &look, answer)) return;
        sdf_item_keep(item, &look.near);
    } while (go_forward(run, item, &look));
}

/* ---- The answer ---- */

/* All triangles of a leaf that is free until t: the first of what waits, so looked at without waiting. */
static void try_triangles(struct run *run, const struct sdf_sphere *leaf, double t, struct sdf_answer *answer)
{
    const double acceleration = leaf_acceleration(run, leaf);
    for (uint32_t i = 0; i < leaf->triangles && answer->verdict == CCDQ_FREE; i++) {
        const uint32_t triangle = run->spheres->order[leaf->child + i];
        struct sdf_item item = sdf_part_of_triangle(triangle, t, 0, acceleration);
        if (run->search.evals < run->search.limit)
            try_part(run, &item, answer);
        else
            push(run, &item);
    }
}

static void try_sphere(struct run *run, struct sdf_item *item, struct sdf_answer *answer)
{
    const struct sdf_sphere *node = &run->spheres->node[item->number];
    if (item->ahead > 0 && step_sphere(run, item)) {
        if (item->t < INFINITY) push(run, item);
        return;
    }
    try_triangles(run, node, item->t, answer);
    for (uint32_t i = 0; i < 2 && node->triangles == 0; i++) push_sphere(run, node->child + i, item->t);
}

/* Whether a piece had to be left alone. */
static bool is_stopped(const struct run *run)
{
    return run->full || run->stuck;
}

/* Whether the search must end, with a piece left alone or with pieces that wait. */
static bool is_spent(const struct run *run)
{
    return is_stopped(run) || (run->search.evals >= run->search.limit && run->queue->n > 0);
}

/* One that is stuck for want of a bound that the limit did not allow is not stuck in doubles. */
static uint8_t unresolved_flags(const struct run *run)
{
    const bool in_doubles = run->stuck && !run->full && run->search.evals < run->search.limit;
    return in_doubles ? CCDQ_TOI_PROVEN : CCDQ_TOI_PROVEN | CCDQ_BUDGET_SPENT;
}

/* Searches the pieces in the queue, all free until t, to the end. */
static void search_queue(struct run *run, double t, struct sdf_answer *answer)
{
    *answer = (struct sdf_answer){
        .verdict = CCDQ_FREE, .flags = CCDQ_TOI_PROVEN, .toi_lo = INFINITY, .toi_hi = INFINITY};
    while (run->queue->n > 0 && answer->verdict == CCDQ_FREE && !is_spent(run)) {
        struct sdf_item item = sdf_queue_pop(run->queue);
        t = item.t;
        if (t >= run->search.horizon) run->search.horizon = INFINITY; /* what was seen does not touch */
        if (item.is_sphere)
            try_sphere(run, &item, answer);
        else
            try_part(run, &item, answer);
    }
    if (answer->verdict == CCDQ_FREE && is_spent(run))
        *answer = (struct sdf_answer){.verdict = CCDQ_UNRESOLVED,
                                      .flags = unresolved_flags(run),
                                      .toi_lo = is_stopped(run) ? t : run->queue->key[0].t,
                                      .toi_hi = INFINITY};
    if (answer->verdict != CCDQ_HIT && run->hit.verdict == CCDQ_HIT) *answer = run->hit;
    answer->evals = run->search.evals;
    *run->starved += answer->verdict == CCDQ_UNRESOLVED && run->queue->starved;
}

static void start(struct run *run, const struct sdf_scene *scene, const struct sdf_mesh *mesh,
                  const struct sdf_spheres *spheres, const struct sdf_options *options, uint32_t evals,
                  struct ccdq_workspace *ws)
{
    sdf_search_start(&run->search, scene, mesh, options, evals);
    run->spheres = spheres;
    run->queue = &ws->sdf_queue;
    run->starved = &ws->starved;
    sdf_queue_clear(run->queue);
    run->most = sdf_search_items(options);
    run->full = run->stuck = false;
    run->delta = options->delta;
    run->limit = run->search.limit;
    run->hit.verdict = CCDQ_FREE;
}

/* Goes down to a triangle that is near the solid at the time t, until which all is free, and looks when it
 * touches. */
static void look_for_horizon(struct run *run, double t)
{
    struct sdf_search *search = &run->search;
    const struct sdf_scene *scene = search->scene;
    const struct sdf_sphere *node = run->spheres->node;
    struct look look;
    struct sdf_foreseen then;
    while (node->triangles == 0) {
        double value[2];
        for (uint32_t i = 0; i < 2; i++) {
            const struct sdf_sphere *child = &run->spheres->node[node->child + i];
            const struct sdf_point p = sdf_moment_point(sdf_search_moment(search, t), child->x, child->v);
            value[i] = sdf_value(scene->sdf, scene->root, p.p, NULL) - child->radius;
        }
        node = &run->spheres->node[node->child + (value[1] < value[0])];
    }
    const struct sdf_item item =
        sdf_part_of_triangle(run->spheres->order[node->child], t, 0, leaf_acceleration(run, node));
    look_at(run, &item, &look);
    (void)sdf_foresee(search, &look.body, &look.near, t, sdf_approach(search, &look.body, &look.near, t),
                      &then);
}

void sdf_certified_first(const struct sdf_scene *scene, const struct sdf_mesh *mesh,
                         const struct sdf_spheres *spheres, const struct sdf_options *options,
                         struct sdf_answer *answer, struct ccdq_workspace *ws)
{
    struct run run;
    start(&run, scene, mesh, spheres, options, SDF_EVALS, ws);
    if (spheres->nodes == 1) {
        const struct sdf_item all = {.is_sphere = 1};
        push(&run, &all);
    } else if (spheres->nodes > 1) {
        struct sdf_item all = sphere_item(&run, 0, 0);
        all.t = free_sphere(&run, 0, 0);
        all.ahead = 0;
        if (all.t < INFINITY) {
            look_for_horizon(&run, all.t);
            push(&run, &all);
        }
    }
    search_queue(&run, 0, answer);
}

/* ---- Each triangle ---- */

/* The piece is free until its t. */
static void answer_triangle(struct run *run, const struct sdf_item *piece, struct sdf_answer *answer)
{
    run->search.evals = 0;
    sdf_queue_clear(run->queue);
    run->full = run->stuck = false;
    if (piece->t < INFINITY) push(run, piece);
    search_queue(run, piece->t, answer);
    run->search.horizon = INFINITY;
    run->search.enough = run->search.margin + run->delta;
    run->search.limit = run->limit;
    run->hit.verdict = CCDQ_FREE;
}

/* All triangles below the node, which are free until t. A sphere about one of them says no more than that
 * does. Spheres are looked at for all of them, so that none has the cost. */
static void answer_node(struct run *run, uint32_t number, double t, struct sdf_answer *answer)
{
    const struct sdf_sphere *node = &run->spheres->node[number];
    run->search.evals = 0;
    const double until = t < INFINITY && node->triangles != 1 ? free_sphere(run, number, t) : t;
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
