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

static void add_field(struct row *row, const char *from, const char *to)
{
    if (row->n < ROW_FIELDS) {
        while (from < to && is_blank(*from)) from++;
        while (from < to && is_blank(to[-1])) to--;
        row->field[row->n] = (struct field){from, (size_t)(to - from)};
    }
    row->n++;
}

/* The top bit of each of the eight bytes at p that is a comma; the lowest byte comes first. */
static uint64_t commas(const char *p)
{
    const uint64_t ones = UINT64_C(0x0101010101010101), low = 0x7f * ones;
    uint64_t x;
    memcpy(&x, p, sizeof x);
    x ^= ',' * ones;
    return ~(((x & low) + low) | x | low);
}

void row_split(struct row *row, const char *line, size_t n)
{
    const char *end = line + n, *from = line, *p = line;
    row->n = 0;
    for (; end - p >= 8; p += 8)
        for (uint64_t bits = commas(p); bits; bits &= bits - 1) {
            const char *comma = p + __builtin_ctzll(bits) / 8;
            add_field(row, from, comma);
            from = comma + 1;
        }
    for (; p < end; p++) {
        if (*p != ',') continue;
        add_field(row, from, p);
        from = p + 1;
    }
    add_field(row, from, end);
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
    const struct field f = row->field[i];
    if (f.n == 1 && *f.p >= '0' && *f.p <= '9') { /* as most parameters of most results are */
        *value = *f.p - '0';
        return true;
    }
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
