/* What the files of the command line share: the whole table of a command's options. */
#ifndef CCDQ_CLI_TABLE_H
#define CCDQ_CLI_TABLE_H

#include "cli.h"

enum cli_shell { SHELL_NONE = -1, SHELL_BASH, SHELL_ZSH, SHELL_FISH };

static inline bool cli_takes_argument(const struct cli_option *option)
{
    return option->type != CLI_FLAG && option->type != CLI_NOFLAG;
}

/* Writes the option's value from its argument (NULL for a flag); ends the command with a usage error when the
 * argument is not right. */
void cli_set(const struct cli_option *option, const char *argument);

/* Both print on standard output; `table` holds the command's own options and then the common ones. */
void cli_print_help(const struct cli_command *command, const struct cli_option *table);
void cli_print_completion(const struct cli_command *command, const struct cli_option *table,
                          enum cli_shell shell);

/* The command's name and the time it started, for messages and progress. */
void cli_start(const char *name);
const char *cli_name(void);

#endif
