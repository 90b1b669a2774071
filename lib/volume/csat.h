/* Continuous separating axes (section 4 of the paper) for pairs of elements, several at a time (csat_kernel.h
 * is the code, one csat_*.c a width of vectors; all give the same answers). */
#ifndef CCDQ_VOLUME_CSAT_H
#define CCDQ_VOLUME_CSAT_H

#include "../mesh/mesh.h"
#include <stdbool.h>
#include <stdint.h>

enum { CSAT_LANES = 16 };

/* A node in the coordinates of a frame of DOPs (lib/broad/dop.h): within [-1/2, 1/2], and off by at most
 * 2^-25 along each axis. x[0] at t = 0, x[1] at t = 1. */
struct csat_node {
    float x[2][4]; /* the fourth is 0 */
};

/* Pairs of elements a and b: corner c of element a of pair l is node[0][l][c], and of b node[1][l][c]. An
 * element with fewer corners than others repeats its first one. */
struct csat_batch {
    int corners; /* of the elements with the most, at most MESH_MAX_CORNERS */
    const uint32_t *node[2][CSAT_LANES];
    bool start_matters; /* or near_at_start may have bits that a closer look would not set */

    /* near[0][l], near[1][l]: bit c for each corner of a, of b, that an axis does not keep away from all of
     * the other element all the time; none of a pair that is apart. near_at_start: bit l for each pair that
     * may share a point at t = 0. */
    uint32_t near[2][CSAT_LANES];
    uint32_t near_at_start;
};

/* Sets `near` and `near_at_start` of all lanes; those that have no pair hold any nodes that there are. */
typedef void csat_kernel(struct csat_batch *batch, const struct csat_node *node);

#endif
