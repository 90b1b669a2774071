/* Lines of a text form, cut one by one with bounded memory. */
#ifndef CCDQ_LINES_H
#define CCDQ_LINES_H

#include "form.h"

struct line {
    const char *p; /* without its newline; what follows is readable and no part of a number */
    size_t n;      /* at most LINE_LIMIT: then it was longer, and is cut there */
    bool unended;  /* the file ends without its newline */
};

/* Looks at the next line that is not blank; it is valid until line_pass, which goes on to the one after it.
 * false at the end of the file. */
bool line_peek(struct cutter *c, struct line *line);
void line_pass(struct cutter *c, const struct line *line);

/* Puts the line that was peeked at into the block, with its number. */
void line_keep(const struct cutter *c, struct block *block, const struct line *line);

/* Walks through the lines that a block holds. */
struct walk {
    const struct block *block;
    size_t at, i;
};

/* The next line and its number in the file; false at the end. */
bool walk_next(struct walk *walk, struct line *line, uint64_t *number);

/* "file: record 7, line 12: reason"; the record counts as left out. */
void line_trouble(struct block *block, uint64_t record, uint64_t number, const char *reason);

#endif
