/* Which elements in the leaves of a hierarchy are adjacent: found once for each hierarchy, so that their
 * pairs, which are most of those that a broad phase leaves of a volume mesh, cost nothing each. */
#ifndef CCDQ_VOLUME_NEIGHBOURS_H
#define CCDQ_VOLUME_NEIGHBOURS_H

#include "../broad/hierarchy.h"
#include "../mesh/features.h"

/* Two leaves, the first of which is not behind the second, that have adjacent elements: bit j of mask[i] for
 * the elements at place i of the first and at place j of the second. */
struct neighbour_leaves {
    uint32_t b;
    uint16_t mask[HIERARCHY_LEAF];
};

struct neighbours {
    size_t *first; /* leaf a has pair[first[a]] .. pair[first[a + 1] - 1], b ascending */
    struct neighbour_leaves *pair;
    size_t room;
};

/* Two elements are adjacent when they have a node in common. The items of the hierarchy are elements of the
 * mesh. false, and nothing to free: memory is out. */
bool neighbours_find(struct neighbours *neighbours, const struct mesh *mesh, const struct mesh_features *f,
                     const struct hierarchy *tree);
void neighbours_free(struct neighbours *neighbours);

/* The masks of two leaves, a <= b, or NULL: none are adjacent. */
const uint16_t *neighbours_of(const struct neighbours *neighbours, uint32_t a, uint32_t b);

#endif
