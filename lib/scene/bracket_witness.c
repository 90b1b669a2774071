/* Points that two bodies have in common at one time: sought by Newton's method in plain arithmetic, and
 * proven by Krawczyk's test: with g(x) in G, g' in J over a box X about x, and any matrix Y, there is a root
 * of g in X if x - Y G + (1 - Y J) (X - x) lies in its interior (Krawczyk 1969, Moore 1977). */
#include "bracket_search.h"
#include <string.h>

bool bracket_solve(double a[BRACKET_ROWS][BRACKET_ROWS], const double *b, unsigned n, double *x)
{
    double m[BRACKET_ROWS][BRACKET_ROWS + 1];
    for (unsigned i = 0; i < n; i++) {
        memcpy(m[i], a[i], n * sizeof **m);
        m[i][n] = b[i];
    }
    for (unsigned i = 0; i < n; i++) {
        unsigned pivot = i;
        for (unsigned r = i + 1; r < n; r++)
            if (fabs(m[r][i]) > fabs(m[pivot][i])) pivot = r;
        if (!(fabs(m[pivot][i]) > 0)) return false;
        for (unsigned c = i; c <= n; c++) {
            const double swap = m[i][c];
            m[i][c] = m[pivot][c];
            m[pivot][c] = swap;
        }
        for (unsigned r = i + 1; r < n; r++)
            for (unsigned c = n + 1; c-- > i;) m[r][c] -= m[r][i] / m[i][i] * m[i][c];
    }
    for (unsigned i = n; i-- > 0;) {
        double sum = m[i][n];
        for (unsigned c = i + 1; c < n; c++) sum -= m[i][c] * x[c];
        x[i] = sum / m[i][i];
        if (!(fabs(x[i]) < INFINITY)) return false;
    }
    return true;
}

/* ---- Krawczyk's test ---- */

/* n functions of n variables: values, and derivatives over a box; false: not known. */
typedef bool equations(void *context, const struct interval *x, struct interval value[BRACKET_ROWS],
                       struct interval by[BRACKET_ROWS][BRACKET_ROWS]);

static bool invert(struct interval by[BRACKET_ROWS][BRACKET_ROWS], unsigned n,
                   double inverse[BRACKET_ROWS][BRACKET_ROWS])
{
    double a[BRACKET_ROWS][BRACKET_ROWS];
    for (unsigned i = 0; i < n; i++)
        for (unsigned j = 0; j < n; j++) a[i][j] = interval_middle(by[i][j]);
    for (unsigned j = 0; j < n; j++) {
        double unit[BRACKET_ROWS] = {0}, column[BRACKET_ROWS];
        unit[j] = 1;
        if (!bracket_solve(a, unit, n, column)) return false;
        for (unsigned i = 0; i < n; i++) inverse[i][j] = column[i];
    }
    return true;
}

/* Whether there is a root in the box; the middle is a point of it. */
static bool has_root(equations *f, void *context, unsigned n, const struct interval *box,
                     const double *middle)
{
    struct interval at[BRACKET_ROWS], value[BRACKET_ROWS], unused[BRACKET_ROWS],
        by[BRACKET_ROWS][BRACKET_ROWS];
    double y[BRACKET_ROWS][BRACKET_ROWS];
    for (unsigned i = 0; i < n; i++) at[i] = interval_of(middle[i]);
    if (!f(context, at, value, by) || !f(context, box, unused, by) || !invert(by, n, y)) return false;
    for (unsigned i = 0; i < n; i++) {
        struct interval k = at[i];
        for (unsigned r = 0; r < n; r++)
            k = bracket_difference(k, bracket_product(interval_of(y[i][r]), value[r]));
        for (unsigned j = 0; j < n; j++) {
            struct interval rest = interval_of(i == j ? 1 : 0);
            for (unsigned r = 0; r < n; r++)
                rest = bracket_difference(rest, bracket_product(interval_of(y[i][r]), by[r][j]));
            k = bracket_sum(k, bracket_product(rest, bracket_difference(box[j], at[j])));
        }
        if (!(box[i].lo < k.lo && k.hi < box[i].hi)) return false;
    }
    return true;
}

/* ---- Newton's method ---- */

