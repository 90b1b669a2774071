/* One frame of a stream: a gzip member whose extra field is the frame header (ccd-stream(5)). */
#ifndef CCDQ_FRAME_H
#define CCDQ_FRAME_H

#include "buf.h"
#include <stdint.h>

enum {
    FRAME_MARK_SIZE = 16,
    FRAME_HEADER_SIZE = 72,
    FRAME_RECORDS = 1024,        /* records in a full frame, as all writers cut them, */
    FRAME_PAIRS = 64,            /* but of kind P: pairs are large, and take long to solve */
    FRAME_KINDS = 128,           /* letters that a kind may be */
    FRAME_MAX_RECORDS = 1 << 20, /* a frame that declares more is refused */
};

enum frame_flag { FRAME_END = 1, FRAME_IDS_ASCENDING = 2, FRAME_REPAIRED = 4 };

/* A payload that is no larger fits into a frame at every level. */
#define FRAME_MAX_PAYLOAD UINT32_C(0xfff00000)

/* Which run a record belongs to: the run tag, and part r of n (0 of 1: whole). */
struct run {
    uint64_t tag;
    uint32_t part, parts;
};

static inline bool run_equal(struct run a, struct run b)
{
    return a.tag == b.tag && a.part == b.part && a.parts == b.parts;
}

struct frame {
    char kind; /* 'Q', 'R', ... */
    uint32_t records, bytes, flags;
    uint64_t first_id, digest; /* END: the number of records it vouches for, and their digest */
    struct run run;
    uint32_t record_size; /* of kind I, whose payload is no row of records: bytes of that */
};

/* Records in a full frame of this kind. */
size_t frame_full(char kind);

/* Bytes of each of n records of this kind that are alike, so that they can be in one frame; 0 for an unknown
 * kind, for one whose payload is no row of records, and maybe for n = 0. */
uint32_t frame_record_size(char kind, const void *records, size_t n);

/* Bytes of the payload before deflation, as the header declares. */
uint64_t frame_payload_size(const struct frame *frame);

/* The number of the next frame of a kind (that of its records) in a stream, by which it belongs to a part:
 * from 0 for queries of all kinds, for results, and for contacts, but these have that of the results before
 * them, if there are any. so_far: how many there were of each kind; this one is added. */
uint64_t frame_number(uint64_t so_far[FRAME_KINDS], char kind);

/* Does the size in the gzip trailer agree with the header? It does not when bytes are missing inside. */
bool frame_size_agrees(const unsigned char *p, const struct frame *frame);

/* What a header says of the ids: the sum of their mix64, and whether they are strictly ascending. */
struct frame_ids {
    uint64_t digest;
    bool ascending;
};

/* Of n records of `size` bytes that start with their 64-bit id. */
struct frame_ids frame_ids(const void *records, size_t n, size_t size);

/* The constant first bytes of a frame: the sync mark. */
extern const unsigned char frame_mark[FRAME_MARK_SIZE];

/* Is a frame header here: the sync mark and, behind it, a header with the right crc? */
bool frame_marked(const unsigned char header[FRAME_HEADER_SIZE]);

/* Parses a header. NULL if it is right, or the reason why it is not; *frame is filled whenever frame_marked.
 * The declared size is checked against what `records` records can need and the records against what that size
 * can hold, so that both can be trusted for allocation afterwards. */
const char *frame_parse(const unsigned char header[FRAME_HEADER_SIZE], struct frame *frame);

/* Appends a whole frame; its bytes are worked out here, and so is record_size but for kind I. The records are
 * alike. level 0: stored, 1..9: as gzip has it. For an END frame frame.records is 0 and records is NULL. */
void frame_encode(struct buf *out, struct frame frame, const void *records, int level);

/* The same at level 0, without a copy: makes a frame, whose record_size is set, of n > 0 records of that size
 * that lie in b behind frame_room bytes of no meaning; behind them there is room for FRAME_TRAILER_SIZE more.
 * Returns where in b the frame begins, which is not at 0; it goes to b's end. */
enum { FRAME_TRAILER_SIZE = 8 };
size_t frame_room(size_t n, size_t size);
size_t frame_enclose(struct buf *b, struct frame frame);

/* Makes `payload` that of the frame, whose bytes these are, header included, after holding it against crc and
 * size. The bytes are lost: a payload that is stored stays in their memory, which is then that of `payload`.
 * NULL, or the reason why it is damaged; frame_no_memory when there is none for it. */
const char *frame_payload(struct buf *bytes, const struct frame *frame, struct buf *payload);
extern const char frame_no_memory[];

/* The same for records, after holding them against digest, first id and flags, too; *reserved: there are some
 * with a kind_reserved_problem. */
const char *frame_decode(struct buf *bytes, const struct frame *frame, struct buf *records, bool *reserved);

#endif
