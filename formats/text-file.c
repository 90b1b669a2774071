/* Whole files of text, gunzip'd. */
#include "text-file.h"
#include "form.h"

static bool read_whole(struct input *in, struct buf *text, size_t most, const char *needs,
                       struct messages *messages)
{
    const bool small = input_take(in, text, most + 1, 0) <= most;
    if (in->no_memory || in->damage)
        message(messages, "%s: %s", in->name, in->damage ? in->damage : "not enough memory for the file");
    else if (!small)
        message(messages, "%s: it has more than %zu bytes, which %s needs", in->name, most, needs);
    else
        buf_add(text, "", 1);
    return small && !in->no_memory && !in->damage;
}

bool text_file_read(struct buf *text, const char **name, const char *path, size_t most, const char *needs,
                    struct messages *messages)
{
    struct input in;
    if (!input_open(&in, path, messages)) return false;
    if (input_is_gzip(&in)) input_gunzip(&in);
    form_skip_mark(&in);
    const bool good = read_whole(&in, text, most, needs, messages);
    *name = in.name;
    input_close(&in);
    return good;
}
