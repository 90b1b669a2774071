/* VTK's XML files of unstructured grids and polygons: VTU and VTP. First the tags are read, then the arrays
 * that make up a mesh are, since their bytes may stand at the end of the file. */
#include "mesh-vtu.h"
#include "mesh-file.h"
#include "number.h"
#include "vtk-cells.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Far more than any file needs that is not made to take long. */
enum { MOST_PIECES = 20000, MOST_ARRAYS = 20000 };

struct piece {
    uint64_t points, cells; /* of VTP: polygons */
    uint64_t before, after; /* of VTP: vertices and lines, strips */
    size_t first_node;      /* in the mesh */
    size_t array, n_arrays; /* which are its own */
};

struct vtu {
    struct vtu_coding coding;
    struct xml xml;
    struct buf pieces, arrays; /* struct piece, struct vtu_array */
    bool polygons;             /* VTP */
    struct mesh_taker taker;
    struct buf own[4]; /* numbers that are not in the file as they are used */
};

static size_t n_pieces(const struct vtu *vtu)
{
    return vtu->pieces.n / sizeof(struct piece);
}

static struct piece *piece_at(const struct vtu *vtu, size_t i)
{
    return (struct piece *)vtu->pieces.p + i;
}

static struct vtu_array *array_at(const struct vtu *vtu, size_t i)
{
    return (struct vtu_array *)vtu->arrays.p + i;
}

/* "NAME: line 12: reason", of the tag that was read last. */
static bool fail(struct vtu *vtu, const char *reason)
{
    struct xml *xml = &vtu->xml;
    message(vtu->coding.messages, "%s: line %zu: %s", vtu->coding.name, xml_line(xml, xml->at),
            xml->problem ? xml->problem : reason);
    return false;
}

/* ---- Tags ---- */

static uint64_t count_attribute(const struct vtu *vtu, const char *name, uint64_t otherwise)
{
    char text[40];
    uint64_t count;
    if (!xml_attribute(&vtu->xml, name, text, sizeof text)) return otherwise;
    return number_parse_uint(text, strlen(text), UINT64_MAX, &count) ? count : UINT64_MAX;
}

static void text_attribute(const struct vtu *vtu, const char *name, char *text, size_t room)
{
    if (!xml_attribute(&vtu->xml, name, text, room)) *text = 0;
}

static bool read_root(struct vtu *vtu)
{
    char type[64], order[32], counts[32], reason[160];
    struct xml *xml = &vtu->xml;
    const enum xml_event event = xml_next(xml);
    if (event != XML_OPEN) return fail(vtu, "no XML");
    text_attribute(vtu, "type", type, sizeof type);
    text_attribute(vtu, "byte_order", order, sizeof order);
    text_attribute(vtu, "header_type", counts, sizeof counts);
    text_attribute(vtu, "compressor", vtu->coding.compressor, sizeof vtu->coding.compressor);
    vtu->polygons = !strcmp(type, "PolyData");
    vtu->coding.swapped = !strcmp(order, "BigEndian");
    vtu->coding.long_counts = !strcmp(counts, "UInt64");
    if (xml_is(xml->name, "VTKFile") && (vtu->polygons || !strcmp(type, "UnstructuredGrid"))) return true;
    snprintf(reason, sizeof reason,
             "a file %.*s of type \"%s\", not a VTKFile of type UnstructuredGrid or PolyData",
             xml->name.n < 40 ? (int)xml->name.n : 40, xml->name.p, type);
    return fail(vtu, reason);
}

static bool read_piece(struct vtu *vtu)
{
    const char *cells = vtu->polygons ? "NumberOfPolys" : "NumberOfCells";
    const struct piece piece = {.points = count_attribute(vtu, "NumberOfPoints", UINT64_MAX),
                                .cells = count_attribute(vtu, cells, UINT64_MAX),
                                .before = count_attribute(vtu, "NumberOfVerts", 0) +
                                          count_attribute(vtu, "NumberOfLines", 0),
                                .after = count_attribute(vtu, "NumberOfStrips", 0),
                                .array = vtu->arrays.n / sizeof(struct vtu_array)};
    if (piece.points >= UINT32_MAX || piece.cells >= UINT32_MAX || piece.before >= UINT32_MAX ||
        piece.after >= UINT32_MAX)
        return fail(vtu, "a Piece must say how many points and cells it has, fewer than 4294967295");
    if (n_pieces(vtu) == MOST_PIECES) return fail(vtu, "more pieces than are read");
    buf_add(&vtu->pieces, &piece, sizeof piece);
    return true;
}

