/* Random scenes of few elements for the tests of lib/volume. */
#ifndef CCDQ_TEST_VOLUME_SCENES_H
#define CCDQ_TEST_VOLUME_SCENES_H

#include "mesh_boxes.h"
#include <string.h>

/* What a scene is made of. All coordinates of those from SCENE_LATTICE on are small integers. */
enum scene_kind {
    SCENE_MATCHING, /* cells that match, of all kinds; moves of every size */
    SCENE_TETS,     /* tetrahedra that match; the same moves */
    SCENE_ANY,      /* cells and shells that need not match */
    SCENE_SOUP,     /* elements without a common node that fly through each other */
    SCENE_NESTED,   /* elements inside of larger ones */
    SCENE_FAN,      /* many around one node: features have more pairs than an O-Set keeps */
    SCENE_LATTICE,  /* any nodes in any element: flat, coincident, folded */
    SCENE_STILL,    /* the same, nothing moves */
    SCENE_TOUCHING, /* tetrahedra whose faces, edges and corners touch those of others, at rest or sliding */
    SCENE_SHELLS,   /* triangles and quads, any nodes */
    SCENES
};

struct scene {
    struct mesh mesh;
    double (*x0)[3], (*x1)[3];
};

static inline void scene_free(struct scene *s)
{
    mesh_free(&s->mesh);
    free(s->x0);
    free(s->x1);
}

/* A cell of unit size around the origin, warped a little; corners in the order of the cell. */
static inline void scene_cell(unsigned cell, double x[MESH_MAX_CORNERS][3])
{
    static const signed char corners[MESH_CELLS][MESH_MAX_CORNERS][3] = {
        [MESH_TRIANGLE] = {{-1, -1, 0}, {1, -1, 0}, {0, 1, 0}},
        [MESH_QUAD] = {{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}},
        [MESH_TETRAHEDRON] = {{-1, -1, -1}, {1, -1, -1}, {0, 1, -1}, {0, 0, 1}},
        [MESH_PYRAMID] = {{-1, -1, -1}, {1, -1, -1}, {1, 1, -1}, {-1, 1, -1}, {0, 0, 1}},
        [MESH_PRISM] = {{-1, -1, -1}, {1, -1, -1}, {0, 1, -1}, {-1, -1, 1}, {1, -1, 1}, {0, 1, 1}},
        [MESH_HEXAHEDRON] = {{-1, -1, -1},
                             {1, -1, -1},
                             {1, 1, -1},
                             {-1, 1, -1},
                             {-1, -1, 1},
                             {1, -1, 1},
                             {1, 1, 1},
                             {-1, 1, 1}},
    };
    for (int i = 0; i < mesh_cell_corners(cell); i++)
        for (int k = 0; k < 3; k++) x[i][k] = corners[cell][i][k];
}

static inline void scene_node(struct mesh *mesh, const double x[3])
{
    if (!mesh_add_node(mesh, x)) abort();
}

/* An element with nodes of its own: a cell of this size at a place, each corner moved by up to `warp`. */
static inline void scene_element(struct scene *s, struct rng *rng, unsigned cell, const double at[3],
                                 double size, double warp)
{
    double x[MESH_MAX_CORNERS][3];
    uint32_t node[MESH_MAX_CORNERS];
    scene_cell(cell, x);
    for (int i = 0; i < mesh_cell_corners(cell); i++) {
        for (int k = 0; k < 3; k++) x[i][k] = at[k] + size * x[i][k] + rng_real(rng, -warp, warp);
        node[i] = (uint32_t)s->mesh.nodes;
        scene_node(&s->mesh, x[i]);
    }
    if (!mesh_add_element(&s->mesh, cell, rng_below(rng, 2), (uint32_t)s->mesh.elements, node)) abort();
}

/* Elements with nodes drawn among those that are there. */
static inline void scene_elements_of_nodes(struct scene *s, struct rng *rng, int n, unsigned first,
                                           unsigned end)
{
    for (int e = 0; e < n; e++) {
        const unsigned cell = first + rng_below(rng, end - first);
        uint32_t node[MESH_MAX_CORNERS];
        for (int i = 0; i < mesh_cell_corners(cell); i++) {
            int k = 0;
            node[i] = rng_below(rng, (unsigned)s->mesh.nodes);
            while (k < i && node[k] != node[i]) k++;
            if (k < i) i--;
        }
        if (!mesh_add_element(&s->mesh, cell, rng_below(rng, 2), (uint32_t)e, node)) abort();
    }
}

