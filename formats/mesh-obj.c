/* The form OBJ: a line begins with a word that says what it is. Positions (v) and faces (f) are read; objects
 * (o), or groups (g) in files without objects, are parts. Texture coordinates, normals, materials, points and
 * lines are passed over. */
#include "../lib/num/mix64.h"
#include "mesh-scan.h"
#include "number.h"
#include <stdio.h>
#include <string.h>

/* A name of a part; the slots of the hash table have its number + 1, or 0. */
struct part {
    struct scan_word name;
    uint64_t hash;
};

struct obj {
    struct mesh_scan scan;
    struct mesh_taker taker;
    bool by_object; /* whether objects are the parts */
    struct buf parts, slots;
    bool in_part; /* there was a name, or a face without one */
    uint32_t part;
    uint64_t count; /* of faces */
    bool curved;    /* a message said that something is */
};

/* ---- Lines: a backslash at the end of one continues it ---- */

static bool is_continued(const struct mesh_scan *s, const unsigned char *p)
{
    return *p == '\\' && (p[1] == '\n' || (p[1] == '\r' && p + 1 < s->end && p[2] == '\n'));
}

static bool is_space(unsigned char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

/* The next word of this line; false at its end. */
static bool next(struct mesh_scan *s, struct scan_word *word)
{
    while (s->at < s->end) {
        if (is_continued(s, s->at))
            scan_end_line(s);
        else if (is_space(*s->at))
            s->at++;
        else
            break;
    }
    s->item = s->at;
    while (s->at < s->end && *s->at != '\n' && !is_space(*s->at) && !is_continued(s, s->at)) s->at++;
    *word = (struct scan_word){(const char *)s->item, (size_t)(s->at - s->item)};
    return word->n > 0;
}

/* The same, but a comment is the end, and is not passed. */
static bool next_value(struct mesh_scan *s, struct scan_word *word)
{
    if (!next(s, word)) return false;
    if (*word->p != '#') return true;
    s->at = s->item;
    return false;
}

/* The first word of the next line that is neither blank nor a comment; false at the end of the file. */
static bool next_line(struct mesh_scan *s, struct scan_word *word)
{
    while (s->at < s->end) {
        if (next(s, word) && *word->p != '#') return true;
        scan_end_line(s);
    }
    return false;
}

/* Goes behind this line and what continues it; a comment at its end is not continued. */
static void pass_line(struct mesh_scan *s)
{
    struct scan_word word;
    while (next_value(s, &word)) continue;
    scan_end_line(s);
}

/* ---- Parts ---- */

static uint64_t hash_of(struct scan_word name)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325); /* FNV-1a */
    for (size_t i = 0; i < name.n; i++) hash = (hash ^ (unsigned char)name.p[i]) * UINT64_C(0x100000001b3);
    return mix64(hash);
}

static const struct part *part_at(const struct obj *obj, size_t i)
{
    return &((const struct part *)(const void *)obj->parts.p)[i];
}

/* Makes the hash table twice as large. */
static void grow(struct obj *obj, size_t n)
{
    const size_t bytes = obj->slots.n ? 2 * obj->slots.n : 256 * sizeof(uint32_t);
    const size_t mask = bytes / sizeof(uint32_t) - 1;
    obj->slots.n = 0;
    buf_reserve(&obj->slots, bytes);
    memset(obj->slots.p, 0, obj->slots.n = bytes);
    uint32_t *slot = (uint32_t *)(void *)obj->slots.p;
    for (size_t k = 0; k < n; k++) {
        size_t i = part_at(obj, k)->hash & mask;
        while (slot[i]) i = (i + 1) & mask;
        slot[i] = (uint32_t)k + 1;
    }
}

/* The number of the part of this name, which may be a new one. */
static uint32_t part_named(struct obj *obj, struct scan_word name)
{
    const struct part part = {name, hash_of(name)};
    const size_t n = obj->parts.n / sizeof part;
    if (2 * n >= obj->slots.n / sizeof(uint32_t)) grow(obj, n);
    uint32_t *slot = (uint32_t *)(void *)obj->slots.p;
    const size_t mask = obj->slots.n / sizeof *slot - 1;
    size_t i = part.hash & mask;
    for (; slot[i]; i = (i + 1) & mask) {
        const struct part *p = part_at(obj, slot[i] - 1);
        if (p->hash == part.hash && p->name.n == name.n && !memcmp(p->name.p, name.p, name.n))
            return slot[i] - 1;
    }
    slot[i] = (uint32_t)n + 1;
    buf_add(&obj->parts, &part, sizeof part);
    return (uint32_t)n;
}

static const struct scan_word no_name = {"", 0};

static void begin_part(struct obj *obj, struct scan_word name)
{
    obj->part = part_named(obj, name);
    obj->in_part = true;
}

/* The rest of the line, without white space at its ends. */
static struct scan_word read_name(struct obj *obj)
{
    struct scan_word name = no_name, word;
    while (next(&obj->scan, &word)) {
        if (!name.n) name.p = word.p;
        name.n = (size_t)(word.p + word.n - name.p);
    }
    return name;
}

/* ---- Positions and faces ---- */

