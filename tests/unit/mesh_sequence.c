/* Sequences of steps from files, PVD, .series, patterns and vectors; and matching elements from step to step.
 */
#include "mesh_boxes.h"
#include "mesh_bytes.h"
#include "../../formats/mesh-sequence.h"
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

static char folder[] = "/tmp/ccdq-mesh-sequence-XXXXXX";

/* Writes a file in the folder. */
static void put_file(const char *name, const char *text)
{
    FILE *f = fopen(name, "w");
    if (!f || fputs(text, f) < 0 || fclose(f)) abort();
}

static void put_gzip(const char *name, const char *text)
{
    gzFile f = gzopen(name, "wb");
    if (!f || gzputs(f, text) < 0 || gzclose(f)) abort();
}

/* A triangle whose first node is at x. */
static const char *triangle(double x)
{
    static char text[200];
    snprintf(text, sizeof text, "v %g 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", x);
    return text;
}

/* The steps of a sequence in short: "time:nodes:elements:x name;". */
static void sequence(const char *const *paths, size_t n, const struct mesh_sequence_options *options,
                     const char *expected, const char *what)
{
    struct messages messages = {0};
    struct buf out = {0};
    struct mesh_sequence *s = mesh_sequence_open(paths, n, options, &messages);
    for (size_t i = 0; s && i < mesh_sequence_steps(s); i++) {
        struct mesh_file file = {0};
        if (mesh_sequence_read(s, i, &file, &messages))
            buf_printf(&out, "%g:%zu:%zu:%g %s;", mesh_sequence_time(s, i), file.mesh.nodes,
                       file.mesh.elements, file.mesh.nodes ? file.mesh.x[0][0] : 0, mesh_sequence_name(s, i));
        mesh_file_free(&file);
    }
    mesh_sequence_free(s);
    if (messages.text.n) buf_add(&out, messages.text.p, messages.text.n - 1);
    buf_add(&out, "", 1);
    if (!ok(!strcmp((char *)out.p, expected), "%s", what)) diag("%s", (char *)out.p);
    messages_free(&messages);
    buf_free(&out);
}

static void one(const char *path, const char *expected, const char *what)
{
    sequence(&path, 1, NULL, expected, what);
}

/* The first positions of the bodies, three nodes each, of all steps of a sequence. */
static void orders(const char *path, const char *expected, const char *what)
{
    struct messages messages = {0};
    struct buf out = {0};
    struct mesh_sequence *s = mesh_sequence_open(&path, 1, NULL, &messages);
    for (size_t i = 0; s && i < mesh_sequence_steps(s); i++) {
        struct mesh_file file = {0};
        mesh_sequence_read(s, i, &file, &messages);
        for (size_t k = 0; k < file.mesh.nodes; k += 3)
            buf_printf(&out, "%s%g", out.n ? " " : "", file.mesh.x[k][0]);
        mesh_file_free(&file);
    }
    mesh_sequence_free(s);
    buf_add(&out, "", 1);
    if (!ok(!messages.count && !strcmp((char *)out.p, expected), "%s", what)) diag("%s", (char *)out.p);
    messages_free(&messages);
    buf_free(&out);
}

static void test_files(void)
{
    put_file("a.obj", triangle(1));
    put_gzip("b.obj.gz", triangle(2));
    sequence((const char *[]){"b.obj.gz", "a.obj"}, 2, NULL, "0:3:1:2 b.obj.gz;1:3:1:1 a.obj;",
             "two files, one gzip'd");
    one("a.obj", "0:3:1:1 a.obj;", "one file is one step");
    one("none.obj", "none.obj: No such file or directory", "a file that is not there");
    put_file("list.pvd", "<VTKFile type=\"Collection\"/>");
    one("list.pvd", "list.pvd: names no files", "an empty PVD");
    sequence((const char *[]){"a.obj", "list.pvd"}, 2, NULL,
             "0:3:1:1 a.obj;list.pvd: names other files, where one with a mesh is needed",
             "a PVD is no step");
    put_file("deck.k", "*KEYWORD\n");
    one("deck.k", "deck.k: a file of Abaqus or LS-DYNA, which is not read; meshio converts many forms to VTU",
        "a form that is known and not read");
    put_file("noise", "\1\2\3");
    one("noise", "noise: no mesh in a form that is known (VTU, VTP, VTK, MSH, PLY, OBJ, Medit)", "no form");
}

