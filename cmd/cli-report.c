/* What a command says on standard error: messages and progress. */
#include "cli.h"
#include "cli-table.h"
#include "../formats/output.h"
#include "../formats/waiting.h"
#include <errno.h>
#include <gmp.h>
#include <inttypes.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static struct {
    const char *name;
    struct timespec start, shown; /* of the command; of the last progress line */
    bool line;                    /* a progress line stands on the terminal */
    size_t told[MESSAGE_KINDS];   /* messages of each kind that came, shown or not */
} self;

/* How many messages there were of each kind that had too many of them. */
static void tell_totals(void)
{
    static const char *const about[] = {
        [MESSAGE_INPUT] = "the input", [MESSAGE_RECORD] = "records", [MESSAGE_OUTCOME] = "runs and outputs"};
    for (unsigned kind = 0; kind < MESSAGE_KINDS; kind++) {
        char digits[CLI_DIGITS];
        if (self.told[kind] <= MESSAGES_KEPT) continue;
        cli_message("only the first %d of %s messages about %s are shown", MESSAGES_KEPT,
                    cli_digits(digits, self.told[kind]), about[kind]);
    }
}

/* GMP's own functions abort when memory is out, and unfinished files would stay. */
static void *reallocate(void *p, size_t before, size_t n)
{
    (void)before;
    if (!(p = realloc(p, n))) xnomem();
    return p;
}

static void *allocate(size_t n)
{
    return reallocate(NULL, 0, n);
}

void cli_start(const char *name)
{
    self.name = name;
    xnomem_tool(name);
    mp_set_memory_functions(allocate, reallocate, NULL);
    clock_gettime(CLOCK_MONOTONIC, &self.start);
    atexit(tell_totals);
}

const char *cli_name(void)
{
    return self.name;
}

static double seconds_since(const struct timespec *t, const struct timespec *now)
{
    return (double)(now->tv_sec - t->tv_sec) + 1e-9 * (double)(now->tv_nsec - t->tv_nsec);
}

double cli_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return seconds_since(&self.start, &now);
}

/* Messages must not stand behind a progress line. */
static void clear_line(void)
{
    if (self.line) fputs("\r\033[K", stderr);
    self.line = false;
}

/* All of it, also into a pipe that does not wait; what cannot be written has nobody to be told to. */
static void say(const struct buf *text)
{
    ssize_t put = 0;
    for (size_t at = 0; put >= 0 && at < text->n; at += (size_t)put)
        put = waiting_write(STDERR_FILENO, text->p + at, text->n - at);
}

static void print_message(const char *format, va_list ap)
{
    struct buf text = {0};
    clear_line();
    buf_printf(&text, "%s: ", self.name);
    buf_vprintf(&text, format, ap);
    buf_add(&text, "\n", 1);
    say(&text);
    buf_free(&text);
}

void cli_message(const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    print_message(format, ap);
    va_end(ap);
}

void cli_usage(const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    print_message(format, ap);
    va_end(ap);
    fprintf(stderr, "Try '%s --help'.\n", self.name);
    exit(CLI_TROUBLE);
}

bool cli_close_text(void)
{
    const bool failed = ferror(stdout);
    if (!fclose(stdout) && !failed) return true;
    cli_message("standard output: %s", errno ? strerror(errno) : "write error");
    return false;
}

void cli_end_of_text(void)
{
    exit(cli_close_text() ? CLI_OK : CLI_TROUBLE);
}

size_t cli_messages(struct messages *messages)
{
    const size_t count = messages->count;
    const struct message_kept *kept = (const struct message_kept *)(const void *)messages->kept.p;
    size_t start = 0;
    for (size_t i = 0; i < messages->kept.n / sizeof *kept; i++) {
        if (self.told[kept[i].kind]++ < MESSAGES_KEPT)
            cli_message("%.*s", (int)(kept[i].end - 1 - start), (const char *)messages->text.p + start);
        messages->of[kept[i].kind]--;
        start = kept[i].end;
    }
    for (unsigned kind = 0; kind < MESSAGE_KINDS; kind++) self.told[kind] += messages->of[kind];
    messages_clear(messages);
    return count;
}

void cli_abandon(void)
{
    tell_totals();
    _exit(CLI_TROUBLE);
}

void cli_broken_pipe(void)
{
    /* a parent may have made us ignore or block the signal: that is how we got here */
    output_remove_unfinished();
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGPIPE);
    signal(SIGPIPE, SIG_DFL);
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
    raise(SIGPIPE);
    _exit(128 + SIGPIPE);
}

char *cli_digits(char out[CLI_DIGITS], uint64_t n)
{
    char digits[CLI_DIGITS], *p = out;
    int length = snprintf(digits, sizeof digits, "%" PRIu64, n);
    for (int i = 0; i < length; i++) {
        *p++ = digits[i];
        if (i + 1 < length && (length - 1 - i) % 3 == 0) *p++ = ',';
    }
    *p = 0;
    return out;
}

void cli_progress(const struct cli_common *common, const char *what, uint64_t done)
{
    if (!common->progress) return;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (self.line && seconds_since(&self.shown, &now) < 0.1) return;
    double seconds = seconds_since(&self.start, &now);
    char number[CLI_DIGITS];
    fprintf(stderr, "\r\033[K%s: %s %s, %.3g M/s", self.name, cli_digits(number, done), what,
            seconds > 0 ? 1e-6 * (double)done / seconds : 0);
    self.shown = now;
    self.line = true;
}

void cli_progress_end(const struct cli_common *common)
{
    if (common->progress) clear_line();
}
