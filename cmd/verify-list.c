#include "verify-list.h"
#include <errno.h>
#include <stdlib.h>

struct verify_list *verify_list_open(const struct cli_common *common, const struct raw_pairs *pairs)
{
    struct verify_list *list = calloc(1, sizeof *list);
    if (!list) xnomem();
    list->to = common->to == FORM_SNIFF ? FORM_CCD : (enum form)common->to;
    list->level = (int)common->level;
    list->run = (struct run){0, 0, 1};
    list->chunk.pairs = pairs;
    const struct writer_options options = {.path = common->output, .to = list->to, .level = list->level};
    list->writer = writer_open(&options, &list->messages);
    if (list->writer) return list;
    cli_messages(&list->messages);
    messages_free(&list->messages);
    free(list);
    return NULL;
}

/* Writes the queries gathered so far. After a write error nothing more is tried; writer_close says why. */
static void flush_queries(struct verify_list *list)
{
    if (!list->n || list->trouble) return;
    chunk_encode(&list->chunk, list->kind, list->records.p, list->n, list->run, list->to, list->level);
    list->n = list->records.n = 0;
    if (cli_messages(&list->chunk.messages)) list->trouble = true;
    if (!writer_put(list->writer, &list->chunk)) return;
    if (errno == EPIPE) cli_broken_pipe();
    list->trouble = true;
}

void verify_list_add(struct verify_list *list, uint64_t run_tag, char kind, const void *record, size_t size)
{
    if (list->n == frame_full(kind) || list->run.tag != run_tag || list->kind != kind || list->size != size)
        flush_queries(list);
    if (list->trouble) return;
    list->run.tag = run_tag;
    list->kind = kind;
    list->size = size;
    buf_add(&list->records, record, size);
    list->n++;
}

bool verify_list_close(struct verify_list *list, bool complete, char kind)
{
    const char kinds[] = {list->kind ? list->kind : kind, 0};
    flush_queries(list);
    if (writer_close(list->writer, complete && !list->trouble, kinds, &list->messages)) list->trouble = true;
    if (cli_messages(&list->messages)) list->trouble = true;
    bool written = !list->trouble;
    messages_free(&list->messages);
    chunk_free(&list->chunk);
    buf_free(&list->records);
    free(list);
    return written;
}
