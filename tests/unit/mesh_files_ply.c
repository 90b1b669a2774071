/* The reader of PLY files: all encodings written here, and files that are wrong. */
#include "mesh_boxes.h"
#include "mesh_bytes.h"

enum encoding { TEXT, LITTLE, BIG };

struct writer {
    struct buf b;
    enum encoding encoding;
    const char *newline;
};

static void put_newline(struct writer *w)
{
    put_text(&w->b, w->newline);
}

static void put_line(struct writer *w, const char *text)
{
    put_text(&w->b, text);
    put_newline(w);
}

/* Types by their names, and how they are stored. */
static const struct type {
    const char *name;
    int size;
    bool real;
} types[] = {{"char", 1, false},   {"uint8", 1, false}, {"short", 2, false}, {"uint16", 2, false},
             {"int", 4, false},    {"uint", 4, false},  {"int32", 4, false}, {"float", 4, true},
             {"float32", 4, true}, {"double", 8, true}, {"float64", 8, true}};
enum { FIRST_REAL = 7, TYPES = 11, INT32 = 6 };

static void put_number(struct writer *w, const struct type *type, double x)
{
    if (w->encoding == TEXT) {
        number_print(&w->b, x);
        put_text(&w->b, " ");
    } else if (!type->real) {
        put_bits(&w->b, (uint64_t)(int64_t)x, type->size, w->encoding == BIG);
    } else if (type->size == 4) {
        put_float(&w->b, x, w->encoding == BIG);
    } else {
        put_double(&w->b, x, w->encoding == BIG);
    }
}

static void end_element(struct writer *w)
{
    if (w->encoding == TEXT) put_newline(w);
}

/* What a file has besides: in which order, of which types, and how much that is passed over. */
struct plan {
    bool faces_first, others;
    const struct type *position[3], *count, *corner, *other;
    int order[3]; /* of x, y and z */
};

static struct plan draw_plan(struct rng *rng)
{
    struct plan p = {.faces_first = rng_below(rng, 2), .others = rng_below(rng, 2)};
    for (int k = 0; k < 3; k++) p.position[k] = &types[FIRST_REAL + rng_below(rng, TYPES - FIRST_REAL)];
    p.count = &types[rng_below(rng, FIRST_REAL)];
    p.corner = &types[rng_below(rng, FIRST_REAL)];
    p.other = &types[rng_below(rng, TYPES)];
    const int first = (int)rng_below(rng, 3), step = 1 + (int)rng_below(rng, 2);
    for (int k = 0; k < 3; k++) p.order[k] = (first + k * step) % 3;
    return p;
}

static void put_header(struct writer *w, const struct plan *p, const struct mesh *mesh)
{
    static const char *const formats[] = {"ascii", "binary_little_endian", "binary_big_endian"};
    put_line(w, "ply");
    buf_printf(&w->b, "format %s 1.0%s", formats[w->encoding], w->newline);
    put_line(w, "comment element vertex 3");
    if (p->others) {
        buf_printf(&w->b, "obj_info 1 2%selement edge 2%s", w->newline, w->newline);
        buf_printf(&w->b, "property list %s %s x%s", p->count->name, p->other->name, w->newline);
    }
    for (int i = 0; i < 2; i++) {
        buf_printf(&w->b, "element %s %zu%s", i == p->faces_first ? "vertex" : "face",
                   i == p->faces_first ? mesh->nodes : mesh->elements, w->newline);
        if (p->others)
            buf_printf(&w->b, "property list %s %s list%s", p->count->name, p->other->name, w->newline);
        for (int k = 0; k < 3 && i == p->faces_first; k++)
            buf_printf(&w->b, "property %s %c%s", p->position[k]->name, "xyz"[p->order[k]], w -> newline);
        if (i != p->faces_first)
            buf_printf(&w->b, "property list %s %s vertex_ind%s%s", p->count->name, p->corner->name,
                       p->others ? "ex" : "ices", w->newline);
        if (p->others) buf_printf(&w->b, "property %s red%s", p->other->name, w->newline);
    }
    if (p->others) put_line(w, "element nothing 4000000000");
    put_line(w, "end_header");
}

static void put_others(struct writer *w, const struct plan *p, int n)
{
    if (!p->others) return;
    put_number(w, p->count, n);
    for (int i = 0; i < n; i++) put_number(w, p->other, 100 + i);
}

