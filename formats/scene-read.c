/* Files of scenes: statements, one scene after another. */
#include "scene-file.h"
#include "scene-reader.h"
#include "../lib/scene/window.h"
#include "text-file.h"
#include <stdlib.h>
#include <string.h>

struct scene_file {
    struct scene_reader r;
    struct buf text;
    bool started;
};

/* ---- Statements ---- */

static bool take_time(struct scene_reader *r)
{
    if (r->moved) return token_trouble(r, "the scene's time must stand before what moves in it");
    return domain_take(r, &r->constant, &r->scene->time);
}

static bool take_let(struct scene_reader *r)
{
    return let_take(r, &r->constant);
}

static bool take_simultaneity(struct scene_reader *r)
{
    return size_take(r, &r->constant, &r->scene->simultaneity);
}

static bool take_separation(struct scene_reader *r)
{
    return size_take(r, &r->constant, &r->scene->separation);
}

static const struct {
    const char *word;
    bool (*take)(struct scene_reader *r);
} statements[] = {
    {"time", take_time},       {"simultaneity", take_simultaneity},
    {"let", take_let},         {"separation", take_separation},
    {"surface", surface_take}, {"implicit", implicit_take},
    {"solid", solid_take},     {"body", body_take},
    {"pair", pair_take},       {"track", track_take},
    {"expect", expect_take},
};

static bool take_statement(struct scene_reader *r)
{
    for (size_t i = 0; i < sizeof statements / sizeof *statements; i++)
        if (token_take(r, statements[i].word)) return statements[i].take(r);
    if (r->token.type == TOKEN_NAME)
        return token_trouble(r, "\"%s\" begins no statement", token_shown(r, &r->token).text);
    return token_trouble(r, "a statement is expected here");
}

/* ---- Pairs ---- */

/* Of so many bodies all pairs are 100 MB. */
enum { BODIES_OF_ALL_PAIRS = 5000 };

static int compare_pairs(const void *a, const void *b)
{
    const uint32_t *x = a, *y = b;
    if (x[0] != y[0]) return x[0] < y[0] ? -1 : 1;
    return x[1] < y[1] ? -1 : x[1] > y[1];
}

static bool all_pairs(struct scene_reader *r, size_t at)
{
    struct scene *s = r->scene;
    if (s->bodies > BODIES_OF_ALL_PAIRS)
        return scene_trouble(r, at, "more than %d bodies, which need statements \"pair\"",
                             BODIES_OF_ALL_PAIRS);
    s->pair = malloc(s->bodies * (s->bodies - 1) / 2 * sizeof *s->pair);
    if (!s->pair) return scene_no_memory(r, at);
    for (uint32_t a = 0; a < s->bodies; a++)
        for (uint32_t b = a + 1; b < s->bodies; b++, s->pairs++)
            s->pair[s->pairs][0] = a, s->pair[s->pairs][1] = b;
    return true;
}

/* In ascending order, each once. */
static void sort_pairs(struct scene *s)
{
    size_t n = 0;
    qsort(s->pair, s->pairs, sizeof *s->pair, compare_pairs);
    for (size_t i = 0; i < s->pairs; i++)
        if (i == 0 || compare_pairs(s->pair[i], s->pair[n - 1]) != 0)
            memmove(s->pair[n++], s->pair[i], sizeof *s->pair);
    s->pairs = n;
}

static bool pairs_end(struct scene_reader *r, size_t at)
{
    const struct scene *s = r->scene;
    size_t pair;
    if (!window_endless(s, &pair)) return scene_no_memory(r, at);
    if (pair == s->pairs) return true;
    return scene_trouble(r, at,
                         "bodies \"%s\" and \"%s\" both have no end in the same direction: give one of their "
                         "shapes a box, or say which pairs to test",
                         s->body[s->pair[pair][0]].name, s->body[s->pair[pair][1]].name);
}

/* ---- Scenes ---- */