static void test_pvd(void)
{
    mkdir("sub", 0777);
    put_file("sub/c.obj", triangle(3));
    put_file("sub/d.obj", triangle(4));
    put_file("sub/list.pvd", "<VTKFile type=\"Collection\"><Collection>"
                             "<DataSet timestep=\"2\" part=\"0\" file=\"../a.obj\"/>"
                             "<DataSet timestep=\"0.5\" part=\"0\" file=\"c.obj\"/>"
                             "<DataSet timestep=\"2\" part=\"1\" file=\"d.obj\"/>"
                             "<DataSet timestep=\"2\" part=\"0\" file=\"d.obj\"/>"
                             "</Collection></VTKFile>");
    one("sub/list.pvd", "0.5:3:1:3 sub/c.obj;2:9:3:1 sub/../a.obj;",
        "a PVD: by time, paths from its folder, the files of a time joined");
    orders("sub/list.pvd", "3 1 4 4", "the files of a part come as they are listed");
    put_file("list.pvd", "<VTKFile type=\"Collection\"><Collection>"
                         "<DataSet timestep=\"0\" part=\"2\" file=\"sub/c.obj\"/>"
                         "<DataSet timestep=\"0\" part=\"10\" file=\"sub/d.obj\"/>"
                         "<DataSet timestep=\"0\" file=\"a.obj\"/>"
                         "<DataSet timestep=\"1\" part=\"10\" file=\"sub/d.obj\"/>"
                         "<DataSet timestep=\"1\" part=\"\" file=\"a.obj\"/>"
                         "<DataSet timestep=\"1\" part=\"02\" group=\"b\" file=\"sub/d.obj\"/>"
                         "<DataSet timestep=\"1\" part=\"2\" group=\"a\" file=\"sub/c.obj\"/>"
                         "</Collection></VTKFile>");
    orders("list.pvd", "1 3 4 1 3 4 4", "the files of a time come by part and group, not as they are listed");
    put_file("list.pvd", "<VTKFile type=\"Collection\">\n<DataSet part=\"x\" file=\"a\"/></VTKFile>");
    one("list.pvd", "list.pvd: line 2: a part that is no number", "a wrong part");
    put_file("list.pvd", "<VTKFile type=\"Collection\">\n<DataSet timestep=\"x\" file=\"a\"/></VTKFile>");
    one("list.pvd", "list.pvd: line 2: a timestep that is no number", "a wrong time");
    put_file("list.pvd", "<VTKFile type=\"Collection\">\n<DataSet timestep=\"1\"/></VTKFile>");
    one("list.pvd", "list.pvd: line 2: a DataSet without its file", "no file");
    put_file("list.pvd", "<VTKFile type=\"Collection\">\n<DataSet file='a.obj'/>");
    one("list.pvd", "list.pvd: line 2: the file ends before its elements do", "a PVD cut short");
}

/* Whether a PVD of two times, with one more attribute of each of the files a.obj and sub/d.obj, has the same
 * bodies at both. */