/* Three numbers; a weight or a colour may follow. */
static bool read_position(struct obj *obj)
{
    struct mesh_scan *s = &obj->scan;
    struct scan_word word;
    double x[3], more;
    int n = 0;
    for (; next_value(s, &word); n++)
        if (!number_parse(word.p, word.n, n < 3 ? &x[n] : &more))
            return scan_fail(s, "'%s' is not a number", scan_text(word).text);
    if (n < 3) return scan_fail(s, "a position of %d numbers", n);
    if (obj->taker.file->mesh.nodes >= obj->taker.nodes) return scan_fail(s, "more than 2^32 - 2 positions");
    return mesh_add_node(&obj->taker.file->mesh, x) || scan_no_memory(s);
}

/* "7", "7/1", "7/1/2", "7//2": the position is the one with this number from 1, or with -1 the last one until
 * here. The numbers of a texture and a normal may lack, as some write "7/". */
static bool parse_corner(const struct obj *obj, struct scan_word word, uint64_t *node)
{
    const char *at = word.p, *const end = word.p + word.n;
    int64_t index[3];
    for (int field = 0; field < 3; field++) {
        const char *slash = memchr(at, '/', (size_t)(end - at));
        const struct scan_word number = {at, (size_t)((slash ? slash : end) - at)};
        if ((field == 0 || number.n) && !scan_word_integer(number, &index[field])) return false;
        *node = index[0] < 0 ? obj->taker.file->mesh.nodes + (uint64_t)index[0] : (uint64_t)index[0] - 1;
        if (!slash) return true;
        at = slash + 1;
    }
    return false;
}

/* Reads all corners; what is wrong is written to reason, which is empty otherwise. Returns how many there
 * are, of which the first four are kept. */
static size_t read_corners(struct obj *obj, uint64_t node[4], char *reason, size_t room)
{
    struct scan_word word;
    size_t n = 0;
    *reason = 0;
    for (uint64_t last; next_value(&obj->scan, &word); n++) {
        if (!parse_corner(obj, word, &last)) {
            snprintf(reason, room, "'%s' is no corner of a face", scan_text(word).text);
            return n;
        }
        if (n < 4) node[n] = last;
    }
    if (n != 3 && n != 4) snprintf(reason, room, "a polygon with %zu corners is not read", n);
    return n;
}

/* Faces are lines of their own, so one that is wrong in any way is left out, and the others are read. */
static bool read_face(struct obj *obj)
{
    struct mesh_scan *s = &obj->scan;
    uint64_t node[4];
    char reason[80];
    const struct mesh_place place = scan_place(s);
    if (!obj->in_part) begin_part(obj, no_name);
    const uint64_t number = obj->count++;
    if (number >= UINT32_MAX) return scan_fail(s, "more than 2^32 - 1 faces");
    const size_t n = read_corners(obj, node, reason, sizeof reason);
    if (!*reason)
        return mesh_take(&obj->taker, place, n == 3 ? MESH_TRIANGLE : MESH_QUAD, obj->part, (uint32_t)number,
                         node);
    mesh_leave_out(&obj->taker, place, reason);
    return true;
}

/* ---- The file ---- */

static bool is_one_of(struct scan_word word, const char *const *list)
{
    while (*list)
        if (scan_word_is(word, *list++)) return true;
    return false;
}

static bool read_line(struct obj *obj, struct scan_word word)
{
    static const char *const curved[] = {"cstype", "curv", "curv2", "surf", "bzp", "bsp", "cdc", "cdp", NULL};
    if (scan_word_is(word, "v")) return read_position(obj);
    if (scan_word_is(word, "f") || scan_word_is(word, "fo")) return read_face(obj);
    if (scan_word_is(word, obj->by_object ? "o" : "g")) begin_part(obj, read_name(obj));
    if (!obj->curved && is_one_of(word, curved)) {
        obj->curved = true;
        mesh_leave_out(&obj->taker, scan_place(&obj->scan), "curves and curved surfaces are not read");
    }
    return true;
}

/* How many positions there are, and whether there are objects: faces may come before the positions. */
static void look_ahead(struct obj *obj)
{
    struct mesh_scan s = obj->scan;
    struct scan_word word;
    for (; next_line(&s, &word); pass_line(&s)) {
        obj->taker.nodes += scan_word_is(word, "v");
        obj->by_object |= scan_word_is(word, "o");
    }
    if (obj->taker.nodes >= UINT32_MAX) obj->taker.nodes = UINT32_MAX - 1;
}

static bool read_all(struct obj *obj)
{
    struct mesh_scan *s = &obj->scan;
    struct scan_word word;
    if (memchr(s->at, 0, (size_t)(s->end - s->at))) return scan_fail(s, "this is no text, so no OBJ file");
    look_ahead(obj);
    for (; next_line(s, &word); pass_line(s))
        if (!read_line(obj, word)) return false;
    return true;
}

bool mesh_read_obj(const char *name, const unsigned char *p, size_t n, struct mesh_file *file,
                   struct messages *messages)
{
    struct obj obj = {.scan = scan_begin(name, p, n, messages),
                      .taker = {.name = name, .file = file, .messages = messages}};
    const bool read = read_all(&obj);
    buf_free(&obj.parts);
    buf_free(&obj.slots);
    return read;
}
