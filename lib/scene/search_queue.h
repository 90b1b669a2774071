/* The boxes that wait in a search, the one to look at next first. */
#ifndef CCDQ_SCENE_SEARCH_QUEUE_H
#define CCDQ_SCENE_SEARCH_QUEUE_H

#include "problem.h"

struct search_box {
    struct region x;
    double rank;      /* the least comes first, */
    uint32_t task;    /* whose box it is */
    uint32_t contact; /* of a box that is left out for a contact's sake: its number */
    uint16_t depth;   /* of boxes of one rank that which was split most often */
};

/* A binary heap. Zeros are an empty queue without memory. */
struct search_queue {
    struct search_box *box;
    size_t n, capacity;
};

void search_queue_free(struct search_queue *queue);

/* false: there are `most` boxes, or memory is out. */
bool search_queue_push(struct search_queue *queue, const struct search_box *box, size_t most);

/* Takes the first box. The queue is not empty. */
struct search_box search_queue_pop(struct search_queue *queue);

#endif
