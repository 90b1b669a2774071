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

/* Where nodes are, one a lane, at an end of the step. */
LANES_INLINE struct vectors load_nodes(const uint32_t *number, const struct csat_node *node, int end)
{
    const float *at[LANES];
    vf column[3];
    for (int l = 0; l < LANES; l++) at[l] = node[number[l]].x[end];
    f_columns(at, column);
    return (struct vectors){column[0], column[1], column[2]};
}

#endif
