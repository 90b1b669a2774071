/* Words and numbers of legacy files of VTK. */
#include "vtk-legacy.h"
#include "number.h"
#include <string.h>
#include <strings.h>

bool legacy_fail(const struct legacy *l, const char *reason)
{
    size_t line = 1;
    for (const char *p = l->start; p < l->last; p++) line += *p == '\n';
    if (l->binary)
        message(l->messages, "%s: offset %zu: %s", l->name, (size_t)(l->last - l->start), reason);
    else
        message(l->messages, "%s: line %zu: %s", l->name, line, reason);
    return false;
}

/* ---- Words ---- */

static bool is_blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static int hex(char c)
{
    const char *digits = "0123456789abcdef0123456789ABCDEF", *p = c ? strchr(digits, c) : NULL;
    return p ? (int)(p - digits) & 15 : -1;
}

/* Copies a word, cut to the room there is. */
static void copy_word(char word[LEGACY_WORD], const char *p, const char *end)
{
    size_t n = 0;
    while (p < end && n + 1 < LEGACY_WORD) {
        const bool coded = *p == '%' && end - p > 2 && hex(p[1]) >= 0 && hex(p[2]) >= 0;
        word[n++] = coded ? (char)(hex(p[1]) * 16 + hex(p[2])) : *p;
        p += coded ? 3 : 1;
    }
    word[n] = 0;
}

/* The end of the line at p. */
static const char *line_end(const char *p, const char *end)
{
    while (p < end && *p != '\n') p++;
    return p;
}

void legacy_pass_line(struct legacy *l)
{
    l->at = line_end(l->at, l->end);
    if (l->at < l->end) l->at++;
}

bool legacy_next(struct legacy *l, struct legacy_line *line)
{
    while (l->at < l->end && is_blank(*l->at)) l->at++;
    const char *stop = line_end(l->at, l->end);
    l->last = l->at;
    line->n = 0;
    for (const char *p = l->at; p < stop && line->n < LEGACY_WORDS;) {
        const char *from = p;
        while (p < stop && !is_blank(*p)) p++;
        copy_word(line->word[line->n++], from, p);
        while (p < stop && is_blank(*p)) p++;
    }
    legacy_pass_line(l);
    return line->n > 0;
}

bool legacy_peek(const struct legacy *l, struct legacy_line *line)
{
    struct legacy copy = *l;
    return legacy_next(&copy, line);
}

bool legacy_is(const struct legacy_line *line, const char *word)
{
    return line->n > 0 && !strcasecmp(line->word[0], word);
}

uint64_t legacy_count(const struct legacy_line *line, int i)
{
    uint64_t count;
    const bool good =
        i < line->n && number_parse_uint(line->word[i], strlen(line->word[i]), UINT64_MAX, &count);
    return good ? count : UINT64_MAX;
}

void legacy_pass_block(struct legacy *l)
{
    while (l->at < l->end) {
        const char *from = l->at;
        legacy_pass_line(l);
        while (from < l->at && is_blank(*from)) from++;
        if (from == l->at) return;
    }
}

/* ---- Numbers ---- */

/* Of the place where the numbers do not go on. */
static bool no_numbers(struct legacy *l, const char *reason)
{
    l->last = l->at;
    return legacy_fail(l, l->at == l->end || l->binary ? "the file ends before the numbers do" : reason);
}

static bool binary_numbers(struct legacy *l, enum vtk_type type, uint64_t n, struct vtk_data *data)
{
    const size_t size = vtk_type_size(type);
    if (n > (size_t)(l->end - l->at) / size) return no_numbers(l, NULL);
    *data = (struct vtk_data){type, true, (const unsigned char *)l->at, (size_t)n};
    l->at += n * size;
    /* a line ends behind the data, though not every writer ends it: then the last byte is still one of them
     */
    if (!n || l->at == l->end || is_blank(*l->at) || l->at[-1] != '\n') return true;
    l->last = l->at;
    return legacy_fail(l, "the line ends within the numbers: a byte is missing");
}

bool legacy_numbers(struct legacy *l, enum vtk_type type, uint64_t n, struct buf *own, struct vtk_data *data)
{
    if (type == VTK_TYPES) return legacy_fail(l, "a type of numbers that is not known");
    if (l->binary) return binary_numbers(l, type, n, data);
    own->n = 0;
    const size_t most = n < SIZE_MAX ? (size_t)n : SIZE_MAX,
                 got = vtk_take_text(&l->at, l->end, type, most, own);
    *data = vtk_text_data(own);
    return got == n || no_numbers(l, "no number");
}

bool legacy_pass_numbers(struct legacy *l, enum vtk_type type, uint64_t n)
{
    struct vtk_data data;
    if (type == VTK_TYPES) return legacy_fail(l, "a type of numbers that is not known");
    if (l->binary) return binary_numbers(l, type, n, &data);
    for (; n; n--) {
        while (l->at < l->end && is_blank(*l->at)) l->at++;
        if (l->at == l->end) return no_numbers(l, NULL);
        while (l->at < l->end && !is_blank(*l->at)) l->at++;
    }
    return true;
}
