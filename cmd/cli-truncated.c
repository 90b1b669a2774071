/* What becomes of a command whose mapped input file is made shorter by another program. */
#include "cli.h"
#include "cli-table.h"
#include "../formats/map.h"
#include "../formats/output.h"
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

/* "ccd-vf: FILE: it was made shorter while it was read", with what a signal handler may call. */
static void say(const char *file)
{
    const char *const parts[] = {cli_name(), ": ", file, ": it was made shorter while it was read\n"};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (write(STDERR_FILENO, parts[i], strlen(parts[i])) < 0) return;
}

/* Any other bad access is a fault of ours, and ends the process as it would without this handler. Of threads
 * that come here at the same time the first one does all, and ends the others. */
static void end_of_file(int number, siginfo_t *info, void *context)
{
    static atomic_flag entered = ATOMIC_FLAG_INIT;
    (void)context;
    while (atomic_flag_test_and_set(&entered)) pause();
    const char *file = map_name_at(info->si_addr);
    output_remove_unfinished();
    if (file) {
        say(file);
        _exit(CLI_TROUBLE);
    }
    signal(number, SIG_DFL);
    raise(number);
}

void cli_catch_truncated(void)
{
    struct sigaction action = {.sa_sigaction = end_of_file, .sa_flags = SA_SIGINFO};
    sigfillset(&action.sa_mask);
    sigaction(SIGBUS, &action, NULL);
}
