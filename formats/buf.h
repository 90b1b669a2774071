/* Growable bytes, and messages in the order in which they belong on standard error. */
#ifndef CCDQ_BUF_H
#define CCDQ_BUF_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct buf {
    unsigned char *p;
    size_t n, cap;
};

/* Says that memory is out, after the name of the tool, and exits with status 2. Keeps the name, not a copy.
 */
void xnomem_tool(const char *name);
void xnomem(void) __attribute__((noreturn));

/* Room for `more` bytes behind b->n. Exits through xnomem() when memory is out. */
void buf_reserve(struct buf *b, size_t more);
/* The same, but false when memory is out: for what one input alone asks for. */
bool buf_try_reserve(struct buf *b, size_t more);
void buf_add(struct buf *b, const void *bytes, size_t n);
void buf_printf(struct buf *b, const char *format, ...) __attribute__((format(printf, 2, 3)));
void buf_vprintf(struct buf *b, const char *format, va_list ap) __attribute__((format(printf, 2, 0)));
/* Frees the bytes and leaves an empty buf. */
void buf_free(struct buf *b);
/* Each gets the other's bytes. */
static inline void buf_swap(struct buf *a, struct buf *b)
{
    const struct buf was = *a;
    *a = *b;
    *b = was;
}

/* What messages are about; each kind has a limit of its own, so that a flood of one does not hide another. */
enum message_kind {
    MESSAGE_INPUT,   /* a file, a frame or a line of it */
    MESSAGE_RECORD,  /* one record */
    MESSAGE_OUTCOME, /* a whole run, an output */
    MESSAGE_KINDS
};

/* Messages of one block of work: lines "file: record 7: reason". A worker writes them here, the ordered
 * consumer prints them, so that -j changes no byte of standard error. Keeps the first MESSAGES_KEPT lines of
 * each kind and counts all. */
enum { MESSAGES_KEPT = 100 };
struct message_kept {
    enum message_kind kind;
    size_t end; /* behind its newline; it may have others inside, as names of files may */
};
struct messages {
    struct buf text;
    struct buf kept;          /* struct message_kept for each in text */
    size_t count;             /* of all messages, */
    size_t of[MESSAGE_KINDS]; /* and of each kind */
};
/* Adds one line; the format brings no newline. message: of the kind MESSAGE_INPUT. */
void message(struct messages *m, const char *format, ...) __attribute__((format(printf, 2, 3)));
void message_of(struct messages *m, enum message_kind kind, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Adds all that another has, which stay there, too. */
void messages_join(struct messages *m, const struct messages *more);
/* What makes a noun that stands behind n of it a plural one: "s" or nothing. */
static inline const char *plural(uint64_t n)
{
    return n == 1 ? "" : "s";
}
/* Leaves none, and keeps the memory. */
void messages_clear(struct messages *m);
void messages_free(struct messages *m);

#endif
