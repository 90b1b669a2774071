/* Features of meshes against a quadratic search with tables of its own, and by Euler's formula. */
#include "../../lib/mesh/features.h"
#include "../tap.h"
#include "mesh_boxes.h"
#include <string.h>

enum { MAX_USES = 8000 };

/* A feature found by brute force: nodes ascending (an edge has 0 as its third), and the elements. */
struct feature {
    uint32_t node[3], element[64];
    size_t elements;
};

struct brute {
    struct feature triangle[MAX_USES], edge[MAX_USES];
    size_t triangles, edges;
};

/* The faces of each cell, by its corners. */
static const char *const faces[MESH_CELLS] = {"012",
                                              "0123",
                                              "012 013 123 023",
                                              "0123 014 124 234 034",
                                              "012 345 0143 1254 2035",
                                              "0123 4567 0154 1265 2376 3047"};

static void sort3(uint32_t *v, int n)
{
    for (int i = 1; i < n; i++)
        for (int k = i; k > 0 && v[k - 1] > v[k]; k--) {
            const uint32_t old = v[k];
            v[k] = v[k - 1];
            v[k - 1] = old;
        }
}

static void add(struct feature *all, size_t *n, const uint32_t *node, int size, uint32_t element)
{
    uint32_t key[3] = {0};
    size_t i = 0;
    memcpy(key, node, (size_t)size * sizeof *key);
    sort3(key, size);
    while (i < *n && memcmp(all[i].node, key, sizeof key)) i++;
    if (i == MAX_USES) abort();
    struct feature *f = &all[i];
    if (i == *n) {
        *f = (struct feature){{key[0], key[1], key[2]}, {0}, 0};
        ++*n;
    }
    if (f->elements && f->element[f->elements - 1] == element) return;
    if (f->elements == 64) abort();
    f->element[f->elements++] = element;
}

static void add_triangle(struct brute *b, uint32_t p, uint32_t q, uint32_t r, uint32_t element)
{
    add(b->triangle, &b->triangles, (uint32_t[]){p, q, r}, 3, element);
    add(b->edge, &b->edges, (uint32_t[]){p, q}, 2, element);
    add(b->edge, &b->edges, (uint32_t[]){q, r}, 2, element);
    add(b->edge, &b->edges, (uint32_t[]){p, r}, 2, element);
}

static void search(const struct mesh *mesh, struct brute *b)
{
    b->triangles = b->edges = 0;
    for (size_t e = 0; e < mesh->elements; e++)
        for (const char *f = faces[mesh->cell[e]]; *f; f += strspn(f, " ")) {
            uint32_t v[4] = {0};
            int n = 0;
            for (; *f >= '0' && *f <= '9'; f++) v[n++] = mesh->node[mesh->first[e] + (size_t)(*f - '0')];
            if (n == 3)
                add_triangle(b, v[0], v[1], v[2], (uint32_t)e);
            else if ((v[0] < v[1] && v[0] < v[3]) + (v[2] < v[1] && v[2] < v[3]) > 0 &&
                     (v[0] < v[2] ? v[0] : v[2]) < (v[1] < v[3] ? v[1] : v[3])) {
                add_triangle(b, v[0], v[1], v[2], (uint32_t)e);
                add_triangle(b, v[0], v[2], v[3], (uint32_t)e);
            } else {
                add_triangle(b, v[1], v[2], v[3], (uint32_t)e);
                add_triangle(b, v[1], v[3], v[0], (uint32_t)e);
            }
        }
}

static bool is_shell(const struct mesh *mesh, uint32_t e)
{
    return mesh->cell[e] == MESH_TRIANGLE || mesh->cell[e] == MESH_QUAD;
}

static bool on_boundary(const struct mesh *mesh, const struct feature *t)
{
    bool shell = false;
    for (size_t i = 0; i < t->elements; i++) shell |= is_shell(mesh, t->element[i]);
    return shell || t->elements == 1;
}

