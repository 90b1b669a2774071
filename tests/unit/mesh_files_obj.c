/* The reader of OBJ files: meshes written here in many ways, and files that are wrong. */
#include "mesh_boxes.h"
#include "mesh_bytes.h"

struct writer {
    struct buf b;
    struct rng rng;
    const char *newline;
};

/* White space, sometimes with the end of a continued line in it. */
static void put_space(struct writer *w)
{
    static const char *const spaces[] = {" ", "  ", "\t", " "};
    const unsigned i = rng_below(&w->rng, 20);
    put_text(&w->b, spaces[i % 4]);
    if (i == 0) buf_printf(&w->b, "\\%s", w->newline);
}

/* Lines that mean nothing for a mesh. */
static void put_noise(struct writer *w)
{
    static const char *const lines[] = {"",           "# f 1 2 3 \\", "vn 0 0 1", "vt 0.5 0.5",
                                        "usemtl red", "s off",        "l 1 2",    "mtllib a.mtl",
                                        "   ",        "p 1",          "vp 1 2",   "#"};
    if (rng_below(&w->rng, 4)) return;
    buf_printf(&w->b, "%s%s", lines[rng_below(&w->rng, sizeof lines / sizeof *lines)], w->newline);
}

static void put_positions(struct writer *w, const struct mesh *mesh)
{
    for (size_t i = 0; i < mesh->nodes; i++) {
        put_noise(w);
        put_text(&w->b, "v");
        for (int k = 0; k < 3; k++) {
            put_space(w);
            number_print(&w->b, mesh->x[i][k]);
        }
        if (rng_below(&w->rng, 4) == 0) put_text(&w->b, " 1 0.5 0.25");
        put_text(&w->b, w->newline);
    }
}

static void put_corner(struct writer *w, int64_t number)
{
    static const char *const others[] = {"", "/3", "//4", "/-1/2", "/"};
    buf_printf(&w->b, "%lld%s", (long long)number, others[rng_below(&w->rng, 5)]);
}

/* The words before the name of a part, which must be the parts; "" for none. */
static void put_faces(struct writer *w, const struct mesh *mesh, const char *word, bool negative)
{
    for (size_t e = 0; e < mesh->elements; e++) {
        put_noise(w);
        if (*word && (e == 0 || mesh->part[e] != mesh->part[e - 1]))
            buf_printf(&w->b, "%s%s part %u  %s", word, rng_below(&w->rng, 2) ? "" : " ", mesh->part[e],
                       w->newline);
        if (*word == 'o' && rng_below(&w->rng, 4) == 0)
            buf_printf(&w->b, "g group%u%s", rng_below(&w->rng, 9), w->newline);
        put_text(&w->b, rng_below(&w->rng, 8) ? "f" : "fo");
        for (size_t k = mesh->first[e]; k < mesh->first[e + 1]; k++) {
            put_space(w);
            put_corner(w,
                       negative ? (int64_t)mesh->node[k] - (int64_t)mesh->nodes : (int64_t)mesh->node[k] + 1);
        }
        if (rng_below(&w->rng, 8) == 0)
            put_text(&w->b, rng_below(&w->rng, 2) ? " # corners" : " #corners \\");
        put_text(&w->b, w->newline);
    }
}

/* Gives parts the numbers of the order in which they come, or all the same. */
static void number_parts(struct mesh *mesh, bool all_one)
{
    uint32_t number[3] = {9, 9, 9}, n = 0;
    for (size_t e = 0; e < mesh->elements; e++) {
        uint32_t *own = &number[mesh->part[e]];
        if (*own == 9) *own = n++;
        mesh->part[e] = all_one ? 0 : *own;
    }
}

static void round_trips(const char *name, const char *word, const char *newline, bool faces_first,
                        bool negative)
{
    const int more = getenv("CCDQ_LONG") ? 20 : 1;
    int wrong = 0, damaged = 0;
    for (int run = 0; run < 15 * more; run++) {
        struct mesh mesh = {0};
        struct writer w = {.rng = rng_at(rng_key(name, 0, 1), (uint64_t)run), .newline = newline};
        boxes_make(&mesh, w.rng, 1u << CUT_QUADS | 1u << CUT_TRIANGLES, 0);
        if (faces_first) put_faces(&w, &mesh, word, false);
        put_positions(&w, &mesh);
        if (!faces_first) put_faces(&w, &mesh, word, negative);
        number_parts(&mesh, !*word);
        wrong += !reads_as(mesh_read_obj, &w.b, &mesh);
        damaged += !survives(mesh_read_obj, &w.b, &w.rng, 60);
        mesh_free(&mesh);
        buf_free(&w.b);
    }
    ok(!wrong, "%s: what is written is read", name);
    ok(!damaged, "%s: damaged files are refused, or give a mesh that is right in itself", name);
}