static void bodies(const char *const attribute[4], const char *expected, const char *what)
{
    struct messages messages = {0};
    struct buf list = {0};
    buf_printf(&list, "<VTKFile type=\"Collection\">");
    for (int i = 0; i < 4; i++)
        if (attribute[i])
            buf_printf(&list, "<DataSet timestep=\"%d\" file=\"%s\" %s/>", i / 2,
                       i % 2 ? "sub/d.obj" : "a.obj", attribute[i]);
    buf_printf(&list, "</VTKFile>");
    buf_add(&list, "", 1);
    put_file("list.pvd", (const char *)list.p);
    struct mesh_sequence *s = mesh_sequence_open((const char *[]){"list.pvd"}, 1, NULL, &messages);
    if (!s) abort();
    const bool same = mesh_sequence_same_bodies(s, 0, &messages);
    buf_add(&messages.text, "", 1);
    if (!ok(same == !*expected && !strcmp((char *)messages.text.p, expected), "%s", what))
        diag("%s", (char *)messages.text.p);
    mesh_sequence_free(s);
    messages_free(&messages);
    buf_free(&list);
}

static void test_bodies(void)
{
    bodies((const char *[]){"part='0'", "part='1'", "part='0'", "part='1'"}, "",
           "the same parts at both times");
    bodies((const char *[]){"part='0'", "part='1'", "part='1'", "part='0'"}, "", "in another order");
    bodies((const char *[]){"part='0'", "part='1'", "part='2'", "part='1'"},
           "a.obj: part 0 is there at time 0, but not at 1: they are not steps of one model\n",
           "a part that has another number then");
    bodies((const char *[]){"group='a'", "group='b'", "group='c'", "group='b'"},
           "a.obj: part 0 of group \"a\" is there at time 0, but not at 1: they are not steps of one model\n",
           "another group");
    bodies((const char *[]){"part='0'", NULL, "part='0'", "part='1'"},
           "sub/d.obj: part 1 is there at time 1, but not at 0: they are not steps of one model\n",
           "a part that has come");
    bodies((const char *[]){"part='0'", "part='1'", "part='0'", NULL},
           "sub/d.obj: part 1 is there at time 0, but not at 1: they are not steps of one model\n",
           "a part that has vanished");
}

/* Without times, the files are frames; never frames for one and bodies for the other. */
static void test_pvd_times(void)
{
    put_file("list.pvd", "<VTKFile type=\"Collection\"><DataSet file=\"sub/d.obj\"/><DataSet file=\"a.obj\"/>"
                         "<DataSet file=\"sub/d.obj\"/></VTKFile>");
    one("list.pvd", "0:3:1:4 sub/d.obj;1:3:1:1 a.obj;2:3:1:4 sub/d.obj;",
        "a PVD without times: each file is a frame");
    put_file("list.pvd", "<VTKFile type=\"Collection\"><DataSet timestep=\"0\" file=\"sub/d.obj\"/>"
                         "<DataSet timestep=\"0\" file=\"a.obj\"/></VTKFile>");
    one("list.pvd", "0:6:2:4 sub/d.obj;", "all of one time are one frame");
    put_file("list.pvd", "<VTKFile type=\"Collection\"><DataSet timestep=\"0\" file=\"sub/d.obj\"/>"
                         "<DataSet file=\"a.obj\"/></VTKFile>");
    one("list.pvd", "list.pvd: some files have a timestep and some have none", "some with a time");
    put_file("list.pvd", "<VTKFile type=\"Collection\"><DataSet part=\"0\" file=\"sub/d.obj\"/>"
                         "<DataSet part=\"1\" file=\"a.obj\"/></VTKFile>");
    one("list.pvd", "list.pvd: files of different parts or groups need a timestep", "parts without times");
    put_file("list.pvd",
             "<VTKFile type=\"Collection\"><DataSet timestep=\"0\" file=\"sub/d.obj\"/>"
             "<DataSet timestep=\"1\" file=\"sub/d.obj\"/><DataSet timestep=\"1\" file=\"a.obj\"/>"
             "<DataSet timestep=\"1\" file=\"sub/d.obj\"/><DataSet timestep=\"1\" file=\"a.obj\"/>"
             "</VTKFile>");
    one("list.pvd",
        "0:3:1:4 sub/d.obj;1:6:2:4 sub/d.obj;list.pvd: 2 files are listed twice at one time, the first "
        "a.obj: taken once",
        "a file that is listed twice at one time");
}

