/* Frames of kind P: pairs of patches, all of the same two shapes. */
#ifndef CCDQ_PAIRS_H
#define CCDQ_PAIRS_H

#include "stream.h"

/* How many of the first of n records, n > 0, have the shapes of the first. */
size_t pairs_alike(const void *records, size_t n);

/* Leaves out of a decoded block of records of `size` bytes those that are of another size by their own
 * shapes, or not of the shapes of the others. */
void pairs_check(struct block *block, size_t size);

#endif
