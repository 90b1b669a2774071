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
    size_t n;
    struct ccdq_query query[FRAME_RECORDS];
    struct chunk chunk;
    struct messages messages;
    bool trouble; /* a message was given, or a write failed */
};

/* Opens the output that the common options ask for. NULL after a message. */
struct verify_list *verify_list_open(const struct cli_common *common);

/* Adds a query of the run with this tag. */
void verify_list_add(struct verify_list *list, uint64_t run_tag, const struct ccdq_query *q);

/* Writes what is left; complete: also the END. Frees. true when all of it could be written. */
bool verify_list_close(struct verify_list *list, bool complete);

#endif
