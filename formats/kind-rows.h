/* The CSV twins of the kinds, for the table in kind.c: columns, parse and print of each (see struct kind). */
#ifndef CCDQ_KIND_ROWS_H
#define CCDQ_KIND_ROWS_H

#include "buf.h"
#include "row.h"

extern const char query_columns[], result_columns[], contact_columns[];
enum { QUERY_COLUMNS = 29, RESULT_COLUMNS = 11, CONTACT_COLUMNS = 27 };

bool query_plain_columns(unsigned n);
bool query_parse(struct row *row, void *record);
void query_print(struct buf *out, const void *record);

bool result_plain_columns(unsigned n);
bool result_parse(struct row *row, void *record);
void result_print(struct buf *out, const void *record);

bool contact_plain_columns(unsigned n);
bool contact_parse(struct row *row, void *record);
void contact_print(struct buf *out, const void *record);

/* Appends the word for a number, or the number where it has none. */
void print_word(struct buf *out, const char *(*name_of)(unsigned), unsigned number);

#endif
