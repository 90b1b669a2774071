#include "faces.h"

/* What a cell is made of, by its corners. A face of three corners has its first one again as the fourth. */
static const struct {
    unsigned char faces, edges, quads;
    unsigned char face[6][4], edge[12][2];
} cells[MESH_CELLS] = {
    [MESH_TRIANGLE] = {1, 3, 0, {{0, 1, 2, 0}}, {{0, 1}, {1, 2}, {2, 0}}},
    [MESH_QUAD] = {1, 4, 1, {{0, 1, 2, 3}}, {{0, 1}, {1, 2}, {2, 3}, {3, 0}}},
    [MESH_TETRAHEDRON] = {4,
                          6,
                          0,
                          {{0, 2, 1, 0}, {0, 1, 3, 0}, {1, 2, 3, 1}, {2, 0, 3, 2}},
                          {{0, 1}, {1, 2}, {2, 0}, {0, 3}, {1, 3}, {2, 3}}},
    [MESH_PYRAMID] = {5,
                      8,
                      1,
                      {{0, 3, 2, 1}, {0, 1, 4, 0}, {1, 2, 4, 1}, {2, 3, 4, 2}, {3, 0, 4, 3}},
                      {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {0, 4}, {1, 4}, {2, 4}, {3, 4}}},
    [MESH_PRISM] = {5,
                    9,
                    3,
                    {{0, 2, 1, 0}, {3, 4, 5, 3}, {0, 1, 4, 3}, {1, 2, 5, 4}, {2, 0, 3, 5}},
                    {{0, 1}, {1, 2}, {2, 0}, {3, 4}, {4, 5}, {5, 3}, {0, 3}, {1, 4}, {2, 5}}},
    [MESH_HEXAHEDRON] =
        {6,
         12,
         6,
         {{0, 3, 2, 1}, {4, 5, 6, 7}, {0, 1, 5, 4}, {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}},
         {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {4, 5}, {5, 6}, {6, 7}, {7, 4}, {0, 4}, {1, 5}, {2, 6}, {3, 7}}},
};

int mesh_cell_triangles(unsigned cell)
{
    return cells[cell].faces + cells[cell].quads;
}

int mesh_cell_edges(unsigned cell)
{
    return cells[cell].edges + cells[cell].quads;
}

bool mesh_cell_is_shell(unsigned cell)
{
    return cells[cell].faces == 1;
}

static bool is_quad(const unsigned char *face)
{
    return face[3] != face[0];
}

/* Where in a quad its diagonal begins. */
static int diagonal_from(const unsigned char *face, const uint32_t *node)
{
    int least = 0;
    for (int i = 1; i < 4; i++)
        if (node[face[i]] < node[face[least]]) least = i;
    return least;
}

int mesh_element_triangles(unsigned cell, const uint32_t *node, uint32_t triangle[MESH_MAX_TRIANGLES][3])
{
    int n = 0;
    for (int i = 0; i < cells[cell].faces; i++) {
        const unsigned char *face = cells[cell].face[i];
        const int from = is_quad(face) ? diagonal_from(face, node) : 0;
        for (int half = 0; half <= is_quad(face); half++, n++) {
            triangle[n][0] = node[face[from]];
            triangle[n][1] = node[face[(from + 1 + half) % 4]];
            triangle[n][2] = node[face[(from + 2 + half) % 4]];
        }
    }
    return n;
}

int mesh_element_edges(unsigned cell, const uint32_t *node, uint32_t edge[MESH_MAX_EDGES][2])
{
    int n = 0;
    for (; n < cells[cell].edges; n++)
        for (int k = 0; k < 2; k++) edge[n][k] = node[cells[cell].edge[n][k]];
    for (int i = 0; i < cells[cell].faces; i++) {
        const unsigned char *face = cells[cell].face[i];
        if (!is_quad(face)) continue;
        const int from = diagonal_from(face, node);
        edge[n][0] = node[face[from]];
        edge[n++][1] = node[face[(from + 2) % 4]];
    }
    return n;
}
