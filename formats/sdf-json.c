/* The JSON form of distance functions: each object is a solid, or what is done to one or more of them. */
#include "sdf-json.h"
#include "sdf-solids.h"
#include <string.h>

static size_t read_node(const struct sdf_reader *r, const struct json_value *value);

/* ---- Combinations ---- */

/* The children of the list, those after the first made complements for a difference. */
static bool read_list(const struct sdf_reader *r, const struct json_value *list, bool cut,
                      struct buf *children)
{
    for (const struct json_value *v = json_first(r->json, list); v; v = json_next(r->json, v)) {
        size_t child = read_node(r, v);
        if (child == SDF_NONE) return false;
        if (cut && children->n > 0)
            child = sdf_added(r, v, sdf_add_changed(r->sdf, SDF_COMPLEMENT, 0, child));
        if (child == SDF_NONE) return false;
        buf_add(children, &child, sizeof child);
    }
    return true;
}

static size_t read_combination(const struct sdf_reader *r, const char *name, const struct json_value *value)
{
    struct sdf_field f[] = {{name, true, NULL}, {"smooth", false, NULL}, {NULL, false, NULL}};
    const enum sdf_kind kind = strcmp(name, "union") ? SDF_INTERSECTION : SDF_UNION;
    struct buf children = {0};
    size_t index = SDF_NONE;
    double blend = 0;
    if (!sdf_take_fields(r, value, name, f)) return SDF_NONE;
    const struct json_value *list = f[0].value;
    if (!sdf_take_list(r, f)) return SDF_NONE;
    if (f[1].value && !sdf_take_size(r, f[1].value, &blend)) return SDF_NONE;
    if (read_list(r, list, !strcmp(name, "difference"), &children)) {
        const size_t n = children.n / sizeof index;
        index = sdf_added(r, list, sdf_add_combination(r->sdf, kind, blend, (const size_t *)children.p, n));
    }
    buf_free(&children);
    return index;
}

/* ---- Of one solid ---- */

static size_t read_changed(const struct sdf_reader *r, const char *name, const struct json_value *value)
{
    static const struct {
        const char *name, *amount;
        enum sdf_kind kind;
    } kinds[] = {{"complement", NULL, SDF_COMPLEMENT},
                 {"offset", "by", SDF_OFFSET},
                 {"shell", "thickness", SDF_SHELL},
                 {"twist", "degrees_per_unit", SDF_TWIST}};
    size_t i = 0;
    double amount = 0;
    while (strcmp(kinds[i].name, name) != 0) i++;
    struct sdf_field f[] = {{name, true, NULL}, {kinds[i].amount, true, NULL}, {NULL, false, NULL}};
    const bool shell = kinds[i].kind == SDF_SHELL, twist = kinds[i].kind == SDF_TWIST;
    if (!sdf_take_fields(r, value, name, f)) return SDF_NONE;
    if (f[1].value && !(shell ? sdf_take_size : sdf_take_number)(r, f[1].value, &amount)) return SDF_NONE;
    if (twist) amount = -amount; /* the solid turns this way when the point turns the other way */
    const size_t child = read_node(r, f[0].value);
    return child == SDF_NONE ? child
                             : sdf_added(r, value, sdf_add_changed(r->sdf, kinds[i].kind, amount, child));
}

static size_t add_map(const struct sdf_reader *r, const struct sdf_field *f, const struct sdf_map *map,
                      double amount)
{
    const size_t child = read_node(r, f->value);
    return child == SDF_NONE ? child : sdf_added(r, f[1].value, sdf_add_map(r->sdf, map, amount, child));
}

static size_t read_translate(const struct sdf_reader *r, const char *name, const struct json_value *value)
{
    struct sdf_field f[] = {{name, true, NULL}, {"by", true, NULL}, {NULL, false, NULL}};
    struct sdf_map map;
    double by[3];
    if (!sdf_take_fields(r, value, name, f) || !sdf_take_numbers(r, f[1].value, 3, by)) return SDF_NONE;
    sdf_map_move(&map, by);
    return add_map(r, f, &map, 1);
}

static size_t read_rotate(const struct sdf_reader *r, const char *name, const struct json_value *value)
{
    struct sdf_field f[] = {
        {name, true, NULL}, {"degrees", true, NULL}, {"axis", true, NULL}, {NULL, false, NULL}};
    struct interval axis[3];
    struct sdf_map map;
    double u[3], degrees;
    if (!sdf_take_fields(r, value, name, f) || !sdf_take_number(r, f[1].value, &degrees) ||
        !sdf_take_numbers(r, f[2].value, 3, u))
        return SDF_NONE;
    for (int i = 0; i < 3; i++) axis[i] = interval_of(u[i]);
    if (!(sdf_map_length(axis).lo >= SDF_SMALLEST))
        return sdf_trouble(r, f[2].value, "the direction has no length");
    sdf_map_turn(&map, u, degrees);
    return add_map(r, f, &map, 1);
}

