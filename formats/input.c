/* One input file, read with plain read(2): the same for files and pipes. */
#include "input.h"
#include "gunzip.h"
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A first step of growth: reading goes on gradually from there. */
enum { STEP = 1 << 20 };

bool input_open(struct input *in, const char *path, struct messages *messages)
{
    bool standard = !strcmp(path, "-");
    *in = (struct input){.name = standard ? "standard input" : path};
    in->fd = standard ? STDIN_FILENO : open(path, O_RDONLY | O_NOCTTY);
    if (in->fd < 0) message(messages, "%s: %s", in->name, strerror(errno));
    return in->fd >= 0;
}

void input_close(struct input *in)
{
    gunzip_free(in->gz);
    buf_free(&in->ahead);
    if (in->fd > STDERR_FILENO) close(in->fd);
    in->fd = -1;
}

void input_gunzip(struct input *in)
{
    in->gz = gunzip_new(in->fd, input_bytes(in), in->ahead.n - in->at);
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
        do got = read(in->fd, p, n);
        while (got < 0 && errno == EINTR);
        if (got < 0) in->damage = strerror(errno);
    }
    if (got <= 0) in->eof = true;
    return got < 0 ? 0 : (size_t)got;
}

size_t input_peek(struct input *in, size_t n)
{
    while (in->ahead.n - in->at < n && !in->eof) {
        size_t have = in->ahead.n - in->at, want = n - have;
        if (want < in->chunk) want = in->chunk;
        if (in->at) {
            memmove(in->ahead.p, input_bytes(in), have);
            in->ahead.n = have;
            in->at = 0;
        }
        buf_reserve(&in->ahead, want);
        in->ahead.n += input_read(in, in->ahead.p + in->ahead.n, want);
    }
    return in->ahead.n - in->at;
}

void input_skip(struct input *in, size_t n)
{
    in->at += n;
    in->offset += n;
}

size_t input_take(struct input *in, struct buf *b, size_t n)
{
    size_t have = in->ahead.n - in->at, taken = have < n ? have : n;
    if (taken) buf_add(b, input_bytes(in), taken);
    in->at += taken;
    while (taken < n && !in->eof) {
        size_t want = n - taken, step = taken < STEP ? STEP : taken;
        if (want > step) want = step;
        buf_reserve(b, want);
        size_t got = input_read(in, b->p + b->n, want);
        b->n += got;
        taken += got;
    }
    in->offset += taken;
    return taken;
}

void input_give_back(struct input *in, struct buf *b, size_t n)
{
    struct buf joined = {0};
    buf_add(&joined, b->p + b->n - n, n);
    if (in->ahead.n > in->at) buf_add(&joined, input_bytes(in), in->ahead.n - in->at);
    buf_free(&in->ahead);
    in->ahead = joined;
    in->at = 0;
    in->offset -= n;
    b->n -= n;
}
