/* The payload of a frame of kind I: a head, the vertices, the indices, and what else the queries have. Every
 * array begins at a multiple of its numbers' size when the payload does. */
#include "indexed.h"
#include "form.h"
#include "../lib/num/mix64.h"
#include <string.h>

struct head {
    uint32_t vertices;
    uint8_t type, contents;
    uint16_t zero;
    double min_sep;
};

enum { VERTEX_SIZE = 6 * sizeof(double), INDEX_SIZE = 4 * sizeof(uint32_t) };
enum contents { HAS_IDS = 1, HAS_GROUPS = 2, HAS_FLAGS = 4, ALL_CONTENTS = 7 };

/* Bytes of a query beside its indices. */
static size_t extras_size(unsigned contents)
{
    return (contents & HAS_IDS ? sizeof(uint64_t) : 0) + (contents & HAS_GROUPS ? sizeof(uint32_t) : 0) +
           (contents & HAS_FLAGS ? sizeof(uint8_t) : 0);
}

/* The next n elements of `size` bytes at *at. */
static const void *next_array(const unsigned char **at, size_t n, size_t size)
{
    const void *array = *at;
    *at += n * size;
    return array;
}

/* What a payload of n bytes means. NULL, or the reason why it means nothing. */
static const char *payload_read(const unsigned char *p, size_t n, const struct frame *f,
                                struct ccdq_indexed *mesh)
{
    struct head head;
    if (n < sizeof head) return "its payload has no head";
    memcpy(&head, p, sizeof head);
    if (head.contents & ~ALL_CONTENTS || head.zero) return "its contents are unknown";
    const uint64_t each = INDEX_SIZE + extras_size(head.contents);
    if (n != sizeof head + (uint64_t)head.vertices * VERTEX_SIZE + f->records * each)
        return "its vertices and queries do not fill it";
    p += sizeof head;
    *mesh = (struct ccdq_indexed){.type = head.type,
                                  .min_sep = head.min_sep,
                                  .vertices = head.vertices,
                                  .queries = f->records,
                                  .first_id = f->first_id};
    mesh->vertex = next_array(&p, head.vertices, VERTEX_SIZE);
    mesh->index = next_array(&p, f->records, INDEX_SIZE);
    if (head.contents & HAS_IDS) mesh->id = next_array(&p, f->records, sizeof *mesh->id);
    if (head.contents & HAS_GROUPS) mesh->group = next_array(&p, f->records, sizeof *mesh->group);
    if (head.contents & HAS_FLAGS) mesh->flags = next_array(&p, f->records, sizeof *mesh->flags);
    return NULL;
}

static struct frame_ids ids_of(const struct ccdq_indexed *mesh)
{
    const uint64_t n = mesh->queries;
    struct frame_ids ids = {0, !n || mesh->first_id <= UINT64_MAX - (n - 1)};
    if (mesh->id) return frame_ids(mesh->id, n, sizeof *mesh->id);
    for (uint64_t i = 0; i < n; i++) ids.digest += mix64(mesh->first_id + i);
    return ids;
}

/* What the header says of the ids, against the ids. */
static const char *ids_problem(const struct frame *f, const struct ccdq_indexed *mesh)
{
    if (mesh->id && mesh->queries && mesh->id[0] != f->first_id)
        return "its first id is not the one declared";
    const struct frame_ids ids = ids_of(mesh);
    if (ids.digest != f->digest) return "its digest does not agree";
    if (f->flags & FRAME_IDS_ASCENDING && !ids.ascending) return "its ids are not ascending as declared";
    return NULL;
}

static const char *flags_problem(uint8_t flags)
{
    const struct ccdq_query q = {.flags = flags};
    return kind_reserved_problem(kind_find('Q'), &q) ? "it has a flag that is unknown" : NULL;
}

/* The flags of n queries, or-ed. */
static uint8_t all_flags(const uint8_t *flags, size_t n)
{
    uint64_t all = 0, eight;
    size_t i = 0;
    for (; i + sizeof eight <= n; i += sizeof eight) {
        memcpy(&eight, flags + i, sizeof eight);
        all |= eight;
    }
    for (; i < n; i++) all |= flags[i];
    all |= all >> 32;
    all |= all >> 16;
    return (uint8_t)(all | all >> 8);
}

/* Are those queries left out that cannot be made a query? */
static bool makes_queries(const struct block *block)
{
    return block->record_kind != 'I' && !block->expand_all;
}

/* Why query i is left out, or NULL. */
static const char *query_problem(const struct block *block, size_t i)
{
    const struct ccdq_indexed *mesh = &block->indexed;
    const char *problem = mesh->flags ? flags_problem(mesh->flags[i]) : NULL;
    return problem || !makes_queries(block) ? problem : ccdq_indexed_problem(mesh, i);
}

