/* One line of comma-separated fields, and how fields become numbers. */
#ifndef CCDQ_ROW_H
#define CCDQ_ROW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Lines of this many bytes or more are refused, so that memory stays bounded. The longest row has so many
 * fields: a pair of rational quads of degree 16, of 4 * 17 * 17 * 4 reals of up to 24 bytes. */
enum { LINE_LIMIT = 131072, ROW_FIELDS = 4 + 4 * 17 * 17 * 4 };

struct field {
    const char *p; /* without the blanks around it; the byte behind the last one is readable */
    size_t n;
};

struct row {
    bool plain; /* no "#ccd-" line came before it */
    unsigned n; /* fields in the line, also those beyond ROW_FIELDS */
    struct field field[ROW_FIELDS];
    char reason[96]; /* why it cannot be read */
};

/* Cuts a line, given without its newline, at its commas. */
void row_split(struct row *row, const char *line, size_t n);

/* Sets the reason and returns false. */
bool row_refuse(struct row *row, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The field as a decimal number without sign, at most max. false: row->reason says why not. */
bool row_uint(struct row *row, unsigned field, uint64_t max, uint64_t *value);

/* The field as strtod reads it in the C locale: decimal, hexadecimal, inf, nan. */
bool row_real(struct row *row, unsigned field, double *value);

/* The field as a word that number_of knows (it returns -1 otherwise), or as a number up to max. */
bool row_word(struct row *row, unsigned field, int (*number_of)(const char *), uint64_t max, uint64_t *value);

/* Is the field this word, letters of either case? */
bool field_is(struct field field, const char *word);

#endif
