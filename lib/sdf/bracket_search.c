/* Parts of the triangle, and phi over them. */
#include "bracket_search.h"

static struct bracket_moment moment_at(struct bracket_search *s, double t)
{
    for (int i = 0; i < MOMENTS && i < s->moments; i++)
        if (s->moment[i].t == t) return s->moment[i];
    struct bracket_moment *moment = &s->moment[s->moments++ % MOMENTS];
    bracket_motion_at(&s->motion, t, false, moment);
    return *moment;
}

struct form bracket_phi_over(struct bracket_search *s, const struct bracket_place corner[3], double begin,
                             double end, int extent)
{
    struct form p[3];
    const struct bracket_moment from = moment_at(s, begin),
                                to = extent == FORM_CELL ? moment_at(s, end) : from;
    const struct bracket_cell cell = {{corner[0], corner[1], corner[2]}, &from, &to};
    bracket_motion_over(&s->motion, &cell, extent, p);
    return bracket_tree(s->of->sdf, s->of->root, p);
}

struct interval bracket_phi_at(struct bracket_search *s, struct bracket_place place, double t)
{
    const struct bracket_moment now = moment_at(s, t);
    struct interval x[3];
    struct form p[3];
    bracket_place_at(&now, place, x);
    for (int k = 0; k < 3; k++) p[k] = form_constant(x[k], FORM_AT);
    return bracket_tree(s->of->sdf, s->of->root, p).at;
}

/* ---- Parts ---- */

bool bracket_begins_before(const void *a, const void *b)
{
    const struct bracket_part *x = a, *y = b;
    return x->begin != y->begin ? x->begin < y->begin : x->depth > y->depth;
}

bool bracket_is_lower(const void *a, const void *b)
{
    return ((const struct bracket_part *)a)->low < ((const struct bracket_part *)b)->low;
}

/* False: memory is out. */
bool bracket_push(struct bracket_search *s, const struct bracket_part *cell)
{
    if (s->n == s->room) {
        struct bracket_part *more = heap_grow(s->heap, &s->room, sizeof *cell, SIZE_MAX / sizeof *cell);
        if (!more) return false;
        s->heap = more;
    }
    heap_push(s->heap, s->n++, cell, sizeof *cell, s->before);
    return true;
}

bool bracket_pop(struct bracket_search *s, struct bracket_part *cell)
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
static int longest_edge(const struct bracket_search *s, const struct bracket_part *cell)
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
void bracket_look_at(const struct bracket_search *s, struct bracket_part *cell, const struct form *f)
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

void bracket_look(struct bracket_search *s, struct bracket_part *cell)
{
    const struct form f = bracket_phi_over(s, cell->corner, cell->begin, cell->begin, FORM_START);
    bracket_look_at(s, cell, &f);
    s->tests++;
}

struct bracket_part bracket_whole(double begin, double end)
{
    return (struct bracket_part){.corner = {{{0, 0}}, {{1, 0}}, {{0, 1}}}, .begin = begin, .end = end};
}

static struct bracket_place between(struct bracket_place a, struct bracket_place b)
{
    return (struct bracket_place){{0.5 * (a.w[0] + b.w[0]), 0.5 * (a.w[1] + b.w[1])}};
}

void bracket_halve(const struct bracket_part *cell, struct bracket_part child[2])
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

void bracket_begin(struct bracket_search *s, const struct sdf_case *c, double level, uint32_t max_tests)
{
    *s = (struct bracket_search){
        .of = c, .level = level, .best = INFINITY, .before = bracket_begins_before, .next_dive = 64};
    s->max_tests = max_tests ? max_tests : SDF_BRACKET_MAX_TESTS;
    bracket_motion_of(c->query, &s->motion);
}
