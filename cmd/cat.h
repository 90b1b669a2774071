/* ccd-cat, by what it does with the blocks that it reads: copy, split, or tell about them. */
#ifndef CCDQ_CAT_H
#define CCDQ_CAT_H

#include "cli.h"
#include "../formats/stream.h"

struct cat;

/* A block on its way, and what is left of it. */
struct cat_item {
    struct block block;
    bool keep;          /* it is of the kind asked for */
    uint64_t from, end; /* of its records these are kept */
    struct run run;     /* under which they are written */
    size_t file;        /* --split: where they go */
    struct chunk chunk;
    struct messages problems;
};

/* What is done with each block. */
struct cat_mode {
    /* Serial, right after reading an item to keep: sets its run and file, or its keep to false; or NULL. */
    void (*place)(struct cat *cat, struct cat_item *item);
    /* Serial, in order, after decoding and, if `writes`, encoding an item to keep; or NULL. */
    void (*take)(struct cat *cat, struct cat_item *item);
    /* At the end; `whole`: the input was complete and without damage; or NULL. */
    void (*finish)(struct cat *cat, bool whole);
    bool writes;
    bool wants_all_parts; /* a run of which not every part is here is trouble */
};
extern const struct cat_mode cat_copy, cat_split, cat_check, cat_info;

struct cat {
    struct cli_common common;
    const struct cat_mode *mode;
    int kind;           /* only this one; 0: all */
    bool stays_indexed; /* no form was asked for: queries of kind I are written as I */
    uint64_t range[2];  /* numbers of the records to keep */
    bool cut;           /* a range was given */
    bool repair;
    const struct raw_pairs *pairs; /* what the form raw holds; NULL: linear queries */
    uint64_t parts;                /* --split */
    const char *prefix;

    struct reader *reader;
    struct writer **writers; /* one, or one a part */
    size_t writer_count;
    unsigned type_bit;            /* of all queries in forms that do not say types; 0: none is written yet */
    uint64_t position;            /* number of the next record to read, of the kind asked for */
    uint64_t frames[FRAME_KINDS]; /* --split: of each kind, to find their place */
    struct buf runs;              /* --split: that all parts know; --info: with what is known of them */
    uint64_t records, kept;       /* read and kept */
    bool refused;                 /* records that the form or --split cannot take were said to be there, */
    struct run refused_run;       /* --split: the last time of this part */
    bool ended;                   /* --head or --range: nothing more is read, the input's end was not seen */
    bool trouble;
};

/* Opens the writer of `path` (NULL: standard output) and adds it to cat->writers. */
void cat_open_writer(struct cat *cat, const char *path);

/* Writes a chunk; ends the process when that fails. */
void cat_put(struct cat *cat, struct writer *writer, struct chunk *chunk);

/* --split: the file of part r, in `path`. */
const char *cat_part_path(const struct cat *cat, uint64_t r, struct buf *path);

/* Closes all writers, each with its ENDs if `complete`. */
void cat_close_writers(struct cat *cat, bool complete);

#endif
