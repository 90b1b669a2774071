#include "crossing.h"
#include "../num/extremes.h"
#include "descend.h"
#include "newton.h"
#include <float.h>

/* How far variables that are fixed are moved into the domain, in widths of it, one after the other, until a
 * proof succeeds: at a pole, or at the border of a domain, none does at first. */
static const double shifts[] = {0, 0x1p-30, 0x1p-20, 0x1p-12};

/* How much later than x a crossing is looked for where the pieces only graze each other, in shares of what
 * is asked for. */
static const double delays[] = {0x1p-20, 0x1p-10, 1};

enum { PROOFS = 4 };           /* boxes about a point that are tried, */
static const double grow = 64; /* each so many times as wide as the one before */

/* A variable that is nearer to the border of its domain than this share of it is better fixed than solved
 * for. */
static const double at_border = 0x1p-36;

static unsigned inner_variables(const struct problem *p, const double *x)
{
    unsigned set = 0;
    for (unsigned j = 0; j < p->variables; j++) {
        const double width = ival_width(p->domain.x[j]), margin = at_border * width;
        if (x[j] > ival_lo(p->domain.x[j]) + margin && x[j] < ival_hi(p->domain.x[j]) - margin)
            set |= 1U << j;
    }
    return set;
}

static bool within_domain(const struct problem *p, const struct region *box)
{
    bool all = true;
    for (unsigned j = 0; j < p->variables; j++) all = all && ival_in(box->x[j], p->domain.x[j]);
    return all;
}

static bool equations_at(const struct problem *p, const double *x, struct equations *eq, uint64_t *steps,
                         struct problem_work *work)
{
    struct region at;
    for (unsigned j = 0; j < p->variables; j++) at.x[j] = ival_point(x[j]);
    (*steps)++;
    return problem_equations(p, &at, PROBLEM_CONTACT | PROBLEM_ANYWAY, false, eq, work) &&
           eq->contact == p->contact;
}

/* Boxes about x, thin in what is not among the square's variables, until one holds a root for certain. */
static bool prove_at(const struct problem *p, const double *x, const struct square *square,
                     const double *scale, struct region *root, uint64_t *steps, struct problem_work *work)
{
    double radius = 16 * DBL_EPSILON;
    for (int i = 0; i < PROOFS; i++, radius *= grow) {
        struct region box;
        for (unsigned j = 0; j < p->variables; j++) box.x[j] = ival_point(x[j]);
        for (unsigned k = 0; k < square->n; k++) {
            const unsigned j = square->variable[k];
            const double r = radius * max_of(fabs(x[j]), scale[j]);
            box.x[j] += ival_of(-r, r);
        }
        struct equations eq;
        (*steps)++;
        if (!within_domain(p, &box) || !problem_equations(p, &box, PROBLEM_CONTACT, false, &eq, work))
            return false;
        if (eq.contact == p->contact && eq.certain &&
            newton_inverse(&eq, square, &box, root) == NEWTON_UNIQUE)
            return true;
    }
    return false;
}

/* One attempt: n of the variables in `allowed` are solved for, those in `first` before others. */
static bool attempt(const struct problem *p, const double *start, unsigned allowed, unsigned first,
                    struct region *root, uint64_t *steps, struct problem_work *work)
{
    double scale[PROBLEM_VARIABLES], x[PROBLEM_VARIABLES];
    struct equations eq;
    struct square square;
    descend_scale(p, scale);
    for (unsigned j = 0; j < p->variables; j++) x[j] = start[j];
    if (!equations_at(p, x, &eq, steps, work) ||
        !square_choose(&eq, p->contact, 0, allowed, first, scale, &square))
        return false;
    struct descent how = {.fixed = (1U << p->variables) - 1};
    for (unsigned k = 0; k < square.n; k++) how.fixed &= ~(1U << square.variable[k]);
    if (!descend(p, &how, x, steps, work) || !equations_at(p, x, &eq, steps, work)) return false;
    /* The same variables again, by the derivatives at the solution. */
    if (!square_choose(&eq, p->contact, 0, allowed & ~how.fixed, 0, scale, &square)) return false;
    return prove_at(p, x, &square, scale, root, steps, work);
}

/* Moves all but the time towards the middle of the domain. */
static void shift(const struct problem *p, double by, double *x)
{
    for (unsigned j = 0; j + 1 < p->variables; j++) {
        const double width = ival_width(p->domain.x[j]);
        x[j] += x[j] < ival_middle(p->domain.x[j]) ? by * width : -(by * width);
    }
}

static bool shifted_attempts(const struct problem *p, const double *start, unsigned allowed, unsigned first,
                             struct region *root, uint64_t *steps, struct problem_work *work)
{
    for (size_t i = 0; i < sizeof shifts / sizeof *shifts; i++) {
        double x[PROBLEM_VARIABLES];
        for (unsigned j = 0; j < p->variables; j++) x[j] = start[j];
        shift(p, shifts[i], x);
        if (attempt(p, x, allowed & inner_variables(p, x), first, root, steps, work)) return true;
    }
    return false;
}

bool crossing_prove(const struct problem *p, const double x[PROBLEM_VARIABLES], double patience,
                    struct region *root, uint64_t *steps, struct problem_work *work)
{
    const unsigned time = 1U << (p->variables - 1), places = time - 1;
    if (shifted_attempts(p, x, time | places, time, root, steps, work)) return true;
    for (size_t i = 0; i < sizeof delays / sizeof *delays && patience > 0; i++) {
        double later[PROBLEM_VARIABLES];
        for (unsigned j = 0; j < p->variables; j++) later[j] = x[j];
        later[p->variables - 1] += delays[i] * patience;
        if (attempt(p, later, places & inner_variables(p, later), 0, root, steps, work)) return true;
    }
    return false;
}
