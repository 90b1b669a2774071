/* Cutting text into lines. */
#include "lines.h"
#include "row.h"
#include <inttypes.h>
#include <string.h>

/* How far the next line reaches; looks no further than LINE_LIMIT. */
static struct line next_line(struct input *in)
{
    size_t have = input_peek(in, 1), seen = 0;
    for (;;) {
        const char *p = (const char *)input_bytes(in);
        size_t most = have < LINE_LIMIT ? have : LINE_LIMIT;
        const char *stop = most > seen ? memchr(p + seen, '\n', most - seen) : NULL;
        if (stop) return (struct line){p, (size_t)(stop - p), false};
        if (most == LINE_LIMIT || have == seen) return (struct line){p, most, most < LINE_LIMIT};
        seen = have;
        have = input_peek(in, have + 1);
    }
}

static bool is_blank(const struct line *line)
{
    size_t i = 0;
    while (i < line->n && (line->p[i] == ' ' || line->p[i] == '\t' || line->p[i] == '\r')) i++;
    return i == line->n;
}

bool line_peek(struct cutter *c, struct line *line)
{
    while (input_peek(&c->in, 1)) {
        *line = next_line(&c->in);
        if (!is_blank(line)) return true;
        line_pass(c, line);
    }
    return false;
}

void line_pass(struct cutter *c, const struct line *line)
{
    struct input *in = &c->in;
    size_t n = line->n;
    c->line++;
    if (n < LINE_LIMIT) {
        input_skip(in, n + !line->unended);
        return;
    }
    for (const unsigned char *stop = NULL; !stop && (n = input_peek(in, 1));) {
        stop = memchr(input_bytes(in), '\n', n);
        input_skip(in, stop ? (size_t)(stop - input_bytes(in)) + 1 : n);
    }
}

void line_keep(const struct cutter *c, struct block *block, const struct line *line)
{
    const uint64_t number = c->line + 1;
    buf_reserve(&block->bytes, line->n + 1);
    buf_add(&block->bytes, line->p, line->n);
    buf_add(&block->bytes, "\n", 1);
    buf_add(&block->lines, &number, sizeof number);
}

bool walk_next(struct walk *walk, struct line *line, uint64_t *number)
{
    const struct block *b = walk->block;
    if (walk->at == b->bytes.n) return false;
    const char *p = (const char *)b->bytes.p + walk->at;
    const char *stop = memchr(p, '\n', b->bytes.n - walk->at);
    *line = (struct line){p, (size_t)(stop - p), false};
    memcpy(number, b->lines.p + walk->i * sizeof *number, sizeof *number);
    walk->at += line->n + 1;
    walk->i++;
    return true;
}

void line_trouble(struct block *block, uint64_t record, uint64_t number, const char *reason)
{
    message_of(&block->messages, MESSAGE_RECORD, "%s: record %" PRIu64 ", line %" PRIu64 ": %s", block->file,
               record, number, reason);
    buf_add(&block->left_out, &record, sizeof record);
}
