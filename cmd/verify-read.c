#include "verify-read.h"

void verify_read(const struct cli_common *common, char *path, verify_take *take, void *context, bool *trouble,
                 bool *unread)
{
    const struct reader_options options = {
        .from = (enum form)common->from, .type = -1, .kinds = "CR", .parts = 1, .all_parts = true};
    struct reader *reader = reader_open(&path, 1, &options);
    struct block block = {0};
    struct messages messages = {0};
    while (reader_next(reader, &block)) {
        block_decode(&block);
        reader_account(reader, &block);
        if (cli_messages(&block.messages)) *trouble = true;
        take(context, &block);
    }
    const unsigned state = reader_finish(reader, &messages);
    if (state) *trouble = true;
    if (state & READER_TROUBLE) *unread = true;
    if (cli_messages(&messages)) *trouble = true;
    messages_free(&messages);
    block_free(&block);
}
