/* What a stream must account for: how many records of each kind and run there are, and what the ENDs vouch
 * for. */
#ifndef CCDQ_ACCOUNT_H
#define CCDQ_ACCOUNT_H

#include "frame.h"

struct entry {
    char kind;
    struct run run;
    const char *file; /* where it was seen first */
    bool one_file;    /* it was seen nowhere else */
    uint64_t records, digest;
    uint64_t ends, end_records, end_digest;
    bool repaired; /* of what is written: what it was made of was marked so */
};

/* Entries in the order in which their kind and run were seen first. */
struct account {
    struct buf entries; /* struct entry */
    struct buf index;   /* hash table of uint32_t: 0, or number of an entry + 1 */
    size_t last;        /* the entry found last */
};

void account_free(struct account *a);
size_t account_count(const struct account *a);
struct entry *account_entry(struct account *a, size_t i);

/* The entry of this kind and run, made if need be. Valid until the next call. */
struct entry *account_find(struct account *a, char kind, struct run run, const char *file);

/* Adds all that `from` holds. */
void account_join(struct account *a, struct account *from);

/* Messages for each entry whose ENDs do not vouch for its records. True if there is none. */
bool account_complete(struct account *a, struct messages *messages);

/* Are all parts of every run in parts here exactly once? A message for each run of which they are not, but
 * for one with a lone part only if `lone`. */
bool account_parts(struct account *a, bool lone, struct messages *messages);

#endif
