/* Raw deflate data (RFC 1951) of a known size. */
#ifndef CCDQ_INFLATE_H
#define CCDQ_INFLATE_H

#include "buf.h"
#include <stdint.h>

/* Appends the deflate data of n bytes. level 0: stored blocks, 1..9: as gzip has it. */
void deflate_raw(struct buf *out, const void *bytes, size_t n, int level);

/* Puts stored blocks around n > 0 bytes where they lie, with STORED_HEADER bytes of room before them and
 * stored_size(n) - STORED_HEADER from their first on. */
enum { STORED_HEADER = 5 };
size_t stored_size(size_t n);
void stored_enclose(unsigned char *bytes, size_t n);

/* Inflates exactly n_in bytes to exactly n_out bytes, and sets *crc to their crc. NULL, or the reason why
 * that is not possible. Stored blocks are copied, nothing more, and their unused bits must be 0. */
const char *inflate_raw(const unsigned char *in, size_t n_in, unsigned char *out, size_t n_out,
                        uint32_t *crc);

#endif
