/* Scenes in memory. */
#include "scene.h"
#include <stdlib.h>
#include <string.h>

void scene_face_free(struct scene_face *face)
{
    free(face->name);
    tape_free(&face->map);
    tape_free(&face->rest);
}

void scene_body_free(struct scene_body *body)
{
    for (size_t i = 0; i < body->faces; i++) scene_face_free(&body->face[i]);
    free(body->name);
    free(body->face);
    free(body->edge);
    free(body->vertex);
    tape_free(&body->map);
    tape_free(&body->place);
    tape_free(&body->origin);
    *body = (struct scene_body){0};
}

void scene_free(struct scene *scene)
{
    for (size_t i = 0; i < scene->bodies; i++) scene_body_free(&scene->body[i]);
    for (size_t i = 0; i < scene->tracks; i++) tape_free(&scene->track[i].at);
    for (size_t i = 0; i < scene->expected.sets; i++) scene_face_free(&scene->expected.set[i]);
    free(scene->name);
    free(scene->body);
    free(scene->pair);
    free(scene->track);
    free(scene->expected.set);
    *scene = (struct scene){0};
}

void *scene_grow(void *list, size_t n, size_t size)
{
    if (n & (n - 1)) return list; /* lists have room for a power of two */
    void *grown = n < SIZE_MAX / 2 / size ? realloc(list, (n ? 2 * n : 1) * size) : NULL;
    return grown;
}

bool scene_body_room(struct scene_body *body, size_t faces, size_t edges, size_t vertices)
{
    body->face = calloc(faces + 1, sizeof *body->face);
    body->edge = calloc(edges + 1, sizeof *body->edge);
    body->vertex = calloc(vertices + 1, sizeof *body->vertex);
    return body->face && body->edge && body->vertex;
}

bool scene_graft_outputs(struct tape *to, const struct tape *from, const int *input)
{
    int *node = malloc((from->outputs + 1) * sizeof *node);
    bool good = node && tape_graft(to, from, input, 0, from->outputs, node);
    for (size_t i = 0; i < from->outputs && good; i++) good = tape_output(to, node[i]);
    free(node);
    return good && tape_finish(to);
}

bool scene_face_copy(struct scene_face *face, const struct scene_face *from)
{
    *face = (struct scene_face){.map = {.variables = 3}, .u = from->u, .v = from->v, .inward = from->inward};
    int input[3];
    for (unsigned i = 0; i < 3; i++) input[i] = tape_variable(&face->map, i);
    if (from->name && !(face->name = strdup(from->name))) return false;
    return scene_graft_outputs(&face->map, &from->map, input);
}
