/* The reader of VTU and VTP: all encodings written here, what is refused, and files that are wrong. */
#include "vtu_bytes.h"

/* ---- Every way of writing ---- */

static bool same_vectors(const struct mesh_file *file, const double *v)
{
    return file->n_vectors == 1 && !strcmp(file->vectors[0].name, "disp") &&
           !memcmp(file->vectors[0].v, v, file->mesh.nodes * sizeof *file->vectors[0].v);
}

static void test_ways(int n)
{
    struct mesh mesh = {0};
    long wrong = 0, forms[FORMS] = {0};
    for (int i = 0; i < n; i++) {
        struct rng rng = rng_at(rng_key("vtu ways", 0, 1), (uint64_t)i);
        const struct way way = draw_way(&rng);
        struct vtu_file f;
        draw_mesh(&mesh, &rng, way.small);
        double *v = malloc(mesh.nodes * 3 * sizeof *v);
        if (!v) abort();
        for (size_t k = 0; k < 3 * mesh.nodes; k++) v[k] = (float)rng_real(&rng, -1, 1);
        vtu_begin(&f, &way);
        put_piece(&f, &mesh, v);
        vtu_end(&f);
        struct reading r = read_bytes(mesh_read_vtu, f.text.p, f.text.n);
        const bool same =
            r.read && !r.messages.count && same_mesh(&r.file.mesh, &mesh) && same_vectors(&r.file, v);
        if (!same && !wrong++) diag("file %d, form %d: %s", i, way.form, (const char *)r.messages.text.p);
        forms[way.form]++;
        reading_free(&r);
        buf_free(&f.text);
        free(v);
    }
    mesh_free(&mesh);
    ok(!wrong, "%d meshes read back: %ld as text, %ld inline, %ld raw, %ld base64", n, forms[TEXT],
       forms[INLINE], forms[RAW], forms[BASE64]);
}

/* Puts a mesh behind another one, as pieces are joined. */
static void join(struct mesh *to, const struct mesh *from)
{
    const size_t base = to->nodes, elements = to->elements;
    for (size_t i = 0; i < from->nodes; i++)
        if (!mesh_add_node(to, from->x[i])) abort();
    for (size_t e = 0; e < from->elements; e++) {
        uint32_t node[MESH_MAX_CORNERS];
        for (int i = 0; i < mesh_cell_corners(from->cell[e]); i++)
            node[i] = (uint32_t)base + from->node[from->first[e] + (size_t)i];
        if (!mesh_add_element(to, from->cell[e], from->part[e], (uint32_t)(elements + e), node)) abort();
    }
}

static void test_pieces(int n)
{
    bool same = true;
    for (int i = 0; i < n && same; i++) {
        struct rng rng = rng_at(rng_key("vtu pieces", 0, 1), (uint64_t)i);
        struct way way = draw_way(&rng);
        struct mesh all = {0}, piece = {0};
        struct vtu_file f;
        way.small = false;
        vtu_begin(&f, &way);
        for (unsigned k = rng_below(&rng, 4); k > 0; k--) {
            draw_mesh(&piece, &rng, false);
            if (rng_below(&rng, 5) == 0) mesh_clear(&piece);
            put_piece(&f, &piece, NULL);
            join(&all, &piece);
        }
        vtu_end(&f);
        same = reads_as(mesh_read_vtu, &f.text, &all);
        buf_free(&f.text);
        mesh_free(&all);
        mesh_free(&piece);
    }
    ok(same, "the pieces of %d files are joined", n);
}

/* ---- Small files as text ---- */

#define ARRAY(type, name, n, text)                                                                           \
    "<DataArray type=\"" type "\" Name=\"" name "\" NumberOfComponents=\"" n "\" format=\"ascii\">" text     \
    "</DataArray>"
#define FILE_OF(points, cells, inside)                                                                       \
    "<VTKFile type=\"UnstructuredGrid\" byte_order=\"BigEndian\"><UnstructuredGrid><Piece "                  \
    "NumberOfPoints=\"" points "\" NumberOfCells=\"" cells "\">" inside                                      \
    "</Piece></UnstructuredGrid></VTKFile>"