/* A file is the same one by whatever name; which are there twice is told, whatever the kind of the list. */
static void test_other_names(void)
{
    put_file("names.pvd",
             "<VTKFile type=\"Collection\"><DataSet timestep=\"0\" file=\"a.obj\"/>"
             "<DataSet timestep=\"0\" file=\"sub/d.obj\"/><DataSet timestep=\"0\" file=\"./a.obj\"/>"
             "<DataSet timestep=\"0\" file=\"sub/../a.obj\"/></VTKFile>");
    one("names.pvd",
        "0:6:2:1 a.obj;names.pvd: 2 files are listed twice at one time, the first a.obj: taken once",
        "one that is listed by three names");
    put_file("names.pvd", "<VTKFile type=\"Collection\"><DataSet timestep=\"0\" file=\"a.obj\"/>"
                          "<DataSet timestep=\"1\" file=\"./a.obj\"/></VTKFile>");
    one("names.pvd", "0:3:1:1 a.obj;1:3:1:1 ./a.obj;", "but at two times it is two frames");
    put_file("names.pvd", "<VTKFile type=\"Collection\"><DataSet timestep=\"0\" file=\"a.obj\"/>"
                          "<DataSet timestep=\"0\" part=\"1\" file=\"./a.obj\"/></VTKFile>");
    one("names.pvd", "0:6:2:1 a.obj;", "and two bodies where the list says so");
    put_file("names.series",
             "{\"file-series-version\" : \"1.0\", \"files\" : [{\"name\": \"a.obj\", \"time\": 1},"
             "{\"name\": \"sub/d.obj\", \"time\": 2}, {\"name\": \"./a.obj\", \"time\": 1}]}");
    one("names.series",
        "1:3:1:1 a.obj;2:3:1:4 sub/d.obj;names.series: 1 file is listed twice at one time, the first "
        "a.obj: taken once",
        "in a series likewise");
    put_file("names.series",
             "{\"file-series-version\" : \"1.0\", \"files\" : [{\"name\": \"sub/d.obj\", \"time\": 1},"
             "{\"name\": \"a.obj\", \"time\": 1}, {\"name\": \"sub/c.obj\", \"time\": 0.5}]}");
    one("names.series",
        "0.5:3:1:3 sub/c.obj;1:3:1:4 sub/d.obj;1:3:1:1 a.obj;names.series: 1 file is at the same time as "
        "another "
        "one, the first a.obj at 1, after sub/d.obj: each is taken as a frame of its own, in the order of "
        "the list; "
        "files that are bodies of one time need a PVD",
        "frames of a series at one time");
}

static void test_joined_parts(void)
{
    struct messages messages = {0};
    struct mesh_file file = {0};
    struct mesh_sequence *s = mesh_sequence_open((const char *[]){"sub/list.pvd"}, 1, NULL, &messages);
    const bool read = s && mesh_sequence_read(s, 1, &file, &messages);
    const struct mesh *mesh = &file.mesh;
    ok(read && mesh->part[0] == 0 && mesh->part[1] == 1 && mesh->number[1] == 1 && mesh->node[3] == 3,
       "files that are one step have parts of their own");
    mesh_file_free(&file);
    mesh_sequence_free(s);
    messages_free(&messages);
}

static void test_series(void)
{
    put_file("sub/x.obj.series",
             "{\"file-series-version\" : \"1.0\", \"files\" : [\n"
             "{ \"name\" : \"d.obj\", \"time\" : 7 },\n{ \"name\" : \"c.obj\", \"time\" : 0.25 } ]}");
    one("sub/x.obj.series", "0.25:3:1:3 sub/c.obj;7:3:1:4 sub/d.obj;", "a series");
    put_file("bad.series", "{\"file-series-version\" : \"2.0\", \"files\" : []}");
    one("bad.series", "bad.series: line 1, column 1: no file-series-version \"1.0\"", "another version");
    put_file("bad.series", "{\"file-series-version\" : \"1.0\", \"files\" : [\n{\"name\": \"a\"}]}");
    one("bad.series", "bad.series: line 2, column 1: a file without its time", "no time");
    put_file("bad.series", "{\"file-series-version\" : \"1.0\", \"files\" : [\n{\"name\": 1, \"time\": 1}]}");
    one("bad.series", "bad.series: line 2, column 1: a file without its name", "no name");
}

