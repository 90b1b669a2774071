#include "../num/heap.h"
#include "certified.h"

void sdf_queue_free(struct sdf_queue *queue)
{
    free(queue->item);
    *queue = (struct sdf_queue){0};
}

static bool before(const void *left, const void *right)
{
    const struct sdf_item *a = left, *b = right;
    return a->t != b->t ? a->t < b->t : a->value < b->value;
}

bool sdf_queue_push(struct sdf_queue *queue, const struct sdf_item *item, size_t most)
{
    if (queue->n >= most) return false;
    if (queue->n == queue->capacity) {
        struct sdf_item *more = heap_grow(queue->item, &queue->capacity, sizeof *more, most);
        if (!more) return false;
        queue->item = more;
    }
    heap_push(queue->item, queue->n++, item, sizeof *item, before);
    return true;
}

struct sdf_item sdf_queue_pop(struct sdf_queue *queue)
{
    struct sdf_item first;
    heap_pop(queue->item, queue->n--, &first, sizeof first, before);
    return first;
}
