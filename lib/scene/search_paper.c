/* One box as the paper has it (Figures 6 and 7): what is accepted lowers u, with a proof or without. */
#include "../ccdq.h"
#include "../num/extremes.h"
#include "search.h"

/* A Newton step that leaves less than this of the box's width goes on from there; else the box is halved. */
static const double alpha = 0.9;

/* Section 5: how much wider than itself a box is looked at when it is to hold one contact. */
static const double inflation = 0.1;

static double relative_width(const struct problem *p, const struct region *box)
{
    double most = 0;
    for (unsigned j = 0; j < p->variables; j++)
        most = max_of(most, ival_width(box->x[j]) / ival_width(p->domain.x[j]));
    return most;
}

static double absolute_width(const struct problem *p, const struct region *box)
{
    double most = 0;
    for (unsigned j = 0; j < p->variables; j++) most = max_of(most, ival_width(box->x[j]));
    return most;
}

/* Section 3.2: the sum of |J| over all rows, times the width. */
static void spread_of(const struct equations *eq, const struct region *box, double spread[PROBLEM_VARIABLES])
{
    for (unsigned j = 0; j < eq->variables; j++) {
        double sum = 0;
        for (unsigned i = 0; i < eq->rows; i++) sum += ival_size(eq->jacobian[i][j]);
        spread[j] = sum * ival_width(box->x[j]);
    }
}

static void add(struct search *search, const struct search_box *box, const struct region *region, bool unique)
{
    const struct search_task *task = &search->task[box->task];
    const ival time = box_time(search, box);
    struct search_contact contact = {
        .problem = task->problem, .pair = task->pair, .unique = unique, .proven = unique};
    struct ccdq_contact details;
    contact.region = box->x;
    for (unsigned j = 0; j < task->problem->variables; j++)
        contact.at.x[j] = ival_point(ival_middle(ival_common(region->x[j], task->problem->domain.x[j])));
    problem_contact(task->problem, &contact.at, 0, &details, search->work);
    for (int k = 0; k < 3; k++) contact.x[k] = details.x[k];
    contact.time = contact.hi = ival_hi(time);
    contact.lo = ival_lo(time);
    search_add(search, &contact);
}

/* Theorem 1 or 2 about the inflated box, looked at if a step on the box itself narrows all of it. */
static bool accept_isolated(struct search *search, const struct search_box *box, const struct equations *eq,
                            bool *none)
{
    const struct problem *p = search->task[box->task].problem;
    const bool krawczyk = search->options->newton == SCENE_KRAWCZYK_MOORE;
    const unsigned all = ~0U, ask = search_ask(search);
    const double scale[PROBLEM_VARIABLES] = {1, 1, 1, 1, 1};
    struct square square;
    struct region root, wide;
    struct equations over;
    if (eq->rows == 0 || !square_choose(eq, p->variables, all, all, 0, scale, &square)) return false;
    enum newton_proof (*prove)(const struct equations *, const struct square *, const struct region *,
                               struct region *) = krawczyk ? newton_krawczyk : newton_inverse;
    *none = prove(eq, &square, &box->x, &root) == NEWTON_NO_ROOT;
    if (*none || !(relative_width(p, &root) < alpha * relative_width(p, &box->x))) return false;
    for (unsigned j = 0; j < p->variables; j++) {
        const double margin = 0.5 * inflation * ival_width(box->x.x[j]);
        wide.x[j] = box->x.x[j] + ival_of(-margin, margin);
    }
    search->iterations++;
    if (!problem_equations(p, &wide, ask, false, &over, search->work) || over.rows != eq->rows) return false;
    if (prove(&over, &square, &wide, &root) != NEWTON_UNIQUE) return false;
    add(search, box, &root, true);
    return true;
}

void search_paper(struct search *search, struct search_box *box)
{
    const struct problem *p = search->task[box->task].problem;
    const double gamma = search->pair[search->task[box->task].pair].accuracy;
    struct equations eq;
    bool none = false;
    if (search_covers(search, box, search->options->simultaneity)) return;
    search->iterations++;
    if (!problem_equations(p, &box->x, search_ask(search), false, &eq, search->work)) return;
    if (search->options->newton != SCENE_NO_NEWTON && (accept_isolated(search, box, &eq, &none) || none))
        return;
    double spread[PROBLEM_VARIABLES];
    unsigned variable;
    spread_of(&eq, &box->x, spread);
    if (absolute_width(p, &box->x) < gamma ||
        !search_widest(p, &box->x, eq.rows ? spread : NULL, &variable)) {
        add(search, box, &box->x, false);
        return;
    }
    const double before = relative_width(p, &box->x);
    if (!search_narrow(search, &eq, &box->x)) return;
    if (relative_width(p, &box->x) < alpha * before)
        search_push(search, box);
    else
        search_split(search, box, variable);
}