static bool same_list(const struct mesh_lists *lists, size_t i, const uint32_t *item, size_t n)
{
    return lists->first[i + 1] - lists->first[i] == n &&
           !memcmp(&lists->item[lists->first[i]], item, n * sizeof *item);
}

/* The number of a feature among `n` sorted ones of `size` nodes; n if it is not there. */
static size_t find(const uint32_t *all, size_t n, int size, const uint32_t *node)
{
    size_t i = 0;
    while (i < n && memcmp(all + i * (size_t)size, node, (size_t)size * sizeof *node)) i++;
    return i;
}

/* Whether features and the elements of each are the same; *boundary[i] = whether brute force has it there. */
static bool same_features(const uint32_t *found, size_t n, int size, const struct mesh_lists *elements,
                          const struct feature *all, size_t count, size_t *number)
{
    bool same = n == count;
    for (size_t i = 0; i < count; i++) {
        number[i] = find(found, n, size, all[i].node);
        same &= number[i] < n && same_list(elements, number[i], all[i].element, all[i].elements);
    }
    for (size_t i = 1; i < n; i++) {
        const uint32_t *p = found + (i - 1) * (size_t)size, *q = p + size;
        int k = 0;
        while (k < size - 1 && p[k] == q[k]) k++;
        same &= p[k] < q[k];
    }
    return same;
}

/* Whether the lists of each element name just the features it has, by turning them round. */
static bool same_turned(const struct mesh *mesh, const struct mesh_lists *of, const struct feature *all,
                        size_t count, const size_t *number)
{
    size_t uses = 0;
    bool same = true;
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < all[i].elements; k++, uses++) {
            const size_t e = all[i].element[k];
            size_t found = 0;
            for (size_t j = of->first[e]; j < of->first[e + 1]; j++) found += of->item[j] == number[i];
            same &= found == 1;
        }
    return same && of->first[mesh->elements] == uses;
}

/* The features of each element are in the order of the functions that list them. */
static bool same_order(const struct mesh *mesh, const struct mesh_features *f)
{
    bool same = true;
    for (size_t e = 0; e < mesh->elements; e++) {
        uint32_t triangle[MESH_MAX_TRIANGLES][3], edge[MESH_MAX_EDGES][2];
        const uint32_t *node = &mesh->node[mesh->first[e]];
        const int triangles = mesh_element_triangles(mesh->cell[e], node, triangle);
        const int edges = mesh_element_edges(mesh->cell[e], node, edge);
        same &= triangles == mesh_cell_triangles(mesh->cell[e]) && edges == mesh_cell_edges(mesh->cell[e]);
        for (int i = 0; i < triangles; i++) {
            sort3(triangle[i], 3);
            const uint32_t t = f->element_triangles.item[f->element_triangles.first[e] + (size_t)i];
            same &= !memcmp(f->triangle[t], triangle[i], sizeof triangle[i]);
        }
        for (int i = 0; i < edges; i++) {
            sort3(edge[i], 2);
            const uint32_t t = f->element_edges.item[f->element_edges.first[e] + (size_t)i];
            same &= !memcmp(f->edge[t], edge[i], sizeof edge[i]);
        }
    }
    return same;
}

static bool same_vertices(const struct mesh *mesh, const struct mesh_features *f)
{
    bool same = true;
    for (size_t v = 0; v < mesh->nodes; v++) {
        uint32_t element[512];
        size_t n = 0;
        for (size_t e = 0; e < mesh->elements; e++)
            for (size_t k = mesh->first[e]; k < mesh->first[e + 1]; k++)
                if (mesh->node[k] == v) element[n++] = (uint32_t)e;
        same &= same_list(&f->vertex_elements, v, element, n);
    }
    return same;
}

