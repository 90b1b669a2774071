#include "search.h"
#include "../num/extremes.h"
#include "start.h"
#include <stdlib.h>

/* Boxes whose times begin in the same part of the simultaneity are alike: deeper ones first, so that one on a
 * contact that is not a point is followed to its end, and is not put behind all its neighbours. */
static const double parts = 8;

/* A box whose time became so much shorter is looked at again. */
static const double enough = 0.8;
enum { LOOKS = 3 };

/* A variable is not split, however much contact depends on it, if it is not wider than this share of another
 * one. */
static const double far_wider = 0x1p-24, far_wider_beside = 0x1p-5;

static const double least_share = 0x1p-50;

/* How much later than a contact without a proof one is looked for, in shares of the simultaneity, and in how
 * many boxes a problem. */
static const double delays[] = {0x1p-20, 0x1p-10, 1};
enum { PROOF_BOXES = 256 };

double search_limit(const struct search *search)
{
    const double epsilon = search->options->simultaneity;
    return min_of(search->u, search->near + epsilon) + epsilon;
}

unsigned search_ask(const struct search *search)
{
    const struct scene_options *options = search->options;
    return PROBLEM_CONTACT | PROBLEM_INCOMING | PROBLEM_TRACKED |
           (options->no_tangency ? 0 : PROBLEM_TANGENCY) |
           (options->newton == SCENE_NEWTON_BEST ? PROBLEM_FRAME : 0);
}

static double rank(const struct search *search, ival time)
{
    const double key = search->options->upper ? ival_hi(time) : ival_lo(time);
    const double part = search->options->certified ? search->options->simultaneity / parts : 0;
    return part > 0 ? floor((key - search->time.lo) / part) : key;
}

void search_push(struct search *search, struct search_box *box)
{
    const ival time = box_time(search, box);
    if (ival_lo(time) > search_limit(search)) return;
    const size_t all = search->options->max_mem, most = (all - all / 4) / sizeof *box;
    box->rank = rank(search, time);
    if (!search_queue_push(&search->queue, box, most)) {
        search->spent = true;
        search->no_memory = search->no_memory || search->queue.n < most;
        search->left_out = min_of(search->left_out, ival_lo(time));
    }
    if (search->queue.n > search->waiting) search->waiting = search->queue.n;
}

bool search_possible(struct search *search, struct search_box *box)
{
    const struct problem *p = search->task[box->task].problem;
    const unsigned ask = search_ask(search) & (PROBLEM_CONTACT | PROBLEM_INCOMING | PROBLEM_TRACKED);
    double before;
    int look = 0;
    do {
        before = ival_width(box_time(search, box));
        search->looks++;
        if (!problem_possible(p, &box->x, ask, search->work)) return false;
    } while (++look < LOOKS && ival_width(box_time(search, box)) < enough * before);
    return true;
}

struct search_box search_half(const struct search_box *box, unsigned variable, int side)
{
    struct search_box half = *box;
    const ival x = box->x.x[variable];
    const double middle = ival_middle(x);
    half.depth++;
    half.x.x[variable] = side ? ival_of(middle, ival_hi(x)) : ival_of(ival_lo(x), middle);
    return half;
}

void search_split(struct search *search, const struct search_box *box, unsigned variable)
{
    for (int side = 0; side < 2; side++) {
        struct search_box half = search_half(box, variable, side);
        /* The paper looks at a box once, when it is its turn. */
        if (!search->options->certified || search_possible(search, &half)) search_push(search, &half);
    }
}

bool search_narrow(const struct search *search, const struct equations *eq, struct region *box)
{
    const enum scene_newton newton = search->options->newton;
    if (eq->rows == 0 || newton == SCENE_NO_NEWTON) return true;
    if (newton != SCENE_KRAWCZYK_MOORE) return newton_narrow(eq, box);
    const double scale[PROBLEM_VARIABLES] = {1, 1, 1, 1, 1};
    struct square square;
    if (!square_choose(eq, eq->variables, ~0U, ~0U, 0, scale, &square)) return true;
    return newton_krawczyk(eq, &square, box, box) != NEWTON_NO_ROOT;
}

