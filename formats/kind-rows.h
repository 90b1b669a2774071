/* The CSV twins of the kinds, for the table in kind.c: columns, parse and print of each (see struct kind). */
#ifndef CCDQ_KIND_ROWS_H
#define CCDQ_KIND_ROWS_H

#include "buf.h"
#include "row.h"

extern const char query_columns[], patch_columns[], sdf_columns[], result_columns[], foreign_result_columns[],
    contact_columns[];
enum { QUERY_COLUMNS = 29, SDF_COLUMNS = 36, RESULT_COLUMNS = 11, CONTACT_COLUMNS = 27 };

bool query_plain_columns(unsigned n);
bool query_parse(struct row *row, void *record);
void query_print(struct buf *out, const void *record);

/* Bytes of the largest and of the smallest record of kind P: two rational quads of degree 16, two triangles
 * of degree 1. */
enum { PATCH_SIZE = 32 + 4 * 17 * 17 * 4 * 8, PATCH_LEAST_SIZE = 32 + 4 * 3 * 3 * 8 };
size_t patch_size(const void *record);
bool patch_plain_columns(unsigned n);
bool patch_rows_alike(struct field a, struct field b);
bool patch_parse(struct row *row, void *record);
void patch_print(struct buf *out, const void *record);

bool sdf_plain_columns(unsigned n);
bool sdf_parse(struct row *row, void *record);
void sdf_print(struct buf *out, const void *record);

bool result_plain_columns(unsigned n);
bool result_parse(struct row *row, void *record);
void result_print(struct buf *out, const void *record);

bool contact_plain_columns(unsigned n);
bool contact_parse(struct row *row, void *record);
void contact_print(struct buf *out, const void *record);

/* Appends the word for a number, or the number where it has none. */
void print_word(struct buf *out, const char *(*name_of)(unsigned), unsigned number);

#endif
