/* The writers of ccd-cat: one, or one a part. */
#include "cat.h"
#include <errno.h>
#include <stdlib.h>

void cat_open_writer(struct cat *cat, const char *path)
{
    const struct writer_options options = {.path = path,
                                           .to = (enum form)cat->common.to,
                                           .level = (int)cat->common.level,
                                           .repaired = cat->repair};
    struct messages messages = {0};
    struct writer *writer = writer_open(&options, &messages);
    cli_messages(&messages);
    messages_free(&messages);
    if (!writer) {
        while (cat->writer_count) writer_abort(cat->writers[--cat->writer_count]);
        exit(CLI_TROUBLE);
    }
    cat->writers = realloc(cat->writers, (cat->writer_count + 1) * sizeof(struct writer *));
    if (!cat->writers) xnomem();
    cat->writers[cat->writer_count++] = writer;
}

/* The process ends here, because the thread that reads may wait for input for ever. */
void cat_put(struct cat *cat, struct writer *writer, struct chunk *chunk)
{
    if (cli_messages(&chunk->messages)) cat->trouble = true;
    if (!writer_put(writer, chunk)) return;
    if (errno == EPIPE) cli_broken_pipe();
    struct messages messages = {0};
    for (size_t i = 0; i < cat->writer_count; i++) writer_close(cat->writers[i], false, NULL, &messages);
    cli_messages(&messages);
    cli_abandon();
}

void cat_close_writers(struct cat *cat, bool complete)
{
    const char kinds[] = {(char)cat->kind, 0}; /* asked for, so vouched for, even if none is there */
    struct messages messages = {0};
    for (size_t i = 0; i < cat->writer_count; i++)
        if (writer_close(cat->writers[i], complete, kinds, &messages)) cat->trouble = true;
    cli_messages(&messages);
    messages_free(&messages);
    free(cat->writers);
}
