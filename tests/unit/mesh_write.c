/* Meshes written as VTU and VTP and read back; PVD. */
#include "mesh_boxes.h"
#include "mesh_bytes.h"
#include "../../formats/mesh-read.h"
#include "../../formats/mesh-write-vtu.h"
#include "../../formats/xml.h"
#include "streams.h"

static char path[] = "/tmp/ccdq-mesh-write-XXXXXX";

/* Writes to the file and gives its bytes. */
static struct buf written(const struct vtu_picture *picture)
{
    struct messages messages = {0};
    struct output out;
    struct mesh_source source;
    struct buf bytes = {0};
    if (!output_open(&out, path, false, &messages) || mesh_write_vtu(&out, picture) ||
        output_close(&out, true, &messages) || !mesh_source_open(&source, path, &messages))
        abort();
    buf_add(&bytes, source.p, source.n);
    mesh_source_close(&source);
    messages_free(&messages);
    return bytes;
}

static bool same_reals(const struct mesh_vectors *vectors, const char *name, const double *v, size_t n)
{
    bool same = !strcmp(vectors->name, name) && vectors->v;
    for (size_t i = 0; same && i < 3 * n; i++)
        same = !memcmp(&vectors->v[i / 3][i % 3], &v[i], sizeof *v) ||
               (v[i] != v[i] && vectors->v[i / 3][i % 3] != v[i]);
    return same;
}

/* One mesh with vectors of any doubles, in one of the four forms. */
static bool round_trip(uint64_t i)
{
    struct rng rng = rng_at(rng_key("write", 0, 1), i);
    struct draw draw = {i};
    struct mesh mesh = {0};
    const bool polygons = rng_below(&rng, 2), text = rng_below(&rng, 2);
    boxes_make(&mesh, rng_at(rng_next(&rng), 0), polygons ? 1u << CUT_QUADS | 1u << CUT_TRIANGLES : CUTS_ALL,
               3);
    for (size_t e = 0; e < mesh.elements; e++) mesh.part[e] = rng_below(&rng, 1u << 31);
    double *v = malloc(mesh.nodes * 3 * sizeof *v);
    if (!v) abort();
    for (size_t k = 0; k < 3 * mesh.nodes; k++)
        v[k] = rng_below(&rng, 50) ? draw_real(&draw) : strtod("nan", NULL);
    for (size_t k = 0; k < 3 * mesh.nodes; k++) mesh.x[k / 3][k % 3] = draw_real(&draw);
    const struct vtu_values node[] = {{"a <b> & \"c\"", VTK_FLOAT64, 3, v}, {"flag", VTK_FLOAT64, 1, v}},
                            element[] = {{"count", VTK_INT64, 2, v}, {"PartId", VTK_UINT32, 1, mesh.part}};
    const struct vtu_picture picture = {&mesh,    node, element, 2, mesh.elements <= mesh.nodes ? 2 : 0,
                                        polygons, 0,    text};
    if (picture.n_element == 0)
        for (size_t e = 0; e < mesh.elements; e++) mesh.part[e] = 0;
    struct buf bytes = written(&picture);
    struct reading r = read_bytes(mesh_read_vtu, bytes.p, bytes.n);
    const bool same = r.read && !r.messages.count && same_mesh(&r.file.mesh, &mesh) &&
                      r.file.n_vectors == 1 && same_reals(&r.file.vectors[0], node[0].name, v, mesh.nodes);
    if (!same) diag("mesh %d: %s", (int)i, (const char *)r.messages.text.p);
    reading_free(&r);
    buf_free(&bytes);
    free(v);
    mesh_free(&mesh);
    return same;
}

static void test_round_trips(int n)
{
    bool same = true;
    for (int i = 0; i < n && same; i++) same = round_trip((uint64_t)i);
    ok(same, "%d meshes are read back as they were written", n);
}

/* Numbers of each type as text. */
static void test_text(void)
{
    static const int8_t bytes[] = {-128, 127};
    static const int64_t whole[] = {INT64_MIN, INT64_MAX};
    static const uint64_t counts[] = {UINT64_MAX, 0, 1, 2};
    static const float floats[] = {0.1F, -1e-45F};
    struct mesh mesh = {0};
    for (int i = 0; i < 2; i++)
        if (!mesh_add_node(&mesh, (double[3]){i, -0.0, 0.1})) abort();
    const struct vtu_values node[] = {{"b", VTK_INT8, 1, bytes},
                                      {"w", VTK_INT64, 1, whole},
                                      {"c", VTK_UINT64, 2, counts},
                                      {"f", VTK_FLOAT32, 1, floats}};
    struct buf out = written(&(struct vtu_picture){.mesh = &mesh, .node = node, .n_node = 4, .text = true});
    buf_add(&out, "", 1);
    const char *text = (const char *)out.p;
    ok(strstr(text, ">\n-128\n127\n<") && strstr(text, ">\n-9223372036854775808\n9223372036854775807\n<") &&
           strstr(text, ">\n18446744073709551615 0\n1 2\n<") &&
           strstr(text, ">\n0.10000000149011612\n-1.4") && strstr(text, ">\n0 -0 0.1\n1 -0 0.1\n<"),
       "integers and reals of all sizes as text");
    buf_free(&out);
    mesh_free(&mesh);
}

