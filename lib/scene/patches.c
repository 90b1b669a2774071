/* Which borders of Bezier patches are edges. */
#include "patches.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A border of a patch, and the one that lies on it. */
struct border {
    uint32_t face;
    uint8_t side;
    unsigned degree;
    const struct scene_patch *patch;
    const double *end[2]; /* the smaller end first */
    bool point;           /* it is one */
    bool done;            /* it has its neighbour */
};

/* Control point k of row `row` from the border: 0 is the border itself. */
static const double *control(const struct border *b, unsigned row, unsigned k)
{
    const unsigned m = b->patch->m, n = b->patch->n;
    const unsigned across = b->side < SCENE_V0 ? m : n, at = b->side & 1 ? across - row : row;
    const unsigned i = b->side < SCENE_V0 ? at : k, j = b->side < SCENE_V0 ? k : at;
    return b->patch->point[i * (n + 1) + j];
}

static int compare_points(const double *x, const double *y, int n)
{
    for (int i = 0; i < n; i++)
        if (x[i] != y[i]) return x[i] < y[i] ? -1 : 1;
    return 0;
}

static void set_ends(struct border *b)
{
    b->point = true;
    for (unsigned k = 1; k <= b->degree; k++)
        b->point = b->point && compare_points(control(b, 0, 0), control(b, 0, k), 3) == 0;
    b->end[0] = control(b, 0, 0);
    b->end[1] = control(b, 0, b->degree);
    if (compare_points(b->end[0], b->end[1], 3) <= 0) return;
    b->end[0] = b->end[1];
    b->end[1] = control(b, 0, 0);
}

/* By their ends, then by their places in the list. */
static int compare_borders(const void *one, const void *other)
{
    const struct border *a = one, *b = other;
    for (int i = 0; i < 2; i++) {
        const int order = compare_points(a->end[i], b->end[i], 3);
        if (order) return order;
    }
    return a->face != b->face ? (a->face < b->face ? -1 : 1) : a->side - b->side;
}

static bool same_curve(const struct border *a, const struct border *b, bool reversed)
{
    if (a->degree != b->degree) return false;
    for (unsigned k = 0; k <= a->degree; k++)
        if (compare_points(control(a, 0, k), control(b, 0, reversed ? a->degree - k : k), 4) != 0)
            return false;
    return true;
}

/* ---- Smoothness ---- */

/* The two points before the last step of de Casteljau's algorithm, in homogeneous coordinates, for the curve
 * whose control points are row `row`: the tangent goes from one to the other. */
static void last_points(const struct border *b, unsigned row, double s, double x[2][4])
{
    double p[PATCH_DEGREE + 1][4];
    for (unsigned k = 0; k <= b->degree; k++) {
        const double *c = control(b, row, k);
        for (int i = 0; i < 4; i++) p[k][i] = i < 3 ? c[i] * c[3] : c[3];
    }
    for (unsigned d = b->degree; d > 1; d--)
        for (unsigned k = 0; k < d; k++)
            for (int i = 0; i < 4; i++) p[k][i] = (1 - s) * p[k][i] + s * p[k + 1][i];
    memcpy(x, p, 2 * sizeof p[0]);
}

static void between(double x[2][4], double s, double at[3])
{
    const double w = (1 - s) * x[0][3] + s * x[1][3];
    for (int i = 0; i < 3; i++) at[i] = ((1 - s) * x[0][i] + s * x[1][i]) / w;
}

/* Directions along the border, and from it into the patch. */
static void directions(const struct border *b, double s, double along[3], double into[3])
{
    double x[2][4], at[3], next[3];
    last_points(b, 0, s, x);
    between(x, s, at);
    for (int i = 0; i < 3; i++) along[i] = x[1][i] / x[1][3] - x[0][i] / x[0][3];
    last_points(b, 1, s, x);
    between(x, s, next);
    for (int i = 0; i < 3; i++) into[i] = next[i] - at[i];
}

static double product(const double *x, const double *y)
{
    return x[0] * y[0] + x[1] * y[1] + x[2] * y[2];
}

static void cross(const double *x, const double *y, double *z)
{
    for (int k = 0; k < 3; k++) z[k] = x[(k + 1) % 3] * y[(k + 2) % 3] - x[(k + 2) % 3] * y[(k + 1) % 3];
}

/* Whether the normals on both sides are the same at s of a. */
static bool smooth_at(const struct border *a, const struct border *b, bool reversed, double s)
{
    static const double angle = 1e-9;
    double along[3], one[3], ignored[3], other[3], n[3], m[3], both[3];
    directions(a, s, along, one);
    directions(b, reversed ? 1 - s : s, ignored, other);
    cross(along, one, n);
    cross(other, along, m);
    cross(n, m, both);
    return product(n, m) > 0 && sqrt(product(both, both)) < angle * product(n, m);
}

/* The volume of tangent and both directions inward is, times its denominators, a polynomial of degree 6 d at
 * most: it is 0 where it is 0 at so many places and one more. */
