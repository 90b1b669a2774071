/* Random meshes for tests: a grid of boxes, each cut into cells of one kind. */
#ifndef CCDQ_TEST_MESH_BOXES_H
#define CCDQ_TEST_MESH_BOXES_H

#include "../../lib/gen/rng.h"
#include "../../lib/mesh/mesh.h"
#include <stdlib.h>

/* How a box is cut. The first three match their neighbours whatever these are; prisms do when they happen to
 * be cut like the quads of their neighbours; the last ones match by chance only. */
enum cut {
    CUT_NOT,
    CUT_PYRAMIDS,
    CUT_TETRAHEDRA,
    CUT_PRISMS,
    CUT_SIX_TETRAHEDRA,
    CUT_QUADS,
    CUT_TRIANGLES,
    CUTS
};
#define CUTS_THAT_MATCH (1u << CUT_NOT | 1u << CUT_PYRAMIDS | 1u << CUT_TETRAHEDRA | 1u << CUT_PRISMS)
#define CUTS_ALL ((1u << CUTS) - 1)

enum {
    BOXES = 3,
    BOX_NODES = (BOXES + 1) * (BOXES + 1) * (BOXES + 1),
    BOX_MAX_NODES = BOX_NODES + BOXES * BOXES * BOXES
};

struct boxes {
    struct rng rng;
    struct mesh *mesh;
    int n[3];
    uint32_t number[BOX_MAX_NODES]; /* the node at each place of the grid, then in the middle of each box */
    uint32_t part;
};

static void boxes_add(struct boxes *b, unsigned cell, int n, const uint32_t *node)
{
    if (n != mesh_cell_corners(cell) ||
        !mesh_add_element(b->mesh, cell, b->part, (uint32_t)b->mesh->elements, node))
        abort();
}

/* A box's corners; faces go round counter-clockwise seen from outside. */
static const unsigned char box_faces[6][4] = {{0, 3, 2, 1}, {4, 5, 6, 7}, {0, 1, 5, 4},
                                              {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}};

static int least_corner(const uint32_t c[8], const unsigned char face[4])
{
    int least = 0;
    for (int i = 1; i < 4; i++)
        if (c[face[i]] < c[face[least]]) least = i;
    return least;
}

static void cut_faces(struct boxes *b, enum cut cut, const uint32_t c[8], uint32_t middle)
{
    for (int f = 0; f < 6; f++) {
        const unsigned char *q = box_faces[f];
        const int from = least_corner(c, q);
        uint32_t v[4];
        for (int i = 0; i < 4; i++) v[i] = c[q[(from + i) % 4]];
        if (cut == CUT_PYRAMIDS) boxes_add(b, MESH_PYRAMID, 5, (uint32_t[]){v[0], v[3], v[2], v[1], middle});
        if (cut == CUT_TETRAHEDRA) boxes_add(b, MESH_TETRAHEDRON, 4, (uint32_t[]){v[0], v[2], v[1], middle});
        if (cut == CUT_TETRAHEDRA) boxes_add(b, MESH_TETRAHEDRON, 4, (uint32_t[]){v[0], v[3], v[2], middle});
        if (cut == CUT_QUADS) boxes_add(b, MESH_QUAD, 4, v);
        if (cut == CUT_TRIANGLES) boxes_add(b, MESH_TRIANGLE, 3, (uint32_t[]){v[0], v[1], v[2]});
        if (cut == CUT_TRIANGLES) boxes_add(b, MESH_TRIANGLE, 3, (uint32_t[]){v[0], v[2], v[3]});
    }
}

/* Two prisms, whose ends are the box's first two faces cut from corner 0 or 1. */
static void cut_prisms(struct boxes *b, const uint32_t c[8], int from)
{
    const uint32_t v[8] = {c[from],     c[(from + 1) % 4],     c[(from + 2) % 4],     c[(from + 3) % 4],
                           c[4 + from], c[4 + (from + 1) % 4], c[4 + (from + 2) % 4], c[4 + (from + 3) % 4]};
    boxes_add(b, MESH_PRISM, 6, (uint32_t[]){v[0], v[1], v[2], v[4], v[5], v[6]});
    boxes_add(b, MESH_PRISM, 6, (uint32_t[]){v[0], v[2], v[3], v[4], v[6], v[7]});
}

