/* The form npy: an array of float64 or float32, shape n x 8 x 3, as numpy.save writes it. */
#include "form.h"
#include "number.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Offsets in the file, and the longest header text that is believed. */
enum { AT_MAJOR = 6, AT_LENGTH = 8, TEXT_LIMIT = 65535 };

/* The value of a key in the header's dictionary text: what stands behind "'key':". NULL if it is not there.
 */
static const char *value_of(const char *text, const char *key)
{
    const char *p = text;
    size_t n = strlen(key);
    while ((p = strchr(p, '\''))) {
        if (!strncmp(++p, key, n) && p[n] == '\'') {
            p += n + 1;
            p += strspn(p, " ");
            return *p == ':' ? p + 1 + strspn(p + 1, " ") : NULL;
        }
    }
    return NULL;
}

static const char *parse_descr(const char *descr, unsigned *real_size)
{
    if (!descr) return "its header names no descr";
    if (!strncmp(descr, "'<f8'", 5))
        *real_size = sizeof(double);
    else if (!strncmp(descr, "'<f4'", 5))
        *real_size = sizeof(float);
    else
        return "its numbers are not of the type '<f8' or '<f4'";
    return NULL;
}

/* "(N, 8, 3)" */
static const char *parse_shape(const char *shape, uint64_t *n)
{
    static const char *const wrong = "its shape is not (n, 8, 3)";
    if (!shape || shape[0] != '(') return wrong;
    size_t digits = strspn(shape + 1, "0123456789");
    if (!number_parse_uint(shape + 1, digits, UINT64_MAX, n)) return wrong;
    const char *p = shape + 1 + digits;
    const char *const rest[] = {",", "8", ",", "3"};
    for (int i = 0; i < 4; i++) {
        p += strspn(p, " ");
        if (*p++ != rest[i][0]) return wrong;
    }
    p += strspn(p, " ");
    if (*p == ',') p += 1 + strspn(p + 1, " ");
    return *p == ')' ? NULL : wrong;
}

static const char *parse_text(struct cutter *c, const char *text)
{
    const char *order = value_of(text, "fortran_order");
    const char *problem = parse_descr(value_of(text, "descr"), &c->real_size);
    if (!problem && (!order || strncmp(order, "False", 5))) problem = "its order is not that of C";
    if (!problem) problem = parse_shape(value_of(text, "shape"), &c->npy_records);
    return problem;
}

/* Reads the header; the input then stands at the first number. NULL, or what is wrong with the file. */
static const char *take_header(struct cutter *c)
{
    static const char magic[] = "\x93NUMPY";
    size_t have = input_peek(&c->in, AT_LENGTH + 4);
    const unsigned char *p = input_bytes(&c->in);
    if (have < AT_LENGTH + 4 || memcmp(p, magic, sizeof magic - 1)) return "this is no npy file";
    if (p[AT_MAJOR] < 1 || p[AT_MAJOR] > 3) return "its npy version is unknown";
    size_t wide = p[AT_MAJOR] == 1 ? 2 : 4, length = p[AT_LENGTH] | (size_t)p[AT_LENGTH + 1] << 8;
    if (wide == 4) length |= (size_t)p[AT_LENGTH + 2] << 16 | (size_t)p[AT_LENGTH + 3] << 24;
    if (length > TEXT_LIMIT) return "its header is longer than 65,535 bytes";
    size_t whole = AT_LENGTH + wide + length;
    if (input_peek(&c->in, whole) < whole) return "its header is cut short";
    struct buf text = {0};
    buf_add(&text, input_bytes(&c->in) + AT_LENGTH + wide, length);
    buf_add(&text, "", 1);
    const char *problem = parse_text(c, (const char *)text.p);
    buf_free(&text);
    input_skip(&c->in, whole);
    return problem;
}

int npy_cut(struct cutter *c, struct block *block)
{
    if (!c->real_size) {
        const char *problem = take_header(c);
        if (problem) {
            message(&block->messages, "%s: %s", c->in.name, problem);
            return 0;
        }
    }
    if (c->record < c->npy_records && reals_cut(c, block, c->npy_records - c->record)) return 1;
    if (c->record < c->npy_records)
        message(&block->messages, "%s: the header declares %" PRIu64 " %s, but only %" PRIu64 " can be read",
                c->in.name, c->npy_records, c->npy_records == 1 ? "query" : "queries", c->record);
    else if (input_peek(&c->in, 1))
        message(&block->messages, "%s: there are bytes behind what the header declares: %" PRIu64 " %s",
                c->in.name, c->npy_records, c->npy_records == 1 ? "query" : "queries");
    return 0;
}

void npy_header(struct buf *out, uint64_t n)
{
    enum { AT_TEXT = AT_LENGTH + 2, TEXT_SIZE = NPY_HEADER_SIZE - AT_TEXT };
    char text[TEXT_SIZE + 1];
    const unsigned char head[AT_TEXT] = {0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, TEXT_SIZE, 0};
    int used = snprintf(text, sizeof text,
                        "{'descr': '<f8', 'fortran_order': False, 'shape': (%" PRIu64 ", 8, 3), }", n);
    memset(text + used, ' ', TEXT_SIZE - (size_t)used - 1);
    text[TEXT_SIZE - 1] = '\n';
    buf_add(out, head, sizeof head);
    buf_add(out, text, TEXT_SIZE);
}
