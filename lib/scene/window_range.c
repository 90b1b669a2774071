/* Branch and bound: of all cells the one that sticks out most of what is known to be reached is halved next
 * (as section 6 of Snyder et al. 1993 finds radii). */
#include "window_range.h"
#include "../num/heap.h"

/* Cells that stick out by less than this share of what is reached are left as they are. */
#define RANGE_ENOUGH 0x1p-4

struct cell {
    double out;     /* how far it stuck out when it was made */
    unsigned split; /* the variable to halve, TAPE_VARIABLES: none can be */
    size_t part;
    ival x[TAPE_VARIABLES];
    ival range[3];
};

struct search {
    const struct range_part *part;
    unsigned functions; /* 3: x, y, z; 1: x^2 + y^2 + z^2, of which only the upper bound matters */
    size_t left;        /* evaluations */
    ival reached[3];    /* the functions have values not below and not above its bounds */
    ival range[3];      /* of the cells that are not looked at any more */
    struct cell *heap;
    size_t cells, room;
    struct tape_work work;
};

static bool sticks_out_more(const void *a, const void *b)
{
    return ((const struct cell *)a)->out > ((const struct cell *)b)->out;
}

/* ---- One cell ---- */

/* Values and derivatives of the functions from those of the coordinates. */
static void square_norm(struct jet point[3], unsigned variables, enum tape_order order)
{
    const ival x[3] = {point[0].value, point[1].value, point[2].value};
    const bool bounded = ival_bounded(x, 3);
    struct jet q = {.value = IVAL_ENTIRE};
    if (bounded) q.value = ival_square(x[0]) + ival_square(x[1]) + ival_square(x[2]);
    for (unsigned k = 0; order != TAPE_VALUE && k < variables; k++) {
        const ival d[3] = {point[0].d[k], point[1].d[k], point[2].d[k]};
        q.d[k] = bounded && ival_bounded(d, 3) ? ival_scale(ival_dot(x, d), 2) : IVAL_ENTIRE;
    }
    point[0] = q;
}

static unsigned evaluate(struct search *s, const struct tape *tape, const ival *x, enum tape_order order,
                         struct jet f[3])
{
    if (s->left) s->left--;
    const unsigned state = tape_eval(tape, x, order, f, &s->work);
    if (s->functions == 1 && !(state & TAPE_EMPTY)) square_norm(f, tape->variables, order);
    return state;
}

/* The value at the middle, and what the derivatives add to it: the mean value form. */
static ival mean_value(const struct jet *f, ival middle, const ival *step, unsigned variables)
{
    if (!ival_bounded(&middle, 1)) return IVAL_ENTIRE;
    for (unsigned k = 0; k < variables; k++) {
        if (!ival_bounded(&f->d[k], 1)) return IVAL_ENTIRE;
        middle += ival_mul(f->d[k], step[k]);
    }
    return middle;
}

/* Of all variables the one by which the functions change most over the cell; where that is not known, the one
 * that has been halved least. */
static unsigned choose_split(const struct search *s, const struct cell *cell, const struct jet *f,
                             bool smooth)
{
    const struct range_part *part = &s->part[cell->part];
    double most = 0;
    unsigned split = TAPE_VARIABLES;
    for (unsigned i = 0; i < s->functions; i++) smooth &= ival_bounded(f[i].d, (int)part->tape->variables);
    for (unsigned k = 0; k < part->tape->variables; k++) {
        const double middle = ival_middle(cell->x[k]), width = ival_width(cell->x[k]);
        if (!(ival_lo(cell->x[k]) < middle && middle < ival_hi(cell->x[k]))) continue;
        double change = smooth ? 0 : width / ival_width(part->domain[k]);
        for (unsigned i = 0; smooth && i < s->functions; i++) {
            const double due = ival_size(f[i].d[k]) * width;
            if (due > change) change = due;
        }
        if (change > most) most = change, split = k;
    }
    return split;
}

static double stick_out(const struct search *s, const struct cell *cell)
{
    double most = -INFINITY;
    for (unsigned i = 0; i < s->functions; i++) {
        const ival out = cell->range[i] - s->reached[i];
        if (out[1] > most) most = out[1];
        if (s->functions > 1 && out[0] > most) most = out[0];
    }
    return most;
}

