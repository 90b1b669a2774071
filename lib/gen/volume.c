/* The table of families of volume meshes, and what they share. */
#include "volume.h"
#include <string.h>

enum { ANY = 1 }; /* there is one kind of them */

#define FAMILY(word, line, function, about, at_least)                                                        \
    {                                                                                                        \
        .name = word, .summary = line, .types = ANY, .build = function##_build, .place = function##_place,   \
        .size = about, .least_size = at_least                                                                \
    }

const struct gen_family gen_volume_families[] = {
    FAMILY("soup", "convex elements of every kind, moving at random", soup, 600, 1),
    FAMILY("degenerate", "elements that touch, coincide or flatten, of small integers", special, 600, 3),
    FAMILY("twist", "a rod of hexahedra, twisted and coiled until it touches itself", twist, 3000, 24),
    {.name = "twist-tets",
     .summary = "the same of tetrahedra",
     .types = ANY,
     .build = twist_build_tets,
     .place = twist_place_tets,
     .size = 6000,
     .least_size = 144},
    FAMILY("octopi", "three bodies of eight waving arms each, tetrahedra", octopi, 17640, 7848),
    {.name = NULL},
};

bool gen_volume_mesh(const struct gen_family *family, uint64_t seed, unsigned size, struct mesh *mesh)
{
    const uint64_t key = rng_key(family->name, 'M', seed);
    if (!family->build(mesh, key, size)) return false;
    family->place(mesh->x, key, size, 0);
    return true;
}

void gen_volume_positions(const struct gen_family *family, uint64_t seed, unsigned size, uint64_t step,
                          double (*x)[3])
{
    family->place(x, rng_key(family->name, 'M', seed), size, step);
}

unsigned cube_root(double x)
{
    unsigned k = 1;
    while ((double)(k + 1) * (k + 1) * (k + 1) <= x) k++;
    return k;
}

bool add_nodes(struct mesh *mesh, size_t n)
{
    const double origin[3] = {0, 0, 0};
    for (size_t i = 0; i < n; i++)
        if (!mesh_add_node(mesh, origin)) return false;
    return true;
}

bool add_element(struct mesh *mesh, unsigned cell, uint32_t part, const uint32_t *node)
{
    return mesh_add_element(mesh, cell, part, (uint32_t)mesh->elements, node);
}

const unsigned char hexahedron_corner[8][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0},
                                               {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}};

bool add_cut_hexahedron(struct mesh *mesh, uint32_t part, const uint32_t node[8])
{
    /* From corner 0 to 6 along the three axes in each order. */
    static const unsigned char way[6][4] = {{0, 1, 2, 6}, {0, 2, 3, 6}, {0, 3, 7, 6},
                                            {0, 7, 4, 6}, {0, 4, 5, 6}, {0, 5, 1, 6}};
    for (int i = 0; i < 6; i++) {
        uint32_t corner[4];
        for (int k = 0; k < 4; k++) corner[k] = node[way[i][k]];
        if (!add_element(mesh, MESH_TETRAHEDRON, part, corner)) return false;
    }
    return true;
}
