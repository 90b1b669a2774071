/* Fields of a line, and the numbers and words in them. */
#include "row.h"
#include "number.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool row_refuse(struct row *row, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    vsnprintf(row->reason, sizeof row->reason, format, ap);
    va_end(ap);
    return false;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

void row_split(struct row *row, const char *line, size_t n)
{
    const char *end = line + n;
    row->n = 0;
    for (const char *p = line, *comma;; p = comma + 1) {
        comma = memchr(p, ',', (size_t)(end - p));
        if (!comma) comma = end;
        if (row->n < ROW_FIELDS) {
            const char *from = p, *to = comma;
            while (from < to && is_blank(*from)) from++;
            while (from < to && is_blank(to[-1])) to--;
            row->field[row->n] = (struct field){from, (size_t)(to - from)};
        }
        row->n++;
        if (comma == end) return;
    }
}

/* How much of a field a message quotes. */
static int quoted(struct field f)
{
    return f.n < 40 ? (int)f.n : 40;
}

bool row_uint(struct row *row, unsigned i, uint64_t max, uint64_t *value)
{
    struct field f = row->field[i];
    if (number_parse_uint(f.p, f.n, max, value)) return true;
    return row_refuse(row, "column %u is no whole number up to %llu: '%.*s'", i + 1, (unsigned long long)max,
                      quoted(f), f.p);
}

bool row_real(struct row *row, unsigned i, double *value)
{
    struct field f = row->field[i];
    if (number_parse(f.p, f.n, value)) return true;
    return row_refuse(row, "column %u is no number: '%.*s'", i + 1, quoted(f), f.p);
}

bool row_word(struct row *row, unsigned i, int (*number_of)(const char *), uint64_t max, uint64_t *value)
{
    struct field f = row->field[i];
    char word[32];
    if (f.n < sizeof word) {
        memcpy(word, f.p, f.n);
        word[f.n] = 0;
        int number = number_of(word);
        *value = (uint64_t)number;
        if (number >= 0 || number_parse_uint(f.p, f.n, max, value)) return true;
    }
    return row_refuse(row, "column %u is no known word: '%.*s'", i + 1, quoted(f), f.p);
}

bool field_is(struct field f, const char *word)
{
    if (f.n != strlen(word)) return false;
    for (size_t i = 0; i < f.n; i++) {
        char c = f.p[i];
        if (c >= 'A' && c <= 'Z') c = (char)(c + ('a' - 'A'));
        if (c != word[i]) return false;
    }
    return true;
}
