/* ccd-vf and ccd-ee: linear queries in, results out. */
#ifndef CCDQ_LINEAR_FILTER_H
#define CCDQ_LINEAR_FILTER_H

#include "cli.h"
#include "../lib/ccdq.h"

enum { VERDICTS = CCDQ_INVALID + 1 };

struct tally {
    uint64_t verdicts[VERDICTS], evals;
};

struct filter {
    unsigned type; /* of queries in forms that do not say it */
    const struct ccdq_linear_method *method;
    struct ccdq_linear_options options;
    bool keep, earliest;
    struct cli_common common;
    struct ccdq_workspace **workspaces; /* one a worker */
    struct reader *reader;
    struct writer *writer;
    struct tally tally;
    bool found; /* --earliest: first is the earliest contact so far, of this run */
    struct ccdq_result first;
    struct run first_run;
    bool trouble;
};

/* The types of queries that the command solves: its own, and points against edges and points. */
static inline unsigned linear_types(const struct filter *f)
{
    return CCDQ_TYPE_BIT(f->type) | CCDQ_TYPE_BIT(CCDQ_PE) | CCDQ_TYPE_BIT(CCDQ_PP);
}

/* linear-options.c: parses the command line into f, whose type and options hold the defaults. Returns the
 * index of the first operand. */
int linear_parse(struct filter *f, const char *name, const char *summary, int argc, char **argv);

/* The whole command for queries of one type (CCDQ_VF, CCDQ_EE). Returns the exit status. */
int linear_filter(unsigned type, const char *name, const char *summary, int argc, char **argv);

#endif
