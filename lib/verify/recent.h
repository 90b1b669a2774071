/* The records of the last few frames of one kind, for what follows close behind them: contacts behind their
 * queries and results. Memory is that of these frames, however long the stream is. */
#ifndef CCDQ_VERIFY_RECENT_H
#define CCDQ_VERIFY_RECENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { RECENT_FRAMES = 8 };

struct recent {
    size_t record_size; /* of records that start with their id; set by the user, the rest 0 */
    struct recent_frame {
        uint64_t run;
        size_t n, room;
        bool ascending; /* its ids are */
        unsigned char *records;
    } frame[RECENT_FRAMES];
    size_t next; /* the frame to be overwritten */
};

/* Remembers a copy of n records of a run in place of the oldest frame. 0, or -1 when memory is out. */
int recent_add(struct recent *recent, uint64_t run, const void *records, size_t n);

/* The record of this run and id, or NULL. It stays until recent_add. */
const void *recent_find(const struct recent *recent, uint64_t run, uint64_t id);

void recent_free(struct recent *recent);

#endif
