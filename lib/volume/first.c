/* The first contact of a step: all tasks are run, but each looks no further than to the first contact that
 * was found before, by whichever thread. */
#include "tasks.h"
#include <math.h>
#include <stdlib.h>

bool volume_earlier(const struct ccdq_contact *a, const struct ccdq_contact *b)
{
    if (a->verdict == CCDQ_FREE || b->verdict == CCDQ_FREE) return a->verdict != CCDQ_FREE;
    if (a->toi_lo != b->toi_lo) return a->toi_lo < b->toi_lo;
    if (a->kind != b->kind) return a->kind < b->kind;
    for (int i = 0; i < 4; i++)
        if (a->node[i] != b->node[i]) return a->node[i] < b->node[i];
    for (int i = 0; i < 2; i++)
        if (a->element[i] != b->element[i]) return a->element[i] < b->element[i];
    return false;
}

static bool keep_first(void *context, const struct ccdq_contact *c)
{
    struct ccdq_contact *first = context;
    if (volume_earlier(c, first)) *first = *c;
    return true;
}

struct timed_task {
    float entry; /* about when its contacts may begin */
    uint32_t task;
};

static int compare(const void *left, const void *right)
{
    const struct timed_task *a = left, *b = right;
    if (a->entry != b->entry) return a->entry < b->entry ? -1 : 1;
    return a->task < b->task ? -1 : 1;
}

/* The tasks in the order in which they are run: those whose contacts can come early first. */
static struct timed_task *sort_tasks(const struct volume_model *model, size_t tasks)
{
    struct timed_task *order = malloc((tasks + 1) * sizeof *order);
    for (size_t i = 0; order && i < tasks; i++) {
        const bool walked = uses_tree(model) && i < tasks_of_broad_phase(model);
        order[i] =
            (struct timed_task){walked ? hierarchy_entry(&model->tree, &model->cut[i]) : 0, (uint32_t)i};
    }
    if (order) qsort(order, tasks, sizeof *order, compare);
    return order;
}

struct volume_first {
    const struct volume_model *model;
    struct timed_task *order;
    _Atomic float until; /* contacts behind it do not matter any more */
};

struct volume_first *volume_first_new(const struct volume_model *model)
{
    struct volume_first *first = malloc(sizeof *first);
    struct timed_task *order = first ? sort_tasks(model, volume_tasks(model)) : NULL;
    if (!order) {
        free(first);
        return NULL;
    }
    first->model = model;
    first->order = order;
    atomic_init(&first->until, 1);
    return first;
}

void volume_first_free(struct volume_first *first)
{
    if (first) free(first->order);
    free(first);
}

bool volume_first_task(struct volume_first *first, size_t i, struct ccdq_contact *c,
                       struct volume_counts *counts, struct ccdq_workspace *ws)
{
    struct elementary tests;
    elementary_begin(&tests, first->model, keep_first, c, counts, ws);
    elementary_want_first(&tests, c, &first->until);
    return tasks_run(&tests, first->order[i].task) && elementary_finish(&tests);
}
