/* The families of volume meshes: valid at the start, the same however they are made, each with what it is
 * named for; and the data of all of them pinned by a digest. */
#include "../../lib/gen/gen.h"
#include "../../lib/gen/turn.h"
#include "../../lib/mesh/check.h"
#include "../../lib/mesh/features.h"
#include "../../lib/mesh/orientation.h"
#include "../../lib/num/vec3.h"
#include "../tap.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef double point[3];

static const struct gen_family *family_of(const char *name)
{
    return gen_find_family(gen_volume_families, name);
}

/* The mesh at a step, or between this step and the next one. */
static void place(struct mesh *mesh, const char *name, unsigned size, uint64_t step, double part)
{
    point *next = malloc(mesh->nodes * sizeof *next);
    gen_volume_positions(family_of(name), 1, size, step, mesh->x);
    gen_volume_positions(family_of(name), 1, size, step + 1, next);
    for (size_t i = 0; part > 0 && i < mesh->nodes; i++)
        for (int a = 0; a < 3; a++) mesh->x[i][a] += part * (next[i][a] - mesh->x[i][a]);
    free(next);
}

static size_t count_problems(const struct mesh *mesh)
{
    size_t n = 0;
    for (size_t e = 0; e < mesh->elements; e++) n += mesh_check_element(mesh, e) != MESH_NO_PROBLEM;
    return n;
}

/* ---- All families ---- */

static const struct {
    const char *name;
    unsigned elements; /* of the default size */
    unsigned small;    /* another size */
    uint64_t digest;   /* of the default size, seed 1: nodes of all elements, positions at steps 0, 1, 7 */
} expected[] = {
    {"soup", 600, 7, 0x81a28b89b35c61a1},        {"degenerate", 600, 100, 0x31f0e00b039ff573},
    {"twist", 3000, 25, 0xe719062564e58834},     {"twist-tets", 6000, 200, 0xd50499d63bc0777a},
    {"octopi", 17640, 9000, 0xe19ec136c9fb9f6a},
};
enum { FAMILIES = sizeof expected / sizeof *expected };

static uint64_t digest(uint64_t h, const void *p, size_t size)
{
    uint64_t word = 0;
    for (size_t i = 0; i < size; i += sizeof word) {
        memcpy(&word, (const char *)p + i, size - i < sizeof word ? size - i : sizeof word);
        h = mix64(h ^ word);
    }
    return h;
}

static void check_digest(int row, const struct mesh *mesh)
{
    uint64_t h = digest(0, mesh->node, mesh->first[mesh->elements] * sizeof *mesh->node);
    point *x = malloc(mesh->nodes * sizeof *x);
    for (uint64_t step = 0; step <= 7; step += step ? 6 : 1) {
        gen_volume_positions(family_of(expected[row].name), 1, family_of(expected[row].name)->size, step, x);
        h = digest(h, x, mesh->nodes * sizeof *x);
    }
    if (!ok(h == expected[row].digest, "%s: the data are what they were", expected[row].name))
        diag("digest 0x%016llx", (unsigned long long)h);
    free(x);
}

static void check_mesh(int row, const struct gen_family *family, unsigned size)
{
    struct mesh mesh = {0}, other = {0};
    const bool made = gen_volume_mesh(family, 1, size, &mesh) && gen_volume_mesh(family, 2, size, &other);
    ok(made && mesh.elements <= size && mesh.elements >= size * 0.75, "%s %u: %zu elements", family->name,
       size, mesh.elements);
    ok(count_problems(&mesh) == 0 && count_problems(&other) == 0, "%s %u: all are valid at the start",
       family->name, size);
    bool used = true, *seen = calloc(mesh.nodes, 1);
    for (size_t i = 0; i < mesh.first[mesh.elements]; i++) seen[mesh.node[i]] = true;
    for (size_t i = 0; i < mesh.nodes; i++) used &= seen[i];
    ok(used, "%s %u: all nodes have an element", family->name, size);
    point *x = malloc(mesh.nodes * sizeof *x);
    gen_volume_positions(family, 1, size, 5, x);
    const bool moved = memcmp(x, mesh.x, mesh.nodes * sizeof *x);
    gen_volume_positions(family, 1, size, 0, x);
    const bool same = !memcmp(x, mesh.x, mesh.nodes * sizeof *x);
    const bool differs = other.nodes != mesh.nodes || memcmp(other.x, mesh.x, mesh.nodes * sizeof *x);
    ok(same && (moved || size < family->size), "%s %u: a step depends on nothing but its number",
       family->name, size);
    ok(differs, "%s %u: another seed gives another model", family->name, size);
    if (size == family->size) check_digest(row, &mesh);
    free(x), free(seen);
    mesh_free(&mesh), mesh_free(&other);
}