/* The text of the array that was opened last; tags inside it are passed over. */
static bool read_text(struct vtu *vtu, struct xml_span *text)
{
    struct xml *xml = &vtu->xml;
    const size_t depth = xml_depth(xml);
    *text = (struct xml_span){0};
    for (;;) {
        switch (xml_next(xml)) {
        case XML_OPEN:
            if (!xml_pass(xml)) return fail(vtu, NULL);
            break;
        case XML_TEXT:
            if (text->p) return fail(vtu, "the numbers of an array stand in two places");
            *text = xml->text;
            break;
        case XML_CLOSE:
            if (xml_depth(xml) < depth) return true;
            break;
        default:
            return fail(vtu, NULL);
        }
    }
}

static bool read_array(struct vtu *vtu, enum vtu_section section)
{
    char type[32], format[32];
    struct vtu_array array = {.section = section,
                              .components = count_attribute(vtu, "NumberOfComponents", 1),
                              .offset = count_attribute(vtu, "offset", UINT64_MAX),
                              .line = xml_line(&vtu->xml, vtu->xml.name.p)};
    text_attribute(vtu, "type", type, sizeof type);
    text_attribute(vtu, "format", format, sizeof format);
    text_attribute(vtu, "Name", array.name, sizeof array.name);
    array.type = vtk_type_named(type);
    array.format = !strcmp(format, "appended") ? VTU_APPENDED
                   : !strcmp(format, "binary") ? VTU_BINARY
                                               : VTU_ASCII;
    if (!read_text(vtu, &array.text)) return false;
    if (!n_pieces(vtu)) return fail(vtu, "an array that is in no Piece");
    if (vtu->arrays.n / sizeof array == MOST_ARRAYS) return fail(vtu, "more arrays than are read");
    buf_add(&vtu->arrays, &array, sizeof array);
    piece_at(vtu, n_pieces(vtu) - 1)->n_arrays++;
    return true;
}

static bool read_section(struct vtu *vtu, enum vtu_section section)
{
    struct xml *xml = &vtu->xml;
    const size_t depth = xml_depth(xml);
    for (;;) {
        switch (xml_next(xml)) {
        case XML_OPEN:
            if (!xml_is(xml->name, "DataArray") ? !xml_pass(xml) && !fail(vtu, NULL)
                                                : !read_array(vtu, section))
                return false;
            break;
        case XML_CLOSE:
            if (xml_depth(xml) < depth) return true;
            break;
        case XML_TEXT:
            break;
        default:
            return fail(vtu, NULL);
        }
    }
}

/* What follows the tag AppendedData is no XML any more. */
static bool read_appended(struct vtu *vtu)
{
    char encoding[32];
    const struct xml *xml = &vtu->xml;
    const char *p = xml->at;
    text_attribute(vtu, "encoding", encoding, sizeof encoding);
    vtu->coding.appended_text = !strcmp(encoding, "base64");
    if (!vtu->coding.appended_text && strcmp(encoding, "raw") != 0)
        return fail(vtu, "appended data that are neither raw nor base64");
    while (p < xml->end && strchr(" \t\r\n", *p)) p++;
    if (p == xml->end || *p != '_') return fail(vtu, "appended data that do not begin with _");
    vtu->coding.appended = (struct xml_span){p + 1, (size_t)(xml->end - p - 1)};
    return true;
}

