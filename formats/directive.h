/* The lines of a CSV twin that say what a frame header says: "#ccd-query v1 run=HEX part=r/n" before the rows
 * of a kind, "#end records=N digest=HEX part=r/n" behind them. */
#ifndef CCDQ_DIRECTIVE_H
#define CCDQ_DIRECTIVE_H

#include "kind.h"
#include "lines.h"

/* Does the line begin with this word? */
bool line_begins(const struct line *line, const char *word);

/* Parses a "#ccd-" line. NULL, or the reason why its rows cannot be read. */
const char *head_parse(const struct line *line, const struct kind **kind, struct run *run);

/* Whether it is "#end" and words, or no more: what else begins so is a comment. */
bool line_is_end(const struct line *line);

/* Parses an "#end" line into block->end_records, end_digest and frame_flags; its part must be that of
 * block->run. NULL, or what is wrong with it. */
const char *end_parse(const struct line *line, struct block *block);

/* Appends the "#ccd-" line and the line of column names. */
void head_print(struct buf *out, char kind, struct run run);
void end_print(struct buf *out, uint64_t records, uint64_t digest, struct run run, bool repaired);

#endif
