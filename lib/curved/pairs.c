#include "pairs.h"
#include "../num/heap.h"
#include <math.h>

void subpatch_queue_clear(struct subpatch_queue *queue)
{
    queue->n = 0;
    queue->starved = false;
}

void subpatch_queue_free(struct subpatch_queue *queue)
{
    free(queue->pair);
}

static bool before(const void *left, const void *right)
{
    const struct subpatch_pair *a = left, *b = right;
    return a->time.from != b->time.from ? a->time.from < b->time.from
                                        : fabs(a->part[0].size) < fabs(b->part[0].size);
}

static bool grow(struct subpatch_queue *queue, size_t most)
{
    struct subpatch_pair *pair = heap_grow(queue->pair, &queue->capacity, sizeof *pair, most);
    if (pair) queue->pair = pair;
    queue->starved |= !pair;
    return pair;
}

bool subpatch_queue_push(struct subpatch_queue *queue, const struct subpatch_pair *pair, size_t most)
{
    most /= sizeof *pair;
    if (queue->n >= most || (queue->n == queue->capacity && !grow(queue, most))) return false;
    heap_push(queue->pair, queue->n++, pair, sizeof *pair, before);
    return true;
}

struct subpatch_pair subpatch_queue_pop(struct subpatch_queue *queue)
{
    struct subpatch_pair first;
    heap_pop(queue->pair, queue->n--, &first, sizeof first, before);
    return first;
}
