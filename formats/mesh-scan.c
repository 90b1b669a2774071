#include "mesh-scan.h"
#include "number.h"
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct mesh_scan scan_begin(const char *name, const unsigned char *p, size_t n, struct messages *messages)
{
    return (struct mesh_scan){.name = name,
                              .messages = messages,
                              .begin = p,
                              .at = p,
                              .end = p + n,
                              .item = p,
                              .counted = p,
                              .newline = '\n',
                              .line = 1};
}

/* ---- Messages ---- */

struct mesh_place scan_place(struct mesh_scan *s)
{
    if (s->binary) return (struct mesh_place){"offset", (uint64_t)(s->item - s->begin)};
    const unsigned char *newline;
    while (s->counted < s->item &&
           (newline = memchr(s->counted, s->newline, (size_t)(s->item - s->counted)))) {
        s->line++;
        s->counted = newline + 1;
    }
    return (struct mesh_place){"line", s->line};
}

bool scan_fail(struct mesh_scan *s, const char *format, ...)
{
    char reason[256];
    va_list ap;
    va_start(ap, format);
    vsnprintf(reason, sizeof reason, format, ap);
    va_end(ap);
    const struct mesh_place place = scan_place(s);
    message(s->messages, "%s: %s %" PRIu64 ": %s", s->name, place.word, place.number, reason);
    return false;
}

bool scan_no_memory(struct mesh_scan *s)
{
    return scan_fail(s, "not enough memory for this mesh");
}

struct scan_text scan_text(struct scan_word word)
{
    struct scan_text shown = {{0}};
    const size_t most = sizeof shown.text - 1;
    for (size_t i = 0; i < word.n && i < most; i++)
        shown.text[i] = word.p[i] > ' ' && word.p[i] < 0x7f ? word.p[i] : '?';
    if (word.n > most) memcpy(shown.text + most - 3, "...", 3);
    return shown;
}

/* ---- Words ---- */

static bool is_white(unsigned char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

bool scan_word_is(struct scan_word word, const char *text)
{
    return word.n == strlen(text) && !memcmp(word.p, text, word.n);
}

static void pass_white(struct mesh_scan *s)
{
    while (s->at < s->end && is_white(*s->at) && !(s->in_line && *s->at == s->newline)) s->at++;
    s->item = s->at;
}

bool scan_next(struct mesh_scan *s, struct scan_word *word)
{
    pass_white(s);
    while (s->at < s->end && !is_white(*s->at)) s->at++;
    *word = (struct scan_word){(const char *)s->item, (size_t)(s->at - s->item)};
    return word->n > 0;
}

bool scan_word(struct mesh_scan *s, struct scan_word *word)
{
    if (scan_next(s, word)) return true;
    return scan_fail(s, s->at < s->end ? "the line ends too early" : "the file ends too early");
}

void scan_open_line(struct mesh_scan *s)
{
    if (s->binary) return;
    pass_white(s);
    s->in_line = true;
}

bool scan_close_line(struct mesh_scan *s)
{
    struct scan_word word;
    if (!s->in_line) return true;
    const bool more = scan_next(s, &word);
    s->in_line = false;
    return !more || scan_fail(s, "'%s' where the line should end", scan_text(word).text);
}

void scan_end_line(struct mesh_scan *s)
{
    const unsigned char *newline = memchr(s->at, s->newline, (size_t)(s->end - s->at));
    s->at = newline ? newline + 1 : s->end;
}

/* ---- Numbers ---- */

static const struct {
    unsigned size;
    int64_t min, max;
} types[] = {
    [SCAN_INT8] = {1, INT8_MIN, INT8_MAX},
    [SCAN_UINT8] = {1, 0, UINT8_MAX},
    [SCAN_INT16] = {2, INT16_MIN, INT16_MAX},
    [SCAN_UINT16] = {2, 0, UINT16_MAX},
    [SCAN_INT32] = {4, INT32_MIN, INT32_MAX},
    [SCAN_UINT32] = {4, 0, UINT32_MAX},
    [SCAN_INT64] = {8, -INT64_MAX, INT64_MAX},
    [SCAN_UINT64] = {8, 0, INT64_MAX},
    [SCAN_FLOAT32] = {4, 1, 0},
    [SCAN_FLOAT64] = {8, 1, 0},
};

/* The bytes of a number, as those of an integer without a sign. */
static bool take_bytes(struct mesh_scan *s, enum scan_type type, uint64_t *bits)
{
    const unsigned size = types[type].size;
    s->item = s->at;
    if ((size_t)(s->end - s->at) < size) return scan_fail(s, "the file ends too early");
    *bits = 0;
    for (unsigned i = 0; i < size; i++) *bits = *bits << 8 | s->at[s->swapped ? i : size - 1 - i];
    s->at += size;
    return true;
}

static int64_t integer_of(enum scan_type type, uint64_t bits)
{
    switch (type) {
    case SCAN_INT8:
        return (int8_t)bits;
    case SCAN_INT16:
        return (int16_t)bits;
    case SCAN_INT32:
        return (int32_t)bits;
    default:
        return (int64_t)bits;
    }
}

static double real_of(enum scan_type type, uint64_t bits)
{
    if (type == SCAN_FLOAT32) {
        const uint32_t half = (uint32_t)bits;
        float x;
        memcpy(&x, &half, sizeof x);
        return x;
    }
    if (type == SCAN_FLOAT64) {
        double x;
        memcpy(&x, &bits, sizeof x);
        return x;
    }
    return type == SCAN_UINT64 ? (double)bits : (double)integer_of(type, bits);
}

bool scan_word_integer(struct scan_word word, int64_t *value)
{
    const bool negative = word.n && *word.p == '-', sign = negative || (word.n && *word.p == '+');
    uint64_t size;
    if (!number_parse_uint(word.p + sign, word.n - sign, INT64_MAX, &size)) return false;
    *value = negative ? -(int64_t)size : (int64_t)size;
    return true;
}

bool scan_integer_in(struct mesh_scan *s, enum scan_type type, int64_t min, int64_t max, int64_t *value)
{
    if (s->binary) {
        uint64_t bits;
        if (!take_bytes(s, type, &bits)) return false;
        *value = integer_of(type, bits);
    } else {
        struct scan_word word;
        if (!scan_word(s, &word)) return false;
        if (!scan_word_integer(word, value))
            return scan_fail(s, "'%s' is not an integer", scan_text(word).text);
    }
    if (*value >= min && *value <= max && *value >= types[type].min && *value <= types[type].max) return true;
    return scan_fail(s, "%" PRId64 " cannot stand here", *value);
}

bool scan_integer(struct mesh_scan *s, enum scan_type type, int64_t *value)
{
    return scan_integer_in(s, type, INT64_MIN, INT64_MAX, value);
}

bool scan_real(struct mesh_scan *s, enum scan_type type, double *value)
{
    if (s->binary) {
        uint64_t bits;
        if (!take_bytes(s, type, &bits)) return false;
        *value = real_of(type, bits);
        return true;
    }
    struct scan_word word;
    if (!scan_word(s, &word)) return false;
    return number_parse(word.p, word.n, value) || scan_fail(s, "'%s' is not a number", scan_text(word).text);
}

bool scan_skip(struct mesh_scan *s, enum scan_type type, uint64_t n)
{
    struct scan_word word;
    if (!s->binary) {
        while (n--)
            if (!scan_word(s, &word)) return false;
        return true;
    }
    s->item = s->at;
    if (n > (uint64_t)(s->end - s->at) / types[type].size) return scan_fail(s, "the file ends too early");
    s->at += n * types[type].size;
    return true;
}
