/* Branch and bound for the first contact of a triangle with a solid, in interval arithmetic.
 *
 * A cell is a part of the triangle, made by bisection, times a period of time. Mean value forms
 * (bracket_form.h) bound phi over the part at the cell's begin from below, and how fast it falls from there
 * on; as long as that leaves it above the level there is no contact, and the cell begins when it no longer
 * does. The cell that begins first is cut in two, along the triangle or in time, whichever makes its bounds
 * looser, and the bounds of its children are better. What the first one promises, no contact before its
 * begin, holds for the triangle. Points of cells with phi <= level, proven by the value there, bound the
 * first contact from above. */
#include "bracket.h"
#include "bracket_motion.h"
#include "bracket_tree.h"
#include "../num/heap.h"

/* Edge 0, 1, 2 is opposite to that corner. */
enum split { SPLIT_EDGE, SPLIT_TIME = 3, SPLIT_NONE };

struct cell {
    struct bracket_place corner[3];
    double begin, end; /* of the times that are left */
    double low;        /* phi over the part at `begin` is at least this, */
    double high;       /* and at some corner at most this */
    uint8_t split;     /* enum split: what makes its bounds loose; SPLIT_NONE: nothing but rounding */
    uint8_t lowest;    /* corner, by guess */
    uint16_t depth;
};

enum { MOMENTS = 4 };

struct search {
    const struct sdf_case *of;
    struct bracket_motion motion;
    struct bracket_moment moment[MOMENTS]; /* the last ones that were asked for, */
    int moments;                           /* and how many there were */
    double level, best;                    /* a contact comes not later than best, */
    struct bracket_place witness;          /* where there is one then; */
    bool any;                              /* and any one is enough */
    uint32_t tests, max_tests, next_dive;
    heap_before *before;
    struct cell *heap;
    size_t n, room;
};

static struct bracket_moment moment_at(struct search *s, double t)
{
    for (int i = 0; i < MOMENTS && i < s->moments; i++)
        if (s->moment[i].t == t) return s->moment[i];
    struct bracket_moment *moment = &s->moment[s->moments++ % MOMENTS];
    bracket_motion_at(&s->motion, t, false, moment);
    return *moment;
}

static struct form phi_over(struct search *s, const struct bracket_place corner[3], double begin, double end,
                            int extent)
{
    struct form p[3];
    const struct bracket_moment from = moment_at(s, begin),
                                to = extent == FORM_CELL ? moment_at(s, end) : from;
    const struct bracket_cell cell = {{corner[0], corner[1], corner[2]}, &from, &to};
    bracket_motion_over(&s->motion, &cell, extent, p);
    return bracket_tree(s->of->sdf, s->of->root, p);
}

/* ---- Cells ---- */

static bool begins_before(const void *a, const void *b)
{
    const struct cell *x = a, *y = b;
    return x->begin != y->begin ? x->begin < y->begin : x->depth > y->depth;
}

static bool is_lower(const void *a, const void *b)
{
    return ((const struct cell *)a)->low < ((const struct cell *)b)->low;
}

/* False: memory is out. */
static bool push(struct search *s, const struct cell *cell)
{
    if (s->n == s->room) {
        struct cell *more = heap_grow(s->heap, &s->room, sizeof *cell, SIZE_MAX / sizeof *cell);
        if (!more) return false;
        s->heap = more;
    }
    heap_push(s->heap, s->n++, cell, sizeof *cell, s->before);
    return true;
}

static bool pop(struct search *s, struct cell *cell)
{
    if (!s->n) return false;
    heap_pop(s->heap, s->n--, cell, sizeof *cell, s->before);
    return true;
}

/* How far a vector of the triangle's parameters reaches, by its length at 0 and by what its ends move apart:
 * squared, in plain arithmetic. */
static double reach(const struct ccdq_sdf_query *q, const double w[2])
{
    double square = 0;
    for (int k = 0; k < 3; k++) {
        const double x = w[0] * (q->x[1][k] - q->x[0][k]) + w[1] * (q->x[2][k] - q->x[0][k]);
        const double v = w[0] * (q->v[1][k] - q->v[0][k]) + w[1] * (q->v[2][k] - q->v[0][k]);
        square += x * x + q->end * q->end * v * v;
    }
    return square;
}

/* The edge that reaches farthest; -1: none reaches anywhere, or all are so short that halves of them are not
 * exact.
 */
static int longest_edge(const struct search *s, const struct cell *cell)
{
    int longest = -1;
    double most = 0;
    for (int i = 0; i < 3; i++) {
        const double *a = cell->corner[(i + 1) % 3].w, *b = cell->corner[(i + 2) % 3].w;
        const double w[2] = {b[0] - a[0], b[1] - a[1]}, square = reach(s->of->query, w);
        if (square > most && greatest(fabs(w[0]), fabs(w[1])) > 0x1p-47) {
            most = square;
            longest = i;
        }
    }
    return longest;
}

