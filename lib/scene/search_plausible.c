/* Whether a small box may hold a contact, and one near a pole that is none there. */
#include "../num/extremes.h"
#include "descend.h"
#include "search.h"

static bool may_hold(struct search *search, const struct problem *p, const struct region *box,
                     struct equations *eq)
{
    search->iterations++;
    return problem_equations(p, box, search_ask(search), false, eq, search->work);
}

/* Where a parameter is looked at instead, in shares of its domain, if the point is the same for all of it. */
static const double elsewhere[] = {0.13, 0.47, 0.81};

/* Whether the points of the pieces are not moved by a parameter: at a pole of one of them. Of points its
 * entries of the contact rows say so; along functions the piece itself is looked at. */
static bool is_pole(struct search *search, const struct search_task *task, const struct region *box,
                    const struct equations *eq, unsigned parameter)
{
    const struct problem *p = task->problem;
    const double domain = ival_width(p->domain.x[parameter]);
    const double most = 2 * search->pair[task->pair].accuracy;
    struct region line = *box;
    ival world[3];
    bool same = p->scalars || eq->contact == p->contact;
    line.x[parameter] = p->domain.x[parameter];
    if (p->scalars) problem_world(p, &line, world, search->work);
    for (int k = 0; k < 3; k++)
        same = same &&
               (p->scalars ? ival_width(world[k]) : ival_size(eq->jacobian[k][parameter]) * domain) < most;
    return same;
}

/* A contact at a pole is one for all values of the parameter; tangency may hold for one of them where the
 * pole only goes through a surface. */
static bool pole_may_hold(struct search *search, const struct problem *p, const struct region *box,
                          unsigned parameter)
{
    struct equations eq;
    for (size_t k = 0; k < sizeof elsewhere / sizeof *elsewhere; k++) {
        const ival domain = p->domain.x[parameter];
        struct region other = *box;
        other.x[parameter] = ival_point(ival_lo(domain) + elsewhere[k] * ival_width(domain));
        if (!may_hold(search, p, &other, &eq)) return false;
    }
    return true;
}

bool search_plausible(struct search *search, const struct search_task *task, const struct region *box)
{
    const struct problem *p = task->problem;
    struct equations eq;
    if (!may_hold(search, p, box, &eq)) return false;
    for (unsigned j = 0; j + 1 < p->variables; j++)
        if (is_pole(search, task, box, &eq, j) && !pole_may_hold(search, p, box, j)) return false;
    return true;
}

static const double radius = 0x1p-40; /* in widths of the domain, or of the number */

struct region search_about(const struct problem *p, const double x[PROBLEM_VARIABLES])
{
    struct region about;
    double scale[PROBLEM_VARIABLES];
    descend_scale(p, scale);
    for (unsigned j = 0; j < p->variables; j++) {
        const double r = radius * max_of(scale[j], fabs(x[j]));
        about.x[j] = ival_common(ival_point(x[j]) + ival_of(-r, r), p->domain.x[j]);
    }
    return about;
}
