/* VTU files in all the ways in which they can be written, for tests. */
#ifndef CCDQ_TEST_VTU_BYTES_H
#define CCDQ_TEST_VTU_BYTES_H

#include "mesh_bytes.h"
#include "mesh_boxes.h"
#include <zlib.h>

struct way {
    enum { TEXT, INLINE, RAW, BASE64, FORMS } form;
    bool long_counts, swapped, packed; /* packed: by zlib */
    size_t block;                      /* bytes of a block, packed */
    bool joined;                       /* base64: count and data are one text, else two */
    bool keys, declaration, small;     /* small: Float32 and Int32 */
};

static struct way draw_way(struct rng *rng)
{
    struct way way = {.form = TEXT};
    bool *const flags[] = {&way.long_counts, &way.swapped, &way.packed,     &way.joined,
                           &way.keys,        &way.small,   &way.declaration};
    way.form = rng_below(rng, FORMS);
    way.block = 8 * (1 + rng_below(rng, 200));
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) *flags[i] = rng_below(rng, 2);
    return way;
}

static void put_base64(struct buf *out, const unsigned char *p, size_t n)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < n; i += 3) {
        unsigned bits = (unsigned)p[i] << 16;
        if (i + 1 < n) bits |= (unsigned)p[i + 1] << 8;
        if (i + 2 < n) bits |= p[i + 2];
        char four[4];
        for (int k = 0; k < 4; k++) four[k] = digits[bits >> (18 - 6 * k) & 63];
        if (i + 1 >= n) four[2] = '=';
        if (i + 2 >= n) four[3] = '=';
        buf_add(out, four, 4);
        if (i % 57 == 54) put_text(out, "\n  ");
    }
}

/* An array's bytes with what stands before them: head and data apart, for each is encoded alone. */
static void encode(const struct way *way, const struct buf *data, struct buf *head, struct buf *body)
{
    const int size = way->long_counts ? 8 : 4;
    if (!way->packed) {
        put_bits(head, data->n, size, way->swapped);
        buf_add(body, data->p, data->n);
        return;
    }
    const size_t n = (data->n + way->block - 1) / way->block;
    put_bits(head, n, size, way->swapped);
    put_bits(head, way->block, size, way->swapped);
    put_bits(head, data->n % way->block, size, way->swapped);
    for (size_t i = 0; i < n; i++) {
        const size_t part = i + 1 < n ? way->block : data->n - i * way->block;
        uLongf packed = compressBound(part);
        buf_reserve(body, packed);
        if (compress(body->p + body->n, &packed, data->p + i * way->block, part) != Z_OK) abort();
        body->n += packed;
        put_bits(head, packed, size, way->swapped);
    }
}

/* Appends the encoded array to out. */
static void put_encoded(struct buf *out, const struct way *way, const struct buf *data)
{
    struct buf head = {0}, body = {0};
    encode(way, data, &head, &body);
    if (way->form == RAW) {
        buf_add(out, head.p, head.n);
        buf_add(out, body.p, body.n);
    } else if (way->joined) {
        buf_add(&head, body.p, body.n);
        put_base64(out, head.p, head.n);
    } else {
        put_base64(out, head.p, head.n);
        put_base64(out, body.p, body.n);
    }
    buf_free(&head);
    buf_free(&body);
}

/* One file while it is written. */
struct vtu_file {
    struct way way;
    struct buf text, appended;
};

/* n integers of one, four, or eight bytes, or reals. */
static void put_array(struct vtu_file *f, const char *name, const char *type, int components, const double *x,
                      size_t n)
{
    const struct way *way = &f->way;
    const bool real = *type == 'F';
    const int size = strstr(type, "64") ? 8 : strstr(type, "32") ? 4 : 1;
    struct buf data = {0};
    buf_printf(&f->text, "<DataArray type=\"%s\" Name='%s' NumberOfComponents=\"%d\" ", type, name,
               components);
    if (way->form == RAW || way->form == BASE64)
        buf_printf(&f->text, "format=\"appended\" offset=\"%zu\">", f->appended.n);
    else
        buf_printf(&f->text, "format=\"%s\">\n", way->form == TEXT ? "ascii" : "binary");
    if (way->keys)
        put_text(&f->text, "<InformationKey name=\"L2_NORM_RANGE\" location=\"vtkDataArray\" length=\"2\">"
                           "<Value index=\"0\">\n0\n</Value><Value index=\"1\">5</Value></InformationKey>\n");
    for (size_t i = 0; i < n; i++) {
        if (way->form == TEXT) {
            number_print(&f->text, x[i]);
            put_text(&f->text, i % 7 ? " " : "\n\t");
        } else if (real && size == 8) {
            put_double(&data, x[i], way->swapped);
        } else if (real) {
            put_float(&data, x[i], way->swapped);
        } else {
            put_bits(&data, (uint64_t)(int64_t)x[i], size, way->swapped);
        }
    }
    if (way->form != TEXT) put_encoded(way->form == INLINE ? &f->text : &f->appended, way, &data);
    put_text(&f->text, "</DataArray>\n");
    buf_free(&data);
}

