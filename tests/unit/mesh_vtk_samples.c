/* One mesh as VTK itself wrote it in its many forms. */
#include "mesh_bytes.h"
#include "../../formats/mesh-read.h"

#define FOLDER "tests/data/vtk/"

static bool same_vectors(const struct mesh_file *a, const struct mesh_file *b)
{
    bool same = a->n_vectors == b->n_vectors;
    for (size_t i = 0; same && i < a->n_vectors; i++)
        same = !strcmp(a->vectors[i].name, b->vectors[i].name) &&
               !memcmp(a->vectors[i].v, b->vectors[i].v, a->mesh.nodes * sizeof *a->vectors[i].v);
    return same;
}

static bool find(struct messages *messages, const char *text)
{
    buf_add(&messages->text, "", 1);
    return strstr((char *)messages->text.p, text) != NULL;
}

static void test_same(const struct mesh_file *expected, const char *name)
{
    struct mesh_file file = {0};
    struct messages messages = {0};
    const bool read = mesh_read(name, &file, &messages);
    if (!ok(read && messages.count == 1 && same_mesh(&file.mesh, &expected->mesh) &&
                same_vectors(&file, expected),
            "%s is the same mesh", name))
        diag("%.*s", (int)messages.text.n, (char *)messages.text.p);
    mesh_file_free(&file);
    messages_free(&messages);
}

int main(void)
{
    static const char *const names[] = {
        FOLDER "inline.vtu",    FOLDER "inline-zlib.vtu", FOLDER "raw.vtu",       FOLDER "raw-zlib.vtu",
        FOLDER "base64.vtu",    FOLDER "base64-zlib.vtu", FOLDER "v42-ascii.vtk", FOLDER "v42-binary.vtk",
        FOLDER "v51-ascii.vtk", FOLDER "v51-binary.vtk"};
    static const uint8_t cells[] = {MESH_TRIANGLE, MESH_QUAD, MESH_TETRAHEDRON, MESH_HEXAHEDRON, MESH_PRISM,
                                    MESH_PYRAMID,  MESH_QUAD, MESH_HEXAHEDRON,  MESH_TETRAHEDRON};
    static const uint32_t parts[] = {0, 3, 2, 1, 0, 3, 1, 0, 3}, numbers[] = {0, 1, 2, 3, 4, 5, 7, 8, 9};
    struct mesh_file text = {0}, other = {0};
    struct messages messages = {0};
    const bool read = mesh_read(FOLDER "ascii.vtu", &text, &messages);
    const struct mesh *mesh = &text.mesh;
    ok(read && mesh->nodes == 24 && mesh->elements == 9 && !memcmp(mesh->cell, cells, sizeof cells) &&
           !memcmp(mesh->part, parts, sizeof parts) && !memcmp(mesh->number, numbers, sizeof numbers) &&
           text.n_vectors == 2 && !strcmp(text.vectors[0].name, "disp 1") &&
           text.vectors[0].v[0][0] == 0.9375,
       "ascii.vtu: nine elements of six kinds, a line passed over");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) test_same(&text, names[i]);
    ok(mesh_read(FOLDER "polygons.vtp", &other, &messages) && other.mesh.elements == 3 &&
           other.mesh.number[0] == 1 && !memcmp(other.mesh.x, mesh->x, 24 * sizeof *mesh->x),
       "polygons.vtp: three polygons behind a vertex");
    mesh_file_free(&other);
    messages_free(&messages);
    ok(!mesh_read(FOLDER "lz4.vtu", &other, &messages) && messages.count == 1 &&
           find(&messages, "only blocks compressed by zlib are read (compressor vtkLZ4DataCompressor)"),
       "lz4.vtu is refused by name");
    mesh_file_free(&other);
    mesh_file_free(&text);
    messages_free(&messages);
    return tap_done();
}
