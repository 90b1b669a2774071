/* The form ccd: cutting a stream of frames, and finding the next whole frame after damage. */
#include "form.h"
#include "indexed.h"
#include "kind.h"
#include "pairs.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { SEARCH_WINDOW = 1 << 16 };

/* Passes over bytes until a frame header or the end is next; the first `at_least` are passed over unseen. */
static void find_frame(struct input *in, size_t at_least)
{
    size_t have = input_peek(in, at_least);
    input_skip(in, have < at_least ? have : at_least);
    while ((have = input_peek(in, SEARCH_WINDOW)) >= FRAME_HEADER_SIZE) {
        if (have > SEARCH_WINDOW) have = SEARCH_WINDOW;
        const unsigned char *start = input_bytes(in), *end = start + have - FRAME_HEADER_SIZE + 1, *p = start;
        while ((p = memchr(p, frame_mark[0], (size_t)(end - p))) && !frame_marked(p)) p++;
        input_skip(in, (size_t)((p ? p : end) - start));
        if (p) return;
    }
    input_skip(in, have);
}

/* Says what was wrong at the offset, and how much was passed over from there. */
static void lost(const struct cutter *c, struct block *block, uint64_t offset, const char *name,
                 const char *what)
{
    message(&block->messages, "%s: offset %" PRIu64 ": %s %s; %" PRIu64 " byte%s passed over", c->in.name,
            offset, name, what, c->in.offset - offset, plural(c->in.offset - offset));
}

static void describe(struct block *block, const struct frame *f)
{
    block->what = f->flags & FRAME_END ? BLOCK_END : BLOCK_RECORDS;
    block->kind = f->kind;
    block->run = f->run;
    block->frame_flags = f->flags;
    block->n = f->records;
    block->digest = f->digest;
    if (block->what == BLOCK_END) {
        block->end_records = f->first_id;
        block->end_digest = f->digest;
        block->digest = 0;
    }
}

/* Names a frame that is lost: "frame of 1024 records Q from id 7" */
enum { NAME_SIZE = 96 };
static void name_frame(char name[NAME_SIZE], const struct frame *f)
{
    if (f->flags & FRAME_END)
        snprintf(name, NAME_SIZE, "END frame of kind %c", f->kind);
    else if (!f->records)
        snprintf(name, NAME_SIZE, "frame of kind %c", f->kind);
    else
        snprintf(name, NAME_SIZE, "frame of %" PRIu32 " record%s %c from id %" PRIu64, f->records,
                 plural(f->records), f->kind, f->first_id);
}

/* Passes over the rest of a frame of which no more can be held. */
static void leave_out(struct cutter *c, struct block *block, const struct frame *f, uint64_t offset)
{
    char name[NAME_SIZE];
    const size_t rest = f->bytes - block->bytes.n;
    buf_free(&block->bytes);
    input_pass(&c->in, rest);
    name_frame(name, f);
    message(&block->messages, "%s: offset %" PRIu64 ": %s is left out: %s", c->in.name, offset, name,
            frame_no_memory);
}

/* Reads the frame whose header is next. false: its bytes are not all there; the input then stands where the
 * next frame begins, be it inside of what this one declares as its own. */
static bool take_frame(struct cutter *c, struct block *block, const struct frame *f)
{
    char name[NAME_SIZE];
    uint64_t offset = c->in.offset;
    const bool cut = input_take(&c->in, &block->bytes, f->bytes, FRAME_HEADER_SIZE) < f->bytes;
    if (c->in.no_memory) {
        leave_out(c, block, f, offset);
        return false;
    }
    if (!cut && frame_size_agrees(block->bytes.p, f)) return true;
    input_give_back(&c->in, &block->bytes);
    find_frame(&c->in, FRAME_MARK_SIZE);
    name_frame(name, f);
    lost(c, block, offset, name, cut ? "is cut short" : "is damaged: bytes are missing or changed");
    return false;
}

/* Parses the header that is next. false: there is none, or it is refused, and the input stands at the next
 * one or at the end. */
static bool take_header(struct cutter *c, struct block *block, size_t have, struct frame *f)
{
    uint64_t offset = c->in.offset;
    const char *name = "a frame is refused:", *problem;
    if (have < FRAME_HEADER_SIZE || !frame_marked(input_bytes(&c->in))) {
        name = "this is";
        problem = "no whole frame header";
    } else {
        problem = frame_parse(input_bytes(&c->in), f);
    }
    if (!problem) return true;
    find_frame(&c->in, 1);
    lost(c, block, offset, name, problem);
    return false;
}

int ccd_cut(struct cutter *c, struct block *block)
{
    size_t have;
    while ((have = input_peek(&c->in, FRAME_HEADER_SIZE))) {
        struct frame f;
        if (!take_header(c, block, have, &f)) continue;
        block->offset = c->in.offset;
        block->first_record = c->record;
        c->record += f.records;
        if (!take_frame(c, block, &f)) continue;
        describe(block, &f);
        return 1;
    }
    return 0;
}

static const char *reserved_problem(const struct kind *kind, const void *record, size_t size,
                                    const void *first, char text[RECORD_PROBLEM])
{
    (void)size, (void)first, (void)text;
    return kind_reserved_problem(kind, record);
}

void ccd_decode(struct block *block)
{
    struct frame f;
    char name[NAME_SIZE];
    frame_parse(block->bytes.p, &f);
    const bool indexed = f.kind == 'I' && block->what == BLOCK_RECORDS;
    block->n = f.records;
    block->digest = block->what == BLOCK_END ? 0 : f.digest;
    bool reserved = false;
    const char *problem =
        indexed ? indexed_decode(block, &f) : frame_decode(&block->bytes, &f, &block->records, &reserved);
    if (!problem) {
        if (f.kind == 'P') pairs_check(block, f.record_size);
        if (reserved) block_sift(block, f.record_size, reserved_problem);
        return;
    }
    name_frame(name, &f);
    message(&block->messages, "%s: offset %" PRIu64 ": %s is %s: %s", block->file, block->offset, name,
            problem == frame_no_memory ? "left out" : "damaged", problem);
    block->kind = 0;
    block->n = 0;
    block->digest = 0;
}

struct frame ccd_frame(const struct chunk *chunk, const void *records, size_t n, struct frame_ids ids)
{
    struct frame f = {.kind = chunk->kind,
                      .records = (uint32_t)n,
                      .flags = ids.ascending ? FRAME_IDS_ASCENDING : 0,
                      .digest = ids.digest,
                      .run = chunk->run};
    memcpy(&f.first_id, records, sizeof f.first_id);
    return f;
}

void ccd_add_frame(struct chunk *chunk, const void *records, size_t n, struct frame_ids ids, int level)
{
    frame_encode(&chunk->bytes, ccd_frame(chunk, records, n, ids), records, level);
    chunk->n += n;
    chunk->digest += ids.digest;
}

void ccd_encode(struct chunk *chunk, const void *records, size_t n, int level)
{
    const size_t most = chunk->frame_records ? chunk->frame_records : n;
    const unsigned char *p = records;
    while (n) {
        size_t some = n < most ? n : most;
        if (chunk->kind == 'P') some = pairs_alike(p, some);
        const size_t size = frame_record_size(chunk->kind, p, some);
        ccd_add_frame(chunk, p, some, frame_ids(p, some, size), level);
        p += some * size;
        n -= some;
    }
}