/* One factor, or one along each axis. The distances shrink as the least one says. */
static size_t read_scale(const struct sdf_reader *r, const char *name, const struct json_value *value)
{
    struct sdf_field f[] = {{name, true, NULL}, {"by", true, NULL}, {NULL, false, NULL}};
    struct sdf_map map;
    double by[3];
    if (!sdf_take_fields(r, value, name, f)) return SDF_NONE;
    const bool one = f[1].value->type == JSON_NUMBER;
    if (!(one ? sdf_take_size(r, f[1].value, by) : sdf_take_sizes(r, f[1].value, 3, by))) return SDF_NONE;
    if (one) by[1] = by[2] = by[0];
    sdf_map_scale(&map, by);
    return add_map(r, f, &map, least(by[0], least(by[1], by[2])));
}

/* ---- Nodes ---- */

static const struct {
    const char *name;
    size_t (*read)(const struct sdf_reader *r, const char *name, const struct json_value *value);
} operations[] = {
    {"union", read_combination},  {"intersection", read_combination}, {"difference", read_combination},
    {"complement", read_changed}, {"offset", read_changed},           {"shell", read_changed},
    {"twist", read_changed},      {"translate", read_translate},      {"rotate", read_rotate},
    {"scale", read_scale},
};

/* The solid that is the only member of an object, apart from comments. */
static size_t read_lone(const struct sdf_reader *r, const struct json_value *value,
                        const struct json_value *member)
{
    bool known;
    const char *key = json_key(r->json, member);
    for (const struct json_value *m = json_first(r->json, value); m; m = json_next(r->json, m))
        if (m != member && strcmp(json_key(r->json, m), "comment") != 0)
            return sdf_trouble(r, m, "\"%s\" beside \"%s\"", sdf_shown(json_key(r->json, m)).text,
                               sdf_shown(key).text);
    const size_t index = sdf_read_solid(r, key, member, &known);
    if (known) return index;
    return sdf_trouble(r, member, "an unknown node: \"%s\"", sdf_shown(key).text);
}

/* JSON's own limit of depth bounds the recursion. */
static size_t read_node(const struct sdf_reader *r, const struct json_value *value)
{
    const struct json_value *first = NULL;
    if (value->type != JSON_OBJECT)
        return sdf_trouble(r, value, "an object such as {\"sphere\": {...}} is expected here");
    for (const struct json_value *m = json_first(r->json, value); m; m = json_next(r->json, m)) {
        const char *key = json_key(r->json, m);
        for (size_t i = 0; i < sizeof operations / sizeof *operations; i++)
            if (!strcmp(operations[i].name, key)) return operations[i].read(r, operations[i].name, value);
        if (!first && strcmp(key, "comment") != 0) first = m;
    }
    if (!first) return sdf_trouble(r, value, "an object without a solid");
    return read_lone(r, value, first);
}

/* ---- Files ---- */

static bool read_tree(const struct sdf_reader *r, const struct json_value *value, struct buf *roots)
{
    const bool foreign = json_member(r->json, value, "nodeType") != NULL;
    const size_t root = foreign ? sdf_lipschitz_scene(r, value) : read_node(r, value);
    if (root != SDF_NONE) buf_add(roots, &root, sizeof root);
    return root != SDF_NONE;
}

static bool read_trees(const struct sdf_reader *r, const struct json_value *value, struct buf *roots)
{
    struct sdf_field f[] = {{"solids", true, NULL}, {NULL, false, NULL}};
    if (!sdf_take_fields(r, value, "solids", f) || !sdf_take_list(r, f)) return false;
    for (const struct json_value *v = json_first(r->json, f->value); v; v = json_next(r->json, v))
        if (!read_tree(r, v, roots)) return false;
    return true;
}

bool sdf_json_read(struct sdf *sdf, struct buf *roots, const char *name, const void *bytes, size_t n,
                   struct messages *messages)
{
    struct json json;
    bool good = json_parse(&json, name, bytes, n, messages);
    if (good) {
        const struct sdf_reader r = {sdf, &json};
        const struct json_value *top = json_root(&json);
        good = (json_member(&json, top, "solids") ? read_trees : read_tree)(&r, top, roots);
    }
    json_free(&json);
    return good;
}