/* ---- Intersections ---- */

static void box_of(const struct mesh *mesh, const uint32_t *node, int n, double lo[3], double hi[3])
{
    for (int a = 0; a < 3; a++) {
        lo[a] = hi[a] = mesh->x[node[0]][a];
        for (int k = 1; k < n; k++) {
            lo[a] = fmin(lo[a], mesh->x[node[k]][a]);
            hi[a] = fmax(hi[a], mesh->x[node[k]][a]);
        }
    }
}

/* Whether an edge goes through a triangle, exactly, but for touching. */
static bool crosses(const struct mesh *mesh, const uint32_t edge[2], const uint32_t triangle[3])
{
    const point *x = (const point *)mesh->x;
    const double *a = x[edge[0]], *b = x[edge[1]];
    const double *t[3] = {x[triangle[0]], x[triangle[1]], x[triangle[2]]};
    if (mesh_orientation(t[0], t[1], t[2], a) * mesh_orientation(t[0], t[1], t[2], b) >= 0) return false;
    const int side = mesh_orientation(a, b, t[0], t[1]);
    return side && mesh_orientation(a, b, t[1], t[2]) == side && mesh_orientation(a, b, t[2], t[0]) == side;
}

struct crossings {
    size_t own, others; /* within a part, between parts */
};

static uint32_t part_of(const struct mesh *mesh, const struct mesh_lists *elements, size_t feature)
{
    return mesh->part[elements->item[elements->first[feature]]];
}

/* Edges of the boundary through its triangles. */
static struct crossings count_crossings(const struct mesh *mesh)
{
    struct crossings n = {0, 0};
    struct mesh_features f;
    if (!mesh_features_find(&f, mesh)) abort();
    for (size_t t = 0; t < f.n_triangles; t++) {
        double lo[3], hi[3], low[3], high[3];
        if (!f.triangle_on_boundary[t]) continue;
        box_of(mesh, f.triangle[t], 3, lo, hi);
        for (size_t e = 0; e < f.n_edges; e++) {
            const double *a = mesh->x[f.edge[e][0]], *b = mesh->x[f.edge[e][1]];
            if ((a[0] < lo[0] && b[0] < lo[0]) || (a[0] > hi[0] && b[0] > hi[0]) || !f.edge_on_boundary[e])
                continue;
            box_of(mesh, f.edge[e], 2, low, high);
            if (low[1] > hi[1] || high[1] < lo[1] || low[2] > hi[2] || high[2] < lo[2]) continue;
            if (!crosses(mesh, f.edge[e], f.triangle[t])) continue;
            const bool same = part_of(mesh, &f.triangle_elements, t) == part_of(mesh, &f.edge_elements, e);
            *(same ? &n.own : &n.others) += 1;
        }
    }
    mesh_features_free(&f);
    return n;
}

/* Boundaries do not cross up to a step, and cross at a later one; elements stay valid in between. */
static void check_collision(const char *name, unsigned size, uint64_t free_until, uint64_t hit_at,
                            bool others)
{
    struct mesh mesh = {0};
    size_t problems = 0;
    gen_volume_mesh(family_of(name), 1, size, &mesh);
    struct crossings n = count_crossings(&mesh);
    ok(n.own == 0 && n.others == 0, "%s: nothing overlaps at the start", name);
    place(&mesh, name, size, free_until, 0);
    n = count_crossings(&mesh);
    ok(n.own == 0 && n.others == 0, "%s: nor at step %d", name, (int)free_until);
    place(&mesh, name, size, hit_at, 0);
    n = count_crossings(&mesh);
    ok(n.own > 0 && (n.others > 0) == others, "%s: but at step %d: %zu crossings, %zu of other parts", name,
       (int)hit_at, n.own, n.others);
    for (int i = 0; i < 80; i++) {
        place(&mesh, name, size, (uint64_t)i / 2, i % 2 / 2.0);
        problems += count_problems(&mesh);
    }
    ok(problems == 0, "%s: elements stay valid", name);
    mesh_free(&mesh);
}

/* ---- Single families ---- */

static void check_waves(void)
{
    double worst = 0;
    for (int i = -5000; i <= 5000; i++) {
        const double turns = i / 777.0, angle = 6.283185307179586 * turns;
        const struct wave w = wave_of(turns);
        worst = fmax(worst, fmax(fabs(w.c - cos(angle)), fabs(w.s - sin(angle))));
    }
    ok(worst < 1e-14, "cosines and sines are right: %g", worst);
}

/* How far a node of the element is outside of the plane of one of its triangles, in parts of its size: of a
 * shell on either side. */