static int type_of(unsigned cell)
{
    static const int types[] = {[MESH_TRIANGLE] = 5, [MESH_QUAD] = 9,   [MESH_TETRAHEDRON] = 10,
                                [MESH_PYRAMID] = 14, [MESH_PRISM] = 13, [MESH_HEXAHEDRON] = 12};
    return types[cell];
}

/* A piece: positions, cells, their parts, and vectors "disp" if v is not NULL. */
static void put_piece(struct vtu_file *f, const struct mesh *mesh, const double *v)
{
    const size_t n = mesh->elements ? mesh->first[mesh->elements] : 0;
    const char *real = f->way.small ? "Float32" : "Float64", *whole = f->way.small ? "Int32" : "Int64";
    double *x = malloc((n + mesh->elements + 1) * sizeof *x);
    if (!x) abort();
    buf_printf(&f->text,
               "<Piece NumberOfPoints=\"%zu\" NumberOfCells=\"%zu\">\n<PointData Vectors=\"a&lt;b\">\n",
               mesh->nodes, mesh->elements);
    if (v) put_array(f, "disp", real, 3, v, 3 * mesh->nodes);
    put_text(&f->text, "</PointData><CellData>\n");
    for (size_t e = 0; e < mesh->elements; e++) x[e] = mesh->part[e];
    put_array(f, "PartId", whole, 1, x, mesh->elements);
    put_text(&f->text, "</CellData><Points>\n");
    put_array(f, "Points", real, 3, mesh->x[0], 3 * mesh->nodes);
    put_text(&f->text, "</Points>\n<!-- <Cells> --><Cells>\n");
    for (size_t i = 0; i < n; i++) x[i] = mesh->node[i];
    put_array(f, "connectivity", whole, 1, x, n);
    for (size_t e = 0; e < mesh->elements; e++) x[e] = (double)mesh->first[e + 1];
    put_array(f, "offsets", whole, 1, x, mesh->elements);
    for (size_t e = 0; e < mesh->elements; e++) x[e] = type_of(mesh->cell[e]);
    put_array(f, "types", "UInt8", 1, x, mesh->elements);
    put_text(&f->text, "</Cells></Piece>\n");
    free(x);
}

static void vtu_begin(struct vtu_file *f, const struct way *way)
{
    *f = (struct vtu_file){.way = *way};
    if (way->declaration) put_text(&f->text, "<?xml version=\"1.0\"?>\n");
    buf_printf(&f->text,
               "<VTKFile type=\"UnstructuredGrid\" version=\"%s\" byte_order=\"%s\"%s%s>\n<UnstructuredGrid>",
               way->long_counts ? "1.0" : "0.1", way->swapped ? "BigEndian" : "LittleEndian",
               way->long_counts ? " header_type=\"UInt64\"" : "",
               way->packed ? " compressor=\"vtkZLibDataCompressor\"" : "");
    put_text(&f->text, "<FieldData><DataArray type=\"Float64\" Name=\"TimeValue\" NumberOfTuples=\"1\" "
                       "format=\"ascii\">0.5</DataArray></FieldData>\n");
}

/* Ends the file: it is f->text. */
static void vtu_end(struct vtu_file *f)
{
    put_text(&f->text, "</UnstructuredGrid>\n");
    if (f->appended.n) {
        buf_printf(&f->text, "<AppendedData encoding=\"%s\">\n   _", f->way.form == RAW ? "raw" : "base64");
        buf_add(&f->text, f->appended.p, f->appended.n);
        put_text(&f->text, "\n</AppendedData>");
    }
    put_text(&f->text, "</VTKFile>\n");
    buf_free(&f->appended);
}

/* A random mesh; rounded: positions are floats. */
static void draw_mesh(struct mesh *mesh, struct rng *rng, bool rounded)
{
    mesh_clear(mesh);
    boxes_make(mesh, rng_at(rng_next(rng), 0), CUTS_ALL, 3);
    for (size_t i = 0; i < mesh->nodes; i++)
        for (int k = 0; k < 3; k++)
            if (rounded) mesh->x[i][k] = (float)mesh->x[i][k];
}

#endif