static bool smooth(const struct border *a, const struct border *b, bool reversed)
{
    const unsigned n = 6 * a->degree + 1;
    for (unsigned i = 0; i < n; i++)
        if (!smooth_at(a, b, reversed, (i + 0.5) / n)) return false;
    return true;
}

/* ---- Edges and vertices ---- */

/* The neighbour of border i: one with the same ends, which are next to each other. NULL: there is none. */
static struct border *neighbour(struct border *list, size_t n, size_t i, bool *reversed)
{
    struct border *b = &list[i];
    for (size_t j = i + 1; j < n; j++) {
        struct border *c = &list[j];
        if (compare_points(b->end[0], c->end[0], 3) || compare_points(b->end[1], c->end[1], 3)) break;
        *reversed = !same_curve(b, c, false);
        if (!c->done && !c->point && (!*reversed || same_curve(b, c, true))) return c;
    }
    return NULL;
}

static void add_edge(struct scene_body *body, const struct border *b, const struct border *c, bool reversed)
{
    struct scene_edge *e = &body->edge[body->edges++];
    *e = (struct scene_edge){b->face, b->side, c ? c->face : SCENE_NO_FACE, c ? c->side : 0, c && reversed};
}

/* A corner that is a vertex. */
struct corner {
    struct scene_vertex vertex;
    const double *point;
};

static int compare_corners(const void *one, const void *other)
{
    const struct corner *a = one, *b = other;
    const int order = compare_points(a->point, b->point, 3);
    if (order) return order;
    if (a->vertex.face != b->vertex.face) return a->vertex.face < b->vertex.face ? -1 : 1;
    return (a->vertex.at_u1 + 2 * a->vertex.at_v1) - (b->vertex.at_u1 + 2 * b->vertex.at_v1);
}

static struct corner corner_of(const struct border *b, bool last)
{
    const bool high = b->side & 1, along_v = b->side < SCENE_V0;
    const struct scene_vertex v = {b->face, along_v ? high : last, along_v ? last : high};
    return (struct corner){v, control(b, 0, last ? b->degree : 0)};
}

/* Edges of the sorted borders, with their corners and those of borders that are points; how many. */
static size_t find_edges(struct scene_body *body, struct border *list, size_t n, struct corner *corner)
{
    size_t corners = 0;
    for (size_t i = 0; i < n; i++) {
        struct border *b = &list[i];
        bool reversed = false;
        if (b->done) continue;
        struct border *c = b->point ? NULL : neighbour(list, n, i, &reversed);
        if (c) c->done = true;
        if (c && smooth(b, c, reversed)) continue;
        corner[corners++] = corner_of(b, false);
        if (b->point) continue;
        corner[corners++] = corner_of(b, true);
        add_edge(body, b, c, reversed);
    }
    return corners;
}

static void find_vertices(struct scene_body *body, struct corner *corner, size_t n)
{
    qsort(corner, n, sizeof *corner, compare_corners);
    for (size_t i = 0; i < n; i++)
        if (i == 0 || compare_points(corner[i - 1].point, corner[i].point, 3) != 0)
            body->vertex[body->vertices++] = corner[i].vertex;
}

static bool join(struct scene_body *body, const struct scene_patch *patch, size_t n)
{
    struct border *list = malloc(4 * n * sizeof *list);
    struct corner *corner = malloc(8 * n * sizeof *corner);
    if (list && corner) {
        for (size_t i = 0; i < 4 * n; i++) {
            const struct scene_patch *p = &patch[i / 4];
            list[i] = (struct border){.face = (uint32_t)(i / 4),
                                      .side = i % 4,
                                      .degree = i % 4 < SCENE_V0 ? p->n : p->m,
                                      .patch = p};
            set_ends(&list[i]);
        }
        qsort(list, 4 * n, sizeof *list, compare_borders);
        find_vertices(body, corner, find_edges(body, list, 4 * n, corner));
    }
    const bool good = list && corner;
    free(list);
    free(corner);
    return good;
}

/* ---- Faces ---- */

static bool add_face(struct scene_body *body, const struct scene_patch *p)
{
    struct scene_face *face = &body->face[body->faces];
    char name[32];
    int point[3];
    snprintf(name, sizeof name, "%zu", body->faces++);
    *face = (struct scene_face){.name = strdup(name), .map = {.variables = 3}, .u = {0, 1}, .v = {0, 1}};
    struct tape *t = &face->map;
    tape_patch(t, tape_variable(t, 0), tape_variable(t, 1), p->m, p->n, (const double(*)[4])p->point, point);
    return face->name && tape_output(t, point[0]) && tape_output(t, point[1]) && tape_output(t, point[2]);
}

bool scene_of_patches(struct scene_body *body, const struct scene_patch *patch, size_t n)
{
    if (!scene_body_room(body, n, 4 * n, 8 * n)) return false;
    for (size_t i = 0; i < n; i++)
        if (!add_face(body, &patch[i])) return false;
    return join(body, patch, n);
}
