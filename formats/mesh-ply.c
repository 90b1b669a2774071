/* The form PLY: a header of text that says what elements there are and of which properties they consist; then
 * the elements, as text one a line, or as bytes. Vertices and faces are read, all else is passed over. */
#include "mesh-scan.h"
#include "number.h"
#include <stdio.h>
#include <string.h>

/* What a property is to us. */
enum role { OTHER, POSITION_X, POSITION_Y, POSITION_Z, CORNERS };

struct property {
    enum role role;
    bool list;
    enum scan_type count, type; /* of a list: how many items, and of which type they are */
};

enum kind { VERTICES, FACES, PASSED_OVER };

struct element {
    enum kind kind;
    int64_t count;
    size_t first, properties; /* its own are those numbered first, first + 1 .. */
    unsigned roles;           /* bits of the roles that they have */
};

struct ply {
    struct mesh_scan scan;
    struct mesh_taker taker;
    struct buf elements, properties;
    bool binary;
    unsigned kinds; /* bits of the kinds of elements that there are */
};

static struct element *element_at(const struct ply *ply, size_t i)
{
    return &((struct element *)(void *)ply->elements.p)[i];
}

static const struct property *property_at(const struct ply *ply, size_t i)
{
    return &((const struct property *)(const void *)ply->properties.p)[i];
}

static size_t count_elements(const struct ply *ply)
{
    return ply->elements.n / sizeof(struct element);
}

/* ---- Header ---- */

static bool type_of(struct scan_word word, enum scan_type *type)
{
    static const struct {
        const char *name, *other;
        enum scan_type type;
    } types[] = {{"char", "int8", SCAN_INT8},        {"uchar", "uint8", SCAN_UINT8},
                 {"short", "int16", SCAN_INT16},     {"ushort", "uint16", SCAN_UINT16},
                 {"int", "int32", SCAN_INT32},       {"uint", "uint32", SCAN_UINT32},
                 {"float", "float32", SCAN_FLOAT32}, {"double", "float64", SCAN_FLOAT64}};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (scan_word_is(word, types[i].name) || scan_word_is(word, types[i].other)) {
            *type = types[i].type;
            return true;
        }
    return false;
}

static bool read_type(struct ply *ply, enum scan_type *type)
{
    struct scan_word word;
    if (!scan_word(&ply->scan, &word)) return false;
    return type_of(word, type) || scan_fail(&ply->scan, "'%s' is no type of PLY", scan_text(word).text);
}

/* "format binary_little_endian 1.0" */
static bool read_format(struct ply *ply)
{
    struct scan_word word, version;
    if (!scan_word(&ply->scan, &word) || !scan_word(&ply->scan, &version)) return false;
    ply->binary = !scan_word_is(word, "ascii");
    ply->scan.swapped = scan_word_is(word, "binary_big_endian");
    if ((ply->binary && !ply->scan.swapped && !scan_word_is(word, "binary_little_endian")) ||
        !scan_word_is(version, "1.0"))
        return scan_fail(&ply->scan, "a PLY file of format '%s' is not read", scan_text(word).text);
    return true;
}

/* "element vertex 8" */
static bool read_element_line(struct ply *ply)
{
    struct element element = {.kind = PASSED_OVER, .first = ply->properties.n / sizeof(struct property)};
    struct scan_word name;
    if (!scan_word(&ply->scan, &name)) return false;
    if (scan_word_is(name, "tristrips")) return scan_fail(&ply->scan, "tristrips are not read");
    if (scan_word_is(name, "vertex")) element.kind = VERTICES;
    if (scan_word_is(name, "face")) element.kind = FACES;
    if (!scan_integer_in(&ply->scan, SCAN_INT64, 0, UINT32_MAX - 1, &element.count)) return false;
    if (element.kind != PASSED_OVER && ply->kinds & 1u << element.kind)
        return scan_fail(&ply->scan, "the element %s for the second time", scan_text(name).text);
    ply->kinds |= 1u << element.kind;
    if (element.kind == VERTICES) ply->taker.nodes = (size_t)element.count;
    buf_add(&ply->elements, &element, sizeof element);
    return true;
}

