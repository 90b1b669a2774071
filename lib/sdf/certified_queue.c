#include "../num/heap.h"
#include "certified.h"

void sdf_queue_clear(struct sdf_queue *queue)
{
    queue->n = 0;
    queue->starved = false;
}

void sdf_queue_free(struct sdf_queue *queue)
{
    free(queue->key);
    free(queue->item);
    *queue = (struct sdf_queue){0};
}

static bool before(const void *left, const void *right)
{
    const struct sdf_key *a = left, *b = right;
    return a->t != b->t ? a->t < b->t : a->value < b->value;
}

static bool grow(struct sdf_queue *queue, size_t most)
{
    size_t capacity = queue->capacity;
    struct sdf_key *key = heap_grow(queue->key, &capacity, sizeof *key, most);
    if (key) queue->key = key;
    struct sdf_item *item = key ? realloc(queue->item, capacity * sizeof *item) : NULL;
    queue->starved |= !item;
    if (!item) return false;
    queue->item = item;
    for (; queue->capacity < capacity; queue->capacity++)
        queue->key[queue->capacity].place = (uint32_t)queue->capacity;
    return true;
}

bool sdf_queue_push(struct sdf_queue *queue, const struct sdf_item *item, size_t most)
{
    if (queue->n >= most || (queue->n == queue->capacity && !grow(queue, most))) return false;
    const struct sdf_key key = {item->t, item->value, queue->key[queue->n].place};
    queue->item[key.place] = *item;
    heap_push(queue->key, queue->n++, &key, sizeof key, before);
    return true;
}

struct sdf_item sdf_queue_pop(struct sdf_queue *queue)
{
    struct sdf_key first;
    heap_pop(queue->key, queue->n--, &first, sizeof first, before);
    queue->key[queue->n].place = first.place;
    return queue->item[first.place];
}
