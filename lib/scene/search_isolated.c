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

/* The sets of rows of tangency each of which says that there is tangency. Of two faces: that the first one's
 * tangents are normal to the second one's normal, or the other way round. Else all of them; if those are more
 * than needed, some of them do not say enough. */
static unsigned tangency_sets(const struct equations *eq, unsigned needed, unsigned set[2])
{
    const unsigned first = eq->contact + eq->frame;
    const bool two_ways = eq->tangent == 4 && needed == 2;
    set[0] = two_ways ? 3U << first : ((1U << eq->tangent) - 1) << first;
    set[1] = 12U << first;
    return two_ways ? 2 : 1;
}

static double smallest_pivot(const struct square *square, const double *scale)
{
    double most = 0;
    for (unsigned i = 0; i < square->n; i++)
        for (unsigned j = 0; j < square->n; j++)
            most = fmax(most, fabs(square->inverse[i][j]) / scale[square->variable[i]]);
    return 1 / most;
}

/* The square system of contact and tangency whose inverse is the least. false: there is none. */
static bool choose(const struct problem *p, const struct equations *eq, struct square *square)
{
    double scale[PROBLEM_VARIABLES], best = 0;
    unsigned sets[2];
    if (eq->contact != p->contact || p->contact > p->variables) return false;
    descend_scale(p, scale);
    const unsigned n = tangency_sets(eq, p->variables - p->contact, sets);
    for (unsigned i = 0; i < n; i++) {
        struct square other;
        if (!square_choose(eq, p->variables, sets[i], (1U << p->variables) - 1, 0, scale, &other)) continue;
        const double pivot = smallest_pivot(&other, scale);
        if (!(pivot > best)) continue;
        best = pivot;
        *square = other;
    }
    return best > 0;
}

/* A box about x, such that it holds `box` if part is 1. */
static struct region about(const struct problem *p, const struct region *box, const double *x, double part)
{
    struct region wide;
    for (unsigned j = 0; j < p->variables; j++) {
        const ival from = ival_sub(ival_hull(box->x[j], ival_point(x[j])), ival_point(x[j]));
        const double least = 0x1p-40 * fmax(fabs(x[j]), ival_width(p->domain.x[j]));
        const double margin = fmax(inflation * part * ival_width(from), least);
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
    contact.lo = fmax(ival_lo(time), ival_lo(p->domain.x[p->variables - 1]));
    contact.hi = INFINITY;
    struct region crossing;
    if (!contact.none && inside && tangent && eq.certain) {
        contact.hi = contact.time;
    } else if (!contact.none && search->pair[task->pair].apart &&
               crossing_prove(p, middle, search->options->simultaneity / 16, &crossing, &search->iterations,
                              search->work)) {
        contact.hi = ival_hi(crossing.x[p->variables - 1]);
    }
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
        const unsigned needed = p->variables - p->contact;
        add_root(search, task, &region, &root, eq.tangent == needed || eq.tangent == 2 * needed);
        return SEARCH_ISOLATED;
    }
    return SEARCH_UNKNOWN;
}
