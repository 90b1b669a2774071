#include "bracket_cells.h"
#include <stdlib.h>

/* No more memory than this for the nets of a patch, so that a search with a large budget ends, too. */
enum { FIRST_ROOM = 256, MAX_BYTES = 1 << 28 };

static size_t net_size(const struct net_shape *shape)
{
    return (size_t)shape->points * (size_t)shape->components;
}

static struct interval *net_of(const struct cells *cells, int patch, size_t part)
{
    return cells->net[patch] + part * net_size(&cells->shape[patch]);
}

const struct part *cells_part(const struct cells *cells, int patch, uint32_t part)
{
    return &cells->part[patch][part];
}

static double (*points_of(const struct cells *cells, int patch, size_t part))[6]
{
    return cells->point[patch] + part * (size_t)cells->shape[patch].points;
}

/* What the edges of a patch are separated by, as exactly as can be: their own directions. */
static void set_direction(const struct net_shape *shape, struct part *part, int along)
{
    const int m = shape->degree[0], n = shape->degree[1], other = !along;
    const int across = along ? n + 1 : 1, count = along ? m : n; /* to the next line, and how many */
    int first = -1;
    if (part->low[other] == 0) first = 0;
    if (part->low[other] + part->width[other] == 1) first = count * across;
    const int last = first + (along ? n : m * (n + 1));
    for (int c = 0; c < 6; c++)
        part->direction[along][c] =
            first < 0 ? part->model.along[along][c] : part->hull.point[last][c] - part->hull.point[first][c];
}

/* Makes what a part is looked at by, from its net. */
static void describe(struct cells *cells, int patch, uint32_t number)
{
    struct part *part = &cells->part[patch][number];
    const struct interval *net = net_of(cells, patch, number);
    part->hull.point = points_of(cells, patch, number);
    net_model_of(&cells->shape[patch], net, &part->model);
    net_hull_of(&cells->shape[patch], net, &part->hull);
    for (int along = 0; along < 2; along++) set_direction(&cells->shape[patch], part, along);
}

/* Room for two more parts. */
static bool reserve(struct cells *cells, int i)
{
    if (cells->parts[i] + 2 <= cells->room[i]) return true;
    const size_t room = cells->room[i] ? 2 * cells->room[i] : FIRST_ROOM;
    const size_t bytes = room * net_size(&cells->shape[i]) * sizeof(struct interval);
    if (bytes > MAX_BYTES) return false;
    struct part *part = realloc(cells->part[i], room * sizeof *part);
    if (!part) return false;
    cells->part[i] = part;
    struct interval *net = realloc(cells->net[i], bytes);
    if (!net) return false;
    cells->net[i] = net;
    double(*point)[6] = realloc(cells->point[i], room * (size_t)cells->shape[i].points * sizeof *point);
    if (!point) return false;
    cells->point[i] = point;
    cells->room[i] = room;
    for (size_t k = 0; k < cells->parts[i]; k++) part[k].hull.point = points_of(cells, i, k);
    return true;
}

bool cells_begin(struct cells *cells, struct bracket_pair *pair)
{
    *cells = (struct cells){.shape = {pair->shape[0], pair->shape[1]}};
    for (int i = 0; i < 2; i++) {
        if (!reserve(cells, i)) return false;
        net_of_patch(&pair->query->patch[i], &pair->units, cells->net[i]);
        struct part *whole = cells->part[i];
        *whole = (struct part){.width = {1, 1}};
        describe(cells, i, 0);
        cells->parts[i] = 1;
    }
    return true;
}

void cells_free(struct cells *cells)
{
    for (int i = 0; i < 2; i++) {
        free(cells->part[i]);
        free(cells->net[i]);
        free(cells->point[i]);
    }
    free(cells->heap);
}

bool cells_halve(struct cells *cells, int patch, uint32_t part, int along, uint32_t *first)
{
    *first = cells->part[patch][part].half[along];
    if (*first) return true;
    if (!reserve(cells, patch)) return false;
    *first = (uint32_t)cells->parts[patch];
    cells->parts[patch] += 2;
    cells->part[patch][part].half[along] = *first;
    net_halve(&cells->shape[patch], along, net_of(cells, patch, part), net_of(cells, patch, *first),
              net_of(cells, patch, *first + 1));
    for (uint32_t i = 0; i < 2; i++) {
        struct part *half = &cells->part[patch][*first + i];
        *half = cells->part[patch][part];
        half->half[0] = half->half[1] = 0;
        half->width[along] /= 2;
        half->low[along] += i * half->width[along];
        describe(cells, patch, *first + i);
    }
    return true;
}

static bool before(const struct cell *a, const struct cell *b)
{
    return a->begin != b->begin ? a->begin < b->begin : a->depth > b->depth;
}

bool cells_push(struct cells *cells, const struct cell *cell)
{
    if (cells->n == cells->heap_room) {
        const size_t room = cells->heap_room ? 2 * cells->heap_room : FIRST_ROOM;
        struct cell *heap = realloc(cells->heap, room * sizeof *heap);
        if (!heap) return false;
        cells->heap = heap;
        cells->heap_room = room;
    }
    size_t hole = cells->n++;
    for (; hole && before(cell, &cells->heap[(hole - 1) / 2]); hole = (hole - 1) / 2)
        cells->heap[hole] = cells->heap[(hole - 1) / 2];
    cells->heap[hole] = *cell;
    return true;
}

bool cells_pop(struct cells *cells, struct cell *cell)
{
    if (!cells->n) return false;
    *cell = cells->heap[0];
    const struct cell last = cells->heap[--cells->n];
    size_t hole = 0;
    for (size_t child; (child = 2 * hole + 1) < cells->n; hole = child) {
        if (child + 1 < cells->n && before(&cells->heap[child + 1], &cells->heap[child])) child++;
        if (!before(&cells->heap[child], &last)) break;
        cells->heap[hole] = cells->heap[child];
    }
    cells->heap[hole] = last;
    return true;
}
