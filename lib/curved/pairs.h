/* Pairs of parts of two patches that wait for a search, the earliest first. */
#ifndef CCDQ_PAIRS_H
#define CCDQ_PAIRS_H

#include "../num/period.h"
#include "subpatch.h"
#include <stdbool.h>

/* Two parts of the same size, and the times at which they may meet. */
struct subpatch_pair {
    struct period time;
    struct subpatch part[2];
};

/* A heap by time.from; of pairs with the same time the smaller parts come first. Zeros are an empty queue
 * without memory. */
struct subpatch_queue {
    struct subpatch_pair *pair;
    size_t n, capacity;
    bool starved; /* a pair could not be added since memory was out */
};

/* Empties the queue, and keeps its memory for the next query. */
void subpatch_queue_clear(struct subpatch_queue *queue);
void subpatch_queue_free(struct subpatch_queue *queue);

/* Whether the pair could be added: false where the queue would take more than `most` bytes, or memory is out.
 */
bool subpatch_queue_push(struct subpatch_queue *queue, const struct subpatch_pair *pair, size_t most);

/* Takes the first pair. The queue is not empty. */
struct subpatch_pair subpatch_queue_pop(struct subpatch_queue *queue);

#endif
