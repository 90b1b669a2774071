/* Surfaces: closed or not, by a quadratic search; components, merged nodes, quads made triangles. */
#include "../../formats/mesh-read.h"
#include "../../lib/mesh/surface.h"
#include "../tap.h"
#include "mesh_boxes.h"
#include <math.h>
#include <string.h>

/* The triangles of the boundary of boxes, outward; some turned, left out, or there twice. */
static void make_surface(struct mesh *surface, struct rng *rng, unsigned spoilt)
{
    struct mesh boxes = {0};
    struct mesh_features f;
    boxes_make(&boxes, *rng, CUTS_THAT_MATCH, 0);
    if (!mesh_features_find(&f, &boxes)) abort();
    for (size_t i = 0; i < boxes.nodes; i++) mesh_add_node(surface, boxes.x[i]);
    for (size_t e = 0; e < boxes.elements; e++) {
        uint32_t triangle[MESH_MAX_TRIANGLES][3];
        const int n = mesh_element_triangles(boxes.cell[e], &boxes.node[boxes.first[e]], triangle);
        for (int i = 0; i < n; i++) {
            if (!f.triangle_on_boundary[f.element_triangles.item[f.element_triangles.first[e] + (size_t)i]])
                continue;
            const unsigned fault = spoilt ? rng_below(rng, spoilt) : 9;
            const uint32_t *t = triangle[i], turned[3] = {t[0], t[2], t[1]};
            if (fault != 0) mesh_add_element(surface, MESH_TRIANGLE, 0, 0, fault == 1 ? turned : t);
            if (fault == 2) mesh_add_element(surface, MESH_TRIANGLE, 0, 0, t);
        }
    }
    mesh_features_free(&f);
    mesh_free(&boxes);
}

/* How often triangles go from a to b. */
static size_t count_ways(const struct mesh *mesh, uint32_t a, uint32_t b)
{
    size_t n = 0;
    for (size_t e = 0; e < mesh->elements; e++)
        for (size_t k = 0; k < 3; k++)
            n += mesh->node[3 * e + k] == a && mesh->node[3 * e + (k + 1) % 3] == b;
    return n;
}

/* Whether what is found about edges is right, by looking at all triangles for each edge. */
static bool same_edges(const struct mesh *mesh, const struct mesh_features *f,
                       const struct mesh_surface *found)
{
    struct mesh_surface s = {0};
    size_t first = f->n_edges;
    for (size_t i = 0; i < f->n_edges; i++) {
        const uint32_t a = f->edge[i][0], b = f->edge[i][1];
        const size_t there = count_ways(mesh, a, b), back = count_ways(mesh, b, a);
        s.open += there + back == 1;
        s.crowded += there + back > 2;
        s.turned += there + back == 2 && there != 1;
        if (first == f->n_edges && (there != 1 || back != 1)) first = i;
    }
    return s.open == found->open && s.crowded == found->crowded && s.turned == found->turned &&
           (first == f->n_edges || first == found->edge);
}

static void edges(unsigned spoilt, const char *name)
{
    int wrong = 0;
    size_t faults = 0;
    for (int run = 0; run < 20; run++) {
        struct mesh mesh = {0};
        struct mesh_features f;
        struct mesh_surface s;
        struct rng rng = rng_at(rng_key(name, 0, 1), (uint64_t)run);
        make_surface(&mesh, &rng, spoilt);
        if (!mesh_features_find(&f, &mesh)) abort();
        mesh_surface_look(&mesh, &f, &s);
        wrong += !same_edges(&mesh, &f, &s) || s.flat;
        faults += s.open + s.crowded + s.turned;
        mesh_features_free(&f);
        mesh_free(&mesh);
    }
    ok(!wrong && !faults == !spoilt, "%s: edges as by brute force, %zu with a fault", name, faults);
}

static void flat_triangles(void)
{
    struct mesh mesh = {0};
    struct mesh_features f;
    struct mesh_surface s;
    for (int i = 0; i < 4; i++) mesh_add_node(&mesh, (double[3]){i, 2 * i, i == 3});
    mesh_add_element(&mesh, MESH_TRIANGLE, 0, 0, (uint32_t[]){0, 1, 3});
    mesh_add_element(&mesh, MESH_TRIANGLE, 0, 1, (uint32_t[]){0, 1, 2});
    mesh_add_element(&mesh, MESH_TRIANGLE, 0, 2, (uint32_t[]){2, 1, 0});
    const bool found = mesh_features_find(&f, &mesh);
    mesh_surface_look(&mesh, &f, &s);
    ok(found && s.flat == 2 && s.element == 1, "triangles without an area");
    mesh_features_free(&f);
    mesh_free(&mesh);
}

