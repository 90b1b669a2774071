/* Whole files of text. */
#ifndef CCDQ_TEXT_FILE_H
#define CCDQ_TEXT_FILE_H

#include "buf.h"

/* Reads a file ("-": standard input), gunzip'd if need be and without a byte order mark, into an empty buf,
 * which ends with a 0 then. Its name for messages is `path` or lasts. A file of more than `most` bytes is
 * refused before it is read whole, as one that `needs` (as in "no scene needs") so many. false with a
 * message; free the buf in any case. */
bool text_file_read(struct buf *text, const char **name, const char *path, size_t most, const char *needs,
                    struct messages *messages);

#endif
