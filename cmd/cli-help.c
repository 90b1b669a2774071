/* --help and --completion: both read the same table as the parser. */
#include "cli-table.h"
#include <stdio.h>
#include <string.h>

enum { HELP_WIDTH = 96 };

/* "-j, --jobs N" */
static int print_option(char *out, size_t size, const struct cli_option *o)
{
    char letter[] = {'-', o->letter, ',', ' ', 0};
    bool takes = cli_takes_argument(o);
    return snprintf(out, size, "  %s--%s%s%s", o->letter ? letter : "    ", o->name, takes ? " " : "",
                    takes ? o->arg : "");
}

/* Prints one word in a column that starts at `left`; `at` is where the line stands. */
static void print_word(const char *word, int length, int left, int *at)
{
    if (*at > left && *at + 1 + length > HELP_WIDTH) {
        printf("\n%*s", left, "");
        *at = left;
    } else if (*at > left) {
        putchar(' ');
        ++*at;
    }
    printf("%.*s", length, word);
    *at += length;
}

static void print_words(const char *text, int left, int *at)
{
    while (*text) {
        int length = (int)strcspn(text, " ");
        print_word(text, length, left, at);
        text += length;
        text += strspn(text, " ");
    }
}

void cli_print_help(const struct cli_command *command, const struct cli_option *table)
{
    char option[HELP_WIDTH];
    int left = 0, at = 0;
    printf("Usage: %s %s\n", command->name, command->synopsis);
    print_words(command->summary, 0, &at);
    printf("\n\n");
    for (const struct cli_option *o = table; o->name; o++) {
        int length = print_option(option, sizeof option, o);
        if (length > left) left = length;
    }
    left += 2;
    for (const struct cli_option *o = table; o->name; o++) {
        print_option(option, sizeof option, o);
        printf("%-*s", left, option);
        at = left;
        print_words(o->help, left, &at);
        for (int i = 0; o->type == CLI_CHOICE && o->choices[i]; i++) {
            char word[64];
            int length = snprintf(word, sizeof word, "%s%s%s", i ? "" : "(", o->choices[i],
                                  o->choices[i + 1] ? "," : ")");
            print_word(word, length, left, &at);
        }
        putchar('\n');
    }
    if (command->more) printf("\n%s", command->more);
}

static bool names_file(const struct cli_option *o)
{
    return o->type == CLI_STRING && !strcmp(o->arg, "FILE");
}

static void print_choices(const struct cli_option *o)
{
    for (int i = 0; o->choices[i]; i++) printf("%s%s", i ? " " : "", o->choices[i]);
}

/* "-j|--jobs" as a pattern of a shell's case. */
static void print_pattern(const struct cli_option *o)
{
    if (o->letter) printf("-%c|", o->letter);
    printf("--%s", o->name);
}

static void print_bash(const char *name, const struct cli_option *table)
{
    printf("_ccdq_complete() {\n"
           "    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}\n"
           "    if [[ $cur == = ]]; then cur=\n"
           "    elif [[ $prev == = ]]; then prev=${COMP_WORDS[COMP_CWORD-2]}; fi\n"
           "    COMPREPLY=()\n"
           "    case $prev in\n");
    for (const struct cli_option *o = table; o->name; o++) {
        if (!cli_takes_argument(o)) continue;
        printf("    ");
        print_pattern(o);
        if (o->type == CLI_CHOICE) {
            printf(") COMPREPLY=($(compgen -W '");
            print_choices(o);
            printf("' -- \"$cur\")); return;;\n");
        } else {
            printf(") %sreturn;;\n", names_file(o) ? "COMPREPLY=($(compgen -f -- \"$cur\")); " : "");
        }
    }
    printf("    esac\n"
           "    case $cur in\n"
           "    -*) COMPREPLY=($(compgen -W '");
    for (const struct cli_option *o = table; o->name; o++) printf("%s--%s", o == table ? "" : " ", o->name);
    printf("' -- \"$cur\"));;\n"
           "    *) COMPREPLY=($(compgen -f -- \"$cur\"));;\n"
           "    esac\n"
           "}\n"
           "complete -o filenames -F _ccdq_complete %s\n",
           name);
}

/* Text inside single quotes; zsh also wants brackets and colons escaped. */
static void print_quoted(const char *text, const char *escape)
{
    for (; *text; text++) {
        if (*text == '\'') {
            printf("'\\''");
            continue;
        }
        if (strchr(escape, *text)) putchar('\\');
        putchar(*text);
    }
}

static void print_zsh(const char *name, const struct cli_option *table)
{
    printf("#compdef %s\n_arguments -s -S", name);
    for (const struct cli_option *o = table; o->name; o++) {
        bool takes = cli_takes_argument(o);
        printf(" \\\n    ");
        if (o->letter)
            printf("'(-%c --%s)'{-%c%s,--%s%s}'[", o->letter, o->name, o->letter, takes ? "+" : "", o->name,
                   takes ? "=" : "");
        else
            printf("'--%s%s[", o->name, takes ? "=" : "");
        print_quoted(o->help, "[]:\\");
        putchar(']');
        if (takes) printf(":%s:", o->arg);
        if (o->type == CLI_CHOICE) {
            putchar('(');
            print_choices(o);
            putchar(')');
        }
        printf("%s'", names_file(o) ? "_files" : "");
    }
    printf(" \\\n    '*:file:_files'\n");
}

static void print_fish(const char *name, const struct cli_option *table)
{
    for (const struct cli_option *o = table; o->name; o++) {
        printf("complete -c %s", name);
        if (o->letter) printf(" -s %c", o->letter);
        printf(" -l %s -d '", o->name);
        print_quoted(o->help, "\\");
        putchar('\'');
        if (o->type == CLI_CHOICE) {
            printf(" -x -a '");
            print_choices(o);
            putchar('\'');
        } else if (cli_takes_argument(o)) {
            printf(names_file(o) ? " -r -F" : " -x");
        }
        putchar('\n');
    }
}

void cli_print_completion(const struct cli_command *command, const struct cli_option *table,
                          enum cli_shell shell)
{
    switch (shell) {
    case SHELL_BASH:
        print_bash(command->name, table);
        break;
    case SHELL_ZSH:
        print_zsh(command->name, table);
        break;
    case SHELL_FISH:
        print_fish(command->name, table);
        break;
    case SHELL_NONE:
        break;
    }
}
