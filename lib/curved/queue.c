#include "queue.h"
#include <stdlib.h>

enum { FIRST_CAPACITY = 256 };

void patch_queue_free(struct patch_queue *queue)
{
    free(queue->pair);
    *queue = (struct patch_queue){0};
}

static bool before(const struct patch_pair *a, const struct patch_pair *b)
{
    return a->lo != b->lo ? a->lo < b->lo : a->halvings > b->halvings;
}

static bool grow(struct patch_queue *queue)
{
    const size_t capacity = queue->capacity ? 2 * queue->capacity : FIRST_CAPACITY;
    struct patch_pair *pair = realloc(queue->pair, capacity * sizeof *pair);
    if (!pair) return false;
    queue->pair = pair;
    queue->capacity = capacity;
    return true;
}

bool patch_queue_push(struct patch_queue *queue, const struct patch_pair *pair)
{
    if (queue->n == queue->capacity && !grow(queue)) return false;
    size_t hole = queue->n++;
    for (; hole && before(pair, &queue->pair[(hole - 1) / 2]); hole = (hole - 1) / 2)
        queue->pair[hole] = queue->pair[(hole - 1) / 2];
    queue->pair[hole] = *pair;
    return true;
}

struct patch_pair patch_queue_pop(struct patch_queue *queue)
{
    const struct patch_pair first = queue->pair[0], last = queue->pair[--queue->n];
    size_t hole = 0;
    for (size_t child; (child = 2 * hole + 1) < queue->n; hole = child) {
        if (child + 1 < queue->n && before(&queue->pair[child + 1], &queue->pair[child])) child++;
        if (!before(&queue->pair[child], &last)) break;
        queue->pair[hole] = queue->pair[child];
    }
    queue->pair[hole] = last; /* where n is 0 now: the pair itself */
    return first;
}
