#include "boxes.h"
#include "../num/heap.h"

void box_queue_clear(struct box_queue *queue)
{
    queue->n = 0;
    queue->starved = false;
}

void box_queue_free(struct box_queue *queue)
{
    free(queue->box);
}

static bool before(const void *left, const void *right)
{
    const struct box *a = left, *b = right;
    return a->lo[BOX_T] != b->lo[BOX_T] ? a->lo[BOX_T] < b->lo[BOX_T] : a->rank < b->rank;
}

static bool grow(struct box_queue *queue)
{
    struct box *box = heap_grow(queue->box, &queue->capacity, sizeof *box, BOX_QUEUE_MAX);
    if (box) queue->box = box;
    queue->starved |= !box && queue->capacity < BOX_QUEUE_MAX;
    return box;
}

bool box_queue_push(struct box_queue *queue, const struct box *box)
{
    if (queue->n == queue->capacity && !grow(queue)) return false;
    heap_push(queue->box, queue->n++, box, sizeof *box, before);
    return true;
}

struct box box_queue_pop(struct box_queue *queue)
{
    struct box first;
    heap_pop(queue->box, queue->n--, &first, sizeof first, before);
    return first;
}
