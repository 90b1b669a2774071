/* Records into the bytes of a form, and a block's bytes into records. */
#include "form.h"
#include <inttypes.h>

void chunk_free(struct chunk *chunk)
{
    buf_free(&chunk->bytes);
    messages_free(&chunk->messages);
}

void chunk_count(struct chunk *chunk, const void *record, size_t size)
{
    chunk->n++;
    chunk->digest += frame_digest(record, 1, size);
}

void chunk_refuse(struct chunk *chunk, uint64_t id, const char *reason)
{
    message(&chunk->messages, "record with id %" PRIu64 " is not written: %s", id, reason);
}

void chunk_encode(struct chunk *chunk, char kind, const void *records, size_t n, struct run run, enum form to,
                  int level)
{
    chunk->kind = kind;
    chunk->n = 0;
    chunk->digest = 0;
    chunk->run = run;
    chunk->bytes.n = chunk->messages.text.n = 0;
    chunk->messages.count = 0;
    if (!kind || !n) return;
    if (form_codes[to].has_ids || kind == 'Q')
        form_codes[to].encode(chunk, records, n, level);
    else
        message(&chunk->messages, "form %s holds queries only", form_names[to]);
}

void block_free(struct block *block)
{
    buf_free(&block->bytes);
    buf_free(&block->lines);
    buf_free(&block->left_out);
    buf_free(&block->records);
    messages_free(&block->messages);
}

uint64_t block_record_number(const struct block *block, size_t i)
{
    uint64_t number = block->first_record + i;
    const uint64_t *left_out = (const uint64_t *)block->left_out.p;
    for (size_t k = 0; k < block->left_out.n / sizeof *left_out; k++) number += left_out[k] <= number;
    return number;
}

void block_decode(struct block *block)
{
    block->records.n = 0;
    block->n = 0;
    block->digest = 0;
    if (block->kind && block->bytes.n) form_codes[block->form].decode(block);
}
