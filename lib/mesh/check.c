#include "check.h"
#include "faces.h"
#include "orientation.h"
#include <math.h>

/* A corner, and those it has edges to: right-handed, of a shell the two neighbours. */
static const struct {
    int corners;
    unsigned char corner[MESH_MAX_CORNERS][4];
} cells[MESH_CELLS] = {
    [MESH_TRIANGLE] = {1, {{0, 1, 2}}},
    [MESH_QUAD] = {4, {{0, 1, 3}, {1, 2, 0}, {2, 3, 1}, {3, 0, 2}}},
    [MESH_TETRAHEDRON] = {1, {{0, 1, 2, 3}}},
    [MESH_PYRAMID] = {4, {{0, 1, 3, 4}, {1, 2, 0, 4}, {2, 3, 1, 4}, {3, 0, 2, 4}}},
    [MESH_PRISM] = {6, {{0, 1, 2, 3}, {1, 2, 0, 4}, {2, 0, 1, 5}, {3, 5, 4, 0}, {4, 3, 5, 1}, {5, 4, 3, 2}}},
    [MESH_HEXAHEDRON] = {8,
                         {{0, 1, 3, 4},
                          {1, 2, 0, 5},
                          {2, 3, 1, 6},
                          {3, 0, 2, 7},
                          {4, 7, 5, 0},
                          {5, 4, 6, 1},
                          {6, 5, 7, 2},
                          {7, 6, 4, 3}}},
};

static enum mesh_problem check_nodes(const struct mesh *mesh, const uint32_t *node, int n)
{
    for (int i = 0; i < n; i++)
        if (node[i] >= mesh->nodes) return MESH_NO_SUCH_NODE;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < i; k++)
            if (node[i] == node[k]) return MESH_REPEATED_NODE;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 3; k++)
            if (!isfinite(mesh->x[node[i]][k])) return MESH_NOT_FINITE;
    return MESH_NO_PROBLEM;
}

/* The sign of a corner's volume; whether a shell's corner has an area. */
static int corner_sign(unsigned cell, const double *const x[4])
{
    if (mesh_cell_is_shell(cell)) return !mesh_collinear(x[0], x[1], x[2]);
    return mesh_orientation(x[0], x[1], x[2], x[3]);
}

static enum mesh_problem check_corners(const struct mesh *mesh, unsigned cell, const uint32_t *node)
{
    const int corners = cells[cell].corners;
    int count[3] = {0}; /* negative, 0, positive */
    for (int i = 0; i < corners; i++) {
        const double *x[4];
        for (int k = 0; k < 4; k++) x[k] = mesh->x[node[cells[cell].corner[i][k]]];
        count[1 + corner_sign(cell, x)]++;
    }
    const bool either_way = cell == MESH_PRISM;
    if (count[2] == corners || (either_way && count[0] == corners)) return MESH_NO_PROBLEM;
    if (count[1] == corners) return MESH_FLAT;
    return count[0] && !count[2] && !either_way ? MESH_TURNED : MESH_DISTORTED;
}

enum mesh_problem mesh_check_element(const struct mesh *mesh, size_t e)
{
    const unsigned cell = mesh->cell[e];
    const uint32_t *node = &mesh->node[mesh->first[e]];
    const enum mesh_problem problem = check_nodes(mesh, node, mesh_cell_corners(cell));
    return problem ? problem : check_corners(mesh, cell, node);
}

const char *mesh_problem_text(enum mesh_problem problem)
{
    static const char *const texts[MESH_PROBLEMS] = {
        [MESH_NO_PROBLEM] = "has no problem",
        [MESH_NO_SUCH_NODE] = "names a node that is not there",
        [MESH_REPEATED_NODE] = "has the same node twice",
        [MESH_NOT_FINITE] = "has a position that is not a finite number",
        [MESH_FLAT] = "has no volume, or as a shell no area",
        [MESH_TURNED] = "is turned inside out: its volume is negative",
        [MESH_DISTORTED] = "has a flat or inverted corner",
    };
    return texts[problem];
}
