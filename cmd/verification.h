/* A whole verification: both streams read in turn, joined and judged by parallel workers in order. */
#ifndef CCDQ_VERIFICATION_H
#define CCDQ_VERIFICATION_H

#include "cli.h"
#include "verify-kinds.h"
#include "verify-list.h"
#include "../lib/verify/join.h"
#include "../lib/verify/judge.h"
#include "../lib/verify/recent.h"
#include "../lib/verify/solid.h"

enum { TRUTH, RESULT, SOURCES };

/* One operand. */
struct source {
    struct reader *reader;
    const char *name;
    bool ended;                   /* while reading: there is nothing more, */
    uint64_t given;               /* and how many records with a role there were */
    bool has_results;             /* while judging: results, or an END of them, were there, */
    bool failed;                  /* a message said what could not be read of it, */
    char queries;                 /* and of what kind the first queries were; 0: there were none, */
    bool has[VERIFY_QUERY_KINDS]; /* and of which kinds of verify_query_kinds there were any */
};

struct verification {
    struct cli_common common;
    bool exact;                    /* the truth is computed from the queries */
    double tmax;                   /* contacts of linear queries are sought in [0, tmax] */
    double patch_delta;            /* of a hit of patches: how far its points may be apart */
    uint64_t max_tests;            /* of the searches that bracket contacts; 0: their defaults */
    struct verify_solids solids;   /* .sdf is NULL without --sdf */
    int type;                      /* enum ccdq_query_type of forms that do not say it, or -1 */
    const struct raw_pairs *pairs; /* what the form raw holds; NULL: linear queries */

    struct source source[SOURCES];
    int n_sources;   /* 1: queries and results are in one stream */
    char truth_kind; /* with two: 'Q' or 'R', what the truth is read from; 0: not known yet */

    struct ccdq_workspace **workspaces; /* one a worker, for exact decisions */
    struct verify_join *join;
    struct recent results, queries[VERIFY_QUERY_KINDS]; /* for the contacts that follow them */
    struct verify_tally tally;
    struct verify_list *list; /* where queries of list_kind go, or NULL */
    enum verify_kind list_kind;
    bool trouble; /* a message said that something could not be read or judged */
};

/* Reads and judges everything in the n_sources operands: fills the tally, and the list. */
void verification_run(struct verification *v, char **operands);

#endif
