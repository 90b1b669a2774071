/* Branch and bound for the earliest contact of two patches, in interval arithmetic.
 *
 * A cell is a part of each patch, made by bisection of its parameters, and the times that bounds of the gap
 * between the parts leave to it (bracket_bound.c). The earliest cell comes first; it is cut in two, and the
 * bounds of its children are better. What the earliest one promises, no contact before its time, holds for
 * the pair. Witnesses (bracket_witness.c) bound the first contact from above. */
#include "bracket.h"
#include "../num/extremes.h"
#include "bracket_bound.h"
#include "bracket_witness.h"

struct search {
    struct bracket_pair pair;
    struct cells cells;
    double best; /* a contact comes not later */
    uint32_t tests, max_tests;
    double tried; /* the width of the cell near which a witness was sought last */
};

/* Adds what is left of a child. False: memory is out. */
static bool add_child(struct search *s, const struct cell *parent, int patch, uint32_t part)
{
    struct cell child = *parent;
    child.part[patch] = part;
    child.depth++;
    s->tests++;
    child.end = min_of(child.end, s->best);
    if (child.begin > child.end || !bound_cut(&s->cells, &child)) return true;
    return cells_push(&s->cells, &child);
}

static void seek_witness(struct search *s, const struct cell *cell)
{
    double low[4], high[4], width = 0;
    for (int k = 0; k < 4; k++) {
        const struct part *part = cells_part(&s->cells, k / 2, cell->part[k / 2]);
        low[k] = part->low[k % 2];
        high[k] = low[k] + part->width[k % 2];
        width = max_of(width, part->width[k % 2]);
    }
    if (width > 0.25 * s->tried && (s->tests & (s->tests - 1))) return;
    s->tried = width;
    for (int i = 0; i < 2; i++) s->pair.net[i] = s->cells.net[i]; /* halving may have moved them */
    s->best = min_of(s->best, witness_near(&s->pair, low, high, cell->begin));
}

/* Whether a part is so small that halving it is lost in rounding. */
static bool is_point(const struct search *s, const struct cell *cell, int split)
{
    return cells_part(&s->cells, split / 2, cell->part[split / 2])->width[split % 2] < 0x1p-48;
}

/* Returns a lower bound of the first contact, +inf when there is none. */
static double run(struct search *s)
{
    struct cell cell = {.begin = 0, .end = s->pair.units.end};
    if (!bound_cut(&s->cells, &cell)) return INFINITY;
    if (!cells_push(&s->cells, &cell)) return 0;
    while (cells_pop(&s->cells, &cell)) {
        if (cell.begin >= s->best) return s->best;
        seek_witness(s, &cell);
        const int split = bound_split(&s->cells, &cell);
        if (s->best - cell.begin <= BRACKET_NARROW / 2 * s->pair.units.end || s->tests >= s->max_tests ||
            is_point(s, &cell, split))
            return min_of(cell.begin, s->best);
        uint32_t children;
        if (!cells_halve(&s->cells, split / 2, cell.part[split / 2], split % 2, &children)) return cell.begin;
        for (uint32_t i = 0; i < 2; i++)
            if (!add_child(s, &cell, split / 2, children + i)) return cell.begin;
    }
    return s->best; /* nothing is left before it */
}

void patch_bracket(const struct ccdq_patch_query *q, uint32_t max_tests, struct patch_bracket *bracket)
{
    struct search s = {.pair = {.query = q}, .best = INFINITY, .tried = INFINITY};
    s.max_tests = max_tests ? max_tests : BRACKET_MAX_TESTS;
    net_units_of(q, &s.pair.units);
    for (int i = 0; i < 2; i++) s.pair.shape[i] = net_shape_of(&q->patch[i].shape);
    *bracket = (struct patch_bracket){0, INFINITY, 0};
    if (cells_begin(&s.cells, &s.pair)) {
        bracket->lo = run(&s);
        bracket->hi = s.best;
    }
    bracket->tests = s.tests;
    cells_free(&s.cells);
    if (bracket->lo < INFINITY) {
        bracket->lo = max_of(interval_ldexp(interval_of(bracket->lo), s.pair.units.time).lo, 0);
        if (bracket->hi < INFINITY)
            bracket->hi = min_of(q->end, interval_ldexp(interval_of(bracket->hi), s.pair.units.time).hi);
    }
}
