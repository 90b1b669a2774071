#include "start.h"
#include "../ccdq.h"
#include "../num/heap.h"
#include "crossing.h"
#include "descend.h"
#include "newton.h"
#include "window.h"

/* A search for a point of both boundaries at the first time, depth first. */
struct start_search {
    struct problem problem; /* with a domain of one time */
    struct region *box;     /* a stack of those to look at */
    size_t n, room;
    uint64_t iterations, max_iter;
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

static double world_width(const struct start_search *search, const struct region *box)
{
    ival world[3];
    double width = 0;
    problem_world(&search->problem, box, world, search->work);
    for (int k = 0; k < 3; k++) width = fmax(width, ival_width(world[k]));
    return width;
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
    if (!descend(p, &how, x, &search->iterations, search->work) ||
        !crossing_prove(p, x, 0, &root, &search->iterations, search->work))
        return false;
    for (unsigned j = 0; j < p->variables; j++) root.x[j] = ival_point(ival_middle(root.x[j]));
    problem_contact(p, &root, &details, search->work);
    for (int k = 0; k < 3; k++) search->x[k] = details.x[k];
    return true;
}

static void split(struct start_search *search, const struct equations *eq, const struct region *box)
{
    double spread[PROBLEM_VARIABLES], most = -1;
    unsigned widest = 0;
    if (eq->rows) problem_spread(eq, box, spread);
    for (unsigned j = 0; j < search->problem.variables; j++) {
        const double width = ival_width(box->x[j]), domain = ival_width(search->problem.domain.x[j]);
        const double by = eq->rows ? spread[j] : domain > 0 ? width / domain : 0;
        if (!(by > most) || !(width > 0)) continue;
        most = by;
        widest = j;
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
    search->iterations++;
    if (!problem_possible(p, box, PROBLEM_CONTACT, search->work) ||
        !problem_equations(p, box, PROBLEM_CONTACT | PROBLEM_FRAME, true, &eq, search->work) ||
        (eq.rows && !newton_narrow(&eq, box)))
        return false;
    if (crosses(search, eq.contact == p->contact ? &eq : NULL, box)) return true;
    if (world_width(search, box) < search->accuracy)
        search->unknown = true;
    else
        split(search, &eq, box);
    return false;
}

/* Faces and single leaves against each other. */
static bool is_of_areas(const struct problem *p)
{
    for (int i = 0; i < 2; i++) {
        const struct piece *piece = p->piece[i];
        if (piece->kind != PIECE_FACE && !(piece->kind == PIECE_LEAVES && piece->leaves == 1)) return false;
    }
    return true;
}

static bool boundaries_intersect(const struct problem_list *list, struct start_search *search)
{
    for (size_t i = 0; i < list->problems; i++) {
        if (!is_of_areas(&list->problem[i])) continue;
        search->problem = list->problem[i];
        ival *time = &search->problem.domain.x[search->problem.variables - 1];
        *time = ival_point(search->problem.scene->time.lo);
        search->n = 0;
        push(search, &search->problem.domain);
        while (search->n) {
            if (search->iterations >= search->max_iter) {
                search->unknown = true;
                break;
            }
            struct region box = search->box[--search->n];
            if (look_at(search, &box)) return true;
        }
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
    struct start_search search = {.max_iter = max_iter, .accuracy = accuracy, .work = work};
    const int mode = upward_begin();
    const bool intersect = boundaries_intersect(list, &search);
    upward_end(mode);
    free(search.box);
    if (intersect) {
        for (int k = 0; k < 3; k++) x[k] = search.x[k];
        return SCENE_OVERLAP;
    }
    return search.unknown ? SCENE_MEETING : containment(scene, pair, x);
}
