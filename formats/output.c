/* Writing a file so that errors are seen and half a file is not. */
#define _XOPEN_SOURCE 700 /* realpath */
#include "output.h"
#include "pipe-size.h"
#include "waiting.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- Files that are beside now, for the signal that ends the process ---- */

enum { MAX_BESIDE = 16384 };
static const char *volatile beside_now[MAX_BESIDE];
static volatile sig_atomic_t beside_used; /* slots that ever were in use */

void output_remove_unfinished(void)
{
    for (int i = 0; i < beside_used; i++)
        if (beside_now[i]) unlink(beside_now[i]);
}

static void remove_and_die(int number)
{
    output_remove_unfinished();
    signal(number, SIG_DFL);
    raise(number);
}

/* A signal that is ignored (nohup) stays so. */
static void catch_signals(void)
{
    static const int numbers[] = {SIGHUP,  SIGINT,  SIGQUIT, SIGTERM, SIGPIPE,
                                  SIGALRM, SIGUSR1, SIGUSR2, SIGXCPU};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        struct sigaction old, new = {.sa_handler = remove_and_die};
        sigfillset(&new.sa_mask);
        if (!sigaction(numbers[i], NULL, &old) && old.sa_handler == SIG_DFL)
            sigaction(numbers[i], &new, NULL);
    }
}

static void remember(const char *beside)
{
    int i = 0;
    if (!beside_used) {
        catch_signals();
        atexit(output_remove_unfinished); /* memory may run out anywhere */
    }
    while (i < beside_used && beside_now[i]) i++;
    if (i == MAX_BESIDE) return; /* then this one is left behind */
    beside_now[i] = beside;
    if (i == beside_used) beside_used = i + 1;
}

static void forget(const char *beside)
{
    for (int i = 0; i < beside_used; i++)
        if (beside_now[i] == beside) beside_now[i] = NULL;
}

/* ---- Opening ---- */

static char *joined(const char *path, const char *format, long number)
{
    struct buf name = {0};
    buf_printf(&name, "%s", path);
    buf_printf(&name, format, number);
    buf_add(&name, "", 1);
    return (char *)name.p;
}

/* What a symbolic link leads to, to be freed, or NULL where the path is none. */
static char *link_target(const char *path)
{
    char to[PATH_MAX];
    const ssize_t n = readlink(path, to, sizeof to);
    const char *slash = strrchr(path, '/');
    struct buf target = {0};
    if (n < 0 || n == sizeof to) return NULL;
    if (to[0] != '/' && slash) buf_add(&target, path, (size_t)(slash + 1 - path));
    buf_add(&target, to, (size_t)n);
    buf_add(&target, "", 1);
    return (char *)target.p;
}

/* Where a file is to be that is not there: the path in full, to be freed, or NULL where it has no folder.
 * Links that lead nowhere are followed; stat has seen that they do not go round in a circle. */
static char *absent_target(const char *path)
{
    char *link = link_target(path);
    if (link) {
        char *target = absent_target(link);
        free(link);
        return target;
    }
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    struct buf folder = {0}, target = {0};
    buf_add(&folder, slash ? path : ".", slash ? (size_t)(slash + 1 - path) : 1);
    buf_add(&folder, "", 1);
    char *real = realpath((const char *)folder.p, NULL);
    buf_free(&folder);
    if (!real) return NULL;
    buf_printf(&target, "%s/%s", strcmp(real, "/") ? real : "", name);
    buf_add(&target, "", 1);
    free(real);
    return (char *)target.p;
}

/* The regular file that the path leads to, be it there or not, to be freed; NULL for anything else, which is
 * written directly, and where there can be none. *st is of the file; st_mode is 0 where there is none. */
static char *renamed_target(const char *path, struct stat *st)
{
    if (!stat(path, st)) return S_ISREG(st->st_mode) ? realpath(path, NULL) : NULL;
    st->st_mode = 0;
    return errno == ENOENT && *path ? absent_target(path) : NULL;
}

