/* Branch and bound over boxes of the parameters of two bodies, times a period.
 *
 * A box is free of contacts as long as one linear combination of the rows is not 0 in it. Which one is a
 * guess in plain arithmetic: the one whose value in the middle is largest against what it changes over the
 * box, in the sense of least squares (of two faces a direction of the world that separates them; it comes out
 * along the normal where they face each other). That it is not 0 is then proven by its mean value form at the
 * begin of the cell; and how fast it can fall from there on tells until when. The cell begins when that is no
 * longer sure.
 *
 * The cell that begins first is cut in two. What the first one promises, no contact
 * before its begin, holds for the pair. A wrong claim of no contact leaves cells that begin at it, however
 * small they are: there a contact is sought and proven. */
#include "bracket_search.h"

/* Orders the heap: the one that begins first, of several the deepest. */
static bool begins_before(const void *a, const void *b)
{
    const struct bracket_cell *x = a, *y = b;
    return x->begin != y->begin ? x->begin < y->begin : x->depth > y->depth;
}

static bool push(struct bracket_search *s, const struct bracket_cell *cell)
{
    if (s->n == s->room) {
        struct bracket_cell *more = heap_grow(s->heap, &s->room, sizeof *cell, SIZE_MAX / sizeof *cell);
        if (!more) return false;
        s->heap = more;
    }
    heap_push(s->heap, s->n++, cell, sizeof *cell, begins_before);
    return true;
}

static double middle_of(struct interval x)
{
    return x.lo > -INFINITY && x.hi < INFINITY ? interval_middle(x) : 0;
}

/* ---- One look ---- */

/* How the rows change over a cell, and what they are in the middle at its begin. */
struct bracket_look {
    const struct bracket_problem *problem;
    struct bracket_rows over, at;
    double middle[BRACKET_PARAMETERS], radius[BRACKET_PARAMETERS];
};

/* A combination of the rows over the cell. */
struct combination {
    struct interval start, falls; /* at the begin; by time */
    double change[BRACKET_PARAMETERS];
};

/* lambda maximizes (lambda . g)^2 / sum over all ways that g changes of (lambda . change)^2. */
static bool best_combination(const struct bracket_look *look, double lambda[BRACKET_ROWS])
{
    const struct bracket_problem *p = look->problem;
    double a[BRACKET_ROWS][BRACKET_ROWS] = {{0}}, g[BRACKET_ROWS];
    for (unsigned i = 0; i < p->rows; i++) {
        double loose = 0;
        g[i] = middle_of(look->at.value[i]);
        for (unsigned k = 0; k < p->parameters; k++) {
            const struct interval by = look->over.by[i][k];
            loose += (by.hi - by.lo) * look->radius[k];
            for (unsigned j = 0; j < p->rows; j++)
                a[i][j] += middle_of(by) * middle_of(look->over.by[j][k]) * look->radius[k] * look->radius[k];
        }
        a[i][i] += loose * loose;
    }
    for (unsigned i = 0; i < p->rows; i++) a[i][i] += 0x1p-40 * a[i][i] + 0x1p-900;
    if (!bracket_solve(a, g, p->rows, lambda)) return false;
    double size = 0;
    for (unsigned i = 0; i < p->rows; i++) size = greatest(size, fabs(lambda[i]));
    if (!(size > 0 && size < INFINITY)) return false;
    for (unsigned i = 0; i < p->rows; i++) lambda[i] /= size;
    return true;
}

static struct interval combine(const double *lambda, const struct interval *row, unsigned rows, size_t stride)
{
    struct interval sum = {0, 0};
    for (unsigned i = 0; i < rows; i++)
        sum = bracket_sum(sum, bracket_product(interval_of(lambda[i]), row[i * stride]));
    return sum;
}

static void bound(const struct bracket_look *look, const struct bracket_cell *cell, const double *lambda,
                  struct combination *c)
{
    const struct bracket_problem *p = look->problem;
    const size_t stride = BRACKET_PARAMETERS + 1;
    c->start = combine(lambda, look->at.value, p->rows, 1);
    for (unsigned k = 0; k < p->parameters; k++) {
        const struct interval slope = combine(lambda, &look->over.by[0][k], p->rows, stride);
        const struct interval off = bracket_difference(cell->x[k], interval_of(look->middle[k]));
        c->start = bracket_sum(c->start, bracket_product(slope, off));
        c->change[k] = interval_size(slope) * look->radius[k];
    }
    c->falls = combine(lambda, &look->over.by[0][BRACKET_TIME], p->rows, stride);
    if (c->start.hi < 0) {
        c->start = interval_neg(c->start);
        c->falls = interval_neg(c->falls);
    }
}

