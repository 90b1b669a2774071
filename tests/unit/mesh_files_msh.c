/* The reader of MSH files: all versions and encodings written here, and files that are wrong. */
#include "mesh_boxes.h"
#include "mesh_bytes.h"
#include <stdio.h>

struct form {
    const char *name;
    int version;
    bool binary, swapped;
    int size; /* of counts and tags in binary files of version 4.1 */
    bool partitioned;
};

struct writer {
    struct buf b;
    struct form form;
    struct rng rng;
    bool sparse, parametric;
    uint32_t tag[BOX_MAX_NODES];
};

/* Numbers of a form's integers, counts and reals: in text each with a space before it. */
static void put_int(struct writer *w, int64_t v)
{
    if (w->form.binary)
        put_bits(&w->b, (uint64_t)v, 4, w->form.swapped);
    else
        buf_printf(&w->b, " %lld", (long long)v);
}

static void put_size(struct writer *w, uint64_t v)
{
    if (w->form.binary)
        put_bits(&w->b, v, w->form.size, w->form.swapped);
    else
        buf_printf(&w->b, " %llu", (unsigned long long)v);
}

static void put_real(struct writer *w, double x)
{
    if (w->form.binary) {
        put_double(&w->b, x, w->form.swapped);
    } else {
        put_text(&w->b, " ");
        number_print(&w->b, x);
    }
}

static void end_line(struct writer *w)
{
    if (!w->form.binary) put_text(&w->b, "\n");
}

static const int types[MESH_CELLS] = {2, 3, 4, 7, 6, 5};

/* Parts 0, 1, 2 of the mesh: entity 7 without a group, group 1 (and 9), group -2. */
static const int groups[3] = {0, 1, -2}, entities[3] = {7, 11, 12}, parts[3] = {7, 1, 2};

static void make_tags(struct writer *w, size_t nodes)
{
    const uint32_t step = w->sparse ? 1000003 : 1;
    for (size_t i = 0; i < nodes; i++) w->tag[i] = 1 + (uint32_t)i * step % 2000000000u;
    for (size_t i = nodes; w->sparse && i-- > 1;) {
        const size_t other = rng_below(&w->rng, (unsigned)i + 1);
        const uint32_t old = w->tag[i];
        w->tag[i] = w->tag[other];
        w->tag[other] = old;
    }
}

static void put_tags_of(struct writer *w, const struct mesh *mesh, size_t e, bool size)
{
    for (size_t k = mesh->first[e]; k < mesh->first[e + 1]; k++)
        size ? put_size(w, w->tag[mesh->node[k]]) : put_int(w, w->tag[mesh->node[k]]);
    end_line(w);
}

/* ---- Versions 1 and 2 ---- */

static void put_old_nodes(struct writer *w, const struct mesh *mesh)
{
    buf_printf(&w->b, "%zu\n", mesh->nodes);
    for (size_t i = 0; i < mesh->nodes; i++) {
        put_int(w, w->tag[i]);
        for (int k = 0; k < 3; k++) put_real(w, mesh->x[i][k]);
        end_line(w);
    }
}

/* An element of so many nodes, or with e = 0 a line, which is passed over. */
static void put_old_element(struct writer *w, const struct mesh *mesh, size_t number, const size_t *e,
                            bool head)
{
    const unsigned part = e ? mesh->part[*e] : 0;
    const int type = e ? types[mesh->cell[*e]] : 1, extra = w->form.version == 2 && !w->form.binary && part;
    if (w->form.binary && head) put_int(w, type), put_int(w, 1), put_int(w, 2);
    put_int(w, (int64_t)number + 1);
    if (!w->form.binary) put_int(w, type);
    if (w->form.version == 2 && !w->form.binary) put_int(w, 2 + 2 * extra);
    put_int(w, groups[part]), put_int(w, entities[part]);
    if (extra) put_int(w, 1), put_int(w, 1);
    if (w->form.version == 1) put_int(w, e ? mesh_cell_corners(mesh->cell[*e]) : 2);
    if (e) {
        put_tags_of(w, mesh, *e, false);
    } else {
        put_int(w, w->tag[0]), put_int(w, w->tag[1]);
        end_line(w);
    }
}

/* Elements with a line before each third; sets their numbers. */
static void put_old_elements(struct writer *w, struct mesh *mesh)
{
    buf_printf(&w->b, "%zu\n", mesh->elements + (mesh->elements + 2) / 3);
    for (size_t e = 0, number = 0; e < mesh->elements; e++) {
        if (e % 3 == 0) put_old_element(w, mesh, number++, NULL, true);
        mesh->number[e] = (uint32_t)number;
        put_old_element(w, mesh, number++, &e, true);
    }
}

