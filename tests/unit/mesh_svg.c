/* Meshes as drawings: which edges are seen, and that rows of them are one stroke. */
#include "../../formats/mesh-write-svg.h"
#include "../../formats/xml.h"
#include "../tap.h"
#include <stdlib.h>
#include <string.h>

/* What a drawing holds. */
struct seen {
    bool whole;          /* it is well-formed */
    int groups, circles; /* edges behind, edges in front, dots */
    int moves[3], lines[3];
    char title[64];
};

static int count(const char *text, char letter)
{
    int n = 0;
    for (; *text; text++) n += *text == letter;
    return n;
}

static struct seen read_drawing(const struct svg_picture *picture)
{
    static char d[1 << 16];
    struct seen seen = {.groups = -1};
    struct buf text = {0};
    struct xml xml;
    enum xml_event event;
    mesh_write_svg(&text, picture);
    buf_add(&text, "", 1);
    xml_start(&xml, text.p, text.n - 1);
    while ((event = xml_next(&xml)) != XML_END && event != XML_ERROR) {
        if (event == XML_TEXT && xml.text.n < sizeof seen.title) memcpy(seen.title, xml.text.p, xml.text.n);
        if (event != XML_OPEN) continue;
        seen.groups += xml_is(xml.name, "g");
        seen.circles += xml_is(xml.name, "circle");
        if (xml_is(xml.name, "path") && xml_attribute(&xml, "d", d, sizeof d)) {
            seen.moves[seen.groups] += count(d, 'M');
            seen.lines[seen.groups] += count(d, 'l');
        }
    }
    seen.whole = event == XML_END;
    xml_free(&xml);
    buf_free(&text);
    return seen;
}

static void add(struct mesh *mesh, unsigned cell, uint32_t part, const uint32_t *node)
{
    if (!mesh_add_element(mesh, cell, part, 0, node)) abort();
}

static void add_node(struct mesh *mesh, double x, double y, double z)
{
    if (!mesh_add_node(mesh, (const double[3]){x, y, z})) abort();
}

/* Quads and, for the bottom, triangles. */
static void make_cube(struct mesh *mesh, bool turned)
{
    static const uint32_t quads[5][4] = {
        {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
    static const uint32_t bottom[2][3] = {{0, 2, 3}, {0, 3, 1}};
    for (int i = 0; i < 8; i++) add_node(mesh, i & 1, i >> 1 & 1, i >> 2);
    for (int i = 0; i < 5; i++) {
        const uint32_t *q = quads[i], back[4] = {q[3], q[2], q[1], q[0]};
        add(mesh, MESH_QUAD, 0, turned ? back : q);
    }
    for (int i = 0; i < 2; i++) {
        const uint32_t *q = bottom[i], back[3] = {q[2], q[1], q[0]};
        add(mesh, MESH_TRIANGLE, 0, turned ? back : q);
    }
}

/* The corner that is hidden is the one behind, below and to the left: of its three faces, three edges and the
 * diagonal of the bottom are seen from behind only. */
static void test_cube(void)
{
    struct mesh mesh = {0};
    const bool solid = false, sheet = true;
    make_cube(&mesh, false);
    struct seen seen = read_drawing(&(struct svg_picture){.title = "a < b", .mesh = &mesh, .sheet = &solid});
    ok(seen.whole && seen.groups == 2, "a cube is drawn");
    ok(!strcmp(seen.title, "a &lt; b"), "with its title");
    ok(seen.lines[1] == 9 && seen.lines[0] == 4, "nine edges in front, three and a diagonal behind");
    seen = read_drawing(&(struct svg_picture){.title = "", .mesh = &mesh, .sheet = &sheet});
    ok(seen.lines[1] == 13 && !seen.lines[0], "of a sheet none is behind");
    const uint8_t lines[7] = {15, 15, 15, 15, 15, 5, 6};
    seen = read_drawing(&(struct svg_picture){.title = "", .mesh = &mesh, .sheet = &sheet, .lines = lines});
    ok(seen.lines[1] == 13, "a side is drawn that one of two elements wants");
    const uint8_t fewer[7] = {15, 15, 15, 15, 15, 3, 6};
    seen = read_drawing(&(struct svg_picture){.title = "", .mesh = &mesh, .sheet = &sheet, .lines = fewer});
    ok(seen.lines[1] == 12, "one that none wants is not");
    mesh_free(&mesh);
    make_cube(&mesh, true);
    seen = read_drawing(&(struct svg_picture){.title = "", .mesh = &mesh, .sheet = &solid});
    ok(seen.lines[1] == 10 && seen.lines[0] == 3, "inside out, the other way round");
    mesh_free(&mesh);
}

static void test_rows(void)
{
    enum { N = 5 };
    struct mesh mesh = {0};
    const bool sheet[2] = {true, true};
    for (int i = 0; i <= N; i++)
        for (int j = 0; j <= N; j++) add_node(&mesh, i, j, i * j);
    for (uint32_t i = 0; i < N; i++)
        for (uint32_t j = 0; j < N; j++) {
            const uint32_t a = i * (N + 1) + j;
            add(&mesh, MESH_QUAD, i % 2, (const uint32_t[4]){a, a + N + 1, a + N + 2, a + 1});
        }
    struct seen seen = read_drawing(&(struct svg_picture){.title = "", .mesh = &mesh, .sheet = sheet});
    ok(seen.lines[1] == 2 * N * (N + 1), "each edge of a grid is drawn once");
    ok(seen.moves[1] == 2 * (N + 1), "its rows and columns are one stroke each");
    mesh_free(&mesh);
}

static void test_dots(void)
{
    const struct mesh mesh = {0};
    const struct svg_dot dots[2] = {{{1, 2, 3}, false}, {{1, 2, 3}, true}};
    struct seen seen =
        read_drawing(&(struct svg_picture){.title = "", .mesh = &mesh, .dot = dots, .dots = 2});
    ok(seen.whole && seen.circles == 2, "dots at one place, without a mesh");
    seen = read_drawing(&(struct svg_picture){.title = "", .mesh = &mesh});
    ok(seen.whole && !seen.circles, "nothing at all");
}

int main(void)
{
    test_cube();
    test_rows();
    test_dots();
    return tap_done();
}
