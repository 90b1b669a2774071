#include "newton.h"
#include "../num/extremes.h"
#include <string.h>

/* ---- Linear_Solve ---- */

enum { SWEEPS = 6 };
static const double enough = 0.9; /* what a variable must shrink to for another sweep */

/* y without the points where m y = n has no solution, 0 in m. n > 0: solutions are y >= n / hi(m) and y <= n
 * / lo(m), none between them; the other sign is the mirror image. */
static ival outside_gap(ival y, ival n, ival m)
{
    if (ival_has_zero(n)) return y;
    if (ival_lo(n) < 0) {
        n = ival_neg(n);
        m = ival_neg(m);
    }
    const ival least = ival_point(ival_lo(n));
    const double hi = ival_hi(m), lo = ival_lo(m);
    const double from = hi > 0 ? ival_lo(ival_div(least, ival_point(hi))) : INFINITY;
    const double to = lo < 0 ? ival_hi(ival_div(least, ival_point(lo))) : -INFINITY;
    const bool above = ival_hi(y) >= from, below = ival_lo(y) <= to;
    if (above && below) return y;
    if (above) return ival_common(y, ival_of(from, INFINITY));
    return ival_common(y, ival_of(-INFINITY, below ? to : -INFINITY));
}

/* One row, y = x - c: the sum of the terms before and behind each entry gives what that entry's may be. */
static bool narrow_by_row(ival value, const ival *entry, unsigned n, ival *y)
{
    ival behind[PROBLEM_VARIABLES], before = value;
    behind[n - 1] = ival_point(0);
    for (unsigned j = n - 1; j > 0; j--) behind[j - 1] = behind[j] + ival_mul(entry[j], y[j]);
    for (unsigned j = 0; j < n; j++) {
        const ival rest = ival_neg(before + behind[j]);
        y[j] = ival_has_zero(entry[j]) ? outside_gap(y[j], rest, entry[j])
                                       : ival_common(y[j], ival_div(rest, entry[j]));
        if (ival_empty(y[j])) return false;
        before += ival_mul(entry[j], y[j]);
    }
    return ival_has_zero(before);
}

bool newton_narrow(const struct equations *eq, struct region *box)
{
    const unsigned n = eq->variables;
    ival y[PROBLEM_VARIABLES];
    for (unsigned j = 0; j < n; j++) y[j] = ival_sub(box->x[j], ival_point(eq->centre[j]));
    bool again = true;
    for (int sweep = 0; sweep < SWEEPS && again; sweep++) {
        double width[PROBLEM_VARIABLES];
        for (unsigned j = 0; j < n; j++) width[j] = ival_width(y[j]);
        for (unsigned i = 0; i < eq->rows; i++)
            if (!narrow_by_row(eq->value[i], eq->jacobian[i], n, y)) return false;
        again = false;
        for (unsigned j = 0; j < n; j++) again = again || ival_width(y[j]) < enough * width[j];
    }
    for (unsigned j = 0; j < n; j++) {
        box->x[j] = ival_common(box->x[j], y[j] + ival_point(eq->centre[j]));
        if (ival_empty(box->x[j])) return false;
    }
    return true;
}

/* ---- Square systems ---- */

static const double dependent = 1e-9; /* a pivot that is so small against its row is none */

/* The middles of the rows, each scaled to a largest entry of 1, while pivots are taken out of it. A row is
 * left out if all of its entries may be 0: on flat areas those of tangency are what rounding makes. */
struct elimination {
    unsigned rows, variables;
    double a[PROBLEM_ROWS][PROBLEM_VARIABLES];
    unsigned rows_left, variables_left; /* sets */
};

static bool set_has(unsigned set, unsigned k)
{
    return set >> k & 1;
}

static unsigned set_below(unsigned n)
{
    return (1U << n) - 1;
}

static void elimination_start(const struct equations *eq, const double *scale, unsigned allowed,
                              struct elimination *e)
{
    *e = (struct elimination){.rows = eq->rows, .variables = eq->variables, .variables_left = allowed};
    e->rows_left = set_below(eq->rows);
    for (unsigned i = 0; i < eq->rows; i++) {
        double most = 0;
        bool certain = false;
        for (unsigned j = 0; j < eq->variables; j++) {
            e->a[i][j] = ival_middle(eq->jacobian[i][j]) * scale[j];
            if (set_has(allowed, j)) most = max_of(most, fabs(e->a[i][j]));
            certain = certain || !ival_has_zero(eq->jacobian[i][j]);
        }
        if (!(most > 0) || !certain) e->rows_left &= ~(1U << i);
        for (unsigned j = 0; j < eq->variables && most > 0; j++) e->a[i][j] /= most;
    }
}