static void put_vertices(struct writer *w, const struct plan *p, const struct mesh *mesh)
{
    for (size_t i = 0; i < mesh->nodes; i++) {
        put_others(w, p, (int)(i % 4));
        for (int k = 0; k < 3; k++) put_number(w, p->position[k], mesh->x[i][p->order[k]]);
        if (p->others) put_number(w, p->other, 7);
        end_element(w);
    }
}

static void put_faces(struct writer *w, const struct plan *p, const struct mesh *mesh)
{
    for (size_t e = 0; e < mesh->elements; e++) {
        put_others(w, p, (int)(e % 4));
        put_number(w, p->count, mesh_cell_corners(mesh->cell[e]));
        for (size_t k = mesh->first[e]; k < mesh->first[e + 1]; k++) put_number(w, p->corner, mesh->node[k]);
        if (p->others) put_number(w, p->other, 7);
        end_element(w);
    }
}

/* Writes the mesh, with positions rounded to floats where these are stored as floats, and with no parts. */
static void write_file(struct writer *w, const struct plan *p, struct mesh *mesh)
{
    put_header(w, p, mesh);
    for (int i = 0; i < 2 && p->others; i++) put_others(w, p, 3 * i), end_element(w);
    if (p->faces_first) put_faces(w, p, mesh);
    put_vertices(w, p, mesh);
    if (!p->faces_first) put_faces(w, p, mesh);
    for (size_t i = 0; i < mesh->nodes; i++)
        for (int k = 0; k < 3; k++)
            if (w->encoding != TEXT && p->position[k]->size == 4)
                mesh->x[i][p->order[k]] = (float)mesh->x[i][p->order[k]];
    memset(mesh->part, 0, mesh->elements * sizeof *mesh->part);
}

static void round_trips(enum encoding encoding, const char *newline, const char *name)
{
    const int more = getenv("CCDQ_LONG") ? 20 : 1;
    int wrong = 0, damaged = 0;
    for (int run = 0; run < 20 * more; run++) {
        struct mesh mesh = {0};
        struct rng rng = rng_at(rng_key(name, 0, 1), (uint64_t)run);
        struct writer w = {.encoding = encoding, .newline = newline};
        boxes_make(&mesh, rng, 1u << CUT_QUADS | 1u << CUT_TRIANGLES, 0);
        const struct plan plan = draw_plan(&rng);
        write_file(&w, &plan, &mesh);
        wrong += !reads_as(mesh_read_ply, &w.b, &mesh);
        damaged += !survives(mesh_read_ply, &w.b, &rng, 60);
        mesh_free(&mesh);
        buf_free(&w.b);
    }
    ok(!wrong, "%s: what is written is read", name);
    ok(!damaged, "%s: damaged files are refused, or give a mesh that is right in itself", name);
}

#define HEAD "ply\nformat ascii 1.0\n"
#define VERTICES HEAD "element vertex 4\nproperty float x\nproperty float y\nproperty float z\n"
#define FACES                                                                                                \
    VERTICES                                                                                                 \
    "element face 2\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n"

static void elements(void)
{
    expect(mesh_read_ply, FACES "5 0 1 2 3 0\n3 0 1 2\n", true, 1,
           "f: line 14: a polygon with 5 corners is not read", "a pentagon is left out");
    expect(
        mesh_read_ply, FACES "2 0 1\n0\n", true, 0,
        "f: line 14: a polygon with 2 corners is not read\nf: line 15: a polygon with 0 corners is not read",
        "less than triangles are left out");
    expect(mesh_read_ply, FACES "3 0 1 4\n4 0 1 -1 2\n", true, 0,
           "f: line 14: a triangle whose corner 3 is none of the 4 nodes\n"
           "f: line 15: a quad whose corner 3 is none of the 4 nodes",
           "indices out of range");
    expect(mesh_read_ply, FACES "3 0 1 1\n3 1 2 3\n", true, 1,
           "f: line 14: a triangle whose corners 2 and 3 are the same node", "a repeated index");
    expect(mesh_read_ply, FACES "\n3 0 1 2\n\n3 1 2 3", true, 2, "", "blank lines, and no last newline");
    expect(mesh_read_ply, VERTICES "end_header\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n", true, 0, "",
           "points without faces");
    expect(mesh_read_ply, HEAD "end_header\n", true, 0, "", "nothing at all");
}

