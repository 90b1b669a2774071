#include "grid.h"
#include "../num/mix64.h"
#include <stdlib.h>

/* So many at most, along an axis: their numbers have 21 bits each. */
enum { MOST_CELLS = 1 << 20 };

/* From and to which cells a box reaches. What rounds is the same function of lo and hi everywhere, and it
 * does not fall when they grow: so boxes that touch have a cell in common. */
struct range {
    uint32_t lo[3], hi[3];
};

static uint32_t cell_at(const struct grid *grid, float x)
{
    return (uint32_t)((x + 1.0) * 0.5 * grid->cells);
}

static struct range range_of(const struct grid *grid, uint32_t item)
{
    struct range range;
    for (int k = 0; k < 3; k++) {
        range.lo[k] = cell_at(grid, grid->box[item].lo[k]);
        range.hi[k] = cell_at(grid, grid->box[item].hi[k]);
    }
    return range;
}

static uint64_t cell_of(const uint32_t at[3])
{
    return (uint64_t)at[0] << 42 | (uint64_t)at[1] << 21 | at[2];
}

/* ---- Entries ---- */

/* The mean of the boxes' extents, as a number of cells. */
static double mean_cells(const struct grid_box *box, size_t items)
{
    double sum = 0;
    for (size_t i = 0; i < items; i++)
        for (int k = 0; k < 3; k++) sum += (double)box[i].hi[k] - box[i].lo[k];
    const double cells = 2 * 3 * (double)items / sum;
    return cells < MOST_CELLS ? (cells > 1 ? cells : 1) : MOST_CELLS;
}

static double count_entries(const struct grid *grid, size_t items)
{
    double sum = 0;
    for (size_t i = 0; i < items; i++) {
        const struct range range = range_of(grid, (uint32_t)i);
        double n = 1;
        for (int k = 0; k < 3; k++) n *= (double)(range.hi[k] - range.lo[k]) + 1;
        sum += n;
    }
    return sum;
}

/* Calls `put` for each cell of each item. */
typedef void put_entry(struct grid *grid, struct grid_entry entry);

static void for_entries(struct grid *grid, size_t items, put_entry *put)
{
    for (uint32_t i = 0; i < items; i++) {
        const struct range r = range_of(grid, i);
        uint32_t at[3];
        for (at[0] = r.lo[0]; at[0] <= r.hi[0]; at[0]++)
            for (at[1] = r.lo[1]; at[1] <= r.hi[1]; at[1]++)
                for (at[2] = r.lo[2]; at[2] <= r.hi[2]; at[2]++)
                    put(grid, (struct grid_entry){cell_of(at), i});
    }
}

static size_t bucket_of(const struct grid *grid, uint64_t cell)
{
    return mix64(cell) % grid->buckets;
}

static void count(struct grid *grid, struct grid_entry entry)
{
    grid->first[bucket_of(grid, entry.cell) + 1]++;
}

static void place(struct grid *grid, struct grid_entry entry)
{
    grid->entry[grid->first[bucket_of(grid, entry.cell)]++] = entry;
}

bool grid_make(struct grid *grid, const struct grid_box *box, size_t items, size_t most)
{
    *grid = (struct grid){.box = box, .cells = items ? mean_cells(box, items) : 1};
    while (grid->cells > 1 && count_entries(grid, items) > (double)most)
        grid->cells = grid->cells > 2 ? grid->cells / 2 : 1;
    grid->entries = (size_t)count_entries(grid, items);
    grid->buckets = items + 1;
    grid->first = calloc(grid->buckets + 1, sizeof *grid->first);
    grid->entry = malloc((grid->entries + 1) * sizeof *grid->entry);
    if (!grid->first || !grid->entry) {
        grid_free(grid);
        return false;
    }
    for_entries(grid, items, count);
    for (size_t b = 0; b < grid->buckets; b++) grid->first[b + 1] += grid->first[b];
    /* Placing moves each first one to the next bucket's. */
    for_entries(grid, items, place);
    for (size_t b = grid->buckets; b > 0; b--) grid->first[b] = grid->first[b - 1];
    grid->first[0] = 0;
    return true;
}

void grid_free(struct grid *grid)
{
    free(grid->first);
    free(grid->entry);
    *grid = (struct grid){0};
}

/* ---- Pairs ---- */

static bool touch(const struct grid_box *a, const struct grid_box *b)
{
    bool apart = false;
    for (int k = 0; k < 3; k++) apart |= a->lo[k] > b->hi[k] || b->lo[k] > a->hi[k];
    return !apart;
}

/* The first cell that two boxes have in common: there their pair counts. */
static uint64_t first_common(const struct grid *grid, uint32_t a, uint32_t b)
{
    const struct range of_a = range_of(grid, a), of_b = range_of(grid, b);
    uint32_t at[3];
    for (int k = 0; k < 3; k++) at[k] = of_a.lo[k] > of_b.lo[k] ? of_a.lo[k] : of_b.lo[k];
    return cell_of(at);
}

bool grid_walk(const struct grid *grid, size_t from, size_t to, grid_visit *visit, void *context)
{
    for (size_t b = from; b < to; b++)
        for (size_t i = grid->first[b]; i < grid->first[b + 1]; i++)
            for (size_t j = i + 1; j < grid->first[b + 1]; j++) {
                const struct grid_entry *p = &grid->entry[i], *q = &grid->entry[j];
                if (p->cell != q->cell || !touch(&grid->box[p->item], &grid->box[q->item])) continue;
                if (first_common(grid, p->item, q->item) != p->cell) continue;
                if (!visit(context, p->item, q->item)) return false;
            }
    return true;
}
