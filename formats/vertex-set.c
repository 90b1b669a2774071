#include "vertex-set.h"
#include "../lib/num/mix64.h"
#include <string.h>

static size_t count(const struct vertex_set *set)
{
    return set->vertices.n / sizeof(struct vertex);
}

/* Short coordinates have all their bits at the upper end of a double: they are brought down before a product,
 * which carries bits up only. */
static uint64_t hash(const struct vertex *v)
{
    static const uint64_t factors[6] = {UINT64_C(0x9e3779b97f4a7c15), UINT64_C(0xbf58476d1ce4e5b9),
                                        UINT64_C(0x94d049bb133111eb), UINT64_C(0xd6e8feb86659fd93),
                                        UINT64_C(0xc2b2ae3d27d4eb4f), UINT64_C(0x165667b19e3779f9)};
    uint64_t bits[6], sum = 0;
    memcpy(bits, v, sizeof bits);
    for (int i = 0; i < 6; i++) sum += (bits[i] ^ bits[i] >> 32) * factors[i];
    return mix64(sum);
}

static bool is_one_of(uint32_t number, const uint32_t *taken, int n)
{
    while (n > 0)
        if (taken[--n] == number) return true;
    return false;
}

/* The slot of a vertex like v that is not taken, or the empty one where it belongs. */
static uint32_t *slot(struct vertex_set *set, const struct vertex *v, const uint32_t *taken, int n)
{
    const struct vertex *vertices = (const struct vertex *)(const void *)set->vertices.p;
    uint32_t *slots = (uint32_t *)(void *)set->slots.p;
    const size_t mask = set->slots.n / sizeof *slots - 1;
    for (size_t i = hash(v) & mask;; i = (i + 1) & mask) {
        const uint32_t number = slots[i] - 1;
        if (!slots[i]) return &slots[i];
        if (!memcmp(&vertices[number], v, sizeof *v) && !is_one_of(number, taken, n)) return &slots[i];
    }
}

/* Keeps the hash table at most half full. */
static void grow(struct vertex_set *set)
{
    const struct vertex *vertices = (const struct vertex *)(const void *)set->vertices.p;
    const size_t slots = set->slots.n / sizeof(uint32_t), n = count(set);
    if (slots > 2 * n) return;
    const size_t bytes = (slots ? 2 * slots : 1024) * sizeof(uint32_t);
    set->slots.n = 0;
    buf_reserve(&set->slots, bytes);
    memset(set->slots.p, 0, bytes);
    set->slots.n = bytes;
    uint32_t *table = (uint32_t *)(void *)set->slots.p;
    const size_t mask = bytes / sizeof *table - 1;
    for (size_t v = 0; v < n; v++) {
        size_t i = hash(&vertices[v]) & mask;
        while (table[i]) i = (i + 1) & mask;
        table[i] = (uint32_t)v + 1;
    }
}

uint32_t vertex_set_find(struct vertex_set *set, const struct vertex *v, const uint32_t *taken, int n)
{
    grow(set);
    uint32_t *s = slot(set, v, taken, n);
    if (!*s) {
        buf_add(&set->vertices, v, sizeof *v);
        *s = (uint32_t)count(set);
    }
    return *s - 1;
}

void vertex_set_clear(struct vertex_set *set)
{
    set->vertices.n = 0;
    if (set->slots.n) memset(set->slots.p, 0, set->slots.n);
}

void vertex_set_free(struct vertex_set *set)
{
    buf_free(&set->vertices);
    buf_free(&set->slots);
}
