/* Items that wait for their mate: a hash table from (run, id) to fixed-size items. */
#ifndef CCDQ_VERIFY_PENDING_H
#define CCDQ_VERIFY_PENDING_H

#include <stddef.h>
#include <stdint.h>

struct pending_key {
    uint64_t id;
    uint32_t run;
    uint32_t slot; /* where the item is, plus 1; 0: this place of the table is empty */
};

struct pending {
    struct pending_key *place; /* capacity places, a power of two, searched one after the other */
    size_t capacity, count;
    unsigned char *items; /* n_slots are in use or in the list of free ones */
    size_t item_size, n_slots, slot_capacity;
    uint32_t
        free_slot; /* first free slot plus 1, 0: none; each free slot starts with the next one's number */
};

/* Empty; item_size is at least 4. */
void pending_init(struct pending *pending, size_t item_size);
void pending_free(struct pending *pending);

/* The item, or NULL. It stays where it is until the next pending_add. */
void *pending_find(const struct pending *pending, uint32_t run, uint64_t id);

/* Room for an item whose key is not there yet; NULL when memory is out. */
void *pending_add(struct pending *pending, uint32_t run, uint64_t id);

/* Removes the item of a key that is there. */
void pending_remove(struct pending *pending, uint32_t run, uint64_t id);

/* The `count` keys in ascending order of run and id, to be freed by the caller; NULL when memory is out. */
struct pending_key *pending_keys(const struct pending *pending);
const void *pending_item(const struct pending *pending, const struct pending_key *key);

#endif