/* ---- Version 4.1 ---- */

static void put_entities(struct writer *w)
{
    if (w->form.partitioned) put_size(w, 2), put_size(w, 1), put_int(w, 3), put_int(w, 1), end_line(w);
    for (int i = 0; i < 4; i++) put_size(w, (const uint64_t[4]){1, 1, 3, 3}[i]);
    end_line(w);
    for (int d = 0; d < 4; d++)
        for (int i = 0; i < (d < 2 ? 1 : 3); i++) {
            put_int(w, entities[i]);
            if (w->form.partitioned)
                put_int(w, d), put_int(w, 1), put_size(w, 2), put_int(w, 1), put_int(w, 2);
            for (int k = 0; k < (d ? 6 : 3); k++) put_real(w, k);
            put_size(w, i == 1 ? 2 : groups[i] != 0);
            if (groups[i]) put_int(w, groups[i]);
            if (i == 1) put_int(w, 9);
            if (d) put_size(w, 2), put_int(w, -1), put_int(w, 2);
            end_line(w);
        }
}

/* In blocks of up to 50, some of them empty. */
static void put_new_nodes(struct writer *w, const struct mesh *mesh)
{
    const size_t block = 50, blocks = (mesh->nodes + block - 1) / block;
    put_size(w, blocks + 1), put_size(w, mesh->nodes), put_size(w, 1), put_size(w, 2000000000);
    end_line(w);
    for (size_t i = 0; i < blocks * block; i += block) {
        const size_t n = mesh->nodes - i < block ? mesh->nodes - i : block;
        put_int(w, w->parametric ? 2 : 3), put_int(w, 1), put_int(w, w->parametric), put_size(w, n);
        end_line(w);
        for (size_t k = i; k < i + n; k++) put_size(w, w->tag[k]), end_line(w);
        for (size_t k = i; k < i + n; k++) {
            for (int d = 0; d < 3; d++) put_real(w, mesh->x[k][d]);
            if (w->parametric) put_real(w, 0.5), put_real(w, 0.25);
            end_line(w);
        }
    }
    put_int(w, 0), put_int(w, 1), put_int(w, 0), put_size(w, 0);
    end_line(w);
}

static size_t run_of(const struct mesh *mesh, size_t e)
{
    size_t n = 1;
    while (e + n < mesh->elements && mesh->part[e + n] == mesh->part[e] && mesh->cell[e + n] == mesh->cell[e])
        n++;
    return n;
}

/* In blocks of one part and cell, with a block of two points first. */
static void put_new_elements(struct writer *w, struct mesh *mesh)
{
    size_t blocks = 1, number = 2;
    for (size_t e = 0; e < mesh->elements; e += run_of(mesh, e)) blocks++;
    put_size(w, blocks), put_size(w, mesh->elements + 2), put_size(w, 1), put_size(w, mesh->elements + 2);
    end_line(w);
    put_int(w, 0), put_int(w, 7), put_int(w, 15), put_size(w, 2), end_line(w);
    for (int i = 0; i < 2; i++) put_size(w, (uint64_t)i + 1), put_size(w, w->tag[i]), end_line(w);
    for (size_t e = 0, n; e < mesh->elements; e += n) {
        n = run_of(mesh, e);
        put_int(w, mesh->cell[e] <= MESH_QUAD ? 2 : 3), put_int(w, entities[mesh->part[e]]);
        put_int(w, types[mesh->cell[e]]), put_size(w, n), end_line(w);
        for (size_t k = e; k < e + n; k++) {
            mesh->number[k] = (uint32_t)number;
            put_size(w, ++number);
            put_tags_of(w, mesh, k, true);
        }
    }
}

/* ---- Whole files ---- */

static void put_section(struct writer *w, const char *name, void (*put)(struct writer *, struct mesh *),
                        struct mesh *mesh)
{
    buf_printf(&w->b, "$%s\n", name);
    put(w, mesh);
    buf_printf(&w->b, "%s$%s%s\n", w->form.binary ? "\n" : "", w->form.version == 1 ? "END" : "End", name);
}

static void put_nodes(struct writer *w, struct mesh *mesh)
{
    w->form.version == 4 ? put_new_nodes(w, mesh) : put_old_nodes(w, mesh);
}

static void put_elements(struct writer *w, struct mesh *mesh)
{
    w->form.version == 4 ? put_new_elements(w, mesh) : put_old_elements(w, mesh);
}