/* At the time t, at a point of the parameters. */
struct spot {
    const struct bracket_problem *problem;
    struct bracket_work *work;
    struct interval t;
    double x[BRACKET_PARAMETERS], scale[BRACKET_PARAMETERS]; /* 0: the parameter is held where it is */
    unsigned chosen[BRACKET_ROWS];                           /* parameters that are solved for */
};

static bool rows_at(const struct spot *spot, const struct interval *x, struct bracket_rows *rows)
{
    return !bracket_rows(spot->problem, x, spot->t, true, rows, spot->work);
}

static bool rows_here(const struct spot *spot, struct bracket_rows *rows)
{
    struct interval x[BRACKET_PARAMETERS] = {{0, 0}};
    for (unsigned k = 0; k < spot->problem->parameters; k++) x[k] = interval_of(spot->x[k]);
    return rows_at(spot, x, rows);
}

/* The shortest step, in units of `scale`, that makes the rows 0 as far as they are linear. */
static bool step_from(const struct spot *spot, const struct bracket_rows *rows,
                      double step[BRACKET_PARAMETERS])
{
    const struct bracket_problem *p = spot->problem;
    double a[BRACKET_ROWS][BRACKET_ROWS] = {{0}}, g[BRACKET_ROWS], y[BRACKET_ROWS];
    for (unsigned i = 0; i < p->rows; i++) {
        g[i] = -interval_middle(rows->value[i]);
        for (unsigned j = 0; j < p->rows; j++)
            for (unsigned k = 0; k < p->parameters; k++)
                a[i][j] += interval_middle(rows->by[i][k]) * interval_middle(rows->by[j][k]) *
                           spot->scale[k] * spot->scale[k];
    }
    if (!bracket_solve(a, g, p->rows, y)) return false;
    for (unsigned k = 0; k < p->parameters; k++) {
        step[k] = 0;
        for (unsigned i = 0; i < p->rows; i++)
            step[k] += interval_middle(rows->by[i][k]) * y[i] * spot->scale[k] * spot->scale[k];
    }
    return true;
}

/* One step; a parameter that would leave its domain is held at its border from then on. Returns the length of
 * the step against the domain; NaN where there is none. */
static double newton_step(struct spot *spot)
{
    const struct bracket_problem *p = spot->problem;
    struct bracket_rows rows;
    double step[BRACKET_PARAMETERS], length = 0;
    if (!rows_here(spot, &rows) || !step_from(spot, &rows, step)) return NAN;
    for (unsigned k = 0; k < p->parameters; k++) {
        const struct interval in = p->domain[k];
        const double to = spot->x[k] + step[k];
        if (spot->scale[k] > 0) length = greatest(length, fabs(step[k]) / spot->scale[k]);
        if (!(to > in.lo && to < in.hi)) spot->scale[k] = 0;
        spot->x[k] = to < in.lo ? in.lo : to > in.hi ? in.hi : to;
    }
    return length;
}

enum { STEPS = 20 };
static bool newton(struct spot *spot)
{
    double length = INFINITY;
    for (int i = 0; i < STEPS && length > 0x1p-44; i++) {
        length = newton_step(spot);
        if (!(length < INFINITY)) return false;
    }
    return length < 0x1p-30;
}

/* ---- A proof ---- */

/* Gauss's elimination with the largest pivot each: its columns are the parameters to solve for. */
static bool choose(struct spot *spot, const struct bracket_rows *rows)
{
    const struct bracket_problem *p = spot->problem;
    double a[BRACKET_ROWS][BRACKET_PARAMETERS];
    for (unsigned i = 0; i < p->rows; i++)
        for (unsigned k = 0; k < p->parameters; k++)
            a[i][k] = interval_middle(rows->by[i][k]) * spot->scale[k];
    for (unsigned done = 0; done < p->rows; done++) {
        unsigned row = done, column = 0;
        for (unsigned i = done; i < p->rows; i++)
            for (unsigned k = 0; k < p->parameters; k++)
                if (fabs(a[i][k]) > fabs(a[row][column])) row = i, column = k;
        if (!(fabs(a[row][column]) > 0)) return false;
        spot->chosen[done] = column;
        for (unsigned k = 0; k < p->parameters; k++) {
            const double swap = a[done][k];
            a[done][k] = a[row][k];
            a[row][k] = swap;
        }
        for (unsigned i = done + 1; i < p->rows; i++) {
            const double factor = a[i][column] / a[done][column];
            for (unsigned k = 0; k < p->parameters; k++) a[i][k] -= factor * a[done][k];
            a[i][column] = 0;
        }
        for (unsigned i = 0; i <= done; i++) a[i][column] = 0;
    }
    return true;
}