static enum role role_of(enum kind kind, struct scan_word name)
{
    static const struct {
        enum kind kind;
        const char *name;
        enum role role;
    } roles[] = {{VERTICES, "x", POSITION_X},
                 {VERTICES, "y", POSITION_Y},
                 {VERTICES, "z", POSITION_Z},
                 {FACES, "vertex_indices", CORNERS},
                 {FACES, "vertex_index", CORNERS}};
    for (size_t i = 0; i < sizeof roles / sizeof *roles; i++)
        if (roles[i].kind == kind && scan_word_is(name, roles[i].name)) return roles[i].role;
    return OTHER;
}

static bool is_real(enum scan_type type)
{
    return type == SCAN_FLOAT32 || type == SCAN_FLOAT64;
}

/* "property float x", "property list uchar int vertex_indices" */
static bool read_property_line(struct ply *ply)
{
    struct property property = {.role = OTHER};
    struct scan_word word;
    if (!count_elements(ply)) return scan_fail(&ply->scan, "a property without an element");
    struct element *last = element_at(ply, count_elements(ply) - 1);
    if (!scan_word(&ply->scan, &word)) return false;
    property.list = scan_word_is(word, "list");
    if (!property.list && !type_of(word, &property.type))
        return scan_fail(&ply->scan, "'%s' is no type of PLY", scan_text(word).text);
    if (property.list && (!read_type(ply, &property.count) || !read_type(ply, &property.type))) return false;
    if (!scan_word(&ply->scan, &word)) return false;
    property.role = role_of(last->kind, word);
    if ((property.list && is_real(property.count)) || (property.role == CORNERS && is_real(property.type)))
        return scan_fail(&ply->scan, "'%s' must be a list of integers", scan_text(word).text);
    if (property.role != OTHER && property.list != (property.role == CORNERS))
        return scan_fail(&ply->scan, "'%s' must %sbe a list", scan_text(word).text,
                         property.list ? "not " : "");
    if (property.role != OTHER && last->roles & 1u << property.role)
        return scan_fail(&ply->scan, "the property %s for the second time", scan_text(word).text);
    last->roles |= 1u << property.role;
    buf_add(&ply->properties, &property, sizeof property);
    last->properties++;
    return true;
}

/* Reads lines up to end_header; behind its end the elements begin. */
static bool read_header(struct ply *ply)
{
    struct mesh_scan *s = &ply->scan;
    const unsigned char *end = s->end;
    bool read = true, done = false, format = false;
    while (read && !done) {
        struct scan_word word;
        const unsigned char *newline = memchr(s->at, s->newline, (size_t)(end - s->at));
        if (!newline) return scan_fail(s, "the header has no end");
        s->end = newline;
        if (!scan_next(s, &word) || scan_word_is(word, "comment") || scan_word_is(word, "obj_info")) {
            s->at = newline; /* nothing of interest */
        } else if ((done = scan_word_is(word, "end_header"))) {
        } else if (scan_word_is(word, "format")) {
            read = format = read_format(ply);
        } else if (scan_word_is(word, "element")) {
            read = read_element_line(ply);
        } else if (scan_word_is(word, "property")) {
            read = read_property_line(ply);
        } else {
            read = scan_fail(s, "'%s' does not belong into a header", scan_text(word).text);
        }
        if (read && scan_next(s, &word))
            read = scan_fail(s, "'%s' where the line should end", scan_text(word).text);
        s->end = end;
        s->at = newline + 1;
    }
    return read && (format || scan_fail(s, "the header has no format"));
}

/* Whether vertices have positions and faces corners. */
static bool check_header(struct ply *ply)
{
    const unsigned positions = 1u << POSITION_X | 1u << POSITION_Y | 1u << POSITION_Z;
    for (size_t i = 0; i < count_elements(ply); i++) {
        const struct element *e = element_at(ply, i);
        if (e->kind == VERTICES && (e->roles & positions) != positions)
            return scan_fail(&ply->scan, "the vertices do not have x, y and z");
        if (e->kind == FACES && !(e->roles & 1u << CORNERS))
            return scan_fail(&ply->scan, "the faces do not have vertex_indices");
    }
    return true;
}

