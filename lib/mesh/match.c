/* Matching elements by a hash table of their nodes. */
#include "match.h"
#include "../num/mix64.h"
#include <stdlib.h>
#include <string.h>

void mesh_match_free(struct mesh_match *match)
{
    free(match->after);
    *match = (struct mesh_match){0};
}

static size_t corners(const struct mesh *mesh, size_t e)
{
    return mesh->first[e + 1] - mesh->first[e];
}

static bool equal(const struct mesh *a, size_t e, const struct mesh *b, size_t f)
{
    return a->cell[e] == b->cell[f] &&
           !memcmp(&a->node[a->first[e]], &b->node[b->first[f]], corners(a, e) * sizeof *a->node);
}

static uint64_t hash(const struct mesh *mesh, size_t e)
{
    uint64_t h = mesh->cell[e];
    for (size_t i = mesh->first[e]; i < mesh->first[e + 1]; i++) h = mix64(h ^ mesh->node[i]);
    return h;
}

/* Elements of a mesh by their hash: chains, in each the first element comes first. */
struct table {
    size_t mask;
    uint32_t *head, *next;
};

static bool table_fill(struct table *table, const struct mesh *mesh)
{
    size_t size = 1;
    while (size < mesh->elements) size *= 2;
    table->mask = size - 1;
    table->head = malloc(size * sizeof *table->head);
    table->next = malloc((mesh->elements + 1) * sizeof *table->next);
    if (!table->head || !table->next) return false;
    for (size_t i = 0; i < size; i++) table->head[i] = MESH_NO_ELEMENT;
    for (size_t e = mesh->elements; e--;) {
        uint32_t *head = &table->head[hash(mesh, e) & table->mask];
        table->next[e] = *head;
        *head = (uint32_t)e;
    }
    return true;
}

/* Takes the first element out of the table that is element e of a, or returns MESH_NO_ELEMENT. */
static uint32_t table_take(struct table *table, const struct mesh *b, const struct mesh *a, size_t e)
{
    uint32_t *link = &table->head[hash(a, e) & table->mask];
    while (*link != MESH_NO_ELEMENT && !equal(a, e, b, *link)) link = &table->next[*link];
    const uint32_t found = *link;
    if (found != MESH_NO_ELEMENT) *link = table->next[found];
    return found;
}

bool mesh_match(const struct mesh *before, const struct mesh *after, struct mesh_match *match)
{
    struct table table = {0};
    *match = (struct mesh_match){.same = before->elements == after->elements, .added = after->elements};
    match->after = malloc((before->elements + 1) * sizeof *match->after);
    const bool memory = match->after && table_fill(&table, after);
    for (size_t e = 0; memory && e < before->elements; e++) {
        const uint32_t found = match->after[e] = table_take(&table, after, before, e);
        match->same &= found == e;
        match->deleted += found == MESH_NO_ELEMENT;
        match->added -= found != MESH_NO_ELEMENT;
    }
    free(table.head);
    free(table.next);
    return memory;
}
