/* The zero set of a function by marching tetrahedra: each cell of a grid is cut in six, and where the
 * function changes its sign along an edge is a node. Bounds of the function tell which cells need no look. */
#include "../num/extremes.h"
#include "sample.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { HULL_DEPTH = 5, MOST_DEPTH = 8 };

/* A triangle by the edges of the grid that its nodes are on: eight times the number of the corner it starts
 * from, and the sum of 1, 2, 4 for the axes along which it goes. */
struct cut {
    uint64_t edge[3];
};

struct grid {
    struct sampler *s;
    bool own;               /* it lies in the body's own space; else in the world */
    struct interval box[3]; /* which is cut in 2^depth cells along each axis */
    unsigned depth;
    void (*cell)(struct grid *, const uint32_t at[3]); /* what is done with those that may hold a zero */

    struct interval hull[3]; /* of such cells */
    struct cut *cut;
    size_t cuts, room;
};

/* ---- The function ---- */

/* From the space of the grid to the world; false: nothing is there. */
static bool to_world(const struct grid *g, const ival at[3], ival world[4])
{
    struct sampler *s = g->s;
    const ival place[4] = {at[0], at[1], at[2], ival_point(s->t)};
    memcpy(world, place, sizeof place);
    if (!g->own) return true;
    if (tape_eval(&s->body->place, place, TAPE_VALUE, s->jet, &s->work) & TAPE_EMPTY) return false;
    for (int k = 0; k < 3; k++) {
        world[k] = s->jet[k].value;
        if (!(ival_size(world[k]) <= IVAL_LARGEST)) return false;
    }
    return true;
}

/* Bounds of the function in s->jet; false: it has no value there. */
static bool look(const struct grid *g, const ival at[3], enum tape_order order)
{
    ival world[4];
    struct sampler *s = g->s;
    return to_world(g, at, world) && !(tape_eval(&s->body->map, world, order, s->jet, &s->work) & TAPE_EMPTY);
}

static double value_at(const struct grid *g, const double x[3])
{
    const ival at[3] = {ival_point(x[0]), ival_point(x[1]), ival_point(x[2])};
    if (!look(g, at, TAPE_VALUE) || !(ival_size(g->s->jet->value) <= IVAL_LARGEST)) return NAN;
    return ival_middle(g->s->jet->value);
}

/* ---- The grid ---- */

static double coordinate(const struct grid *g, int k, uint32_t i)
{
    const double n = (double)(UINT32_C(1) << g->depth);
    return i == n ? g->box[k].hi : g->box[k].lo + (g->box[k].hi - g->box[k].lo) * (i / n);
}

static void corner(const struct grid *g, const uint32_t at[3], double x[3])
{
    for (int k = 0; k < 3; k++) x[k] = coordinate(g, k, at[k]);
}

/* Calls g->cell for the cells of the cube of `size` cells a side that may hold a zero. */
static void walk(struct grid *g, const uint32_t at[3], uint32_t size)
{
    ival box[3];
    for (int k = 0; k < 3; k++) box[k] = ival_of(coordinate(g, k, at[k]), coordinate(g, k, at[k] + size));
    if (g->s->full || !look(g, box, TAPE_VALUE) || !ival_has_zero(g->s->jet->value)) return;
    if (size == 1) {
        g->cell(g, at);
        return;
    }
    for (unsigned i = 0; i < 8; i++) {
        const uint32_t half = size / 2, part[3] = {at[0] + half * (i & 1), at[1] + half * (i >> 1 & 1),
                                                   at[2] + half * (i >> 2)};
        walk(g, part, half);
    }
}

static void walk_all(struct grid *g, unsigned depth, void (*cell)(struct grid *, const uint32_t at[3]))
{
    g->depth = depth;
    g->cell = cell;
    walk(g, (const uint32_t[3]){0, 0, 0}, UINT32_C(1) << depth);
}

static void add_to_hull(struct grid *g, const uint32_t at[3])
{
    for (int k = 0; k < 3; k++) {
        g->hull[k].lo = min_of(g->hull[k].lo, coordinate(g, k, at[k]));
        g->hull[k].hi = max_of(g->hull[k].hi, coordinate(g, k, at[k] + 1));
    }
}

/* ---- Tetrahedra ---- */

/* The edge from corner a of the cell to corner b, which has all bits of a. */
static uint64_t edge_of(const struct grid *g, const uint32_t at[3], unsigned a, unsigned b)
{
    const uint64_t side = (UINT64_C(1) << g->depth) + 1;
    const uint64_t i = at[0] + (a & 1), j = at[1] + (a >> 1 & 1), k = at[2] + (a >> 2);
    return 8 * ((i * side + j) * side + k) + (b & ~a);
}

