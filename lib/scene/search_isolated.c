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

/* A square system out of the rows of contact and tangency, which are so many. */
struct system {
    struct square square;
    unsigned rows, tangency; /* the set of its rows of tangency */
};

/* The sets of rows of tangency each of which says that there is tangency. Of two faces: that the first one's
 * tangents are normal to the second one's normal, or the other way round. Of two leaves N1 and N2: two of the
 * three components of N1 x N2, which is normal to both; if those two are 0 then so is the third one, provided
 * that N1 or N2 has a component of that number, which is the entry of its row of contact. Else all of them.
 */
static unsigned tangency_sets(const struct equations *eq, unsigned n, unsigned set[3])
{
    const unsigned first = eq->contact + eq->frame, needed = n - eq->contact;
    if (eq->tangent == 4 && needed == 2) {
        set[0] = 3U << first;
        set[1] = 12U << first;
        return 2;
    }
    if (eq->tangent == 3 && needed == 2 && eq->contact == 2) {
        for (unsigned k = 0; k < 3; k++) set[k] = (7U & ~(1U << k)) << first;
        return 3;
    }
    set[0] = ((1U << eq->tangent) - 1) << first;
    return eq->tangent == needed;
}

/* Whether tangency follows over all of the box: see above. */
static bool tangency_follows(const struct equations *eq, unsigned set)
{
    const unsigned first = eq->contact + eq->frame;
    if (eq->tangent != 3 || eq->contact != 2) return true;
    for (unsigned k = 0; k < 3; k++)
        if (set == (7U & ~(1U << k)) << first)
            return !ival_has_zero(eq->jacobian[0][k]) || !ival_has_zero(eq->jacobian[1][k]);
    return true;
}

static double smallest_pivot(const struct square *square, const double *scale)
{
    double most = 0;
    for (unsigned i = 0; i < square->n; i++)
        for (unsigned j = 0; j < square->n; j++)
            most = fmax(most, fabs(square->inverse[i][j]) / scale[square->variable[i]]);
    return 1 / most;
}

/* The square system whose inverse is the least, of those that say enough. */
static bool choose(const struct problem *p, const struct equations *eq, struct system *system)
{
    double scale[PROBLEM_VARIABLES], best = 0;
    unsigned sets[3];
    if (eq->contact != p->contact || p->contact > p->variables) return false;
    descend_scale(p, scale);
    const unsigned n = tangency_sets(eq, p->variables, sets);
    for (unsigned i = 0; i < n; i++) {
        struct square other;
        if (!square_choose(eq, p->variables, sets[i], (1U << p->variables) - 1, 0, scale, &other)) continue;
        const double pivot = smallest_pivot(&other, scale);
        if (!(pivot > best)) continue;
        best = pivot;
        *system = (struct system){other, eq->rows, sets[i]};
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
static enum newton_proof prove(struct search *search, const struct problem *p, const struct system *system,
                               const struct region *box, struct equations *eq, struct region *image)
{
    if (!equations_over(search, p, box, ASK, eq) || eq->rows != system->rows || eq->contact != p->contact)
        return NEWTON_NOTHING;
    return newton_inverse(eq, &system->square, box, image);
}

/* The narrowest enclosure of the one root in `root`. */
static void refine(struct search *search, const struct problem *p, const struct system *system,
                   struct region *root)
{
    bool again = true;
    for (int i = 0; i < REFINEMENTS && again; i++) {
        struct equations eq;
        const struct region before = *root;
        if (prove(search, p, system, &before, &eq, root) == NEWTON_NO_ROOT) return;
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
    struct system system;
    double part = 1;
    struct region region = about(p, &box->x, x, 0);
    if (!equations_over(search, p, &region, ASK, &eq) || !choose(p, &eq, &system)) return SEARCH_SINGULAR;
    for (int i = 0; i < TRIES; i++, part *= smaller) {
        struct region root;
        region = about(p, &box->x, x, part);
        if (prove(search, p, &system, &region, &eq, &root) != NEWTON_UNIQUE) continue;
        refine(search, p, &system, &root);
        add_root(search, task, &region, &root, tangency_follows(&eq, system.tangency));
        return SEARCH_ISOLATED;
    }
    return SEARCH_UNKNOWN;
}
