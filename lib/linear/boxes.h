/* The boxes of a search over time and two parameters that wait for it, the earliest first. */
#ifndef CCDQ_BOXES_H
#define CCDQ_BOXES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { BOX_T, BOX_U, BOX_V, BOX_DIMENSIONS };

/* [lo, hi] of t, u, v. Of boxes with the same lo[BOX_T] the one with the least rank is the first. `state` is
 * the method's own. */
struct box {
    double lo[BOX_DIMENSIONS], hi[BOX_DIMENSIONS], rank;
    uint64_t state;
};

/* A binary heap. Zeros are an empty queue without memory. */
struct box_queue {
    struct box *box;
    size_t n, capacity;
    bool starved; /* a box could not be added since memory was out */
};

/* No more boxes than these wait: 8 MB a thread. */
enum { BOX_QUEUE_MAX = 1 << 17 };

/* How much work a search may do: what is asked for, or for 0 the default; short of where a count of 32 bits
 * wraps within one step. */
static inline uint32_t box_search_limit(uint32_t asked, uint32_t otherwise)
{
    const uint32_t most = UINT32_MAX - 1000;
    return !asked ? otherwise : asked < most ? asked : most;
}

/* Empties the queue, and keeps its memory for the next query. */
void box_queue_clear(struct box_queue *queue);
void box_queue_free(struct box_queue *queue);

/* Whether the box could be added: false when the queue is full or memory is out. */
bool box_queue_push(struct box_queue *queue, const struct box *box);

/* Takes the first box. The queue is not empty. */
struct box box_queue_pop(struct box_queue *queue);

#endif
