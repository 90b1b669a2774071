/* One frame of a stream: a gzip member whose extra field is the frame header (ccd-stream(5)). */
#ifndef CCDQ_FRAME_H
#define CCDQ_FRAME_H

#include "buf.h"
#include <stdint.h>

enum { FRAME_HEADER_SIZE = 72, FRAME_RECORDS = 1024 }; /* records in a full frame, as all writers cut them */

enum frame_flag { FRAME_END = 1, FRAME_IDS_ASCENDING = 2, FRAME_REPAIRED = 4 };

/* Which run a record belongs to: the run tag, and part r of n (0 of 1: whole). */
struct run {
    uint64_t tag;
    uint32_t part, parts;
};

struct frame {
    char kind; /* 'Q', 'R', ... */
    uint32_t records, bytes, flags;
    uint64_t first_id, digest; /* END: the number of records it vouches for, and their digest */
    struct run run;
    uint32_t record_size;
};

/* Bytes of a record of this kind, 0 for an unknown kind. */
uint32_t frame_record_size(char kind);

/* Digest of n records of `size` bytes that start with their 64-bit id. */
uint64_t frame_digest(const void *records, size_t n, size_t size);

/* Parses a header. NULL if it is right, or the reason why it is not. The declared size is checked against
 * what `records` records can need, so that it can be trusted for allocation afterwards. */
const char *frame_parse(const unsigned char header[FRAME_HEADER_SIZE], struct frame *frame);

/* Appends a whole frame. level 0: stored. For an END frame records is NULL. */
void frame_encode(struct buf *out, struct frame frame, const void *records, int level);

/* Inflates the frame's payload (frame->bytes bytes at p, header included) into records. NULL, or the reason.
 */
const char *frame_decode(const unsigned char *p, const struct frame *frame, struct buf *records);

#endif