static void test_numbered(void)
{
    static const char *const unordered[] = {"sub/f1.obj", "sub/f10.obj", "sub/f9.obj"};
    for (int i = 0; i < 3; i++) put_file(unordered[i], triangle(i == 0 ? 1 : i == 1 ? 10 : 9));
    put_file("sub/f1x.obj", triangle(0));
    one("sub/f*.obj", "0:3:1:1 sub/f1.obj;1:3:1:9 sub/f9.obj;2:3:1:10 sub/f10.obj;",
        "a pattern takes files by number");
    put_file("sub/e_1.obj", triangle(1));
    put_file("sub/e_001.obj", triangle(1));
    put_file("sub/e_0.obj", triangle(1));
    one("sub/e_*.obj", "sub/e_*.obj: sub/e_001.obj and sub/e_1.obj have the same number",
        "two files of one number");
    one("sub/g*.obj", "sub/g*.obj: no files with a number in the place of *", "a pattern without files");
    one("none/g*.obj", "none/: No such file or directory", "a pattern without its folder");
    sequence(unordered, 3, NULL,
             "0:3:1:1 sub/f1.obj;1:3:1:10 sub/f10.obj;2:3:1:9 sub/f9.obj;sub/f1.obj: the files are taken in "
             "the order "
             "given, in which their numbers go up and down; the pattern 'sub/f*.obj', quoted, takes them by "
             "number",
             "files in a shell's order");
}

#define VECTORS(name, x) "VECTORS " name " double\n" x " 0 0 0 0 0 0 0 0\n"

/* A triangle with vectors: file NAME.vtk. */
static void put_vectors(const char *name, const char *vectors)
{
    struct buf text = {0};
    buf_printf(&text,
               "# vtk DataFile Version 3.0\n\nASCII\nDATASET POLYDATA\nPOINTS 3 double\n1 0 0 1 0 0 0 1 0\n"
               "POLYGONS 1 4\n3 0 1 2\nPOINT_DATA 3\n%s",
               vectors);
    buf_add(&text, "", 1);
    put_file(name, (const char *)text.p);
    buf_free(&text);
}

static void test_vectors(void)
{
    const char *path = "v.vtk";
    put_vectors(path, VECTORS("disp10", "10") VECTORS("disp2", "2") VECTORS("velocity1", "5")
                          VECTORS("velocity2", "6") VECTORS("one", "7"));
    one(path, "0:3:1:3 v.vtk: disp2;1:3:1:11 v.vtk: disp10;",
        "displacements are known by their name, and taken by number");
    sequence(&path, 1, &(struct mesh_sequence_options){"velocity", MESH_POSITIONS},
             "0:3:1:5 v.vtk: velocity1;1:3:1:6 v.vtk: velocity2;", "positions");
    sequence(&path, 1, &(struct mesh_sequence_options){"one", MESH_DISPLACEMENTS},
             "0:3:1:1 v.vtk;1:3:1:8 v.vtk: one;", "one displacement from the file's positions");
    sequence(&path, 1, &(struct mesh_sequence_options){"velocity", MESH_BY_NAME},
             "v.vtk: it must be told whether the vectors velocity2 are displacements or positions",
             "unclear meaning");
    sequence(&path, 1, &(struct mesh_sequence_options){NULL, MESH_DISPLACEMENTS},
             "v.vtk: it must be told which vectors are its steps, such as disp2 or velocity1",
             "unclear vectors");
    sequence(&path, 1, &(struct mesh_sequence_options){"none", MESH_DISPLACEMENTS},
             "v.vtk: there are no vectors \"none\" of the nodes", "vectors that are not there");
    put_vectors(path,
                VECTORS("velocity1", "5") VECTORS("velocity2", "6") VECTORS("disp", "1") VECTORS("x1", "1"));
    one(path, "0:3:1:1 v.vtk;", "other vectors are no steps unless told");
    sequence(&path, 1, &(struct mesh_sequence_options){NULL, MESH_DISPLACEMENTS},
             "0:3:1:6 v.vtk: velocity1;1:3:1:7 v.vtk: velocity2;", "the only family");
    put_vectors(path, VECTORS("u_1", "5") "VECTORS u_2 double\n1 2 x 0 0 0 0 0 0\n");
    one(path, "0:3:1:6 v.vtk: u_1;v.vtk: line 13: no number\nv.vtk: the vectors u_2 could not be read",
        "vectors that are damaged");
}