#define POINTS(text) "<Points>" ARRAY("Float32", "", "3", text) "</Points>"
#define CELLS(nodes, ends, types)                                                                            \
    "<Cells>" ARRAY("Int32", "connectivity", "1", nodes) ARRAY("Int32", "offsets", "1", ends)                \
        ARRAY("UInt8", "types", "1", types) "</Cells>"
#define FOUR "0 0 0  1 0 0  0 1 0  0 0 1"
#define TET FILE_OF("4", "1", POINTS(FOUR) CELLS("0 1 2 3", "4", "10"))

static void test_cells(void)
{
    expect(mesh_read_vtu, TET, true, 1, "", "a tetrahedron, the byte order of its text being of no matter");
    expect(mesh_read_vtu, FILE_OF("4", "3", POINTS(FOUR) CELLS("0 1 2 3 0 1 1", "4 6 7", "10 3 1")), true, 1,
           "", "lines and points are passed over");
    expect(mesh_read_vtu,
           FILE_OF("10", "1", POINTS(FOUR " " FOUR " 5 5 5 6 6 6") CELLS("0 1 2 3 4 5 6 7 8 9", "10", "24")),
           true, 1, "f: element 0: quadratic cells are taken by their corners, with straight edges",
           "a quadratic tetrahedron is taken by its corners");
    expect(mesh_read_vtu, FILE_OF("4", "3", POINTS(FOUR) CELLS("0 1 2 0 1 2 3 0 1 2 3 0", "3 7 12", "7 7 7")),
           true, 2, "f: element 2: polygons of 5 corners are not read",
           "polygons of three and four corners are taken");
    expect(mesh_read_vtu, FILE_OF("4", "2", POINTS(FOUR) CELLS("0 1 2 3 0 1 2 3", "4 8", "42 10")), true, 1,
           "f: element 0: polyhedra are not read", "a polyhedron is refused by name");
    expect(mesh_read_vtu, FILE_OF("4", "2", POINTS(FOUR) CELLS("0 1 2 3 0 1 2 3", "4 8", "71 99")), true, 0,
           "f: element 0: Lagrange tetrahedra are not read\nf: element 1: cells of type 99 are not read",
           "cells of higher order and unknown ones are refused");
    expect(mesh_read_vtu,
           FILE_OF("4", "3", POINTS(FOUR) CELLS("0 1 2 4 0 1 2 -1 0 1 2 1", "4 8 12", "10 10 10")), true, 0,
           "f: element 0: a tetrahedron whose corner 4 is none of the 4 nodes\n"
           "f: element 1: a tetrahedron whose corner 4 is none of the 4 nodes\n"
           "f: element 2: a tetrahedron whose corners 2 and 4 are the same node",
           "wrong nodes leave an element out");
    expect(mesh_read_vtu, FILE_OF("4", "3", POINTS(FOUR) CELLS("0 1 2 3 0 1 2 3", "4 2 8", "10 10 10")), true,
           1,
           "f: element 1: its nodes, from 4 to 2, are none of the 8 there are\n"
           "f: element 2: a tetrahedron of type 10 has 4 nodes, not 6",
           "offsets that go back leave their elements out");
}

static void test_square(void)
{
    static const uint32_t round[] = {0, 1, 3, 2, 4, 5, 7, 6};
    static const char text[] = FILE_OF("8", "2",
                                       POINTS("0 0 0 1 0 0 0 1 0 1 1 0 0 0 1 1 0 1 0 1 1 1 1 1")
                                           CELLS("0 1 2 3 0 1 2 3 4 5 6 7", "4 12", "8 11"));
    struct reading r = read_bytes(mesh_read_vtu, text, sizeof text - 1);
    const struct mesh *mesh = &r.file.mesh;
    ok(r.read && mesh->elements == 2 && mesh->cell[0] == MESH_QUAD && mesh->cell[1] == MESH_HEXAHEDRON &&
           !memcmp(mesh->node, round, 4 * sizeof *round) && !memcmp(mesh->node + 4, round, sizeof round),
       "pixels and voxels are numbered anew");
    reading_free(&r);
}

