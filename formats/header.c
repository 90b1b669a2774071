#include "header.h"
#include "number.h"
#include <stdio.h>
#include <string.h>

static unsigned fields(const struct row *row)
{
    return row->n < ROW_FIELDS ? row->n : ROW_FIELDS;
}

bool header_is(const struct row *row)
{
    const struct field first = row->field[0];
    const char c = first.n ? *first.p : 0;
    double x;
    if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '"' || c == '_')) return false;
    for (unsigned i = 0; i < fields(row); i++) {
        struct field f = row->field[i];
        if (f.n > 1 && f.p[0] == '"' && f.p[f.n - 1] == '"') f = (struct field){f.p + 1, f.n - 2};
        if (f.n && number_parse(f.p, f.n, &x)) return false;
    }
    return true;
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c + ('a' - 'A')) : c;
}

/* In letters of any case, and with or without quotes. */
static bool same_name(struct field f, const char *name, size_t n)
{
    if (f.n == n + 2 && f.p[0] == '"' && f.p[n + 1] == '"') f = (struct field){f.p + 1, n};
    if (f.n != n) return false;
    for (size_t i = 0; i < n; i++)
        if (lower(f.p[i]) != lower(name[i])) return false;
    return true;
}

/* The number of the column that a comma-separated list calls so, from 0, or -1. A name that ends in "..."
 * stands for several columns, and is passed over. */
static int place_of(struct field f, const char *columns)
{
    for (int i = 0;; i++) {
        const size_t n = strcspn(columns, ",");
        const bool one = n < 3 || memcmp(columns + n - 3, "...", 3);
        if (one && same_name(f, columns, n)) return i;
        if (!columns[n]) return -1;
        columns += n + 1;
    }
}

static unsigned count_names(const char *columns)
{
    unsigned n = 1;
    for (; *columns; columns++) n += *columns == ',';
    return n;
}

bool header_agrees(const struct row *row, const struct kind *kind, char problem[HEADER_PROBLEM])
{
    const bool foreign = kind->foreign_columns && row->n < count_names(kind->columns);
    for (unsigned i = 0; i < fields(row); i++) {
        const struct field f = row->field[i];
        const int place = place_of(f, foreign ? kind->foreign_columns : kind->columns);
        if (place < 0 || place == (int)i) continue;
        snprintf(problem, HEADER_PROBLEM, "column %u is named %.*s, which a %s has as its column %d", i + 1,
                 (int)f.n, f.p, kind->word, place + 1);
        return false;
    }
    if (!kind->plain_columns(row->n)) {
        snprintf(problem, HEADER_PROBLEM, "it names %u column%s, and a %s has another number of them", row->n,
                 plural(row->n), kind->word);
        return false;
    }
    return true;
}
