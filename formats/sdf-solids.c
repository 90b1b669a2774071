/* The solids of a scene: where people put them, and the primitive and map that make this up. */
#include "sdf-solids.h"
#include <string.h>

/* What is asked of a field. */
enum take { TAKE_SIZE, TAKE_SIZES, TAKE_POINT };

struct solid {
    const char *name;
    enum sdf_kind kind;
    size_t (*build)(const struct sdf_reader *r, const struct solid *solid, const struct json_value *value,
                    const struct sdf_field *fields, double x[][3]);
    struct {
        const char *key;
        enum take take;
        bool needed;
    } field[4];
};

static size_t put(const struct sdf_reader *r, const struct json_value *value, enum sdf_kind kind,
                  const struct interval size[3], const struct sdf_map *map)
{
    const size_t index = sdf_added(r, value, sdf_add_primitive(r->sdf, kind, size));
    return index == SDF_NONE ? index : sdf_added(r, value, sdf_add_map(r->sdf, map, 1, index));
}

/* size..., center */
static size_t centred(const struct sdf_reader *r, const struct solid *solid, const struct json_value *value,
                      const struct sdf_field *fields, double x[][3])
{
    const double factor = solid->kind == SDF_BOX ? 0.5 : 1;
    struct interval size[3];
    struct sdf_map map;
    (void)fields;
    for (int i = 0; i < 3; i++) size[i] = interval_of(factor * x[0][i]);
    sdf_map_move(&map, x[1]);
    return put(r, value, solid->kind, size, &map);
}

/* A box with its corners in by the radius, and that radius around it. */
static size_t rounded(const struct sdf_reader *r, const struct solid *solid, const struct json_value *value,
                      const struct sdf_field *fields, double x[][3])
{
    const double radius = x[2][0];
    struct interval size[3];
    struct sdf_map map;
    for (int i = 0; i < 3; i++) {
        size[i] = interval_sub(interval_of(0.5 * x[0][i]), interval_of(radius));
        if (!(size[i].lo >= SDF_SMALLEST))
            return sdf_trouble(r, fields[2].value, "the radius is not below half of each side");
    }
    sdf_map_move(&map, x[1]);
    const size_t index = put(r, value, solid->kind, size, &map);
    return index == SDF_NONE ? index
                             : sdf_added(r, value, sdf_add_changed(r->sdf, SDF_OFFSET, radius, index));
}

/* one end, the other, radius */
static size_t between(const struct sdf_reader *r, const struct solid *solid, const struct json_value *value,
                      const struct sdf_field *fields, double x[][3])
{
    struct interval middle[3], axis[3];
    struct sdf_map map;
    for (int i = 0; i < 3; i++) {
        const struct interval from = interval_of(x[0][i]), to = interval_of(x[1][i]);
        middle[i] = interval_mean(from, to);
        axis[i] = interval_sub(to, from);
    }
    const struct interval length = sdf_map_length(axis);
    if (!(length.lo >= 4 * SDF_SMALLEST))
        return sdf_trouble(r, fields[1].value, "both ends are at the same place");
    const struct interval size[3] = {interval_of(x[2][0]), interval_ldexp(length, -1), {0, 0}};
    sdf_map_axis(&map, middle, axis);
    return put(r, value, solid->kind, size, &map);
}

/* axis, center, the two radii */
static size_t along(const struct sdf_reader *r, const struct solid *solid, const struct json_value *value,
                    const struct sdf_field *fields, double x[][3])
{
    const struct interval size[3] = {interval_of(x[2][0]), interval_of(x[3][0]), {0, 0}};
    struct interval middle[3], axis[3];
    struct sdf_map map;
    for (int i = 0; i < 3; i++) {
        middle[i] = interval_of(x[1][i]);
        axis[i] = interval_of(fields[0].value ? x[0][i] : i == 2);
    }
    if (!(sdf_map_length(axis).lo >= SDF_SMALLEST))
        return sdf_trouble(r, fields[0].value, "the direction has no length");
    sdf_map_axis(&map, middle, axis);
    return put(r, value, solid->kind, size, &map);
}

static const struct solid solids[] = {
    {"plane", SDF_PLANE, along, {{"normal", TAKE_POINT, true}, {"point", TAKE_POINT, false}}},
    {"sphere", SDF_SPHERE, centred, {{"radius", TAKE_SIZE, true}, {"center", TAKE_POINT, false}}},
    {"ellipsoid", SDF_ELLIPSOID, centred, {{"radii", TAKE_SIZES, true}, {"center", TAKE_POINT, false}}},
    {"box", SDF_BOX, centred, {{"size", TAKE_SIZES, true}, {"center", TAKE_POINT, false}}},
    {"rounded_box",
     SDF_BOX,
     rounded,
     {{"size", TAKE_SIZES, true}, {"center", TAKE_POINT, false}, {"radius", TAKE_SIZE, true}}},
    {"capsule",
     SDF_CAPSULE,
     between,
     {{"from", TAKE_POINT, true}, {"to", TAKE_POINT, true}, {"radius", TAKE_SIZE, true}}},
    {"cylinder",
     SDF_CYLINDER,
     between,
     {{"from", TAKE_POINT, true}, {"to", TAKE_POINT, true}, {"radius", TAKE_SIZE, true}}},
    {"cone",
     SDF_CONE,
     between,
     {{"base", TAKE_POINT, true}, {"apex", TAKE_POINT, true}, {"radius", TAKE_SIZE, true}}},
    {"torus",
     SDF_TORUS,
     along,
     {{"axis", TAKE_POINT, false},
      {"center", TAKE_POINT, false},
      {"major", TAKE_SIZE, true},
      {"minor", TAKE_SIZE, true}}},
};

static bool take(const struct sdf_reader *r, const struct json_value *value, enum take how, double x[3])
{
    if (how == TAKE_SIZE) return sdf_take_size(r, value, x);
    return (how == TAKE_SIZES ? sdf_take_sizes : sdf_take_numbers)(r, value, 3, x);
}

static size_t read_solid(const struct sdf_reader *r, const struct solid *solid,
                         const struct json_value *value)
{
    struct sdf_field fields[5] = {{NULL, false, NULL}};
    double x[4][3] = {{0}};
    for (int i = 0; i < 4 && solid->field[i].key; i++)
        fields[i] = (struct sdf_field){solid->field[i].key, solid->field[i].needed, NULL};
    if (!sdf_take_fields(r, value, solid->name, fields)) return SDF_NONE;
    for (int i = 0; i < 4; i++)
        if (fields[i].value && !take(r, fields[i].value, solid->field[i].take, x[i])) return SDF_NONE;
    return solid->build(r, solid, value, fields, x);
}

size_t sdf_read_solid(const struct sdf_reader *r, const char *name, const struct json_value *value,
                      bool *known)
{
    for (size_t i = 0; i < sizeof solids / sizeof *solids; i++)
        if (!strcmp(solids[i].name, name)) {
            *known = true;
            return read_solid(r, &solids[i], value);
        }
    *known = false;
    return SDF_NONE;
}