static void place_chosen(const struct spot *spot, const struct interval *chosen,
                         struct interval x[BRACKET_PARAMETERS])
{
    for (unsigned k = 0; k < BRACKET_PARAMETERS; k++) x[k] = interval_of(spot->x[k]);
    for (unsigned i = 0; i < spot->problem->rows; i++) x[spot->chosen[i]] = chosen[i];
}

static bool contact_equations(void *context, const struct interval *chosen,
                              struct interval value[BRACKET_ROWS],
                              struct interval by[BRACKET_ROWS][BRACKET_ROWS])
{
    const struct spot *spot = context;
    struct interval x[BRACKET_PARAMETERS];
    struct bracket_rows rows;
    place_chosen(spot, chosen, x);
    if (!rows_at(spot, x, &rows)) return false;
    for (unsigned i = 0; i < spot->problem->rows; i++) {
        value[i] = rows.value[i];
        for (unsigned j = 0; j < spot->problem->rows; j++) by[i][j] = rows.by[i][spot->chosen[j]];
    }
    return true;
}

/* A box about the chosen parameters in which there is a contact, within their domain. */
static bool prove(struct spot *spot, double radius, struct interval box[BRACKET_PARAMETERS])
{
    const struct bracket_problem *p = spot->problem;
    struct interval chosen[BRACKET_ROWS];
    double middle[BRACKET_ROWS];
    for (unsigned i = 0; i < p->rows; i++) {
        const unsigned k = spot->chosen[i];
        middle[i] = spot->x[k];
        chosen[i] =
            (struct interval){middle[i] - radius * spot->scale[k], middle[i] + radius * spot->scale[k]};
        if (!(chosen[i].lo >= p->domain[k].lo && chosen[i].hi <= p->domain[k].hi)) return false;
    }
    place_chosen(spot, chosen, box);
    return has_root(contact_equations, spot, p->rows, chosen, middle);
}

/* ---- The box in which an implicit body is looked at ---- */

struct placed {
    const struct scene_body *body;
    const struct interval *where;
    struct interval t;
    struct bracket_work *work;
};

static bool place_equations(void *context, const struct interval *own, struct interval value[BRACKET_ROWS],
                            struct interval by[BRACKET_ROWS][BRACKET_ROWS])
{
    const struct placed *placed = context;
    const struct bracket_jet at[4] = {bracket_parameter(own[0], 0), bracket_parameter(own[1], 1),
                                      bracket_parameter(own[2], 2), bracket_constant(placed->t)};
    struct bracket_jet world[3];
    if (bracket_tape(&placed->body->place, at, 3, world, placed->work)) return false;
    for (unsigned i = 0; i < 3; i++) {
        value[i] = bracket_difference(world[i].value, placed->where[i]);
        for (unsigned k = 0; k < 3; k++) by[i][k] = bracket_derivative(&world[i], k);
    }
    return true;
}

/* The point of the body's own space that is placed there, of a motion that is linear in it. */
static bool own_point(const struct placed *placed, double own[3])
{
    struct interval value[BRACKET_ROWS], by[BRACKET_ROWS][BRACKET_ROWS];
    const struct interval origin[3] = {{0, 0}, {0, 0}, {0, 0}};
    double a[BRACKET_ROWS][BRACKET_ROWS], b[BRACKET_ROWS];
    if (!place_equations((void *)placed, origin, value, by)) return false;
    for (int i = 0; i < 3; i++) {
        b[i] = -interval_middle(value[i]);
        for (int k = 0; k < 3; k++) a[i][k] = interval_middle(by[i][k]);
    }
    return bracket_solve(a, b, 3, own);
}

