/* The kinds of records: what a frame of the kind holds, and how its CSV twin reads and prints. A new kind is
 * one row of the table in kind.c. */
#ifndef CCDQ_KIND_H
#define CCDQ_KIND_H

#include "buf.h"
#include "row.h"
#include <stdint.h>

struct kind {
    char letter;  /* in frames */
    char records; /* the kind of its records when each is written out on its own */
    bool queries; /* these are questions, which results and contacts answer */

    uint32_t
        record_size;     /* in bytes, the largest where they differ; 0: a frame's payload is no row of them */
    uint32_t least_size; /* the smallest */

    /* Bytes of a record, where they differ from frame to frame; NULL: all have record_size. */
    size_t (*size_of)(const void *record);

    /* Where in a record the word with what is reserved is, those of its bits, which are 0 in a record that
     * can be understood, and what is wrong where they are not. */
    uint32_t reserved_at;
    uint64_t reserved;
    const char *reserved_problem;

    const char *word;    /* in the CSV line "#ccd-WORD v1"; NULL, as all below: it has no twin */
    const char *columns; /* names of the columns, comma-separated */

    /* Names of the columns of a row of another program, which has fewer; NULL: there is none. */
    const char *foreign_columns;

    /* May a row without a "#ccd-" line before it have n columns? (The foreign forms of a kind.) */
    bool (*plain_columns)(unsigned n);

    /* Can the records of two rows be in one frame? NULL: those of any two can. */
    bool (*rows_alike)(struct field a, struct field b);

    /* Reads a row into a record. false: row->reason says why it cannot be read. */
    bool (*parse)(struct row *row, void *record);

    /* Appends the record's line, with its newline. */
    void (*print)(struct buf *out, const void *record);
};

/* All kinds, ended by letter 0. */
extern const struct kind kinds[];

/* NULL for an unknown kind. */
const struct kind *kind_find(char letter);

/* The kind of the records that a kind's frames hold: Q for I. 0 for an unknown kind. */
char kind_records(char letter);

/* Why a record of the kind cannot be understood, or NULL: what is reserved in it is not 0. */
const char *kind_reserved_problem(const struct kind *kind, const void *record);

/* The kind whose twin has this word, or NULL. */
const struct kind *kind_of_word(const char *word, size_t n);

#endif
