/* Chunks out, in order; at the end what vouches for them. */
#include "account.h"
#include "directive.h"
#include "form.h"
#include "kind.h"
#include "output.h"
#include "packer.h"
#include <stdlib.h>
#include <string.h>

struct writer {
    struct output out;
    char *path; /* that out names; NULL: standard output */
    struct writer_options options;
    struct account written;
    struct packer packer; /* indexed queries that are not yet a frame */
    bool lacks;           /* a record was refused */
    char kind;            /* csv: of the rows that can follow without a "#ccd-" line */
    struct run run;
};

struct writer *writer_open(const struct writer_options *options, struct messages *messages)
{
    struct writer *w = calloc(1, sizeof *w);
    if (!w) xnomem();
    w->options = *options;
    w->packer.level = options->level;
    w->path = options->path ? strdup(options->path) : NULL;
    if (options->path && !w->path) xnomem();
    bool npy = options->to == FORM_NPY;
    if (output_open(&w->out, w->path, npy, messages)) {
        struct buf header = {0};
        if (npy) npy_header(&header, 0);
        int error = output_write(&w->out, header.p, header.n);
        buf_free(&header);
        if (!error) return w;
        output_trouble(&w->out, messages);
        output_abort(&w->out);
    }
    free(w->path);
    free(w);
    return NULL;
}

static bool same_run(struct run a, struct run b)
{
    return a.tag == b.tag && a.part == b.part && a.parts == b.parts;
}

/* csv: the "#ccd-" line, unless rows of this kind and run came last. */
static void switch_kind(struct writer *w, struct buf *text, char kind, struct run run)
{
    if (w->kind == kind && same_run(w->run, run)) return;
    head_print(text, kind, run);
    w->kind = kind;
    w->run = run;
}

/* Packs the chunk's queries, if it has unpacked ones; other chunks come behind those packed before. Frames
 * that are ready go to out. */
static void pack(struct writer *w, const struct chunk *chunk, struct buf *out)
{
    const struct ccdq_query *q = (const struct ccdq_query *)(const void *)chunk->bytes.p;
    if (!chunk->unpacked && chunk->n) packer_flush(&w->packer, out);
    if (!chunk->unpacked) return;
    for (size_t i = 0; i < chunk->n; i++) packer_add(&w->packer, &q[i], chunk->run, out);
}

int writer_put(struct writer *w, const struct chunk *chunk)
{
    if (!chunk->kind) return 0;
    struct entry *e = account_find(&w->written, chunk->kind, chunk->run, w->out.name);
    e->records += chunk->n;
    e->digest += chunk->digest;
    e->repaired |= chunk->repaired;
    w->lacks |= chunk->refused > 0;
    struct buf head = {0};
    if (w->options.to == FORM_CSV && chunk->n) switch_kind(w, &head, chunk->kind, chunk->run);
    pack(w, chunk, &head);
    int error = output_write(&w->out, head.p, head.n);
    buf_free(&head);
    if (chunk->unpacked) return error;
    return error ? error
                 : output_write(&w->out, chunk->bytes.p + chunk->start, chunk->bytes.n - chunk->start);
}

static void add_end(struct writer *w, struct buf *text, const struct entry *e)
{
    const bool repaired = w->options.repaired || e->repaired;
    if (w->options.to == FORM_CSV) {
        switch_kind(w, text, e->kind, e->run);
        end_print(text, e->records, e->digest, e->run, repaired);
    } else {
        const struct frame end = {.kind = e->kind,
                                  .flags = FRAME_END | (repaired ? FRAME_REPAIRED : 0),
                                  .first_id = e->records,
                                  .digest = e->digest,
                                  .run = e->run};
        frame_encode(text, end, NULL, 0);
    }
}

static bool records_written(struct writer *w, char kind)
{
    for (size_t i = 0; i < account_count(&w->written); i++)
        if (kind_records(account_entry(&w->written, i)->kind) == kind) return true;
    return false;
}

static void write_ends(struct writer *w, const char *kinds)
{
    struct buf text = {0};
    for (; kinds && *kinds; kinds++) {
        const char kind = *kinds == 'Q' && w->options.to == FORM_INDEXED ? 'I' : *kinds;
        if (!records_written(w, *kinds)) account_find(&w->written, kind, (struct run){0, 0, 1}, w->out.name);
    }
    for (size_t i = 0; i < account_count(&w->written); i++) add_end(w, &text, account_entry(&w->written, i));
    output_write(&w->out, text.p, text.n);
    buf_free(&text);
}

/* npy: the header again, now that the count is known: that of the whole queries which could be written. */
static void patch_header(struct writer *w)
{
    const uint64_t bytes = w->out.put, query = sizeof((struct ccdq_query *)0)->x;
    struct buf header = {0};
    npy_header(&header, bytes < NPY_HEADER_SIZE ? 0 : (bytes - NPY_HEADER_SIZE) / query);
    output_patch(&w->out, header.p, header.n);
    buf_free(&header);
}

/* The queries that are packed last. */
static void write_packed(struct writer *w)
{
    struct buf frame = {0};
    packer_flush(&w->packer, &frame);
    output_write(&w->out, frame.p, frame.n);
    buf_free(&frame);
}

int writer_close(struct writer *w, bool complete, const char *kinds, struct messages *messages)
{
    complete = complete && (!w->lacks || w->options.repaired);
    write_packed(w);
    if (complete && form_codes[w->options.to].has_ids) write_ends(w, kinds);
    if (w->options.to == FORM_NPY) patch_header(w);
    int error = output_close(&w->out, complete, messages);
    account_free(&w->written);
    packer_free(&w->packer);
    free(w->path);
    free(w);
    return error;
}

void writer_abort(struct writer *w)
{
    output_abort(&w->out);
    account_free(&w->written);
    packer_free(&w->packer);
    free(w->path);
    free(w);
}
