/* The form raw: 24 little-endian doubles a query, nothing else. Also the payload of npy. */
#include "form.h"
#include "../lib/ccdq.h"
#include <inttypes.h>
#include <string.h>

enum { REALS = 24 };

int reals_cut(struct cutter *c, struct block *block, uint64_t most)
{
    size_t size = REALS * c->real_size;
    size_t want = most < FRAME_RECORDS ? (size_t)most : FRAME_RECORDS;
    block->bytes = input_take(&c->in, &block->own, want * size);
    size_t got = block->bytes.n;
    if (got % size)
        message(&block->messages, "%s: record %" PRIu64 ": the file ends after %zu of its %zu bytes",
                c->in.name, c->record + got / size, got % size, size);
    block->kind = 'Q';
    block->real_size = c->real_size;
    block->n = got / size;
    c->record += block->n;
    return block->n > 0;
}

int raw_cut(struct cutter *c, struct block *block)
{
    c->real_size = sizeof(double);
    return reals_cut(c, block, FRAME_RECORDS);
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

void raw_decode(struct block *block)
{
    size_t size = REALS * block->real_size, n = block->bytes.n / size;
    for (size_t i = 0; i < n; i++) {
        struct ccdq_query *q = block_room(block, sizeof *q);
        *q = (struct ccdq_query){.id = block->first_id + i, .type = (uint8_t)block->type};
        reals_read(block->bytes.p + i * size, block->real_size, q->x);
        block_keep(block, sizeof *q);
    }
}

void raw_encode(struct chunk *chunk, const void *records, size_t n, int level)
{
    (void)level;
    const struct ccdq_query *q = records;
    for (size_t i = 0; i < n; i++) {
        const char *problem = bare_problem(&q[i]);
        if (problem) {
            chunk_refuse(chunk, q[i].id, problem);
            continue;
        }
        buf_add(&chunk->bytes, q[i].x, sizeof q[i].x);
        chunk_count(chunk, &q[i], sizeof q[i]);
    }
}