static void put_all_entities(struct writer *w, struct mesh *mesh)
{
    (void)mesh;
    put_entities(w);
}

static void put_format(struct writer *w, struct mesh *mesh)
{
    (void)mesh;
    buf_printf(&w->b, "%s %d %d\n", w->form.version == 4 ? "4.1" : "2.2", w->form.binary, w->form.size);
    if (w->form.binary) put_bits(&w->b, 1, 4, w->form.swapped);
}

static void put_unknown(struct writer *w, struct mesh *mesh)
{
    (void)mesh;
    static const char bytes[] = "1 2 $\n\0$End\n$EndOthers\n $EndOther 0\r\n";
    buf_add(&w->b, bytes, sizeof bytes - 1);
}

/* Writes the mesh, and gives it the parts and numbers it must be read with. */
static void write_file(struct writer *w, struct mesh *mesh)
{
    make_tags(w, mesh->nodes);
    if (w->form.version > 1) put_section(w, "MeshFormat", put_format, mesh);
    put_section(w, "Other", put_unknown, mesh);
    if (w->form.version == 4)
        put_section(w, w->form.partitioned ? "PartitionedEntities" : "Entities", put_all_entities, mesh);
    put_section(w, w->form.version == 1 ? "NOD" : "Nodes", put_nodes, mesh);
    put_section(w, w->form.version == 1 ? "ELM" : "Elements", put_elements, mesh);
    put_section(w, "Other", put_unknown, mesh);
    for (size_t e = 0; e < mesh->elements; e++) mesh->part[e] = (uint32_t)parts[mesh->part[e]];
}

static void round_trips(const struct form *form)
{
    const int more = getenv("CCDQ_LONG") ? 20 : 1;
    int wrong = 0, damaged = 0;
    for (int run = 0; run < 8 * more; run++) {
        struct mesh mesh = {0};
        struct writer w = {.form = *form, .rng = rng_at(rng_key(form->name, 0, 1), (uint64_t)run)};
        w.sparse = run % 2;
        w.parametric = run % 4 > 1;
        boxes_make(&mesh, w.rng, CUTS_ALL, 4);
        write_file(&w, &mesh);
        wrong += !reads_as(mesh_read_msh, &w.b, &mesh);
        damaged += !survives(mesh_read_msh, &w.b, &w.rng, 60);
        mesh_free(&mesh);
        buf_free(&w.b);
    }
    ok(!wrong, "%s: what is written is read", form->name);
    ok(!damaged, "%s: damaged files are refused, or give a mesh that is right in itself", form->name);
}

/* ---- Vectors ---- */

/* Values of a node: its number, the step and the component. */
static double value_of(size_t node, int step, int component)
{
    return (double)node + 1000. * step + component / 8.;
}

static void put_view(struct writer *w, const struct mesh *mesh, const char *name, int step, int components)
{
    buf_printf(&w->b, "$NodeData\n2\n%s\n\"a scheme\"\n1\n0.5\n4\n%d\n%d\n%zu\n0\n", name, step, components,
               mesh->nodes);
    for (size_t i = mesh->nodes; i-- > 0;) {
        put_int(w, w->tag[i]);
        for (int k = 0; k < components; k++) put_real(w, value_of(i, step, k));
        end_line(w);
    }
    put_text(&w->b, "\n$EndNodeData\n");
}

static bool has_vectors(const struct mesh_file *file, size_t i, const char *name, int step)
{
    const struct mesh_vectors *vectors = &file->vectors[i];
    if (i >= file->n_vectors || strcmp(vectors->name, name) || !vectors->v) return false;
    bool same = true;
    for (size_t n = 0; n < file->mesh.nodes; n++)
        for (int k = 0; k < 3; k++) same &= vectors->v[n][k] == value_of(n, step, k);
    return same;
}

