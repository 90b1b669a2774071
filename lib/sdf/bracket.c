/* Branch and bound for the first contact of a triangle with a solid, in interval arithmetic.
 *
 * A cell is a part of the triangle, made by bisection, times a period of time. Mean value forms
 * (bracket_form.h) bound phi over the part at the cell's begin from below, and how fast it falls from there
 * on; as long as that leaves it above the level there is no contact, and the cell begins when it no longer
 * does. The cell that begins first is cut in two, along the triangle or in time, whichever makes its bounds
 * looser, and the bounds of its children are better. What the first one promises, no contact before its
 * begin, holds for the triangle. Points of cells with phi <= level, proven by the value there, bound the
 * first contact from above. */
#include "bracket_search.h"

/* Which part of the cell's time passes for certain before phi, which is `above` the level and changes by `by`
 * until the end or less where it is negative, comes down to the level. */
static double part_above(double above, double by)
{
    if (!(above > 0)) return 0;
    return by >= 0 ? INFINITY : div_down(above, -by);
}

/* The same of the whole cell: by the least value and the fastest fall, or at each corner by its own; phi is
 * at least what is linear between the corners. */
static double part_free(const struct form *f, double level)
{
    double fall = 0, at_corners = INFINITY;
    for (int i = 0; i < 3; i++) {
        fall = least(fall, f->by[2 + i].lo);
        const double part = part_above(add_down(form_corner_low(f, i), -level), f->by[2 + i].lo);
        at_corners = least(at_corners, part);
    }
    const double together = part_above(add_down(f->start.lo, -level), fall);
    return together > at_corners ? together : at_corners;
}

static bool can_halve_time(const struct bracket_part *cell)
{
    return cell->end - cell->begin > 0x1p-50 * cell->end;
}

/* Cuts off the times at which the part is proven to be free. False: it is free until the end. */
static bool cut(struct bracket_search *s, struct bracket_part *cell)
{
    const struct form f = bracket_phi_over(s, cell->corner, cell->begin, cell->end, FORM_CELL);
    s->tests++;
    if (f.over.lo > s->level) return false;
    bracket_look_at(s, cell, &f);
    if (!(cell->low > s->level)) return true;
    double loose = 0;
    for (int k = 2; k < 5; k++) loose = greatest(loose, f.by[k].hi - f.by[k].lo);
    if (can_halve_time(cell) && (cell->split == SPLIT_NONE || !(loose <= cell->high - cell->low)))
        cell->split = SPLIT_TIME;
    const double part = part_free(&f, s->level);
    if (part > 1) return false;
    if (part > 0) cell->begin = add_down(cell->begin, mul_down(part, add_down(cell->end, -cell->begin)));
    return true;
}

static bool is_enough(const struct bracket_search *s, const struct bracket_part *cell)
{
    if (s->any && s->best < INFINITY) return true;
    return s->best - cell->begin <= SDF_BRACKET_NARROW / 2 * s->of->query->end;
}

/* Returns a lower bound of the first contact, +inf when there is none. */
static double run(struct bracket_search *s)
{
    const double end = s->of->query->end;
    struct bracket_part cell = bracket_whole(0, end), child[2];
    if (!cut(s, &cell)) return INFINITY;
    if (!bracket_push(s, &cell)) return 0;
    while (bracket_pop(s, &cell)) {
        if (cell.begin >= s->best) return s->best;
        bracket_seek(s, &cell);
        if (is_enough(s, &cell)) return least(cell.begin, s->best);
        if (s->tests >= s->max_tests || cell.split == SPLIT_NONE) {
            bracket_dive(s,
                         bracket_whole(cell.begin,
                                       end)); /* in the whole: the cell may be tiny, and the contact passes */
            return least(cell.begin, s->best);
        }
        cell.end = least(cell.end, s->best);
        bracket_halve(&cell, child);
        for (int i = 0; i < 2; i++)
            if (cut(s, &child[i]) && !bracket_push(s, &child[i])) return cell.begin;
    }
    return s->best; /* nothing is left before it */
}

void sdf_bracket(const struct sdf_case *c, double level, uint32_t max_tests, struct sdf_bracket *bracket)
{
    struct bracket_search s;
    bracket_begin(&s, c, level, max_tests);
    bracket->lo = run(&s);
    if (bracket->lo < INFINITY) bracket_seek_behind(&s, bracket->lo);
    bracket->hi = s.best;
    for (int i = 0; i < 2; i++) bracket->w[i] = s.witness.w[i];
    bracket->tests = s.tests;
    free(s.heap);
}

enum { HINTS = 24 };

/* Behind its first contact a triangle mostly goes deeper, so a point of it is below a lower level soon. */
static bool goes_deeper(struct bracket_search *s, const struct sdf_bracket *hint)
{
    const double left = s->of->query->end - hint->hi;
    const struct bracket_place place = {{hint->w[0], hint->w[1]}};
    for (int i = 0; i < HINTS && hint->hi < INFINITY; i++)
        if (bracket_phi_at(s, place, hint->hi + ldexp(left, -i)).hi <= s->level) return true;
    return false;
}

enum sdf_touch sdf_bracket_touches(const struct sdf_case *c, double level, const struct sdf_bracket *hint,
                                   uint32_t max_tests)
{
    struct bracket_search s;
    bracket_begin(&s, c, level, max_tests);
    if (goes_deeper(&s, hint)) return SDF_TOUCHES;
    s.any = true;
    const double lo = run(&s);
    free(s.heap);
    return s.best < INFINITY ? SDF_TOUCHES : lo == INFINITY ? SDF_NEVER_TOUCHES : SDF_MAY_TOUCH;
}

/* ---- At one time ---- */

struct interval sdf_bracket_least(const struct sdf_case *c, double t, double enough, double width,
                                  uint32_t max_tests)
{
    struct bracket_search s;
    struct bracket_part cell = bracket_whole(t, t), child[2];
    bracket_begin(&s, c, 0, max_tests);
    s.before = bracket_is_lower;
    bracket_look(&s, &cell);
    struct interval found = {cell.low, cell.high};
    bool room = bracket_push(&s, &cell);
    while (room && bracket_pop(&s, &cell)) {
        found.lo = cell.low;
        if (cell.low > enough || found.hi - cell.low <= width || cell.split == SPLIT_NONE ||
            s.tests >= s.max_tests)
            break;
        bracket_halve(&cell, child);
        for (int i = 0; i < 2; i++) {
            bracket_look(&s, &child[i]);
            if (child[i].high < found.hi) found.hi = child[i].high;
            room = room && bracket_push(&s, &child[i]);
        }
    }
    free(s.heap);
    return found;
}

struct interval sdf_bracket_value(const struct sdf_case *c, const double w[2], double t)
{
    struct bracket_search s;
    bracket_begin(&s, c, 0, 0);
    return bracket_phi_at(&s, (struct bracket_place){{w[0], w[1]}}, t);
}

void sdf_bracket_place(const struct sdf_case *c, const double w[2], double t, struct interval x[3])
{
    struct bracket_motion m;
    struct bracket_moment now;
    bracket_motion_of(c->query, &m);
    bracket_motion_at(&m, t, true, &now);
    bracket_place_at(&now, (struct bracket_place){{w[0], w[1]}}, x);
}

double sdf_bracket_size(const struct sdf_case *c)
{
    struct bracket_motion m;
    bracket_motion_of(c->query, &m);
    return m.reach;
}
