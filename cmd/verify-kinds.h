/* The kinds of queries that ccd-verify judges: where their truth comes from, and what is seen of their
 * answers. A new kind is one row of the table. */
#ifndef CCDQ_VERIFY_KINDS_H
#define CCDQ_VERIFY_KINDS_H

#include "../lib/verify/judge.h"
#include <stddef.h>

struct verification;

struct verify_query_kind {
    char letter; /* of the records */
    /* The truth by the record, or by a search of the program with --exact. */
    struct verify_truth (*truth)(const struct verification *v, const void *record, struct ccdq_workspace *ws);
    /* With --exact. */
    struct verify_look (*look)(const struct verification *v, const void *record, const struct ccdq_result *r);
    /* The same for a contact that follows; NULL: nothing is known of contacts of this kind. */
    enum verify_place (*place)(const struct verification *v, const void *record,
                               const struct ccdq_contact *c);
    size_t size; /* of a record, where `place` needs it */
};

enum { VERIFY_QUERY_KINDS = 3 };
extern const struct verify_query_kind verify_query_kinds[VERIFY_QUERY_KINDS];

/* NULL: these records are no queries. */
const struct verify_query_kind *verify_query_kind(char letter);

#endif
