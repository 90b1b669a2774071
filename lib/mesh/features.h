/* The features of a mesh that can collide: its vertices, edges and triangles, each once, and which elements
 * have them. */
#ifndef CCDQ_MESH_FEATURES_H
#define CCDQ_MESH_FEATURES_H

#include "faces.h"

/* A list for each of some things: thing i has item[first[i]] .. item[first[i + 1] - 1], ascending where they
 * are elements. */
struct mesh_lists {
    size_t *first;
    uint32_t *item;
};

struct mesh_features {
    size_t n_triangles, n_edges;
    /* Nodes ascending within a feature, and features in the order of their nodes: what they are does not
     * depend on the order of the elements. A vertex is a node, with an element or without. */
    uint32_t (*triangle)[3], (*edge)[2];
    /* The features of each element, in the order of mesh_element_triangles and mesh_element_edges. */
    struct mesh_lists element_triangles, element_edges;
    /* The elements of each feature: never twice the same. */
    struct mesh_lists triangle_elements, edge_elements, vertex_elements;
    /* A triangle is on the boundary if just one element has it, or if one of them is a shell. Its edges and
     * vertices are there, too. Where the faces of neighbours do not match (a quad against triangles with the
     * other diagonal, a node on an edge), both sides count as boundary. */
    bool *triangle_on_boundary, *edge_on_boundary, *vertex_on_boundary;
};

/* Finds the features of a mesh whose elements passed mesh_check_element up to the positions, which do not
 * matter. Time and memory grow as n log n of the number n of faces. false, and nothing to free: memory is
 * out, or there would be 2^32 triangles or edges before those of neighbours are made one. */
bool mesh_features_find(struct mesh_features *features, const struct mesh *mesh);
void mesh_features_free(struct mesh_features *features);

#endif
