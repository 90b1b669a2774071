#include "queue.h"
#include "../num/heap.h"
#include <stdint.h>

void patch_queue_free(struct patch_queue *queue)
{
    free(queue->pair);
    *queue = (struct patch_queue){0};
}

static bool before(const void *left, const void *right)
{
    const struct patch_pair *a = left, *b = right;
    return a->lo != b->lo ? a->lo < b->lo : a->halvings > b->halvings;
}

static bool grow(struct patch_queue *queue)
{
    struct patch_pair *pair = heap_grow(queue->pair, &queue->capacity, sizeof *pair, SIZE_MAX / sizeof *pair);
    if (pair) queue->pair = pair;
    return pair;
}

bool patch_queue_push(struct patch_queue *queue, const struct patch_pair *pair)
{
    if (queue->n == queue->capacity && !grow(queue)) return false;
    heap_push(queue->pair, queue->n++, pair, sizeof *pair, before);
    return true;
}

struct patch_pair patch_queue_pop(struct patch_queue *queue)
{
    struct patch_pair first;
    heap_pop(queue->pair, queue->n--, &first, sizeof first, before);
    return first;
}
