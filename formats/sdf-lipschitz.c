/* Scenes of LipschitzPruning (Barbier et al. 2025): binary trees whose nodes each have a 3 x 4 matrix. A
 * point goes through the matrix of the primitive first, then through those of the nodes above it, up to the
 * root. Solids stand along y. What is not there, rounded edges and bevels of boxes, is refused by name. */
#include "sdf-json.h"
#include <string.h>

static size_t read_node(const struct sdf_reader *r, const struct json_value *value,
                        const struct sdf_map *above);

/* x y z to z x y: a turn that takes y to z. */
static const double upright[12] = {0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 0, 0};

static bool take_matrix(const struct sdf_reader *r, const struct json_value *value,
                        const struct sdf_map *above, struct sdf_map *map)
{
    double entry[12];
    if (!sdf_take_numbers(r, value, 12, entry)) return false;
    sdf_map_matrix(map, entry);
    if (above) sdf_map_compose(map, map, above);
    return true;
}

static bool is_zero(const struct sdf_reader *r, const struct sdf_field *field, size_t n)
{
    double x[4] = {0};
    if (!field->value) return true;
    if (!(n == 1 ? sdf_take_number(r, field->value, x) : sdf_take_numbers(r, field->value, n, x)))
        return false;
    for (size_t i = 0; i < n; i++)
        if (x[i] != 0)
            return sdf_trouble(r, field->value, "a \"%s\" other than 0 is not supported", field->key), false;
    return true;
}

static bool missing(const struct sdf_reader *r, const struct json_value *value, const char *of,
                    const char *key)
{
    return sdf_trouble(r, value, "\"%s\" lacks \"%s\"", of, key), false;
}

/* Its sizes in the order of enum sdf_kind. */
static bool take_sizes(const struct sdf_reader *r, const struct json_value *value, const char *type,
                       enum sdf_kind kind, const struct sdf_field *radius, struct interval size[3])
{
    const struct sdf_field *height = radius + 1, *sides = radius + 2,
                           *needed = kind == SDF_BOX ? sides : radius;
    double x[3] = {0};
    if (!needed->value) return missing(r, value, type, needed->key);
    if (kind == SDF_BOX ? !sdf_take_sizes(r, sides->value, 3, x) : !sdf_take_size(r, radius->value, x))
        return false;
    if (kind == SDF_BOX || kind == SDF_SPHERE) {
        for (int i = 0; i < 3; i++) size[i] = interval_of(kind == SDF_BOX ? 0.5 * x[i] : x[i]);
        return true;
    }
    if (!height->value) return missing(r, value, type, height->key);
    if (!sdf_take_size(r, height->value, &x[1])) return false;
    size[0] = interval_of(x[0]);
    size[1] = interval_of(0.5 * x[1]);
    return true;
}

static size_t read_primitive(const struct sdf_reader *r, const struct json_value *value,
                             const struct sdf_map *above)
{
    static const struct {
        const char *name;
        enum sdf_kind kind;
    } types[] = {{"sphere", SDF_SPHERE}, {"box", SDF_BOX}, {"cylinder", SDF_CYLINDER}, {"cone", SDF_CONE}};
    struct sdf_field f[] = {{"radius", false, NULL},   {"height", false, NULL},
                            {"sides", false, NULL},    {"primitiveType", true, NULL},
                            {"matrix", true, NULL},    {"nodeType", true, NULL},
                            {"round_x", false, NULL},  {"round_y", false, NULL},
                            {"bevel", false, NULL},    {"color", false, NULL},
                            {"aabb_min", false, NULL}, {"aabb_max", false, NULL},
                            {NULL, false, NULL}};
    struct sdf_map map, turn;
    struct interval size[3];
    size_t i = 0;
    if (!sdf_take_fields(r, value, "primitive", f)) return SDF_NONE;
    const char *type = f[3].value->type == JSON_STRING ? json_text(r->json, f[3].value) : "";
    while (i < sizeof types / sizeof *types && strcmp(types[i].name, type) != 0) i++;
    if (i == sizeof types / sizeof *types)
        return sdf_trouble(r, f[3].value, "an unknown \"primitiveType\": \"%s\"", sdf_shown(type).text);
    const enum sdf_kind kind = types[i].kind;
    if (!take_sizes(r, value, types[i].name, kind, f, size) || !take_matrix(r, f[4].value, above, &map))
        return SDF_NONE;
    if (kind == SDF_BOX && !(is_zero(r, &f[6], 1) && is_zero(r, &f[7], 1) && is_zero(r, &f[8], 4)))
        return SDF_NONE;
    if (kind == SDF_CYLINDER || kind == SDF_CONE) {
        sdf_map_matrix(&turn, upright);
        sdf_map_compose(&map, &map, &turn);
    }
    const size_t index = sdf_added(r, value, sdf_add_primitive(r->sdf, kind, size));
    return index == SDF_NONE ? index : sdf_added(r, f[4].value, sdf_add_map(r->sdf, &map, 1, index));
}

static size_t read_operator(const struct sdf_reader *r, const struct json_value *value,
                            const struct sdf_map *above)
{
    struct sdf_field f[] = {{"blendMode", true, NULL}, {"blendRadius", true, NULL}, {"matrix", true, NULL},
                            {"leftChild", true, NULL}, {"rightChild", true, NULL},  {"nodeType", true, NULL},
                            {"aabb_min", false, NULL}, {"aabb_max", false, NULL},   {NULL, false, NULL}};
    struct sdf_map map;
    size_t child[2];
    double blend;
    if (!sdf_take_fields(r, value, "binaryOperator", f)) return SDF_NONE;
    const char *mode = f[0].value->type == JSON_STRING ? json_text(r->json, f[0].value) : "";
    const bool unites = !strcmp(mode, "union"), cuts = !strcmp(mode, "sub");
    if (!unites && !cuts && strcmp(mode, "inter") != 0)
        return sdf_trouble(r, f[0].value, "an unknown \"blendMode\": \"%s\"", sdf_shown(mode).text);
    if (!sdf_take_number(r, f[1].value, &blend) || !take_matrix(r, f[2].value, above, &map)) return SDF_NONE;
    for (int i = 0; i < 2; i++)
        if ((child[i] = read_node(r, f[3 + i].value, &map)) == SDF_NONE) return SDF_NONE;
    if (cuts) child[1] = sdf_added(r, value, sdf_add_changed(r->sdf, SDF_COMPLEMENT, 0, child[1]));
    if (child[1] == SDF_NONE) return SDF_NONE;
    const enum sdf_kind kind = unites ? SDF_UNION : SDF_INTERSECTION;
    return sdf_added(r, f[1].value, sdf_add_combination(r->sdf, kind, blend, child, 2));
}

/* JSON's own limit of depth bounds the recursion. */
static size_t read_node(const struct sdf_reader *r, const struct json_value *value,
                        const struct sdf_map *above)
{
    const struct json_value *type = json_member(r->json, value, "nodeType");
    if (type && type->type != JSON_STRING) return sdf_trouble(r, type, "a string is expected here");
    const char *name = type ? json_text(r->json, type) : "";
    if (!strcmp(name, "primitive")) return read_primitive(r, value, above);
    if (!strcmp(name, "binaryOperator")) return read_operator(r, value, above);
    return sdf_trouble(r, type ? type : value, "no known \"nodeType\": \"%s\"", sdf_shown(name).text);
}

size_t sdf_lipschitz_scene(const struct sdf_reader *r, const struct json_value *root)
{
    return read_node(r, root, NULL);
}