static void test_numbers(void)
{
    static const char text[] = FILE_OF("2", "0", POINTS("nan -inf 0.1  1e-3 -0 0x1p-3"));
    const double nan_x = strtod("nan", NULL);
    struct reading r = read_bytes(mesh_read_vtu, text, sizeof text - 1);
    const struct mesh *mesh = &r.file.mesh;
    const double expected[6] = {nan_x, -strtod("inf", NULL), 0.1F, 1e-3F, -0.0, 0.125};
    ok(r.read && mesh->nodes == 2 && mesh->x[0][0] != mesh->x[0][0] &&
           !memcmp(&mesh->x[0][1], &expected[1], 5 * sizeof *expected),
       "NaN and infinity are read as they are; text of type Float32 is rounded to it");
    reading_free(&r);
}

static void test_polygons(void)
{
    expect(mesh_read_vtu,
           "<VTKFile type=\"PolyData\"><PolyData><Piece NumberOfPoints=\"4\" NumberOfVerts=\"1\" "
           "NumberOfPolys=\"2\" "
           "NumberOfStrips=\"1\">" POINTS(FOUR) "<Verts>" ARRAY("Int32", "connectivity", "1", "0")
               ARRAY("Int32", "offsets", "1", "1") "</Verts><Polys>" ARRAY("Int32", "connectivity", "1",
                                                                           "0 1 2 0 1 2 4")
                   ARRAY("Int32", "offsets", "1", "3 7") "</Polys></Piece></PolyData></VTKFile>",
           true, 1,
           "f: element 3: triangle strips are not read\nf: element 2: a quad whose corner 4 is none of the 4 "
           "nodes",
           "polygons of a VTP, counted behind its vertices");
}

static void test_parts(void)
{
    static const char text[] = FILE_OF(
        "4", "2",
        POINTS(FOUR) CELLS("0 1 2 0 1 3", "3 6", "5 5") "<CellData>" ARRAY("Int32", "materialid", "1", "1 2")
            ARRAY("Float64", "PARTID", "1", "7 4294967294") "</CellData>");
    struct reading r = read_bytes(mesh_read_vtu, text, sizeof text - 1);
    ok(r.read && r.file.mesh.elements == 2 && r.file.mesh.part[0] == 7 && r.file.mesh.part[1] == 4294967294,
       "parts are those of the surest array");
    reading_free(&r);
    expect(mesh_read_vtu,
           FILE_OF("4", "1",
                   POINTS(FOUR)
                       CELLS("0 1 2", "3", "5") "<CellData>" ARRAY("Int32", "part", "1", "-1") "</CellData>"),
           true, 1,
           "f: line 1: array part: not taken for numbers of parts, since they are not from 0 to 4294967294",
           "negative numbers are no parts");
}

static void test_vectors(void)
{
    static const char text[] = FILE_OF(
        "1", "0",
        POINTS("1 2 3") "<PointData>" ARRAY("Float32", "u", "3", "1 0 0") ARRAY("Float64", "scalar", "1", "1")
            ARRAY("UInt8", "rgb", "3", "1 2 3") ARRAY("Float64", "v", "3", "4 5 6") "</PointData>");
    struct mesh_file file = {.wanted = "v"};
    struct messages messages = {0};
    const bool read = mesh_read_vtu("f", (const unsigned char *)text, sizeof text - 1, &file, &messages);
    ok(read && file.n_vectors == 2 && !file.vectors[0].v && !strcmp(file.vectors[0].name, "u") &&
           file.vectors[1].v && file.vectors[1].v[0][2] == 6,
       "only vectors of three reals are vectors, and only those wanted are read");
    mesh_file_free(&file);
    messages_free(&messages);
}

/* ---- Refusals ---- */

#define HEAD                                                                                                 \
    "<VTKFile type=\"UnstructuredGrid\"%s><UnstructuredGrid><Piece NumberOfPoints=\"4\" "                    \
    "NumberOfCells=\"1\">"

