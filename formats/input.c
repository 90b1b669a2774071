/* One input file: mapped where that can be, else read with plain read(2). */
#include "input.h"
#include "gunzip.h"
#include "output.h"
#include "pipe-size.h"
#include "waiting.h"
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

/* A first step of growth: reading goes on gradually from there. */
enum { STEP = 1 << 20 };

/* Maps the file, of which some may have been read before us. */
static void map(struct input *in)
{
    const off_t start = lseek(in->fd, 0, SEEK_CUR);
    if (start < 0 || !(in->map = map_open(in->fd, in->name))) return;
    if ((uintmax_t)start <= map_size(in->map)) {
        in->at = (size_t)start;
        return;
    }
    map_release(in->map);
    in->map = NULL;
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
    map(in);
    if (!in->map) pipe_enlarge(in->fd);
    return true;
}

void input_close(struct input *in)
{
    map_release(in->map);
    gunzip_free(in->gz);
    buf_free(&in->ahead);
    if (in->fd > STDERR_FILENO) close(in->fd);
    in->fd = -1;
}

static size_t available(const struct input *in)
{
    return (in->map ? map_size(in->map) : in->ahead.n) - in->at;
}

/* Goes on by read(2) from byte `end` of the file; the map's bytes before it are as if read. */
static void leave_map(struct input *in, size_t end)
{
    struct map *map = in->map;
    in->ahead.n = 0;
    buf_add(&in->ahead, input_bytes(in), end - in->at);
    if (lseek(in->fd, (off_t)end, SEEK_SET) < 0) in->damage = strerror(errno), in->eof = true;
    in->map = NULL;
    in->at = 0;
    map_release(map);
}

void input_gunzip(struct input *in)
{
    if (in->map) leave_map(in, in->at);
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
        if (in->map)
            leave_map(in, map_size(in->map));
        else
            read_ahead(in, want < in->chunk ? in->chunk : want);
    }
    return have;
}

void input_skip(struct input *in, size_t n)
{
    in->at += n;
    in->offset += n;
    if (in->map) map_passed(in->map, in->at);
}

/* The next n bytes, or all that are left, to the end of b. */
static void read_some(struct input *in, struct buf *b, size_t n)
{
    size_t have = available(in), taken = have < n ? have : n;
    if (taken) buf_add(b, input_bytes(in), taken);
    in->at += taken;
    while (taken < n && !in->eof) {
        size_t want = n - taken, step = taken < STEP ? STEP : taken;
        if (want > step) want = step;
        in->no_memory = !buf_try_reserve(b, want);
        if (in->no_memory) break;
        size_t got = input_read(in, b->p + b->n, want);
        b->n += got;
        taken += got;
    }
    in->offset += taken;
}

struct view input_take(struct input *in, struct buf *own, size_t n)
{
    own->n = 0;
    in->no_memory = false;
    if (in->map && available(in) < n) leave_map(in, map_size(in->map));
    if (in->map) {
        struct view view = {input_bytes(in), n, in->map};
        map_hold(in->map);
        input_skip(in, n);
        return view;
    }
    read_some(in, own, n);
    return (struct view){own->p, own->n, NULL};
}

void input_pass(struct input *in, size_t n)
{
    for (size_t some; n > 0 && (some = input_peek(in, n < STEP ? n : STEP)) > 0; n -= some) {
        if (some > n) some = n;
        input_skip(in, some);
    }
}

void input_give_back(struct input *in, struct view *view)
{
    in->offset -= view->n;
    if (in->map) {
        in->at -= view->n;
    } else {
        struct buf joined = {0};
        buf_add(&joined, view->p, view->n);
        if (available(in)) buf_add(&joined, input_bytes(in), available(in));
        buf_free(&in->ahead);
        in->ahead = joined;
        in->at = 0;
    }
    view_release(view);
}
