/* Vectors of three floats, a lane each. */
#ifndef CCDQ_VOLUME_VECTORS_H
#define CCDQ_VOLUME_VECTORS_H

#include "csat.h"
#include "lanes.h"

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

/* Where nodes are, one a lane, at t = 0 and at t = 1. */
LANES_INLINE void load_nodes(const uint32_t *number, const struct csat_node *node, struct vectors at[2])
{
    float x[2][3][LANES];
    for (int l = 0; l < LANES; l++)
        for (int end = 0; end < 2; end++)
            for (int k = 0; k < 3; k++) x[end][k][l] = node[number[l]].x[end][k];
    for (int end = 0; end < 2; end++)
        at[end] = (struct vectors){f_load(x[end][0]), f_load(x[end][1]), f_load(x[end][2])};
}

#endif
