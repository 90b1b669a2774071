#include "idset.h"
#include <stdlib.h>
#include <string.h>

/* Index of the first range that ends at or after id. */
static size_t first_ending_at(const struct id_level *level, uint64_t id)
{
    size_t low = 0, high = level->n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (level->range[middle].last < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool range_has(struct id_range range, uint64_t id)
{
    return range.first <= id && id <= range.last;
}

bool idset_has(const struct idset *set, uint64_t id)
{
    if (!set->used) return false;
    if (range_has(set->growing, id)) return true;
    if (id > set->growing.last && id < set->next_taken) return false;
    for (size_t k = 0; k < IDSET_LEVELS; k++) {
        size_t i = first_ending_at(&set->level[k], id);
        if (i < set->level[k].n && range_has(set->level[k].range[i], id)) return true;
    }
    return false;
}

/* Appends a range to a level, joined with the last one where they touch. */
static void append(struct id_level *level, struct id_range range)
{
    if (level->n && range.first == level->range[level->n - 1].last + 1)
        level->range[level->n - 1].last = range.last;
    else
        level->range[level->n++] = range;
}

/* The union of two disjoint levels, which are freed. 0, or -1 when memory is out. */
static int merge(struct id_level *a, struct id_level *b, struct id_level *merged)
{
    merged->range = malloc((a->n + b->n) * sizeof *merged->range);
    if (!merged->range) return -1;
    merged->n = 0;
    for (size_t i = 0, j = 0; i < a->n || j < b->n;) {
        bool from_a = j == b->n || (i < a->n && a->range[i].first < b->range[j].first);
        append(merged, from_a ? a->range[i++] : b->range[j++]);
    }
    free(a->range);
    free(b->range);
    *a = *b = (struct id_level){0};
    return 0;
}

/* Moves `growing` into the levels. */
static int settle(struct idset *set)
{
    struct id_level carry = {malloc(sizeof *carry.range), 1};
    if (!carry.range) return -1;
    carry.range[0] = set->growing;
    set->used = false;
    for (struct id_level *level = set->level;; level++) {
        if (!level->n) {
            *level = carry;
            return 0;
        }
        struct id_level merged;
        if (merge(&carry, level, &merged)) {
            free(carry.range);
            return -1;
        }
        carry = merged;
    }
}

/* The smallest id above `id` that is in a level; the largest number when there is none. */
static uint64_t smallest_above(const struct idset *set, uint64_t id)
{
    uint64_t smallest = UINT64_MAX;
    for (size_t k = 0; k < IDSET_LEVELS; k++) {
        size_t i = first_ending_at(&set->level[k], id);
        if (i < set->level[k].n && set->level[k].range[i].first < smallest)
            smallest = set->level[k].range[i].first;
    }
    return smallest;
}

int idset_add(struct idset *set, uint64_t id)
{
    if (set->used && set->growing.last != UINT64_MAX && id == set->growing.last + 1) {
        set->growing.last = id;
        return 0;
    }
    if (set->used && settle(set)) return -1;
    set->growing = (struct id_range){id, id};
    set->used = true;
    set->next_taken = smallest_above(set, id);
    return 0;
}

size_t idset_ranges(const struct idset *set)
{
    size_t n = set->used;
    for (size_t k = 0; k < IDSET_LEVELS; k++) n += set->level[k].n;
    return n;
}

void idset_clear(struct idset *set)
{
    for (size_t k = 0; k < IDSET_LEVELS; k++) free(set->level[k].range);
    memset(set, 0, sizeof *set);
}