/* The width of a variable in shares of its domain; 0: it cannot be split, or is so narrow that no bound will
 * become better by that. */
static double share_of(const struct problem *p, const struct region *box, unsigned j)
{
    const ival x = box->x[j];
    const double middle = ival_middle(x);
    const double share = ival_width(x) / ival_width(p->domain.x[j]);
    return middle > ival_lo(x) && middle < ival_hi(x) && share > least_share ? share : 0;
}

bool search_widest(const struct problem *p, const struct region *box, const double *spread,
                   unsigned *variable)
{
    double widest = 0, most = 0;
    for (unsigned j = 0; j < p->variables; j++) {
        const double share = share_of(p, box, j);
        if (!(share > widest)) continue;
        widest = share;
        *variable = j;
    }
    /* What must hold beside contact may depend on variables that contact does not depend on. */
    const double least = p->beside.outputs ? far_wider_beside : far_wider;
    for (unsigned j = 0; j < p->variables && spread; j++) {
        if (!(spread[j] > most) || !(share_of(p, box, j) > least * widest)) continue;
        most = spread[j];
        *variable = j;
    }
    return widest > 0;
}

void search_give_up(struct search *search, const struct search_box *box)
{
    search->stuck = search->stuck || !search->spent;
    search->spent = true;
    search->left_out = min_of(search->left_out, ival_lo(box_time(search, box)));
}

static void start(struct search *search)
{
    search->u = search->near = search->left_out = INFINITY;
    for (size_t i = 0; i < search->tasks; i++) {
        struct search_box box = {.x = search->task[i].problem->domain, .task = (uint32_t)i};
        search_push(search, &box);
    }
}

/* The first contact of a pair that was apart has no proof: perhaps it has one in other problems, of faces
 * which come to intersect not much later. */
static void seek_proof(struct search *search, const struct search_contact *first)
{
    const struct search_pair *pair = &search->pair[first->pair];
    double x[3];
    for (size_t k = 0; k < sizeof delays / sizeof *delays && pair->apart; k++) {
        const double time = first->time + delays[k] * search->options->simultaneity;
        for (size_t i = 0; i < search->tasks && time < search->u; i++) {
            const struct search_task *task = &search->task[i];
            const ival domain = task->problem->domain.x[task->problem->variables - 1];
            if (task->pair != first->pair || !start_of_areas(task->problem) || time > ival_hi(domain))
                continue;
            if (start_crossing(task->problem, time, pair->accuracy, PROOF_BOXES, &search->iterations, x,
                               search->work) == START_CROSSES)
                search->u = time;
        }
    }
}

/* The contact that `near` is of, if it is the first one. */
static const struct search_contact *unproven_first(const struct search *search)
{
    for (size_t i = 0; i < search->contacts && search->near < search->u; i++) {
        const struct search_contact *contact = &search->contact[i];
        if (!contact->none && contact->hi == INFINITY && contact->time == search->near) return contact;
    }
    return NULL;
}

void search_run(struct search *search)
{
    const int mode = upward_begin();
    start(search);
    while (search->queue.n && !search->spent) {
        if (search->iterations >= search->options->max_iter) {
            search->spent = true;
            break;
        }
        struct search_box box = search_queue_pop(&search->queue);
        if (search->options->taken)
            atomic_fetch_add_explicit(search->options->taken, 1, memory_order_relaxed);
        if (ival_lo(box_time(search, &box)) > search_limit(search)) continue;
        if (search->options->certified)
            search_certified(search, &box);
        else
            search_paper(search, &box);
    }
    search_sharpen(search);
    const struct search_contact *first = unproven_first(search);
    if (first && !search->spent) seek_proof(search, first);
    for (size_t i = 0; i < search->queue.n; i++)
        search->left_out = min_of(search->left_out, ival_lo(box_time(search, &search->queue.box[i])));
    upward_end(mode);
}

void search_free(struct search *search)
{
    search_queue_free(&search->queue);
    search_queue_free(&search->later);
    free(search->contact);
}