/* ---- Components ---- */

/* Marks what hangs together with element e, which is not marked yet. */
static void mark(const struct mesh *mesh, uint32_t *of, size_t e, uint32_t number)
{
    of[e] = number;
    for (bool more = true; more;) {
        more = false;
        for (size_t i = 0; i < mesh->elements; i++)
            for (size_t j = 0; j < mesh->elements && of[i] != number; j++)
                for (size_t k = mesh->first[i]; k < mesh->first[i + 1] && of[j] == number; k++)
                    for (size_t l = mesh->first[j]; l < mesh->first[j + 1]; l++)
                        if (mesh->node[k] == mesh->node[l]) of[i] = number, more = true;
    }
}

/* Elements between nodes drawn at random. */
static void components(void)
{
    enum { MOST = 60, NODES = 120 };
    int wrong = 0;
    size_t most = 0, least = MOST;
    for (int run = 0; run < 200; run++) {
        struct mesh mesh = {0};
        struct rng rng = rng_at(rng_key("components", 0, 1), (uint64_t)run);
        uint32_t own[MOST], found[MOST], n = 0;
        size_t count;
        for (int i = 0; i < NODES; i++) mesh_add_node(&mesh, (double[3]){0});
        for (unsigned e = 0, elements = rng_below(&rng, MOST); e < elements; e++) {
            uint32_t node[MESH_MAX_CORNERS];
            for (uint32_t i = 0, at = 0; i < MESH_MAX_CORNERS; i++)
                node[i] = at = (at + 1 + rng_below(&rng, i ? 3 : NODES)) % NODES;
            mesh_add_element(&mesh, rng_below(&rng, MESH_CELLS), 0, 0, node);
            own[e] = UINT32_MAX;
        }
        if (!mesh_components(&mesh, found, &count)) abort();
        for (size_t e = 0; e < mesh.elements; e++)
            if (own[e] == UINT32_MAX) mark(&mesh, own, e, n++);
        wrong += count != n || (n && memcmp(own, found, mesh.elements * sizeof *own));
        if (n > most) most = n;
        if (n < least) least = n;
        mesh_free(&mesh);
    }
    ok(!wrong && most > 5 && least == 0, "components as by brute force, up to %zu", most);
}

/* ---- Equal nodes ---- */

static bool same_place(const double a[3], const double b[3])
{
    return a[0] == b[0] && a[1] == b[1] && a[2] == b[2];
}

/* Whether `merged` is what becomes of `mesh`, by comparing all pairs of nodes. */
static bool is_merged(const struct mesh *mesh, const struct mesh *merged, size_t nodes, size_t elements)
{
    uint32_t to[BOX_MAX_NODES], n = 0;
    size_t e2 = 0;
    bool same = true;
    for (size_t i = 0; i < mesh->nodes; i++) {
        size_t first = 0;
        while (first < i && !same_place(mesh->x[first], mesh->x[i])) first++;
        to[i] = first < i ? to[first] : n++;
        same &= first < i || !memcmp(merged->x[to[i]], mesh->x[i], sizeof mesh->x[i]);
    }
    for (size_t e = 0; e < mesh->elements; e++) {
        const uint32_t *node = &mesh->node[mesh->first[e]], *other = &merged->node[merged->first[e2]];
        const int corners = mesh_cell_corners(mesh->cell[e]);
        bool stays = true;
        for (int i = 0; i < corners; i++)
            for (int k = 0; k < i; k++) stays &= to[node[i]] != to[node[k]];
        for (int i = 0; i < corners && stays; i++) same &= e2 < merged->elements && other[i] == to[node[i]];
        same &= !stays || (merged->cell[e2] == mesh->cell[e] && merged->part[e2] == mesh->part[e] &&
                           merged->number[e2] == mesh->number[e]);
        e2 += stays;
    }
    return same && merged->nodes == n && nodes == mesh->nodes - n && merged->elements == e2 &&
           elements == mesh->elements - e2;
}

