/* What the search of the bracket keeps: the parts of both patches, and the cells that wait. */
#ifndef CCDQ_BRACKET_CELLS_H
#define CCDQ_BRACKET_CELLS_H

#include "bracket_witness.h"
#include <stddef.h>

/* A part of a patch: a rectangle of its parameters, exact dyadic numbers. */
struct part {
    double low[2], width[2];
    struct net_model model;
    struct net_hull hull;
    double direction[2][6]; /* of its tangents: of an edge of the patch where it has one, else the alongs */
    uint32_t half[2];       /* the first of its two halves along u and along v; 0: not made yet */
};

/* A part of each patch, and the times in [begin, end] that are left to them. */
struct cell {
    double begin, end;
    uint32_t part[2];
    unsigned char depth, axis;
};

struct cells {
    struct net_shape shape[2];
    struct part *part[2];
    struct interval *net[2]; /* of each part, behind each other */
    double (*point[2])[6];   /* and the points of the hulls */
    size_t parts[2], room[2];
    struct cell *heap;
    size_t n, heap_room;
};

/* Makes the nets of the pair and their parts 0, the whole patches. False: memory is out. */
bool cells_begin(struct cells *cells, struct bracket_pair *pair);
void cells_free(struct cells *cells);

const struct part *cells_part(const struct cells *cells, int patch, uint32_t part);

/* *first, *first + 1 = the halves of a part along u (0) or v (1). False: memory is out. */
bool cells_halve(struct cells *cells, int patch, uint32_t part, int along, uint32_t *first);

/* The cell that begins first comes first, of several the deepest. False: memory is out; no cell is left. */
bool cells_push(struct cells *cells, const struct cell *cell);
bool cells_pop(struct cells *cells, struct cell *cell);

#endif