static void test_refused(void)
{
    expect(mesh_read_vtu, "", false, 0, "f: line 1: there is no element", "an empty file");
    expect(
        mesh_read_vtu, "<VTKFile type=\"ImageData\"/>", false, 0,
        "f: line 1: a file VTKFile of type \"ImageData\", not a VTKFile of type UnstructuredGrid or PolyData",
        "another type of data");
    expect(mesh_read_vtu, "<?xml version=\"1.0\"?>\n<!DOCTYPE x [<!ENTITY a \"b\">]>\n<VTKFile/>", false, 0,
           "f: line 2: a document type or other declaration, which is not read", "a document type");
    expect(mesh_read_vtu, FILE_OF("4", "1", POINTS("0 0 0")), false, 0,
           "f: line 1: array without a name: it has 3 numbers, and 12 are needed", "too few numbers");
    expect(mesh_read_vtu, FILE_OF("4", "1", POINTS("0 0 0 1 2 x")), false, 0,
           "f: line 1: array without a name: \"x\" is no number", "a word among numbers");
    expect(mesh_read_vtu, FILE_OF("4", "1", POINTS(FOUR)), false, 0,
           "f: a Piece without its array connectivity", "no cells");
    expect(mesh_read_vtu, FILE_OF("4000000000", "4000000000", POINTS(FOUR)), false, 0,
           "f: line 1: array without a name: it has 12 numbers, and 12000000000 are needed",
           "billions declared");
    expect(mesh_read_vtu, FILE_OF("99999999999", "1", POINTS(FOUR)), false, 0,
           "f: line 1: a Piece must say how many points and cells it has, fewer than 4294967295",
           "more than can be counted");
    expect(mesh_read_vtu, "<VTKFile type=\"UnstructuredGrid\"><UnstructuredGrid>", false, 0,
           "f: line 1: the file ends before its elements do", "a file cut short");
    expect(mesh_read_vtu, "<VTKFile type=\"UnstructuredGrid\"><a></b></VTKFile>", false, 0,
           "f: line 1: a closing tag that is not the open element's", "tags that do not match");
    expect(mesh_read_vtu, "<VTKFile type=\"UnstructuredGrid\" a=b></VTKFile>", false, 0,
           "f: line 1: a tag whose attributes cannot be read", "an attribute without quotes");
}

/* A file whose compressed or appended array of points is wrong. */
static void expect_points(const char *attributes, const char *array, const char *behind, const char *expected,
                          const char *what)
{
    struct buf text = {0};
    buf_printf(&text,
               HEAD "<Points><DataArray type=\"Float64\" NumberOfComponents=\"3\" %s</Points></Piece>"
                    "</UnstructuredGrid>%s</VTKFile>",
               attributes, array, behind);
    buf_add(&text, "", 1);
    expect(mesh_read_vtu, (const char *)text.p, false, 0, expected, what);
    buf_free(&text);
}

