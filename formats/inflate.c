/* Raw deflate data: stored blocks by hand (a copy, and the crc with it), the rest by libdeflate, which takes
 * half the time of zlib for whole buffers. */
#include "inflate.h"
#include "crc.h"
#include <libdeflate.h>
#include <string.h>

enum { STORED_HEADER = 5, STORED_MOST = 65535 };

/* The header of a block of `part` bytes, the last one or not. */
static void put_header(unsigned char *p, size_t part, bool last)
{
    const unsigned char header[STORED_HEADER] = {last, part & 255, part >> 8, ~part & 255, ~part >> 8 & 255};
    memcpy(p, header, sizeof header);
}

/* In n bytes; none are a block, too. */
static size_t stored_blocks(size_t n)
{
    return n ? (n + STORED_MOST - 1) / STORED_MOST : 1;
}

size_t stored_size(size_t n)
{
    return n + stored_blocks(n) * STORED_HEADER;
}

/* Writes bytes as stored blocks, and returns their crc. The bytes may be those where the blocks end. */
static uint32_t put_stored(unsigned char *to, const unsigned char *bytes, size_t n)
{
    uint32_t crc = 0;
    for (size_t blocks = stored_blocks(n); blocks--;) {
        const size_t part = blocks ? STORED_MOST : n;
        put_header(to, part, !blocks);
        to += STORED_HEADER;
        if (!part) break;
        crc = crc_copy(crc, to, bytes, part);
        to += part, bytes += part, n -= part;
    }
    return crc;
}

uint32_t stored_enclose(unsigned char *bytes, size_t n)
{
    return put_stored(bytes - (stored_size(n) - n), bytes, n);
}

uint32_t deflate_raw(struct buf *out, const void *bytes, size_t n, int level)
{
    if (level == 0 || n == 0) {
        buf_reserve(out, stored_size(n));
        const uint32_t crc = put_stored(out->p + out->n, bytes, n);
        out->n += stored_size(n);
        return crc;
    }
    struct libdeflate_compressor *c = libdeflate_alloc_compressor(level);
    if (!c) xnomem();
    size_t most = libdeflate_deflate_compress_bound(c, n);
    buf_reserve(out, most);
    out->n += libdeflate_deflate_compress(c, bytes, n, out->p + out->n, most);
    libdeflate_free_compressor(c);
    return crc_more(0, bytes, n);
}

/* What the header says of the block that is next. */
struct stored {
    bool right, last; /* right: it is such a header, and as many bytes follow */
    size_t part;
};

static struct stored get_header(const unsigned char *in, size_t n_in)
{
    if (n_in < STORED_HEADER || in[0] > 1) return (struct stored){0};
    const size_t part = in[1] | (size_t)in[2] << 8, check = in[3] | (size_t)in[4] << 8;
    return (struct stored){part == (~check & 65535) && part <= n_in - STORED_HEADER, in[0], part};
}

/* A block of another type must be done by libdeflate, with all that are before it. */
bool inflate_is_copy(const unsigned char *in, size_t n_in)
{
    while (n_in && !(in[0] & 6)) {
        const struct stored block = get_header(in, n_in);
        if (!block.right || block.last) return true;
        in += STORED_HEADER + block.part, n_in -= STORED_HEADER + block.part;
    }
    return !n_in;
}

/* The copy of stored blocks has their crc nearly for nothing. false: they are damaged. */
static bool get_stored(const unsigned char *in, size_t n_in, unsigned char *out, size_t n_out, uint32_t *crc)
{
    *crc = 0;
    for (;;) {
        const struct stored block = get_header(in, n_in);
        if (!block.right || block.part > n_out) return false;
        in += STORED_HEADER, n_in -= STORED_HEADER;
        *crc = crc_copy(*crc, out, in, block.part);
        in += block.part, out += block.part;
        n_in -= block.part, n_out -= block.part;
        if (block.last) return n_in == 0 && n_out == 0;
    }
}

const char *inflate_raw(const unsigned char *in, size_t n_in, unsigned char *out, size_t n_out, uint32_t *crc)
{
    static const char *const damaged = "its deflate data is damaged";
    if (inflate_is_copy(in, n_in)) return get_stored(in, n_in, out, n_out, crc) ? NULL : damaged;
    struct libdeflate_decompressor *d = libdeflate_alloc_decompressor();
    if (!d) xnomem();
    size_t used = 0;
    bool whole = libdeflate_deflate_decompress_ex(d, in, n_in, out, n_out, &used, NULL) == LIBDEFLATE_SUCCESS;
    libdeflate_free_decompressor(d);
    *crc = crc_more(0, out, n_out);
    return whole && used == n_in ? NULL : damaged;
}