/* One element inside VTKFile. Grids are entered; what is no part of a mesh is passed over. */
static bool read_element(struct vtu *vtu)
{
    static const struct {
        const char *name;
        enum vtu_section section;
    } sections[] = {{"Points", VTU_POINTS},
                    {"Cells", VTU_CELLS},
                    {"Polys", VTU_CELLS},
                    {"PointData", VTU_POINT_DATA},
                    {"CellData", VTU_CELL_DATA}};
    struct xml *xml = &vtu->xml;
    for (size_t i = 0; i < sizeof sections / sizeof *sections; i++)
        if (xml_is(xml->name, sections[i].name)) return read_section(vtu, sections[i].section);
    if (xml_is(xml->name, "Piece")) return read_piece(vtu);
    if (xml_is(xml->name, vtu->polygons ? "PolyData" : "UnstructuredGrid")) return true;
    return xml_pass(xml) || fail(vtu, NULL);
}

static bool read_tags(struct vtu *vtu)
{
    if (!read_root(vtu)) return false;
    for (;;) {
        switch (xml_next(&vtu->xml)) {
        case XML_OPEN:
            if (xml_is(vtu->xml.name, "AppendedData")) return read_appended(vtu);
            if (!read_element(vtu)) return false;
            break;
        case XML_END:
            return true;
        case XML_ERROR:
            return fail(vtu, NULL);
        default:
            break;
        }
    }
}

/* ---- Arrays ---- */

/* The array of a piece by its section and name (NULL: the first of the section), or NULL. */
static const struct vtu_array *find(const struct vtu *vtu, const struct piece *piece,
                                    enum vtu_section section, const char *name)
{
    for (size_t i = 0; i < piece->n_arrays; i++) {
        const struct vtu_array *array = array_at(vtu, piece->array + i);
        if (array->section == section && (!name || !strcmp(array->name, name))) return array;
    }
    return NULL;
}

static bool lacking(const struct vtu *vtu, const char *what)
{
    message(vtu->coding.messages, "%s: a Piece without its array %s", vtu->coding.name, what);
    return false;
}

static bool load_points(struct vtu *vtu, struct piece *piece)
{
    const struct vtu_array *array = find(vtu, piece, VTU_POINTS, NULL);
    struct mesh *mesh = &vtu->taker.file->mesh;
    struct vtk_data data;
    piece->first_node = mesh->nodes;
    if (piece->points == 0) return true;
    if (!array) return lacking(vtu, "of points");
    if (!vtu_load(&vtu->coding, array, 3 * piece->points, &vtu->own[0], &data)) return false;
    for (size_t i = 0; i < piece->points; i++) {
        const double x[3] = {vtk_real(&data, 3 * i), vtk_real(&data, 3 * i + 1), vtk_real(&data, 3 * i + 2)};
        if (!mesh_add_node(mesh, x)) {
            vtu_trouble(&vtu->coding, array, "not enough memory");
            return false;
        }
    }
    return true;
}

/* The surest array that tells the parts of cells, where there is one. false: there is none. */
static bool load_parts(struct vtu *vtu, const struct piece *piece, uint64_t all, struct vtk_data *parts)
{
    const struct vtu_array *best = NULL;
    for (size_t i = 0; i < piece->n_arrays; i++) {
        const struct vtu_array *array = array_at(vtu, piece->array + i);
        const int rank = vtk_part_rank(array->name);
        if (array->section != VTU_CELL_DATA || array->components != 1 || !rank) continue;
        if (!best || rank < vtk_part_rank(best->name)) best = array;
    }
    if (!best || !vtu_load(&vtu->coding, best, all, &vtu->own[3], parts)) return false;
    for (size_t i = 0; i < parts->n; i++) {
        if (vtk_index(parts, i) < UINT32_MAX) continue;
        vtu_trouble(&vtu->coding, best,
                    "not taken for numbers of parts, since they are not from 0 to 4294967294");
        return false;
    }
    return true;
}

