/* The queries of one kind of judgement as a stream, so that they can be piped on. */
#ifndef CCDQ_VERIFY_LIST_H
#define CCDQ_VERIFY_LIST_H

#include "cli.h"
#include "../lib/ccdq.h"

struct verify_list {
    struct writer *writer;
    enum form to;
    int level;
    struct run run; /* of the queries below */
    char kind;      /* Q or P, */
    size_t size, n; /* and bytes of each, and how many there are */
    struct buf records;
    struct chunk chunk;
    struct messages messages;
    bool trouble; /* a message was given, or a write failed */
};

/* Opens the output that the common options ask for; the form raw can hold `pairs` (NULL: linear queries).
 * NULL after a message. */
struct verify_list *verify_list_open(const struct cli_common *common, const struct raw_pairs *pairs);

/* Adds a query, a record of kind Q or P, of the run with this tag. */
void verify_list_add(struct verify_list *list, uint64_t run_tag, char kind, const void *record, size_t size);

/* Writes what is left; complete: also the END, of this kind where there was no query. Frees. true when all of
 * it could be written. */
bool verify_list_close(struct verify_list *list, bool complete, char kind);

#endif
