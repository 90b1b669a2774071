#include "surface.h"
#include "orientation.h"
#include <stdlib.h>
#include <string.h>

/* ---- Edges and areas ---- */

/* Whether a triangle goes from node a to node b, not from b to a. */
static bool goes(const struct mesh *mesh, uint32_t element, uint32_t a, uint32_t b)
{
    const uint32_t *node = &mesh->node[mesh->first[element]];
    for (int k = 0; k < 3; k++)
        if (node[k] == a) return node[(k + 1) % 3] == b;
    return false;
}

/* Where edge i counts, or NULL. */
static size_t *fault_of(const struct mesh *mesh, const struct mesh_features *f, size_t i,
                        struct mesh_surface *s)
{
    const size_t *first = &f->edge_elements.first[i], n = first[1] - first[0];
    const uint32_t *element = &f->edge_elements.item[first[0]], *edge = f->edge[i];
    if (n != 2) return n == 1 ? &s->open : &s->crowded;
    return goes(mesh, element[0], edge[0], edge[1]) == goes(mesh, element[1], edge[0], edge[1]) ? &s->turned
                                                                                                : NULL;
}

void mesh_surface_look(const struct mesh *mesh, const struct mesh_features *f, struct mesh_surface *s)
{
    *s = (struct mesh_surface){0};
    for (size_t i = 0; i < f->n_edges; i++) {
        size_t *count = fault_of(mesh, f, i, s);
        if (!count) continue;
        if (!s->open && !s->crowded && !s->turned) s->edge = i;
        ++*count;
    }
    for (size_t e = 0; e < mesh->elements; e++) {
        const uint32_t *node = &mesh->node[mesh->first[e]];
        if (!mesh_collinear(mesh->x[node[0]], mesh->x[node[1]], mesh->x[node[2]])) continue;
        if (!s->flat++) s->element = e;
    }
}

/* ---- Components ---- */

static uint32_t root(uint32_t *parent, uint32_t node)
{
    while (parent[node] != node) node = parent[node] = parent[parent[node]];
    return node;
}

bool mesh_components(const struct mesh *mesh, uint32_t *component, size_t *count)
{
    uint32_t *parent = malloc((mesh->nodes + 1) * sizeof *parent);
    uint32_t *number = malloc((mesh->nodes + 1) * sizeof *number);
    *count = 0;
    for (size_t i = 0; parent && number && i < mesh->nodes; i++) {
        parent[i] = (uint32_t)i;
        number[i] = UINT32_MAX;
    }
    /* the root of the smaller number stays; paths are halved, so all of it takes n log n steps */
    for (size_t e = 0; parent && number && e < mesh->elements; e++)
        for (size_t k = mesh->first[e] + 1; k < mesh->first[e + 1]; k++) {
            const uint32_t a = root(parent, mesh->node[k - 1]), b = root(parent, mesh->node[k]);
            parent[a < b ? b : a] = a < b ? a : b;
        }
    for (size_t e = 0; parent && number && e < mesh->elements; e++) {
        uint32_t *of = &number[root(parent, mesh->node[mesh->first[e]])];
        if (*of == UINT32_MAX) *of = (uint32_t)(*count)++;
        component[e] = *of;
    }
    const bool done = parent && number;
    free(parent);
    free(number);
    return done;
}

/* ---- Equal nodes ---- */

struct placed {
    double x[3];
    uint32_t node;
};

/* By positions, equal ones by their numbers. No NaN is among them. */
static int compare(const void *a, const void *b)
{
    const struct placed *p = a, *q = b;
    for (int k = 0; k < 3; k++)
        if (p->x[k] != q->x[k]) return p->x[k] < q->x[k] ? -1 : 1;
    return (p->node > q->node) - (p->node < q->node);
}

static bool same_place(const struct placed *p, const struct placed *q)
{
    return p->x[0] == q->x[0] && p->x[1] == q->x[1] && p->x[2] == q->x[2];
}

/* to[i] = the first node that lies where node i does. */
static void find_first(const struct mesh *mesh, struct placed *placed, uint32_t *to)
{
    size_t n = 0;
    for (size_t i = 0; i < mesh->nodes; i++) {
        struct placed *p = &placed[n];
        memcpy(p->x, mesh->x[i], sizeof p->x);
        to[i] = p->node = (uint32_t)i;
        n += same_place(p, p);
    }
    qsort(placed, n, sizeof *placed, compare);
    for (size_t i = 1; i < n; i++)
        if (same_place(&placed[i - 1], &placed[i])) to[placed[i].node] = to[placed[i - 1].node];
}

/* Moves the nodes that stay up; to[i] = the number that node i gets. Returns how many stay. */
static size_t move_nodes(struct mesh *mesh, uint32_t *to)
{
    size_t n = 0;
    for (size_t i = 0; i < mesh->nodes; i++) {
        const bool stays = to[i] == i;
        if (stays) memmove(mesh->x[n], mesh->x[i], sizeof mesh->x[n]);
        to[i] = stays ? (uint32_t)n : to[to[i]]; /* the first one has its number already */
        n += stays;
    }
    return n;
}

static bool has_twice(const uint32_t *node, size_t n)
{
    for (size_t i = 1; i < n; i++)
        for (size_t k = 0; k < i; k++)
            if (node[i] == node[k]) return true;
    return false;
}

/* Gives elements their new nodes, and moves those that stay up. Returns how many stay. */
static size_t move_elements(struct mesh *mesh, const uint32_t *to)
{
    size_t n = 0, begin = 0;
    for (size_t e = 0; e < mesh->elements; e++) {
        const size_t end = mesh->first[e + 1], corners = end - begin;
        uint32_t *node = &mesh->node[mesh->first[n]];
        for (size_t k = 0; k < corners; k++) node[k] = to[mesh->node[begin + k]];
        begin = end;
        if (has_twice(node, corners)) continue;
        mesh->cell[n] = mesh->cell[e];
        mesh->part[n] = mesh->part[e];
        mesh->number[n] = mesh->number[e];
        mesh->first[n + 1] = mesh->first[n] + corners;
        n++;
    }
    return n;
}

bool mesh_merge_nodes(struct mesh *mesh, size_t *nodes, size_t *elements)
{
    struct placed *placed = malloc((mesh->nodes + 1) * sizeof *placed);
    uint32_t *to = malloc((mesh->nodes + 1) * sizeof *to);
    if (placed && to) {
        find_first(mesh, placed, to);
        const size_t left = move_nodes(mesh, to), kept = move_elements(mesh, to);
        *nodes = mesh->nodes - left;
        *elements = mesh->elements - kept;
        mesh->nodes = left;
        mesh->elements = kept;
    }
    const bool done = placed && to;
    free(placed);
    free(to);
    return done;
}

/* ---- Quads ---- */

bool mesh_split_quads(const struct mesh *mesh, struct mesh *triangles)
{
    for (size_t i = 0; i < mesh->nodes; i++)
        if (!mesh_add_node(triangles, mesh->x[i])) return false;
    for (size_t e = 0; e < mesh->elements; e++) {
        uint32_t triangle[MESH_MAX_TRIANGLES][3];
        if (!mesh_cell_is_shell(mesh->cell[e])) continue;
        const int n = mesh_element_triangles(mesh->cell[e], &mesh->node[mesh->first[e]], triangle);
        for (int i = 0; i < n; i++)
            if (!mesh_add_element(triangles, MESH_TRIANGLE, mesh->part[e], mesh->number[e], triangle[i]))
                return false;
    }
    return true;
}
