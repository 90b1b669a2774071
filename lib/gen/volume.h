/* The families of volume meshes that move, and what they share. A family is two functions of its key and
 * size: `build` makes nodes and elements, `place` says where the nodes are at a step; both in the same order.
 */
#ifndef CCDQ_GEN_VOLUME_H
#define CCDQ_GEN_VOLUME_H

#include "gen.h"
#include "rng.h"

typedef bool volume_build(struct mesh *mesh, uint64_t key, unsigned size);
typedef void volume_place(double (*x)[3], uint64_t key, unsigned size, uint64_t step);

/* volume_soup.c: single convex elements of all kinds. */
volume_build soup_build;
volume_place soup_place;

/* volume_degenerate.c: groups of elements in special position, of small integers. */
volume_build special_build;
volume_place special_place;

/* volume_twist.c: a rod that is twisted until it touches itself; of hexahedra, of tetrahedra. */
volume_build twist_build, twist_build_tets;
volume_place twist_place, twist_place_tets;

/* volume_octopi.c: three bodies with eight arms each. */
volume_build octopi_build;
volume_place octopi_place;

/* The largest integer whose cube is not above x, at least 1. */
unsigned cube_root(double x);

/* Adds nodes that are placed later. */
bool add_nodes(struct mesh *mesh, size_t n);

bool add_element(struct mesh *mesh, unsigned cell, uint32_t part, const uint32_t *node);

/* The corners of a cell of a lattice, as a hexahedron's nodes: k has corner[k][a] of 0 or 1 more along a. */
extern const unsigned char hexahedron_corner[8][3];

/* A hexahedron as six tetrahedra around the diagonal from its corner 0 to corner 6. Cells of a lattice that
 * are cut this way fit together. */
bool add_cut_hexahedron(struct mesh *mesh, uint32_t part, const uint32_t node[8]);

#endif
