/* The reader of Medit's .mesh files: meshes written here, and files that are wrong. */
#include "mesh_boxes.h"
#include "mesh_bytes.h"

static const char *const keywords[MESH_CELLS] = {"Triangles", "Quadrilaterals", "Tetrahedra",
                                                 "Pyramids",  "Prisms",         "Hexahedra"};

/* Lists that are not read, and comments. */
static void put_noise(struct buf *b, struct rng *rng)
{
    static const char *const lists[] = {"Edges\n1\n1 2 0\n",     "Corners 2 1 2\n",       "# Triangles 1\n",
                                        "RequiredVertices\n0\n", "Normals\n1\n0 0 1e0\n", "\n"};
    put_text(b, lists[rng_below(rng, sizeof lists / sizeof *lists)]);
}

/* Writes the mesh; `sorted` becomes what is read: elements cell by cell. */
static void write_file(struct buf *b, struct rng *rng, const struct mesh *mesh, struct mesh *sorted)
{
    put_text(b, rng_below(rng, 2) ? "MeshVersionFormatted 2\nDimension 3\n"
                                  : "MeshVersionFormatted\n1\n\nDimension\n3\n");
    put_noise(b, rng);
    buf_printf(b, "Vertices # all\n%zu\n", mesh->nodes);
    for (size_t i = 0; i < mesh->nodes; i++) {
        mesh_add_node(sorted, mesh->x[i]);
        for (int k = 0; k < 3; k++) {
            number_print(b, mesh->x[i][k]);
            put_text(b, " ");
        }
        buf_printf(b, "%u\n", rng_below(rng, 9));
    }
    for (unsigned cell = 0; cell < MESH_CELLS; cell++) {
        size_t n = 0;
        for (size_t e = 0; e < mesh->elements; e++) n += mesh->cell[e] == cell;
        put_noise(b, rng);
        buf_printf(b, "%s\n%zu\n", keywords[cell], n);
        for (size_t e = 0; e < mesh->elements; e++) {
            if (mesh->cell[e] != cell) continue;
            mesh_add_element(sorted, cell, mesh->part[e], (uint32_t)sorted->elements,
                             &mesh->node[mesh->first[e]]);
            for (size_t k = mesh->first[e]; k < mesh->first[e + 1]; k++)
                buf_printf(b, "%u ", mesh->node[k] + 1);
            buf_printf(b, "%u\n", mesh->part[e]);
        }
    }
    put_noise(b, rng);
    put_text(b, rng_below(rng, 2) ? "End\n" : "End");
}

static void round_trips(void)
{
    const int more = getenv("CCDQ_LONG") ? 20 : 1;
    int wrong = 0, damaged = 0;
    for (int run = 0; run < 20 * more; run++) {
        struct mesh mesh = {0}, sorted = {0};
        struct buf b = {0};
        struct rng rng = rng_at(rng_key("medit", 0, 1), (uint64_t)run);
        boxes_make(&mesh, rng, CUTS_ALL, 4);
        write_file(&b, &rng, &mesh, &sorted);
        wrong += !reads_as(mesh_read_medit, &b, &sorted);
        damaged += !survives(mesh_read_medit, &b, &rng, 60);
        mesh_free(&mesh);
        mesh_free(&sorted);
        buf_free(&b);
    }
    ok(!wrong, "what is written is read");
    ok(!damaged, "damaged files are refused, or give a mesh that is right in itself");
}

#define HEAD "MeshVersionFormatted 1\nDimension 3\n"
#define VERTICES HEAD "Vertices 4\n0 0 0 0\n1 0 0 0\n0 1 0 0\n0 0 1 0\n"

static void single_files(void)
{
    expect(mesh_read_medit, VERTICES "Tetrahedra 2\n1 2 3 5 1\n1 2 3 0 1\nEnd\n", true, 0,
           "f: line 9: a tetrahedron whose corner 4 is none of the 4 nodes\n"
           "f: line 10: a tetrahedron whose corner 4 is none of the 4 nodes",
           "indices out of range");
    expect(mesh_read_medit, VERTICES "TetrahedraP2 1\n1 2 3 4 1 1 1 1 1 1 0\nTriangles 1\n1 2 3 0\nEnd\n",
           true, 1, "f: line 8: lists of curved elements are not read", "curved elements are left out");
    expect(mesh_read_medit, VERTICES "Triangles 1\n1 2 3 -2\nEnd", true, 1, "", "a negative part");
    expect(mesh_read_medit, VERTICES "Triangles 1\n1 2 3 -2\n", true, 1,
           "f: line 10: the file ends without the word End: more may be missing",
           "a file cut off behind a list");
    expect(mesh_read_medit, HEAD, false, 0, "f: line 3: there are no vertices", "a file cut off early");
    expect(mesh_read_medit, VERTICES "Tetrahedrons 2\n1 2 3 4 1\n1 2 4 3 1\nTriangles 1\n1 2 3 0\nEnd\n",
           true, 1, "f: line 8: the list Tetrahedrons is not known",
           "a keyword that is not known, with data");
    expect(mesh_read_medit, VERTICES "Polyhedra # none\nTriangles 1\n1 2 3 0\nEnd\n", true, 1, "",
           "a keyword that is not known, without data");
    expect(mesh_read_medit, VERTICES "Identifier \"My Box\"\nEdges 1\n1 2 0\nTriangles 1\n1 2 3 0\nEnd\n",
           true, 1, "", "keywords that are known and passed over");
    expect(mesh_read_medit, "", false, 0,
           "f: line 1: this is no mesh of Medit as text: MeshVersionFormatted must come first",
           "an empty file");
    expect(mesh_read_medit, "MeshVersionFormatted 1\nDimension 2\n", false, 0,
           "f: line 2: 2 cannot stand here", "meshes of the plane");
    expect(mesh_read_medit, HEAD "Triangles 1\n1 2 3 0\n", false, 0,
           "f: line 3: elements before the vertices", "elements first");
    expect(mesh_read_medit, VERTICES "Vertices 0\n", false, 0, "f: line 8: vertices for the second time",
           "vertices twice");
    expect(mesh_read_medit, VERTICES "Triangles 10000000000\n1 2 3 0\nEnd\n", false, 1,
           "f: line 10: 'End' is not an integer", "declared sizes are not believed");
    expect(mesh_read_medit, VERTICES "Triangles 1\n1 2 3 0\n1 2 3 0\n", false, 1,
           "f: line 10: '1' instead of a keyword", "more elements than were declared");
    expect(mesh_read_medit, HEAD "End\n", false, 0, "f: line 3: there are no vertices", "no vertices");
}

int main(void)
{
    round_trips();
    single_files();
    return tap_done();
}
