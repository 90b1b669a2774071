/* What each form of a stream must do; one row a form in the table of form.c. */
#ifndef CCDQ_FORM_H
#define CCDQ_FORM_H

#include "input.h"
#include "kind.h"
#include "stream.h"

/* One input file while it is cut into blocks. Messages go to block->messages. */
struct cutter {
    struct input in;
    enum form form;
    const char *kinds;    /* reader_options.kinds */
    uint64_t record;      /* number of the next record in the file */
    uint64_t line;        /* csv, nyu: number of the last line taken, from 1 */
    size_t rows;          /* csv: of a block: those of a frame of the queries that came last */
    size_t rest;          /* nyu: rows of a last query that the file does not complete */
    char kind;            /* csv: of the rows that follow, 0: unknown, rows are passed over */
    bool twin;            /* csv: a "#ccd-" line was seen */
    bool unread_row;      /* csv: no row with data was seen yet */
    bool misnamed;        /* csv: plain rows have other columns than ours, and are passed over */
    struct run run;       /* csv: of the rows that follow */
    unsigned real_size;   /* npy: bytes of a number */
    uint64_t npy_records; /* npy: as its header declares */
};

struct form_code {
    /* Fills the block (what, kind, run, bytes, n, ...; offset and first_record were set): 1, or 0 at the end
     * of the file. */
    int (*cut)(struct cutter *c, struct block *block);

    /* See block_decode. block->records, n and digest are empty. */
    void (*decode)(struct block *block);

    /* Appends the n records to chunk->bytes, and counts them in chunk->n and digest. */
    void (*encode)(struct chunk *chunk, const void *records, size_t n, int level);

    bool has_ids; /* records bring their id, and the stream can have an END */
};

extern const struct form_code form_codes[]; /* indexed by enum form */

int ccd_cut(struct cutter *c, struct block *block);
void ccd_decode(struct block *block);
void ccd_encode(struct chunk *chunk, const void *records, size_t n, int level);

/* What the header says of n records that are to be a frame of the chunk. */
struct frame ccd_frame(const struct chunk *chunk, const void *records, size_t n, struct frame_ids ids);

/* Appends n records as one frame, when it is known what their ids add up to and that, or not whether, they
 * ascend. */
void ccd_add_frame(struct chunk *chunk, const void *records, size_t n, struct frame_ids ids, int level);

void indexed_encode(struct chunk *chunk, const void *records, size_t n, int level);

int csv_cut(struct cutter *c, struct block *block);
void csv_decode(struct block *block);
void csv_encode(struct chunk *chunk, const void *records, size_t n, int level);

int nyu_cut(struct cutter *c, struct block *block);
void nyu_decode(struct block *block);
void nyu_encode(struct chunk *chunk, const void *records, size_t n, int level);

int npy_cut(struct cutter *c, struct block *block);

int raw_cut(struct cutter *c, struct block *block);
void raw_decode(struct block *block);                                           /* also npy */
void raw_encode(struct chunk *chunk, const void *records, size_t n, int level); /* also npy */

/* Guesses the form from the first bytes, gunzipping what is not a ccd stream. FORM_SNIFF: it cannot be told.
 */
enum form form_sniff(struct input *in);

/* Does gzip data come next? */
bool input_is_gzip(struct input *in);

/* Passes over the byte order mark that some programs put before text in UTF-8. */
void form_skip_mark(struct input *in);

/* May the command read this kind? */
bool kind_wanted(const char *kinds, char kind);

enum { RECORD_PROBLEM = 96 };

/* Names a record of a whole frame that cannot be read, by its number in the file, and counts it as left out.
 */
void block_leave_out(struct block *block, uint64_t number, const char *problem);

/* Why a record of `size` bytes cannot be read, or NULL; `first` is the first one of its frame that can, or
 * NULL. The reason may lie in text. */
typedef const char *record_problem(const struct kind *kind, const void *record, size_t size,
                                   const void *first, char text[RECORD_PROBLEM]);

/* Leaves out those records of a whole frame, of `size` bytes each, that have a problem. */
void block_sift(struct block *block, size_t size, record_problem *problem_of);

/* Room for one more record of the block; block_keep then counts it in. */
void *block_room(struct block *block, size_t size);
void block_keep(struct block *block, size_t size);

/* Counts a record that was encoded. */
void chunk_count(struct chunk *chunk, const void *record, size_t size);

/* A message for a record that the form cannot hold. */
void chunk_refuse(struct chunk *chunk, uint64_t id, const char *reason);

/* Appends the header of an npy file of n queries: NPY_HEADER_SIZE bytes, whatever n is. */
enum { NPY_HEADER_SIZE = 128 };
void npy_header(struct buf *out, uint64_t n);

/* Cuts the next block of at most `most` linear queries of 24 reals each. A file that ends inside a query is a
 * message. */
int reals_cut(struct cutter *c, struct block *block, uint64_t most);

/* Why a form without types, ids and separations cannot hold this query, or NULL: then it will be written, and
 * the chunk's queries are of its type. */
const char *bare_problem(struct chunk *chunk, const struct ccdq_query *q);

#endif