static void views(const struct form *form)
{
    struct mesh mesh = {0};
    struct writer w = {.form = *form, .rng = rng_at(rng_key(form->name, 1, 1), 0), .sparse = true};
    boxes_make(&mesh, w.rng, CUTS_ALL, 4);
    write_file(&w, &mesh);
    put_view(&w, &mesh, "\"u\"", 0, 3);
    put_view(&w, &mesh, "\"wind speed\"", 7, 3);
    put_view(&w, &mesh, "heat", 0, 1);
    put_view(&w, &mesh, "\"u\"", 12, 3);
    struct reading r = read_bytes(mesh_read_msh, w.b.p, w.b.n);
    ok(r.read && !r.messages.count && r.file.n_vectors == 3 && has_vectors(&r.file, 0, "u0", 0) &&
           has_vectors(&r.file, 1, "wind speed", 7) && has_vectors(&r.file, 2, "u12", 12),
       "%s: vectors of nodes, at several times and at one", form->name);
    reading_free(&r);
    struct reading one = {.file.wanted = "u12"};
    buf_add(&w.b, "", 1);
    one.read = mesh_read_msh("f", w.b.p, --w.b.n, &one.file, &one.messages);
    ok(one.read && same_mesh(&one.file.mesh, &mesh) && one.file.n_vectors == 3 && !one.file.vectors[0].v &&
           !one.file.vectors[1].v && has_vectors(&one.file, 2, "u12", 12),
       "%s: only those that are wanted", form->name);
    reading_free(&one);
    ok(survives(mesh_read_msh, &w.b, &w.rng, 200), "%s: damaged vectors", form->name);
    mesh_free(&mesh);
    buf_free(&w.b);
}

/* ---- Single files ---- */

#define FORMAT "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n"
#define NODES "$Nodes\n4\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n$EndNodes\n"
#define FORMAT_4 "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n"

static void cells(void)
{
    expect(mesh_read_msh,
           FORMAT NODES "$Elements\n2\n1 9 0 1 2 3 4 4 4\n2 11 0 1 2 3 4 1 1 1 1 1 1\n$EndElements\n", true,
           2, "f: line 13: quadratic cells are taken by their corners, with straight edges",
           "quadratic cells are taken by their corners, with one warning");
    expect(mesh_read_msh,
           FORMAT NODES "$Elements\n3\n1 29 0 1 2 3 4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1\n2 4 0 1 2 3 4\n3 26 0 "
                        "1 2 3 4\n$EndElements\n",
           true, 1, "f: line 13: cubic tetrahedra (type 29) are not read",
           "cubic cells are left out by name");
    expect(mesh_read_msh, FORMAT NODES "$Elements\n2\n1 34 0 7 1 2 3 4\n2 300 0 1 2\n$EndElements\n", true, 0,
           "f: line 13: polygons (type 34) are not read\nf: line 14: elements (type 300) are not read",
           "polygons and types that are not known are left out");
    expect(mesh_read_msh,
           FORMAT NODES "$Elements\n3\n1 4 0 1 2 3 5\n2 4 0 1 2 3 3\n3 4 0 1 2 3 4\n$EndElements\n", true, 1,
           "f: line 13: a tetrahedron whose corner 4 is none of the 4 nodes\n"
           "f: line 14: a tetrahedron whose corners 3 and 4 are the same node",
           "elements with wrong nodes are left out");
    expect(mesh_read_msh, FORMAT NODES "$Elements\n1\n1 4 1 -3 1 2 3 4\n$EndElements", true, 1, "",
           "a file without a last newline");
    expect(mesh_read_msh, FORMAT NODES, true, 0, "", "nodes without elements");
}