/* Of which part of the cell's time it is certain that the combination stays above 0. */
static double part_free(const struct combination *c, double period)
{
    if (!(c->start.lo > 0)) return 0;
    const double fall = mul_down(c->falls.lo, period);
    return fall >= 0 ? INFINITY : fall < 0 ? div_down(c->start.lo, -fall) : 0;
}

/* The parameter that is widest as a part of its domain: where nothing better is known. */
static uint8_t widest(const struct bracket_look *look)
{
    const struct bracket_problem *p = look->problem;
    uint8_t most = 0;
    double part = -1;
    for (unsigned k = 0; k < p->parameters; k++) {
        const double width = p->domain[k].hi - p->domain[k].lo,
                     mine = width > 0 ? look->radius[k] / width : 0;
        if (mine > part) most = (uint8_t)k, part = mine;
    }
    return most;
}

static bool can_halve_time(const struct bracket_search *s, const struct bracket_cell *cell)
{
    return cell->end - cell->begin > 0x1p-40 * (fabs(cell->end) + (s->until - cell->begin));
}

/* The most that a row changes over the cell by a parameter, or by time. */
static double reach(const struct bracket_look *look, unsigned k, double radius)
{
    double most = 0;
    for (unsigned i = 0; i < look->problem->rows; i++)
        most = greatest(most, interval_size(look->over.by[i][k]) * radius);
    return most;
}

/* Where the tapes say nothing, each in turn. */
static uint8_t any_split(const struct bracket_search *s, const struct bracket_look *look,
                         const struct bracket_cell *cell)
{
    const bool time = cell->depth % (look->problem->parameters + 1) == 0;
    return time && can_halve_time(s, cell) ? BRACKET_TIME : widest(look);
}

/* What to cut: that by which the combination changes most. But one that is 0 somewhere, however small the
 * cell gets, can hide that another would not be if only some other side were shorter: so that side counts,
 * too. Where the combination is not above 0 at the begin, shorter times make it no larger there, but for
 * slopes that change in time. */
static const double other_part = 0.125;
static uint8_t loosest(const struct bracket_search *s, const struct bracket_look *look,
                       const struct bracket_cell *cell, const struct combination *c)
{
    const double period = cell->end - cell->begin;
    uint8_t most = widest(look);
    double change = 0;
    for (unsigned k = 0; k < look->problem->parameters; k++) {
        const double mine = c->change[k] + other_part * reach(look, k, look->radius[k]);
        if (mine > change) most = (uint8_t)k, change = mine;
    }
    double in_time = other_part * reach(look, BRACKET_TIME, 0.5 * period);
    if (c->start.lo > 0) in_time += interval_size(c->falls) * period;
    if (!(change < INFINITY && in_time < INFINITY)) return any_split(s, look, cell);
    return can_halve_time(s, cell) && in_time > change ? BRACKET_TIME : most;
}

static bool excludes_zero(const struct bracket_rows *rows, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        if (rows->value[i].lo > 0 || rows->value[i].hi < 0) return true;
    return false;
}

/* The mean value form needs what the tapes say of a whole box, and of the middle. */
static bool look_closer(struct bracket_search *s, struct bracket_cell *cell, struct bracket_look *look,
                        double *part)
{
    struct interval middle[BRACKET_PARAMETERS] = {{0, 0}};
    double lambda[BRACKET_ROWS];
    struct combination c;
    for (unsigned k = 0; k < look->problem->parameters; k++) middle[k] = interval_of(look->middle[k]);
    if (bracket_rows(look->problem, middle, interval_of(cell->begin), false, &look->at, &s->work))
        return false;
    if (!best_combination(look, lambda)) return false;
    bound(look, cell, lambda, &c);
    *part = part_free(&c, cell->end - cell->begin);
    cell->split = loosest(s, look, cell, &c);
    return true;
}

/* Cuts off the times at which the cell is proven to be free. false: it is free until its end. */
static bool cut(struct bracket_search *s, struct bracket_cell *cell)
{
    struct bracket_look look = {.problem = &s->problem[cell->problem]};
    const struct interval times = {cell->begin, cell->end};
    for (unsigned k = 0; k < look.problem->parameters; k++) {
        look.middle[k] = interval_middle(cell->x[k]);
        look.radius[k] = interval_radius(cell->x[k], look.middle[k]);
    }
    s->looks++;
    const unsigned state = bracket_rows(look.problem, cell->x, times, true, &look.over, &s->work);
    if (state & BRACKET_EMPTY || excludes_zero(&look.over, look.problem->rows)) return false;
    if (bracket_ignored(look.problem, look.over.where, times, &s->work)) return false;
    double part = 0;
    if (state & BRACKET_BROKEN || !look_closer(s, cell, &look, &part)) {
        cell->split = any_split(s, &look, cell);
        return true;
    }
    if (part > 1) return false;
    if (part > 0) cell->begin = add_down(cell->begin, mul_down(part, add_down(cell->end, -cell->begin)));
    return true;
}