/* What phi is over the part at its begin at least, and what it is at most at the corner where it seems to be
 * lowest. Where they are apart by roundings alone, halving the part makes nothing better. */
static void look_at_begin(const struct search *s, struct cell *cell, const struct form *f)
{
    cell->low = f->start.lo;
    cell->high = INFINITY;
    for (int i = 0; i < 3; i++) {
        const double high = form_corner_high(f, i);
        if (!(high < cell->high)) continue;
        cell->high = high;
        cell->lowest = (uint8_t)i;
    }
    const int edge = longest_edge(s, cell);
    const double rounding = 8 * (f->at.hi - f->at.lo) + 0x1p-46 * (fabs(f->at.lo) + fabs(f->start.lo));
    cell->split = SPLIT_NONE;
    if (edge >= 0 && !(cell->high - cell->low <= rounding)) cell->split = (uint8_t)edge;
}

static void look(struct search *s, struct cell *cell)
{
    const struct form f = phi_over(s, cell->corner, cell->begin, cell->begin, FORM_START);
    look_at_begin(s, cell, &f);
    s->tests++;
}

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

static bool can_halve_time(const struct cell *cell)
{
    return cell->end - cell->begin > 0x1p-50 * cell->end;
}

/* Cuts off the times at which the part is proven to be free. False: it is free until the end. */
static bool cut(struct search *s, struct cell *cell)
{
    const struct form f = phi_over(s, cell->corner, cell->begin, cell->end, FORM_CELL);
    s->tests++;
    if (f.over.lo > s->level) return false;
    look_at_begin(s, cell, &f);
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

/* ---- Witnesses ---- */

static struct cell whole(double begin, double end)
{
    return (struct cell){.corner = {{{0, 0}}, {{1, 0}}, {{0, 1}}}, .begin = begin, .end = end};
}

static struct interval phi_at(struct search *s, struct bracket_place place, double t)
{
    const struct bracket_moment now = moment_at(s, t);
    struct interval x[3];
    struct form p[3];
    bracket_place_at(&now, place, x);
    for (int k = 0; k < 3; k++) p[k] = form_constant(x[k], FORM_AT);
    return bracket_tree(s->of->sdf, s->of->root, p).at;
}

/* Newton's steps in time from the begin of the cell at one of its places; then what the value there proves.
 */
static void seek_witness(struct search *s, const struct cell *cell, struct bracket_place place)
{
    const double soon = 0x1p-36 * s->of->query->end;
    double t = cell->begin;
    for (int i = 0; i < 5 && t < s->best; i++) {
        const struct interval phi = phi_at(s, place, t);
        if (phi.hi <= s->level) {
            s->best = t;
            s->witness = place;
            return;
        }
        const double slope = (phi_at(s, place, t + soon).hi - phi.hi) / soon;
        if (!(slope < 0)) return;
        const double next = t + (phi.hi - s->level) / -slope * (1 + 0x1p-30);
        t = next > t ? next : nextafter(t, INFINITY);
        if (t > cell->end) t = i == 0 ? cell->end : INFINITY;
    }
}

static struct bracket_place between(struct bracket_place a, struct bracket_place b)
{
    return (struct bracket_place){{0.5 * (a.w[0] + b.w[0]), 0.5 * (a.w[1] + b.w[1])}};
}

static void halve(const struct cell *cell, struct cell child[2])
{
    child[0] = child[1] = *cell;
    child[0].depth++;
    child[1].depth++;
    if (cell->split == SPLIT_TIME) {
        child[0].end = child[1].begin = 0.5 * cell->begin + 0.5 * cell->end;
        return;
    }
    const int a = (cell->split + 1) % 3, b = (cell->split + 2) % 3;
    child[0].corner[a] = child[1].corner[b] = between(cell->corner[a], cell->corner[b]);
}

/* Looking for witnesses at the end may take a quarter more than the budget of the search. */
static bool may_look(const struct search *s)
{
    return s->tests < s->max_tests + s->max_tests / 4;
}

/* Where phi is lowest a little behind the begin of the cell, by halving it again and again and going on with
 * the lower half: across a crease a point must be near it to the first order to be a good witness, and where
 * the crease passes along the triangle it must be there at the right time. */
enum { DIVE = 64 };
static void dive(struct search *s, struct cell cell)
{
    struct cell child[2];
    const double behind = add_up(cell.begin, SDF_BRACKET_NARROW / 4 * s->of->query->end);
    cell.begin = least(behind, cell.end);
    look(s, &cell);
    for (int i = 0; i < DIVE && cell.split != SPLIT_NONE && cell.high > s->level && may_look(s); i++) {
        halve(&cell, child);
        for (int k = 0; k < 2; k++) look(s, &child[k]);
        cell = child[child[1].low < child[0].low];
    }
    seek_witness(s, &cell, cell.corner[cell.lowest]);
}

static void seek_witnesses(struct search *s, const struct cell *cell)
{
    seek_witness(s, cell, cell->corner[cell->lowest]);
    seek_witness(s, cell, bracket_middle(cell->corner));
    if (s->tests < s->next_dive) return;
    dive(s, *cell);
    s->next_dive = 2 * s->tests;
}

/* ---- The search ---- */

enum { BEHIND = 12 };

/* Where roundings hide the first contact, or the budget is spent: a contact some time behind it, the earliest
 * of times that are eight times as far each. */
static void seek_behind(struct search *s, double begin)
{
    const double end = s->of->query->end;
    for (int i = BEHIND; i >= 0 && s->best == INFINITY && may_look(s); i--)
        dive(s, whole(begin + ldexp(end - begin, -3 * i), end));
}

static bool is_enough(const struct search *s, const struct cell *cell)
{
    if (s->any && s->best < INFINITY) return true;
    return s->best - cell->begin <= SDF_BRACKET_NARROW / 2 * s->of->query->end;
}

/* Returns a lower bound of the first contact, +inf when there is none. */
static double run(struct search *s)
{
    const double end = s->of->query->end;
    struct cell cell = whole(0, end), child[2];
    if (!cut(s, &cell)) return INFINITY;
    if (!push(s, &cell)) return 0;
    while (pop(s, &cell)) {
        if (cell.begin >= s->best) return s->best;
        seek_witnesses(s, &cell);
        if (is_enough(s, &cell)) return least(cell.begin, s->best);
        if (s->tests >= s->max_tests || cell.split == SPLIT_NONE) {
            dive(s, whole(cell.begin, end)); /* in the whole: the cell may be tiny, and the contact passes */
            return least(cell.begin, s->best);
        }
        cell.end = least(cell.end, s->best);
        halve(&cell, child);
        for (int i = 0; i < 2; i++)
            if (cut(s, &child[i]) && !push(s, &child[i])) return cell.begin;
    }
    return s->best; /* nothing is left before it */
}

static void begin_search(struct search *s, const struct sdf_case *c, double level, uint32_t max_tests)
{
    *s = (struct search){.of = c, .level = level, .best = INFINITY, .before = begins_before, .next_dive = 64};
    s->max_tests = max_tests ? max_tests : SDF_BRACKET_MAX_TESTS;
    bracket_motion_of(c->query, &s->motion);
}

void sdf_bracket(const struct sdf_case *c, double level, uint32_t max_tests, struct sdf_bracket *bracket)
{
    struct search s;
    begin_search(&s, c, level, max_tests);
    bracket->lo = run(&s);
    if (bracket->lo < INFINITY) seek_behind(&s, bracket->lo);
    bracket->hi = s.best;
    for (int i = 0; i < 2; i++) bracket->w[i] = s.witness.w[i];
    bracket->tests = s.tests;
    free(s.heap);
}

enum { HINTS = 24 };

/* Behind its first contact a triangle mostly goes deeper, so a point of it is below a lower level soon. */
static bool goes_deeper(struct search *s, const struct sdf_bracket *hint)
{
    const double left = s->of->query->end - hint->hi;
    const struct bracket_place place = {{hint->w[0], hint->w[1]}};
    for (int i = 0; i < HINTS && hint->hi < INFINITY; i++)
        if (phi_at(s, place, hint->hi + ldexp(left, -i)).hi <= s->level) return true;
    return false;
}

enum sdf_touch sdf_bracket_touches(const struct sdf_case *c, double level, const struct sdf_bracket *hint,
                                   uint32_t max_tests)
{
    struct search s;
    begin_search(&s, c, level, max_tests);
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
    struct search s;
    struct cell cell = whole(t, t), child[2];
    begin_search(&s, c, 0, max_tests);
    s.before = is_lower;
    look(&s, &cell);
    struct interval found = {cell.low, cell.high};
    bool room = push(&s, &cell);
    while (room && pop(&s, &cell)) {
        found.lo = cell.low;
        if (cell.low > enough || found.hi - cell.low <= width || cell.split == SPLIT_NONE ||
            s.tests >= s.max_tests)
            break;
        halve(&cell, child);
        for (int i = 0; i < 2; i++) {
            look(&s, &child[i]);
            if (child[i].high < found.hi) found.hi = child[i].high;
            room = room && push(&s, &child[i]);
        }
    }
    free(s.heap);
    return found;
}

struct interval sdf_bracket_value(const struct sdf_case *c, const double w[2], double t)
{
    struct search s;
    begin_search(&s, c, 0, 0);
    return phi_at(&s, (struct bracket_place){{w[0], w[1]}}, t);
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
