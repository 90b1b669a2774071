/* All contacts of a small mesh by brute force: all pairs of features by lib/exact. */
#ifndef CCDQ_TEST_VOLUME_ORACLE_H
#define CCDQ_TEST_VOLUME_ORACLE_H

#include "../../lib/mesh/features.h"
#include "../../lib/mesh/orientation.h"
#include "volume_known.h"
#include "volume_scenes.h"
#include <math.h>

static bool oracle_pair(const struct scene *s, unsigned type, const uint32_t node[4], struct known *known,
                        struct ccdq_workspace *ws)
{
    struct ccdq_query q = {.type = (uint8_t)type};
    struct ccdq_exact_answer answer;
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 3; k++) {
            q.x[i][k] = s->x0[node[i]][k];
            q.x[i + 4][k] = s->x1[node[i]][k];
        }
    ccdq_exact_solve(&q, 1, CCDQ_WANT_TOI | CCDQ_WANT_ROOTS, &answer, ws);
    if (answer.verdict != CCDQ_HIT) return false;
    ccdq_exact_times(&answer, 1, &known->lo, &known->hi);
    known->roots = answer.roots;
    memcpy(known->who, node, sizeof known->who);
    known->kind = type == CCDQ_VF ? CCDQ_CONTACT_VF : CCDQ_CONTACT_EE;
    return true;
}

static bool joined(unsigned type, const uint32_t v[4])
{
    if (type == CCDQ_VF) return v[0] == v[1] || v[0] == v[2] || v[0] == v[3];
    return v[0] == v[2] || v[0] == v[3] || v[1] == v[2] || v[1] == v[3];
}

static bool same_edge(const uint32_t a[2], const uint32_t b[2])
{
    return (a[0] == b[0] && a[1] == b[1]) || (a[0] == b[1] && a[1] == b[0]);
}

static bool same_triangle(const uint32_t a[3], const uint32_t b[3])
{
    int common = 0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) common += a[i] == b[j];
    return common == 3;
}

static const uint32_t *nodes_of(const struct mesh *mesh, size_t e, int *n)
{
    *n = mesh_cell_corners(mesh->cell[e]);
    return &mesh->node[mesh->first[e]];
}

/* Whether element e has these features. */
static bool has_vertex(const struct mesh *mesh, size_t e, uint32_t v)
{
    int n;
    const uint32_t *node = nodes_of(mesh, e, &n);
    while (n > 0 && node[n - 1] != v) n--;
    return n > 0;
}

static bool has_edge(const struct mesh *mesh, size_t e, const uint32_t v[2])
{
    int corners;
    uint32_t edge[MESH_MAX_EDGES][2];
    int n = mesh_element_edges(mesh->cell[e], nodes_of(mesh, e, &corners), edge);
    while (n > 0 && !same_edge(edge[n - 1], v)) n--;
    return n > 0;
}

static bool has_triangle(const struct mesh *mesh, size_t e, const uint32_t v[3])
{
    int corners;
    uint32_t triangle[MESH_MAX_TRIANGLES][3];
    int n = mesh_element_triangles(mesh->cell[e], nodes_of(mesh, e, &corners), triangle);
    while (n > 0 && !same_triangle(triangle[n - 1], v)) n--;
    return n > 0;
}

static bool has_both(const struct mesh *mesh, size_t e, unsigned type, const uint32_t v[4])
{
    return type == CCDQ_VF ? has_vertex(mesh, e, v[0]) && has_triangle(mesh, e, v + 1)
                           : has_edge(mesh, e, v) && has_edge(mesh, e, v + 2);
}

/* A pair of features: is it a contact between elements, and of which elements an inversion? */
static void oracle_features(const struct scene *s, unsigned type, const uint32_t v[4],
                            struct known *inversion, struct known_list *list, struct ccdq_workspace *ws)
{
    struct known known;
    bool own = false;
    if (joined(type, v) || !oracle_pair(s, type, v, &known, ws)) return;
    for (size_t e = 0; e < s->mesh.elements; e++) {
        if (!has_both(&s->mesh, e, type, v)) continue;
        own = true;
        inversion[e].lo = fmin(inversion[e].lo, known.lo);
        inversion[e].hi = fmin(inversion[e].hi, known.hi);
    }
    if (!own) known_add(list, &known);
}

static bool apart(const struct mesh *mesh, size_t a, size_t b)
{
    int n;
    const uint32_t *node = nodes_of(mesh, b, &n);
    while (n > 0 && !has_vertex(mesh, a, node[n - 1])) n--;
    return n == 0;
}