static void add_cut(struct grid *g, uint64_t a, uint64_t b, uint64_t c)
{
    if (g->cuts == g->room) {
        const size_t room = g->room + g->room / 2 + 256;
        struct cut *grown = realloc(g->cut, room * sizeof *grown);
        g->s->full |= !grown;
        if (!grown) return;
        g->cut = grown;
        g->room = room;
    }
    g->cut[g->cuts++] = (struct cut){{a, b, c}};
}

/* The tetrahedron of corners 0, v[1], v[2], 7, each of which has the bits of the one before. */
static void cut_tetrahedron(struct grid *g, const uint32_t at[3], const unsigned v[4], const double f[8])
{
    unsigned side[2][4], n[2] = {0, 0};
    uint64_t edge[4];
    for (int i = 0; i < 4; i++) {
        const int outside = !(f[v[i]] < 0);
        side[outside][n[outside]++] = v[i];
    }
    if (!n[0] || !n[1]) return;
    /* in this order the nodes of four edges go round */
    for (unsigned i = 0, k = 0; i < n[0]; i++)
        for (unsigned j = 0; j < n[1]; j++) {
            const unsigned a = side[0][i], b = side[1][i & 1 && n[0] == 2 ? 1 - j : j];
            edge[k++] = edge_of(g, at, a < b ? a : b, a < b ? b : a);
        }
    add_cut(g, edge[0], edge[1], edge[2]);
    if (n[0] == 2) add_cut(g, edge[0], edge[2], edge[3]);
}

static void cut_cell(struct grid *g, const uint32_t at[3])
{
    static const unsigned tetrahedra[6][4] = {{0, 1, 3, 7}, {0, 1, 5, 7}, {0, 2, 3, 7},
                                              {0, 2, 6, 7}, {0, 4, 5, 7}, {0, 4, 6, 7}};
    double f[8];
    for (unsigned i = 0; i < 8; i++) {
        double x[3];
        corner(g, (const uint32_t[3]){at[0] + (i & 1), at[1] + (i >> 1 & 1), at[2] + (i >> 2)}, x);
        f[i] = value_at(g, x);
        if (isnan(f[i])) return;
    }
    for (int i = 0; i < 6; i++) cut_tetrahedron(g, at, tetrahedra[i], f);
}

/* ---- Nodes ---- */

/* The zero between two points where the function has the values fa and fb of unlike signs: false position,
 * with the value of an end that stays twice halved. */
static void find_zero(const struct grid *g, double a[3], double fa, double b[3], double fb, double x[3])
{
    int moved = 0; /* which end was, last: -1 the first, 1 the second */
    for (int i = 0; i < 16; i++) {
        const double w = fa / (fa - fb);
        for (int k = 0; k < 3; k++) x[k] = a[k] + w * (b[k] - a[k]);
        const double f = value_at(g, x);
        if (f == 0 || isnan(f)) return;
        const int end = (f < 0) == (fa < 0) ? -1 : 1;
        memcpy(end < 0 ? a : b, x, 3 * sizeof *x);
        *(end < 0 ? &fa : &fb) = f;
        if (end == moved) *(end < 0 ? &fb : &fa) /= 2;
        moved = end;
    }
}

/* The corner that an edge starts from. */
static void start_of(const struct grid *g, uint64_t edge, uint32_t at[3])
{
    const uint64_t side = (UINT64_C(1) << g->depth) + 1, number = edge / 8;
    at[0] = (uint32_t)(number / side / side);
    at[1] = (uint32_t)(number / side % side);
    at[2] = (uint32_t)(number % side);
}

static uint32_t add_node(const struct grid *g, uint64_t edge)
{
    uint32_t from[3];
    start_of(g, edge, from);
    const uint32_t to[3] = {from[0] + (edge & 1), from[1] + (edge >> 1 & 1), from[2] + (edge >> 2 & 1)};
    double a[3], b[3], x[3], normal[3] = {0, 0, 0};
    ival world[4];
    corner(g, from, a);
    corner(g, to, b);
    find_zero(g, a, value_at(g, a), b, value_at(g, b), x);
    const ival place[3] = {ival_point(x[0]), ival_point(x[1]), ival_point(x[2])};
    if (!to_world(g, place, world)) return SAMPLE_NONE;
    if (look(g, place, TAPE_GRADIENT))
        for (int k = 0; k < 3; k++) {
            const ival d = g->s->jet->d[k];
            normal[k] = ival_size(d) <= IVAL_LARGEST ? ival_middle(d) : 0;
        }
    const double point[3] = {ival_middle(world[0]), ival_middle(world[1]), ival_middle(world[2])};
    return sample_add_node(g->s, point, normal);
}

static int by_number(const void *a, const void *b)
{
    const uint64_t p = *(const uint64_t *)a, q = *(const uint64_t *)b;
    return (p > q) - (p < q);
}

