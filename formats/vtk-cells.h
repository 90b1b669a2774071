/* Cells of VTK, and which of them are elements of a mesh. */
#ifndef CCDQ_VTK_CELLS_H
#define CCDQ_VTK_CELLS_H

#include "mesh-file.h"
#include "vtk-data.h"

/* n cells. The nodes of cell i are those of connectivity between the ends of cell i - 1 and of cell i. */
struct vtk_cells {
    size_t n;
    struct vtk_data types; /* of each cell; NULL bytes: all are polygons */
    struct vtk_data ends;
    size_t first_end; /* which of `ends` is that of cell 0 */
    size_t gap;       /* 1: a count, which is passed over, stands before the nodes of a cell */
    struct vtk_data connectivity;
    struct vtk_data parts; /* of each cell, from first_part on; NULL bytes: all are part `part` */
    size_t first_part;
    uint32_t part;
    size_t first_number; /* the number of cell 0 in the file */
};

/* Takes the cells as elements: triangles, quads (also as polygons and pixels), tetrahedra, pyramids, wedges,
 * hexahedra (also as voxels), the quadratic ones by their corners. false with a message: memory is out, or
 * there are more numbers of nodes than the cells have, so that one of the ends is wrong. */
bool vtk_take_cells(struct mesh_taker *t, const struct vtk_cells *cells);

/* The number that VTK has for a kind of cell. */
int vtk_cell_type(unsigned cell);

/* Is an array of this name one that tells the part each cell belongs to? 0: no, else the smaller the surer:
 * 1 part, 2 PartId, ... in any case. */
int vtk_part_rank(const char *name);

#endif