static void faults(void)
{
    expect(mesh_read_msh, "", false, 0, "f: line 1: this is no MSH file", "an empty file");
    expect(mesh_read_msh, "solid\n", false, 0, "f: line 1: 'solid' instead of a section", "another file");
    expect(mesh_read_msh, "$MeshFormat\n4 0 8\n$EndMeshFormat\n", false, 0,
           "f: line 2: MSH 4 is not read, but 1, 2 and 4.1 are: gmsh converts it", "version 4.0");
    expect(mesh_read_msh, "$MeshFormat\n2.2 0 4\n$EndMeshFormat\n", false, 0,
           "f: line 2: numbers of 4 bytes are not read", "numbers of four bytes");
    expect(mesh_read_msh, NODES, false, 0, "f: line 1: a section $MeshFormat must come first", "no version");
    expect(mesh_read_msh, FORMAT NODES NODES, false, 0, "f: line 11: nodes for the second time",
           "nodes twice");
    expect(mesh_read_msh, FORMAT "$NOD\n0\n$ENDNOD\n", false, 0,
           "f: line 4: $NOD is not of this version of MSH", "sections of version 1 in version 2");
    expect(mesh_read_msh, FORMAT "$Elements\n0\n$EndElements\n", false, 0,
           "f: line 4: elements before any nodes", "elements first");
    expect(mesh_read_msh, FORMAT "$ParametricNodes\n0\n$EndParametricNodes\n", false, 0,
           "f: line 4: $ParametricNodes are not read", "parametric nodes of version 2");
    expect(mesh_read_msh, FORMAT "$Nodes\n2\n1 0 0 0\n1 1 0 0\n$EndNodes\n", false, 0,
           "f: line 7: two nodes have the number 1", "two nodes of one number");
    expect(mesh_read_msh, FORMAT "$Nodes\n2\n1 0 0 0\n2 1 x 0\n$EndNodes\n", false, 0,
           "f: line 7: 'x' is not a number", "a word for a number");
    expect(mesh_read_msh, FORMAT "$Nodes\n2\n1 0 0\n2 1 0 0\n$EndNodes\n", false, 0,
           "f: line 6: the line ends too early", "a position of two numbers");
    expect(mesh_read_msh, FORMAT "$Nodes\n2\n1 0 0 0 0\n2 1 0 0\n$EndNodes\n", false, 0,
           "f: line 6: '0' where the line should end", "a position of four numbers");
    expect(mesh_read_msh, FORMAT "$Nodes\n1\n1 0 0 0\n2 1 0 0\n$EndNodes\n", false, 0,
           "f: line 7: '2' instead of the end of the section $Nodes", "more nodes than were declared");
    expect(mesh_read_msh, FORMAT "$Nodes\n10000000000\n1 0 0 0\n$EndNodes\n", false, 0,
           "f: line 7: '$EndNodes' is not an integer", "fewer nodes than were declared");
    expect(mesh_read_msh, FORMAT "$Nodes\n-1\n$EndNodes\n", false, 0, "f: line 5: -1 cannot stand here",
           "a count below 0");
    expect(mesh_read_msh, FORMAT "$Comments\nabc", false, 0, "f: line 4: the section $Comments has no end",
           "a section without an end");
    expect(mesh_read_msh, FORMAT_4 "$Nodes\n1 2 1 2\n3 1 0 1\n1\n0 0 0\n$EndNodes\n", false, 0,
           "f: line 8: 2 were declared, but 1 are in the blocks", "blocks with fewer nodes than the whole");
    expect(mesh_read_msh, FORMAT_4 "$Nodes\n9999999999 9999999999 1 2\n3 1 0 9999999999\n1\n$EndNodes\n",
           false, 0, "f: line 8: '$EndNodes' is not an integer", "declared sizes are not believed");
}

#define VECTORS(count) FORMAT NODES "$NodeData\n1\n\"u\"\n1\n0\n3\n0\n3\n" #count "\n"

static void vectors(void)
{
    expect(mesh_read_msh, VECTORS(3) "1 0 0 0\n2 0 0 0\n3 0 0 0\n$EndNodeData\n", true, 0,
           "f: line 19: the vectors u are left out: they are of 3 nodes, and there are 4",
           "vectors of some nodes only");
    expect(mesh_read_msh, VECTORS(4) "1 0 0 0\n2 0 0 0\n3 0 0 0\n5 0 0 0\n$EndNodeData\n", false, 0,
           "f: line 23: there is no node 5", "a vector without a node");
    expect(mesh_read_msh, VECTORS(4) "1 0 0 0\n2 0 0 0\n3 0 0 0\n2 0 0 0\n$EndNodeData\n", false, 0,
           "f: line 23: node 2 for the second time", "two vectors of a node");
    expect(mesh_read_msh, VECTORS(4) "1 0 0 0\n2 0 0 0\n3 0 0 0\n4 0 0\n$EndNodeData\n", false, 0,
           "f: line 23: the line ends too early", "a vector of two numbers");
    expect(mesh_read_msh, FORMAT NODES "$NodeData\n1\n\"u\n", false, 0,
           "f: line 13: a string without its end", "a string without its end");
    expect(mesh_read_msh, FORMAT NODES "$NodeData\n1000000000\n", false, 0,
           "f: line 12: 1000000000 cannot stand here", "a number of strings that is not believed");
}

int main(void)
{
    static const struct form forms[] = {
        {"1", 1, false, false, 0, false},
        {"2.2 as text", 2, false, false, 8, false},
        {"2.2 binary", 2, true, false, 8, false},
        {"2.2 binary, big-endian", 2, true, true, 8, false},
        {"4.1 as text", 4, false, false, 8, false},
        {"4.1 as text, partitioned", 4, false, false, 8, true},
        {"4.1 binary", 4, true, false, 8, false},
        {"4.1 binary, partitioned", 4, true, false, 8, true},
        {"4.1 binary, big-endian", 4, true, true, 8, false},
        {"4.1 binary, sizes of 4 bytes", 4, true, false, 4, false},
    };
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) round_trips(&forms[i]);
    for (size_t i = 1; i < sizeof forms / sizeof *forms; i++) views(&forms[i]);
    cells();
    vectors();
    faults();
    return tap_done();
}
