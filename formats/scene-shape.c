/* Shapes in scenes: by name, or built in. */
#include "../lib/scene/builtin.h"
#include "patch-model.h"
#include "scene-reader.h"
#include <stdlib.h>
#include <string.h>

typedef bool make_shape(struct scene_body *body, const double *x);

enum { MOST_NUMBERS = 5 };

/* Why a built-in shape cannot have these numbers, all above 0, or NULL. */
static const char *torus_problem(const double *x)
{
    return x[0] > x[1] ? NULL : "torus(R, r) needs R > r";
}

static const char *superquadric_problem(const double *x)
{
    return x[3] < 2 && x[4] < 2 ? NULL : "superquadric(a, b, c, e1, e2) needs e1 < 2 and e2 < 2";
}

static const char *bumpy_problem(const double *x)
{
    if (!(x[0] > 0)) return "bumpy(r, amplitude, nu, nv) needs r > 0";
    if (!(x[1] > -1 && x[1] < 1)) return "bumpy(r, amplitude, nu, nv) needs -1 < amplitude < 1";
    for (int i = 2; i < 4; i++)
        if (!(x[i] >= 0 && x[i] <= 1000) || x[i] != (int)x[i])
            return "bumpy(r, amplitude, nu, nv) needs whole nu and nv from 0 to 1000";
    return NULL;
}

static const struct {
    const char *name;
    unsigned numbers[2]; /* of the parametric, of the implicit form */
    make_shape *make[2];
    const char *(*problem)(const double *x);
    bool any; /* numbers need not be above 0 */
} shapes[] = {
    {"sphere", {1, 1}, {builtin_sphere, builtin_sphere_implicit}, NULL, false},
    {"ellipsoid", {3, 3}, {builtin_ellipsoid, builtin_ellipsoid_implicit}, NULL, false},
    {"torus", {2, 2}, {builtin_torus, builtin_torus_implicit}, torus_problem, false},
    {"cone", {2, 2}, {builtin_cone, builtin_cone_implicit}, NULL, false},
    {"cylinder", {2, 2}, {builtin_cylinder, builtin_cylinder_implicit}, NULL, false},
    {"plane", {2, 0}, {builtin_plane, builtin_plane_implicit}, NULL, false},
    {"box", {3, 3}, {builtin_box, builtin_box_implicit}, NULL, false},
    {"superquadric",
     {5, 5},
     {builtin_superquadric, builtin_superquadric_implicit},
     superquadric_problem,
     false},
    {"bumpy", {4, 0}, {builtin_bumpy, NULL}, bumpy_problem, true},
};
enum { SHAPES = sizeof shapes / sizeof *shapes };

/* Shapes that are read from files. */
static const struct {
    const char *name;
    bool (*read)(struct patch_model *model, const char *path, struct messages *messages);
} models[] = {{"bezier", bezier_file_read}, {"nurbs", nurbs_file_read}};
enum { MODELS = sizeof models / sizeof *models };

static size_t model_of(const struct scene_reader *r)
{
    size_t i = 0;
    while (i < MODELS && !token_is(r, models[i].name)) i++;
    return i;
}

static size_t builtin_of(const struct scene_reader *r)
{
    size_t i = 0;
    while (i < SHAPES && !token_is(r, shapes[i].name)) i++;
    return i;
}

bool shape_is_builtin(const struct scene_reader *r)
{
    return builtin_of(r) < SHAPES || model_of(r) < MODELS;
}

struct scene_body *shape_new(struct scene_reader *r, size_t at)
{
    const struct scene_body none = {0};
    if (!buf_try_reserve(&r->shapes, sizeof none)) return scene_no_memory(r, at), NULL;
    buf_add(&r->shapes, &none, sizeof none);
    return shape_at(r, shape_count(r) - 1);
}

