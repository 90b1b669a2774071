/* What a mesh file holds, while and after it is read. */
#include "mesh-file.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void mesh_file_free(struct mesh_file *file)
{
    for (size_t i = 0; i < file->n_vectors; i++) free(file->vectors[i].v);
    free(file->vectors);
    mesh_free(&file->mesh);
    *file = (struct mesh_file){0};
}

static bool no_memory(const struct mesh_taker *t)
{
    message(t->messages, "%s: not enough memory for this mesh", t->name);
    return false;
}

void mesh_leave_out(struct mesh_taker *t, struct mesh_place place, const char *reason)
{
    message(t->messages, "%s: %s %" PRIu64 ": %s", t->name, place.word, place.number, reason);
    t->file->left_out++;
}

/* Why the element cannot be taken, written to reason, or NULL. */
static const char *element_problem(const struct mesh_taker *t, unsigned cell, const uint64_t *node,
                                   char *reason, size_t room)
{
    const int n = mesh_cell_corners(cell);
    for (int i = 0; i < n; i++) {
        if (node[i] >= t->nodes || t->first + node[i] >= UINT32_MAX) {
            snprintf(reason, room, "a %s whose corner %d is none of the %zu nodes", mesh_cell_name(cell),
                     i + 1, t->nodes);
            return reason;
        }
        for (int k = 0; k < i; k++) {
            if (node[k] != node[i]) continue;
            snprintf(reason, room, "a %s whose corners %d and %d are the same node", mesh_cell_name(cell),
                     k + 1, i + 1);
            return reason;
        }
    }
    return NULL;
}

bool mesh_take(struct mesh_taker *t, struct mesh_place place, unsigned cell, uint32_t part, uint32_t number,
               const uint64_t *node)
{
    char reason[160];
    uint32_t moved[MESH_MAX_CORNERS];
    const char *problem = element_problem(t, cell, node, reason, sizeof reason);
    if (problem) {
        mesh_leave_out(t, place, problem);
        return true;
    }
    for (int i = 0; i < mesh_cell_corners(cell); i++) moved[i] = (uint32_t)(t->first + node[i]);
    return mesh_add_element(&t->file->mesh, cell, part, number, moved) || no_memory(t);
}

void mesh_warn_quadratic(struct mesh_taker *t, struct mesh_place place)
{
    if (t->quadratic) return;
    t->quadratic = true;
    message(t->messages,
            "%s: %s %" PRIu64 ": quadratic cells are taken by their corners, with straight edges", t->name,
            place.word, place.number);
}

bool mesh_add_vectors(struct mesh_taker *t, const char *name, size_t n, double (**v)[3])
{
    struct mesh_file *file = t->file;
    struct mesh_vectors *all = realloc(file->vectors, (file->n_vectors + 1) * sizeof *all);
    *v = NULL;
    if (!all) return no_memory(t);
    file->vectors = all;
    struct mesh_vectors *last = &all[file->n_vectors++];
    *last = (struct mesh_vectors){0};
    snprintf(last->name, sizeof last->name, "%s", name);
    const bool wanted = !file->wanted || !strcmp(file->wanted, last->name);
    if (wanted) *v = last->v = calloc(n ? n : 1, sizeof **v);
    return !wanted || last->v || no_memory(t);
}

void mesh_drop_vectors(struct mesh_taker *t)
{
    free(t->file->vectors[--t->file->n_vectors].v);
}