/* ---- Elements ---- */

enum { MAX_CORNERS = 4 };

/* What is read of an element. */
struct values {
    double x[3];
    int64_t corners;
    uint64_t node[MAX_CORNERS];
};

static bool read_corners(struct ply *ply, const struct property *p, struct values *v)
{
    for (int i = 0; i < v->corners && i < MAX_CORNERS; i++) {
        int64_t node;
        if (!scan_integer(&ply->scan, p->type, &node)) return false;
        v->node[i] = (uint64_t)node; /* those below 0 become numbers that no node has */
    }
    return v->corners <= MAX_CORNERS || scan_skip(&ply->scan, p->type, (uint64_t)v->corners - MAX_CORNERS);
}

static bool read_property(struct ply *ply, const struct property *p, struct values *v)
{
    struct mesh_scan *s = &ply->scan;
    int64_t n = 1;
    if (p->list && !scan_integer_in(s, p->count, 0, INT64_MAX, &n)) return false;
    if (p->role == CORNERS) {
        v->corners = n;
        return read_corners(ply, p, v);
    }
    return p->role == OTHER ? scan_skip(s, p->type, (uint64_t)n)
                            : scan_real(s, p->type, &v->x[p->role - POSITION_X]);
}

static bool take_face(struct ply *ply, struct mesh_place place, uint32_t number, const struct values *v)
{
    char reason[80];
    if (v->corners == 3 || v->corners == 4)
        return mesh_take(&ply->taker, place, v->corners == 3 ? MESH_TRIANGLE : MESH_QUAD, 0, number, v->node);
    snprintf(reason, sizeof reason, "a polygon with %lld corners is not read", (long long)v->corners);
    mesh_leave_out(&ply->taker, place, reason);
    return true;
}

static bool read_elements(struct ply *ply, const struct element *e)
{
    struct mesh_scan *s = &ply->scan;
    struct values v = {{0}, 0, {0}};
    for (int64_t i = 0; e->properties && i < e->count; i++) {
        scan_open_line(s);
        s->item = s->at;
        const struct mesh_place place = scan_place(s);
        for (size_t k = 0; k < e->properties; k++)
            if (!read_property(ply, property_at(ply, e->first + k), &v)) return false;
        if (!scan_close_line(s)) return false;
        if (e->kind == VERTICES && !mesh_add_node(&ply->taker.file->mesh, v.x)) return scan_no_memory(s);
        if (e->kind == FACES && !take_face(ply, place, (uint32_t)i, &v)) return false;
    }
    return true;
}

/* The first line, "ply", shows how lines end. */
static bool read_magic(struct ply *ply)
{
    struct mesh_scan *s = &ply->scan;
    if (s->end - s->at < 4 || memcmp(s->at, "ply", 3) || (s->at[3] != '\n' && s->at[3] != '\r'))
        return scan_fail(s, "this is no PLY file");
    if (s->at[3] == '\r' && s->at[4] != '\n') s->newline = '\r';
    scan_end_line(s);
    return true;
}

/* A count that is too small would hide what comes behind it. */
static bool check_end(struct ply *ply)
{
    struct scan_word word;
    return !scan_next(&ply->scan, &word) || scan_fail(&ply->scan, "more than the header declares");
}

static bool read_all(struct ply *ply)
{
    if (!read_magic(ply) || !read_header(ply) || !check_header(ply)) return false;
    ply->scan.binary = ply->binary;
    for (size_t i = 0; i < count_elements(ply); i++)
        if (!read_elements(ply, element_at(ply, i))) return false;
    return check_end(ply);
}

bool mesh_read_ply(const char *name, const unsigned char *p, size_t n, struct mesh_file *file,
                   struct messages *messages)
{
    struct ply ply = {.scan = scan_begin(name, p, n, messages),
                      .taker = {.name = name, .file = file, .messages = messages}};
    const bool read = read_all(&ply);
    buf_free(&ply.elements);
    buf_free(&ply.properties);
    return read;
}