/* Takes the largest pivot in these rows and variables out of what is left; false: it is too small. */
static bool elimination_step(struct elimination *e, unsigned rows, unsigned variables, uint8_t *row,
                             uint8_t *variable)
{
    double most = dependent;
    bool found = false;
    for (unsigned i = 0; i < e->rows; i++) {
        for (unsigned j = 0; j < e->variables; j++) {
            if (!set_has(rows & e->rows_left, i) || !set_has(variables & e->variables_left, j)) continue;
            if (!(fabs(e->a[i][j]) > most)) continue;
            most = fabs(e->a[i][j]);
            *row = (uint8_t)i;
            *variable = (uint8_t)j;
            found = true;
        }
    }
    if (!found) return false;
    e->rows_left &= ~(1U << *row);
    e->variables_left &= ~(1U << *variable);
    for (unsigned i = 0; i < e->rows; i++) {
        if (!set_has(e->rows_left, i)) continue;
        const double factor = e->a[i][*variable] / e->a[*row][*variable];
        for (unsigned j = 0; j < e->variables; j++) e->a[i][j] -= factor * e->a[*row][j];
    }
    return true;
}

/* Gauss and Jordan on [a | 1], with pivots out of the whole column; false: a is singular. */
static bool invert(unsigned n, double a[PROBLEM_VARIABLES][PROBLEM_VARIABLES],
                   double inverse[PROBLEM_VARIABLES][PROBLEM_VARIABLES])
{
    double m[PROBLEM_VARIABLES][2 * PROBLEM_VARIABLES] = {{0}};
    for (unsigned i = 0; i < n; i++) {
        memcpy(m[i], a[i], n * sizeof a[i][0]);
        m[i][n + i] = 1;
    }
    for (unsigned k = 0; k < n; k++) {
        unsigned best = k;
        for (unsigned i = k + 1; i < n; i++)
            if (fabs(m[i][k]) > fabs(m[best][k])) best = i;
        if (!(fabs(m[best][k]) > 0)) return false;
        double row[2 * PROBLEM_VARIABLES];
        memcpy(row, m[best], sizeof row);
        memcpy(m[best], m[k], sizeof row);
        for (unsigned j = 0; j < 2 * n; j++) m[k][j] = row[j] / row[k];
        for (unsigned i = 0; i < n; i++) {
            const double factor = m[i][k];
            for (unsigned j = 0; j < 2 * n && i != k; j++) m[i][j] -= factor * m[k][j];
        }
    }
    bool finite = true;
    for (unsigned i = 0; i < n; i++) {
        memcpy(inverse[i], m[i] + n, n * sizeof m[i][0]);
        for (unsigned j = 0; j < n; j++) finite = finite && fabs(inverse[i][j]) < IVAL_LARGEST;
    }
    return finite;
}

bool square_choose(const struct equations *eq, unsigned n, unsigned rows, unsigned allowed, unsigned first,
                   const double scale[PROBLEM_VARIABLES], struct square *square)
{
    if (n < eq->contact || n > PROBLEM_VARIABLES || eq->rows == 0) return false;
    const unsigned contact = set_below(eq->contact);
    struct elimination e;
    elimination_start(eq, scale, allowed, &e);
    square->n = n;
    for (unsigned k = 0; k < n; k++) {
        const unsigned preferred = first & e.variables_left, variables = preferred ? preferred : allowed;
        if (!elimination_step(&e, k < eq->contact ? contact : rows, variables, &square->row[k],
                              &square->variable[k]))
            return false;
    }
    double a[PROBLEM_VARIABLES][PROBLEM_VARIABLES];
    for (unsigned i = 0; i < n; i++)
        for (unsigned j = 0; j < n; j++)
            a[i][j] = ival_middle(eq->jacobian[square->row[i]][square->variable[j]]);
    return invert(n, a, square->inverse);
}

/* ---- Proofs ---- */

/* The square system times the inverse of its middle: m y + f = 0, y = x - c of its variables; m is near 1.
 * Of the other variables of the box f holds every value. */
struct preconditioned {
    ival m[PROBLEM_VARIABLES][PROBLEM_VARIABLES], f[PROBLEM_VARIABLES];
};

