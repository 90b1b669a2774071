#include "descend.h"
#include "../num/extremes.h"

/* At most so many steps; a point near a contact needs four to six. */
enum { STEPS = 14 };

/* Steps, in widths of the domain, that are too short to be followed by another one. */
static const double last_step = 0x1p-44;

/* What the damping is at least, in the unit of squared rows: what rounding makes of a squared pivot that is
 * 0, so that no step goes far where the rows do not care. */
static const double least_damping = 0x1p-48;

/* Where the squared rows do not become smaller by this from one step to the next, after some, Newton's method
 * has come to rest, or does not converge as it should. */
static const double slow = 0x1p-6;

/* A first step that asks for more than this many widths of the domain leads nowhere near. */
static const double too_far = 0.5;

void descend_scale(const struct problem *p, double scale[PROBLEM_VARIABLES])
{
    for (unsigned j = 0; j < p->variables; j++) {
        scale[j] = ival_width(p->domain.x[j]);
        if (!(scale[j] > 0)) scale[j] = 1;
    }
}

/* The middle of bounds at a point, but 0 where they hold 0: the rest is what rounding makes, and would be
 * blown up where a whole row is 0 but for that, as are those of tangency on flat areas. */
static double rounded_off(ival x)
{
    return ival_has_zero(x) ? 0 : ival_middle(x);
}

/* A row a dz + r = 0 in widths of the domain; returns its length |a|. */
static double take_row(const struct equations *eq, const struct descent *how, const double *scale, unsigned i,
                       double a[PROBLEM_VARIABLES])
{
    double sum = 0;
    for (unsigned j = 0; j < eq->variables; j++) {
        const ival entry = eq->jacobian[i][j];
        const double slope = eq == how->first ? ival_middle(entry) : rounded_off(entry);
        a[j] = how->fixed >> j & 1 ? 0 : slope * scale[j];
        sum += a[j] * a[j];
    }
    return sqrt(sum);
}

/* Rows a dz + r = 0, those of contact and those of tangency each in a unit in which the longest has the
 * length 1: shorter ones say less, as rows of tangency do at a pole of one of the faces. But scalar functions
 * have each a unit of its own. What is not asked for is 0. Returns the sum of r^2. */
static double scaled_rows(const struct problem *p, const struct equations *eq, const struct descent *how,
                          const double *scale, double a[PROBLEM_ROWS][PROBLEM_VARIABLES],
                          double r[PROBLEM_ROWS])
{
    double length[PROBLEM_ROWS], longest[2] = {0, 0}, sum = 0;
    for (unsigned i = 0; i < eq->rows; i++) {
        double *most = &longest[i >= eq->contact];
        length[i] = take_row(eq, how, scale, i, a[i]);
        if (i < eq->contact || i >= eq->contact + eq->frame) *most = max_of(*most, length[i]);
    }
    for (unsigned i = 0; i < eq->rows; i++) {
        const bool contact = i < eq->contact;
        const bool asked = contact || (how->tangency && i >= eq->contact + eq->frame);
        const double unit = contact && p->scalars ? length[i] : longest[!contact];
        const double by = asked && unit > 0 ? 1 / unit : 0;
        for (unsigned j = 0; j < eq->variables; j++) a[i][j] *= by;
        r[i] = rounded_off(eq->value[i]) * by;
        sum += r[i] * r[i];
    }
    return sum;
}

/* Solves m x = b for a symmetric m that is positive definite, by Cholesky's method; false: it is not. */
static bool solve(unsigned n, double m[PROBLEM_VARIABLES][PROBLEM_VARIABLES], double *x)
{
    for (unsigned j = 0; j < n; j++) {
        for (unsigned k = 0; k < j; k++) m[j][j] -= m[j][k] * m[j][k];
        if (!(m[j][j] > 0)) return false;
        m[j][j] = sqrt(m[j][j]);
        for (unsigned i = j + 1; i < n; i++) {
            for (unsigned k = 0; k < j; k++) m[i][j] -= m[i][k] * m[j][k];
            m[i][j] /= m[j][j];
        }
    }
    for (unsigned i = 0; i < n; i++) {
        for (unsigned k = 0; k < i; k++) x[i] -= m[i][k] * x[k];
        x[i] /= m[i][i];
    }
    for (unsigned i = n; i-- > 0;) {
        for (unsigned k = i + 1; k < n; k++) x[i] -= m[k][i] * x[k];
        x[i] /= m[i][i];
    }
    return true;
}

