#include "neighbours.h"
#include <stdlib.h>
#include <string.h>

struct search {
    const struct mesh *mesh;
    const struct mesh_features *features;
    const struct hierarchy *tree;
    uint32_t *place; /* of each element; HIERARCHY_NONE: not in the hierarchy */
    size_t *at;      /* of each leaf: where its pair with the leaf looked at is, plus 1; 0: there is none */
    struct neighbours *found;
    size_t pairs;
};

/* The masks of the leaf looked at, whose pairs begin at `from`, with leaf b; new ones where there are none.
 */
static uint16_t *masks_with(struct search *s, size_t from, uint32_t b)
{
    struct neighbours *found = s->found;
    if (s->at[b] > from) return found->pair[s->at[b] - 1].mask;
    if (s->pairs == found->room) {
        const size_t more = found->room ? 2 * found->room : 1024;
        struct neighbour_leaves *grown = realloc(found->pair, more * sizeof *grown);
        if (!grown) return NULL;
        found->pair = grown;
        found->room = more;
    }
    found->pair[s->pairs] = (struct neighbour_leaves){.b = b};
    s->at[b] = ++s->pairs;
    return found->pair[s->pairs - 1].mask;
}

/* Adds the elements around the one at a place. */
static bool add_around(struct search *s, size_t from, uint32_t place)
{
    const uint32_t a = place / HIERARCHY_LEAF, e = s->tree->item[place];
    const struct mesh_lists *around = &s->features->vertex_elements;
    if (e == HIERARCHY_NONE) return true;
    for (size_t i = s->mesh->first[e]; i < s->mesh->first[e + 1]; i++) {
        const uint32_t node = s->mesh->node[i];
        for (size_t k = around->first[node]; k < around->first[node + 1]; k++) {
            const uint32_t other = s->place[around->item[k]];
            if (other == HIERARCHY_NONE || other / HIERARCHY_LEAF < a) continue;
            uint16_t *mask = masks_with(s, from, other / HIERARCHY_LEAF);
            if (!mask) return false;
            mask[place % HIERARCHY_LEAF] |= (uint16_t)(1U << other % HIERARCHY_LEAF);
        }
    }
    return true;
}

static int compare(const void *a, const void *b)
{
    const uint32_t x = ((const struct neighbour_leaves *)a)->b, y = ((const struct neighbour_leaves *)b)->b;
    return (x > y) - (x < y);
}

static bool find_pairs(struct search *s)
{
    const size_t leaves = s->tree->leaves;
    for (uint32_t a = 0; a < leaves; a++) {
        const size_t from = s->found->first[a] = s->pairs;
        for (uint32_t i = 0; i < HIERARCHY_LEAF; i++)
            if (!add_around(s, from, a * HIERARCHY_LEAF + i)) return false;
        qsort(s->found->pair + from, s->pairs - from, sizeof *s->found->pair, compare);
    }
    s->found->first[leaves] = s->pairs;
    return true;
}

bool neighbours_find(struct neighbours *neighbours, const struct mesh *mesh, const struct mesh_features *f,
                     const struct hierarchy *tree)
{
    *neighbours = (struct neighbours){.first = malloc((tree->leaves + 1) * sizeof *neighbours->first)};
    struct search s = {mesh,
                       f,
                       tree,
                       malloc((mesh->elements + 1) * sizeof *s.place),
                       calloc(tree->leaves + 1, sizeof *s.at),
                       neighbours,
                       0};
    bool done = neighbours->first && s.place && s.at;
    if (done) {
        memset(s.place, 0xff, mesh->elements * sizeof *s.place);
        for (size_t p = 0; p < tree->items; p++) s.place[tree->item[p]] = (uint32_t)p;
        done = find_pairs(&s);
    }
    free(s.place);
    free(s.at);
    if (!done) neighbours_free(neighbours);
    return done;
}

void neighbours_free(struct neighbours *neighbours)
{
    free(neighbours->first);
    free(neighbours->pair);
    *neighbours = (struct neighbours){0};
}

const uint16_t *neighbours_of(const struct neighbours *neighbours, uint32_t a, uint32_t b)
{
    size_t lo = neighbours->first[a], hi = neighbours->first[a + 1];
    while (lo < hi) {
        const size_t middle = lo + (hi - lo) / 2;
        if (neighbours->pair[middle].b == b) return neighbours->pair[middle].mask;
        if (neighbours->pair[middle].b < b)
            lo = middle + 1;
        else
            hi = middle;
    }
    return NULL;
}
