/* Base64 (RFC 4648) that is read piece by piece: in files of VTK one text has several encodings one behind
 * the other, each padded at its end. */
#ifndef CCDQ_BASE64_H
#define CCDQ_BASE64_H

#include <stddef.h>

struct base64 {
    const char *at, *end;
    unsigned char rest[2]; /* bytes of the last group that were not asked for yet */
    size_t n_rest;
};

/* The next n bytes to `out`, blanks passed over. Fewer are returned at the end of the text, and where it is
 * no base64 any more. */
size_t base64_read(struct base64 *b, unsigned char *out, size_t n);

/* No more bytes than these can follow. */
size_t base64_left(const struct base64 *b);

#endif
