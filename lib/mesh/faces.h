/* The faces of one element as triangles. A quad need not be flat: it stands for two triangles, and neighbours
 * agree on them because the diagonal begins at the quad's smallest node number. Diagonals are edges. */
#ifndef CCDQ_MESH_FACES_H
#define CCDQ_MESH_FACES_H

#include "mesh.h"

enum { MESH_MAX_TRIANGLES = 12, MESH_MAX_EDGES = 18 };

/* How many triangles and edges a cell has: a triangle 1 and 3, a quad 2 and 5, a tetrahedron 4 and 6, a
 * pyramid 6 and 9, a prism 8 and 12, a hexahedron 12 and 18. */
int mesh_cell_triangles(unsigned cell);
int mesh_cell_edges(unsigned cell);

/* Whether a cell is a triangle or a quad. */
bool mesh_cell_is_shell(unsigned cell);

/* The triangles of an element by their nodes, node[] being the element's, all different. Seen from outside
 * they go round counter-clockwise, if the element's corner tetrahedra have positive volumes (check.h); those
 * of a shell go round as it does. Returns how many there are. */
int mesh_element_triangles(unsigned cell, const uint32_t *node, uint32_t triangle[MESH_MAX_TRIANGLES][3]);

/* The edges of an element by their nodes, those of the cell first, then the diagonals. Returns how many. */
int mesh_element_edges(unsigned cell, const uint32_t *node, uint32_t edge[MESH_MAX_EDGES][2]);

#endif
