/* The searches of files of scenes, one after the other: of each scene one, or one of each of its pairs. */
#include "scene.h"
#include <stdlib.h>

static uint32_t searches_of(const struct scene_command *c, const struct scene *scene)
{
    return c->given->each ? (uint32_t)scene->pairs : 1;
}

/* Whether the id at hand is one of the part of the run that is asked for. */
static bool is_wanted(const struct scene_command *c)
{
    const uint32_t *part = c->filter.common.part;
    return c->searches % part[1] == part[0];
}

/* Goes on to the next search of the scene at hand that is wanted; false: there is none. */
static bool find_search(struct scene_command *c)
{
    const uint32_t n = searches_of(c, &c->held->scene);
    while (c->next_search < n && !is_wanted(c)) c->next_search++, c->searches++;
    return c->next_search < n;
}

void scene_held_free(struct scene_held *held)
{
    if (held) scene_free(&held->scene);
    free(held);
}

static void take_search(struct scene_command *c, struct scene_search *search)
{
    search->held = c->held;
    search->number = c->held->number;
    search->first_pair = c->given->each ? c->next_search : 0;
    search->pairs = c->given->each ? 1 : (uint32_t)c->held->scene.pairs;
    search->id = c->searches++;
    c->next_search++;
    search->last = !find_search(c);
    if (search->last) c->held = NULL;
}

/* A scene that could not be read has a result all the same. */
static bool take_bad(struct scene_command *c, struct scene_search *search)
{
    search->bad = is_wanted(c);
    search->number = c->scenes++;
    search->id = c->searches++;
    if (!search->bad) messages_clear(&search->messages);
    return search->bad;
}

/* What comes next in the open file. true: the search is filled. */
static bool read_scene(struct scene_command *c, struct scene_search *search)
{
    struct scene_held *held = calloc(1, sizeof *held);
    if (!held) xnomem();
    const enum scene_next next = scene_file_next(c->file, &held->scene, &search->messages);
    if (next == SCENE_FILE_SCENE) {
        held->number = c->scenes++;
        c->held = held;
        c->next_search = 0;
        return false;
    }
    if (next == SCENE_FILE_BAD) {
        free(search->name);
        search->name = held->scene.name;
        held->scene.name = NULL;
    }
    scene_held_free(held);
    if (next == SCENE_FILE_BAD) return take_bad(c, search);
    scene_file_close(c->file);
    c->file = NULL;
    return false;
}

/* false: the next file cannot be read, and a message says why. */
static bool open_file(struct scene_command *c, struct messages *messages)
{
    c->name = c->next_file ? c->files[c->next_file - 1] : c->given->file;
    c->next_file++;
    c->file = scene_file_open(c->name, messages);
    return c->file != NULL;
}

bool scene_next_search(struct scene_command *c, struct scene_search *search)
{
    search->held = NULL;
    search->bad = search->unread = false;
    for (;;) {
        search->file = c->name;
        if (c->held && find_search(c)) {
            take_search(c, search);
            return true;
        }
        scene_held_free(c->held);
        c->held = NULL;
        if (c->file) {
            if (read_scene(c, search)) return true;
        } else if (c->next_file > c->n_files) {
            return false;
        } else if (!open_file(c, &search->messages)) {
            search->unread = true;
            return true;
        }
    }
}
