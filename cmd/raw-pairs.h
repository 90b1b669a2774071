/* --shape and --dt: what the form raw does not say of pairs of patches. */
#ifndef CCDQ_RAW_PAIRS_H
#define CCDQ_RAW_PAIRS_H

#include "cli.h"

/* What the options say; {.pairs = {.end = 1}} before they are parsed. */
struct raw_pairs_options {
    const char *shape; /* as given */
    bool dt_given;
    struct raw_pairs pairs;
};

/* Rows of an option table. */
struct cli_option raw_pairs_shape(struct raw_pairs_options *options);
struct cli_option raw_pairs_dt(struct raw_pairs_options *options);

/* The shapes of the words for them. Ends the command with a usage error where they are wrong. */
void raw_pairs_shapes(const char *words, struct ccdq_shape shape[2]);

/* The pairs that the form raw holds, or NULL without --shape. Ends the command with a usage error where the
 * words are wrong, or --shape is given although the form is not `raw`. Points into *options. */
const struct raw_pairs *raw_pairs_given(struct raw_pairs_options *options, bool raw);

#endif
