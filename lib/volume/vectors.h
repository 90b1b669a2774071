/* Vectors of three floats, a lane each. */
#ifndef CCDQ_VOLUME_VECTORS_H
#define CCDQ_VOLUME_VECTORS_H

#include "csat.h"
#include "../num/lanes.h"

struct vectors {
    vf x, y, z;
};

LANES_INLINE vf dot(struct vectors a, struct vectors b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

LANES_INLINE struct vectors minus(struct vectors a, struct vectors b)
{
    return (struct vectors){a.x - b.x, a.y - b.y, a.z - b.z};
}

/* Where corner c of each lane's element is at an end of the step; number[l] are the nodes of lane l's. */
LANES_INLINE struct vectors load_nodes(const uint32_t *const number[LANES], int c,
                                       const struct csat_node *node, int end)
{
    const float *at[LANES];
    vf column[3];
    for (int l = 0; l < LANES; l++) at[l] = node[number[l][c]].x[end];
    f_columns(at, column);
    return (struct vectors){column[0], column[1], column[2]};
}

#endif
