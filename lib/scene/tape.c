/* Tapes: nodes in single assignment, of which equal ones are one. */
#include "tape.h"
#include "node.h"
#include "../num/mix64.h"
#include <stdlib.h>
#include <string.h>

/* An array with room for n elements, or NULL: memory is out (the old one stays). */
static void *with_room(void *array, size_t *room, size_t n, size_t size)
{
    if (array && n <= *room) return array;
    size_t more = *room ? *room : 8;
    while (more < n) more *= 2;
    void *grown = more > SIZE_MAX / size ? NULL : realloc(array, more * size);
    if (grown) *room = more;
    return grown;
}

#define MAKE_ROOM(array, room, n)                                                                            \
    do {                                                                                                     \
        void *grown = with_room(array, &(room), n, sizeof *(array));                                         \
        if (!grown) return TAPE_NONE;                                                                        \
        (array) = grown;                                                                                     \
    } while (0)

void tape_free(struct tape *tape)
{
    free(tape->node);
    free(tape->constant);
    free(tape->series);
    free(tape->patch);
    free(tape->coefficient);
    free(tape->output);
    free(tape->bucket);
    tape_program_free(tape->program);
    *tape = (struct tape){.variables = tape->variables};
}

/* ---- Nodes ---- */

static uint64_t bits_of(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

/* Constants are equal by their values, all else by its operands. */
static uint64_t hash_of(const struct tape *tape, const struct tape_node *n)
{
    uint64_t h = mix64(n->op);
    if (n->op == TAPE_CONSTANT) {
        const struct interval x = tape->constant[n->a];
        return mix64(mix64(h ^ bits_of(x.lo)) ^ bits_of(x.hi));
    }
    h = mix64(h ^ (uint32_t)n->a);
    h = mix64(h ^ (uint32_t)n->b);
    return mix64(h ^ (uint32_t)n->c);
}

static bool equal(const struct tape *tape, const struct tape_node *m, const struct tape_node *n)
{
    if (m->op != n->op) return false;
    if (m->op != TAPE_CONSTANT) return m->a == n->a && m->b == n->b && m->c == n->c;
    const struct interval x = tape->constant[m->a], y = tape->constant[n->a];
    return x.lo == y.lo && x.hi == y.hi;
}

/* The bucket of an equal node, or the free one where it belongs. */
static int32_t *bucket_of(const struct tape *tape, const struct tape_node *n)
{
    size_t i = hash_of(tape, n) & (tape->buckets - 1);
    while (tape->bucket[i] >= 0 && !equal(tape, &tape->node[tape->bucket[i]], n))
        i = (i + 1) & (tape->buckets - 1);
    return &tape->bucket[i];
}

/* Keeps at least half of the buckets free. */
static bool make_buckets(struct tape *tape)
{
    if (tape->buckets > 2 * tape->nodes) return true;
    size_t n = 64;
    while (n <= 4 * tape->nodes) n *= 2;
    int32_t *bucket = malloc(n * sizeof *bucket);
    if (!bucket) return false;
    free(tape->bucket);
    tape->bucket = bucket;
    tape->buckets = n;
    memset(bucket, 0xff, n * sizeof *bucket);
    for (size_t i = 0; i < tape->nodes; i++) *bucket_of(tape, &tape->node[i]) = (int32_t)i;
    return true;
}

static int add_node(struct tape *tape, enum tape_op op, uint8_t uses, int a, int b, int c)
{
    if (!make_buckets(tape)) return TAPE_NONE;
    const struct tape_node n = {.op = op, .uses = uses, .a = a, .b = b, .c = c};
    int32_t *bucket = bucket_of(tape, &n);
    if (*bucket >= 0) return *bucket;
    if (tape->nodes == TAPE_NODES) return TAPE_NONE;
    MAKE_ROOM(tape->node, tape->node_room, tape->nodes + 1);
    *bucket = (int32_t)tape->nodes;
    tape->node[tape->nodes] = n;
    return (int)tape->nodes++;
}

int tape_node_of_one(struct tape *tape, enum tape_op op, int a, int b)
{
    return a < 0 ? TAPE_NONE : add_node(tape, op, tape->node[a].uses, a, b, 0);
}

int tape_node_of_two(struct tape *tape, enum tape_op op, int a, int b, int c)
{
    return a < 0 || b < 0 ? TAPE_NONE : add_node(tape, op, tape->node[a].uses | tape->node[b].uses, a, b, c);
}

int tape_node_of_three(struct tape *tape, enum tape_op op, int a, int b, int c)
{
    const struct tape_node *n = tape->node;
    if (a < 0 || b < 0 || c < 0) return TAPE_NONE;
    return add_node(tape, op, n[a].uses | n[b].uses | n[c].uses, a, b, c);
}

int tape_constant(struct tape *tape, struct interval value)
{
    /* One zero: its sign is of no interest, but it would be told apart as bits. */
    const struct interval x = {value.lo == 0 ? 0 : value.lo, value.hi == 0 ? 0 : value.hi};
    const size_t before = tape->nodes;
    MAKE_ROOM(tape->constant, tape->constant_room, tape->constants + 1);
    tape->constant[tape->constants] = x;
    const int n = add_node(tape, TAPE_CONSTANT, 0, (int)tape->constants, 0, 0);
    if (tape->nodes > before) tape->constants++;
    return n;
}

int tape_number(struct tape *tape, double value)
{
    return tape_constant(tape, interval_of(value));
}

int tape_variable(struct tape *tape, unsigned k)
{
    return add_node(tape, TAPE_VARIABLE, (uint8_t)(1u << k), (int)k, 0, 0);
}

bool tape_output(struct tape *tape, int node)
{
    if (node < 0) return false;
    int32_t *output = with_room(tape->output, &tape->output_room, tape->outputs + 1, sizeof *output);
    if (!output) return false;
    tape->output = output;
    output[tape->outputs++] = node;
    return true;
}

/* ---- Series and patches ---- */

/* Adds n coefficients; where the first is, or SIZE_MAX: memory is out. */
static size_t add_coefficients(struct tape *tape, const double *c, size_t n)
{
    const size_t first = tape->coefficients;
    double *grown =
        with_room(tape->coefficient, &tape->coefficient_room, first + n, sizeof *tape->coefficient);
    if (!grown) return SIZE_MAX;
    tape->coefficient = grown;
    if (n) memcpy(grown + first, c, n * sizeof *c);
    tape->coefficients += n;
    return first;
}

int tape_series_of(struct tape *tape, int a, double lo, double hi, const struct interval *c, size_t n)
{
    if (a < 0) return TAPE_NONE;
    size_t i = 0;
    for (; i < tape->n_series; i++) {
        const struct tape_series *s = &tape->series[i];
        if (s->lo == lo && s->hi == hi && s->n == n &&
            memcmp(tape->coefficient + s->first, c, n * sizeof *c) == 0)
            break;
    }
    if (i == tape->n_series) {
        MAKE_ROOM(tape->series, tape->series_room, i + 1);
        const size_t first = add_coefficients(tape, (const double *)c, 2 * n);
        if (first == SIZE_MAX) return TAPE_NONE;
        tape->series[tape->n_series++] = (struct tape_series){lo, hi, n, first};
    }
    return tape_node_of_one(tape, TAPE_CHEBYSHEV, a, (int)i);
}

int tape_chebyshev(struct tape *tape, int a, double lo, double hi, const double *c, size_t n)
{
    struct interval *points = malloc((n ? n : 1) * sizeof *points);
    if (!points) return TAPE_NONE;
    for (size_t i = 0; i < n; i++) points[i] = interval_of(c[i]);
    const int node = tape_series_of(tape, a, lo, hi, points, n);
    free(points);
    return node;
}

static bool same_patch(const struct tape *tape, const struct tape_patch *p, unsigned m, unsigned n,
                       const double (*point)[4])
{
    return p->m == m && p->n == n &&
           memcmp(tape->coefficient + p->first, point, (m + 1) * (n + 1) * sizeof *point) == 0;
}

int tape_patch(struct tape *tape, int u, int v, unsigned m, unsigned n, const double (*point)[4],
               int coordinate[3])
{
    const size_t points = (size_t)(m + 1) * (n + 1);
    size_t i = 0;
    for (int k = 0; k < 3; k++) coordinate[k] = TAPE_NONE;
    while (i < tape->patches && !same_patch(tape, &tape->patch[i], m, n, point)) i++;
    if (i == tape->patches) {
        MAKE_ROOM(tape->patch, tape->patch_room, i + 1);
        const size_t first = add_coefficients(tape, (const double *)point, 4 * points);
        if (first == SIZE_MAX) return TAPE_NONE;
        bool rational = false;
        for (size_t k = 0; k < points; k++) rational = rational || point[k][3] != 1;
        tape->patch[tape->patches++] = (struct tape_patch){m, n, rational, first};
    }
    for (int k = 0; k < 3; k++) coordinate[k] = tape_node_of_two(tape, TAPE_PATCH, u, v, (int)(4 * i) + k);
    return coordinate[2];
}
