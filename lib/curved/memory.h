/* Memory of the searches for patches: what a query takes is kept for the next one. */
#ifndef CCDQ_PATCH_MEMORY_H
#define CCDQ_PATCH_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

struct patch_block; /* a piece of memory that is taken from until it is empty */

/* Zeros are a store without memory. */
struct patch_store {
    struct patch_block *first, *current;
    size_t at;    /* bytes taken of the current block */
    size_t used;  /* bytes taken or charged since the last clear */
    size_t most;  /* that may be */
    bool starved; /* memory was out since the last clear */
};

/* No more than so many bytes can be taken at once. */
enum { PATCH_BLOCK = 1 << 18 };

/* All that was taken is free again; from now on at most `most` bytes may be taken. */
void patch_store_clear(struct patch_store *store, size_t most);
void patch_store_free(struct patch_store *store);

/* `size` bytes, aligned to a cache line, or NULL when they would be too many or memory is out. */
void *patch_store_take(struct patch_store *store, size_t size);

/* Counts bytes that are taken elsewhere; false when they would be too many. */
bool patch_store_charge(struct patch_store *store, size_t size);

#endif
