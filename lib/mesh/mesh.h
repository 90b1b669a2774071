/* Meshes in memory: nodes, and elements of volume or shell between them. */
#ifndef CCDQ_MESH_H
#define CCDQ_MESH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Nodes of an element are in the order of VTK's linear cells: a quad goes round; a pyramid is its quad, then
 * its apex; a prism (wedge) and a hexahedron are one end, then the other, node above node. */
enum mesh_cell {
    MESH_TRIANGLE,
    MESH_QUAD,
    MESH_TETRAHEDRON,
    MESH_PYRAMID,
    MESH_PRISM,
    MESH_HEXAHEDRON,
    MESH_CELLS,
};
enum { MESH_MAX_CORNERS = 8 };

/* Number of nodes of a cell; its name ("hexahedron"). */
int mesh_cell_corners(unsigned cell);
const char *mesh_cell_name(unsigned cell);

struct mesh {
    size_t nodes, elements;
    double (*x)[3];   /* positions */
    uint8_t *cell;    /* of each element, enum mesh_cell */
    uint32_t *part;   /* of each element: the body it belongs to, a number of the file's */
    uint32_t *number; /* of each element: as the file counts them, from 0, with those that were left out */
    size_t *first;    /* element e has node[first[e]] .. node[first[e + 1] - 1] */
    uint32_t *node;
    size_t room_nodes, room_elements, room_node; /* what the arrays have room for */
};

/* {0} is an empty mesh. The functions that add return false, and change nothing, when memory is out. */
void mesh_free(struct mesh *mesh);
void mesh_clear(struct mesh *mesh);
bool mesh_add_node(struct mesh *mesh, const double x[3]);
bool mesh_add_element(struct mesh *mesh, unsigned cell, uint32_t part, uint32_t number, const uint32_t *node);

#endif
