#include "start.h"
#include "../ccdq.h"
#include "../num/heap.h"
#include "crossing.h"
#include "descend.h"
#include "search.h"
#include "window.h"

/* A search for a point of contact at one time, depth first. */
struct start_search {
    struct problem problem; /* with a domain of one time */
    struct region *box;     /* a stack of those to look at */
    size_t n, room;
    uint64_t *iterations;
    double accuracy;
    struct problem_work *work;
    bool unknown; /* there are boxes of which nothing could be told */
    double x[3];
};

static void push(struct start_search *search, const struct region *box)
{
    struct region *grown = search->box;
    if (search->n == search->room)
        grown = heap_grow(search->box, &search->room, sizeof *grown, SIZE_MAX / sizeof *grown);
    if (!grown) {
        search->unknown = true;
        return;
    }
    search->box = grown;
    search->box[search->n++] = *box;
}

/* Whether all holds about a point that must hold beside the equations. */
static bool certain_at(struct start_search *search, const double *x)
{
    struct equations eq;
    const struct region at = search_about(&search->problem, x);
    ++*search->iterations;
    return problem_equations(&search->problem, &at, PROBLEM_CONTACT, false, &eq, search->work) && eq.certain;
}

/* Newton's method from the middle of a box, and a proof where it leads. */
static bool crosses(struct start_search *search, const struct equations *eq, const struct region *box)
{
    const struct problem *p = &search->problem;
    double x[PROBLEM_VARIABLES];
    struct region reach, root;
    struct ccdq_contact details;
    for (unsigned j = 0; j < p->variables; j++) {
        const double width = ival_width(box->x[j]);
        x[j] = eq ? eq->centre[j] : ival_middle(box->x[j]);
        reach.x[j] = box->x[j] + ival_of(-width, width);
    }
    const struct descent how = {.fixed = 1U << (p->variables - 1), .reach = &reach, .first = eq};
    if (!descend(p, &how, x, search->iterations, search->work) || !certain_at(search, x) ||
        !crossing_prove(p, x, 0, &root, search->iterations, search->work))
        return false;
    for (unsigned j = 0; j < p->variables; j++) root.x[j] = ival_point(ival_middle(root.x[j]));
    problem_contact(p, &root, 0, &details, search->work);
    for (int k = 0; k < 3; k++) search->x[k] = details.x[k];
    return true;
}

static void split(struct start_search *search, const struct equations *eq, const struct region *box)
{
    double spread[PROBLEM_VARIABLES];
    unsigned widest;
    if (eq->rows) problem_spread(&search->problem, eq, box, spread);
    if (!search_widest(&search->problem, box, eq->rows ? spread : NULL, &widest)) {
        search->unknown = true;
        return;
    }
    for (int side = 0; side < 2; side++) {
        struct region half = *box;
        const double middle = ival_middle(box->x[widest]);
        half.x[widest] =
            side ? ival_of(middle, ival_hi(box->x[widest])) : ival_of(ival_lo(box->x[widest]), middle);
        push(search, &half);
    }
}

/* One box; true: the boundaries intersect. */
static bool look_at(struct start_search *search, struct region *box)
{
    const struct problem *p = &search->problem;
    struct equations eq;
    ++*search->iterations;
    if (!problem_possible(p, box, PROBLEM_CONTACT, search->work) ||
        !problem_equations(p, box, PROBLEM_CONTACT | PROBLEM_FRAME, true, &eq, search->work) ||
        (eq.rows && !newton_narrow(&eq, box)))
        return false;
    if (crosses(search, eq.contact == p->contact ? &eq : NULL, box)) return true;
    if (problem_width(p, box, search->work) < search->accuracy)
        search->unknown = true;
    else
        split(search, &eq, box);
    return false;
}

bool start_of_areas(const struct problem *p)
{
    for (int i = 0; i < 2; i++) {
        const struct piece *piece = p->piece[i];
        if (piece->kind != PIECE_FACE && !(piece->kind == PIECE_LEAVES && piece->leaves == 1)) return false;
    }
    return true;
}

enum start_contact start_crossing(const struct problem *p, double time, double accuracy, uint64_t max_iter,
                                  uint64_t *iterations, double x[3], struct problem_work *work)
{
    struct start_search search = {*p, .iterations = iterations, .accuracy = accuracy, .work = work};
    const uint64_t end = *iterations + max_iter;
    bool crosses = false;
    search.problem.domain.x[p->variables - 1] = ival_point(time);
    push(&search, &search.problem.domain);
    while (search.n && !crosses && *iterations < end) {
        struct region box = search.box[--search.n];
        crosses = look_at(&search, &box);
    }
    const bool none = !search.n && !search.unknown;
    free(search.box);
    for (int k = 0; k < 3 && crosses; k++) x[k] = search.x[k];
    return crosses ? START_CROSSES : none ? START_NONE : START_UNKNOWN;
}

/* Of all problems, of the boundaries at the first time. */
static enum start_contact boundaries(const struct problem_list *list, double time, double accuracy,
                                     uint64_t max_iter, double x[3], struct problem_work *work)
{
    const int mode = upward_begin();
    enum start_contact all = START_NONE;
    uint64_t iterations = 0;
    for (size_t i = 0; i < list->problems && all != START_CROSSES; i++) {
        if (!start_of_areas(&list->problem[i])) continue;
        const uint64_t left = max_iter > iterations ? max_iter - iterations : 0;
        const enum start_contact one =
            start_crossing(&list->problem[i], time, accuracy, left, &iterations, x, work);
        if (one != START_NONE) all = one;
    }
    upward_end(mode);
    return all;
}

/* Whether both bodies hold some point: they overlap then, wherever their boundaries are. */
static bool point_in_both(const struct scene *scene, uint32_t pair, double x[3])
{
    const uint32_t *body = scene->pair[pair];
    if (!scene->body[body[0]].solid || !scene->body[body[1]].solid) return false;
    for (unsigned guess = 0; guess < 2 * BODY_GUESSES; guess++) {
        ival at[3];
        if (!body_guess(scene, body[guess % 2], guess / 2, at)) continue;
        if (body_holds(scene, body[0], at) <= 0 || body_holds(scene, body[1], at) <= 0) continue;
        for (int k = 0; k < 3; k++) x[k] = ival_middle(at[k]);
        return true;
    }
    return false;
}

/* Where the boundaries have no common point: whether one body is in the other one. */
static enum scene_start containment(const struct scene *scene, uint32_t pair, double x[3])
{
    enum scene_start start = SCENE_APART;
    for (int side = 0; side < 2; side++) {
        ival point[3];
        const uint32_t inner = scene->pair[pair][side], outer = scene->pair[pair][1 - side];
        if (!scene->body[outer].solid) continue;
        const int holds = body_point(scene, inner, point) ? body_holds(scene, outer, point) : -1;
        if (holds > 0) {
            for (int k = 0; k < 3; k++) x[k] = ival_middle(point[k]);
            return SCENE_OVERLAP;
        }
        if (holds < 0) start = SCENE_MEETING;
    }
    return start;
}

enum scene_start start_of(const struct problem_list *list, const struct scene *scene, uint32_t pair,
                          double accuracy, uint64_t max_iter, double x[3], struct problem_work *work)
{
    const enum start_contact contact = boundaries(list, scene->time.lo, accuracy, max_iter, x, work);
    if (contact == START_CROSSES) return SCENE_OVERLAP;
    if (contact == START_NONE) return containment(scene, pair, x);
    return point_in_both(scene, pair, x) ? SCENE_OVERLAP : SCENE_MEETING;
}