static bool same_boundary(const struct mesh *mesh, const struct mesh_features *f, const struct brute *b,
                          const size_t *triangle, const size_t *edge)
{
    bool same = true;
    static bool edge_there[MAX_USES];
    bool vertex_there[BOX_MAX_NODES] = {false};
    memset(edge_there, 0, sizeof edge_there);
    for (size_t i = 0; i < b->triangles; i++) {
        const struct feature *t = &b->triangle[i];
        const bool there = on_boundary(mesh, t);
        same &= f->triangle_on_boundary[triangle[i]] == there;
        for (int k = 0; there && k < 3; k++) vertex_there[t->node[k]] = true;
        for (size_t j = 0; there && j < b->edges; j++) {
            int shared = 0;
            for (int k = 0; k < 3; k++)
                shared += t->node[k] == b->edge[j].node[0] || t->node[k] == b->edge[j].node[1];
            edge_there[j] |= shared == 2;
        }
    }
    for (size_t i = 0; i < b->edges; i++) same &= f->edge_on_boundary[edge[i]] == edge_there[i];
    for (size_t i = 0; i < mesh->nodes; i++) same &= f->vertex_on_boundary[i] == vertex_there[i];
    return same;
}

static void compare_with_brute_force(const char *name, unsigned cuts, unsigned holes, int runs)
{
    static struct brute b;
    static size_t triangle[MAX_USES], edge[MAX_USES];
    int wrong = 0;
    size_t elements = 0;
    for (int run = 0; run < runs; run++) {
        struct mesh mesh = {0};
        struct mesh_features f;
        boxes_make(&mesh, rng_at(rng_key(name, 0, 1), (uint64_t)run), cuts, holes);
        search(&mesh, &b);
        if (!mesh_features_find(&f, &mesh)) abort();
        bool same = same_features(&f.triangle[0][0], f.n_triangles, 3, &f.triangle_elements, b.triangle,
                                  b.triangles, triangle);
        same &= same_features(&f.edge[0][0], f.n_edges, 2, &f.edge_elements, b.edge, b.edges, edge);
        same = same && same_turned(&mesh, &f.element_triangles, b.triangle, b.triangles, triangle) &&
               same_turned(&mesh, &f.element_edges, b.edge, b.edges, edge) && same_order(&mesh, &f) &&
               same_vertices(&mesh, &f) && same_boundary(&mesh, &f, &b, triangle, edge);
        if (!same && !wrong++) diag("%s, run %d", name, run);
        elements += mesh.elements;
        mesh_features_free(&f);
        mesh_free(&mesh);
    }
    ok(!wrong && elements > (size_t)runs, "%s: features, their elements and the boundary as by brute force",
       name);
}

/* Each cell alone. */
static void counts(void)
{
    static const int expected[MESH_CELLS][2] = {{1, 3}, {2, 5}, {4, 6}, {6, 9}, {8, 12}, {12, 18}};
    for (unsigned cell = 0; cell < MESH_CELLS; cell++) {
        struct mesh mesh = {0};
        struct mesh_features f;
        uint32_t node[MESH_MAX_CORNERS];
        for (uint32_t i = 0; i < MESH_MAX_CORNERS; i++) {
            mesh_add_node(&mesh, (double[3]){0});
            node[i] = 7 - i;
        }
        mesh_add_element(&mesh, cell, 0, 0, node);
        const bool found = mesh_features_find(&f, &mesh);
        ok(found && f.n_triangles == (size_t)expected[cell][0] && f.n_edges == (size_t)expected[cell][1],
           "a %s has %d triangles and %d edges", mesh_cell_name(cell), expected[cell][0], expected[cell][1]);
        mesh_features_free(&f);
        mesh_free(&mesh);
    }
}

/* Vertices, edges and triangles, without the nodes that no element has. */
static long euler(const struct mesh *mesh, const struct mesh_features *f, bool boundary)
{
    long sum = boundary ? 0 : -(long)mesh->elements;
    for (size_t i = 0; i < mesh->nodes; i++)
        sum += boundary ? f->vertex_on_boundary[i]
                        : f->vertex_elements.first[i + 1] > f->vertex_elements.first[i];
    for (size_t i = 0; i < f->n_edges; i++) sum -= !boundary || f->edge_on_boundary[i];
    for (size_t i = 0; i < f->n_triangles; i++) sum += !boundary || f->triangle_on_boundary[i];
    return sum;
}

