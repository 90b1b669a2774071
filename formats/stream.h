/* Streams in and out, in any form, cut into blocks that can be decoded and encoded by parallel workers.
 *
 * reader_next (serial) cuts the input into blocks; block_decode (any thread) turns a block's bytes into
 * records; reader_account (serial, in order) adds them up; reader_finish says whether the stream was whole.
 * Likewise chunk_encode (any thread) and writer_put (serial, in order). Nothing here knows a tolerance. */
#ifndef CCDQ_STREAM_H
#define CCDQ_STREAM_H

#include "buf.h"
#include "frame.h"
#include "../lib/ccdq.h"
#include <stdint.h>
#include <stdio.h>

/* The forms of a stream; FORM_SNIFF: look at the first bytes. FORM_INDEXED is FORM_CCD, but for queries,
 * which are written as kind I. */
enum form { FORM_SNIFF, FORM_CCD, FORM_CSV, FORM_NYU, FORM_NPY, FORM_RAW, FORM_INDEXED };
extern const char *const form_names[]; /* "sniff", "ccd", "csv", "nyu", "npy", "raw", "indexed", NULL */

/* What a file of pairs of patches in the form raw does not say: the shapes and the time of all of them. */
struct raw_pairs {
    struct ccdq_shape shape[2];
    double end;
};

/* Why records of this kind cannot be written in the form ("holds queries only"), or NULL; pairs: what the
 * form raw is to hold, or NULL. */
const char *form_problem(enum form form, char kind, const struct raw_pairs *pairs);

/* ---- Reading ---- */

enum block_what { BLOCK_RECORDS, BLOCK_END };

struct block {
    enum block_what what;
    char kind;        /* 0: the block holds messages only */
    char record_kind; /* of the structs in `records`: Q where block_decode writes kind I out, else `kind` */
    bool expand_all;  /* where it does, also queries that cannot be: their coordinates are NaN */
    enum form form;
    const char *file;              /* for messages; "-" is named "standard input" */
    uint64_t offset;               /* of the block's first byte in the (gunzipped) file */
    uint64_t first_record;         /* number of its first record in the file, from 0 */
    uint64_t first_id;             /* for forms without ids: the number over all input files */
    int type;                      /* query type of forms that do not say it */
    const struct raw_pairs *pairs; /* raw: of records of kind P */
    struct run run;
    uint32_t frame_flags;             /* of a frame or an #end line */
    uint64_t end_records, end_digest; /* BLOCK_END: what it vouches for */
    struct buf bytes;                 /* as read, until block_decode; csv and nyu: the lines with data */
    size_t size;                      /* how many they are */
    struct buf lines;                 /* csv and nyu: their numbers in the file, uint64_t, from 1 */
    unsigned real_size;               /* npy and raw: bytes of a number, 8 or 4 */
    bool plain;                       /* these records have no END: not ccd, nor a csv twin */
    struct buf records;               /* block_decode: n records of record_kind, all of one size; none where
                                         that is I */
    struct buf payload;               /* block_decode: of kind I, as it was inflated, */
    struct ccdq_indexed indexed;      /* and what it means: points into `payload` */
    struct buf left_out;              /* block_decode: numbers in the file of those it left out, uint64_t */
    size_t unmade;                    /* block_decode: of those, records of a whole frame: digest counts them,
                                         too */
    size_t n;                         /* until block_decode: as declared or counted by the reader */
    uint64_t digest;
    struct messages messages; /* trouble found in or before this block; a command's own go elsewhere, because
                                 reader_account takes these for damage */
};

void block_free(struct block *block);

/* Indexed queries (kind I) are written out as records of kind Q: not at all; those that have no problem; or
 * all, with coordinates that are NaN where there is one. */
enum expansion { EXPAND_NOT, EXPAND_GOOD, EXPAND_ALL };

struct reader_options {
    enum form from; /* FORM_SNIFF does not know raw, which has no mark */
    int type;       /* query type of the forms that do not say it (nyu, npy, raw); -1: refuse them */
    const struct raw_pairs *pairs; /* the form raw holds these; NULL: linear queries. Kept, not a copy */
    const char
        *kinds; /* kinds the command reads, e.g. "Q"; NULL: all. Others are an error once, and skipped */
    enum expansion expand;
    uint32_t part, parts; /* deliver only blocks k of a kind with k mod parts = part (their run says so), and
                             refuse a stream that is a part already; 0, 1: all */
    bool all_parts;       /* a lone part of a run is not enough: reader_finish has a message for it too */
};

struct reader;

/* Opens the first of n files in order ("-": standard input; n = 0: standard input). A file that cannot be
 * opened is a message when it is reached, and the rest is still read. Keeps `files` and options->kinds, not
 * copies. */
struct reader *reader_open(char *const *files, size_t n, const struct reader_options *options);

/* The next block: 1, or 0 at the end of all files. Reuses what `block` has allocated; clears its messages and
 * counts first. Damage is a message in the block that follows it (a last block may hold only messages, with
 * kind 0 and n = 0). A BLOCK_END tells kind and run: a filter passes it on as a chunk of no records, so that
 * its output gets an END for that run even when it holds no record. Forms without END deliver an empty block
 * for the same end when no record was there for this part. */
int reader_next(struct reader *reader, struct block *block);

