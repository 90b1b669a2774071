/* Text that a command writes as a whole beside its stream: a report, statistics. */
#include "cli.h"
#include "../formats/file-set.h"
#include "../formats/output.h"
#include <errno.h>

void cli_apart(const char *a, const char *a_file, const char *b, const char *b_file)
{
    if (a_file && b_file && output_same(a_file, b_file))
        cli_usage("options --%s and --%s write to the same file", a, b);
}

void cli_spare(const char *option, const char *file, const char *const *inputs, size_t n)
{
    struct file_set set = {0};
    if (!file) return;
    for (size_t i = 0; i < n; i++)
        if (inputs[i]) file_set_add(&set, inputs[i]);
    file_set_sort(&set);
    if (file_set_has(&set, file))
        cli_usage("option --%s: %s is an input, which would be written over", option, file);
    file_set_free(&set);
}

bool cli_write_text(const char *path, const struct buf *text)
{
    struct output out;
    struct messages messages = {0};
    bool written = output_open(&out, path, false, &messages);
    if (written) {
        if (output_write(&out, text->p, text->n) && errno == EPIPE) cli_broken_pipe();
        written = !output_close(&out, true, &messages);
    }
    cli_messages(&messages);
    messages_free(&messages);
    return written;
}
