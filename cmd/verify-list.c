#include "verify-list.h"
#include <errno.h>
#include <stdlib.h>

struct verify_list *verify_list_open(const struct cli_common *common)
{
    struct verify_list *list = calloc(1, sizeof *list);
    if (!list) xnomem();
    list->to = common->to == FORM_SNIFF ? FORM_CCD : (enum form)common->to;
    list->level = (int)common->level;
    list->run = (struct run){0, 0, 1};
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
    chunk_encode(&list->chunk, 'Q', list->query, list->n, list->run, list->to, list->level);
    list->n = 0;
    if (cli_messages(&list->chunk.messages)) list->trouble = true;
    if (!writer_put(list->writer, &list->chunk)) return;
    if (errno == EPIPE) cli_broken_pipe();
    list->trouble = true;
}

void verify_list_add(struct verify_list *list, uint64_t run_tag, const struct ccdq_query *q)
{
    if (list->n == FRAME_RECORDS || list->run.tag != run_tag) flush_queries(list);
    if (list->trouble) return;
    list->run.tag = run_tag;
    list->query[list->n++] = *q;
}

bool verify_list_close(struct verify_list *list, bool complete)
{
    flush_queries(list);
    if (writer_close(list->writer, complete && !list->trouble, "Q", &list->messages)) list->trouble = true;
    if (cli_messages(&list->messages)) list->trouble = true;
    bool written = !list->trouble;
    messages_free(&list->messages);
    chunk_free(&list->chunk);
    free(list);
    return written;
}
