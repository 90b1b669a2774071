/* ccd-verify --scene: judges what ccd-patch --scene says of scenes. */
#ifndef CCDQ_VERIFY_SCENES_H
#define CCDQ_VERIFY_SCENES_H

#include "cli.h"
#include "../formats/buf.h"
#include "../lib/verify/scene.h"

struct scenes_request {
    const char *file; /* of --scene; NULL: there is none */
    bool each;        /* as it was given to ccd-patch, as are the rules but for the slack */
    struct scene_rules rules;
    bool given; /* an option that goes with --scene */
    bool json, allow_unresolved;
    const char *html;
};

/* Rows of an option table. */
enum { SCENES_OPTIONS = 6 };
struct cli_option verify_scenes_option(struct scenes_request *request, unsigned i);

/* The whole command behind its options: more files of scenes, and the results. Returns the exit status. */
int verify_scenes(const struct scenes_request *request, const struct cli_common *common, char **operands,
                  size_t n);

/* ---- verify-scenes-report.c ---- */

/* What is said of it. */
struct scenes_report {
    struct scene_tally tally;
    bool allow_unresolved;
    const struct scene *scene;   /* the one at hand; NULL: none, */
    uint64_t id;                 /* the search, or what a record is of */
    uint64_t faults;             /* how many, */
    struct buf lines, items;     /* and the first of them as text and as JSON */
    uint64_t unproven;           /* pairs that could not be proven, */
    struct buf open, open_items; /* likewise */
    bool trouble;                /* not all could be read or judged */
};

scene_complain scenes_report_add; /* of a struct scenes_report */
scene_admit scenes_report_admit;
void scenes_report_table(const struct scenes_report *report, struct buf *out);
void scenes_report_json(const struct scenes_report *report, struct buf *out);
void scenes_report_html(const struct scenes_report *report, struct buf *out);

#endif
