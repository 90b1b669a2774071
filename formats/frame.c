/* The frame header, and a frame's bytes from records. */
#include "frame.h"
#include "crc.h"
#include "inflate.h"
#include "kind.h"
#include "../lib/num/mix64.h"
#include <assert.h>
#include <string.h>

enum { VERSION = 1 };

const unsigned char frame_mark[FRAME_MARK_SIZE] = {0x1f, 0x8b, 8,    4, 0,   0,   0,  0,
                                                   0,    0xff, 0x3c, 0, 'C', 'D', 56, 0};

/* Offsets of the header's fields. */
enum {
    AT_VERSION = 16,
    AT_KIND = 17,
    AT_ZERO = 18,
    AT_RECORDS = 20,
    AT_BYTES = 24,
    AT_FLAGS = 28,
    AT_FIRST_ID = 32,
    AT_DIGEST = 40,
    AT_TAG = 48,
    AT_PART = 56,
    AT_PARTS = 60,
    AT_RECORD_SIZE = 64,
    AT_CRC = 68,
};

static uint32_t get32(const unsigned char *p)
{
    uint32_t v;
    memcpy(&v, p, sizeof v);
    return v;
}

static uint64_t get64(const unsigned char *p)
{
    uint64_t v;
    memcpy(&v, p, sizeof v);
    return v;
}

static void put32(unsigned char *p, uint32_t v)
{
    memcpy(p, &v, sizeof v);
}

static void put64(unsigned char *p, uint64_t v)
{
    memcpy(p, &v, sizeof v);
}

size_t frame_full(char kind)
{
    return kind == 'P' ? FRAME_PAIRS : FRAME_RECORDS;
}

uint32_t frame_record_size(char kind, const void *records, size_t n)
{
    const struct kind *k = kind_find(kind);
    if (!k) return 0;
    if (k->size_of) return n ? (uint32_t)k->size_of(records) : 0;
    return k->record_size;
}

uint64_t frame_payload_size(const struct frame *f)
{
    const struct kind *kind = kind_find(f->kind);
    return kind && kind->record_size ? (uint64_t)f->records * f->record_size : f->record_size;
}

/* The same as frame_ids; and, or-ed, the words of the records at `at`. */
static inline struct frame_ids look_at(const void *records, size_t n, size_t size, size_t at, uint64_t *words)
{
    const unsigned char *p = records;
    uint64_t digest = n ? mix64(get64(p)) : 0, last = n ? get64(p) : 0, falls = 0;
    uint64_t all = n ? get64(p + at) : 0;
    for (size_t i = 1; i < n; i++) {
        const uint64_t id = get64(p += size);
        digest += mix64(id);
        falls += id <= last;
        all |= get64(p + at);
        last = id;
    }
    *words = all;
    return (struct frame_ids){digest, !falls};
}

struct frame_ids frame_ids(const void *records, size_t n, size_t size)
{
    uint64_t words;
    return look_at(records, n, size, 0, &words);
}

bool frame_marked(const unsigned char header[FRAME_HEADER_SIZE])
{
    return !memcmp(header, frame_mark, FRAME_MARK_SIZE) &&
           get32(header + AT_CRC) == crc_more(0, header, AT_CRC);
}

/* Deflate holds at most 1032 bytes in one, and a writer need not spend more than a sixteenth on the framing
 * of stored blocks; 64 bytes are for the ends of short payloads. */
static const char *size_problem(const struct frame *f)
{
    const uint64_t around = FRAME_HEADER_SIZE + FRAME_TRAILER_SIZE;
    uint64_t raw = frame_payload_size(f);
    if (f->records > FRAME_MAX_RECORDS) return "it declares more than 1,048,576 records";
    if (raw > FRAME_MAX_PAYLOAD) return "it declares more than 4,293,918,720 bytes of payload";
    if (f->bytes < around + 1) return "it declares fewer bytes than a frame has";
    if (f->bytes > around + raw + raw / 16 + 64) return "it declares more bytes than its records can need";
    if (raw > (f->bytes - around) * 1032) return "it declares more records than its bytes can hold";
    return NULL;
}

/* An END of records that differ in size has none. */
static bool record_size_right(const struct frame *f)
{
    const struct kind *kind = kind_find(f->kind);
    if (kind->size_of && f->flags & FRAME_END) return f->record_size == 0;
    return !kind->record_size || (f->record_size >= kind->least_size && f->record_size <= kind->record_size);
}

const char *frame_parse(const unsigned char header[FRAME_HEADER_SIZE], struct frame *f)
{
    if (!frame_marked(header)) return "this is no frame header";
    *f = (struct frame){
        .kind = (char)header[AT_KIND],
        .records = get32(header + AT_RECORDS),
        .bytes = get32(header + AT_BYTES),
        .flags = get32(header + AT_FLAGS),
        .first_id = get64(header + AT_FIRST_ID),
        .digest = get64(header + AT_DIGEST),
        .run = {get64(header + AT_TAG), get32(header + AT_PART), get32(header + AT_PARTS)},
        .record_size = get32(header + AT_RECORD_SIZE),
    };
    if (header[AT_VERSION] != VERSION) return "its version is unknown";
    if (!kind_find(f->kind)) return "its kind is unknown";
    if (header[AT_ZERO] || header[AT_ZERO + 1]) return "its reserved bytes are not zero";
    if (f->flags & ~(uint32_t)(FRAME_END | FRAME_IDS_ASCENDING | FRAME_REPAIRED))
        return "its flags are unknown";
    if (f->flags & FRAME_REPAIRED && !(f->flags & FRAME_END)) return "it is marked repaired but is no END";
    if (f->run.part >= f->run.parts) return "its part r of n has not r < n";
    if (!record_size_right(f)) return "its record size is not that of its kind";
    if (f->flags & FRAME_END && (f->records || frame_payload_size(f)))
        return "it is an END that holds records";
    return size_problem(f);
}

