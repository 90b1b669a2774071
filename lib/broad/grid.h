/* Spatial hashing (Teschner et al. 2003): boxes in the cells of a uniform grid, which are hashed to buckets.
 */
#ifndef CCDQ_GRID_H
#define CCDQ_GRID_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A box in [-1, 1], of numbers rounded outwards; lo <= hi. */
struct grid_box {
    float lo[3], hi[3];
};

/* An item in one of the cells that its box touches. */
struct grid_entry {
    uint64_t cell;
    uint32_t item;
};

struct grid {
    const struct grid_box *box; /* of each item, the caller's */
    double cells;               /* along an axis */
    size_t entries, buckets;
    size_t *first; /* bucket b has entry[first[b]] .. entry[first[b + 1] - 1], items ascending */
    struct grid_entry *entry;
};

/* Makes the grid of these boxes, which stay as they are. The cells are as large as boxes are on average, and
 * larger where there would be more than `most` entries (at least one an item). false, and nothing to free:
 * memory is out. */
bool grid_make(struct grid *grid, const struct grid_box *box, size_t items, size_t most);
void grid_free(struct grid *grid);

/* Gets two items whose boxes touch, a < b; false ends the walk. */
typedef bool grid_visit(void *context, uint32_t a, uint32_t b);

/* Visits the pairs of buckets from .. to - 1. Over all buckets each pair comes once. Whether it came to the
 * end. */
bool grid_walk(const struct grid *grid, size_t from, size_t to, grid_visit *visit, void *context);

#endif
