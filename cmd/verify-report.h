/* What ccd-verify found, as a table for people, as JSON, or as a page. */
#ifndef CCDQ_VERIFY_REPORT_H
#define CCDQ_VERIFY_REPORT_H

#include "../formats/buf.h"
#include "../lib/verify/judge.h"

struct verify_report {
    const struct verify_tally *tally;
    struct verify_rules rules;
    bool trouble;       /* input was damaged or incomplete, or could not be judged */
    bool exact;         /* the truth was computed, */
    bool bracketed;     /* by searches of limited precision: of patches or triangles against solids, */
    bool solids;        /* of these */
    const char *truth;  /* name of the input that the truth is from */
    const char *result; /* name of the input that the results are from */
};

/* Is there a fault, by the rules? */
bool verify_report_faults(const struct verify_report *report);

/* All append text. The JSON is one object, the same for the same input and options; the page is a whole one
 * that needs nothing else. */
void verify_report_table(const struct verify_report *report, struct buf *out);
void verify_report_json(const struct verify_report *report, struct buf *out);
void verify_report_html(const struct verify_report *report, struct buf *out);

#endif
