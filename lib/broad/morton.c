#include "morton.h"

enum { BITS = 10, CELLS = 1 << BITS };

/* Spreads 10 bits to every third place. */
static uint32_t spread(uint32_t v)
{
    v = (v | v << 16) & 0x030000ff;
    v = (v | v << 8) & 0x0300f00f;
    v = (v | v << 4) & 0x030c30c3;
    return (v | v << 2) & 0x09249249;
}

uint32_t morton_key(const float x[3])
{
    uint32_t key = 0;
    for (int k = 0; k < 3; k++) {
        const float place = (x[k] + 0.5F) * CELLS;
        const uint32_t cell = !(place > 0) ? 0 : place < CELLS ? (uint32_t)place : CELLS - 1;
        key |= spread(cell) << k;
    }
    return key;
}

/* One pass of a radix sort, by 10 of the keys' bits. */
static void sort_pass(const uint32_t *key, size_t n, int shift, const uint32_t *from, uint32_t *to)
{
    size_t first[CELLS + 1] = {0};
    for (size_t i = 0; i < n; i++) first[(key[i] >> shift) % CELLS + 1]++;
    for (int c = 0; c < CELLS; c++) first[c + 1] += first[c];
    for (size_t i = 0; i < n; i++) to[first[(key[from[i]] >> shift) % CELLS]++] = from[i];
}

void morton_sort(const uint32_t *key, size_t n, uint32_t *order, uint32_t *spare)
{
    for (size_t i = 0; i < n; i++) spare[i] = (uint32_t)i;
    sort_pass(key, n, 0, spare, order);
    sort_pass(key, n, BITS, order, spare);
    sort_pass(key, n, 2 * BITS, spare, order);
}
