#include "../num/extremes.h"
#include "crossing.h"
#include "descend.h"
#include "search.h"

/* How often the box about a contact is made smaller, and by what. */
enum { TRIES = 4 };
static const double smaller = 0.25;

/* How much it is wider than what it shall hold (section 5). */
static const double inflation = 0.1;

/* An enclosure of the contact that does not become so much narrower is good enough. */
static const double enough = 0.5;
enum { REFINEMENTS = 8 };

enum { ASK = PROBLEM_CONTACT | PROBLEM_TANGENCY };

static bool equations_over(struct search *search, const struct problem *p, const struct region *box,
                           unsigned ask, struct equations *eq)
{
    search->iterations++;
    return problem_equations(p, box, ask, false, eq, search->work);
}

/* A square system of contact and tangency, out of all rows of tangency. false: there is none. */
static bool choose(const struct problem *p, const struct equations *eq, struct square *square)
{
    double scale[PROBLEM_VARIABLES];
    descend_scale(p, scale);
    return eq->contact == p->contact &&
           square_choose(eq, p->variables, ~0U << eq->contact, (1U << p->variables) - 1, 0, scale, square);
}

/* A box about x, such that it holds `box` if part is 1. */
static struct region about(const struct problem *p, const struct region *box, const double *x, double part)
{
    struct region wide;
    for (unsigned j = 0; j < p->variables; j++) {
        const ival from = ival_sub(ival_hull(box->x[j], ival_point(x[j])), ival_point(x[j]));
        const double least = 0x1p-40 * max_of(fabs(x[j]), ival_width(p->domain.x[j]));
        const double margin = max_of(inflation * part * ival_width(from), least);
        wide.x[j] = ival_point(x[j]) + ival_scale(from, part) + ival_of(-margin, margin);
    }
    return wide;
}

/* Theorem 2 for all of a box. */
static enum newton_proof prove(struct search *search, const struct problem *p, const struct region *box,
                               struct equations *eq, struct region *image)
{
    struct square square;
    if (!equations_over(search, p, box, ASK, eq) || !choose(p, eq, &square)) return NEWTON_NOTHING;
    return newton_inverse(eq, &square, box, image);
}

/* The narrowest enclosure of the one root in `root`. */
static void refine(struct search *search, const struct problem *p, struct region *root)
{
    bool again = true;
    for (int i = 0; i < REFINEMENTS && again; i++) {
        struct equations eq;
        const struct region before = *root;
        if (prove(search, p, &before, &eq, root) == NEWTON_NO_ROOT) return;
        again = false;
        for (unsigned j = 0; j < p->variables; j++)
            again = again || ival_width(root->x[j]) < enough * ival_width(before.x[j]);
    }
}

/* Adds what is known of the only root of a region: that it is a contact, for certain or perhaps, or none. */
static void add_root(struct search *search, const struct search_task *task, const struct region *region,
                     const struct region *root, bool tangent)
{
    const struct problem *p = task->problem;
    const ival time = root->x[p->variables - 1];
    struct search_contact contact = {.problem = p, .pair = task->pair, .unique = true, .region = *region};
    struct equations eq;
    bool inside = true;
    double middle[PROBLEM_VARIABLES];
    for (unsigned j = 0; j < p->variables; j++) {
        const ival common = ival_common(root->x[j], p->domain.x[j]);
        inside = inside && ival_in(root->x[j], p->domain.x[j]);
        contact.none = contact.none || ival_empty(common);
        middle[j] = contact.none ? 0 : ival_middle(common);
        contact.at.x[j] = ival_point(middle[j]);
    }
    contact.none = contact.none || !equations_over(search, p, root, search_ask(search) & ~PROBLEM_FRAME, &eq);
    contact.time = ival_hi(time);
    contact.lo = max_of(ival_lo(time), ival_lo(p->domain.x[p->variables - 1]));
    contact.hi = INFINITY;
    struct region crossing;
    if (!contact.none && inside && tangent && eq.certain) {
        contact.hi = contact.time;
    } else if (!contact.none && search->pair[task->pair].apart &&
               crossing_prove(p, middle, search->options->simultaneity / 16, &crossing, &search->iterations,
                              search->work)) {
        contact.hi = ival_hi(crossing.x[p->variables - 1]);
    }
    /* That the bodies have a point in common by `hi` says nothing of the root, if they are in each other
     * before, as they may be while nothing earlier is found. */
    contact.proven = !contact.none && eq.certain && contact.hi < INFINITY;
    search_add(search, &contact);
}

enum search_isolation search_isolated(struct search *search, const struct search_box *box,
                                      const double x[PROBLEM_VARIABLES])
{
    const struct search_task *task = &search->task[box->task];
    const struct problem *p = task->problem;
    struct equations eq;
    struct square square;
    double part = 1;
    struct region region = about(p, &box->x, x, 0);
    if (!equations_over(search, p, &region, ASK, &eq) || !choose(p, &eq, &square)) return SEARCH_SINGULAR;
    for (int i = 0; i < TRIES; i++, part *= smaller) {
        struct region root;
        region = about(p, &box->x, x, part);
        if (prove(search, p, &region, &eq, &root) != NEWTON_UNIQUE) continue;
        refine(search, p, &root);
        /* Of more rows than needed some were left out, which then need not hold at the root. */
        add_root(search, task, &region, &root, eq.rows == p->variables);
        return SEARCH_ISOLATED;
    }
    return SEARCH_UNKNOWN;
}
