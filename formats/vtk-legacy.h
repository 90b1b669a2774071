/* Walking through a legacy file of VTK: lines of words, and between them numbers as text or as bytes. */
#ifndef CCDQ_VTK_LEGACY_H
#define CCDQ_VTK_LEGACY_H

#include "vtk-data.h"

struct legacy {
    const char *name; /* of the file, for messages */
    struct messages *messages;
    const char *start, *at, *end;
    const char *last; /* where the line began that was read last */
    bool binary;      /* numbers are big-endian bytes */
};

/* The words of a line; %20 and the like are decoded. */
enum { LEGACY_WORDS = 6, LEGACY_WORD = 128 };
struct legacy_line {
    int n; /* at most LEGACY_WORDS, more are passed over */
    char word[LEGACY_WORDS][LEGACY_WORD];
};

/* The next line that is not blank; false at the end. legacy_peek does not pass over it. */
bool legacy_next(struct legacy *l, struct legacy_line *line);
bool legacy_peek(const struct legacy *l, struct legacy_line *line);

/* Is its first word this one, in any case? */
bool legacy_is(const struct legacy_line *line, const char *word);

/* Word i as a count; UINT64_MAX: it is none. */
uint64_t legacy_count(const struct legacy_line *line, int i);

/* Passes over the rest of a line; over lines up to one that is blank. */
void legacy_pass_line(struct legacy *l);
void legacy_pass_block(struct legacy *l);

/* The next n numbers; in `own` if they are text. false with a message. */
bool legacy_numbers(struct legacy *l, enum vtk_type type, uint64_t n, struct buf *own, struct vtk_data *data);

/* Passes over them. */
bool legacy_pass_numbers(struct legacy *l, enum vtk_type type, uint64_t n);

/* "NAME: line 12: reason", or "NAME: offset 1234: reason", of the line that was read last. Returns false. */
bool legacy_fail(const struct legacy *l, const char *reason);

#endif