/* "(x, ...)" of n constants. */
static bool take_numbers(struct scene_reader *r, const char *name, bool any, unsigned n, double *x)
{
    const size_t at = r->token.at;
    if (!token_need(r, "(")) return false;
    for (unsigned i = 0; i < n; i++) {
        if (token_is(r, ")") || (i > 0 && !token_need(r, ","))) break;
        if (!(any ? number_take : size_take)(r, &r->constant, &x[i])) return false;
        if (i + 1 == n && token_take(r, ")")) return true;
    }
    if (n == 0 && token_take(r, ")")) return true;
    return scene_trouble(r, at, "%s needs %u number%s here", name, n, plural(n));
}

static bool builtin_take(struct scene_reader *r, bool implicit, size_t *index)
{
    const size_t i = builtin_of(r), at = r->token.at;
    double x[MOST_NUMBERS];
    if (!shapes[i].make[implicit]) return token_trouble(r, "%s has no implicit form", shapes[i].name);
    token_next(r);
    if (!take_numbers(r, shapes[i].name, shapes[i].any, shapes[i].numbers[implicit], x)) return false;
    const char *problem = shapes[i].problem ? shapes[i].problem(x) : NULL;
    if (problem) return scene_trouble(r, at, "%s", problem);
    *index = shape_count(r);
    struct scene_body *shape = shape_new(r, at);
    return shape && (shapes[i].make[implicit](shape, x) || scene_no_memory(r, at));
}

/* ---- Files ---- */

/* The path that a scene names, which is beside the scene's own file unless it begins with '/'. */
static char *path_beside(struct scene_reader *r, const struct token *t)
{
    const char *slash = strrchr(r->name, '/'), *named = r->text + t->at + 1;
    const size_t folder = slash && *named != '/' ? (size_t)(slash - r->name) + 1 : 0;
    char *path = malloc(folder + t->n + 1);
    if (!path) return scene_no_memory(r, t->at), NULL;
    memcpy(path, r->name, folder);
    memcpy(path + folder, named, t->n);
    path[folder + t->n] = 0;
    return path;
}

/* Reads the file; what is wrong with it becomes the reason of a message about its name here. */
static bool read_model(struct scene_reader *r, size_t kind, const struct token *t, struct patch_model *model)
{
    struct messages about = {0};
    char *path = path_beside(r, t);
    bool good = path != NULL;
    if (good && !models[kind].read(model, path, &about)) {
        buf_add(&about.text, "", 1);
        const char *line = (const char *)about.text.p;
        good = scene_trouble(r, t->at, "%.*s", (int)strcspn(line, "\n"), line);
    }
    free(path);
    messages_free(&about);
    return good;
}

static bool model_take(struct scene_reader *r, bool implicit, size_t *index)
{
    const size_t kind = model_of(r);
    struct patch_model model = {0};
    if (implicit) return token_trouble(r, "%s has no implicit form", models[kind].name);
    token_next(r);
    if (!token_need(r, "(")) return false;
    const struct token t = r->token;
    if (t.type != TOKEN_STRING || t.n == 0 || (t.n == 1 && r->text[t.at + 1] == '-'))
        return token_trouble(r, "the name of a file in quotes is expected here");
    token_next(r);
    if (!token_need(r, ")")) return false;
    *index = shape_count(r);
    struct scene_body *shape = shape_new(r, t.at);
    const bool good = shape && read_model(r, kind, &t, &model) &&
                      (scene_of_patches(shape, model.patch, model.patches) || scene_no_memory(r, t.at));
    patch_model_free(&model);
    return good;
}

bool shape_take(struct scene_reader *r, bool implicit, size_t *index)
{
    if (model_of(r) < MODELS) return model_take(r, implicit, index);
    if (builtin_of(r) < SHAPES) return builtin_take(r, implicit, index);
    if (implicit && r->token.type == TOKEN_NAME && !name_find(r, &r->token))
        return token_trouble(r, "an unknown shape: \"%s\"", token_shown(r, &r->token).text);
    return name_take(r, NAME_SHAPE, index);
}
