/* Files of meshes in memory, for tests: they are written, damaged, read and compared. */
#ifndef CCDQ_TEST_MESH_BYTES_H
#define CCDQ_TEST_MESH_BYTES_H

#include "../../formats/mesh-file.h"
#include "../../formats/number.h"
#include "../../lib/gen/rng.h"
#include "../../lib/mesh/check.h"
#include "../tap.h"
#include <stdlib.h>
#include <string.h>

/* ---- Writing ---- */

/* The lowest `size` bytes of bits, the lowest one first or, swapped, last. */
__attribute__((unused)) static void put_bits(struct buf *b, uint64_t bits, int size, bool swapped)
{
    for (int i = 0; i < size; i++) {
        const unsigned char byte = (unsigned char)(bits >> 8 * (swapped ? size - 1 - i : i));
        buf_add(b, &byte, 1);
    }
}

__attribute__((unused)) static void put_double(struct buf *b, double x, bool swapped)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    put_bits(b, bits, 8, swapped);
}

__attribute__((unused)) static void put_float(struct buf *b, double x, bool swapped)
{
    const float rounded = (float)x;
    uint32_t bits;
    memcpy(&bits, &rounded, sizeof bits);
    put_bits(b, bits, 4, swapped);
}

__attribute__((unused)) static void put_text(struct buf *b, const char *text)
{
    buf_add(b, text, strlen(text));
}

/* ---- Reading ---- */

/* What a reader gave. */
struct reading {
    bool read;
    struct mesh_file file;
    struct messages messages; /* ends with a 0 */
};

/* Reads bytes that end where their memory ends. */
static struct reading read_bytes(mesh_reader *reader, const void *p, size_t n)
{
    struct reading r = {.read = false};
    unsigned char *copy = malloc(n + 1);
    if (!copy) abort();
    memcpy(copy, p, n);
    copy[n] = 0;
    r.read = reader("f", copy, n, &r.file, &r.messages);
    free(copy);
    buf_add(&r.messages.text, "", 1);
    return r;
}

static void reading_free(struct reading *r)
{
    mesh_file_free(&r->file);
    messages_free(&r->messages);
}

__attribute__((unused)) static bool same_mesh(const struct mesh *a, const struct mesh *b)
{
    if (a->nodes != b->nodes || a->elements != b->elements) return false;
    if (a->nodes && memcmp(a->x, b->x, a->nodes * sizeof *a->x)) return false;
    for (size_t e = 0; e < a->elements; e++) {
        const size_t n = (size_t)mesh_cell_corners(a->cell[e]);
        if (a->cell[e] != b->cell[e] || a->part[e] != b->part[e] || a->number[e] != b->number[e] ||
            memcmp(&a->node[a->first[e]], &b->node[b->first[e]], n * sizeof *a->node))
            return false;
    }
    return true;
}

/* Whether the bytes are read without a message as the mesh. */
__attribute__((unused)) static bool reads_as(mesh_reader *reader, const struct buf *bytes,
                                             const struct mesh *mesh)
{
    struct reading r = read_bytes(reader, bytes->p, bytes->n);
    const bool same = r.read && !r.messages.count && !r.file.left_out && same_mesh(&r.file.mesh, mesh);
    if (!same) diag("%s", (const char *)r.messages.text.p);
    reading_free(&r);
    return same;
}

/* A text that must be read, or refused, with this many elements and just this message ("": none). */
__attribute__((unused)) static void expect(mesh_reader *reader, const char *text, bool read, size_t elements,
                                           const char *expected, const char *what)
{
    struct reading r = read_bytes(reader, text, strlen(text));
    char *got = (char *)r.messages.text.p;
    const size_t n = strlen(got);
    if (n) got[n - 1] = 0;
    if (!ok(r.read == read && r.file.mesh.elements == elements && !strcmp(got, expected), "%s", what))
        diag("read %d, elements %zu: %s", r.read, r.file.mesh.elements, got);
    reading_free(&r);
}

/* ---- Damage ---- */

/* What must hold however damaged a file is: a refusal says why; elements have nodes that are there, each
 * once; and there is no more than so many bytes can hold. */
static bool is_sane(const struct reading *r, size_t n)
{
    const struct mesh *mesh = &r->file.mesh;
    if ((!r->read || r->file.left_out) && !r->messages.count) return false;
    if (mesh->nodes > n || mesh->elements > n) return false;
    for (size_t e = 0; r->read && e < mesh->elements; e++) {
        const enum mesh_problem problem = mesh_check_element(mesh, e);
        if (problem == MESH_NO_SUCH_NODE || problem == MESH_REPEATED_NODE) return false;
    }
    return true;
}

/* Overwrites a number of a text by another one, or a few bytes by others. */
static void damage(struct rng *rng, unsigned char *p, size_t n)
{
    static const char *const numbers[] = {"99999999999999999999", "10000000000", "-1", "4294967296", "nan",
                                          "9223372036854775807",  "1e999",       "0",  "\n",         "$"};
    size_t at = rng_below(rng, (unsigned)n);
    const unsigned kind = rng_below(rng, 4);
    if (kind == 0) {
        const char *number = numbers[rng_below(rng, sizeof numbers / sizeof *numbers)];
        while (at > 0 && p[at - 1] != ' ' && p[at - 1] != '\n') at--;
        for (; *number && at < n; number++) p[at++] = (unsigned char)*number;
        if (at < n && rng_below(rng, 2)) p[at] = ' ';
    } else if (kind == 1) {
        for (unsigned i = 0; i < 8 && at + i < n; i++) p[at + i] = rng_below(rng, 2) ? 0xff : 0x7f;
    } else {
        for (unsigned i = rng_below(rng, 6) + 1; i > 0; i--)
            p[rng_below(rng, (unsigned)n)] = (unsigned char)rng_next(rng);
    }
}

/* Reads a file cut short, and damaged at random. */
__attribute__((unused)) static bool survives(mesh_reader *reader, const struct buf *bytes, struct rng *rng,
                                             int runs)
{
    bool sane = true;
    for (int i = 0; i < runs && sane; i++) {
        size_t n = bytes->n;
        unsigned char *p = malloc(n + 1);
        if (!p) abort();
        memcpy(p, bytes->p, n);
        if (rng_below(rng, 4) == 0) n = rng_below(rng, (unsigned)n + 1);
        if (n && rng_below(rng, 4)) damage(rng, p, n);
        struct reading r = read_bytes(reader, p, n);
        sane = is_sane(&r, n);
        if (!sane) diag("damaged file %d of %zu bytes", i, n);
        reading_free(&r);
        free(p);
    }
    return sane;
}

#endif
