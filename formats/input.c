/* One input file, read with plain read(2). (It is not mapped: to map a page costs more than to copy it, on
 * virtual machines seven times as much, and the copy is in the caches where it is worked on.) */
#include "input.h"
#include "gunzip.h"
#include "output.h"
#include "pipe-size.h"
#include "waiting.h"
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A first step of growth: reading goes on gradually from there. */
enum { STEP = 1 << 20 };

/* Of a regular file; of any other 0. */
static off_t size_of(int fd)
{
    struct stat st;
    return fstat(fd, &st) || !S_ISREG(st.st_mode) ? 0 : st.st_size;
}

bool input_open(struct input *in, const char *path, struct messages *messages)
{
    bool standard = !strcmp(path, "-");
    *in = (struct input){.name = standard ? "standard input" : path};
    in->fd = standard ? STDIN_FILENO : open(path, O_RDONLY | O_NOCTTY);
    if (in->fd < 0) {
        message(messages, "%s: %s", in->name, strerror(errno));
        return false;
    }
    if (output_is_open(in->fd)) {
        message(messages, "%s: input file is output file", in->name);
        input_close(in);
        return false;
    }
    in->size = size_of(in->fd);
    pipe_enlarge(in->fd);
    posix_fadvise(in->fd, 0, 0, POSIX_FADV_SEQUENTIAL);
    return true;
}

void input_close(struct input *in)
{
    gunzip_free(in->gz);
    buf_free(&in->ahead);
    if (in->fd > STDERR_FILENO) close(in->fd);
    in->fd = -1;
}

static size_t available(const struct input *in)
{
    return in->ahead.n - in->at;
}

void input_gunzip(struct input *in)
{
    in->gz = gunzip_new(in->fd, input_bytes(in), available(in));
    in->ahead.n = in->at = 0;
    in->eof = false;
}

/* Up to n bytes to p; 0 at the end. */
static size_t input_read(struct input *in, unsigned char *p, size_t n)
{
    ssize_t got;
    if (in->eof) return 0;
    if (in->gz) {
        got = (ssize_t)gunzip_read(in->gz, p, n, &in->damage);
    } else {
        got = waiting_read(in->fd, p, n);
        if (got < 0) in->damage = strerror(errno);
    }
    if (got <= 0) in->eof = true;
    /* Whole records may be left: nothing else would tell. */
    if (in->eof && !in->damage && size_of(in->fd) < in->size)
        in->damage = "it was made shorter while it was read";
    return got < 0 ? 0 : (size_t)got;
}

/* Moves what is left in `ahead` to its front and reads some more behind it. */
static void read_ahead(struct input *in, size_t want)
{
    size_t have = available(in);
    if (in->at) memmove(in->ahead.p, input_bytes(in), have);
    in->ahead.n = have;
    in->at = 0;
    buf_reserve(&in->ahead, want + 1);
    in->ahead.n += input_read(in, in->ahead.p + in->ahead.n, want);
}

size_t input_peek(struct input *in, size_t n)
{
    size_t have;
    while ((have = available(in)) < n && !in->eof) {
        size_t want = n - have;
        read_ahead(in, want < in->chunk ? in->chunk : want);
    }
    return have;
}

void input_skip(struct input *in, size_t n)
{
    in->at += n;
    in->offset += n;
}

/* What was read beyond byte n of b is ahead. */
static void keep_ahead(struct input *in, struct buf *b, size_t n)
{
    if (b->n <= n) return;
    in->ahead.n = in->at = 0;
    buf_add(&in->ahead, b->p + n, b->n - n);
    b->n = n;
}

size_t input_take(struct input *in, struct buf *b, size_t n, size_t ahead)
{
    const size_t have = available(in), first = have < n ? have : n;
    b->n = 0;
    in->no_memory = false;
    if (first) buf_add(b, input_bytes(in), first);
    in->at += first;
    while (b->n < n && !in->eof) {
        size_t want = n - b->n, step = b->n < STEP ? STEP : b->n;
        if (want > step)
            want = step;
        else
            want += ahead;
        in->no_memory = !buf_try_reserve(b, want);
        if (in->no_memory) break;
        b->n += input_read(in, b->p + b->n, want);
    }
    keep_ahead(in, b, n);
    in->offset += b->n;
    return b->n;
}

void input_pass(struct input *in, size_t n)
{
    for (size_t some; n > 0 && (some = input_peek(in, n < STEP ? n : STEP)) > 0; n -= some) {
        if (some > n) some = n;
        input_skip(in, some);
    }
}

void input_give_back(struct input *in, struct buf *taken)
{
    const struct buf ahead = in->ahead;
    in->offset -= taken->n;
    if (available(in)) buf_add(taken, input_bytes(in), available(in));
    in->ahead = *taken;
    in->at = 0;
    *taken = ahead;
    taken->n = 0;
}