static void faults(void)
{
    expect(mesh_read_ply, "", false, 0, "f: line 1: this is no PLY file", "an empty file");
    expect(mesh_read_ply, "play\n", false, 0, "f: line 1: this is no PLY file", "another file");
    expect(mesh_read_ply, "ply\nelement vertex 4\n", false, 0, "f: line 2: the header has no end",
           "a header without an end");
    expect(mesh_read_ply, "ply\nend_header\n", false, 0, "f: line 2: the header has no format",
           "a header without a format");
    expect(mesh_read_ply, "ply\nformat binary 1.0\nend_header\n", false, 0,
           "f: line 2: a PLY file of format 'binary' is not read", "an unknown format");
    expect(mesh_read_ply, HEAD "elements vertex 4\nend_header\n", false, 0,
           "f: line 3: 'elements' does not belong into a header", "an unknown word");
    expect(mesh_read_ply, HEAD "property float x\nend_header\n", false, 0,
           "f: line 3: a property without an element", "a property without an element");
    expect(mesh_read_ply, HEAD "element vertex 1\nproperty real x\nend_header\n", false, 0,
           "f: line 4: 'real' is no type of PLY", "an unknown type");
    expect(mesh_read_ply, HEAD "element vertex 1\nproperty float x y\nend_header\n", false, 0,
           "f: line 4: 'y' where the line should end", "two names");
    expect(mesh_read_ply, HEAD "element vertex 1\nproperty float x\nproperty int x\nend_header\n", false, 0,
           "f: line 5: the property x for the second time", "a property twice");
    expect(mesh_read_ply, VERTICES "element vertex 4\nend_header\n", false, 0,
           "f: line 7: the element vertex for the second time", "vertices twice");
    expect(mesh_read_ply, HEAD "element vertex 1\nproperty float x\nproperty float z\nend_header\n", false, 0,
           "f: line 6: the vertices do not have x, y and z", "vertices without y");
    expect(mesh_read_ply, VERTICES "element face 1\nproperty int a\nend_header\n", false, 0,
           "f: line 9: the faces do not have vertex_indices", "faces without corners");
    expect(mesh_read_ply, VERTICES "element face 1\nproperty list uchar float vertex_index\nend_header\n",
           false, 0, "f: line 8: 'vertex_index' must be a list of integers", "corners that are no integers");
    expect(mesh_read_ply, VERTICES "element face 1\nproperty int vertex_index\nend_header\n", false, 0,
           "f: line 8: 'vertex_index' must be a list", "corners that are no list");
    expect(mesh_read_ply, VERTICES "element tristrips 1\nend_header\n", false, 0,
           "f: line 7: tristrips are not read", "strips of triangles");
    expect(mesh_read_ply, FACES "3 0 1\n3 1 2 3\n", false, 0, "f: line 14: the line ends too early",
           "a triangle of two corners");
    expect(mesh_read_ply, FACES "3 0 1 2 3\n3 1 2 3\n", false, 0, "f: line 14: '3' where the line should end",
           "a triangle of four corners");
    expect(mesh_read_ply, FACES "3 0 1 2\n", false, 1, "f: line 15: the file ends too early",
           "fewer faces than were declared");
    expect(mesh_read_ply, FACES "3 0 1 2\n3 1 2 3\n3 0 2 3\n", false, 2,
           "f: line 16: more than the header declares", "more faces than were declared");
    expect(mesh_read_ply, FACES "3 0 1 2.0\n3 1 2 3\n", false, 0, "f: line 14: '2.0' is not an integer",
           "a corner that is no integer");
    expect(mesh_read_ply, FACES "-3 0 1 2\n3 1 2 3\n", false, 0, "f: line 14: -3 cannot stand here",
           "a negative number of corners");
    expect(mesh_read_ply, FACES "256 0 1 2\n3 1 2 3\n", false, 0, "f: line 14: 256 cannot stand here",
           "a number that its type cannot hold");
    expect(mesh_read_ply,
           "ply\nformat binary_little_endian 1.0\nelement vertex 4000000000\nproperty double x\nproperty "
           "double y\n"
           "property double z\nend_header\n0123456701234567012345670123",
           false, 0, "f: offset 151: the file ends too early", "declared sizes are not believed");
}

int main(void)
{
    round_trips(TEXT, "\n", "text");
    round_trips(TEXT, "\r\n", "text, lines end as in DOS");
    round_trips(TEXT, "\r", "text, lines end as on a Mac of old");
    round_trips(LITTLE, "\n", "little-endian");
    round_trips(BIG, "\n", "big-endian");
    round_trips(LITTLE, "\r\n", "little-endian, lines end as in DOS");
    elements();
    faults();
    return tap_done();
}