/* Boxes without holes whose cuts match: a ball, and its boundary a sphere. */
static void topology(void)
{
    int wrong = 0;
    for (int run = 0; run < 200; run++) {
        struct mesh mesh = {0};
        struct mesh_features f;
        boxes_make(&mesh, rng_at(rng_key("euler", 0, 1), (uint64_t)run), CUTS_THAT_MATCH, 0);
        if (!mesh_features_find(&f, &mesh)) abort();
        wrong += euler(&mesh, &f, false) != 1 || euler(&mesh, &f, true) != 2;
        for (size_t t = 0; t < f.n_triangles; t++)
            wrong += f.triangle_elements.first[t + 1] - f.triangle_elements.first[t] > 2;
        mesh_features_free(&f);
        mesh_free(&mesh);
    }
    ok(!wrong, "matching neighbours make a ball with a sphere as its boundary");
}

/* Many triangles around one edge and one vertex: a search through all of a vertex would not come to its end.
 */
static void crowd(void)
{
    enum { MANY = 300000 };
    struct mesh mesh = {0};
    struct mesh_features f;
    for (uint32_t i = 0; i < MANY + 2; i++) mesh_add_node(&mesh, (double[3]){i, 0, 0});
    for (uint32_t i = 0; i < MANY; i++)
        mesh_add_element(&mesh, MESH_TRIANGLE, 0, i, (uint32_t[]){MANY + 1 - i, i % 2, i % 2 ? 0 : MANY - i});
    const bool found = mesh_features_find(&f, &mesh);
    ok(found && f.n_triangles == MANY && f.vertex_elements.first[1] > MANY / 2,
       "hundreds of thousands of triangles at one vertex");
    mesh_features_free(&f);
    mesh_free(&mesh);
}

static void nothing(void)
{
    struct mesh mesh = {0};
    struct mesh_features f;
    ok(mesh_features_find(&f, &mesh) && !f.n_triangles && !f.n_edges, "a mesh without anything");
    mesh_features_free(&f);
    mesh_add_node(&mesh, (double[3]){0});
    ok(mesh_features_find(&f, &mesh) && !f.n_triangles && !f.vertex_on_boundary[0],
       "a node without elements");
    mesh_features_free(&f);
    mesh_free(&mesh);
}

/* What cannot be allocated is said, and nothing is left to free. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "allocator_may_return_null=1";
}

static void no_memory(void)
{
    struct mesh mesh = {.nodes = SIZE_MAX / 64};
    struct mesh_features f;
    ok(!mesh_features_find(&f, &mesh) && !f.triangle && !f.edge && !f.element_triangles.first,
       "more nodes than memory can hold");
}

int main(void)
{
    const int more = getenv("CCDQ_LONG") ? 10 : 1;
    compare_with_brute_force("hexahedra", 1u << CUT_NOT, 4, 10 * more);
    compare_with_brute_force("pyramids", 1u << CUT_PYRAMIDS, 4, 10 * more);
    compare_with_brute_force("tetrahedra", 1u << CUT_TETRAHEDRA, 4, 10 * more);
    compare_with_brute_force("prisms", 1u << CUT_PRISMS, 4, 10 * more);
    compare_with_brute_force("tetrahedra that do not match", 1u << CUT_SIX_TETRAHEDRA, 4, 10 * more);
    compare_with_brute_force("quads", 1u << CUT_QUADS, 4, 10 * more);
    compare_with_brute_force("triangles", 1u << CUT_TRIANGLES, 4, 10 * more);
    compare_with_brute_force("mixed cells that match", CUTS_THAT_MATCH, 4, 20 * more);
    compare_with_brute_force("mixed cells and shells", CUTS_ALL, 4, 30 * more);
    counts();
    topology();
    crowd();
    nothing();
    no_memory();
    return tap_done();
}
