/* The rows of a problem of scalar functions: the functions, the combination of them that changes least, and
 * tangency: that their gradients by the parameters are dependent (Eq. 5 of Snyder et al. 1993). */
#include "../num/extremes.h"
#include "scalars.h"

/* What the rows are made of: the functions over the box, tightened, and at its middle c. */
struct parts {
    const struct scalars_look *look;
    const struct jet *middle;
    struct jet over[SCALARS_MOST];
    bool first[SCALARS_MOST], second[SCALARS_MOST]; /* derivatives that can be computed with */
    bool slopes, anyway;
    struct equations *eq;
};

/* A function over the box: its bounds as they come, its value at c, and first derivatives or slopes. */
struct row {
    ival over, value, d[PROBLEM_VARIABLES];
};

/* ---- Rows into equations ---- */

static bool usable(const struct row *row, unsigned variables)
{
    bool all = ival_size(row->value) <= IVAL_LARGEST;
    for (unsigned k = 0; k < variables; k++) all &= ival_size(row->d[k]) <= IVAL_LARGEST;
    return all;
}

/* Whether the natural and the mean value form have a zero in common with the box. */
static bool row_possible(const struct parts *parts, const struct row *row)
{
    const struct scalars_look *look = parts->look;
    if (parts->anyway) return true;
    if (!ival_has_zero(row->over)) return false;
    if (!usable(row, look->variables)) return true;
    ival mean = row->value;
    for (unsigned k = 0; k < look->variables; k++) mean += ival_mul(row->d[k], look->step[k]);
    return ival_has_zero(mean);
}

/* Leaves out what is too large. */
static void add_row(struct parts *parts, const struct row *row)
{
    struct equations *eq = parts->eq;
    if (!usable(row, parts->look->variables)) return;
    eq->value[eq->rows] = row->value;
    for (unsigned k = 0; k < parts->look->variables; k++) eq->jacobian[eq->rows][k] = row->d[k];
    eq->rows++;
}

/* ---- Functions ---- */

/* How much the derivative by variable j changes over the box from c. */
static ival bend(const struct scalars_look *look, const struct jet *over, unsigned j)
{
    ival sum = ival_point(0);
    for (unsigned k = 0; k < look->variables; k++)
        sum += ival_mul(over->dd[tape_second(j, k)], look->step[k]);
    return sum;
}

/* Taylor's form: f(c) + f'(c) (x - c) + (x - c)' f''(X) (x - c) / 2, where squares are not negative. */
static ival taylor(const struct scalars_look *look, const struct jet *middle, const struct jet *over)
{
    ival sum = middle->value;
    for (unsigned j = 0; j < look->variables; j++) {
        sum += ival_mul(middle->d[j], look->step[j]);
        for (unsigned k = 0; k < j; k++)
            sum += ival_mul(over->dd[tape_second(j, k)], ival_mul(look->step[j], look->step[k]));
        sum += ival_scale(ival_mul(over->dd[tape_second(j, j)], ival_square(look->step[j])), 0.5);
    }
    return sum;
}

/* Bounds by what the second derivatives say. Neither form is empty, and what both hold is not. */
static void tighten(const struct scalars_look *look, const struct jet *middle, struct jet *over)
{
    over->value = ival_common(over->value, taylor(look, middle, over));
    for (unsigned j = 0; j < look->variables; j++)
        over->d[j] = ival_common(over->d[j], middle->d[j] + bend(look, over, j));
}

static void take_parts(struct parts *parts, enum tape_order order)
{
    const struct scalars_look *look = parts->look;
    const int n = (int)look->variables, seconds = n * (n + 1) / 2;
    for (unsigned i = 0; i < look->functions; i++) {
        const struct jet *at = &look->middle[i];
        struct jet *over = &parts->over[i];
        *over = look->box[i];
        parts->first[i] = ival_bounded(&at->value, 1) && ival_bounded(over->d, n);
        parts->second[i] = order == TAPE_HESSIAN && parts->first[i] && ival_bounded(at->d, n) &&
                           ival_bounded(over->dd, seconds);
        if (parts->second[i]) tighten(look, at, over);
    }
}

/* The row of a function. A slope from c is the mean of the derivatives on the way from there, which is in
 * their bounds, and bends half as much as they do. */
static struct row row_of(const struct parts *parts, const struct jet *middle, const struct jet *over,
                         bool second)
{
    const struct scalars_look *look = parts->look;
    struct row row = {.over = over->value, .value = middle->value};
    for (unsigned j = 0; j < look->variables; j++) {
        row.d[j] = over->d[j];
        if (second && parts->slopes)
            row.d[j] = ival_common(row.d[j], middle->d[j] + ival_scale(bend(look, over, j), 0.5));
    }
    return row;
}