/* Each face is its own group: their names are found again without looking at all of them. */
static void many_parts(void)
{
    enum { MANY = 200000 };
    struct buf b = {0};
    put_text(&b, "v 0 0 0\nv 1 0 0\nv 0 1 0\n");
    for (int turn = 0; turn < 2; turn++)
        for (int i = 0; i < MANY; i++) buf_printf(&b, "g %d\nf 1 2 3\n", turn ? MANY - 1 - i : i);
    struct reading r = read_bytes(mesh_read_obj, b.p, b.n);
    size_t wrong = r.file.mesh.elements != 2 * MANY;
    for (size_t e = 0; e < r.file.mesh.elements; e++)
        wrong += r.file.mesh.part[e] != (e < MANY ? e : 2 * MANY - 1 - e);
    ok(r.read && !wrong, "hundreds of thousands of groups");
    reading_free(&r);
    buf_free(&b);
}

#define POSITIONS "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n"

static void faces(void)
{
    expect(
        mesh_read_obj, POSITIONS "f 1 2 3 4 1\nf 1 2\nf\n", true, 0,
        "f: line 5: a polygon with 5 corners is not read\nf: line 6: a polygon with 2 corners is not read\n"
        "f: line 7: a polygon with 0 corners is not read",
        "only triangles and quads are read");
    expect(mesh_read_obj, POSITIONS "f 1 2 5\nf 0 1 2\nf -5 1 2\nf 1 2 3", true, 1,
           "f: line 5: a triangle whose corner 3 is none of the 4 nodes\n"
           "f: line 6: a triangle whose corner 1 is none of the 4 nodes\n"
           "f: line 7: a triangle whose corner 1 is none of the 4 nodes",
           "indices out of range");
    expect(mesh_read_obj, POSITIONS "f 1 2 -3\n", true, 0,
           "f: line 5: a triangle whose corners 2 and 3 are the same node", "a repeated node");
    expect(mesh_read_obj, "v 0 0 0\nv 1 0 0\nv 0 1 0\nf -1 -2 -3\nv 5 5 5\nf -1 -2 -3\n", true, 2, "",
           "negative indices count from where they stand");
    expect(mesh_read_obj, POSITIONS "f 1 2 3\ncstype bezier\nsurf 0 1 0 1 1 2 3 4\nend\n", true, 1,
           "f: line 6: curves and curved surfaces are not read",
           "curved surfaces are left out, with one message");
    expect(mesh_read_obj, "", true, 0, "", "an empty file has nothing");
}

/* Each of these alone is left out, and keeps its number: the last face is read as the second one. */
static void bad_corners(void)
{
    static const char *const words[] = {"3a",
                                        "3.0",
                                        "x",
                                        "/3",
                                        "3/x",
                                        "3//x",
                                        "3/1.5",
                                        "3/1/2/3",
                                        "3/1/2/",
                                        "3/--1",
                                        "3/-",
                                        "--3",
                                        "3\\1",
                                        "nan",
                                        "3,",
                                        "//",
                                        "3/1-2",
                                        "3/+",
                                        "99999999999999999999"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        struct buf text = {0};
        char expected[100];
        buf_printf(&text, POSITIONS "f 1 2 %s\nf 1 2 3\n", words[i]);
        snprintf(expected, sizeof expected, "f: line 5: '%s' is no corner of a face\n", words[i]);
        struct reading r = read_bytes(mesh_read_obj, text.p, text.n);
        ok(r.read && r.file.left_out == 1 && r.file.mesh.elements == 1 && r.file.mesh.number[0] == 1 &&
               !strcmp((char *)r.messages.text.p, expected),
           "a face with the corner %s is left out", words[i]);
        reading_free(&r);
        buf_free(&text);
    }
    expect(mesh_read_obj, POSITIONS "f 1/1 2/1 3/1\nf 1//2 2//2 3//2\nf 1/ 2// 3//-1\nf 1/1/ 2/-1/+2 3\n",
           true, 4, "", "corners with a texture, a normal, or nothing behind slashes");
    expect(mesh_read_obj, POSITIONS "f 1 2 x y\nf 1 2 3 4 x\nf 1 2 5 1 1", true, 0,
           "f: line 5: 'x' is no corner of a face\nf: line 6: 'x' is no corner of a face\n"
           "f: line 7: a polygon with 5 corners is not read",
           "a face that is wrong in two ways has one message");
}

static void faults(void)
{
    expect(mesh_read_obj, "v 0 0\n", false, 0, "f: line 1: a position of 2 numbers",
           "a position of two numbers");
    expect(mesh_read_obj, "v 0 0 \\\nv\n", false, 0, "f: line 2: 'v' is not a number", "a word for a number");
    expect(mesh_read_obj, "v 0 0 0 1 # a weight\nv 1 0 0 m/s\n", false, 0, "f: line 2: 'm/s' is not a number",
           "a unit behind a position");
    struct reading r = read_bytes(mesh_read_obj, "v 0 0 0\n\0\n", 10);
    ok(!r.read && r.messages.count == 1, "bytes that are no text");
    reading_free(&r);
}

int main(void)
{
    round_trips("positions, then faces", "", "\n", false, false);
    round_trips("faces first", "", "\n", true, false);
    round_trips("negative indices", "", "\n", false, true);
    round_trips("groups", "g", "\n", false, false);
    round_trips("objects with groups", "o", "\r\n", false, true);
    many_parts();
    faces();
    bad_corners();
    faults();
    return tap_done();
}
