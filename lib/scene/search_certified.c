/* One box by the default method. Only proofs lower u, and what is found is found by Newton's method at points
 * and not by bisection down to a tolerance. */
#include "../ccdq.h"
#include "../num/extremes.h"
#include "crossing.h"
#include "descend.h"
#include "search.h"
#include <string.h>

/* A box that became so much narrower in some variable is looked at again before it is split. */
static const double enough = 0.3;
enum { ROUNDS = 8 };

/* Contacts are sought from the middle of each box of so many levels, deeper ones only as long as nothing is
 * found, and of each one within delta. */
enum { LEVELS = 3, COARSE = 6 };

/* The least by which u is lowered for its own sake, in shares of the simultaneity. */
static const double worth = 0x1p-20;

/* How often the time from the box to a point that both bodies have is halved, to be nearer to a contact. */
enum { HALVINGS = 8 };

/* Where the system is regular but no box about the contact holds it alone: smaller boxes are waited for as
 * long as the box is wider than this share of delta; then the contact is taken to be a singular one. */
static const double patience = 0.125;

/* A contact that no proof is found for: the box's time is within this share of the scene's. */
static const double time_share = 1e-6;

/* How boxes are split: what share of a variable's weight is that of what is not linear. Found by trials on
 * scenes of all kinds; little depends on it. */
static const double bend_share = 0.6;

/* A box near a singular contact that may hold one which is earlier by more than this share of the
 * simultaneity is narrowed first: how early it may be is what the lower bound of the contact's time becomes.
 */
static const double at_once = 0.5;

struct look {
    struct search *search;
    const struct search_task *task;
    const struct problem *problem;
    struct search_pair *pair;
    struct search_box *box;
    ival world[3];
    double width; /* of the wider piece */
};

static bool too_late(const struct look *look)
{
    return ival_lo(box_time(look->search, look->box)) > search_limit(look->search);
}

static bool shrunk(const struct region *before, const struct region *now, unsigned n)
{
    for (unsigned j = 0; j < n; j++)
        if (ival_width(now->x[j]) < enough * ival_width(before->x[j])) return true;
    return false;
}

/* Makes the equations of the box and narrows it, as long as it helps. false: there is nothing in it. */
static bool narrow(struct look *look, struct equations *eq)
{
    struct search *search = look->search;
    for (int round = 0; round < ROUNDS; round++) {
        const struct region before = look->box->x;
        if (round && (!search_possible(search, look->box) || too_late(look))) return false;
        search->iterations++;
        if (!problem_equations(look->problem, &look->box->x, search_ask(search), true, eq, search->work) ||
            !search_narrow(search, eq, &look->box->x) || too_late(look))
            return false;
        if (!eq->rows || !shrunk(&before, &look->box->x, eq->variables)) break;
    }
    problem_world(look->problem, &look->box->x, look->world, search->work);
    look->width = problem_width(look->problem, &look->box->x, search->work);
    return true;
}

/* A contact of which no box is known that holds it alone. */
static void add_singular(struct look *look, const double *x, const ival time)
{
    struct search *search = look->search;
    const struct problem *p = look->problem;
    struct search_contact contact = {.problem = p, .pair = look->task->pair, .hi = INFINITY};
    struct ccdq_contact details;
    struct region root;
    contact.region = look->box->x;
    for (unsigned j = 0; j < p->variables; j++) contact.at.x[j] = ival_point(x[j]);
    problem_contact(p, &contact.at, 0, &details, search->work);
    for (int k = 0; k < 3; k++) contact.x[k] = details.x[k];
    contact.time = ival_hi(time);
    contact.lo = ival_lo(time);
    if (look->pair->apart &&
        crossing_prove(p, x, search->options->simultaneity / 16, &root, &search->iterations, search->work))
        contact.hi = ival_hi(root.x[p->variables - 1]);
    search_add(search, &contact);
}

