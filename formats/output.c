/* Writing a file so that errors are seen and half a file is not. */
#include "output.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Is it a regular file, or nothing yet? Anything else, a symbolic link too, is written directly. */
static bool can_be_renamed(const char *path)
{
    struct stat st;
    return lstat(path, &st) ? errno == ENOENT : S_ISREG(st.st_mode);
}

static void open_beside(struct output *out, const char *path)
{
    struct buf name = {0};
    buf_printf(&name, "%s.tmp-%ld%c", path, (long)getpid(), 0);
    out->beside = (char *)name.p;
    out->fd = open(out->beside, O_WRONLY | O_CREAT | O_EXCL, 0666);
    if (out->fd >= 0) return;
    int error = errno;
    buf_free(&name);
    out->beside = NULL;
    errno = error;
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
    *out = (struct output){.fd = STDOUT_FILENO, .name = standard ? "standard output" : path};
    if (!standard && can_be_renamed(path))
        open_beside(out, path);
    else if (!standard)
        out->fd = open(path, O_WRONLY | O_TRUNC | O_NOCTTY);
    if (out->fd < 0) {
        message(messages, "%s: %s", out->name, strerror(errno));
        return false;
    }
    if (!seek || can_seek(out)) return true;
    message(messages, "%s: the form npy needs a file that can seek, since its header holds the count",
            out->name);
    output_abort(out);
    return false;
}

int output_write(struct output *out, const void *bytes, size_t n)
{
    const char *p = bytes;
    while (n && !out->error) {
        ssize_t put = write(out->fd, p, n);
        if (put < 0 && errno != EINTR) out->error = errno;
        if (put > 0) p += put, n -= (size_t)put;
    }
    if (out->error) errno = out->error;
    return out->error ? -1 : 0;
}

int output_patch(struct output *out, const void *bytes, size_t n)
{
    ssize_t put = -1;
    if (out->error) return -1;
    do put = pwrite(out->fd, bytes, n, out->start);
    while (put < 0 && errno == EINTR);
    if (put < 0) out->error = errno;
    if (put >= 0 && (size_t)put < n) out->error = EIO;
    return out->error ? -1 : 0;
}

void output_trouble(const struct output *out, struct messages *messages)
{
    message(messages, "%s: %s", out->name, strerror(out->error));
}

int output_close(struct output *out, struct messages *messages)
{
    if (close(out->fd) && !out->error) out->error = errno;
    if (!out->error && out->beside && rename(out->beside, out->name)) out->error = errno;
    if (out->error) {
        output_trouble(out, messages);
        if (out->beside) unlink(out->beside);
    }
    free(out->beside);
    return out->error ? -1 : 0;
}

void output_abort(struct output *out)
{
    close(out->fd);
    if (out->beside) unlink(out->beside);
    free(out->beside);
}
