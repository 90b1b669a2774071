/* A stream of results and contacts, as the judges of whole models read it. */
#ifndef CCDQ_VERIFY_READ_H
#define CCDQ_VERIFY_READ_H

#include "cli.h"
#include "../formats/stream.h"

/* Gets each block of records of kind R or C. */
typedef void verify_take(void *context, const struct block *block);

/* Reads one operand, all parts of it. Sets *trouble where a message was given, and *unread where something
 * could not be read: what lacks it would count as wrong. */
void verify_read(const struct cli_common *common, char *path, verify_take *take, void *context, bool *trouble,
                 bool *unread);

#endif