static double bulge(const struct mesh *mesh, size_t e)
{
    uint32_t triangle[MESH_MAX_TRIANGLES][3];
    const uint32_t *node = &mesh->node[mesh->first[e]];
    const int n = mesh_element_triangles(mesh->cell[e], node, triangle);
    double worst = 0;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < mesh_cell_corners(mesh->cell[e]); k++) {
            struct vec3 p[4];
            for (int c = 0; c < 4; c++) {
                const double *x = mesh->x[c < 3 ? triangle[i][c] : node[k]];
                p[c] = (struct vec3){x[0], x[1], x[2]};
            }
            const struct vec3 u = vec3_sub(p[1], p[0]), v = vec3_sub(p[2], p[0]), w = vec3_sub(p[3], p[0]);
            const double height = vec3_dot(vec3_cross(u, v), w) / pow(vec3_dot(u, u), 1.5);
            worst = fmax(worst, mesh_cell_is_shell(mesh->cell[e]) ? fabs(height) : height);
        }
    return worst;
}

static void check_soup(void)
{
    size_t kinds[MESH_CELLS] = {0};
    struct mesh mesh = {0};
    double worst = 0;
    gen_volume_mesh(family_of("soup"), 3, 600, &mesh);
    for (size_t e = 0; e < mesh.elements; e++) {
        kinds[mesh.cell[e]]++;
        worst = fmax(worst, bulge(&mesh, e));
    }
    size_t cells = 0;
    for (int cell = 0; cell < MESH_CELLS; cell++) cells += kinds[cell] == 100;
    ok(cells == MESH_CELLS, "soup: as many elements of each kind");
    ok(worst < 1e-12, "soup: all are convex: %g", worst);
    mesh_free(&mesh);
}

/* What pairs of elements have at the start, and elements at step 1, in special position. */
static void check_degenerate(void)
{
    size_t fractions = 0, coincident = 0, shared = 0, resting = 0, problems[MESH_PROBLEMS] = {0};
    struct mesh mesh = {0};
    gen_volume_mesh(family_of("degenerate"), 1, 600, &mesh);
    point *start = malloc(mesh.nodes * sizeof *start);
    memcpy(start, mesh.x, mesh.nodes * sizeof *start);
    bool *used = calloc(mesh.nodes, 1);
    for (size_t i = 0; i < mesh.first[mesh.elements]; i++) {
        shared += used[mesh.node[i]];
        used[mesh.node[i]] = true;
    }
    for (size_t i = 0; i < mesh.nodes; i++) {
        for (int a = 0; a < 3; a++) fractions += start[i][a] != floor(start[i][a]);
        for (size_t k = 0; k < i; k++) coincident += !memcmp(start[i], start[k], sizeof *start);
    }
    place(&mesh, "degenerate", 600, 1, 0);
    for (size_t i = 0; i < mesh.nodes; i++) {
        for (int a = 0; a < 3; a++) fractions += mesh.x[i][a] != floor(mesh.x[i][a]);
        resting += !memcmp(start[i], mesh.x[i], sizeof *start);
    }
    for (size_t e = 0; e < mesh.elements; e++) problems[mesh_check_element(&mesh, e)]++;
    ok(fractions == 0, "degenerate: all coordinates are integers");
    ok(coincident > 100, "degenerate: %zu nodes lie on others", coincident);
    ok(shared > 100, "degenerate: %zu nodes are shared", shared);
    ok(resting > mesh.nodes / 3 && resting < mesh.nodes / 2, "degenerate: %zu of %zu nodes rest", resting,
       mesh.nodes);
    ok(problems[MESH_FLAT] > 50 && problems[MESH_TURNED] > 10,
       "degenerate: at step 1 %zu are flat, %zu turned inside out", problems[MESH_FLAT],
       problems[MESH_TURNED]);
    free(start), free(used);
    mesh_free(&mesh);
}

int main(void)
{
    int rows = 0;
    for (const struct gen_family *family = gen_volume_families; family->name; family++, rows++) {
        if (!ok(rows < FAMILIES && !strcmp(family->name, expected[rows].name), "the table has %s",
                family->name))
            return tap_done();
        check_mesh(rows, family, family->size);
        check_mesh(rows, family, expected[rows].small);
        check_mesh(rows, family, family->least_size);
    }
    ok(rows == FAMILIES, "the table has no other family");
    check_waves();
    check_soup();
    check_degenerate();
    check_collision("twist", 3000, 33, 40, false);
    check_collision("twist-tets", 4000, 33, 40, false);
    check_collision("octopi", 17640, 4, 40, true);
    return tap_done();
}
