/* For tests of streams: queries, pairs of patches, triangles against solids, results and contacts at random,
 * files of given bytes, and whole streams read at once. */
#ifndef CCDQ_TEST_STREAMS_H
#define CCDQ_TEST_STREAMS_H

#include "../../formats/stream.h"
#include "../../lib/ccdq.h"
#include "../../lib/num/mix64.h"
#include "../tap.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct draw {
    uint64_t state;
};

__attribute__((unused)) static uint64_t draw_bits(struct draw *d)
{
    return mix64(d->state += UINT64_C(0x9e3779b97f4a7c15));
}

/* A finite double of any exponent; often 0, -0, a small integer or a denormal. */
__attribute__((unused)) static double draw_real(struct draw *d)
{
    uint64_t bits = draw_bits(d);
    double x;
    switch (draw_bits(d) % 8) {
    case 0:
        return bits & 1 ? -0.0 : 0.0;
    case 1:
        return (double)(int)(bits % 201) - 100;
    case 2:
        bits &= ~UINT64_C(0x7ff0000000000000);
        break;
    }
    if ((bits >> 52 & 0x7ff) == 0x7ff) bits ^= UINT64_C(1) << 60;
    memcpy(&x, &bits, sizeof x);
    return x;
}

__attribute__((unused)) static struct ccdq_query draw_query(struct draw *d, uint64_t id)
{
    struct ccdq_query q = {
        .id = id, .type = CCDQ_VF, .flags = CCDQ_HAS_TRUTH, .group = (uint32_t)draw_bits(d)};
    if (draw_bits(d) & 1) q.flags |= CCDQ_TRUTH_HIT;
    for (int i = 0; i < 24; i++) q.x[i / 3][i % 3] = draw_real(d);
    return q;
}

__attribute__((unused)) static struct ccdq_shape draw_shape(struct draw *d, unsigned max_degree)
{
    struct ccdq_shape shape = {.domain = draw_bits(d) % 2, .rational = draw_bits(d) % 2};
    for (int i = 0; i < 2; i++) shape.degree[i] = (uint8_t)(1 + draw_bits(d) % max_degree);
    if (shape.domain == CCDQ_TRIANGLE) shape.degree[1] = shape.degree[0];
    return shape;
}

/* Appends a record of kind P with any numbers. */
__attribute__((unused)) static void draw_pair(struct draw *d, uint64_t id, const struct ccdq_shape shape[2],
                                              struct buf *records)
{
    const struct ccdq_patch_head head = {id, draw_real(d), {shape[0], shape[1]}};
    const size_t size = ccdq_patch_record_size(shape);
    buf_add(records, &head, sizeof head);
    for (size_t at = sizeof head; at < size; at += sizeof(double)) {
        const double x = draw_real(d);
        buf_add(records, &x, sizeof x);
    }
}

/* A record of kind S with any numbers. */
__attribute__((unused)) static struct ccdq_sdf_query draw_sdf_query(struct draw *d, uint64_t id)
{
    struct ccdq_sdf_query q = {.id = id, .solid = (uint32_t)draw_bits(d), .end = draw_real(d)};
    for (int i = 0; i < 9; i++) q.x[i / 3][i % 3] = draw_real(d), q.v[i / 3][i % 3] = draw_real(d);
    for (int k = 0; k < 3; k++) {
        q.centre[k] = draw_real(d), q.spin[k] = draw_real(d);
        q.solid_v[k] = draw_real(d), q.solid_centre[k] = draw_real(d), q.solid_spin[k] = draw_real(d);
    }
    return q;
}

__attribute__((unused)) static struct ccdq_result draw_result(struct draw *d, uint64_t id)
{
    struct ccdq_result r = {.id = id, .verdict = draw_bits(d) % 4, .flags = draw_bits(d) % 8};
    r.method = draw_bits(d) % 5;
    r.evals = (uint32_t)draw_bits(d);
    r.toi_lo = draw_real(d), r.toi_hi = draw_real(d);
    for (int i = 0; i < 4; i++) r.w[i] = draw_real(d);
    return r;
}

/* Often without nodes, as those of queries that are no mesh's. */
__attribute__((unused)) static struct ccdq_contact draw_contact(struct draw *d, uint64_t id)
{
    struct ccdq_contact c = {.id = id, .step = (uint32_t)draw_bits(d), .kind = draw_bits(d) % 9};
    c.verdict = draw_bits(d) % 4;
    c.flags = draw_bits(d) % 64;
    for (int i = 0; i < 2; i++) c.part[i] = (uint32_t)draw_bits(d), c.element[i] = (uint32_t)draw_bits(d);
    for (int i = 0; i < 4; i++) c.node[i] = draw_bits(d) % 2 ? (uint32_t)draw_bits(d) : CCDQ_NO_NODE;
    c.toi_lo = draw_real(d), c.toi_hi = draw_real(d);
    for (int i = 0; i < 4; i++) c.w[i] = draw_real(d);
    for (int k = 0; k < 3; k++) c.x[k] = draw_real(d), c.n[k] = draw_real(d);
    c.distance = draw_real(d), c.speed = draw_real(d);
    return c;
}

/* A file that lives as long as the test. */
struct scratch {
    char path[32];
};