/* ---- Beginnings ---- */

/* Whether each form is read behind the mark of UTF-8 that some editors put in front of a text. */
static void test_marks(void)
{
    static const char *const files[] = {
        "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n",
        "# vtk DataFile Version 3.0\n\nASCII\nDATASET POLYDATA\nPOINTS 3 float\n0 0 0 1 0 0 0 1 0\n"
        "POLYGONS 1 4\n3 0 1 2\n",
        "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n3\n1 0 0 0\n2 1 0 0\n3 0 1 0\n$EndNodes\n"
        "$Elements\n1\n1 2 0 1 2 3\n$EndElements\n",
        "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n"
        "element face 1\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n",
        "MeshVersionFormatted 2\nDimension 3\nVertices 3\n0 0 0 0\n1 0 0 0\n0 1 0 0\nTriangles 1\n1 2 3 "
        "0\nEnd\n",
        "# one\n\n # MeshVersionFormatted two\nMeshVersionFormatted 2\nDimension 3\nVertices 3\n0 0 0 0\n"
        "1 0 0 0\n0 1 0 0\nTriangles 1\n1 2 3 0\nEnd\n"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        struct buf text = {0};
        put_file("plain", files[i]);
        one("plain", "0:3:1:0 plain;", "a file without a mark");
        buf_printf(&text, "\xef\xbb\xbf%s", files[i]);
        buf_add(&text, "", 1);
        put_file("marked", (const char *)text.p);
        one("marked", "0:3:1:0 marked;", "the same behind the mark of UTF-8");
        put_gzip("marked.gz", (const char *)text.p);
        one("marked.gz", "0:3:1:0 marked.gz;", "and gzip'd");
        buf_free(&text);
    }
}

/* ---- Matching ---- */

/* Takes elements of a mesh away at random, and shuffles the rest. */
static void erode(struct mesh *to, const struct mesh *from, struct rng *rng, uint32_t *kept)
{
    size_t n = 0;
    for (size_t i = 0; i < from->nodes; i++)
        if (!mesh_add_node(to, from->x[i])) abort();
    for (size_t e = 0; e < from->elements; e++)
        if (rng_below(rng, 4)) kept[n++] = (uint32_t)e;
    for (size_t i = n; i > 1; i--) {
        const size_t k = rng_below(rng, (unsigned)i);
        const uint32_t other = kept[k];
        kept[k] = kept[i - 1];
        kept[i - 1] = other;
    }
    for (size_t i = 0; i < n; i++)
        if (!mesh_add_element(to, from->cell[kept[i]], 0, 0, &from->node[from->first[kept[i]]])) abort();
}

/* Node numbers may be the same in two elements of a mesh; so what is matched is compared by its nodes. */
static bool equal(const struct mesh *a, size_t e, const struct mesh *b, size_t f)
{
    return a->cell[e] == b->cell[f] && !memcmp(&a->node[a->first[e]], &b->node[b->first[f]],
                                               (size_t)mesh_cell_corners(a->cell[e]) * sizeof *a->node);
}