/* Decodes block->bytes into block->records (or indexed), n, digest. Records that cannot be read are messages
 * (file, record, reason) and left out; so are indexed queries that cannot be written out (see expand), and
 * pairs of patches whose shapes are not those of their frame. A frame whose payload is damaged leaves a block
 * with kind 0 and a message; a coordinate that is NaN or infinite is no trouble here.
 */
void block_decode(struct block *block);

/* Number in its file of record i of a decoded block, for messages: what was left out counts. */
uint64_t block_record_number(const struct block *block, size_t i);

/* How many records of a decoded block came before number i of it: of those that were not left out. */
size_t block_records_before(const struct block *block, size_t i);

/* Adds a decoded block (or END) to what the stream must account for; in the order of reader_next, and before
 * reader_next reuses the block. May run beside reader_next in another thread. */
void reader_account(struct reader *reader, const struct block *block);

enum reader_state {
    READER_TROUBLE = 1, /* a message was given by open, next or decode: damage, unreadable records or files */
    READER_INCOMPLETE = 2, /* an END is missing or its count or digest does not agree */
    READER_PART_MISSING =
        4, /* a run in parts of which not every part is here exactly once; a lone part has this too */
};

/* Checks completeness, adds messages for INCOMPLETE (always) and PART_MISSING (only where several parts of a
 * run are here, or all_parts is asked for), closes everything. Returns the reader_state flags. */
unsigned reader_finish(struct reader *reader, struct messages *messages);

/* ---- Writing ---- */

/* Encoded records on their way to a writer. */
struct chunk {
    char kind;
    size_t n;
    uint64_t digest;
    struct run run;
    struct buf bytes;
    size_t start;                  /* of what is written, in `bytes` */
    struct buf answers;            /* room of chunk_answers */
    size_t frame_records;          /* the caller's: so many in a frame of the form ccd; 0: all of them */
    const struct raw_pairs *pairs; /* the caller's: the form raw takes such pairs of patches; NULL: none */
    bool repaired;                 /* the caller's: it is made of an END that is marked FRAME_REPAIRED, and so
                                      will be the END of its kind and run */
    unsigned type_bit; /* CCDQ_TYPE_BIT of the queries that a form without types holds, the same in all chunks
                          of a stream; 0: chunk_encode sets it to that of the first one it writes */
    bool unpacked;     /* kind I: bytes are n structs of kind Q, of which the writer makes frames */
    size_t refused;    /* records that the form cannot hold: the stream lacks them */
    struct messages messages; /* which names them */
};

void chunk_free(struct chunk *chunk);

/* Encodes n records of a kind (replaces what the chunk held), at most FRAME_MAX_RECORDS. One frame in form
 * ccd (of kind P: one for each run of records of the same shapes), lines in csv, and so on; no bytes for n =
 * 0. chunk->n and digest tell of those that the form could hold. In form indexed queries become kind I, in
 * frames of as many as fit: the writer gathers them. For no records kind I is as Q. */
void chunk_encode(struct chunk *chunk, char kind, const void *records, size_t n, struct run run, enum form to,
                  int level);

/* Room for n results that chunk_encode_answers will encode; they are gone after it. NULL when memory is out.
 */
struct ccdq_result *chunk_answers(struct chunk *chunk, size_t n);

/* Encodes one result for each query of a decoded block, in their order, from chunk_answers: the same as
 * chunk_encode, but what the block knows of its ids is not worked out again, and a frame of level 0 is made
 * around the results where they are. */
void chunk_encode_answers(struct chunk *chunk, const struct block *block, enum form to, int level);

/* Encodes the queries of a mesh: one frame of kind I in the forms ccd and indexed, in the others each query
 * as a record of kind Q. */
void chunk_encode_indexed(struct chunk *chunk, const struct ccdq_indexed *mesh, struct run run, enum form to,
                          int level);

struct writer_options {
    const char *path; /* NULL or "-": standard output. A regular file is written beside, as PATH.tmp-PID, and
                         renamed by writer_close; symbolic links are followed; anything else (a device, a
                         pipe) is written directly */
    enum form to;     /* not FORM_SNIFF */
    int level;        /* 0..9 */
    bool repaired;    /* all ENDs are marked FRAME_REPAIRED */
};

struct writer;

/* NULL with a message when the file cannot be made or the form cannot be written there (npy needs a file that
 * can seek: its header holds the count). */
struct writer *writer_open(const struct writer_options *options, struct messages *messages);

/* Writes a chunk. One of no records writes nothing, yet its kind and run get an END. 0, or -1 after a write
 * error (errno is kept: EPIPE is for the command to end quietly). */
int writer_put(struct writer *writer, const struct chunk *chunk);

/* Writes one END for each kind and run seen (or, for kinds in `kinds` that no chunk was of, an END of no
 * records) if `complete`, closes, renames, frees. A filter whose input was damaged or incomplete passes
 * false: what it wrote is then seen to be incomplete downstream too, and a file goes to PATH.incomplete, with
 * a message; so does a stream that lacks a record that the form cannot hold, but for a repaired one. 0, or -1
 * with a message, also for an earlier error of writer_put; then, too,
 * PATH.incomplete has what could be written. */
int writer_close(struct writer *writer, bool complete, const char *kinds, struct messages *messages);

/* Removes the unfinished file and frees. */
void writer_abort(struct writer *writer);

#endif
