/* Points in the order of Morton's curve: those near each other in it are near each other in space. */
#ifndef CCDQ_MORTON_H
#define CCDQ_MORTON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The key of a point whose coordinates are in [-1/2, 1/2] (those outside count as the next of these): 10 bits
 * each. */
uint32_t morton_key(const float x[3]);

/* order becomes the numbers 0 .. n - 1 by ascending keys, equal ones in their own order. `spare` has room for
 * n numbers, too. */
void morton_sort(const uint32_t *key, size_t n, uint32_t *order, uint32_t *spare);

#endif
