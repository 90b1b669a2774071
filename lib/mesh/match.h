/* Which elements of two steps of a model are the same. */
#ifndef CCDQ_MESH_MATCH_H
#define CCDQ_MESH_MATCH_H

#include "mesh.h"

enum { MESH_NO_ELEMENT = UINT32_MAX };

/* How a mesh goes on as the next one. Two elements are the same when they are of one kind and have the same
 * nodes in the same order. */
struct mesh_match {
    size_t deleted;  /* elements of the first that the second has not */
    size_t added;    /* elements of the second that the first has not */
    bool same;       /* both have the same elements in the same order */
    uint32_t *after; /* of each element of the first: which one it is in the second, or MESH_NO_ELEMENT */
};

/* Matches two meshes of the same number of nodes, whose node numbers mean the same nodes. An element that is
 * there several times is matched as often as both have it. Linear time. false: memory is out. */
bool mesh_match(const struct mesh *before, const struct mesh *after, struct mesh_match *match);
void mesh_match_free(struct mesh_match *match);

#endif
