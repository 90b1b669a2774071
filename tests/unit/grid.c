/* Spatial hashing finds each pair of boxes that touch, and no other, once: against a look at all pairs. */
#include "../tap.h"
#include "../../lib/broad/grid.h"
#include "../../lib/gen/rng.h"
#include <string.h>

enum { ITEMS = 150 };

static struct grid_box box[ITEMS];
static unsigned char times[ITEMS][ITEMS]; /* how often a pair was visited */

/* Boxes of many sizes, on a coarse lattice so that borders coincide. */
static void draw_boxes(struct rng *rng, int lattice, int largest)
{
    for (int i = 0; i < ITEMS; i++)
        for (int k = 0; k < 3; k++) {
            const int lo = rng_int(rng, 0, lattice), size = rng_int(rng, 0, rng_int(rng, 0, largest));
            const int hi = lo + size < lattice ? lo + size : lattice;
            box[i].lo[k] = (float)(2.0 * lo / lattice - 1);
            box[i].hi[k] = (float)(2.0 * hi / lattice - 1);
        }
}

static bool count(void *context, uint32_t a, uint32_t b)
{
    (void)context;
    if (a < b) times[a][b]++;
    return true;
}

static bool touch(const struct grid_box *a, const struct grid_box *b)
{
    for (int k = 0; k < 3; k++)
        if (a->lo[k] > b->hi[k] || b->lo[k] > a->hi[k]) return false;
    return true;
}

static int wrong_pairs(void)
{
    int wrong = 0;
    for (int a = 0; a < ITEMS; a++)
        for (int b = a + 1; b < ITEMS; b++) wrong += times[a][b] != touch(&box[a], &box[b]);
    return wrong;
}

/* Walks in parts of so many buckets. */
static void walk(const struct grid *grid, size_t part)
{
    memset(times, 0, sizeof times);
    for (size_t from = 0; from < grid->buckets; from += part)
        grid_walk(grid, from, from + part < grid->buckets ? from + part : grid->buckets, count, NULL);
}

static void test_boxes(const char *what, int lattice, int largest, size_t most)
{
    int wrong = 0;
    bool kept = true;
    for (uint64_t draw = 0; draw < 30; draw++) {
        struct rng rng = rng_at(rng_key(what, 'G', 1), draw);
        struct grid grid;
        draw_boxes(&rng, lattice, largest);
        if (!grid_make(&grid, box, ITEMS, most)) return;
        kept = kept && (grid.entries <= most || grid.cells == 1);
        walk(&grid, draw ? 1 + draw : grid.buckets);
        wrong += wrong_pairs();
        grid_free(&grid);
    }
    ok(wrong == 0, "%s: each pair of boxes that touch comes once, and no other", what);
    ok(kept, "%s: there are not more entries than wanted", what);
}

static bool stop(void *context, uint32_t a, uint32_t b)
{
    (void)a;
    (void)b;
    return --*(int *)context > 0;
}

static void test_stop(void)
{
    struct rng rng = rng_at(rng_key("stop", 'G', 1), 0);
    struct grid grid;
    int left = 5;
    draw_boxes(&rng, 10, 5);
    if (!grid_make(&grid, box, ITEMS, 1 << 20)) return;
    ok(!grid_walk(&grid, 0, grid.buckets, stop, &left) && left == 0, "a walk ends when it is told to");
    grid_free(&grid);
    if (!grid_make(&grid, box, 0, 1 << 20)) return;
    left = 5;
    ok(grid_walk(&grid, 0, grid.buckets, stop, &left) && left == 5, "no items make no pairs");
    grid_free(&grid);
}

int main(void)
{
    test_boxes("small boxes", 200, 8, 1 << 20);
    test_boxes("boxes of all sizes", 100, 100, 1 << 20);
    test_boxes("few cells", 64, 12, 400);
    test_boxes("one cell", 64, 12, ITEMS);
    test_boxes("points", 12, 0, 1 << 20);
    test_stop();
    return tap_done();
}
