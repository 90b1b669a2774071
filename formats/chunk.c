/* Records into the bytes of a form, and a block's bytes into records. */
#include "form.h"
#include "indexed.h"
#include "kind.h"
#include <inttypes.h>

void chunk_free(struct chunk *chunk)
{
    buf_free(&chunk->bytes);
    buf_free(&chunk->answers);
    messages_free(&chunk->messages);
}

void chunk_count(struct chunk *chunk, const void *record, size_t size)
{
    chunk->n++;
    chunk->digest += frame_ids(record, 1, size).digest;
}

void chunk_refuse(struct chunk *chunk, uint64_t id, const char *reason)
{
    message_of(&chunk->messages, MESSAGE_RECORD, "record with id %" PRIu64 " is not written: %s", id, reason);
    chunk->refused++;
}

/* The kind under which records of a kind are written in a form. */
static char kind_written(char kind, enum form to)
{
    if (kind == 'Q' && to == FORM_INDEXED) return 'I';
    return to == FORM_CCD || to == FORM_INDEXED ? kind : kind_records(kind);
}

void chunk_encode(struct chunk *chunk, char kind, const void *records, size_t n, struct run run, enum form to,
                  int level)
{
    chunk->kind = kind_written(kind, to);
    chunk->n = chunk->refused = 0;
    chunk->digest = 0;
    chunk->start = 0;
    chunk->run = run;
    chunk->unpacked = false;
    chunk->bytes.n = 0;
    messages_clear(&chunk->messages);
    if (!kind || !n) return;
    const char *problem = form_problem(to, kind, chunk->pairs);
    if (problem) {
        message(&chunk->messages, "the form %s %s", form_names[to], problem);
        chunk->refused = n;
    } else {
        form_codes[to].encode(chunk, records, n, level);
    }
}

void indexed_encode(struct chunk *chunk, const void *records, size_t n, int level)
{
    const struct ccdq_query *q = records;
    if (chunk->kind != 'I') {
        ccd_encode(chunk, records, n, level);
        return;
    }
    chunk->unpacked = true;
    for (size_t i = 0; i < n; i++) {
        if (q[i].type > CCDQ_PP) {
            chunk_refuse(chunk, q[i].id, "its type is unknown");
            continue;
        }
        buf_add(&chunk->bytes, &q[i], sizeof q[i]);
        chunk_count(chunk, &q[i], sizeof q[i]);
    }
}

/* A frame that was made around answers has left its room in `bytes`: the next ones go where the caches have
 * the last ones. */
struct ccdq_result *chunk_answers(struct chunk *chunk, size_t n)
{
    const size_t size = sizeof(struct ccdq_result), room = frame_room(n, size);
    if (chunk->start) buf_swap(&chunk->bytes, &chunk->answers);
    chunk->start = 0;
    chunk->bytes.n = 0;
    chunk->answers.n = 0;
    if (!buf_try_reserve(&chunk->answers, room + n * size + FRAME_TRAILER_SIZE)) return NULL;
    return (struct ccdq_result *)(void *)(chunk->answers.p + room);
}

void chunk_encode_answers(struct chunk *chunk, const struct block *block, enum form to, int level)
{
    const bool known = block->form == FORM_CCD && block->frame_flags & FRAME_IDS_ASCENDING && !block->unmade;
    const bool frame = block->n && (to == FORM_CCD || to == FORM_INDEXED);
    const size_t size = sizeof(struct ccdq_result);
    const void *r = chunk->answers.p + frame_room(block->n, size);
    chunk_encode(chunk, 'R', r, frame ? 0 : block->n, block->run, to, level);
    if (!frame) return;
    const struct frame_ids ids =
        known ? (struct frame_ids){block->digest, true} : frame_ids(r, block->n, size);
    if (level) {
        ccd_add_frame(chunk, r, block->n, ids, level);
        return;
    }
    struct frame f = ccd_frame(chunk, r, block->n, ids);
    f.record_size = (uint32_t)size;
    buf_swap(&chunk->bytes, &chunk->answers);
    chunk->start = frame_enclose(&chunk->bytes, f);
    chunk->n = block->n;
    chunk->digest = ids.digest;
}

/* Writes the queries out as records, but for those that have a problem, and encodes them. */
static void encode_written_out(struct chunk *chunk, const struct ccdq_indexed *mesh, struct run run,
                               enum form to, int level)
{
    struct buf records = {0};
    for (size_t i = 0; i < mesh->queries; i++) {
        struct ccdq_query q;
        if (ccdq_indexed_problem(mesh, i)) continue;
        ccdq_indexed_query(mesh, i, &q);
        buf_add(&records, &q, sizeof q);
    }
    chunk_encode(chunk, 'Q', records.p, records.n / sizeof(struct ccdq_query), run, to, level);
    buf_free(&records);
    for (size_t i = 0; i < mesh->queries; i++) {
        const char *problem = ccdq_indexed_problem(mesh, i);
        if (problem) chunk_refuse(chunk, ccdq_indexed_id(mesh, i), problem);
    }
}

void chunk_encode_indexed(struct chunk *chunk, const struct ccdq_indexed *mesh, struct run run, enum form to,
                          int level)
{
    if (to != FORM_CCD && to != FORM_INDEXED) {
        encode_written_out(chunk, mesh, run, to, level);
        return;
    }
    chunk_encode(chunk, 'I', NULL, 0, run, to, level);
    chunk->n = mesh->queries;
    chunk->digest = indexed_frame(&chunk->bytes, mesh, run, level);
}

void block_free(struct block *block)
{
    buf_free(&block->bytes);
    buf_free(&block->lines);
    buf_free(&block->left_out);
    buf_free(&block->records);
    buf_free(&block->payload);
    messages_free(&block->messages);
}

uint64_t block_record_number(const struct block *block, size_t i)
{
    uint64_t number = block->first_record + i;
    const uint64_t *left_out = (const uint64_t *)block->left_out.p;
    for (size_t k = 0; k < block->left_out.n / sizeof *left_out; k++) number += left_out[k] <= number;
    return number;
}

size_t block_records_before(const struct block *block, size_t i)
{
    const uint64_t *left_out = (const uint64_t *)block->left_out.p;
    size_t before = i;
    for (size_t k = 0; k < block->left_out.n / sizeof *left_out; k++)
        before -= left_out[k] - block->first_record < i;
    return before;
}

void block_decode(struct block *block)
{
    block->records.n = block->payload.n = 0;
    block->unmade = 0;
    block->n = 0;
    block->digest = 0;
    if (block->kind && block->bytes.n) form_codes[block->form].decode(block);
}
