/* Writing VTU and VTP. All arrays are of one kind here, those of the mesh too; each is written where its tag
 * stands as text, or behind all tags as bytes after their number. These bytes come in the opposite order of
 * the tags: meshio looks for the tag of an offset from the top, and alters those of the bytes that it has
 * passed, which may make them the offset of a later one. */
#include "mesh-write-vtu.h"
#include "number.h"
#include "vtk-cells.h"
#include "xml.h"
#include <inttypes.h>

enum { FLUSH_AT = 1 << 18 };

struct writer {
    struct output *out;
    bool text;
    bool tags;          /* they are written now; before, the arrays are listed */
    struct buf arrays;  /* struct array of each, in the order of the tags */
    struct buf pending; /* not yet written */
    uint64_t offset;    /* where the bytes of the arrays end whose tags are not yet written */
};

struct array {
    struct vtu_values values;
    size_t n;
};

static int flush(struct writer *w)
{
    const int status = output_write(w->out, w->pending.p, w->pending.n);
    w->pending.n = 0;
    return status;
}

static uint64_t bytes_of(const struct vtu_values *a, size_t n)
{
    return (uint64_t)n * a->components * vtk_type_size(a->type);
}

static void list_array(struct writer *w, const struct vtu_values *a, size_t n)
{
    buf_add(&w->arrays, &(struct array){*a, n}, sizeof(struct array));
    w->offset += sizeof w->offset + bytes_of(a, n);
}

static void put_text(struct writer *w, const struct vtu_values *a, size_t n)
{
    const struct vtk_data data = {a->type, false, a->values, n * a->components};
    for (size_t i = 0; i < data.n; i++) {
        vtk_print(&w->pending, &data, i);
        buf_add(&w->pending, (i + 1) % a->components ? " " : "\n", 1);
        if (w->pending.n > FLUSH_AT) flush(w);
    }
}

/* The tag of an array of n tuples, and as text its numbers. */
static void put_tag(struct writer *w, const struct vtu_values *a, size_t n)
{
    buf_printf(&w->pending, "<DataArray type=\"%s\" Name=\"", vtk_type_name(a->type));
    xml_escape(&w->pending, a->name);
    buf_printf(&w->pending, "\"");
    /* one is the default; where it is said, readers like meshio make columns of one number a row */
    if (a->components > 1) buf_printf(&w->pending, " NumberOfComponents=\"%u\"", a->components);
    buf_printf(&w->pending, " format=");
    if (w->text) {
        buf_printf(&w->pending, "\"ascii\">\n");
        put_text(w, a, n);
        buf_printf(&w->pending, "</DataArray>\n");
    } else {
        w->offset -= sizeof w->offset + bytes_of(a, n);
        buf_printf(&w->pending, "\"appended\" offset=\"%" PRIu64 "\"/>\n", w->offset);
    }
}

static void put_bytes(struct writer *w, const struct vtu_values *a, size_t n)
{
    const uint64_t bytes = bytes_of(a, n);
    buf_add(&w->pending, &bytes, sizeof bytes);
    flush(w);
    output_write(w->out, a->values, (size_t)bytes);
}

/* The cells as VTK has them: 64-bit integers, and a byte for the type. */
struct cells {
    struct buf nodes, ends, types, vertices, vertex_ends;
};

static void convert_cells(const struct mesh *mesh, size_t vertices, struct cells *cells)
{
    for (size_t i = 0; i < vertices; i++) {
        buf_add(&cells->vertices, &(int64_t){(int64_t)(mesh->nodes - vertices + i)}, sizeof(int64_t));
        buf_add(&cells->vertex_ends, &(int64_t){(int64_t)(i + 1)}, sizeof(int64_t));
    }
    const size_t n = mesh->elements ? mesh->first[mesh->elements] : 0;
    buf_reserve(&cells->nodes, n * sizeof(int64_t));
    buf_reserve(&cells->ends, mesh->elements * sizeof(int64_t));
    buf_reserve(&cells->types, mesh->elements);
    for (size_t i = 0; i < n; i++) buf_add(&cells->nodes, &(int64_t){mesh->node[i]}, sizeof(int64_t));
    for (size_t e = 0; e < mesh->elements; e++) {
        const unsigned char type = (unsigned char)vtk_cell_type(mesh->cell[e]);
        buf_add(&cells->ends, &(int64_t){(int64_t)mesh->first[e + 1]}, sizeof(int64_t));
        buf_add(&cells->types, &type, sizeof type);
    }
}

/* Arrays of n tuples: they are listed, or their tags are written. */
static void put_arrays(struct writer *w, const struct vtu_values *arrays, size_t n_arrays, size_t n)
{
    for (size_t i = 0; i < n_arrays; i++) {
        if (w->tags)
            put_tag(w, &arrays[i], n);
        else
            list_array(w, &arrays[i], n);
    }
}