/* The step dz that makes |a dz + r|^2 + damping |dz|^2 least. */
static bool damped_step(const struct equations *eq, double a[PROBLEM_ROWS][PROBLEM_VARIABLES],
                        const double r[PROBLEM_ROWS], double damping, double dz[PROBLEM_VARIABLES])
{
    double m[PROBLEM_VARIABLES][PROBLEM_VARIABLES];
    for (unsigned j = 0; j < eq->variables; j++) {
        dz[j] = 0;
        for (unsigned i = 0; i < eq->rows; i++) dz[j] -= a[i][j] * r[i];
        for (unsigned k = 0; k <= j; k++) {
            m[j][k] = j == k ? damping : 0;
            for (unsigned i = 0; i < eq->rows; i++) m[j][k] += a[i][j] * a[i][k];
        }
    }
    return solve(eq->variables, m, dz);
}

static double clamp(double x, ival domain)
{
    return min_of(max_of(x, ival_lo(domain)), ival_hi(domain));
}

static bool equations_at(const struct problem *p, const struct descent *how, const double *x,
                         struct equations *eq, uint64_t *steps, struct problem_work *work)
{
    const unsigned ask = PROBLEM_CONTACT | PROBLEM_ANYWAY | (how->tangency ? PROBLEM_TANGENCY : 0);
    struct region at;
    for (unsigned j = 0; j < p->variables; j++) at.x[j] = ival_point(x[j]);
    (*steps)++;
    return problem_equations(p, &at, ask, false, eq, work) && eq->contact == p->contact;
}

/* Moves x by a step dz. Returns how far, in widths of the domain; INFINITY: too far. */
static double move(const struct problem *p, const struct descent *how, const double *scale, const double *dz,
                   double *x)
{
    double moved = 0;
    bool inside = true;
    for (unsigned j = 0; j < p->variables; j++) {
        const double next = clamp(x[j] + scale[j] * dz[j], p->domain.x[j]);
        moved = max_of(moved, fabs(next - x[j]) / scale[j]);
        x[j] = next;
        if (how->reach)
            inside = inside && x[j] >= ival_lo(how->reach->x[j]) && x[j] <= ival_hi(how->reach->x[j]);
    }
    return inside && moved < too_far ? moved : INFINITY;
}

bool descend(const struct problem *p, const struct descent *how, double x[PROBLEM_VARIABLES], uint64_t *steps,
             struct problem_work *work)
{
    double scale[PROBLEM_VARIABLES], before = INFINITY;
    descend_scale(p, scale);
    for (int step = 0; step < STEPS; step++) {
        struct equations made;
        const struct equations *eq = step == 0 && how->first ? how->first : &made;
        if (eq == &made && !equations_at(p, how, x, &made, steps, work)) return false;
        double a[PROBLEM_ROWS][PROBLEM_VARIABLES], r[PROBLEM_ROWS], dz[PROBLEM_VARIABLES];
        const double rest = scaled_rows(p, eq, how, scale, a, r);
        if (step > 3 && rest > (how->tangency ? slow : 1) * before)
            return sqrt(min_of(rest, before)) < last_step;
        before = rest;
        if (!damped_step(eq, a, r, rest + least_damping, dz)) return false;
        const double moved = move(p, how, scale, dz, x);
        if (moved == INFINITY) return false;
        if (moved < last_step && eq == &made) return sqrt(rest) < 4 * last_step;
    }
    return false;
}