static void precondition(const struct equations *eq, const struct square *square, const struct region *box,
                         struct preconditioned *p)
{
    const unsigned n = square->n;
    unsigned others = set_below(eq->variables);
    for (unsigned j = 0; j < n; j++) others &= ~(1U << square->variable[j]);
    ival f[PROBLEM_VARIABLES];
    for (unsigned k = 0; k < n; k++) {
        const unsigned row = square->row[k];
        f[k] = eq->value[row];
        for (unsigned j = 0; j < eq->variables; j++)
            if (set_has(others, j))
                f[k] += ival_mul(eq->jacobian[row][j], ival_sub(box->x[j], ival_point(eq->centre[j])));
    }
    for (unsigned i = 0; i < n; i++) {
        p->f[i] = ival_point(0);
        for (unsigned k = 0; k < n; k++) p->f[i] += ival_scale(f[k], square->inverse[i][k]);
        for (unsigned j = 0; j < n; j++) {
            p->m[i][j] = ival_point(0);
            for (unsigned k = 0; k < n; k++)
                p->m[i][j] +=
                    ival_scale(eq->jacobian[square->row[k]][square->variable[j]], square->inverse[i][k]);
        }
    }
}

/* What follows from all roots lying in c + y: `regular` where there are no two in the box. */
static enum newton_proof conclude(const struct equations *eq, const struct square *square, const ival *y,
                                  bool regular, const struct region *box, struct region *image)
{
    bool inside = regular && eq->derivatives, empty = false;
    struct region part = *box;
    for (unsigned i = 0; i < square->n; i++) {
        const unsigned j = square->variable[i];
        const ival bound = y[i] + ival_point(eq->centre[j]);
        inside = inside && ival_inside(bound, box->x[j]);
        part.x[j] = ival_common(box->x[j], bound);
        empty = empty || ival_empty(part.x[j]);
    }
    if (empty) return NEWTON_NO_ROOT;
    *image = part;
    return inside ? NEWTON_UNIQUE : NEWTON_NOTHING;
}

enum newton_proof newton_krawczyk(const struct equations *eq, const struct square *square,
                                  const struct region *box, struct region *image)
{
    struct preconditioned p;
    precondition(eq, square, box, &p);
    ival y[PROBLEM_VARIABLES];
    bool contracts = true;
    for (unsigned i = 0; i < square->n; i++) {
        double norm = 0;
        y[i] = ival_neg(p.f[i]);
        for (unsigned j = 0; j < square->n; j++) {
            const ival rest = ival_sub(ival_point(i == j), p.m[i][j]);
            const unsigned k = square->variable[j];
            norm += ival_size(rest);
            y[i] += ival_mul(rest, ival_sub(box->x[k], ival_point(eq->centre[k])));
        }
        contracts = contracts && norm < 1;
    }
    return conclude(eq, square, y, contracts, box, image);
}

/* Elimination goes on with pivots of at least 2^-10 and entries of at most 2^10, both near 1 where anything
 * can be proven, so that nothing overflows: f is at most 5 2^400. */
static bool eliminate(struct preconditioned *p, unsigned n)
{
    for (unsigned k = 0; k < n; k++) {
        for (unsigned i = k; i < n; i++)
            for (unsigned j = k; j < n; j++)
                if (!(ival_size(p->m[i][j]) <= 0x1p10)) return false;
        if (!(ival_lo(p->m[k][k]) >= 0x1p-10)) return false;
        for (unsigned i = k + 1; i < n; i++) {
            const ival factor = ival_div(p->m[i][k], p->m[k][k]);
            for (unsigned j = k + 1; j < n; j++)
                p->m[i][j] = ival_sub(p->m[i][j], ival_mul(factor, p->m[k][j]));
            p->f[i] = ival_sub(p->f[i], ival_mul(factor, p->f[k]));
        }
    }
    return true;
}

enum newton_proof newton_inverse(const struct equations *eq, const struct square *square,
                                 const struct region *box, struct region *image)
{
    const unsigned n = square->n;
    struct preconditioned p;
    precondition(eq, square, box, &p);
    if (!eliminate(&p, n)) {
        if (image != box) *image = *box;
        return NEWTON_NOTHING;
    }
    ival y[PROBLEM_VARIABLES];
    for (unsigned i = n; i-- > 0;) {
        ival rest = ival_neg(p.f[i]);
        for (unsigned j = i + 1; j < n; j++) rest = ival_sub(rest, ival_mul(p.m[i][j], y[j]));
        y[i] = ival_div(rest, p.m[i][i]);
    }
    return conclude(eq, square, y, true, box, image);
}
