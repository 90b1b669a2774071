#include "search_queue.h"
#include "../num/heap.h"

void search_queue_free(struct search_queue *queue)
{
    free(queue->box);
    *queue = (struct search_queue){0};
}

static bool before(const void *left, const void *right)
{
    const struct search_box *a = left, *b = right;
    return a->rank != b->rank ? a->rank < b->rank : a->depth > b->depth;
}

bool search_queue_push(struct search_queue *queue, const struct search_box *box, size_t most)
{
    if (queue->n >= most) return false;
    if (queue->n == queue->capacity) {
        struct search_box *grown = heap_grow(queue->box, &queue->capacity, sizeof *grown, most);
        if (!grown) return false;
        queue->box = grown;
    }
    heap_push(queue->box, queue->n++, box, sizeof *box, before);
    return true;
}

struct search_box search_queue_pop(struct search_queue *queue)
{
    struct search_box first;
    heap_pop(queue->box, queue->n--, &first, sizeof first, before);
    return first;
}
