/* The reader of legacy VTK files: all versions written here, and files that are wrong. */
#include "mesh_boxes.h"
#include "mesh_bytes.h"

struct writer {
    struct buf b;
    bool binary, late, small; /* late: version 5 */
};

static void put_integers(struct writer *w, const uint32_t *x, size_t n, int size)
{
    for (size_t i = 0; i < n; i++) {
        if (w->binary)
            put_bits(&w->b, x[i], size, true);
        else
            buf_printf(&w->b, "%u%s", x[i], i % 9 == 8 ? "\n" : " ");
    }
    put_text(&w->b, "\n");
}

static void put_reals(struct writer *w, const double *x, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (w->binary && w->small) {
            put_float(&w->b, x[i], true);
        } else if (w->binary) {
            put_double(&w->b, x[i], true);
        } else {
            number_print(&w->b, x[i]);
            put_text(&w->b, i % 3 == 2 ? " \n" : " ");
        }
    }
    put_text(&w->b, "\n");
}

static void put_metadata(struct writer *w)
{
    put_text(&w->b, "METADATA\nINFORMATION 1\nNAME L2_NORM_RANGE LOCATION vtkDataArray\nDATA 2 0 1.5 \n\n");
}

/* Cells whose number of nodes stands before each, or with offsets. */
static void put_cells(struct writer *w, const char *word, const struct mesh *mesh)
{
    const size_t nodes = mesh->elements ? mesh->first[mesh->elements] : 0;
    struct buf numbers = {0};
    if (w->late) {
        buf_printf(&w->b, "%s %zu %zu\nOFFSETS vtktypeint64\n", word, mesh->elements + 1, nodes);
        for (size_t e = 0; e <= mesh->elements; e++)
            buf_add(&numbers, &(uint32_t){e ? (uint32_t)mesh->first[e] : 0}, sizeof(uint32_t));
        put_integers(w, (const uint32_t *)numbers.p, mesh->elements + 1, 8);
        put_text(&w->b, "CONNECTIVITY vtktypeint64\n");
        put_integers(w, mesh->node, nodes, 8);
    } else {
        buf_printf(&w->b, "%s %zu %zu\n", word, mesh->elements, nodes + mesh->elements);
        for (size_t e = 0; e < mesh->elements; e++) {
            const uint32_t n = (uint32_t)mesh_cell_corners(mesh->cell[e]);
            buf_add(&numbers, &n, sizeof n);
            buf_add(&numbers, &mesh->node[mesh->first[e]], n * sizeof n);
        }
        put_integers(w, (const uint32_t *)numbers.p, numbers.n / sizeof(uint32_t), 4);
    }
    buf_free(&numbers);
}

static void put_types(struct writer *w, const struct mesh *mesh)
{
    static const uint32_t types[] = {[MESH_TRIANGLE] = 5, [MESH_QUAD] = 9,   [MESH_TETRAHEDRON] = 10,
                                     [MESH_PYRAMID] = 14, [MESH_PRISM] = 13, [MESH_HEXAHEDRON] = 12};
    struct buf numbers = {0};
    for (size_t e = 0; e < mesh->elements; e++) buf_add(&numbers, &types[mesh->cell[e]], sizeof *types);
    buf_printf(&w->b, "CELL_TYPES %zu\n", mesh->elements);
    put_integers(w, (const uint32_t *)numbers.p, mesh->elements, 4);
    buf_free(&numbers);
}

static void put_attributes(struct writer *w, const struct mesh *mesh, const double *v)
{
    const char *real = w->small ? "float" : "double";
    if (mesh->elements) {
        buf_printf(&w->b, "CELL_DATA %zu\nSCALARS PartId int\nLOOKUP_TABLE default\n", mesh->elements);
        put_integers(w, mesh->part, mesh->elements, 4);
    }
    buf_printf(&w->b, "POINT_DATA %zu\nVECTORS u%%201 %s\n", mesh->nodes, real);
    put_reals(w, v, 3 * mesh->nodes);
    buf_printf(&w->b, "NORMALS n %s\n", real);
    put_reals(w, v, 3 * mesh->nodes);
    put_metadata(w);
    buf_printf(&w->b, "FIELD FieldData 2\ns 1 %zu %s\n", mesh->nodes, real);
    put_reals(w, v, mesh->nodes);
    put_metadata(w);
    buf_printf(&w->b, "u2 3 %zu %s\n", mesh->nodes, real);
    put_reals(w, v, 3 * mesh->nodes);
}