/* Each point of `where` is placed there from a point of the body's box. */
static bool in_its_box(const struct scene_body *body, const struct interval where[3], struct interval t,
                       struct bracket_work *work)
{
    struct placed placed = {body, where, t, work};
    struct interval box[3];
    double own[3], size = 0, width = 0;
    if (!bracket_has_bounds(body)) return true;
    if (!own_point(&placed, own)) return false;
    for (int k = 0; k < 3; k++) {
        size = greatest(size, fabs(own[k]));
        width = greatest(width, where[k].hi - where[k].lo);
    }
    for (int k = 0; k < 3; k++) {
        const double radius = 0x1p-40 * size + 0x1p-900 + 4 * width * (size + 1);
        box[k] = (struct interval){own[k] - radius, own[k] + radius};
        if (!(box[k].lo >= body->box[k].lo && box[k].hi <= body->box[k].hi)) return false;
    }
    return has_root(place_equations, &placed, 3, box, own);
}

/* ---- All ---- */

static bool is_tracked(const struct scene *scene, const uint32_t pair[2])
{
    for (size_t i = 0; i < scene->tracks; i++)
        if (bracket_tracks(&scene->track[i], pair)) return true;
    return false;
}

/* From the point of `spot`: a contact, and where it is. */
static bool proven_from(struct spot *spot, struct interval where[3])
{
    const struct bracket_problem *p = spot->problem;
    struct bracket_rows rows;
    struct interval box[BRACKET_PARAMETERS];
    for (unsigned k = 0; k < p->parameters; k++) spot->scale[k] = p->domain[k].hi - p->domain[k].lo;
    if (!newton(spot) || !rows_here(spot, &rows) || !choose(spot, &rows)) return false;
    bool proven = false;
    for (int e = -38; e <= -22 && !proven; e += 8) proven = prove(spot, ldexp(1, e), box);
    if (!proven) return false;
    if (bracket_rows(p, box, spot->t, false, &rows, spot->work)) return false;
    memcpy(where, rows.where, sizeof rows.where);
    for (int i = 0; i < 2; i++)
        if (!p->face[i] && !in_its_box(p->body[i], where, spot->t, spot->work)) return false;
    return true;
}

bool bracket_witness(struct bracket_search *s, const struct bracket_cell *cell, double t)
{
    const struct bracket_problem *p = &s->problem[cell->problem];
    struct spot spot = {.problem = p, .work = &s->work, .t = interval_of(t)};
    struct interval where[3];
    if (!(t < s->answer->contact) || is_tracked(p->scene, p->scene->pair[p->pair])) return false;
    for (unsigned k = 0; k < p->parameters; k++) spot.x[k] = interval_middle(cell->x[k]);
    if (!proven_from(&spot, where)) return false;
    s->answer->contact = t;
    memcpy(s->answer->where, where, sizeof where);
    return true;
}

/* Where bodies touch without crossing Newton's method finds no step, and a little later they cross beside
 * that place: it starts there, too, this part of the domain away along each parameter, both ways. */
enum { AWAY = 3 };
static const double away[AWAY] = {0x1p-4, 0x1p-6, 0x1p-8};

static bool proven_about(const struct spot *start, struct interval where[3])
{
    const struct bracket_problem *p = start->problem;
    struct spot spot = *start;
    if (proven_from(&spot, where)) return true;
    for (unsigned i = 0; i < 2 * AWAY * p->parameters; i++) {
        const unsigned k = i / 2 % p->parameters;
        const double width = p->domain[k].hi - p->domain[k].lo, by = away[i / 2 / p->parameters] * width;
        const double to = start->x[k] + (i & 1 ? by : -by);
        spot = *start;
        if (!(to >= p->domain[k].lo && to <= p->domain[k].hi)) continue;
        spot.x[k] = to;
        if (proven_from(&spot, where)) return true;
    }
    return false;
}

bool bracket_touches(const struct scene *scene, uint32_t pair, const size_t face[2], const double w[4],
                     const double x[3], double t)
{
    struct bracket_work work = {0};
    struct bracket_problem p;
    struct interval where[3];
    bracket_problem_make(&p, scene, pair, face, &work);
    struct spot spot = {.problem = &p, .work = &work, .t = interval_of(t)};
    unsigned k = 0;
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2 && p.face[i]; j++) spot.x[k++] = w[2 * i + j];
    for (int j = 0; j < 3 && p.rows == 2; j++) spot.x[k++] = x[j];
    const bool touches = !p.endless && proven_about(&spot, where);
    bracket_work_free(&work);
    return touches;
}