/* "scene "NAME"", which only the first scene of a file may lack. */
static bool take_title(struct scene_reader *r, bool may_lack)
{
    static const struct token none = {.type = TOKEN_STRING};
    const bool there = token_take(r, "scene");
    if (there && r->token.type != TOKEN_STRING)
        return token_trouble(r, "a scene's name in quotes is expected here");
    if (!there && !may_lack) return token_trouble(r, "\"scene\" is expected here");
    struct token name = r->token;
    if (!there) name = none;
    r->scene->name = malloc(name.n + 1);
    if (!r->scene->name) return scene_no_memory(r, name.at);
    memcpy(r->scene->name, r->text + name.at + there, name.n);
    r->scene->name[name.n] = 0;
    if (there) token_next(r);
    return true;
}

static void forget_scene(struct scene_reader *r)
{
    for (size_t i = 0; i < shape_count(r); i++) scene_body_free(shape_at(r, i));
    name_forget(r, 0);
    tape_free(&r->constants);
    r->shapes.n = r->claims.n = r->code.n = 0;
}

static bool take_scene(struct scene_reader *r, bool first)
{
    struct scene *s = r->scene;
    token_pass_ends(r);
    const size_t at = r->token.at;
    if (r->token.type == TOKEN_END) return scene_trouble(r, at, "there is no scene in this file");
    if (!take_title(r, first)) return false;
    for (token_pass_ends(r); r->token.type != TOKEN_END && !token_is(r, "scene"); token_pass_ends(r))
        if (!take_statement(r)) return false;
    if (s->bodies < 2) return scene_trouble(r, at, "a scene needs two bodies or more");
    if (!claims_hold(r)) return false;
    if (s->pairs) sort_pairs(s);
    return (s->pairs || all_pairs(r, at)) && pairs_end(r, at);
}

enum scene_next scene_file_next(struct scene_file *file, struct scene *scene, struct messages *messages)
{
    struct scene_reader *r = &file->r;
    const bool first = !file->started;
    *scene = (struct scene){.time = {0, 1}};
    if (!first && r->token.type == TOKEN_END) return SCENE_FILE_END;
    file->started = true;
    r->scene = scene;
    r->messages = messages;
    r->failed = r->moved = false;
    r->steps = r->builders = 0;
    r->known = builder_known(BUILD_TIME);
    if (first) token_next(r);
    builder_start(r, &r->constant, &r->constants, BUILD_TIME);
    const bool good = take_scene(r, first);
    forget_scene(r);
    if (good) return SCENE_FILE_SCENE;
    char *const name = scene->name;
    scene->name = NULL;
    scene_free(scene);
    scene->name = name;
    while (r->token.type != TOKEN_END && !token_is(r, "scene")) token_next(r);
    return SCENE_FILE_BAD;
}

/* ---- Files ---- */

static struct scene_file *start(const char *name)
{
    struct scene_file *file = calloc(1, sizeof *file);
    if (file) file->r.name = name;
    return file;
}

/* A name, a number take ten times their length in memory, or more: a larger file is refused before it is read
 * whole. */
enum { SCENE_FILE_MOST = 1 << 26 };

static struct scene_file *begin(struct scene_file *file)
{
    file->r.text = (const char *)file->text.p;
    file->r.n = file->text.n - 1;
    file->r.line = 1;
    return file;
}

struct scene_file *scene_file_of(const char *name, const void *bytes, size_t n)
{
    struct scene_file *file = start(name);
    if (!file) xnomem();
    buf_add(&file->text, bytes, n);
    buf_add(&file->text, "", 1);
    return begin(file);
}

struct scene_file *scene_file_open(const char *path, struct messages *messages)
{
    struct scene_file *file = start(NULL);
    if (!file) xnomem();
    if (text_file_read(&file->text, &file->r.name, path, SCENE_FILE_MOST, "no scene", messages))
        return begin(file);
    scene_file_close(file);
    return NULL;
}

void scene_file_close(struct scene_file *file)
{
    if (!file) return;
    free(file->r.bucket);
    buf_free(&file->r.shapes);
    buf_free(&file->r.claims);
    buf_free(&file->r.names);
    buf_free(&file->r.code);
    buf_free(&file->r.pending);
    buf_free(&file->r.values);
    buf_free(&file->r.calls);
    buf_free(&file->text);
    free(file);
}
