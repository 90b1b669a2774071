/* Bytes of one input file: peeked at, taken or given back, gunzipped on the way if asked for. Memory is
 * bounded by what was really read, never by what some header declares. */
#ifndef CCDQ_INPUT_H
#define CCDQ_INPUT_H

#include "buf.h"
#include <stdint.h>
#include <sys/types.h>

struct gunzip;

struct input {
    int fd;
    const char *name;   /* for messages */
    struct buf ahead;   /* bytes read */
    size_t at;          /* those before this one are taken */
    size_t chunk;       /* reads that fill `ahead` ask for at least this much */
    uint64_t offset;    /* of the next byte in the (gunzipped) file */
    off_t size;         /* of a regular file, when it was opened; else 0 */
    bool eof;           /* nothing more comes behind `ahead` */
    bool no_memory;     /* input_take has taken less because there was no memory for more */
    const char *damage; /* why it ended too early, or NULL */
    struct gunzip *gz;
};

/* Opens a file ("-": standard input) that is not the one written. false with a message. */
bool input_open(struct input *in, const char *path, struct messages *messages);
void input_close(struct input *in);

/* From here on the input is gzip data, of one or several members. */
void input_gunzip(struct input *in);

/* Makes n bytes available at input_bytes, or all that are left. Returns how many are available, maybe more.
 */
size_t input_peek(struct input *in, size_t n);

static inline const unsigned char *input_bytes(const struct input *in)
{
    return in->ahead.p + in->at;
}

/* Passes over n of the available bytes. */
void input_skip(struct input *in, size_t n);

/* Takes the next n bytes, or all that are left; they replace those of `bytes`. Returns how many. So many are
 * read ahead, where there are, for which another system call would be needed. */
size_t input_take(struct input *in, struct buf *bytes, size_t n, size_t ahead);

/* Passes over the next n bytes, or all that are left, without holding them. */
void input_pass(struct input *in, size_t n);

/* Gives bytes, just taken, back; none are left in `taken`. */
void input_give_back(struct input *in, struct buf *taken);

#endif