static void put_file(struct writer *w, const struct mesh *mesh, const double *v, bool polygons)
{
    buf_printf(&w->b, "# vtk DataFile Version %s\n\n%s\nDATASET %s\n", w->late ? "5.1" : "3.0",
               w->binary ? "BINARY" : "ASCII", polygons ? "POLYDATA" : "UNSTRUCTURED_GRID");
    put_text(&w->b, "FIELD FieldData 1\nTIME 1 1 double\n");
    if (w->binary)
        put_double(&w->b, 0.5, true);
    else
        put_text(&w->b, "0.5");
    buf_printf(&w->b, "\nPOINTS %zu %s\n", mesh->nodes, w->small ? "float" : "double");
    put_reals(w, mesh->x[0], 3 * mesh->nodes);
    if (w->late) put_metadata(w);
    put_cells(w, polygons ? "POLYGONS" : "CELLS", mesh);
    if (!polygons) put_types(w, mesh);
    put_attributes(w, mesh, v);
}

static bool has_vectors(const struct mesh_file *file, const double *v)
{
    const size_t size = file->mesh.nodes * 3 * sizeof *v;
    return file->n_vectors == 2 && !strcmp(file->vectors[0].name, "u 1") &&
           !strcmp(file->vectors[1].name, "u2") && !memcmp(file->vectors[0].v, v, size) &&
           !memcmp(file->vectors[1].v, v, size);
}

/* Makes one file of the test's random ones. */
static void draw_file(uint64_t i, struct writer *w, struct mesh *mesh, struct buf *v, struct rng *rng)
{
    *rng = rng_at(rng_key("vtk", 0, 1), i);
    const bool polygons = rng_below(rng, 3) == 0;
    *w = (struct writer){.binary = false};
    w->binary = rng_below(rng, 2);
    w->late = rng_below(rng, 2);
    w->small = rng_below(rng, 2);
    mesh_clear(mesh);
    boxes_make(mesh, rng_at(rng_next(rng), 0), polygons ? 1u << CUT_QUADS | 1u << CUT_TRIANGLES : CUTS_ALL,
               3);
    v->n = 0;
    for (size_t k = 0; k < 3 * mesh->nodes; k++) {
        const double x = (float)rng_real(rng, -1, 1);
        buf_add(v, &x, sizeof x);
        if (w->small) mesh->x[k / 3][k % 3] = (float)mesh->x[k / 3][k % 3];
    }
    put_file(w, mesh, (const double *)v->p, polygons);
}

static void test_ways(int n, int damaged)
{
    struct mesh mesh = {0};
    struct buf v = {0};
    long wrong = 0;
    bool sane = true;
    for (int i = 0; i < n; i++) {
        struct writer w;
        struct rng rng;
        draw_file((uint64_t)i, &w, &mesh, &v, &rng);
        struct reading r = read_bytes(mesh_read_vtk, w.b.p, w.b.n);
        const bool same = r.read && !r.messages.count && same_mesh(&r.file.mesh, &mesh) &&
                          has_vectors(&r.file, (const double *)v.p);
        if (!same && !wrong++) diag("file %d: %s", i, (const char *)r.messages.text.p);
        reading_free(&r);
        if (i < damaged) sane = survives(mesh_read_vtk, &w.b, &rng, 20) && sane;
        buf_free(&w.b);
    }
    mesh_free(&mesh);
    buf_free(&v);
    ok(!wrong, "%d meshes read back, text and bytes, versions 3 and 5.1", n);
    ok(sane, "%d damaged files do no harm", damaged * 20);
}

#define HEAD "# vtk DataFile Version 2.0\ntitle\nASCII\n"
#define GRID HEAD "DATASET UNSTRUCTURED_GRID\nPOINTS 4 float\n0 0 0 1 0 0\n0 1 0 0 0 1\n"