/* Bounds the functions over the cell; false: it holds no point. */
static bool look(struct search *s, struct cell *cell)
{
    const struct tape *tape = s->part[cell->part].tape;
    const unsigned n = tape->variables;
    ival middle[TAPE_VARIABLES], step[TAPE_VARIABLES];
    struct jet f[3], at[3];
    const unsigned state = evaluate(s, tape, cell->x, TAPE_GRADIENT, f);
    if (state & TAPE_EMPTY) return false;
    for (unsigned k = 0; k < n; k++) {
        middle[k] = ival_point(ival_middle(cell->x[k]));
        step[k] = ival_sub(cell->x[k], middle[k]);
    }
    const bool value = !(evaluate(s, tape, middle, TAPE_VALUE, at) & (TAPE_EMPTY | TAPE_PARTIAL));
    const bool smooth = value && !(state & TAPE_PARTIAL);
    for (unsigned i = 0; i < s->functions; i++) {
        cell->range[i] = f[i].value;
        if (smooth) cell->range[i] = ival_common(f[i].value, mean_value(&f[i], at[i].value, step, n));
        if (value && ival_bounded(&at[i].value, 1))
            s->reached[i] = ival_most(s->reached[i], -ival_neg(at[i].value));
    }
    cell->split = choose_split(s, cell, f, smooth);
    cell->out = stick_out(s, cell);
    return true;
}

/* ---- All cells ---- */

/* A cell that is not looked at any more. */
static void leave(struct search *s, const struct cell *cell)
{
    for (unsigned i = 0; i < s->functions; i++) s->range[i] = ival_hull(s->range[i], cell->range[i]);
}

static double enough(const struct search *s)
{
    if (s->functions == 1) return 2 * RANGE_ENOUGH * s->reached[0][1]; /* of a length, by its square */
    double size = 0;
    for (unsigned i = 0; i < s->functions; i++)
        if (ival_width(s->reached[i]) > size) size = ival_width(s->reached[i]);
    return RANGE_ENOUGH * size;
}

static bool add(struct search *s, struct cell *cell)
{
    if (!look(s, cell)) return true;
    if (s->cells == s->room) {
        struct cell *more = heap_grow(s->heap, &s->room, sizeof *cell, SIZE_MAX / sizeof *cell);
        if (!more) return false;
        s->heap = more;
    }
    heap_push(s->heap, s->cells++, cell, sizeof *cell, sticks_out_more);
    return true;
}

static bool halve(struct search *s, const struct cell *cell)
{
    struct cell half = *cell;
    const unsigned k = cell->split;
    const double middle = ival_middle(cell->x[k]);
    half.x[k] = ival_of(ival_lo(cell->x[k]), middle);
    if (!add(s, &half)) return false;
    half.x[k] = ival_of(middle, ival_hi(cell->x[k]));
    return add(s, &half);
}

/* What is reached grows, so `out` of a cell that waits is too large, if anything. */
static bool run(struct search *s, size_t parts)
{
    struct cell cell = {0};
    for (size_t i = 0; i < parts; i++) {
        if (!tape_work_fit(&s->work, s->part[i].tape)) return false;
        cell.part = i;
        for (unsigned k = 0; k < TAPE_VARIABLES; k++) cell.x[k] = s->part[i].domain[k];
        if (!add(s, &cell)) return false;
    }
    while (s->cells) {
        heap_pop(s->heap, s->cells--, &cell, sizeof cell, sticks_out_more);
        if (!s->left || cell.split == TAPE_VARIABLES || stick_out(s, &cell) <= enough(s))
            leave(s, &cell);
        else if (!halve(s, &cell))
            return false;
    }
    return true;
}

static bool range(const struct range_part *part, size_t parts, size_t most, unsigned functions, ival *out)
{
    const ival nothing = {-INFINITY, -INFINITY};
    struct search s = {.part = part,
                       .functions = functions,
                       .left = most,
                       .reached = {nothing, nothing, nothing},
                       .range = {nothing, nothing, nothing}};
    const bool made = run(&s, parts);
    for (unsigned i = 0; i < functions; i++) out[i] = s.range[i];
    free(s.heap);
    tape_work_free(&s.work);
    return made;
}

bool range_box(const struct range_part *part, size_t parts, size_t most, ival box[3])
{
    return range(part, parts, most, 3, box);
}

bool range_radius(const struct range_part *part, size_t parts, size_t most, double *radius)
{
    ival square;
    if (!range(part, parts, most, 1, &square)) return false;
    *radius = square[1] > 0 ? sqrt(square[1]) : square[1] < 0 ? 0 : square[1];
    return true;
}