/* Two triangles and two more nodes as vertices. */
static void test_vertices(void)
{
    static const double first[] = {1, 2, 3, 4};
    static const uint32_t triangles[2][3] = {{0, 1, 2}, {2, 1, 3}};
    const struct vtu_values element = {"first", VTK_FLOAT64, 1, first};
    struct mesh mesh = {0};
    for (int i = 0; i < 6; i++)
        if (!mesh_add_node(&mesh, (double[3]){i, i * i, 0})) abort();
    for (uint32_t e = 0; e < 2; e++)
        if (!mesh_add_element(&mesh, MESH_TRIANGLE, 0, e, triangles[e])) abort();
    struct vtu_picture picture = {
        .mesh = &mesh, .element = &element, .n_element = 1, .polygons = true, .vertices = 2, .text = true};
    struct buf out = written(&picture);
    buf_add(&out, "", 1);
    const char *text = (const char *)out.p, *verts = strstr(text, "<Verts>"),
               *polys = strstr(text, "<Polys>");
    ok(strstr(text, "NumberOfPoints=\"6\" NumberOfPolys=\"2\" NumberOfVerts=\"2\">") && verts && polys &&
           verts < polys && strstr(verts, ">\n4\n5\n<") && strstr(verts, ">\n1\n2\n<") &&
           strstr(polys, ">\n0\n1\n2\n2\n1\n3\n<") && strstr(polys, ">\n1\n2\n3\n4\n<"),
       "nodes as vertices, in front of the polygons");
    buf_free(&out);
    picture.text = false;
    struct mesh_file file = {.wanted = ""};
    struct messages messages = {0};
    struct buf bytes = written(&picture);
    buf_add(&bytes, "", 1);
    ok(mesh_read_vtu("memory", bytes.p, bytes.n - 1, &file, &messages) && !messages.count &&
           file.mesh.nodes == 6 && file.mesh.elements == 2 && file.mesh.node[5] == 3,
       "and as bytes, of which the polygons are read back");
    buf_free(&bytes);
    mesh_file_free(&file);
    messages_free(&messages);
    mesh_free(&mesh);
}

static void test_pvd(void)
{
    struct messages messages = {0};
    struct output out;
    struct mesh_source source;
    struct xml xml;
    char file[64], time[64];
    int sets = 0;
    if (!output_open(&out, path, false, &messages) || pvd_begin(&out) || pvd_add(&out, 0.1, "a.vtu") ||
        pvd_add(&out, 1e300, "<\"&>.vtu") || pvd_end(&out) || output_close(&out, true, &messages) ||
        !mesh_source_open(&source, path, &messages))
        abort();
    xml_start(&xml, source.p, source.n);
    enum xml_event event;
    while ((event = xml_next(&xml)) == XML_OPEN || event == XML_CLOSE) {
        if (event != XML_OPEN || !xml_is(xml.name, "DataSet")) continue;
        if (!xml_attribute(&xml, "file", file, sizeof file) ||
            !xml_attribute(&xml, "timestep", time, sizeof time))
            break;
        sets += !strcmp(file, sets ? "<\"&>.vtu" : "a.vtu") && !strcmp(time, sets ? "1e300" : "0.1");
    }
    ok(event == XML_END && sets == 2 && source.form == MESH_FORM_PVD, "a PVD of two files, names escaped");
    xml_free(&xml);
    mesh_source_close(&source);
    messages_free(&messages);
}

/* A full disk is told. */
static void test_error(void)
{
    struct messages messages = {0};
    struct mesh mesh = {0};
    struct output out;
    if (access("/dev/full", W_OK)) return;
    if (!output_open(&out, "/dev/full", false, &messages)) abort();
    const int status = mesh_write_vtu(&out, &(struct vtu_picture){.mesh = &mesh});
    ok(status && output_close(&out, true, &messages) && messages.count == 1, "a full disk is an error");
    messages_free(&messages);
}

int main(void)
{
    const int fd = mkstemp(path);
    if (fd < 0) abort();
    close(fd);
    test_round_trips(getenv("CCDQ_LONG") ? 5000 : 200);
    test_text();
    test_vertices();
    test_pvd();
    test_error();
    unlink(path);
    return tap_done();
}
