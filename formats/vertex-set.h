/* Vertices of a mesh, each once: found by their bits. */
#ifndef CCDQ_VERTEX_SET_H
#define CCDQ_VERTEX_SET_H

#include "buf.h"
#include <stdint.h>

/* A vertex at t = 0 and at t = 1. */
struct vertex {
    double x[2][3];
};

struct vertex_set {
    struct buf vertices; /* struct vertex, in the order in which they came */
    struct buf slots;    /* hash table of uint32_t: 0, or number of a vertex + 1 */
};

/* The number of the vertex that has all bits of v and is none of taken[0..n-1]; added if need be. */
uint32_t vertex_set_find(struct vertex_set *set, const struct vertex *v, const uint32_t *taken, int n);

/* Empties the set and keeps its memory. */
void vertex_set_clear(struct vertex_set *set);
void vertex_set_free(struct vertex_set *set);

#endif
