/* The types of elements in MSH files. Corners come first in all of them. */
#include "mesh-msh.h"

#define LINES MSH_PASSED_OVER
#define NOT_READ MSH_NOT_READ

static const struct msh_type types[] = {
    [1] = {"lines", 2, LINES, false},
    [2] = {"triangles", 3, MESH_TRIANGLE, false},
    [3] = {"quads", 4, MESH_QUAD, false},
    [4] = {"tetrahedra", 4, MESH_TETRAHEDRON, false},
    [5] = {"hexahedra", 8, MESH_HEXAHEDRON, false},
    [6] = {"prisms", 6, MESH_PRISM, false},
    [7] = {"pyramids", 5, MESH_PYRAMID, false},
    [8] = {"lines", 3, LINES, false},
    [9] = {"triangles", 6, MESH_TRIANGLE, true},
    [10] = {"quads", 9, MESH_QUAD, true},
    [11] = {"tetrahedra", 10, MESH_TETRAHEDRON, true},
    [12] = {"hexahedra", 27, MESH_HEXAHEDRON, true},
    [13] = {"prisms", 18, MESH_PRISM, true},
    [14] = {"pyramids", 14, MESH_PYRAMID, true},
    [15] = {"points", 1, LINES, false},
    [16] = {"quads", 8, MESH_QUAD, true},
    [17] = {"hexahedra", 20, MESH_HEXAHEDRON, true},
    [18] = {"prisms", 15, MESH_PRISM, true},
    [19] = {"pyramids", 13, MESH_PYRAMID, true},
    [20] = {"cubic triangles", 9, NOT_READ, false},
    [21] = {"cubic triangles", 10, NOT_READ, false},
    [22] = {"triangles of order 4", 12, NOT_READ, false},
    [23] = {"triangles of order 4", 15, NOT_READ, false},
    [24] = {"triangles of order 5", 15, NOT_READ, false},
    [25] = {"triangles of order 5", 21, NOT_READ, false},
    [26] = {"lines", 4, LINES, false},
    [27] = {"lines", 5, LINES, false},
    [28] = {"lines", 6, LINES, false},
    [29] = {"cubic tetrahedra", 20, NOT_READ, false},
    [30] = {"tetrahedra of order 4", 35, NOT_READ, false},
    [31] = {"tetrahedra of order 5", 56, NOT_READ, false},
    [34] = {"polygons", 0, NOT_READ, false},
    [35] = {"polyhedra", 0, NOT_READ, false},
    [36] = {"cubic quads", 16, NOT_READ, false},
    [37] = {"quads of order 4", 25, NOT_READ, false},
    [38] = {"quads of order 5", 36, NOT_READ, false},
    [39] = {"cubic quads", 12, NOT_READ, false},
    [62] = {"lines", 7, LINES, false},
    [63] = {"lines", 8, LINES, false},
    [64] = {"lines", 9, LINES, false},
    [65] = {"lines", 10, LINES, false},
    [66] = {"lines", 11, LINES, false},
    [90] = {"cubic prisms", 40, NOT_READ, false},
    [91] = {"prisms of order 4", 75, NOT_READ, false},
    [92] = {"cubic hexahedra", 64, NOT_READ, false},
    [93] = {"hexahedra of order 4", 125, NOT_READ, false},
    [94] = {"hexahedra of order 5", 216, NOT_READ, false},
    [106] = {"prisms of order 5", 126, NOT_READ, false},
    [118] = {"cubic pyramids", 30, NOT_READ, false},
    [119] = {"pyramids of order 4", 55, NOT_READ, false},
    [120] = {"pyramids of order 5", 91, NOT_READ, false},
};

const struct msh_type *msh_type(int64_t number)
{
    const int64_t n = sizeof types / sizeof *types;
    return number > 0 && number < n && types[number].name ? &types[number] : NULL;
}
