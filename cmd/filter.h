/* What the filters share: queries in, one result for each out, in their order. */
#ifndef CCDQ_FILTER_H
#define CCDQ_FILTER_H

#include "cli.h"
#include "../formats/stream.h"
#include "../lib/ccdq.h"

enum { VERDICTS = CCDQ_INVALID + 1 };

struct tally {
    uint64_t verdicts[VERDICTS], evals;
};

struct filter;

/* How a filter solves its queries. The functions but `remember` are called by several threads at once. */
struct solver {
    /* Answers all queries of a decoded block, one at least, in r. */
    void (*solve)(const struct filter *f, struct block *block, struct ccdq_result *r,
                  struct ccdq_workspace *ws);

    /* Why query i of the block is invalid: a sentence without a full stop, which may lie in text. NULL where
     * it is not. */
    const char *(*problem)(const struct filter *f, const struct block *block, size_t i, char *text,
                           size_t size);

    /* --contacts: appends the contacts (struct ccdq_contact) of the hits in r. */
    void (*add_contacts)(const struct filter *f, const struct block *block, const struct ccdq_result *r,
                         struct buf *contacts, struct ccdq_workspace *ws);

    /* --contacts --earliest: query i of the block is the earliest so far; and appends its contact. */
    void (*remember)(struct filter *f, const struct block *block, size_t i);
    void (*add_first_contact)(const struct filter *f, struct buf *contacts, struct ccdq_workspace *ws);

    /* Adds members to the JSON of --stats; NULL: there are none. */
    void (*add_stats)(const struct filter *f, struct buf *json);
};

struct filter {
    /* Set by the command, which has this struct in the front of its own. */
    const struct solver *solver;
    const char *method;          /* its name */
    struct reader_options input; /* what is read, the kind of its records first; form and part come from the
                                    common options */
    bool keep, earliest, contacts;
    struct cli_common common;

    /* Of filter_run. */
    struct ccdq_workspace **workspaces; /* one a worker */
    struct reader *reader;
    struct writer *writer;
    struct tally tally;
    bool found; /* --earliest: first is the earliest contact so far, of this run */
    struct ccdq_result first;
    struct run first_run;
    bool trouble;
};

/* The whole command behind its options. Returns the exit status. */
int filter_run(struct filter *f, char **files, size_t n);

/* The same, but what is between the opened and the closed output is done by `body`: it returns whether all is
 * there that should be, and may leave messages. */
typedef bool filter_body(struct filter *f, char **files, size_t n, struct messages *messages);
int filter_run_body(struct filter *f, filter_body *body, char **files, size_t n);

/* Writes the file of --stats. */
void filter_write_stats(struct filter *f);

/* Prints messages, which are trouble, and frees them. Were there any? */
bool filter_tell(struct filter *f, struct messages *messages);

/* Writes a chunk, and says what is wrong with it. Ends the process when it cannot be written. */
void filter_put(struct filter *f, struct chunk *chunk);

/* Adds n answers to the tally; how many there are. */
void filter_count(struct filter *f, const struct ccdq_result *r, size_t n);
uint64_t filter_answered(const struct filter *f);

/* ---- filter-options.c ---- */

/* Rows of an option table. */
struct cli_option filter_keep(struct filter *f);
struct cli_option filter_earliest(struct filter *f);
struct cli_option filter_simd(int *simd); /* enum ccdq_simd */

/* A row of a table of methods. */
struct filter_method {
    const char *name; /* NULL behind the last one */
    enum ccdq_tier tier;
    const char *summary;
};
typedef struct filter_method filter_method_at(size_t i);

/* The names of all methods, "help", and NULL: choices of an option; the caller frees it. */
const char **filter_method_words(filter_method_at *method_at);

/* Prints a line for each method, and ends the command. */
void filter_list_methods(filter_method_at *method_at) __attribute__((noreturn));

/* Ends the command where the processor has not the instructions that --simd names. */
unsigned filter_simd_chosen(int simd);

/* What is to be done behind cli_parse: sets the method's name, or lists all and ends the command where `help`
 * was chosen; looks whether the common options and those above fit together. */
void filter_parsed(struct filter *f, filter_method_at *method_at, int method);

/* What --help says behind the options. */
extern const char filter_more[];

#endif
