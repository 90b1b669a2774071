/* Raw deflate data (RFC 1951) of a known size. */
#ifndef CCDQ_INFLATE_H
#define CCDQ_INFLATE_H

#include "buf.h"
#include <stdint.h>

/* Appends the deflate data of n bytes, and returns their crc. level 0: stored blocks, 1..9: as gzip has it.
 */
uint32_t deflate_raw(struct buf *out, const void *bytes, size_t n, int level);

/* Makes n bytes stored blocks that end where they do, and begin stored_size(n) - n before them. Returns the
 * crc that they had. */
size_t stored_size(size_t n);
uint32_t stored_enclose(unsigned char *bytes, size_t n);

/* Whether there are only stored blocks, right or damaged: then all that inflate_raw writes is a copy, and its
 * `out` may be before `in` and overlap it. */
bool inflate_is_copy(const unsigned char *in, size_t n_in);

/* Inflates exactly n_in bytes to exactly n_out bytes, and sets *crc to their crc. NULL, or the reason why
 * that is not possible. Stored blocks are copied, nothing more, and their unused bits must be 0. */
const char *inflate_raw(const unsigned char *in, size_t n_in, unsigned char *out, size_t n_out,
                        uint32_t *crc);

#endif
