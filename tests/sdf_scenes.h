/* Random scenes of distance functions as JSON, for tests: of a size, at a place. */
#ifndef CCDQ_SDF_SCENES_H
#define CCDQ_SDF_SCENES_H

#include "../formats/sdf-json.h"
#include "../lib/gen/rng.h"
#include <stdio.h>
#include <string.h>

static const char *const scene_solids[] = {"plane",   "sphere",   "ellipsoid", "box",  "rounded_box",
                                           "capsule", "cylinder", "cone",      "torus"};
enum { SCENE_SOLIDS = sizeof scene_solids / sizeof *scene_solids };
static const char *const scene_operations[] = {"union",
                                               "intersection",
                                               "difference",
                                               "smooth union",
                                               "smooth intersection",
                                               "smooth difference",
                                               "complement",
                                               "offset",
                                               "shell",
                                               "translate",
                                               "rotate",
                                               "scale",
                                               "scale each",
                                               "twist"};
enum { SCENE_OPERATIONS = sizeof scene_operations / sizeof *scene_operations };

/* A coordinate within the size; a nice one half of the time. */
static inline double scene_coordinate(struct rng *rng, double size)
{
    const bool nice = rng_below(rng, 2);
    return nice ? size * rng_int(rng, -2, 2) / 2 : rng_real(rng, -size, size);
}

static inline void scene_vector(struct buf *b, struct rng *rng, const char *key, double size)
{
    buf_printf(b, "\"%s\": [", key);
    for (int i = 0; i < 3; i++) buf_printf(b, "%s%.17g", i ? ", " : "", scene_coordinate(rng, size));
    buf_printf(b, "]");
}

static inline double scene_size(struct rng *rng, double size)
{
    return size * exp2(rng_int(rng, -6, 0)) * (rng_below(rng, 2) ? 1 : rng_real(rng, 1, 2));
}

/* A direction or a second end: along an axis half of the time, never of no length. */
static inline void scene_direction(struct buf *b, struct rng *rng, const char *key, double size)
{
    double x[3] = {0};
    if (rng_below(rng, 2))
        x[rng_below(rng, 3)] = rng_below(rng, 2) ? size : -size;
    else
        for (int i = 0; i < 3; i++) x[i] = rng_real(rng, -size, size);
    buf_printf(b, "\"%s\": [%.17g, %.17g, %.17g]", key, x[0], x[1], x[2]);
}

static inline void scene_sizes(struct buf *b, struct rng *rng, const char *key, double size, double least)
{
    buf_printf(b, "\"%s\": [", key);
    for (int i = 0; i < 3; i++) buf_printf(b, "%s%.17g", i ? ", " : "", least + scene_size(rng, size));
    buf_printf(b, "]");
}

static inline void scene_solid(struct buf *b, struct rng *rng, const char *name, double size)
{
    const double radius = scene_size(rng, size), end = rng_real(rng, -size, size);
    buf_printf(b, "{\"%s\": {", name);
    if (!strcmp(name, "plane")) {
        scene_direction(b, rng, "normal", 1);
        buf_printf(b, ", ");
        scene_vector(b, rng, "point", size);
    } else if (!strcmp(name, "sphere") || !strcmp(name, "rounded_box")) {
        buf_printf(b, "\"radius\": %.17g, ", radius);
        if (name[0] == 'r') scene_sizes(b, rng, "size", size, 2.5 * radius);
        if (name[0] == 'r') buf_printf(b, ", ");
        scene_vector(b, rng, "center", size);
    } else if (!strcmp(name, "ellipsoid") || !strcmp(name, "box")) {
        scene_sizes(b, rng, name[0] == 'b' ? "size" : "radii", size, 0);
        buf_printf(b, ", ");
        scene_vector(b, rng, "center", size);
    } else if (!strcmp(name, "torus")) {
        buf_printf(b, "\"major\": %.17g, \"minor\": %.17g, ", radius,
                   radius * (rng_below(rng, 4) ? rng_real(rng, 0.1, 0.99) : 1));
        scene_vector(b, rng, "center", size);
        buf_printf(b, ", ");
        scene_direction(b, rng, "axis", 1);
    } else {
        const bool cone = !strcmp(name, "cone");
        buf_printf(b, "\"radius\": %.17g, \"%s\": [%.17g, %.17g, 0], ", radius, cone ? "base" : "from", end,
                   end);
        scene_vector(b, rng, cone ? "apex" : "to", 1.01 * size);
    }
    buf_printf(b, "}}");
}

static inline void scene_tree(struct buf *b, struct rng *rng, int depth, double size);

