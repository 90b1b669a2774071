/* The JSON object that --stats asks for. */
#ifndef CCDQ_STATS_H
#define CCDQ_STATS_H

#include "../formats/buf.h"
#include <stdint.h>

/* Begins the object with the command's name and version. The caller adds members with
 * buf_printf(json, ", \"name\": value"). */
void stats_begin(struct buf *json);

/* Adds the times since cli_parse, of which "ns_per_ITEM" is wall time over `count`, writes the object to the
 * file and frees it. False with a message when it cannot be written. */
bool stats_end(struct buf *json, const char *path, const char *item, uint64_t count);

#endif
