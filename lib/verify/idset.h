/* A set of 64-bit ids as disjoint ranges: ids that come in ascending order take constant memory. */
#ifndef CCDQ_VERIFY_IDSET_H
#define CCDQ_VERIFY_IDSET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct id_range {
    uint64_t first, last;
};

struct id_level {
    struct id_range *range; /* disjoint, ascending */
    size_t n;
};

enum { IDSET_LEVELS = 64 };

/* The ids are in `growing` or in one of the levels. Level k holds what 2^k moves of `growing` to the levels
 * have brought (or nothing), as the digits of a binary counter: a move costs O(log n) on average. */
struct idset {
    struct id_range growing; /* the range that the last id is in */
    bool used;               /* growing holds something */
    uint64_t next_taken;     /* no id above growing.first and below this is in a level */
    struct id_level level[IDSET_LEVELS];
};

/* An idset of zero bytes is empty. */
bool idset_has(const struct idset *set, uint64_t id);

/* Adds an id that is not in the set. 0, or -1 when memory is out. */
int idset_add(struct idset *set, uint64_t id);

/* How many ranges it takes to hold the set. */
size_t idset_ranges(const struct idset *set);

void idset_clear(struct idset *set);

#endif
