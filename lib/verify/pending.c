#include "pending.h"
#include "../num/mix64.h"
#include <stdlib.h>
#include <string.h>

enum { FIRST_CAPACITY = 4096 };

void pending_init(struct pending *pending, size_t item_size)
{
    *pending = (struct pending){.item_size = item_size};
}

void pending_free(struct pending *pending)
{
    free(pending->place);
    free(pending->items);
    pending_init(pending, pending->item_size);
}

/* The place where a search for the key begins. */
static size_t home(const struct pending *pending, uint32_t run, uint64_t id)
{
    return (size_t)mix64(id + mix64(run)) & (pending->capacity - 1);
}

static size_t after(const struct pending *pending, size_t i)
{
    return (i + 1) & (pending->capacity - 1);
}

/* The key's place, or the empty one where it would go. */
static size_t place_of(const struct pending *pending, uint32_t run, uint64_t id)
{
    size_t i = home(pending, run, id);
    while (pending->place[i].slot && (pending->place[i].id != id || pending->place[i].run != run))
        i = after(pending, i);
    return i;
}

static unsigned char *slot_item(const struct pending *pending, uint32_t slot)
{
    return pending->items + (size_t)(slot - 1) * pending->item_size;
}

void *pending_find(const struct pending *pending, uint32_t run, uint64_t id)
{
    if (!pending->count) return NULL;
    const struct pending_key *key = &pending->place[place_of(pending, run, id)];
    return key->slot ? slot_item(pending, key->slot) : NULL;
}

/* Doubles the table, so that at least half of it stays empty. */
static int grow_table(struct pending *pending)
{
    struct pending bigger = *pending;
    bigger.capacity = pending->capacity ? 2 * pending->capacity : FIRST_CAPACITY;
    bigger.place = calloc(bigger.capacity, sizeof *bigger.place);
    if (!bigger.place) return -1;
    for (size_t i = 0; i < pending->capacity; i++) {
        const struct pending_key *key = &pending->place[i];
        if (key->slot) bigger.place[place_of(&bigger, key->run, key->id)] = *key;
    }
    free(pending->place);
    *pending = bigger;
    return 0;
}

/* A slot's number plus 1, or 0 when memory (or the numbers) are out. */
static uint32_t take_slot(struct pending *pending)
{
    uint32_t slot = pending->free_slot;
    if (slot) {
        memcpy(&pending->free_slot, slot_item(pending, slot), sizeof pending->free_slot);
        return slot;
    }
    if (pending->n_slots == pending->slot_capacity) {
        size_t capacity = pending->slot_capacity ? 2 * pending->slot_capacity : FIRST_CAPACITY / 2;
        if (capacity > UINT32_MAX || capacity > SIZE_MAX / pending->item_size) return 0;
        unsigned char *items = realloc(pending->items, capacity * pending->item_size);
        if (!items) return 0;
        pending->items = items;
        pending->slot_capacity = capacity;
    }
    return (uint32_t)++pending->n_slots;
}

void *pending_add(struct pending *pending, uint32_t run, uint64_t id)
{
    if (2 * (pending->count + 1) > pending->capacity && grow_table(pending)) return NULL;
    uint32_t slot = take_slot(pending);
    if (!slot) return NULL;
    pending->place[place_of(pending, run, id)] = (struct pending_key){id, run, slot};
    pending->count++;
    return slot_item(pending, slot);
}

void pending_remove(struct pending *pending, uint32_t run, uint64_t id)
{
    size_t hole = place_of(pending, run, id);
    uint32_t slot = pending->place[hole].slot;
    memcpy(slot_item(pending, slot), &pending->free_slot, sizeof pending->free_slot);
    pending->free_slot = slot;
    pending->count--;
    /* Keys behind the hole move into it, unless their search begins behind it: no search may meet a hole
     * before its key. */
    for (size_t i = after(pending, hole); pending->place[i].slot; i = after(pending, i)) {
        size_t from_home =
            (i - home(pending, pending->place[i].run, pending->place[i].id)) & (pending->capacity - 1);
        size_t from_hole = (i - hole) & (pending->capacity - 1);
        if (from_home < from_hole) continue;
        pending->place[hole] = pending->place[i];
        hole = i;
    }
    pending->place[hole] = (struct pending_key){0};
}

static int compare_keys(const void *a, const void *b)
{
    const struct pending_key *x = a, *y = b;
    if (x->run != y->run) return x->run < y->run ? -1 : 1;
    return (x->id > y->id) - (x->id < y->id);
}

struct pending_key *pending_keys(const struct pending *pending)
{
    struct pending_key *keys = malloc((pending->count + 1) * sizeof *keys);
    if (!keys) return NULL;
    size_t n = 0;
    for (size_t i = 0; i < pending->capacity; i++)
        if (pending->place[i].slot) keys[n++] = pending->place[i];
    qsort(keys, n, sizeof *keys, compare_keys);
    return keys;
}

const void *pending_item(const struct pending *pending, const struct pending_key *key)
{
    return slot_item(pending, key->slot);
}
