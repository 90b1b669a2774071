/* Meshes of triangles as surfaces. */
#ifndef CCDQ_MESH_SURFACE_H
#define CCDQ_MESH_SURFACE_H

#include "features.h"

/* What keeps a surface from being closed and oriented, edge by edge: an edge belongs to two triangles, which
 * go along it in opposite directions. Each kind has a count. */
struct mesh_surface {
    size_t open;    /* edges of one triangle */
    size_t crowded; /* of three or more */
    size_t turned;  /* of two that go along it in the same direction */
    size_t edge;    /* the first of these edges, by its number among the features, if there is one */
    size_t flat;    /* triangles without area, exactly */
    size_t element; /* the first of these */
};

/* Looks at a mesh of triangles only, whose positions are finite, and its features. */
void mesh_surface_look(const struct mesh *mesh, const struct mesh_features *features,
                       struct mesh_surface *surface);

/* Numbers the parts that hang together by common nodes, from 0 in the order of their first elements:
 * component[e] of each element, of any cells. *count becomes their number. false: memory is out. */
bool mesh_components(const struct mesh *mesh, uint32_t *component, size_t *count);

/* Makes nodes with equal positions (0 equals -0, a NaN nothing) one, the first of them; the others go, and
 * those behind them move up. Elements that come to have a node twice go, too. *nodes and *elements become the
 * number of what went. false, and nothing has changed: memory is out. */
bool mesh_merge_nodes(struct mesh *mesh, size_t *nodes, size_t *elements);

/* Gives `triangles`, which is empty, the nodes of a mesh and the triangles of its triangles and quads, with
 * their parts and numbers; other cells are passed over. false: memory is out. */
bool mesh_split_quads(const struct mesh *mesh, struct mesh *triangles);

#endif