static bool contact_rows(struct parts *parts)
{
    for (unsigned i = 0; i < parts->look->functions; i++) {
        if (!parts->anyway && !ival_has_zero(parts->over[i].value)) return false;
        if (!parts->first[i]) continue;
        const struct row row = row_of(parts, &parts->middle[i], &parts->over[i], parts->second[i]);
        if (!row_possible(parts, &row)) return false;
        add_row(parts, &row);
    }
    parts->eq->contact = parts->eq->rows;
    return true;
}

/* ---- The combination that changes least ---- */

/* Gradients of length 1 that leave no larger entries than this are dependent but for rounding. */
static const double dependent = 1e-10;

/* One step of elimination: of rows r and on the one with the largest entry becomes row r, and the others lose
 * their entries in its column. Returns the size of that entry; 0: there are no more. */
static double eliminate(double a[SCALARS_MOST][3], double by[SCALARS_MOST][SCALARS_MOST], unsigned r,
                        unsigned functions, unsigned parameters)
{
    unsigned row = r, column = 0;
    for (unsigned i = r; i < functions; i++)
        for (unsigned j = 0; j < parameters; j++)
            if (fabs(a[i][j]) > fabs(a[row][column])) row = i, column = j;
    const double largest = fabs(a[row][column]);
    if (!(largest > 0)) return 0;
    for (unsigned j = 0; j < SCALARS_MOST; j++) {
        const double x = by[r][j], y = j < 3 ? a[r][j] : 0;
        by[r][j] = by[row][j], by[row][j] = x;
        if (j < 3) a[r][j] = a[row][j], a[row][j] = y;
    }
    for (unsigned i = r + 1; i < functions; i++) {
        const double share = a[i][column] / a[r][column];
        for (unsigned j = 0; j < parameters; j++) a[i][j] = j == column ? 0 : a[i][j] - share * a[r][j];
        for (unsigned j = 0; j < functions; j++) by[i][j] -= share * by[r][j];
    }
    return largest;
}

bool scalars_factors(const struct scalars_look *look, double factor[SCALARS_MOST])
{
    double a[SCALARS_MOST][3] = {{0}}, by[SCALARS_MOST][SCALARS_MOST] = {{0}}, most = 0;
    const unsigned last = look->functions - 1;
    double left = 1;
    for (unsigned i = 0; i < look->functions; i++) {
        double square = 0;
        for (unsigned j = 0; j < look->parameters; j++) {
            a[i][j] = !ival_bounded(&look->middle[i].d[j], 1) ? 0 : ival_middle(look->middle[i].d[j]);
            square += a[i][j] * a[i][j];
        }
        by[i][i] = square > 0 && square < INFINITY ? 1 / sqrt(square) : 1;
        for (unsigned j = 0; j < look->parameters; j++) a[i][j] *= by[i][i];
    }
    for (unsigned r = 0; r < last && left > 0; r++)
        left = min_of(left, eliminate(a, by, r, look->functions, look->parameters));
    for (unsigned i = 0; i <= last; i++) most = fabs(by[last][i]) > most ? fabs(by[last][i]) : most;
    const bool good = most > 0 && most < INFINITY;
    for (unsigned i = 0; i <= last; i++) factor[i] = good ? by[last][i] / most : i == last;
    return good && left > dependent;
}

static void add_multiple(ival *sum, const ival *x, double factor, unsigned n)
{
    for (unsigned k = 0; k < n; k++) sum[k] += ival_scale(x[k], factor);
}

static void combine(const struct jet *f, const double *factor, unsigned functions, unsigned variables,
                    bool second, struct jet *sum)
{
    *sum = (struct jet){0};
    for (unsigned i = 0; i < functions; i++) {
        add_multiple(&sum->value, &f[i].value, factor[i], 1);
        add_multiple(sum->d, f[i].d, factor[i], variables);
        if (second) add_multiple(sum->dd, f[i].dd, factor[i], variables * (variables + 1) / 2);
    }
}

/* Where the functions' surfaces touch, this one is as flat there as the gap between them. */
static bool frame_row(struct parts *parts)
{
    const struct scalars_look *look = parts->look;
    double factor[SCALARS_MOST];
    struct jet middle, over;
    for (unsigned i = 0; i < look->functions; i++)
        if (!parts->second[i]) return true;
    if (look->functions < 2) return true;
    scalars_factors(look, factor);
    combine(parts->middle, factor, look->functions, look->variables, false, &middle);
    combine(parts->over, factor, look->functions, look->variables, true, &over);
    tighten(look, &middle, &over);
    const struct row row = row_of(parts, &middle, &over, true);
    if (!row_possible(parts, &row)) return false;
    add_row(parts, &row);
    parts->eq->frame = parts->eq->rows - parts->eq->contact;
    return true;
}

/* ---- Tangency ---- */

/* A derivative of a function as a row. */
static struct row derivative(const struct parts *parts, unsigned i, unsigned j)
{
    struct row row = {.over = parts->over[i].d[j], .value = parts->middle[i].d[j]};
    for (unsigned k = 0; k < parts->look->variables; k++) row.d[k] = parts->over[i].dd[tape_second(j, k)];
    return row;
}

