/* ccd-verify --volume: judges the contacts of a deforming mesh. */
#ifndef CCDQ_VERIFY_VOLUME_COMMAND_H
#define CCDQ_VERIFY_VOLUME_COMMAND_H

#include "cli.h"
#include "vol-steps.h"
#include "../lib/verify/volume.h"

struct volume_request {
    bool on;
    bool exact;           /* the operands are the frames, and then the contacts; all pairs by lib/exact */
    bool boundary, first; /* as they were given to ccd-vol */
    struct vol_vectors vectors; /* likewise */
    const char *pairs[2];       /* lists with the truth of pairs vf and ee, or NULL */
    bool json;
};

/* Rows of an option table. */
enum { VOLUME_OPTIONS = 5 };
struct cli_option verify_volume_option(struct volume_request *request, unsigned i);

/* The whole command behind its options. Returns the exit status. */
int verify_volume(const struct volume_request *request, const struct cli_common *common, char **operands,
                  size_t n);

/* ---- verify-volume-report.c ---- */

/* What is said of it. */
struct volume_report {
    struct volume_tally tally;
    unsigned kinds;          /* that were judged: the sum of 1 << kind */
    bool first;              /* contacts that are missing are right */
    size_t differences;      /* how many, */
    struct buf lines, items; /* and the first of them as text and as JSON */
    bool trouble;            /* not all could be read or judged */
};

/* Adds a difference: volume_fault_take. */
void volume_report_add(void *report, enum volume_fault fault, const struct volume_fact *fact,
                       const struct volume_fact *truth);
void volume_report_table(const struct volume_report *report, struct buf *out);
void volume_report_json(const struct volume_report *report, struct buf *out);

#endif