uint64_t frame_number(uint64_t so_far[FRAME_KINDS], char kind)
{
    const struct kind *k = kind_find(kind);
    if (k && k->queries) kind = 'Q';
    uint64_t number = so_far[kind & (FRAME_KINDS - 1)]++;
    return kind == 'C' && so_far['R'] ? so_far['R'] - 1 : number;
}

bool frame_size_agrees(const unsigned char *p, const struct frame *f)
{
    return get32(p + f->bytes - 4) == frame_payload_size(f);
}

static void encode_header(unsigned char *h, const struct frame *f)
{
    memset(h, 0, FRAME_HEADER_SIZE);
    memcpy(h, frame_mark, FRAME_MARK_SIZE);
    h[AT_VERSION] = VERSION;
    h[AT_KIND] = (unsigned char)f->kind;
    put32(h + AT_RECORDS, f->records);
    put32(h + AT_BYTES, f->bytes);
    put32(h + AT_FLAGS, f->flags);
    put64(h + AT_FIRST_ID, f->first_id);
    put64(h + AT_DIGEST, f->digest);
    put64(h + AT_TAG, f->run.tag);
    put32(h + AT_PART, f->run.part);
    put32(h + AT_PARTS, f->run.parts);
    put32(h + AT_RECORD_SIZE, f->record_size);
    put32(h + AT_CRC, crc_more(0, h, AT_CRC));
}

/* Ends a frame that began at `start`, and fills in its header, for which there is room. */
static void finish(struct buf *out, size_t start, struct frame *f, uint32_t crc)
{
    unsigned char trailer[FRAME_TRAILER_SIZE];
    put32(trailer, crc);
    put32(trailer + 4, (uint32_t)frame_payload_size(f));
    buf_add(out, trailer, sizeof trailer);
    f->bytes = (uint32_t)(out->n - start);
    encode_header(out->p + start, f);
}

void frame_encode(struct buf *out, struct frame f, const void *records, int level)
{
    assert(f.records <= FRAME_MAX_RECORDS);
    if (f.kind != 'I') f.record_size = frame_record_size(f.kind, records, f.records);
    size_t raw = (size_t)frame_payload_size(&f), start = out->n;
    buf_reserve(out, FRAME_HEADER_SIZE);
    out->n += FRAME_HEADER_SIZE;
    const uint32_t crc = deflate_raw(out, records, raw, level);
    finish(out, start, &f, crc);
}

/* Of the header and of what stored blocks have beside their bytes. */
static size_t before(size_t raw)
{
    return FRAME_HEADER_SIZE + stored_size(raw) - raw;
}

/* A multiple of 16, as malloc aligns. */
size_t frame_room(size_t n, size_t size)
{
    return before(n * size) / 16 * 16 + 16;
}

size_t frame_enclose(struct buf *b, struct frame f)
{
    const size_t raw = (size_t)frame_payload_size(&f), room = frame_room(f.records, f.record_size);
    const uint32_t crc = stored_enclose(b->p + room, raw);
    b->n = room + raw;
    finish(b, room - before(raw), &f, crc);
    return room - before(raw);
}

/* What the header says of the records, against the records; and whether one of them has something reserved
 * that is not 0. */
static const char *records_problem(const struct frame *f, const unsigned char *records, bool *reserved)
{
    const struct kind *kind = kind_find(f->kind);
    uint64_t words;
    *reserved = false;
    if (f->flags & FRAME_END || f->records == 0) return NULL;
    if (get64(records) != f->first_id) return "its first id is not the one declared";
    const struct frame_ids ids = look_at(records, f->records, f->record_size, kind->reserved_at, &words);
    *reserved = (words & kind->reserved) != 0;
    if (ids.digest != f->digest) return "its digest does not agree";
    if (f->flags & FRAME_IDS_ASCENDING && !ids.ascending) return "its ids are not ascending as declared";
    return NULL;
}

const char frame_no_memory[] = "there is not the memory to hold it";

const char *frame_payload(struct buf *bytes, const struct frame *f, struct buf *payload)
{
    const size_t raw = (size_t)frame_payload_size(f);
    const unsigned char *deflated = bytes->p + FRAME_HEADER_SIZE;
    const unsigned char *trailer = bytes->p + f->bytes - FRAME_TRAILER_SIZE;
    const size_t n = (size_t)(trailer - deflated);
    const bool in_place = inflate_is_copy(deflated, n);
    uint32_t crc;
    payload->n = 0;
    if (!frame_size_agrees(bytes->p, f)) return "its size in the gzip trailer does not agree";
    if (!in_place && !buf_try_reserve(payload, raw)) return frame_no_memory;
    const char *problem = inflate_raw(deflated, n, in_place ? bytes->p : payload->p, raw, &crc);
    if (problem) return problem;
    if (get32(trailer) != crc) return "its crc does not agree";
    if (in_place) buf_swap(bytes, payload);
    payload->n = raw;
    return NULL;
}

const char *frame_decode(struct buf *bytes, const struct frame *f, struct buf *records, bool *reserved)
{
    const char *problem = frame_payload(bytes, f, records);
    if (!problem) problem = records_problem(f, records->p, reserved);
    if (problem) records->n = 0;
    return problem;
}
