/* A binary heap in an array of records of any type, the record that comes before all others first. The
 * functions are inline, so that with a constant size and a known order the compiler makes one of each type.
 */
#ifndef CCDQ_HEAP_H
#define CCDQ_HEAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

typedef bool heap_before(const void *a, const void *b);

enum { HEAP_FIRST_CAPACITY = 64 };

/* Makes room for more than *capacity records, at most `most`: returns the array, perhaps elsewhere, and sets
 * *capacity; NULL where memory is out or `most` is reached: then the old one is as it was. */
static inline void *heap_grow(void *heap, size_t *capacity, size_t size, size_t most)
{
    if (*capacity >= most) return NULL;
    const size_t twice = *capacity ? 2 * *capacity : HEAP_FIRST_CAPACITY, more = twice < most ? twice : most;
    void *grown = realloc(heap, more * size);
    if (grown) *capacity = more;
    return grown;
}

/* Puts a record into a heap of n, in an array that has room for one more. */
static inline void heap_push(void *heap, size_t n, const void *record, size_t size, heap_before *before)
{
    char *base = heap;
    size_t hole = n;
    for (size_t parent; hole; hole = parent) {
        parent = (hole - 1) / 2;
        if (!before(record, base + parent * size)) break;
        memcpy(base + hole * size, base + parent * size, size);
    }
    memcpy(base + hole * size, record, size);
}

/* Takes the first record out of a heap of n > 0. */
static inline void heap_pop(void *heap, size_t n, void *first, size_t size, heap_before *before)
{
    char *base = heap, *last = base + (n - 1) * size;
    size_t hole = 0;
    memcpy(first, base, size);
    for (size_t child; (child = 2 * hole + 1) < n - 1; hole = child) {
        if (child + 1 < n - 1 && before(base + (child + 1) * size, base + child * size)) child++;
        if (!before(base + child * size, last)) break;
        memcpy(base + hole * size, base + child * size, size);
    }
    if (hole != n - 1) memcpy(base + hole * size, last, size);
}

#endif
