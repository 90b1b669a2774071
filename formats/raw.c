/* The form raw: the little-endian doubles of a query, nothing else. Of a linear query the 24 of x[8][3], also
 * the payload of npy; of a pair of patches P1, V1, P2, V2. */
#include "form.h"
#include "../lib/ccdq.h"
#include <inttypes.h>
#include <string.h>

enum { REALS = 24 };

/* Cuts the next block of at most `most` records of `size` bytes. */
static int records_cut(struct cutter *c, struct block *block, char kind, size_t size, uint64_t most)
{
    const size_t full = frame_full(kind);
    const size_t got = input_take(&c->in, &block->bytes, (most < full ? (size_t)most : full) * size, 0);
    if (got % size)
        message_of(&block->messages, MESSAGE_RECORD,
                   "%s: record %" PRIu64 ": the file ends after %zu of its %zu bytes", c->in.name,
                   c->record + got / size, got % size, size);
    block->kind = kind;
    block->n = got / size;
    c->record += block->n;
    return block->n > 0;
}

int reals_cut(struct cutter *c, struct block *block, uint64_t most)
{
    block->real_size = c->real_size;
    return records_cut(c, block, 'Q', REALS * c->real_size, most);
}

/* Bytes of a pair's reals: of its record without the head. */
static size_t pair_size(const struct ccdq_shape shape[2])
{
    return ccdq_patch_record_size(shape) - sizeof(struct ccdq_patch_head);
}

int raw_cut(struct cutter *c, struct block *block)
{
    c->real_size = sizeof(double);
    if (!block->pairs) return reals_cut(c, block, FRAME_RECORDS);
    return records_cut(c, block, 'P', pair_size(block->pairs->shape), FRAME_PAIRS);
}

static void reals_read(const unsigned char *p, unsigned size, double x[8][3])
{
    if (size == sizeof(double)) {
        memcpy(x, p, REALS * sizeof(double));
        return;
    }
    float f[REALS];
    memcpy(f, p, sizeof f);
    for (int i = 0; i < REALS; i++) x[i / 3][i % 3] = f[i];
}

static void pairs_decode(struct block *block)
{
    const size_t size = pair_size(block->pairs->shape);
    struct ccdq_patch_head head = {.end = block->pairs->end};
    memcpy(head.shape, block->pairs->shape, sizeof head.shape);
    for (size_t at = 0; at + size <= block->bytes.n; at += size) {
        unsigned char *record = block_room(block, sizeof head + size);
        head.id = block->first_id + at / size;
        memcpy(record, &head, sizeof head);
        memcpy(record + sizeof head, block->bytes.p + at, size);
        block_keep(block, sizeof head + size);
    }
}

void raw_decode(struct block *block)
{
    if (block->kind == 'P') {
        pairs_decode(block);
        return;
    }
    size_t size = REALS * block->real_size, n = block->bytes.n / size;
    for (size_t i = 0; i < n; i++) {
        struct ccdq_query *q = block_room(block, sizeof *q);
        *q = (struct ccdq_query){.id = block->first_id + i, .type = (uint8_t)block->type};
        reals_read(block->bytes.p + i * size, block->real_size, q->x);
        block_keep(block, sizeof *q);
    }
}

/* Why raw cannot hold this pair, or NULL. */
static const char *pair_problem(const struct ccdq_patch_head *head, const struct raw_pairs *pairs)
{
    if (memcmp(head->shape, pairs->shape, sizeof head->shape)) return "its shapes are not those of --shape";
    return head->end == pairs->end ? NULL : "its time is not that of --dt";
}

static void pairs_encode(struct chunk *chunk, const unsigned char *record, size_t n)
{
    for (size_t size; n--; record += size) {
        const struct ccdq_patch_head *head = (const void *)record;
        const char *problem = pair_problem(head, chunk->pairs);
        size = ccdq_patch_record_size(head->shape);
        if (problem) {
            chunk_refuse(chunk, head->id, problem);
            continue;
        }
        buf_add(&chunk->bytes, head + 1, size - sizeof *head);
        chunk_count(chunk, record, size);
    }
}

void raw_encode(struct chunk *chunk, const void *records, size_t n, int level)
{
    (void)level;
    if (chunk->kind == 'P') {
        pairs_encode(chunk, records, n);
        return;
    }
    const struct ccdq_query *q = records;
    for (size_t i = 0; i < n; i++) {
        const char *problem = bare_problem(chunk, &q[i]);
        if (problem) {
            chunk_refuse(chunk, q[i].id, problem);
            continue;
        }
        buf_add(&chunk->bytes, q[i].x, sizeof q[i].x);
        chunk_count(chunk, &q[i], sizeof q[i]);
    }
}
