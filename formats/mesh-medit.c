/* The form .mesh of Medit: words of text, a keyword before each list. */
#include "mesh-scan.h"
#include <stdio.h>
#include <string.h>

struct medit {
    struct mesh_scan scan;
    struct mesh_taker taker;
    bool has_dimension, has_vertices;
    uint64_t count; /* of elements */
};

/* Lists of elements: their nodes, counted from 1, and a number, which is the part. */
static const struct {
    const char *keyword;
    unsigned cell;
} lists[] = {{"Triangles", MESH_TRIANGLE}, {"Quadrilaterals", MESH_QUAD}, {"Tetrahedra", MESH_TETRAHEDRON},
             {"Pyramids", MESH_PYRAMID},   {"Prisms", MESH_PRISM},        {"Hexahedra", MESH_HEXAHEDRON}};

/* The next word that is not in a comment. */
static bool next(struct mesh_scan *s, struct scan_word *word)
{
    while (scan_next(s, word)) {
        if (*word->p != '#') return true;
        scan_end_line(s);
    }
    return false;
}

/* Passes over comments, so that a number is next. */
static void pass_comments(struct mesh_scan *s)
{
    struct scan_word word;
    if (next(s, &word)) s->at = s->item;
}

/* Is there a next word that is no keyword? It is not taken. */
static bool next_is_data(struct mesh_scan *s)
{
    struct scan_word word;
    const bool there = next(s, &word), data = there && (*word.p < 'A' || *word.p > 'Z');
    if (there) s->at = s->item;
    return data;
}

static bool read_integer(struct mesh_scan *s, int64_t min, int64_t max, int64_t *value)
{
    pass_comments(s);
    return scan_integer_in(s, SCAN_INT64, min, max, value);
}

static bool read_vertices(struct medit *m)
{
    struct mesh_scan *s = &m->scan;
    int64_t count, part;
    double x[3];
    if (!m->has_dimension || m->has_vertices)
        return scan_fail(s,
                         m->has_vertices ? "vertices for the second time" : "vertices before the dimension");
    if (!read_integer(s, 0, UINT32_MAX - 1, &count)) return false;
    for (m->has_vertices = true; count--;) {
        for (int k = 0; k < 3; k++) {
            pass_comments(s);
            if (!scan_real(s, SCAN_FLOAT64, &x[k])) return false;
        }
        if (!read_integer(s, INT64_MIN, INT64_MAX, &part)) return false;
        if (!mesh_add_node(&m->taker.file->mesh, x)) return scan_no_memory(s);
    }
    m->taker.nodes = m->taker.file->mesh.nodes;
    return true;
}

static bool read_elements(struct medit *m, unsigned cell)
{
    struct mesh_scan *s = &m->scan;
    int64_t count, value;
    if (!m->has_vertices) return scan_fail(s, "elements before the vertices");
    if (!read_integer(s, 0, INT64_MAX, &count)) return false;
    while (count--) {
        uint64_t node[MESH_MAX_CORNERS];
        pass_comments(s);
        const struct mesh_place place = scan_place(s);
        for (int i = 0; i < mesh_cell_corners(cell); i++) {
            if (!read_integer(s, INT64_MIN, INT64_MAX, &value)) return false;
            node[i] = (uint64_t)value - 1; /* those below 1 become numbers that no node has */
        }
        if (!read_integer(s, INT32_MIN, UINT32_MAX, &value)) return false;
        if (m->count >= UINT32_MAX) return scan_fail(s, "more than 2^32 - 1 elements");
        if (!mesh_take(&m->taker, place, cell, (uint32_t)value, (uint32_t)m->count++, node)) return false;
    }
    return true;
}

/* How the keywords begin of what belongs to no element, or to its edges. */
static bool is_known_to_be_passed_over(struct scan_word keyword)
{
    static const char *const beginnings[] = {
        "Edge",     "Corners",     "Ridges",    "Required", "Normal",       "Tangent",
        "Geometry", "AngleOf",     "SubDomain", "VertexOn", "Identifier",   "Time",
        "Colors",   "BoundingBox", "Periodic",  "Private",  "ExtraVertices"};
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++) {
        const size_t n = strlen(beginnings[i]);
        if (keyword.n >= n && !memcmp(keyword.p, beginnings[i], n)) return true;
    }
    return false;
}

/* Passes over a list that is not read: over all words that are no keyword. What is not known could have been
 * elements, if anything follows it. */
static bool pass_list(struct medit *m, struct scan_word keyword)
{
    struct mesh_scan *s = &m->scan;
    struct scan_word word;
    char reason[120];
    const struct mesh_place place = scan_place(s);
    const bool known = is_known_to_be_passed_over(keyword);
    const char *order = keyword.p + keyword.n - 2; /* "TetrahedraP2" */
    if (keyword.n > 6 && *order == 'P' && order[1] >= '2' && order[1] <= '9' && *keyword.p != 'E')
        mesh_leave_out(&m->taker, place, "lists of curved elements are not read");
    else if (!known && next_is_data(s)) {
        snprintf(reason, sizeof reason, "the list %s is not known", scan_text(keyword).text);
        mesh_leave_out(&m->taker, place, reason);
    }
    while (next_is_data(s)) next(s, &word);
    return true;
}

static bool read_keyword(struct medit *m, struct scan_word keyword)
{
    struct mesh_scan *s = &m->scan;
    int64_t value;
    if (scan_word_is(keyword, "Dimension")) {
        m->has_dimension = true;
        return read_integer(s, 3, 3, &value);
    }
    if (scan_word_is(keyword, "Vertices")) return read_vertices(m);
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        if (scan_word_is(keyword, lists[i].keyword)) return read_elements(m, lists[i].cell);
    return pass_list(m, keyword);
}

static bool read_all(struct medit *m)
{
    struct mesh_scan *s = &m->scan;
    struct scan_word keyword;
    int64_t version;
    if (!next(s, &keyword) || !scan_word_is(keyword, "MeshVersionFormatted"))
        return scan_fail(s, "this is no mesh of Medit as text: MeshVersionFormatted must come first");
    if (!read_integer(s, 0, 4, &version)) return false;
    while (next(s, &keyword)) {
        if (scan_word_is(keyword, "End")) return m->has_vertices || scan_fail(s, "there are no vertices");
        if (*keyword.p < 'A' || *keyword.p > 'Z')
            return scan_fail(s, "'%s' instead of a keyword", scan_text(keyword).text);
        if (!read_keyword(m, keyword)) return false;
    }
    if (!m->has_vertices) return scan_fail(s, "there are no vertices");
    mesh_leave_out(&m->taker, scan_place(s), "the file ends without the word End: more may be missing");
    return true;
}

bool mesh_read_medit(const char *name, const unsigned char *p, size_t n, struct mesh_file *file,
                     struct messages *messages)
{
    struct medit m = {.scan = scan_begin(name, p, n, messages),
                      .taker = {.name = name, .file = file, .messages = messages}};
    return read_all(&m);
}
