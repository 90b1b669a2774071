/* The command line: the table of a command's options, walked over argv. */
#include "cli.h"
#include "cli-table.h"
#include "processors.h"
#include "../lib/ccdq.h"
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What the options that print and end the process have set. */
struct actions {
    bool help, version;
    int shell; /* enum cli_shell */
};

static const char *const shells[] = {[SHELL_BASH] = "bash", [SHELL_ZSH] = "zsh", [SHELL_FISH] = "fish", NULL};

static size_t table_length(const struct cli_option *table)
{
    size_t n = 0;
    while (table[n].name) n++;
    return n;
}

/* The command's own options and behind them the common ones; the caller frees it. */
static struct cli_option *make_table(const struct cli_command *command, struct cli_common *c,
                                     struct actions *a)
{
    /* form_names + 1: not to say --from is what asks for sniffing */
    const struct cli_option common[] = {
        {"jobs", 'j', CLI_UINT, "N", "work in N threads; default: the processors at hand", &c->jobs, 1, 1024,
         NULL, NULL},
        {"output", 'o', CLI_STRING, "FILE", "write FILE instead of standard output, complete or not at all",
         &c->output, 0, 0, NULL, NULL},
        {"from", 0, CLI_CHOICE, "FORM", "form of the input; default: what its first bytes say", &c->from, 0,
         0, form_names + 1, NULL},
        {"to", 0, CLI_CHOICE, "FORM", "form of the output; default ccd", &c->to, 0, 0, form_names + 1, NULL},
        {"level", 0, CLI_UINT, "N", "deflate at level N, 0 to 9; default 0: stored", &c->level, 0, 9, NULL,
         NULL},
        {"part", 0, CLI_PART, "r/n", "only frames k with k mod n = r; default 0/1", c->part, 0, 0, NULL,
         NULL},
        {"stats", 0, CLI_STRING, "FILE", "write counts and times to FILE as JSON", &c->stats, 0, 0, NULL,
         NULL},
        {"progress", 0, CLI_FLAG, NULL, "show progress on standard error; default: if that is a terminal",
         &c->progress, 0, 0, NULL, NULL},
        {"no-progress", 0, CLI_NOFLAG, NULL, "show no progress", &c->progress, 0, 0, NULL, NULL},
        {"quiet", 'q', CLI_FLAG, NULL, "nothing but errors on standard error", &c->quiet, 0, 0, NULL, NULL},
        {"completion", 0, CLI_CHOICE, "SHELL", "print completion rules for a shell, and exit", &a->shell, 0,
         0, shells, NULL},
        {"help", 'h', CLI_FLAG, NULL, "print this help, and exit", &a->help, 0, 0, NULL, NULL},
        {"version", 'V', CLI_FLAG, NULL, "print the version, and exit", &a->version, 0, 0, NULL, NULL},
        {0}};
    size_t own = table_length(command->options), n = sizeof common / sizeof *common;
    struct cli_option *table = malloc((own + n) * sizeof *table);
    if (!table) xnomem();
    memcpy(table, command->options, own * sizeof *table);
    for (size_t i = 0; i < n; i++)
        if (!common[i].name || !command->without || strcmp(common[i].name, command->without))
            table[own++] = common[i];
    return table;
}

static void act(const struct cli_command *command, const struct cli_option *table, const struct actions *a)
{
    if (a->help) cli_print_help(command, table);
    if (a->version) printf("%s (ccdq) %s\n", command->name, CCDQ_VERSION);
    if (a->shell != SHELL_NONE) cli_print_completion(command, table, (enum cli_shell)a->shell);
    if (a->help || a->version || a->shell != SHELL_NONE) cli_end_of_text();
}

static const struct cli_option *find_letter(const struct cli_option *table, char letter)
{
    for (; table->name; table++)
        if (table->letter == letter) return table;
    cli_usage("unknown option -%c", letter);
}

static const struct cli_option *find_name(const struct cli_option *table, const char *name, size_t length)
{
    for (; table->name; table++)
        if (strlen(table->name) == length && !strncmp(table->name, name, length)) return table;
    cli_usage("unknown option --%.*s", (int)length, name);
}

/* The argument that follows an option in argv. */
static const char *next_argument(const struct cli_option *option, int *i, int argc, char **argv)
{
    if (*i + 1 >= argc) cli_usage("option --%s needs an argument: %s", option->name, option->arg);
    return argv[++*i];
}

/* argv[*i] is "--name", "--name=argument", and its argument may be argv[*i + 1]. */
static void parse_long(const struct cli_option *table, int *i, int argc, char **argv)
{
    const char *name = argv[*i] + 2, *equals = strchr(name, '=');
    const struct cli_option *o = find_name(table, name, equals ? (size_t)(equals - name) : strlen(name));
    if (!cli_takes_argument(o)) {
        if (equals) cli_usage("option --%s takes no argument", o->name);
        cli_set(o, NULL);
    } else {
        cli_set(o, equals ? equals + 1 : next_argument(o, i, argc, argv));
    }
}

/* argv[*i] is "-abc": letters without arguments, the last one may have its argument behind it. */
static void parse_letters(const struct cli_option *table, int *i, int argc, char **argv)
{
    for (const char *s = argv[*i] + 1; *s; s++) {
        const struct cli_option *o = find_letter(table, *s);
        if (cli_takes_argument(o)) {
            cli_set(o, s[1] ? s + 1 : next_argument(o, i, argc, argv));
            return;
        }
        cli_set(o, NULL);
    }
}

/* A file that is opened does not get the number of a standard stream that was closed: messages would be
 * written into it. These stay such that they cannot be used. */
static void hold_standard_streams(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) < 0)
            exit(CLI_TROUBLE);
}

int cli_parse(const struct cli_command *command, struct cli_common *common, int argc, char **argv)
{
    hold_standard_streams();
    cli_start(command->name);
    *common = (struct cli_common){.jobs = processors(), .from = -1, .to = -1, .part = {0, 1}};
    common->progress = isatty(STDERR_FILENO);
    struct actions actions = {.shell = SHELL_NONE};
    struct cli_option *table = make_table(command, common, &actions);

    /* operands are gathered at the end of the part of argv that was read */
    int operands = 0;
    for (int i = 1; i < argc; i++) {
        char *word = argv[i];
        if (word[0] != '-' || !word[1]) {
            argv[++operands] = word;
            continue;
        }
        if (!strcmp(word, "--")) {
            while (++i < argc) argv[++operands] = argv[i];
            break;
        }
        if (word[1] == '-') {
            parse_long(table, &i, argc, argv);
        } else {
            parse_letters(table, &i, argc, argv);
        }
        act(command, table, &actions);
    }
    memmove(argv + argc - operands, argv + 1, (size_t)operands * sizeof *argv);

    common->from++; /* index in form_names + 1 to enum form; none given: FORM_SNIFF */
    common->to++;
    if (common->quiet) common->progress = false;
    cli_apart("output", common->output, "stats", common->stats);
    free(table);
    return argc - operands;
}