/* ---- The search ---- */

static bool too_small(const struct bracket_cell *cell, unsigned k)
{
    return !(cell->x[k].lo < interval_middle(cell->x[k]) && interval_middle(cell->x[k]) < cell->x[k].hi);
}

/* false: its halves would be no smaller. */
static bool halve(const struct bracket_cell *cell, struct bracket_cell half[2])
{
    half[0] = half[1] = *cell;
    half[0].depth++;
    half[1].depth++;
    if (cell->split == BRACKET_TIME) {
        half[0].end = half[1].begin = 0.5 * cell->begin + 0.5 * cell->end;
        return true;
    }
    if (too_small(cell, cell->split)) return false;
    half[0].x[cell->split].hi = half[1].x[cell->split].lo = interval_middle(cell->x[cell->split]);
    return true;
}

/* Contacts are sought from a cell at some times that it has left, the first ones closer together. */
static bool seek(struct bracket_search *s, const struct bracket_cell *cell)
{
    const double left = s->until - cell->begin;
    if (bracket_witness(s, cell, cell->begin)) return true;
    for (int i = 0; i < 24; i++)
        if (bracket_witness(s, cell, cell->begin + ldexp(left, -i))) return true;
    return false;
}

/* From all cells that are left, if they are few. */
enum { SEEN = 64 };
static void seek_in_the_end(struct bracket_search *s)
{
    for (int i = 0; i < SEEN && s->n; i++) {
        struct bracket_cell cell;
        heap_pop(s->heap, s->n--, &cell, sizeof cell, begins_before);
        if (seek(s, &cell)) return;
    }
}

/* Until no cell is left, a contact is proven, or the budget is spent. false: memory is out. */
static bool run(struct bracket_search *s)
{
    struct bracket_cell cell, half[2];
    uint64_t next_seek = 256;
    while (s->n) {
        heap_pop(s->heap, s->n--, &cell, sizeof cell, begins_before);
        s->answer->proven = cell.begin;
        if (s->looks >= next_seek) {
            next_seek *= 2;
            if (seek(s, &cell)) return true;
        }
        if (s->looks >= s->max_looks || !halve(&cell, half)) {
            if (!push(s, &cell)) return false;
            seek_in_the_end(s);
            return true;
        }
        for (int i = 0; i < 2; i++)
            if (cut(s, &half[i]) && !push(s, &half[i])) return false;
    }
    s->answer->proven = INFINITY;
    return true;
}

static bool begin(struct bracket_search *s, const struct scene *scene, uint32_t pair)
{
    const struct scene_body *a = &scene->body[scene->pair[pair][0]], *b = &scene->body[scene->pair[pair][1]];
    const size_t of_a = a->implicit ? 1 : a->faces, of_b = b->implicit ? 1 : b->faces;
    if (!of_a || !of_b) return true;
    s->problem = calloc(of_a * of_b, sizeof *s->problem);
    if (!s->problem) return false;
    for (size_t i = 0; i < of_a * of_b; i++) {
        const size_t face[2] = {i / of_b, i % of_b};
        struct bracket_cell cell = {
            .begin = scene->time.lo, .end = s->until, .problem = (uint32_t)s->problems};
        struct bracket_problem *p = &s->problem[s->problems++];
        bracket_problem_make(p, scene, pair, face, &s->work);
        bool empty = false;
        for (unsigned k = 0; k < p->parameters; k++) {
            cell.x[k] = p->domain[k];
            empty = empty || p->domain[k].lo > p->domain[k].hi;
        }
        if (p->endless) s->answer->proven = -INFINITY;
        if (!empty && !p->endless && cut(s, &cell) && !push(s, &cell)) return false;
    }
    return true;
}

static void finish(struct bracket_search *s)
{
    s->answer->looks = s->looks;
    free(s->problem);
    free(s->heap);
    bracket_work_free(&s->work);
}

bool bracket_pair(const struct scene *scene, uint32_t pair, double until, uint64_t max_looks,
                  struct bracket_answer *answer)
{
    struct bracket_search s = {
        .until = until, .max_looks = max_looks ? max_looks : BRACKET_LOOKS, .answer = answer};
    *answer = (struct bracket_answer){.proven = INFINITY, .contact = INFINITY};
    bool good = begin(&s, scene, pair);
    const bool bounded = answer->proven == INFINITY;
    if (good && bounded) good = run(&s);
    finish(&s);
    return good;
}
