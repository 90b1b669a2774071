/* Pairs of elements that the broad phase leaves. */
#ifndef CCDQ_VOLUME_PAIRS_H
#define CCDQ_VOLUME_PAIRS_H

#include "elementary.h"

/* Pairs of elements that wait for separating axes, which are tried on several at a time. */
struct pairs {
    struct elementary *tests;
    int n;
    struct element_pair pair[CSAT_LANES];
    struct csat_batch batch;
};

void pairs_begin(struct pairs *pairs, struct elementary *tests);

/* Does for the pairs that wait what pairs_add is for. */
bool pairs_finish(struct pairs *pairs);

/* Takes two elements without a common node: looks for an overlap at t = 0, and adds pairs of their features
 * to the elementary tests. false: no more contacts are wanted. */
static inline bool pairs_add(struct pairs *pairs, uint32_t a, uint32_t b)
{
    pairs->pair[pairs->n++] = (struct element_pair){a, b};
    return pairs->n < CSAT_LANES || pairs_finish(pairs);
}

/* Adds pairs of features of two elements that have a node in common. */
bool pairs_test_adjacent(struct elementary *tests, uint32_t a, uint32_t b);

#endif