__attribute__((unused)) static struct scratch scratch_make(void)
{
    struct scratch s = {"/tmp/ccdq-test-XXXXXX"};
    int fd = mkstemp(s.path);
    if (fd < 0) abort();
    close(fd);
    return s;
}

__attribute__((unused)) static void scratch_write(const struct scratch *s, const void *bytes, size_t n)
{
    unlink(s->path); /* some file systems take milliseconds to make a file shorter */
    FILE *f = fopen(s->path, "wb");
    if (!f || fwrite(bytes, 1, n, f) != n || fclose(f)) abort();
}

__attribute__((unused)) static struct buf scratch_read(const struct scratch *s)
{
    struct buf b = {0};
    FILE *f = fopen(s->path, "rb");
    if (!f) abort();
    for (size_t got = 1; got; b.n += got) {
        buf_reserve(&b, 4096);
        got = fread(b.p + b.n, 1, 4096, f);
    }
    fclose(f);
    return b;
}

/* All that a reader gave. */
struct stream {
    struct buf queries, pairs, triangles, results, contacts;
    size_t n_queries, n_pairs, n_triangles, n_results, n_contacts, blocks, ends;
    unsigned state;
    struct messages messages;
    struct run run; /* of the last block */
    uint32_t frame_flags;
    size_t n_files;
    const struct reader_options *options;
};

static const struct reader_options any_stream = {.from = FORM_SNIFF, .type = CCDQ_VF};

static void stream_free(struct stream *s)
{
    buf_free(&s->queries);
    buf_free(&s->pairs);
    buf_free(&s->triangles);
    buf_free(&s->results);
    buf_free(&s->contacts);
    messages_free(&s->messages);
}

static void keep_messages(struct stream *s, const struct messages *m)
{
    buf_add(&s->messages.text, m->text.p, m->text.n);
    s->messages.count += m->count;
}

/* Reads the files into s, which is emptied first. */
static void stream_read_files(struct stream *s, char *const *files, size_t n,
                              const struct reader_options *options)
{
    struct block block = {0};
    struct messages last = {0};
    stream_free(s);
    *s = (struct stream){0};
    struct reader *reader = reader_open(files, n, options);
    while (reader_next(reader, &block)) {
        block_decode(&block);
        reader_account(reader, &block);
        keep_messages(s, &block.messages);
        if (!block.kind) continue;
        s->run = block.run;
        s->frame_flags = block.frame_flags;
        s->blocks += block.what == BLOCK_RECORDS && block.n > 0;
        s->ends += block.what == BLOCK_END;
        if (block.record_kind == 'P') s->n_pairs += block.n;
        struct buf *of = block.record_kind == 'Q'   ? &s->queries
                         : block.record_kind == 'P' ? &s->pairs
                         : block.record_kind == 'S' ? &s->triangles
                         : block.record_kind == 'R' ? &s->results
                                                    : &s->contacts;
        buf_add(of, block.records.p, block.records.n);
    }
    s->n_queries = s->queries.n / sizeof(struct ccdq_query);
    s->n_triangles = s->triangles.n / sizeof(struct ccdq_sdf_query);
    s->n_results = s->results.n / sizeof(struct ccdq_result);
    s->n_contacts = s->contacts.n / sizeof(struct ccdq_contact);
    s->state = reader_finish(reader, &last);
    keep_messages(s, &last);
    buf_add(&s->messages.text, "", 1);
    messages_free(&last);
    block_free(&block);
}

__attribute__((unused)) static void stream_read(struct stream *s, const struct scratch *file,
                                                const struct reader_options *options)
{
    char *files[] = {(char *)file->path};
    stream_read_files(s, files, 1, options);
}

/* Is this among the messages? */
__attribute__((unused)) static bool stream_said(const struct stream *s, const char *text)
{
    const char *all = (const char *)s->messages.text.p;
    if (all && strstr(all, text)) return true;
    diag("said: %s", all ? all : "nothing");
    return false;
}

/* A query as the public benchmark writes it. */
__attribute__((unused)) static const char nyu_good[] =
    "0,1,1,2,-3,4,1\n1,1,1,1,1,1,1\n1,1,1,1,1,1,1\n1,1,1,1,1,1,1\n"
    "1,1,1,1,1,1,1\n1,1,1,1,1,1,1\n1,1,1,1,1,1,1\n1,1,1,1,1,1,1\n";

/* Writes n records, of one size unless all are in one frame, in frames of `frame`; true if that went well. */
__attribute__((unused)) static bool stream_write(const struct scratch *file, enum form to, int level,
                                                 char kind, const void *records, size_t n, size_t frame,
                                                 struct run run)
{
    struct messages messages = {0};
    const struct writer_options options = {file->path, to, level, false};
    struct writer *writer = writer_open(&options, &messages);
    struct chunk chunk = {0};
    size_t size = frame_record_size(kind, records, n), refused = 0;
    for (size_t i = 0; i < n; i += frame) {
        size_t part = n - i < frame ? n - i : frame;
        chunk_encode(&chunk, kind, (const char *)records + i * size, part, run, to, level);
        refused += chunk.messages.count;
        if (writer_put(writer, &chunk)) refused++;
    }
    const char kinds[] = {kind, 0};
    int error = writer_close(writer, true, kinds, &messages);
    chunk_free(&chunk);
    messages_free(&messages);
    return !error && !refused;
}

#endif