static inline void scene_operation(struct buf *b, struct rng *rng, const char *name, int depth, double size)
{
    const bool smooth = !strncmp(name, "smooth ", 7);
    const char *plain = smooth ? name + 7 : name;
    const double by = scene_coordinate(rng, size), factor = scene_size(rng, 2);
    if (!strcmp(plain, "union") || !strcmp(plain, "intersection") || !strcmp(plain, "difference")) {
        const int n = rng_int(rng, 1, 3);
        if (smooth) buf_printf(b, "{\"smooth\": %.17g, ", scene_size(rng, size));
        buf_printf(b, "%s\"%s\": [", smooth ? "" : "{", plain);
        for (int i = 0; i < n; i++) {
            if (i) buf_printf(b, ", ");
            scene_tree(b, rng, depth - 1, size);
        }
        buf_printf(b, "]}");
        return;
    }
    buf_printf(b, "{");
    if (!strcmp(name, "offset")) buf_printf(b, "\"by\": %.17g, ", by / 4);
    if (!strcmp(name, "shell")) buf_printf(b, "\"thickness\": %.17g, ", factor * size / 8);
    if (!strcmp(name, "translate")) scene_vector(b, rng, "by", size);
    if (!strcmp(name, "scale")) buf_printf(b, "\"by\": %.17g, ", factor);
    if (!strcmp(name, "scale each")) scene_sizes(b, rng, "by", 2, 0.25);
    if (!strcmp(name, "twist"))
        buf_printf(b, "\"degrees_per_unit\": %.17g, ", 90 / size * rng_real(rng, -1, 1));
    if (!strcmp(name, "rotate")) {
        scene_direction(b, rng, "axis", 1);
        buf_printf(b, ", \"degrees\": %.17g, ",
                   rng_below(rng, 2) ? 90.0 * rng_int(rng, -9, 9) : rng_real(rng, -400, 400));
    }
    if (!strcmp(name, "translate") || !strcmp(name, "scale each")) buf_printf(b, ", ");
    buf_printf(b, "\"%s\": ", !strcmp(name, "scale each") ? "scale" : name);
    scene_tree(b, rng, depth - 1, size);
    buf_printf(b, "}");
}

/* Operations above solids, `depth` of them at most. */
static inline void scene_tree(struct buf *b, struct rng *rng, int depth, double size)
{
    if (depth > 0 && rng_below(rng, 4))
        scene_operation(b, rng, scene_operations[rng_below(rng, SCENE_OPERATIONS)], depth, size);
    else
        scene_solid(b, rng, scene_solids[rng_below(rng, SCENE_SOLIDS)], size);
}

/* What kind of scene is number `i` of SCENE_SOLIDS + SCENE_OPERATIONS + 1: one solid, one operation above
 * solids, or any tree. */
enum { SCENE_KINDS = SCENE_SOLIDS + SCENE_OPERATIONS + 1 };

static inline const char *scene_kind(int i)
{
    if (i < SCENE_SOLIDS) return scene_solids[i];
    return i < SCENE_KINDS - 1 ? scene_operations[i - SCENE_SOLIDS] : "tree";
}

/* Reads a scene of this kind; *text is its JSON. The root is sdf->nodes - 1. */
static inline bool scene_make(struct sdf *sdf, struct buf *text, struct rng *rng, int kind, double size)
{
    struct messages messages = {0};
    *sdf = (struct sdf){0};
    text->n = 0;
    if (kind < SCENE_SOLIDS)
        scene_solid(text, rng, scene_solids[kind], size);
    else if (kind < SCENE_KINDS - 1)
        scene_operation(text, rng, scene_operations[kind - SCENE_SOLIDS], 1, size);
    else
        scene_tree(text, rng, 4, size);
    buf_add(text, "", 1);
    struct buf roots = {0};
    const bool good = sdf_json_read(sdf, &roots, "scene", text->p, text->n - 1, &messages);
    buf_free(&roots);
    if (!good)
        printf("# %.*s# %s\n", (int)messages.text.n, (const char *)messages.text.p, (const char *)text->p);
    messages_free(&messages);
    return good;
}

/* A point in the scene, sometimes on an axis of it, sometimes far off, sometimes near the surface. */
static inline struct vec3 scene_point(const struct sdf *sdf, struct rng *rng, double size)
{
    double x[3];
    const unsigned how = rng_below(rng, 4);
    const double reach = how == 0 ? 1e6 * size : 2 * size;
    for (int i = 0; i < 3; i++) x[i] = how == 1 ? scene_coordinate(rng, size) : rng_real(rng, -reach, reach);
    struct vec3 p = {x[0], x[1], x[2]}, g;
    for (int i = 0; how == 3 && i < 4; i++) {
        const double value = sdf_value(sdf, sdf->nodes - 1, p, &g);
        p = vec3_along(p, -value, g);
    }
    return p;
}

#endif