/* Six tetrahedra around the diagonal from corner 0 to 6. */
static void cut_six(struct boxes *b, const uint32_t c[8])
{
    static const unsigned char way[6][2] = {{1, 2}, {2, 3}, {3, 7}, {7, 4}, {4, 5}, {5, 1}};
    for (int i = 0; i < 6; i++)
        boxes_add(b, MESH_TETRAHEDRON, 4, (uint32_t[]){c[0], c[way[i][0]], c[way[i][1]], c[6]});
}

static void cut_box(struct boxes *b, unsigned cuts, const uint32_t c[8], uint32_t middle)
{
    const int below = least_corner(c, box_faces[0]), above = least_corner(c, box_faces[1]);
    enum cut cut;
    do cut = (enum cut)rng_below(&b->rng, CUTS);
    while (!(cuts & 1u << cut));
    /* the first face goes round 0 3 2 1, so an odd place is corner 1 or 3 there, too */
    if (cut == CUT_PRISMS && cuts == CUTS_THAT_MATCH && below % 2 != above % 2) cut = CUT_NOT;
    if (cut == CUT_NOT)
        boxes_add(b, MESH_HEXAHEDRON, 8, c);
    else if (cut == CUT_PRISMS)
        cut_prisms(b, c, cuts == CUTS_THAT_MATCH ? below % 2 : (int)rng_below(&b->rng, 2));
    else if (cut == CUT_SIX_TETRAHEDRA)
        cut_six(b, c);
    else
        cut_faces(b, cut, c, middle);
}

static uint32_t grid_node(const struct boxes *b, int i, int j, int k)
{
    return b->number[(k * (BOXES + 1) + j) * (BOXES + 1) + i];
}

/* Makes a mesh, which is empty before: up to 3 boxes each way, cut in some of the ways of `cuts`, moved a
 * little, with nodes in random order, some of which no element has. Boxes are left out one in `holes`. */
static void boxes_make(struct mesh *mesh, struct rng rng, unsigned cuts, unsigned holes)
{
    struct boxes b = {.rng = rng, .mesh = mesh};
    double x[BOX_MAX_NODES][3];
    for (int d = 0; d < 3; d++) b.n[d] = rng_int(&b.rng, 1, BOXES);
    for (unsigned i = 0; i < BOX_MAX_NODES; i++) {
        const unsigned other = rng_below(&b.rng, i + 1);
        b.number[i] = b.number[other];
        b.number[other] = i;
    }
    for (int i = 0; i < BOX_MAX_NODES; i++) {
        const int row = i < BOX_NODES ? BOXES + 1 : BOXES, at = i < BOX_NODES ? i : i - BOX_NODES;
        const int place[3] = {at % row, at / row % row, at / row / row};
        for (int d = 0; d < 3; d++)
            x[b.number[i]][d] = place[d] + (i < BOX_NODES ? 0 : 0.5) + rng_real(&b.rng, -0.05, 0.05);
    }
    for (int i = 0; i < BOX_MAX_NODES; i++)
        if (!mesh_add_node(mesh, x[i])) abort();
    for (int k = 0; k < b.n[2]; k++)
        for (int j = 0; j < b.n[1]; j++)
            for (int i = 0; i < b.n[0]; i++) {
                uint32_t c[8];
                for (int v = 0; v < 8; v++)
                    c[v] = grid_node(&b, i + (v % 4 == 1 || v % 4 == 2), j + (v % 4 >= 2), k + v / 4);
                if (holes && rng_below(&b.rng, holes) == 0) continue;
                b.part = rng_below(&b.rng, 3);
                cut_box(&b, cuts, c, b.number[BOX_NODES + (k * BOXES + j) * BOXES + i]);
            }
}

#endif