static bool leaves_out(const struct block *block)
{
    const struct ccdq_indexed *mesh = &block->indexed;
    if (mesh->flags && flags_problem(all_flags(mesh->flags, mesh->queries))) return true;
    for (size_t i = 0; makes_queries(block) && i < mesh->queries; i++)
        if (ccdq_indexed_problem(mesh, i)) return true;
    return false;
}

/* Writes down the ids of the queries behind the payload, if they are not in it. false: memory is out. */
static bool lay_down_ids(struct block *block, const struct frame *f)
{
    struct ccdq_indexed *mesh = &block->indexed;
    struct buf *payload = &block->payload;
    const size_t at = (payload->n + 7) / 8 * 8;
    if (mesh->id) return true;
    if (!buf_try_reserve(payload, at - payload->n + mesh->queries * sizeof *mesh->id)) return false;
    payload_read(payload->p, payload->n, f, mesh);
    uint64_t *id = (uint64_t *)(void *)(payload->p + at);
    for (size_t i = 0; i < mesh->queries; i++) id[i] = mesh->first_id + i;
    mesh->id = id;
    return true;
}

/* Names the queries that have a problem, and leaves them out: the others move up in the arrays of the
 * payload. false: memory is out. */
static bool leave_out(struct block *block, const struct frame *f)
{
    struct ccdq_indexed *mesh = &block->indexed;
    if (!lay_down_ids(block, f)) return false;
    uint32_t(*index)[4] = (uint32_t(*)[4])mesh->index;
    uint64_t *id = (uint64_t *)mesh->id;
    uint32_t *group = (uint32_t *)mesh->group;
    uint8_t *flags = (uint8_t *)mesh->flags;
    size_t n = 0;
    for (size_t i = 0; i < mesh->queries; i++) {
        const char *problem = query_problem(block, i);
        if (problem) {
            block_leave_out(block, block->first_record + i, problem);
            continue;
        }
        memmove(index[n], index[i], sizeof index[n]);
        id[n] = id[i];
        if (group) group[n] = group[i];
        if (flags) flags[n] = flags[i];
        n++;
    }
    mesh->queries = block->n = n;
    return true;
}

/* Writes the queries out as records. false: memory is out. */
static bool write_out(struct block *block)
{
    const struct ccdq_indexed *mesh = &block->indexed;
    if (!buf_try_reserve(&block->records, mesh->queries * sizeof(struct ccdq_query))) return false;
    struct ccdq_query *q = (struct ccdq_query *)(void *)block->records.p;
    for (size_t i = 0; i < mesh->queries; i++) ccdq_indexed_query(mesh, i, &q[i]);
    block->records.n = mesh->queries * sizeof *q;
    return true;
}

const char *indexed_decode(struct block *block, const struct frame *f)
{
    const char *problem = frame_payload(&block->bytes, f, &block->payload);
    if (!problem) problem = payload_read(block->payload.p, block->payload.n, f, &block->indexed);
    if (!problem) problem = ids_problem(f, &block->indexed);
    if (problem) return problem;
    if (leaves_out(block) && !leave_out(block, f)) return frame_no_memory;
    return block->record_kind == 'I' || write_out(block) ? NULL : frame_no_memory;
}

static void payload_write(struct buf *out, const struct ccdq_indexed *mesh)
{
    const size_t n = mesh->queries;
    const struct head head = {.vertices = (uint32_t)mesh->vertices,
                              .type = (uint8_t)mesh->type,
                              .contents =
                                  (uint8_t)((mesh->id ? HAS_IDS : 0) | (mesh->group ? HAS_GROUPS : 0) |
                                            (mesh->flags ? HAS_FLAGS : 0)),
                              .min_sep = mesh->min_sep};
    buf_reserve(out,
                sizeof head + mesh->vertices * VERTEX_SIZE + n * (INDEX_SIZE + extras_size(head.contents)));
    buf_add(out, &head, sizeof head);
    buf_add(out, mesh->vertex, mesh->vertices * VERTEX_SIZE);
    buf_add(out, mesh->index, n * INDEX_SIZE);
    if (mesh->id) buf_add(out, mesh->id, n * sizeof *mesh->id);
    if (mesh->group) buf_add(out, mesh->group, n * sizeof *mesh->group);
    if (mesh->flags) buf_add(out, mesh->flags, n * sizeof *mesh->flags);
}

uint64_t indexed_frame(struct buf *out, const struct ccdq_indexed *mesh, struct run run, int level)
{
    struct buf payload = {0};
    payload_write(&payload, mesh);
    const struct frame_ids ids = ids_of(mesh);
    const struct frame f = {.kind = 'I',
                            .records = (uint32_t)mesh->queries,
                            .flags = ids.ascending ? FRAME_IDS_ASCENDING : 0,
                            .first_id = mesh->id && mesh->queries ? mesh->id[0] : mesh->first_id,
                            .digest = ids.digest,
                            .run = run,
                            .record_size = (uint32_t)payload.n};
    frame_encode(out, f, payload.p, level);
    buf_free(&payload);
    return f.digest;
}