/* x y - z w, as rows. A product changes from c by x' y(X) + x(X) y'; with slopes by x' y(X) + x(c) y'. */
static struct row products(const struct parts *parts, const struct row *x, const struct row *y,
                           const struct row *z, const struct row *w)
{
    const ival p = parts->slopes ? x->value : x->over, q = parts->slopes ? z->value : z->over;
    struct row row = {.over = ival_sub(ival_mul(x->over, y->over), ival_mul(z->over, w->over)),
                      .value = ival_sub(ival_mul(x->value, y->value), ival_mul(z->value, w->value))};
    for (unsigned k = 0; k < parts->look->variables; k++)
        row.d[k] = ival_sub(ival_mul(x->d[k], y->over) + ival_mul(p, y->d[k]),
                            ival_mul(z->d[k], w->over) + ival_mul(q, w->d[k]));
    return row;
}

/* The determinant of two functions' derivatives by two parameters. */
static struct row determinant(const struct parts *parts, const unsigned i[2], unsigned j, unsigned k)
{
    const struct row x = derivative(parts, i[0], j), y = derivative(parts, i[1], k);
    const struct row z = derivative(parts, i[0], k), w = derivative(parts, i[1], j);
    return products(parts, &x, &y, &z, &w);
}

/* That of three functions by three parameters, by the first one's derivatives. */
static struct row determinant_of_three(const struct parts *parts)
{
    static const unsigned others[2] = {1, 2};
    const ival zero = ival_point(0);
    const struct row none = {.over = zero, .value = zero};
    struct row sum = none;
    for (unsigned j = 0; j < 3; j++) {
        const struct row x = derivative(parts, 0, j);
        const struct row y = determinant(parts, others, (j + 1) % 3, (j + 2) % 3);
        const struct row part = products(parts, &x, &y, &none, &none);
        sum.over += part.over;
        sum.value += part.value;
        for (unsigned k = 0; k < parts->look->variables; k++) sum.d[k] += part.d[k];
    }
    return sum;
}

/* The cross product of two gradients, all of it: which of its three components say what the others say
 * depends on the box, and rows must mean the same in all boxes. */
static bool cross_rows(struct parts *parts)
{
    static const unsigned both[2] = {0, 1};
    for (unsigned j = 0; j < 3; j++) {
        const struct row row = determinant(parts, both, (j + 1) % 3, (j + 2) % 3);
        if (!row_possible(parts, &row)) return false;
        add_row(parts, &row);
    }
    return true;
}

static bool tangency_rows(struct parts *parts)
{
    static const unsigned both[2] = {0, 1};
    const unsigned m = parts->look->functions, k = parts->look->parameters, before = parts->eq->rows;
    bool possible = true;
    for (unsigned i = 0; i < m; i++)
        if (!parts->second[i]) return true;
    for (unsigned j = 0; m == 1 && j < k && possible; j++) {
        const struct row row = derivative(parts, 0, j);
        possible = row_possible(parts, &row);
        add_row(parts, &row);
    }
    if (m == 2 && k == 3) possible = cross_rows(parts);
    if (m == k && m > 1) {
        const struct row row = m == 2 ? determinant(parts, both, 0, 1) : determinant_of_three(parts);
        possible = row_possible(parts, &row);
        add_row(parts, &row);
    }
    parts->eq->tangent = parts->eq->rows - before;
    return possible;
}

/* ---- All ---- */

bool scalars_equations(const struct problem *p, const struct region *box, unsigned ask, bool slopes,
                       struct equations *eq, struct problem_work *work)
{
    const enum tape_order order = slopes || (ask & PROBLEM_TANGENCY) ? TAPE_HESSIAN : TAPE_GRADIENT;
    const bool anyway = ask & PROBLEM_ANYWAY;
    struct scalars_look look;
    struct parts parts = {.look = &look, .slopes = slopes, .anyway = anyway, .eq = eq};
    bool incoming = true;
    *eq = (struct equations){.variables = p->variables, .derivatives = !slopes};
    if (!scalars_look(p, box, ask, order, &look, work)) return false;
    for (unsigned k = 0; k < p->variables; k++) eq->centre[k] = look.centre[k];
    if (!scalars_beside(p, box, &look, &eq->certain, work) && !anyway) return false;
    eq->certain &= look.smooth;
    if (!look.smooth) return true;
    if ((ask & PROBLEM_INCOMING) && !scalars_incoming(p, &look, &incoming) && !anyway) return false;
    eq->certain &= incoming;
    parts.middle = look.middle;
    take_parts(&parts, order);
    if (!contact_rows(&parts)) return false;
    if ((ask & PROBLEM_FRAME) && !frame_row(&parts)) return false;
    if ((ask & PROBLEM_TANGENCY) && !tangency_rows(&parts)) return false;
    return !(ask & PROBLEM_INCOMING) || scalars_outside(p, box, &look, &eq->certain, work) || anyway;
}