/* A point that both bodies have at some time bounds the first contact. */
static void bound_time(struct look *look, const double *x)
{
    struct search *search = look->search;
    const unsigned time = look->problem->variables - 1;
    struct region root;
    if (x[time] < search->u - worth * search->options->simultaneity &&
        crossing_prove(look->problem, x, 0, &root, &search->iterations, search->work))
        search->u = min_of(search->u, ival_hi(root.x[time]));
}

/* A point where the rows of contact and tangency are 0, but for rounding. */
static void take_point(struct look *look, const double *x)
{
    struct search *search = look->search;
    const struct problem *p = look->problem;
    const double time = x[p->variables - 1];
    struct region at;
    struct ccdq_contact details;
    if (time > search_limit(search)) return;
    for (unsigned j = 0; j < p->variables; j++) at.x[j] = ival_point(x[j]);
    problem_contact(p, &at, 0, &details, search->work);
    if (search_knows(search, look->task, x, details.x)) return;
    const struct region about = search_about(p, x);
    if (!(details.distance <= look->pair->accuracy)) return;
    if (!search_plausible(search, look->task, &about)) {
        /* It is no contact, as one from within, but a point that both have. */
        if (look->pair->apart) bound_time(look, x);
        return;
    }
    const enum search_isolation found = search_isolated(search, look->box, x);
    if (found == SEARCH_ISOLATED) return;
    if (found == SEARCH_SINGULAR || look->width < patience * look->pair->separation) {
        /* What the box may hold is not earlier than the box. */
        add_singular(look, x, ival_point(time));
    } else if (look->pair->apart) {
        bound_time(look, x);
    }
}

/* From a point that both bodies have: follows it back in time as long as there is one near it, and from there
 * to a contact. */
static void go_back(struct look *look, double *x)
{
    struct search *search = look->search;
    const struct problem *p = look->problem;
    const unsigned time = p->variables - 1;
    double from = ival_lo(box_time(search, look->box)), y[PROBLEM_VARIABLES];
    struct descent how = {.fixed = 1U << time};
    for (int i = 0; i < HALVINGS; i++) {
        memcpy(y, x, sizeof y);
        y[time] = 0.5 * (from + x[time]);
        if (descend(p, &how, y, &search->iterations, search->work))
            memcpy(x, y, sizeof y);
        else
            from = 0.5 * (from + x[time]);
    }
    how = (struct descent){.tangency = !search->options->no_tangency};
    memcpy(y, x, sizeof y);
    if (descend(p, &how, y, &search->iterations, search->work)) take_point(look, y);
    bound_time(look, x);
}

/* How far Newton's method may leave the box: by the box's own widths, and in no variable by less than a
 * quarter of the share of the domain that the box has at most: it may be thin in one. */
static struct region reach_of(const struct look *look)
{
    const struct region *box = &look->box->x, *domain = &look->problem->domain;
    struct region reach = *box;
    double share = 0;
    for (unsigned j = 0; j < look->problem->variables; j++)
        share = max_of(share, ival_width(box->x[j]) / ival_width(domain->x[j]));
    for (unsigned j = 0; j < look->problem->variables; j++) {
        const double by = max_of(ival_width(box->x[j]), 0.25 * share * ival_width(domain->x[j]));
        reach.x[j] = box->x[j] + ival_of(-by, by);
    }
    return reach;
}

/* Newton's method from the middle of the box: to a contact, and else to any point that both bodies have. */
static void seek(struct look *look, const struct equations *eq)
{
    struct search *search = look->search;
    const struct problem *p = look->problem;
    const struct region reach = reach_of(look);
    double middle[PROBLEM_VARIABLES], x[PROBLEM_VARIABLES];
    for (unsigned j = 0; j < p->variables; j++)
        middle[j] = x[j] = eq->rows ? eq->centre[j] : ival_middle(look->box->x.x[j]);
    struct descent how = {.tangency = !search->options->no_tangency, .reach = &reach};
    how.first = eq->contact == p->contact ? eq : NULL;
    if (descend(p, &how, x, &search->iterations, search->work)) {
        take_point(look, x);
    } else if (look->pair->apart && look->box->depth <= COARSE && middle[p->variables - 1] < search->u) {
        how.tangency = false;
        if (descend(p, &how, middle, &search->iterations, search->work) &&
            middle[p->variables - 1] < search->u)
            go_back(look, middle);
    }
}

