/* Inflating gzip'd text as it is read. */
#include "gunzip.h"
#include "buf.h"
#include "waiting.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

enum { SOURCE_SIZE = 1 << 16, GZIP_ONLY = 16 };

struct gunzip {
    int fd;
    z_stream z;
    bool between; /* a member ended, and no byte of the next was seen */
    bool ended;
    struct buf source;
};

struct gunzip *gunzip_new(int fd, const unsigned char *first, size_t n)
{
    struct gunzip *g = calloc(1, sizeof *g);
    if (!g || inflateInit2(&g->z, MAX_WBITS + GZIP_ONLY) != Z_OK) xnomem();
    g->fd = fd;
    buf_add(&g->source, first, n);
    buf_reserve(&g->source, SOURCE_SIZE);
    g->z.next_in = g->source.p;
    g->z.avail_in = (uInt)n;
    return g;
}

void gunzip_free(struct gunzip *g)
{
    if (!g) return;
    inflateEnd(&g->z);
    buf_free(&g->source);
    free(g);
}

/* More compressed bytes. false at the end of the file or a read error (*damage). */
static bool gunzip_fill(struct gunzip *g, const char **damage)
{
    const ssize_t got = waiting_read(g->fd, g->source.p, SOURCE_SIZE);
    if (got < 0) *damage = strerror(errno);
    if (got <= 0) return false;
    g->z.next_in = g->source.p;
    g->z.avail_in = (uInt)got;
    return true;
}

/* One step of inflation. false at the end, early or not. */
static bool gunzip_step(struct gunzip *g, const char **damage)
{
    if (g->z.avail_in == 0 && !gunzip_fill(g, damage)) {
        if (!g->between && !*damage) *damage = "the gzip data ends early";
        return false;
    }
    if (g->between) inflateReset(&g->z);
    g->between = false;
    int status = inflate(&g->z, Z_NO_FLUSH);
    if (status == Z_STREAM_END)
        g->between = true;
    else if (status == Z_MEM_ERROR)
        xnomem();
    else if (status != Z_OK && status != Z_BUF_ERROR)
        *damage = "the gzip data is damaged";
    return !*damage;
}

size_t gunzip_read(struct gunzip *g, unsigned char *p, size_t n, const char **damage)
{
    g->z.next_out = p;
    g->z.avail_out = (uInt)n;
    while (!g->ended && g->z.avail_out == n) g->ended = !gunzip_step(g, damage);
    return n - g->z.avail_out;
}
