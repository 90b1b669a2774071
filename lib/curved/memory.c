#include "memory.h"
#include <stdlib.h>

enum { LINE = 64 };

struct patch_block {
    struct patch_block *next;
    _Alignas(LINE) char bytes[PATCH_BLOCK];
};

void patch_store_clear(struct patch_store *store, size_t most)
{
    store->current = store->first;
    store->at = store->used = 0;
    store->most = most;
    store->starved = false;
}

void patch_store_free(struct patch_store *store)
{
    for (struct patch_block *block = store->first, *next; block; block = next) {
        next = block->next;
        free(block);
    }
    *store = (struct patch_store){0};
}

/* Makes the block behind the current one the current one. */
static bool next_block(struct patch_store *store)
{
    struct patch_block **link = store->current ? &store->current->next : &store->first;
    if (!*link) {
        struct patch_block *block = aligned_alloc(LINE, sizeof *block);
        store->starved |= !block;
        if (!block) return false;
        block->next = NULL;
        *link = block;
    }
    store->current = *link;
    store->at = 0;
    return true;
}

bool patch_store_charge(struct patch_store *store, size_t size)
{
    if (size > store->most || store->used > store->most - size) return false;
    store->used += size;
    return true;
}

void *patch_store_take(struct patch_store *store, size_t size)
{
    size = (size + LINE - 1) / LINE * LINE;
    if ((!store->current || store->at + size > PATCH_BLOCK) && !next_block(store)) return NULL;
    if (!patch_store_charge(store, size)) return NULL;
    void *taken = store->current->bytes + store->at;
    store->at += size;
    return taken;
}