static bool load_cells(struct vtu *vtu, const struct piece *piece, size_t which, size_t *number)
{
    static const char *const names[] = {"connectivity", "offsets", "types"};
    const uint64_t all = piece->before + piece->cells + piece->after;
    struct vtk_cells cells = {.n = (size_t)piece->cells, .part = (uint32_t)which};
    struct vtk_data *const data[] = {&cells.connectivity, &cells.ends, &cells.types};
    for (int i = 0; i < (vtu->polygons ? 2 : 3) && cells.n; i++) {
        const struct vtu_array *array = find(vtu, piece, VTU_CELLS, names[i]);
        if (!array) return lacking(vtu, names[i]);
        if (!vtu_load(&vtu->coding, array, i ? piece->cells : VTU_ANY, &vtu->own[i], data[i])) return false;
    }
    cells.first_number = *number + (size_t)piece->before;
    cells.first_part = (size_t)piece->before;
    *number += (size_t)all;
    vtu->taker.first = piece->first_node;
    vtu->taker.nodes = (size_t)piece->points;
    if (piece->after)
        mesh_leave_out(&vtu->taker, (struct mesh_place){"element", cells.first_number + cells.n},
                       "triangle strips are not read");
    if (!load_parts(vtu, piece, all, &cells.parts)) cells.parts.p = NULL;
    return vtk_take_cells(&vtu->taker, &cells);
}

/* The array of vectors of this name in a piece, or NULL. */
static const struct vtu_array *find_vectors(const struct vtu *vtu, const struct piece *piece,
                                            const char *name)
{
    const struct vtu_array *array = find(vtu, piece, VTU_POINT_DATA, name);
    const bool vectors = array && array->components == 3 && *array->name &&
                         (array->type == VTK_FLOAT32 || array->type == VTK_FLOAT64);
    return vectors ? array : NULL;
}

/* Fills v with the vectors of a name from all pieces. */
static bool load_vectors(struct vtu *vtu, const char *name, double (*v)[3])
{
    struct vtk_data data;
    for (size_t p = 0; p < n_pieces(vtu); p++) {
        const struct piece *piece = piece_at(vtu, p);
        if (piece->points == 0) continue;
        const struct vtu_array *array = find_vectors(vtu, piece, name);
        if (!vtu_load(&vtu->coding, array, 3 * piece->points, &vtu->own[0], &data)) return false;
        for (size_t i = 0; i < data.n; i++) v[piece->first_node + i / 3][i % 3] = vtk_real(&data, i);
    }
    return true;
}

/* Vectors that all pieces have are vectors of the mesh; those that cannot be read are left out. */
static bool load_all_vectors(struct vtu *vtu)
{
    const struct piece *first = NULL;
    for (size_t p = 0; p < n_pieces(vtu) && !first; p++)
        if (piece_at(vtu, p)->points) first = piece_at(vtu, p);
    for (size_t i = 0; first && i < first->n_arrays; i++) {
        const struct vtu_array *array = array_at(vtu, first->array + i);
        bool everywhere = array->section == VTU_POINT_DATA;
        for (size_t p = 0; p < n_pieces(vtu) && everywhere; p++)
            everywhere = !piece_at(vtu, p)->points || find_vectors(vtu, piece_at(vtu, p), array->name);
        double(*v)[3];
        if (!everywhere) continue;
        if (!mesh_add_vectors(&vtu->taker, array->name, vtu->taker.file->mesh.nodes, &v)) return false;
        if (v && !load_vectors(vtu, array->name, v)) mesh_drop_vectors(&vtu->taker);
    }
    return true;
}

static bool load_mesh(struct vtu *vtu)
{
    size_t number = 0;
    for (size_t i = 0; i < n_pieces(vtu); i++)
        if (!load_points(vtu, piece_at(vtu, i))) return false;
    for (size_t i = 0; i < n_pieces(vtu); i++)
        if (!load_cells(vtu, piece_at(vtu, i), i, &number)) return false;
    return load_all_vectors(vtu);
}

bool mesh_read_vtu(const char *name, const unsigned char *p, size_t n, struct mesh_file *file,
                   struct messages *messages)
{
    struct vtu vtu = {.coding = {.name = name, .messages = messages},
                      .taker = {.name = name, .file = file, .messages = messages}};
    xml_start(&vtu.xml, p, n);
    const bool read = read_tags(&vtu) && load_mesh(&vtu);
    xml_free(&vtu.xml);
    buf_free(&vtu.pieces);
    buf_free(&vtu.arrays);
    for (size_t i = 0; i < sizeof vtu.own / sizeof *vtu.own; i++) buf_free(&vtu.own[i]);
    return read;
}