static void merges(void)
{
    int wrong = 0;
    size_t gone = 0;
    for (int run = 0; run < 60; run++) {
        struct mesh mesh = {0}, merged = {0};
        size_t nodes, elements;
        boxes_make(&mesh, rng_at(rng_key("merge", 0, 1), (uint64_t)run), CUTS_ALL, 0);
        for (size_t i = 0; i < mesh.nodes; i++)
            for (int k = 0; k < 3; k++) {
                mesh.x[i][k] = rint(mesh.x[i][k] * (run % 3 ? 4 : 1)) - 1;
                if (mesh.x[i][k] == 0 && i % 2) mesh.x[i][k] = -0.0;
                if (i % 16 == 0) mesh.x[i][k] = NAN;
            }
        for (size_t i = 0; i < mesh.nodes; i++) mesh_add_node(&merged, mesh.x[i]);
        for (size_t e = 0; e < mesh.elements; e++)
            mesh_add_element(&merged, mesh.cell[e], mesh.part[e], mesh.number[e], &mesh.node[mesh.first[e]]);
        wrong += !mesh_merge_nodes(&merged, &nodes, &elements) || !is_merged(&mesh, &merged, nodes, elements);
        gone += elements;
        mesh_free(&mesh);
        mesh_free(&merged);
    }
    ok(!wrong && gone, "equal nodes become one, as by brute force; %zu elements go", gone);
}

/* ---- Quads ---- */

static void quads(void)
{
    struct mesh mesh = {0}, triangles = {0};
    struct mesh_features f, g;
    boxes_make(&mesh, rng_at(rng_key("shells and others", 0, 1), 0), CUTS_ALL, 0);
    bool right = mesh_split_quads(&mesh, &triangles);
    size_t shells = 0, e2 = 0;
    for (size_t e = 0; e < mesh.elements; e++) {
        if (!mesh_cell_is_shell(mesh.cell[e])) continue;
        for (int i = mesh_cell_triangles(mesh.cell[e]); i > 0; i--, e2++)
            right &= e2 < triangles.elements && triangles.cell[e2] == MESH_TRIANGLE &&
                     triangles.part[e2] == mesh.part[e] && triangles.number[e2] == mesh.number[e];
        shells++;
    }
    ok(right && shells && e2 == triangles.elements && triangles.nodes == mesh.nodes,
       "shells become triangles with their parts and numbers, solid elements do not");
    mesh_free(&triangles);
    mesh_free(&mesh);
    boxes_make(&mesh, rng_at(rng_key("quads", 0, 1), 1), 1u << CUT_QUADS, 0);
    right = mesh_split_quads(&mesh, &triangles) && mesh_features_find(&f, &mesh) &&
            mesh_features_find(&g, &triangles);
    ok(right && f.n_triangles == g.n_triangles && f.n_edges == g.n_edges &&
           !memcmp(f.triangle, g.triangle, f.n_triangles * sizeof *f.triangle) &&
           !memcmp(f.edge, g.edge, f.n_edges * sizeof *f.edge),
       "the triangles of quads are their features");
    mesh_features_free(&f);
    mesh_features_free(&g);
    mesh_free(&triangles);
    mesh_free(&mesh);
}

/* ---- A file ---- */

/* A star with a bore: closed, in one piece, of genus 1. */
static void star(void)
{
    struct mesh_file file = {0};
    struct messages messages = {.count = 0};
    struct mesh_features f;
    struct mesh_surface s;
    uint32_t component[888];
    size_t count = 0;
    const bool read = mesh_read("tests/data/shuriken.obj.gz", &file, &messages);
    const struct mesh *mesh = &file.mesh;
    if (!ok(read && !messages.count && mesh->nodes == 444 && mesh->elements == 888,
            "a surface in a gzip'd file"))
        exit(1);
    const bool found = mesh_features_find(&f, mesh) && mesh_components(mesh, component, &count);
    mesh_surface_look(mesh, &f, &s);
    ok(found && count == 1 && f.n_edges == 444 + 888 && !s.open && !s.crowded && !s.turned && !s.flat,
       "it is closed and has a bore");
    mesh_features_free(&f);
    mesh_file_free(&file);
    messages_free(&messages);
}

int main(void)
{
    edges(0, "closed surfaces");
    edges(200, "a few faults");
    edges(8, "many faults");
    flat_triangles();
    components();
    merges();
    quads();
    star();
    return tap_done();
}
