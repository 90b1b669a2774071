#include "families.h"
#include <stdbool.h>

/* A pile of crumpled sheets that move through each other, and what a broad phase would list of it: each
 * primitive of a sheet against those of every other sheet at the same place. The sheets are grids of CELLS x
 * CELLS cells, each shifted against the others. After all queries of a pile come those of the next one,
 * somewhere else in the scene. Consecutive ids share vertices, bit for bit. */
enum { SHEETS = 8, CELLS = 16, ACROSS = CELLS + 2 };

/* A vertex of a sheet, by its place in the grid. */
struct place {
    unsigned row, column;
};

/* A kind of primitive: where the corners are of each that begins at a vertex of the grid. */
struct shape {
    unsigned corners, count;
    struct place corner[3][3];
};

static const struct shape vertex = {1, 1, {{{0, 0}}}};
static const struct shape edge = {2, 3, {{{0, 0}, {0, 1}}, {{0, 0}, {1, 0}}, {{0, 0}, {1, 1}}}};
static const struct shape border = {2, 3, {{{0, 1}, {1, 1}}, {{1, 0}, {1, 1}}, {{0, 0}, {1, 1}}}};
static const struct shape face = {3, 2, {{{0, 0}, {0, 1}, {1, 1}}, {{0, 0}, {1, 1}, {1, 0}}}};

/* The two kinds of primitives of a query. */
static const struct shape *const shapes[][2] = {[CCDQ_VF] = {&vertex, &face},
                                                [CCDQ_EE] = {&edge, &border},
                                                [CCDQ_PE] = {&vertex, &border},
                                                [CCDQ_PP] = {&vertex, &vertex}};

struct sheet {
    uint64_t key, number;
    double shift[3];             /* along the rows, along the columns, up; in cells */
    double origin[3], motion[3]; /* in the scene */
};

static struct sheet draw_sheet(uint64_t key, uint64_t pile, unsigned which)
{
    struct sheet s = {.key = key, .number = pile * SHEETS + which};
    struct rng of_pile = rng_at(key, pile), of_sheet = rng_at(key + 1, s.number);
    for (int k = 0; k < 3; k++) s.origin[k] = rng_unit(&of_pile);
    for (int k = 0; k < 3; k++) s.shift[k] = rng_unit(&of_sheet);
    add_vector(s.motion, 0.001, &of_sheet);
    return s;
}

/* Fills point k of q with a vertex of a sheet at both ends of time. */
static void put_vertex(struct ccdq_query *q, int k, const struct sheet *s, struct place at)
{
    /* No axis lies in the sheets: the boxes of things that are near overlap, as they mostly do in cloth. */
    static const double turn[3][3] = {
        {2. / 3, -1. / 3, 2. / 3}, {2. / 3, 2. / 3, -1. / 3}, {-1. / 3, 2. / 3, 2. / 3}};
    const double cell = 0.01, crumple = 0.2;
    struct rng own = rng_at(s->key + 2, (s->number * ACROSS + at.row) * ACROSS + at.column);
    double flat[3] = {s->shift[0] + at.column, s->shift[1] + at.row, s->shift[2]};
    for (int i = 0; i < 3; i++) flat[i] += rng_real(&own, -crumple, crumple);
    for (int i = 0; i < 3; i++) {
        q->x[k][i] =
            s->origin[i] + cell * (turn[i][0] * flat[0] + turn[i][1] * flat[1] + turn[i][2] * flat[2]);
        q->x[k + 4][i] = q->x[k][i] + s->motion[i];
    }
    add_vector(q->x[k + 4], 0.0002, &own);
}

/* Fills the corners of a primitive that begins at a vertex; returns the number of the next point. */
static int put_primitive(struct ccdq_query *q, int k, const struct shape *shape, unsigned which,
                         const struct sheet *s, struct place at)
{
    for (unsigned i = 0; i < shape->corners; i++) {
        const struct place corner = shape->corner[which][i];
        put_vertex(q, k++, s, (struct place){at.row + corner.row, at.column + corner.column});
    }
    return k;
}

/* Takes the last digit off a number, in this base. */
static unsigned digit(uint64_t *number, unsigned base)
{
    const unsigned last = (unsigned)(*number % base);
    *number /= base;
    return last;
}

/* Do the boxes of the two primitives, over the whole motion, overlap or nearly so? */
static bool are_near(const struct ccdq_query *q, int split, int end)
{
    const double gap = 4e-4;
    for (int axis = 0; axis < 3; axis++) {
        double lo[2], hi[2];
        swept_extent(q, 0, split, axis, &lo[0], &hi[0]);
        swept_extent(q, split, end, axis, &lo[1], &hi[1]);
        if (lo[0] > hi[1] + gap || lo[1] > hi[0] + gap) return false;
    }
    return true;
}

/* Of the pairs that begin at one vertex of one sheet: number `pair`. Returns whether it is near enough to be
 * listed. */
static bool make_pair(struct ccdq_query *q, uint64_t pair, uint64_t key, uint64_t pile, unsigned first,
                      struct place at)
{
    const struct shape *const a = shapes[q->type][0], *const b = shapes[q->type][1];
    const unsigned of_b = digit(&pair, b->count), of_a = digit(&pair, a->count),
                   other = digit(&pair, SHEETS - 1);
    const struct sheet s = draw_sheet(key, pile, first), t = draw_sheet(key, pile, other + (other >= first));
    /* The cell of the other sheet in which the vertex would lie if nothing were crumpled. */
    const struct place below = {at.row - (s.shift[1] < t.shift[1]), at.column - (s.shift[0] < t.shift[0])};
    const int split = put_primitive(q, 0, a, of_a, &s, at);
    return are_near(q, split, put_primitive(q, split, b, of_b, &t, below));
}

void family_cloth(struct ccdq_query *q, struct rng *rng)
{
    const unsigned pairs = shapes[q->type][0]->count * shapes[q->type][1]->count * (SHEETS - 1);
    uint64_t rest = q->id;
    unsigned pair = digit(&rest, pairs);
    const unsigned first = digit(&rest, SHEETS), column = digit(&rest, CELLS), row = digit(&rest, CELLS);
    /* Instead of a pair that is far the next one that is near, which is then listed twice. */
    for (unsigned tries = pairs; tries > 0; tries--, pair = (pair + 1) % pairs)
        if (make_pair(q, pair, rng->key, rest, first, (struct place){row + 1, column + 1})) return;
}