static void test_cells(void)
{
    expect(mesh_read_vtk, GRID "CELLS 1 5\n4 0 1 2 3\nCELL_TYPES 1\n10\n", true, 1, "", "a tetrahedron");
    expect(mesh_read_vtk, GRID "CELLS 2 8\n4 0 1 2 3\n2 0 1\nCELL_TYPES 2\n10\n3\n", true, 1, "",
           "lines are passed over");
    expect(mesh_read_vtk, GRID "CELLS 2 10\n4 0 1 2 3\n4 0 1 2 9\nCELL_TYPES 2\n10\n10\n", true, 1,
           "f: element 1: a tetrahedron whose corner 4 is none of the 4 nodes",
           "a wrong node leaves its element out");
    expect(mesh_read_vtk, GRID "CELLS 1 5\n4 0 1 2 3\nCELL_TYPES 1\n42\n", true, 0,
           "f: element 0: polyhedra are not read", "a polyhedron");
    expect(mesh_read_vtk,
           HEAD "DATASET POLYDATA\nPOINTS 4 float\n0 0 0 1 0 0\n0 1 0 0 0 1\nVERTICES 1 2\n1 0\nPOLYGONS 2 "
                "9\n3 0 1 2\n"
                "4 0 1 2 2\nTRIANGLE_STRIPS 1 5\n4 0 1 2 3\n",
           true, 1,
           "f: element 3: triangle strips are not read\nf: element 2: a quad whose corners 3 and 4 are the "
           "same node",
           "polygons are counted behind vertices, strips refused");
    expect(mesh_read_vtk,
           GRID "CELLS 1 5\n4 0 1 2 3\nCELL_TYPES 1\n10\nPOINT_DATA 4\nVECTORS u float\n1 2 3 x\n", true, 1,
           "f: line 14: no number", "vectors that cannot be read cost only themselves");
}

static void test_refused(void)
{
    expect(mesh_read_vtk, "# vtk\n", false, 0, "f: line 1: no legacy file of VTK", "no version");
    expect(mesh_read_vtk, "# vtk DataFile Version 3.0\nt\nUTF8\n", false, 0,
           "f: line 3: neither ASCII nor BINARY", "neither text nor bytes");
    expect(mesh_read_vtk, HEAD "DATASET STRUCTURED_GRID\n", false, 0,
           "f: line 4: a data set STRUCTURED_GRID, which is neither UNSTRUCTURED_GRID nor POLYDATA",
           "another set of data");
    expect(mesh_read_vtk, GRID "CELLS 1 5\n4 0 1 2 3\n", false, 0, "f: line 10: no CELL_TYPES", "no types");
    expect(mesh_read_vtk, GRID "CELLS 1 5\n4 0 1 2 3\nCELL_TYPES 2\n10 10\n", false, 0,
           "f: line 10: other CELL_TYPES than CELLS", "other types than cells");
    expect(mesh_read_vtk, GRID "CELLS 1 5\n5 0 1 2 3\n", false, 0,
           "f: line 8: cells with more nodes than there are numbers", "a count that is too large");
    expect(mesh_read_vtk, GRID "CELLS 1 5\n3 0 1 2 3\n", false, 0,
           "f: line 8: cells with fewer nodes than there are numbers", "a count that is too small");
    expect(mesh_read_vtk,
           GRID
           "CELLS 2 5\nOFFSETS vtktypeint64\n0 4\nCONNECTIVITY vtktypeint64\n0 1 2 3 0\nCELL_TYPES 1\n10\n",
           false, 1, "f: the cells end with number 4 of the 5 of their nodes",
           "an offset that is too small, or a number too many");
    expect(mesh_read_vtk, GRID "CELLS 0 0\nOFFSETS vtktypeint64\nCONNECTIVITY vtktypeint64\nCELL_TYPES 0\n",
           true, 0, "", "no cell, and not even the offset 0");
    expect(
        mesh_read_vtk,
        "# vtk DataFile Version 3.0\nt\nBINARY\nDATASET POLYDATA\nPOINTS 1 float\n12345678901\nLINES 0 0\n",
        false, 0, "f: offset 80: the line ends within the numbers: a byte is missing",
        "a byte of the numbers is missing");
    expect(mesh_read_vtk, GRID "CELLS 1 -5\n4 0 1 2 3\n", false, 0, "f: line 8: cells without their numbers",
           "a negative size");
    expect(mesh_read_vtk, HEAD "DATASET POLYDATA\nPOINTS 4000000000 double\n1 2 3\n", false, 0,
           "f: line 7: the file ends before the numbers do", "billions declared");
    expect(mesh_read_vtk,
           "# vtk DataFile Version 3.0\nt\nBINARY\nDATASET POLYDATA\nPOINTS 4000000000 double\n1234", false,
           0, "f: offset 78: the file ends before the numbers do", "billions of bytes declared");
    expect(mesh_read_vtk, HEAD "DATASET POLYDATA\nPOINTS 1 quad\n1 2 3\n", false, 0,
           "f: line 5: a type of numbers that is not known", "an unknown type");
    expect(mesh_read_vtk, GRID "HEXES 5\n", false, 0, "f: line 8: a line that is not known",
           "an unknown line");
}

int main(void)
{
    const bool longer = getenv("CCDQ_LONG") != NULL;
    test_ways(longer ? 20000 : 400, longer ? 20000 : 200);
    test_cells();
    test_refused();
    return tap_done();
}
