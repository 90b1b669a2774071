/* Growable bytes, and messages in the order in which they belong on standard error. */
#ifndef CCDQ_BUF_H
#define CCDQ_BUF_H

#include <stdbool.h>
#include <stddef.h>

struct buf {
    unsigned char *p;
    size_t n, cap;
};

/* Says that memory is out and exits with status 2. */
void xnomem(void) __attribute__((noreturn));

/* Room for `more` bytes behind b->n. Exits through xnomem() when memory is out. */
void buf_reserve(struct buf *b, size_t more);
/* The same, but false when memory is out: for what one input alone asks for. */
bool buf_try_reserve(struct buf *b, size_t more);
void buf_add(struct buf *b, const void *bytes, size_t n);
void buf_printf(struct buf *b, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Frees the bytes and leaves an empty buf. */
void buf_free(struct buf *b);

/* Messages of one block of work: lines "file: record 7: reason". A worker writes them here, the ordered
 * consumer prints them, so that -j changes no byte of standard error. Keeps the first MESSAGES_KEPT lines and
 * counts all. */
enum { MESSAGES_KEPT = 100 };
struct messages {
    struct buf text;
    size_t count;
};
/* Adds one line; the format brings no newline. */
void message(struct messages *m, const char *format, ...) __attribute__((format(printf, 2, 3)));
void messages_free(struct messages *m);

#endif