/* Whether what is near the box's middle is near a contact that was found. */
static bool knows_middle(const struct look *look)
{
    double at[PROBLEM_VARIABLES], x[3];
    for (unsigned j = 0; j < look->problem->variables; j++) at[j] = ival_middle(look->box->x.x[j]);
    for (int k = 0; k < 3; k++) x[k] = ival_middle(look->world[k]);
    return search_knows(look->search, look->task, at, x);
}

/* Whether to seek a contact from a box. */
static bool worth_seeking(const struct look *look)
{
    const unsigned depth = look->box->depth;
    if (look->width < look->pair->separation) return !knows_middle(look);
    return depth % LEVELS == 0 && (depth <= COARSE || search_limit(look->search) == INFINITY);
}

/* Whether the middle of a box, x, may stand for what is in it: the box is small in place and time, and so is
 * the distance at its middle, which also depends on how fast the bodies are; where it is known. */
static bool small(const struct look *look, const double x[PROBLEM_VARIABLES])
{
    const struct search *search = look->search;
    const struct problem *p = look->problem;
    const double span = search->time.hi - search->time.lo;
    const double time = min_of(search->options->simultaneity, time_share * span);
    struct region middle;
    struct ccdq_contact details;
    if (!(look->width < look->pair->accuracy && ival_width(box_time(search, look->box)) <= time))
        return false;
    for (unsigned j = 0; j < p->variables; j++) middle.x[j] = ival_point(x[j]);
    problem_contact(p, &middle, 0, &details, search->work);
    return details.distance <= look->pair->accuracy || details.distance == INFINITY;
}

/* How much the contact rows change over the box by each variable, and how much of that is not linear: what is
 * linear, Linear_Solve takes care of. */
static void spread_of(const struct problem *p, const struct equations *eq, const struct region *box,
                      double spread[PROBLEM_VARIABLES])
{
    double bend[PROBLEM_VARIABLES] = {0};
    problem_spread(p, eq, box, spread);
    for (unsigned i = 0; i < eq->contact; i++) {
        const double unit = problem_row_unit(p, eq, box, i);
        for (unsigned j = 0; j < eq->variables; j++)
            bend[j] = max_of(bend[j], ival_width(eq->jacobian[i][j]) * ival_width(box->x[j]) / unit);
    }
    for (unsigned j = 0; j < eq->variables; j++)
        spread[j] = (1 - bend_share) * spread[j] + bend_share * bend[j];
}

void search_certified(struct search *search, struct search_box *box)
{
    const struct search_task *task = &search->task[box->task];
    struct look look = {search, task, task->problem, &search->pair[task->pair], box, {{0}}, 0};
    struct equations eq;
    ival *time = &box->x.x[look.problem->variables - 1];
    *time = ival_common(*time, ival_of(-INFINITY, search_limit(search)));
    const double epsilon = search->options->simultaneity;
    if (search_covers(search, box, at_once * epsilon) || !narrow(&look, &eq) ||
        search_covers(search, box, epsilon))
        return;
    if (worth_seeking(&look)) {
        seek(&look, &eq);
        if (too_late(&look) || search_covers(search, box, epsilon)) return;
    }
    double spread[PROBLEM_VARIABLES];
    unsigned variable;
    if (eq.rows) spread_of(look.problem, &eq, &box->x, spread);
    double x[PROBLEM_VARIABLES];
    for (unsigned j = 0; j < look.problem->variables; j++) x[j] = ival_middle(box->x.x[j]);
    if (!small(&look, x) && search_widest(look.problem, &box->x, eq.rows ? spread : NULL, &variable)) {
        search_split(search, box, variable);
        return;
    }
    if (!(look.width < look.pair->separation)) {
        search_give_up(search, box);
        return;
    }
    /* Behind the first contact a pole may go through the other surface. */
    if (ival_lo(*time) > search->u && !search_plausible(search, task, &box->x)) return;
    add_singular(&look, x, box_time(search, box));
}