static void test_refused_bytes(void)
{
    expect_points(" compressor=\"vtkLZ4DataCompressor\"", "format=\"binary\">AAAA</DataArray>", "",
                  "f: line 1: array without a name: only blocks compressed by zlib are read (compressor "
                  "vtkLZ4DataCompressor)",
                  "blocks of LZ4 are refused by name");
    expect_points(" compressor=\"vtkLZMADataCompressor\"", "format=\"binary\">AAAA</DataArray>", "",
                  "f: line 1: array without a name: only blocks compressed by zlib are read (compressor "
                  "vtkLZMADataCompressor)",
                  "blocks of LZMA, too");
    expect_points("", "format=\"binary\">AOCfAQAA</DataArray>", "",
                  "f: line 1: array without a name: its bytes are not all there",
                  "more bytes declared than are there");
    expect_points(" header_type=\"UInt64\"", "format=\"binary\">AORLVAIAAAA=</DataArray>", "",
                  "f: line 1: array without a name: its bytes are not all there",
                  "ten billion bytes declared");
    expect_points(" header_type=\"UInt64\" compressor=\"vtkZLibDataCompressor\"",
                  "format=\"binary\">AQAAAAAAAAAA5AtUAgAAAAAAAAAAAAAACAAAAAAAAAB4nAMAAAAAAQ==</DataArray>",
                  "",
                  "f: line 1: array without a name: its compressed blocks are damaged (compressor "
                  "vtkZLibDataCompressor)",
                  "ten billion bytes declared in one block");
    expect_points(
        " header_type=\"UInt64\" compressor=\"vtkZLibDataCompressor\"",
        "format=\"binary\">/////////3/4AAAAAAAAAAAAAAAAAAAA</DataArray>", "",
        "f: line 1: array without a name: its blocks are not all there (compressor vtkZLibDataCompressor)",
        "more blocks declared than bytes");
    expect_points(
        "", "format=\"appended\" offset=\"99\"/>", "<AppendedData encoding=\"raw\">_abcd</AppendedData>",
        "f: line 1: array without a name: its offset is outside of the appended data", "an offset too far");
    expect_points("", "format=\"appended\" offset=\"0\"/>", "",
                  "f: line 1: array without a name: its offset is outside of the appended data",
                  "nothing appended");
    expect_points("", "format=\"appended\" offset=\"0\"/>",
                  "<AppendedData encoding=\"hex\">_abcd</AppendedData>",
                  "f: line 1: appended data that are neither raw nor base64", "another encoding");
    expect_points("", "format=\"appended\" offset=\"0\"/>",
                  "<AppendedData encoding=\"raw\">abcd</AppendedData>",
                  "f: line 1: appended data that do not begin with _", "appended data without their mark");
}

/* ---- Hostile files ---- */

/* A file that repeats some text very often. */
static void test_many(const char *head, const char *repeated, size_t times, const char *tail, bool read,
                      const char *what)
{
    struct buf text = {0};
    put_text(&text, head);
    for (size_t i = 0; i < times; i++) put_text(&text, repeated);
    put_text(&text, tail);
    struct reading r = read_bytes(mesh_read_vtu, text.p, text.n);
    if (!ok(r.read == read && (read || r.messages.count == 1), "%s", what))
        diag("%s", (char *)r.messages.text.p);
    reading_free(&r);
    buf_free(&text);
}

static void test_damage(int n)
{
    struct mesh mesh = {0};
    bool sane = true;
    for (int i = 0; i < n && sane; i++) {
        struct rng rng = rng_at(rng_key("vtu damage", 0, 1), (uint64_t)i);
        const struct way way = draw_way(&rng);
        struct vtu_file f;
        draw_mesh(&mesh, &rng, way.small);
        vtu_begin(&f, &way);
        put_piece(&f, &mesh, mesh.x[0]);
        vtu_end(&f);
        sane = survives(mesh_read_vtu, &f.text, &rng, 20);
        buf_free(&f.text);
    }
    mesh_free(&mesh);
    ok(sane, "%d damaged files do no harm", n * 20);
}

int main(void)
{
    const bool longer = getenv("CCDQ_LONG") != NULL;
    test_ways(longer ? 20000 : 400);
    test_pieces(longer ? 5000 : 100);
    test_cells();
    test_square();
    test_numbers();
    test_polygons();
    test_parts();
    test_vectors();
    test_refused();
    test_refused_bytes();
    test_many("<VTKFile type=\"UnstructuredGrid\">", "<a>", 1000000, "", false,
              "a million tags inside each other");
    test_many("<VTKFile type=\"UnstructuredGrid\"><UnstructuredGrid><Piece NumberOfPoints=\"0\" "
              "NumberOfCells=\"0\"><Points>",
              "\n<DataArray/>", 300000, "</Points></Piece></UnstructuredGrid></VTKFile>", false,
              "300,000 arrays");
    test_many("<VTKFile type=\"UnstructuredGrid\"><UnstructuredGrid><Piece NumberOfPoints=\"0\" "
              "NumberOfCells=\"0\"><PointData>",
              "\n<DataArray type=\"Float64\" NumberOfComponents=\"3\" Name=\"u\"/>", 19999,
              "</PointData></Piece></UnstructuredGrid></VTKFile>", true,
              "as many arrays of one name as may be");
    test_damage(longer ? 20000 : 200);
    return tap_done();
}