static bool same_file(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/* Is standard output, which may have been given a name as /dev/stdout, what the path leads to? */
static bool leads_to_standard(const char *path)
{
    struct stat named, standard;
    if (!strcmp(path, "-")) return true;
    return !stat(path, &named) && !S_ISCHR(named.st_mode) && !fstat(STDOUT_FILENO, &standard) &&
           same_file(&named, &standard);
}

bool output_same(const char *a, const char *b)
{
    struct stat st;
    if (!strcmp(a, "-") || !strcmp(b, "-")) return leads_to_standard(a) && leads_to_standard(b);
    char *at = renamed_target(a, &st), *bt = renamed_target(b, &st);
    const bool same = at && bt && !strcmp(at, bt);
    free(at);
    free(bt);
    return same;
}

/* The new file has the owner and the permissions of the one it will replace, so far as this process may give
 * them: a group that cannot be given gets no permissions. */
static void resemble(int fd, const struct stat *old)
{
    struct stat own;
    if (!old->st_mode || fstat(fd, &own)) return;
    const bool others = old->st_uid != own.st_uid || old->st_gid != own.st_gid;
    const bool same = !others || !fchown(fd, old->st_uid, old->st_gid) || !fchown(fd, (uid_t)-1, old->st_gid);
    fchmod(fd, old->st_mode & (same ? 0777 : 0707));
}

static void open_beside(struct output *out, const struct stat *old)
{
    out->beside = joined(out->target, ".tmp-%ld", (long)getpid());
    out->fd = open(out->beside, O_WRONLY | O_CREAT | O_EXCL, old->st_mode ? 0600 : 0666);
    if (out->fd >= 0) {
        resemble(out->fd, old);
        remember(out->beside);
        return;
    }
    int error = errno;
    free(out->beside);
    out->beside = NULL;
    errno = error;
}

/* Whether standard output is written. Set before threads start, and not touched by those that open files. */
static bool standard_open;

bool output_is_open(int fd)
{
    struct stat a, b;
    return standard_open && !fstat(fd, &a) && S_ISREG(a.st_mode) && !fstat(STDOUT_FILENO, &b) &&
           same_file(&a, &b);
}

static bool can_seek(struct output *out)
{
    int flags = fcntl(out->fd, F_GETFL);
    out->start = lseek(out->fd, 0, SEEK_CUR);
    return flags >= 0 && !(flags & O_APPEND) && out->start >= 0;
}

bool output_open(struct output *out, const char *path, bool seek, struct messages *messages)
{
    bool standard = !path || !strcmp(path, "-");
    signal(SIGXFSZ, SIG_IGN); /* so that a file that may not be longer is an error in writing */
    *out = (struct output){.fd = STDOUT_FILENO, .name = standard ? "standard output" : path};
    struct stat old;
    if (!standard) out->target = renamed_target(path, &old);
    if (out->target)
        open_beside(out, &old);
    else if (!standard)
        out->fd = open(path, O_WRONLY | O_TRUNC | O_NOCTTY);
    if (out->fd < 0) {
        message_of(messages, MESSAGE_OUTCOME, "%s: %s", out->name, strerror(errno));
        free(out->target);
        return false;
    }
    if (!out->target) pipe_enlarge(out->fd);
    if (standard) standard_open = true;
    if (!seek || can_seek(out)) return true;
    message_of(messages, MESSAGE_OUTCOME,
               "%s: the form npy needs a file that can seek, since its header holds the count", out->name);
    output_abort(out);
    return false;
}

int output_write(struct output *out, const void *bytes, size_t n)
{
    const char *p = bytes;
    while (n && !out->error) {
        const ssize_t put = waiting_write(out->fd, p, n);
        if (put < 0) out->error = errno;
        if (put > 0) p += put, n -= (size_t)put, out->put += (size_t)put;
    }
    if (out->error) errno = out->error;
    return out->error ? -1 : 0;
}

int output_patch(struct output *out, const void *bytes, size_t n)
{
    ssize_t put;
    do put = pwrite(out->fd, bytes, n, out->start);
    while (put < 0 && errno == EINTR);
    if (put != (ssize_t)n && !out->error) out->error = put < 0 ? errno : EIO;
    return out->error ? -1 : 0;
}

void output_trouble(const struct output *out, struct messages *messages)
{
    message_of(messages, MESSAGE_OUTCOME, "%s: %s", out->name, strerror(out->error));
}

/* Gives what was written beside its name. false where that is not to be, or cannot. */
static bool place(struct output *out, bool whole)
{
    if (!whole || out->error) return false;
    if (!out->beside || !rename(out->beside, out->target)) return true;
    out->error = errno;
    return false;
}

/* Keeps what was written beside as NAME.incomplete, and says so. */
static void keep_rest(struct output *out, struct messages *messages)
{
    char *incomplete = joined(out->target, ".incomplete", 0);
    if (!out->put)
        message_of(messages, MESSAGE_OUTCOME,
                   "%s: not written, because the output is not complete, and there is nothing of it",
                   out->name);
    else if (!rename(out->beside, incomplete))
        message_of(messages, MESSAGE_OUTCOME,
                   "%s: not written, because the output is not complete; %s has what there is", out->name,
                   incomplete);
    else
        message_of(messages, MESSAGE_OUTCOME, "%s: %s", incomplete, strerror(errno));
    free(incomplete);
}

/* Nothing is left beside. */
static void release(struct output *out)
{
    if (out->beside) {
        unlink(out->beside);
        forget(out->beside);
    }
    free(out->beside);
    free(out->target);
}

int output_close(struct output *out, bool whole, struct messages *messages)
{
    if (close(out->fd) && !out->error) out->error = errno;
    const bool placed = place(out, whole);
    const int status = out->error ? -1 : 0;
    if (out->error) output_trouble(out, messages);
    if (out->beside && !placed) keep_rest(out, messages);
    release(out);
    return status;
}

void output_abort(struct output *out)
{
    close(out->fd);
    release(out);
}