/* Whether an edge of a meets a triangle of b at t = 0, as the way of a point. */
static bool surface_meets(const struct scene *s, size_t a, size_t b, struct ccdq_workspace *ws)
{
    int corners;
    uint32_t edge[MESH_MAX_EDGES][2], triangle[MESH_MAX_TRIANGLES][3];
    const int edges = mesh_element_edges(s->mesh.cell[a], nodes_of(&s->mesh, a, &corners), edge);
    const int triangles = mesh_element_triangles(s->mesh.cell[b], nodes_of(&s->mesh, b, &corners), triangle);
    for (int i = 0; i < edges; i++)
        for (int j = 0; j < triangles; j++) {
            struct ccdq_query q = {.type = CCDQ_VF};
            struct ccdq_exact_answer answer;
            for (int end = 0; end < 2; end++)
                for (int k = 0; k < 3; k++) {
                    q.x[4 * end][k] = s->x0[edge[i][end]][k];
                    for (int c = 0; c < 3; c++) q.x[4 * end + c + 1][k] = s->x0[triangle[j][c]][k];
                }
            ccdq_exact_solve(&q, 1, CCDQ_WANT_VERDICT, &answer, ws);
            if (answer.verdict == CCDQ_HIT) return true;
        }
    return false;
}

/* How often the surface of e winds around its point p, by the tetrahedra between its triangles and a point
 * that is on no plane with any three of the others: the signs of those that have p in them are summed up. */
static bool winds_around(const struct scene *s, size_t e, const double p[3])
{
    const double from[3] = {0.38785094488762, 25.438376502147, -31.314159265358};
    int corners, winding = 0;
    uint32_t triangle[MESH_MAX_TRIANGLES][3];
    const int n = mesh_element_triangles(s->mesh.cell[e], nodes_of(&s->mesh, e, &corners), triangle);
    for (int i = 0; i < n; i++) {
        const double *a = s->x0[triangle[i][0]], *b = s->x0[triangle[i][1]], *c = s->x0[triangle[i][2]];
        const int whole = mesh_orientation(a, b, c, from);
        if (whole && mesh_orientation(a, b, c, p) == whole && mesh_orientation(a, b, p, from) == whole &&
            mesh_orientation(a, p, c, from) == whole && mesh_orientation(p, b, c, from) == whole)
            winding += whole;
    }
    return winding != 0;
}

static bool within(const struct scene *s, size_t a, size_t b)
{
    int n;
    return !mesh_cell_is_shell(s->mesh.cell[b]) && winds_around(s, b, s->x0[nodes_of(&s->mesh, a, &n)[0]]);
}

static void oracle_overlaps(const struct scene *s, struct known_list *list, struct ccdq_workspace *ws)
{
    const struct mesh *mesh = &s->mesh;
    for (size_t a = 0; a < mesh->elements; a++)
        for (size_t b = a + 1; b < mesh->elements; b++) {
            if (mesh_cell_is_shell(mesh->cell[a]) && mesh_cell_is_shell(mesh->cell[b])) continue;
            if (!apart(mesh, a, b)) continue;
            if (surface_meets(s, a, b, ws) || surface_meets(s, b, a, ws) || within(s, a, b) ||
                within(s, b, a))
                known_add(list,
                          &(struct known){CCDQ_CONTACT_OVERLAP, {(uint32_t)a, (uint32_t)b, 0, 0}, 0, 0, 0});
        }
}

/* All contacts, sorted. Features are those of lib/mesh (which has its own tests); `boundary` as in struct
 * volume_options. */
static struct known_list oracle(const struct scene *s, const struct mesh_features *f, bool boundary,
                                struct ccdq_workspace *ws)
{
    struct known_list list = {0};
    const struct mesh *mesh = &s->mesh;
    struct known *inversion = malloc((mesh->elements + 1) * sizeof *inversion);
    if (!inversion) abort();
    for (size_t e = 0; e < mesh->elements; e++)
        inversion[e] =
            (struct known){CCDQ_CONTACT_INVERSION, {(uint32_t)e, (uint32_t)e, 0, 0}, INFINITY, INFINITY, 0};
    for (size_t v = 0; v < mesh->nodes; v++)
        for (size_t t = 0; t < f->n_triangles; t++) {
            const uint32_t *c = f->triangle[t];
            if (f->vertex_elements.first[v] == f->vertex_elements.first[v + 1]) continue;
            if (boundary && !(f->vertex_on_boundary[v] && f->triangle_on_boundary[t])) continue;
            oracle_features(s, CCDQ_VF, (uint32_t[]){(uint32_t)v, c[0], c[1], c[2]}, inversion, &list, ws);
        }
    for (size_t i = 0; i < f->n_edges; i++)
        for (size_t j = i + 1; j < f->n_edges; j++) {
            const uint32_t *a = f->edge[i], *b = f->edge[j];
            if (boundary && !(f->edge_on_boundary[i] && f->edge_on_boundary[j])) continue;
            oracle_features(s, CCDQ_EE, (uint32_t[]){a[0], a[1], b[0], b[1]}, inversion, &list, ws);
        }
    for (size_t e = 0; e < mesh->elements && !boundary; e++)
        if (inversion[e].lo <= 1 && !mesh_cell_is_shell(mesh->cell[e])) known_add(&list, &inversion[e]);
    oracle_overlaps(s, &list, ws);
    free(inversion);
    known_sort(&list);
    return list;
}

#endif
