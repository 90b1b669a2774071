#include "hashing.h"
#include <stdlib.h>

/* Of the lists, unless it is said; and so many buckets are a task. */
enum { DEFAULT_BYTES = 1 << 28, BUCKETS_TASK = 256 };

/* The box of a moving DOP: where it is at some time. */
static struct grid_box box_of(const struct moving_dop *dop)
{
    struct grid_box box;
    struct dop swept = dop->at[0];
    dop_add(&swept, &dop->at[1]);
    for (int k = 0; k < 3; k++) {
        box.lo[k] = swept.side[k];
        box.hi[k] = -swept.side[DOP_DIRECTIONS + k];
    }
    return box;
}

bool hashing_make(struct volume_model *model)
{
    struct hashing *h = &model->hashing;
    const size_t elements = model->mesh->elements;
    const size_t bytes = model->options.max_mem ? model->options.max_mem : DEFAULT_BYTES;
    size_t n = 0;
    hashing_free(model);
    h->box = malloc((elements + 1) * sizeof *h->box);
    h->element = malloc((elements + 1) * sizeof *h->element);
    for (uint32_t e = 0; h->box && h->element && e < elements; e++) {
        struct moving_dop dop;
        if (!model_element_counts(model, e)) continue;
        model_set_dop(model, e, &dop);
        h->box[n] = box_of(&dop);
        h->element[n++] = e;
    }
    const bool made =
        h->box && h->element && grid_make(&h->grid, h->box, n, bytes / sizeof(struct grid_entry));
    if (!made) hashing_free(model);
    return made;
}

void hashing_free(struct volume_model *model)
{
    free(model->hashing.box);
    free(model->hashing.element);
    grid_free(&model->hashing.grid);
    model->hashing = (struct hashing){0};
}

size_t hashing_tasks(const struct volume_model *model)
{
    return (model->hashing.grid.buckets + BUCKETS_TASK - 1) / BUCKETS_TASK;
}

static bool visit(void *context, uint32_t i, uint32_t j)
{
    struct pairs *pairs = context;
    struct volume_counts *counts = pairs->tests->counts;
    const struct volume_model *model = pairs->tests->model;
    const uint32_t a = model->hashing.element[i], b = model->hashing.element[j];
    const bool adjacent = model_adjacent(model, a, b);
    counts->element_pairs++;
    counts->adjacent_pairs += adjacent;
    return adjacent ? pairs_test_adjacent(pairs->tests, a, b) : pairs_add(pairs, a, b);
}

bool hashing_run(struct elementary *tests, size_t task)
{
    const struct grid *grid = &tests->model->hashing.grid;
    const size_t from = task * BUCKETS_TASK, to = from + BUCKETS_TASK;
    struct pairs pairs;
    pairs_begin(&pairs, tests);
    return grid_walk(grid, from, to < grid->buckets ? to : grid->buckets, visit, &pairs) &&
           pairs_finish(&pairs);
}