/* Tetrahedra, and some triangles, that have just one node in common. */
static inline void scene_fan(struct scene *s, struct rng *rng, int n)
{
    scene_node(&s->mesh, (double[]){0, 0, 0});
    for (int e = 0; e < n; e++) {
        const unsigned cell = rng_below(rng, 8) ? MESH_TETRAHEDRON : MESH_TRIANGLE;
        uint32_t node[MESH_MAX_CORNERS] = {0};
        for (int i = 1; i < mesh_cell_corners(cell); i++) {
            double x[3];
            for (int k = 0; k < 3; k++) x[k] = rng_real(rng, -2, 2);
            node[i] = (uint32_t)s->mesh.nodes;
            scene_node(&s->mesh, x);
        }
        if (!mesh_add_element(&s->mesh, cell, rng_below(rng, 2), (uint32_t)e, node)) abort();
    }
}

static inline void scene_lattice(struct scene *s, struct rng *rng, int nodes, int size)
{
    for (int i = 0; i < nodes; i++) {
        double x[3];
        for (int k = 0; k < 3; k++) x[k] = rng_int(rng, 0, size);
        scene_node(&s->mesh, x);
    }
}

static inline void scene_make_mesh(struct scene *s, struct rng *rng, enum scene_kind kind)
{
    switch (kind) {
    case SCENE_MATCHING:
        boxes_make(&s->mesh, *rng, CUTS_THAT_MATCH, 4);
        break;
    case SCENE_TETS:
        boxes_make(&s->mesh, *rng, 1u << CUT_TETRAHEDRA, 4);
        break;
    case SCENE_ANY:
        boxes_make(&s->mesh, *rng, CUTS_ALL, 4);
        break;
    case SCENE_SOUP:
        for (int e = 0; e < 12; e++) {
            double at[3];
            for (int k = 0; k < 3; k++) at[k] = rng_real(rng, -2, 2);
            scene_element(s, rng, rng_below(rng, MESH_CELLS), at, 0.5, 0.15);
        }
        break;
    case SCENE_NESTED:
        for (int e = 0; e < 8; e++)
            scene_element(s, rng, rng_below(rng, MESH_CELLS), (double[]){0, 0, 0}, 1 << rng_below(rng, 6),
                          0.1);
        break;
    case SCENE_FAN:
        scene_fan(s, rng, 90);
        break;
    case SCENE_LATTICE:
        scene_lattice(s, rng, rng_int(rng, 10, 24), 3);
        scene_elements_of_nodes(s, rng, rng_int(rng, 3, 10), 0, MESH_CELLS);
        break;
    case SCENE_STILL:
        scene_lattice(s, rng, rng_int(rng, 16, 40), 4);
        scene_elements_of_nodes(s, rng, rng_int(rng, 3, 10), MESH_TETRAHEDRON, MESH_CELLS);
        break;
    case SCENE_TOUCHING:
        scene_lattice(s, rng, rng_int(rng, 30, 50), 2);
        scene_elements_of_nodes(s, rng, rng_int(rng, 6, 14), MESH_TETRAHEDRON, MESH_TETRAHEDRON + 1);
        break;
    default:
        scene_lattice(s, rng, rng_int(rng, 10, 30), 3);
        scene_elements_of_nodes(s, rng, rng_int(rng, 5, 16), MESH_TRIANGLE, MESH_QUAD + 1);
        break;
    }
}

static inline double scene_step(struct rng *rng, enum scene_kind kind, double size)
{
    if (kind == SCENE_STILL || (kind == SCENE_TOUCHING && size < 0.05)) return 0;
    return kind >= SCENE_LATTICE ? rng_int(rng, -1, 1) : rng_real(rng, -size, size);
}

/* Scene `id` of a kind. */
static inline void scene_make(struct scene *s, enum scene_kind kind, uint64_t id)
{
    struct rng rng = rng_at(rng_key("volume", kind, 1), id);
    *s = (struct scene){{0}, NULL, NULL};
    scene_make_mesh(s, &rng, kind);
    const size_t n = s->mesh.nodes;
    s->x0 = malloc((n + 1) * sizeof *s->x0);
    s->x1 = malloc((n + 1) * sizeof *s->x1);
    if (!s->x0 || !s->x1) abort();
    const double sizes[4] = {0.01, 0.1, 0.5, 2}, size = sizes[rng_below(&rng, 4)];
    for (size_t i = 0; i < n; i++)
        for (int k = 0; k < 3; k++) {
            s->x0[i][k] = s->mesh.x[i][k];
            s->x1[i][k] = s->x0[i][k] + scene_step(&rng, kind, size);
        }
}

#endif
