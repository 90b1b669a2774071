/* The pairs of sub-patches that wait in a search, the earliest first. */
#ifndef CCDQ_PATCH_QUEUE_H
#define CCDQ_PATCH_QUEUE_H

#include "overlap.h"

/* A binary heap. Zeros are an empty queue without memory. */
struct patch_queue {
    struct patch_pair *pair;
    size_t n, capacity;
};

void patch_queue_free(struct patch_queue *queue);

/* False when memory is out. */
bool patch_queue_push(struct patch_queue *queue, const struct patch_pair *pair);

/* Takes the pair with the least `lo`, of these the one with the most halvings. The queue is not empty. */
struct patch_pair patch_queue_pop(struct patch_queue *queue);

#endif
