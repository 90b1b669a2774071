/* Raw deflate data (RFC 1951) of a known size. */
#ifndef CCDQ_INFLATE_H
#define CCDQ_INFLATE_H

#include "buf.h"

/* Appends the deflate data of n bytes. level 0: stored blocks, 1..9: as gzip has it. */
void deflate_raw(struct buf *out, const void *bytes, size_t n, int level);

/* Inflates exactly n_in bytes to exactly n_out bytes. NULL, or the reason why that is not possible. Stored
 * blocks are copied, nothing more, and their unused bits must be 0. */
const char *inflate_raw(const unsigned char *in, size_t n_in, unsigned char *out, size_t n_out);

#endif
