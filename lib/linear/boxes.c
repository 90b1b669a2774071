#include "boxes.h"
#include <stdlib.h>

enum { FIRST_CAPACITY = 64 };

void box_queue_clear(struct box_queue *queue)
{
    queue->n = 0;
}

void box_queue_free(struct box_queue *queue)
{
    free(queue->box);
}

static bool before(const struct box *a, const struct box *b)
{
    return a->lo[BOX_T] != b->lo[BOX_T] ? a->lo[BOX_T] < b->lo[BOX_T] : a->rank < b->rank;
}

static bool grow(struct box_queue *queue)
{
    size_t capacity = queue->capacity ? 2 * queue->capacity : FIRST_CAPACITY;
    if (capacity > BOX_QUEUE_MAX) return false;
    struct box *box = realloc(queue->box, capacity * sizeof *box);
    if (!box) return false;
    queue->box = box;
    queue->capacity = capacity;
    return true;
}

bool box_queue_push(struct box_queue *queue, const struct box *box)
{
    if (queue->n == queue->capacity && !grow(queue)) return false;
    size_t hole = queue->n++;
    for (; hole && before(box, &queue->box[(hole - 1) / 2]); hole = (hole - 1) / 2)
        queue->box[hole] = queue->box[(hole - 1) / 2];
    queue->box[hole] = *box;
    return true;
}

struct box box_queue_pop(struct box_queue *queue)
{
    struct box first = queue->box[0], last = queue->box[--queue->n];
    size_t hole = 0;
    for (size_t child; (child = 2 * hole + 1) < queue->n; hole = child) {
        if (child + 1 < queue->n && before(&queue->box[child + 1], &queue->box[child])) child++;
        if (!before(&queue->box[child], &last)) break;
        queue->box[hole] = queue->box[child];
    }
    queue->box[hole] = last; /* where n is 0 now: the box itself */
    return first;
}