static bool match_one(uint64_t i)
{
    struct rng rng = rng_at(rng_key("match", 0, 1), i);
    struct mesh a = {0}, b = {0};
    struct mesh_match match, back;
    boxes_make(&a, rng_at(rng_next(&rng), 0), CUTS_ALL, 3);
    uint32_t *kept = malloc((a.elements + 1) * sizeof *kept);
    if (!kept) abort();
    erode(&b, &a, &rng, kept);
    bool good = mesh_match(&a, &b, &match) && match.deleted == a.elements - b.elements && match.added == 0;
    good = mesh_match(&b, &a, &back) && good && back.added == match.deleted && back.deleted == 0;
    size_t matched = 0;
    for (size_t e = 0; good && e < a.elements; e++) {
        if (match.after[e] == MESH_NO_ELEMENT) continue;
        good = equal(&a, e, &b, match.after[e]);
        matched++;
    }
    bool unchanged = a.elements == b.elements;
    for (size_t e = 0; unchanged && e < a.elements; e++) unchanged = equal(&a, e, &b, e);
    good = good && matched == b.elements && match.same == unchanged;
    mesh_match_free(&back);
    good = good && mesh_match(&a, &a, &back) && back.same && !back.deleted && !back.added;
    mesh_match_free(&match);
    mesh_match_free(&back);
    mesh_free(&a);
    mesh_free(&b);
    free(kept);
    return good;
}

static void test_match(int n)
{
    bool good = true;
    for (int i = 0; i < n && good; i++) {
        good = match_one((uint64_t)i);
        if (!good) diag("mesh %d", i);
    }
    ok(good, "elements of %d meshes are matched when some vanish", n);
}

static void test_other_meshes(void)
{
    struct mesh a = {0}, b = {0};
    struct mesh_match match;
    struct messages messages = {0};
    for (int i = 0; i < 4; i++)
        if (!mesh_add_node(&a, (double[3]){i}) || (i < 3 && !mesh_add_node(&b, (double[3]){i}))) abort();
    ok(!mesh_steps_match("a", &a, "b", &b, &match, &messages), "other numbers of nodes");
    mesh_match_free(&match);
    if (!mesh_add_node(&b, (double[3]){3}) ||
        !mesh_add_element(&a, MESH_TRIANGLE, 0, 0, (uint32_t[]){0, 1, 2}) ||
        !mesh_add_element(&b, MESH_TRIANGLE, 0, 0, (uint32_t[]){0, 2, 1}))
        abort();
    ok(!mesh_steps_match("a", &a, "b", &b, &match, &messages), "no element in common");
    mesh_match_free(&match);
    buf_add(&messages.text, "", 1);
    ok(!strcmp((char *)messages.text.p,
               "b: 3 nodes, but a has 4: they are not steps of one model\n"
               "b: none of its elements is one of a: they are not steps of one model\n"),
       "are told");
    messages_free(&messages);
    mesh_free(&a);
    mesh_free(&b);
}

static void clean(void)
{
    if (chdir("/") || !strstr(folder, "ccdq-mesh-sequence-")) abort();
    struct buf command = {0};
    buf_printf(&command, "rm -r '%s'", folder);
    buf_add(&command, "", 1);
    if (system((const char *)command.p)) diag("%s is left", folder);
    buf_free(&command);
}

int main(void)
{
    if (!mkdtemp(folder) || chdir(folder)) abort();
    test_files();
    test_pvd();
    test_bodies();
    test_pvd_times();
    test_other_names();
    test_joined_parts();
    test_series();
    test_numbered();
    test_vectors();
    test_marks();
    test_match(getenv("CCDQ_LONG") ? 20000 : 1000);
    test_other_meshes();
    clean();
    return tap_done();
}
