/* One option table a command: parsing, usage, --help, --version and shell completion all come from it. */
#ifndef CCDQ_CLI_H
#define CCDQ_CLI_H

#include "../formats/stream.h"
#include <stdbool.h>
#include <stdint.h>

enum cli_exit { CLI_OK = 0, CLI_DISAGREE = 1, CLI_TROUBLE = 2 };

enum cli_type {
    CLI_FLAG,   /* bool *: set to true */
    CLI_NOFLAG, /* bool *: set to false */
    CLI_UINT,   /* uint64_t *, min..max (max 0x1p64: any); decimal, also 1e6 and 1_000_000 where exact */
    CLI_BYTES,  /* the same, also with K, M or G behind it: times 1024, 1024^2, 1024^3 */
    CLI_REAL,   /* double *, min..max (min DBL_TRUE_MIN: above 0) */
    CLI_REALS,  /* double *: min or max numbers of them, with commas between */
    CLI_STRING, /* const char ** */
    CLI_CHOICE, /* int *: index in choices */
    CLI_PART,   /* uint32_t[2] *: r/n with r < n */
    CLI_RANGE,  /* uint64_t[2] *: A:B with A <= B; a missing A is 0, a missing B UINT64_MAX */
};

struct cli_option {
    const char *name; /* without the dashes; NULL ends a table */
    char letter;      /* or 0 */
    enum cli_type type;
    const char *arg;  /* name of the argument in the help, e.g. "N"; "FILE" is completed as a file name */
    const char *help; /* one line, says the default */
    void *value;
    double min, max; /* for CLI_UINT, CLI_BYTES, CLI_REAL and CLI_REALS */
    const char *const *choices;
    bool *seen; /* or NULL: set when the option is given */
};

/* The options every command has (DESIGN: -j -o --from --to --level --part --stats --progress -q). */
struct cli_common {
    uint64_t jobs;
    const char *output;
    int from, to; /* enum form; to FORM_SNIFF: as the command decides (ccd) */
    uint64_t level;
    uint32_t part[2]; /* 0, 1 */
    const char *stats;
    bool progress; /* default: standard error is a terminal */
    bool quiet;
};

struct cli_command {
    const char *name;                 /* "ccd-vf" */
    const char *synopsis;             /* "[OPTION]... [FILE]..." */
    const char *summary;              /* one sentence */
    const struct cli_option *options; /* the command's own, before the common ones in --help */
    const char *more;                 /* examples and exit status for --help, or NULL */
    const char *without;              /* a common option that the command does not have, or NULL */
};

/* Parses argv. Fills *common with defaults first. --help, --version and --completion SHELL print and exit 0;
 * a usage error prints one line and how to get help, and exits 2. Operands are moved to the end of argv in
 * order; returns the index of the first. Options may stand anywhere before a "--". */
int cli_parse(const struct cli_command *command, struct cli_common *common, int argc, char **argv);

/* Ends a command whose options do not fit together: the message, how to get help, and status 2. */
void cli_usage(const char *format, ...) __attribute__((noreturn, format(printf, 1, 2)));

/* Ends a command two of whose options, as given by name and FILE (NULL: not given), write to the same file.
 */
void cli_apart(const char *a, const char *a_file, const char *b, const char *b_file);

/* Ends a command one of whose options writes a FILE that is one of the n inputs (NULL, each: not given). */
void cli_spare(const char *option, const char *file, const char *const *inputs, size_t n);

/* Closes standard output after text was printed there. False with a message when it could not be written. */
bool cli_close_text(void);

/* Ends a command that printed text on standard output (--method help): status 0, or 2 with a message when it
 * could not be written. */
void cli_end_of_text(void) __attribute__((noreturn));

/* "ccd-vf: message" on standard error, at once. */
void cli_message(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Prints messages that were collected, the first MESSAGES_KEPT of each kind in a run of the command; how many
 * there were is said when it ends. -q keeps errors but not progress. Returns their count. Clears them. */
size_t cli_messages(struct messages *messages);

/* Ends the process with status 2 at once: another thread may wait for input for ever. */
void cli_abandon(void) __attribute__((noreturn));

/* 1234567 as "1,234,567" in `out`, which is returned. */
enum { CLI_DIGITS = 32 };
char *cli_digits(char out[CLI_DIGITS], uint64_t n);

/* Writes text that is complete: to standard output (NULL, "-"), or to a file as -o does. false after a
 * message. */
bool cli_write_text(const char *path, const struct buf *text);

/* Seconds since cli_parse began. */
double cli_seconds(void);

/* Ends the process as a broken pipe would: quietly. */
void cli_broken_pipe(void) __attribute__((noreturn));

/* A progress line on standard error, at most ten a second: "ccd-vf: 1,024,000 queries, 12.3 M/s". Call with
 * the running total; cli_progress_end clears the line. */
void cli_progress(const struct cli_common *common, const char *what, uint64_t done);
void cli_progress_end(const struct cli_common *common);

#endif