/* Which side of the triangle is out: where its nodes' normals point. 0: it has no area. */
static double facing(const struct scene_sample *sample, const uint32_t node[3])
{
    double e[2][3], sum = 0;
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 3; k++) e[i][k] = sample->mesh.x[node[i + 1]][k] - sample->mesh.x[node[0]][k];
    for (int k = 0; k < 3; k++) {
        const int i = (k + 1) % 3, j = (k + 2) % 3;
        const double n = e[0][i] * e[1][j] - e[0][j] * e[1][i];
        for (int c = 0; c < 3; c++) sum += n * sample->normal[node[c]][k];
    }
    return sum;
}

/* Whether the line between the nodes on two edges of a cell lies in a side of it. */
static bool lies_in_side(const struct grid *g, uint64_t a, uint64_t b)
{
    uint32_t from[2][3];
    start_of(g, a, from[0]);
    start_of(g, b, from[1]);
    for (int k = 0; k < 3; k++)
        if (!((a | b) >> k & 1) && from[0][k] == from[1][k]) return true;
    return false;
}

static void add_triangle(const struct grid *g, const struct cut *cut, const uint32_t node[3])
{
    const double out = facing(g->s->sample, node);
    const uint32_t turned[3] = {node[0], node[2], node[1]};
    unsigned lines = 0, turned_lines = 0;
    for (int k = 0; k < 3; k++)
        if (lies_in_side(g, cut->edge[k], cut->edge[(k + 1) % 3])) {
            lines |= 1u << k;
            turned_lines |= 1u << (2 - k);
        }
    if (out > 0) sample_add_element(g->s, MESH_TRIANGLE, 0, node, lines);
    if (out < 0) sample_add_element(g->s, MESH_TRIANGLE, 0, turned, turned_lines);
}

static void add_triangles(const struct grid *g, const uint64_t *edge, size_t edges, const uint32_t *node)
{
    for (size_t i = 0; i < g->cuts && !g->s->full; i++) {
        uint32_t corner[3];
        bool known = true;
        for (int k = 0; k < 3; k++) {
            const uint64_t *found = bsearch(&g->cut[i].edge[k], edge, edges, sizeof *edge, by_number);
            corner[k] = node[found - edge];
            known = known && corner[k] != SAMPLE_NONE;
        }
        if (known) add_triangle(g, &g->cut[i], corner);
    }
}

/* The cuts become nodes, one an edge, and triangles. */
static void make_mesh(const struct grid *g)
{
    size_t n = 3 * g->cuts, edges = 0;
    uint64_t *edge = malloc((n + 1) * sizeof *edge);
    uint32_t *node = malloc((n + 1) * sizeof *node);
    g->s->full |= !edge || !node;
    for (size_t i = 0; i < n && !g->s->full; i++) edge[i] = g->cut[i / 3].edge[i % 3];
    if (!g->s->full) qsort(edge, n, sizeof *edge, by_number);
    for (size_t i = 0; i < n && !g->s->full; i++)
        if (!i || edge[i] != edge[edges - 1]) {
            edge[edges] = edge[i];
            node[edges] = add_node(g, edge[edges]);
            edges++;
        }
    add_triangles(g, edge, edges, node);
    free(edge);
    free(node);
}

/* ---- The body ---- */

/* Where to look for a body whose box has no end: a cube around what is near, twice as large again. */
static void widen(struct grid *g, const struct interval near[3])
{
    double half = 0;
    for (int k = 0; k < 3; k++) half = max_of(half, 0.5 * (near[k].hi - near[k].lo));
    for (int k = 0; k < 3; k++) {
        const double middle = 0.5 * (near[k].lo + near[k].hi);
        g->box[k] = (struct interval){middle - 4 * half, middle + 4 * half};
    }
}

/* To where the body is; where it reaches out of a cube that was widened, to half a size beyond what is near.
 */
static void shrink(struct grid *g, const struct interval near[3])
{
    for (int k = 0; k < 3; k++) {
        const double half = (g->box[k].hi - g->box[k].lo) / 8;
        if (!g->own && g->hull[k].lo <= g->box[k].lo) g->hull[k].lo = near[k].lo - half;
        if (!g->own && g->hull[k].hi >= g->box[k].hi) g->hull[k].hi = near[k].hi + half;
        g->box[k] = g->hull[k];
    }
}

void sample_implicit(struct sampler *s, const struct interval near[3])
{
    struct grid g = {.s = s, .own = true};
    unsigned depth = 1;
    for (int k = 0; k < 3; k++) {
        g.hull[k] = (struct interval){INFINITY, -INFINITY};
        g.box[k] = s->body->box[k];
        g.own = g.own && isfinite(g.box[k].lo) && isfinite(g.box[k].hi);
    }
    if (!g.own) widen(&g, near);
    walk_all(&g, HULL_DEPTH, add_to_hull);
    if (!(g.hull[0].lo < g.hull[0].hi)) return;
    shrink(&g, near);
    while (depth < MOST_DEPTH && UINT32_C(2) << depth < s->fineness)
        depth++; /* round, there are pi times as many */
    walk_all(&g, depth, cut_cell);
    if (!s->full) make_mesh(&g);
    free(g.cut);
}
