#include "mesh.h"
#include <stdlib.h>
#include <string.h>

static const struct {
    int corners;
    const char *name;
} cells[MESH_CELLS] = {
    [MESH_TRIANGLE] = {3, "triangle"}, [MESH_QUAD] = {4, "quad"},   [MESH_TETRAHEDRON] = {4, "tetrahedron"},
    [MESH_PYRAMID] = {5, "pyramid"},   [MESH_PRISM] = {6, "prism"}, [MESH_HEXAHEDRON] = {8, "hexahedron"}};

int mesh_cell_corners(unsigned cell)
{
    return cells[cell].corners;
}

const char *mesh_cell_name(unsigned cell)
{
    return cells[cell].name;
}

void mesh_free(struct mesh *mesh)
{
    free(mesh->x);
    free(mesh->cell);
    free(mesh->part);
    free(mesh->number);
    free(mesh->first);
    free(mesh->node);
    *mesh = (struct mesh){0};
}

void mesh_clear(struct mesh *mesh)
{
    mesh->nodes = mesh->elements = 0;
}

/* What an array grows to that must have room for n. */
static size_t grown(size_t room, size_t n)
{
    return room + room / 2 > n ? room + room / 2 : n + 64;
}

static bool resize(void *array, size_t n, size_t size)
{
    void *old, *new;
    if (n > SIZE_MAX / size) return false;
    memcpy(&old, array, sizeof old);
    new = realloc(old, n * size);
    if (new) memcpy(array, &new, sizeof new);
    return new != NULL;
}

bool mesh_add_node(struct mesh *mesh, const double x[3])
{
    if (mesh->nodes == mesh->room_nodes) {
        const size_t room = grown(mesh->room_nodes, mesh->nodes + 1);
        if (!resize(&mesh->x, room, sizeof *mesh->x)) return false;
        mesh->room_nodes = room;
    }
    memcpy(mesh->x[mesh->nodes++], x, sizeof *mesh->x);
    return true;
}

static bool make_room(struct mesh *mesh)
{
    if (mesh->elements == mesh->room_elements) {
        const size_t room = grown(mesh->room_elements, mesh->elements + 1);
        if (!resize(&mesh->cell, room, sizeof *mesh->cell) ||
            !resize(&mesh->part, room, sizeof *mesh->part) ||
            !resize(&mesh->number, room, sizeof *mesh->number) ||
            !resize(&mesh->first, room + 1, sizeof *mesh->first))
            return false;
        mesh->room_elements = room;
    }
    mesh->first[0] = 0;
    const size_t n = mesh->first[mesh->elements] + MESH_MAX_CORNERS;
    if (n > mesh->room_node) {
        const size_t room = grown(mesh->room_node, n);
        if (!resize(&mesh->node, room, sizeof *mesh->node)) return false;
        mesh->room_node = room;
    }
    return true;
}

bool mesh_add_element(struct mesh *mesh, unsigned cell, uint32_t part, uint32_t number, const uint32_t *node)
{
    if (!make_room(mesh)) return false;
    const size_t e = mesh->elements++, n = (size_t)mesh_cell_corners(cell);
    mesh->cell[e] = (uint8_t)cell;
    mesh->part[e] = part;
    mesh->number[e] = number;
    memcpy(&mesh->node[mesh->first[e]], node, n * sizeof *node);
    mesh->first[e + 1] = mesh->first[e] + n;
    return true;
}
