/* Growable bytes and collected messages. */
#include "buf.h"
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *tool = "ccdq";

void xnomem_tool(const char *name)
{
    tool = name;
}

void xnomem(void)
{
    fprintf(stderr, "%s: out of memory\n", tool);
    exit(2);
}

bool buf_try_reserve(struct buf *b, size_t more)
{
    if (more <= b->cap - b->n) return true;
    if (more > SIZE_MAX / 2 - b->n) return false;
    size_t cap = b->n + more;
    if (cap < b->cap * 2) cap = b->cap * 2;
    unsigned char *p = realloc(b->p, cap);
    if (!p) p = realloc(b->p, cap = b->n + more); /* no reserve for later, then */
    if (!p) return false;
    b->p = p;
    b->cap = cap;
    return true;
}

void buf_reserve(struct buf *b, size_t more)
{
    if (!buf_try_reserve(b, more)) xnomem();
}

void buf_add(struct buf *b, const void *bytes, size_t n)
{
    if (n == 0) return;
    buf_reserve(b, n);
    memcpy(b->p + b->n, bytes, n);
    b->n += n;
}

void buf_vprintf(struct buf *b, const char *format, va_list ap)
{
    va_list again;
    va_copy(again, ap);
    buf_reserve(b, 128);
    int n = vsnprintf((char *)b->p + b->n, b->cap - b->n, format, ap);
    if (n < 0) xnomem();
    if ((size_t)n >= b->cap - b->n) {
        buf_reserve(b, (size_t)n + 1);
        vsnprintf((char *)b->p + b->n, b->cap - b->n, format, again);
    }
    b->n += (size_t)n;
    va_end(again);
}

void buf_printf(struct buf *b, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    buf_vprintf(b, format, ap);
    va_end(ap);
}

void buf_free(struct buf *b)
{
    free(b->p);
    *b = (struct buf){0};
}

static void add_message(struct messages *m, enum message_kind kind, const char *format, va_list ap)
{
    m->count++;
    if (m->of[kind]++ >= MESSAGES_KEPT) return;
    buf_vprintf(&m->text, format, ap);
    buf_add(&m->text, "\n", 1);
    const struct message_kept kept = {kind, m->text.n};
    buf_add(&m->kept, &kept, sizeof kept);
}

void message(struct messages *m, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    add_message(m, MESSAGE_INPUT, format, ap);
    va_end(ap);
}

void message_of(struct messages *m, enum message_kind kind, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    add_message(m, kind, format, ap);
    va_end(ap);
}

void messages_join(struct messages *m, const struct messages *more)
{
    const struct message_kept *kept = (const struct message_kept *)(const void *)more->kept.p;
    size_t start = 0, shown[MESSAGE_KINDS] = {0};
    for (size_t i = 0; i < more->kept.n / sizeof *kept; i++) {
        message_of(m, kept[i].kind, "%.*s", (int)(kept[i].end - 1 - start), (char *)more->text.p + start);
        start = kept[i].end;
        shown[kept[i].kind]++;
    }
    for (int kind = 0; kind < MESSAGE_KINDS; kind++) {
        m->count += more->of[kind] - shown[kind];
        m->of[kind] += more->of[kind] - shown[kind];
    }
}

void messages_clear(struct messages *m)
{
    *m = (struct messages){.text = {m->text.p, 0, m->text.cap}, .kept = {m->kept.p, 0, m->kept.cap}};
}

void messages_free(struct messages *m)
{
    buf_free(&m->text);
    buf_free(&m->kept);
    *m = (struct messages){0};
}
