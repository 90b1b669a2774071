/* Raw deflate data: stored blocks by hand (a memcpy), the rest by zlib. */
#include "inflate.h"
#include <string.h>
#include <zlib.h>

enum { STORED_HEADER = 5, STORED_MOST = 65535 };

static void deflate_stored(struct buf *out, const unsigned char *p, size_t n)
{
    buf_reserve(out, n + (n / STORED_MOST + 1) * STORED_HEADER);
    bool last;
    do {
        size_t part = n < STORED_MOST ? n : STORED_MOST;
        last = part == n;
        const unsigned char header[STORED_HEADER] = {last, part & 255, part >> 8, ~part & 255,
                                                     ~part >> 8 & 255};
        buf_add(out, header, sizeof header);
        buf_add(out, p, part);
        if (part) p += part;
        n -= part;
    } while (!last);
}

void deflate_raw(struct buf *out, const void *bytes, size_t n, int level)
{
    if (level == 0 || n == 0) {
        deflate_stored(out, bytes, n);
        return;
    }
    z_stream z = {0};
    if (deflateInit2(&z, level, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY) != Z_OK) xnomem();
    uLong most = deflateBound(&z, n);
    buf_reserve(out, most);
    z.next_in = (Bytef *)bytes;
    z.avail_in = (uInt)n;
    z.next_out = out->p + out->n;
    z.avail_out = (uInt)most;
    deflate(&z, Z_FINISH);
    out->n += z.total_out;
    deflateEnd(&z);
}

/* Reads stored blocks as long as there are any. Returns 1 when the data ended, 0 at a block of another type
 * (which zlib must do from the start), -1 at damage. */
static int inflate_stored(const unsigned char *in, size_t n_in, unsigned char *out, size_t n_out)
{
    for (;;) {
        if (n_in && in[0] & 6) return 0;
        if (n_in < STORED_HEADER || in[0] > 1) return -1;
        size_t part = in[1] | (size_t)in[2] << 8, check = in[3] | (size_t)in[4] << 8;
        bool last = in[0];
        in += STORED_HEADER;
        n_in -= STORED_HEADER;
        if (part != (~check & 65535) || part > n_in || part > n_out) return -1;
        memcpy(out, in, part);
        in += part, out += part;
        n_in -= part, n_out -= part;
        if (last) return n_in == 0 && n_out == 0 ? 1 : -1;
    }
}

const char *inflate_raw(const unsigned char *in, size_t n_in, unsigned char *out, size_t n_out)
{
    static const char *const damaged = "its deflate data is damaged";
    int stored = inflate_stored(in, n_in, out, n_out);
    if (stored) return stored > 0 ? NULL : damaged;
    z_stream z = {0};
    if (inflateInit2(&z, -MAX_WBITS) != Z_OK) xnomem();
    z.next_in = (Bytef *)in;
    z.avail_in = (uInt)n_in;
    z.next_out = out;
    z.avail_out = (uInt)n_out;
    int status = inflate(&z, Z_FINISH);
    bool whole = status == Z_STREAM_END && z.avail_in == 0 && z.avail_out == 0;
    inflateEnd(&z);
    return whole ? NULL : damaged;
}
