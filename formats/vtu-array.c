/* The numbers of an array in one of VTK's XML files: text, or bytes that are raw or base64, in one piece or
 * in blocks compressed by zlib. No count in the file is believed before the bytes are there. */
#include "base64.h"
#include "mesh-vtu.h"
#include <inttypes.h>
#include <libdeflate.h>
#include <stdio.h>
#include <string.h>

void vtu_trouble(const struct vtu_coding *coding, const struct vtu_array *array, const char *reason)
{
    message(coding->messages, "%s: line %zu: array %s: %s", coding->name, array->line,
            *array->name ? array->name : "without a name", reason);
}

static bool fail(const struct vtu_coding *coding, const struct vtu_array *array, const char *reason)
{
    vtu_trouble(coding, array, reason);
    return false;
}

/* ---- Bytes ---- */

struct source {
    bool text; /* base64 */
    struct base64 base64;
    struct xml_span raw;
};

static size_t source_left(const struct source *s)
{
    return s->text ? base64_left(&s->base64) : s->raw.n;
}

/* Appends n bytes to out. false: so many are not there, or there is no memory. */
static bool source_add(struct source *s, struct buf *out, uint64_t n)
{
    if (n > source_left(s) || !buf_try_reserve(out, (size_t)n)) return false;
    if (s->text) {
        const size_t got = base64_read(&s->base64, out->p + out->n, (size_t)n);
        out->n += got;
        return got == n;
    }
    buf_add(out, s->raw.p, (size_t)n);
    s->raw.p += n;
    s->raw.n -= (size_t)n;
    return true;
}

static bool source_count(const struct vtu_coding *coding, struct source *s, uint64_t *count)
{
    struct buf bytes = {0};
    const bool there = source_add(s, &bytes, coding->long_counts ? 8 : 4);
    if (there)
        *count = vtk_index(
            &(struct vtk_data){coding->long_counts ? VTK_UINT64 : VTK_UINT32, coding->swapped, bytes.p, 1},
            0);
    buf_free(&bytes);
    return there;
}

/* false: the offset is outside of the file. */
static bool source_open(const struct vtu_coding *coding, const struct vtu_array *array, struct source *s)
{
    struct xml_span span = array->text;
    *s = (struct source){.text = array->format == VTU_BINARY || coding->appended_text};
    if (array->format == VTU_APPENDED) {
        span = coding->appended;
        if (array->offset > span.n || !span.p) return false;
        span.p += array->offset;
        span.n -= (size_t)array->offset;
    }
    s->raw = span;
    s->base64 = (struct base64){.at = span.p, .end = span.p + span.n};
    return true;
}

/* ---- Blocks ---- */

/* How the blocks of an array are laid out: all of `size` bytes when inflated, but the last. */
struct blocks {
    uint64_t n, size, last;
    struct vtk_data packed; /* bytes of each block as it is in the file */
    struct buf own;
};

static bool blocks_open(const struct vtu_coding *coding, struct source *s, struct blocks *blocks)
{
    const uint64_t count = coding->long_counts ? 8 : 4;
    if (!source_count(coding, s, &blocks->n)) return false;
    if (blocks->n == 0) return true;
    if (!source_count(coding, s, &blocks->size) || !source_count(coding, s, &blocks->last)) return false;
    if (blocks->n > source_left(s) / count || !source_add(s, &blocks->own, blocks->n * count)) return false;
    if (blocks->last == 0) blocks->last = blocks->size;
    blocks->packed = (struct vtk_data){coding->long_counts ? VTK_UINT64 : VTK_UINT32, coding->swapped,
                                       blocks->own.p, (size_t)blocks->n};
    return true;
}

/* Inflates one block, `size` bytes, to the end of out. Deflate cannot pack more than 1,032 bytes into one. */
static bool inflate_block(struct libdeflate_decompressor *inflater, const struct buf *packed, uint64_t size,
                          struct buf *out)
{
    size_t got = 0;
    if (size / 1032 > packed->n || !buf_try_reserve(out, (size_t)size)) return false;
    if (libdeflate_zlib_decompress(inflater, packed->p, packed->n, out->p + out->n, (size_t)size, &got) != 0)
        return false;
    out->n += got;
    return got == size;
}

static bool inflate_blocks(struct source *s, const struct blocks *blocks, struct buf *out)
{
    struct libdeflate_decompressor *inflater = libdeflate_alloc_decompressor();
    struct buf packed = {0};
    bool good = inflater != NULL;
    for (size_t i = 0; good && i < blocks->n; i++) {
        packed.n = 0;
        good = source_add(s, &packed, vtk_index(&blocks->packed, i)) &&
               inflate_block(inflater, &packed, i + 1 < blocks->n ? blocks->size : blocks->last, out);
    }
    buf_free(&packed);
    if (inflater) libdeflate_free_decompressor(inflater);
    return good;
}

/* Appends all bytes of the array to out. NULL, or the reason why that cannot be. */
static const char *load_bytes(const struct vtu_coding *coding, struct source *s, struct buf *out)
{
    uint64_t n;
    if (!*coding->compressor)
        return source_count(coding, s, &n) && source_add(s, out, n) ? NULL : "its bytes are not all there";
    if (strcmp(coding->compressor, "vtkZLibDataCompressor") != 0)
        return "only blocks compressed by zlib are read";
    struct blocks blocks = {0};
    const char *problem = blocks_open(coding, s, &blocks) ? NULL : "its blocks are not all there";
    if (!problem && !inflate_blocks(s, &blocks, out)) problem = "its compressed blocks are damaged";
    buf_free(&blocks.own);
    return problem;
}

/* ---- Arrays ---- */

static bool load_text(const struct vtu_coding *coding, const struct vtu_array *array, struct buf *own,
                      struct vtk_data *data)
{
    const char *at = array->text.p, *end = at + array->text.n;
    if (at) vtk_take_text(&at, end, array->type, SIZE_MAX, own);
    *data = vtk_text_data(own);
    if (at == end) return true;
    char reason[80];
    const size_t n = strcspn(at, " \t\n\v\f\r<");
    snprintf(reason, sizeof reason, "\"%.*s\" is no number", n < 40 ? (int)n : 40, at);
    return fail(coding, array, reason);
}

static bool load_binary(const struct vtu_coding *coding, const struct vtu_array *array, struct buf *own,
                        struct vtk_data *data)
{
    struct source s;
    char reason[120];
    if (!source_open(coding, array, &s))
        return fail(coding, array, "its offset is outside of the appended data");
    const char *problem = load_bytes(coding, &s, own);
    if (!problem && own->n % vtk_type_size(array->type)) problem = "it ends inside a number";
    *data = (struct vtk_data){array->type, coding->swapped, own->p, own->n / vtk_type_size(array->type)};
    if (!problem) return true;
    snprintf(reason, sizeof reason, *coding->compressor ? "%s (compressor %s)" : "%s", problem,
             coding->compressor);
    return fail(coding, array, reason);
}

bool vtu_load(const struct vtu_coding *coding, const struct vtu_array *array, uint64_t want, struct buf *own,
              struct vtk_data *data)
{
    own->n = 0;
    if (array->type == VTK_TYPES) return fail(coding, array, "a type of numbers that is not known");
    if (!(array->format == VTU_ASCII ? load_text : load_binary)(coding, array, own, data)) return false;
    if (want == VTU_ANY || data->n == want) return true;
    char reason[80];
    snprintf(reason, sizeof reason, "it has %zu numbers, and %" PRIu64 " are needed", data->n, want);
    return fail(coding, array, reason);
}