static void put_appended(struct writer *w)
{
    const struct array *arrays = (const struct array *)(const void *)w->arrays.p;
    buf_printf(&w->pending, "<AppendedData encoding=\"raw\">\n_");
    for (size_t i = w->arrays.n / sizeof *arrays; i--;) put_bytes(w, &arrays[i].values, arrays[i].n);
    buf_printf(&w->pending, "\n</AppendedData>\n");
}

/* The line where a section begins ("<") or ends ("</"). */
static void put_line(struct writer *w, const char *opening, const char *section)
{
    if (w->tags) buf_printf(&w->pending, "%s%s>\n", opening, section);
}

static void put_all(struct writer *w, const struct vtu_picture *picture, const struct cells *cells)
{
    const struct mesh *mesh = picture->mesh;
    const struct vtu_values points = {"Points", VTK_FLOAT64, 3, mesh->x},
                            nodes = {"connectivity", VTK_INT64, 1, cells->nodes.p},
                            others[] = {{"offsets", VTK_INT64, 1, cells->ends.p},
                                        {"types", VTK_UINT8, 1, cells->types.p}};
    const struct vtu_values vertices[] = {{"connectivity", VTK_INT64, 1, cells->vertices.p},
                                          {"offsets", VTK_INT64, 1, cells->vertex_ends.p}};
    const char *tag = picture->polygons ? "Polys" : "Cells";
    put_line(w, "<", "Points");
    put_arrays(w, &points, 1, mesh->nodes);
    put_line(w, "</", "Points");
    if (picture->vertices) {
        put_line(w, "<", "Verts");
        put_arrays(w, vertices, 2, picture->vertices);
        put_line(w, "</", "Verts");
    }
    put_line(w, "<", tag);
    put_arrays(w, &nodes, 1, cells->nodes.n / sizeof(int64_t));
    put_arrays(w, others, picture->polygons ? 1 : 2, mesh->elements);
    put_line(w, "</", tag);
    put_line(w, "<", "PointData");
    put_arrays(w, picture->node, picture->n_node, mesh->nodes);
    put_line(w, "</", "PointData");
    put_line(w, "<", "CellData");
    put_arrays(w, picture->element, picture->n_element, picture->vertices + mesh->elements);
    put_line(w, "</", "CellData");
}

int mesh_write_vtu(struct output *out, const struct vtu_picture *picture)
{
    const char *kind = picture->polygons ? "PolyData" : "UnstructuredGrid";
    struct writer w = {.out = out, .text = picture->text};
    struct cells cells = {0};
    convert_cells(picture->mesh, picture->vertices, &cells);
    put_all(&w, picture, &cells);
    w.tags = true;
    buf_printf(&w.pending,
               "<?xml version=\"1.0\"?>\n<VTKFile type=\"%s\" version=\"1.0\" byte_order=\"LittleEndian\" "
               "header_type=\"UInt64\">\n<%s>\n<Piece NumberOfPoints=\"%zu\" %s=\"%zu\"",
               kind, kind, picture->mesh->nodes, picture->polygons ? "NumberOfPolys" : "NumberOfCells",
               picture->mesh->elements);
    if (picture->vertices) buf_printf(&w.pending, " NumberOfVerts=\"%zu\"", picture->vertices);
    buf_printf(&w.pending, ">\n");
    put_all(&w, picture, &cells);
    buf_printf(&w.pending, "</Piece>\n</%s>\n", kind);
    if (!w.text) put_appended(&w);
    buf_printf(&w.pending, "</VTKFile>\n");
    const int status = flush(&w);
    buf_free(&w.pending);
    buf_free(&w.arrays);
    buf_free(&cells.nodes);
    buf_free(&cells.ends);
    buf_free(&cells.types);
    buf_free(&cells.vertices);
    buf_free(&cells.vertex_ends);
    return status;
}

/* ---- Sequences ---- */

static int write_text(struct output *out, struct buf *text)
{
    const int status = output_write(out, text->p, text->n);
    buf_free(text);
    return status;
}

int pvd_begin(struct output *out)
{
    struct buf text = {0};
    buf_printf(&text, "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"0.1\" "
                      "byte_order=\"LittleEndian\">\n<Collection>\n");
    return write_text(out, &text);
}

int pvd_add(struct output *out, double time, const char *file)
{
    struct buf text = {0};
    buf_printf(&text, "<DataSet timestep=\"");
    number_print(&text, time);
    buf_printf(&text, "\" group=\"\" part=\"0\" file=\"");
    xml_escape(&text, file);
    buf_printf(&text, "\"/>\n");
    return write_text(out, &text);
}

int pvd_end(struct output *out)
{
    struct buf text = {0};
    buf_printf(&text, "</Collection>\n</VTKFile>\n");
    return write_text(out, &text);
}
