/* The first contact of a step: all tasks are run, but each looks no further than to the first contact that
 * was found before. */
#include "tasks.h"
#include <math.h>
#include <stdlib.h>

/* The order of contacts: by time, kind, nodes, elements. */
static bool before(const struct ccdq_contact *a, const struct ccdq_contact *b)
{
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
    if (first->verdict == CCDQ_FREE || before(c, first)) *first = *c;
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

bool volume_first(const struct volume_model *model, struct ccdq_contact *c, struct volume_counts *counts,
                  struct ccdq_workspace *ws)
{
    struct elementary tests;
    const size_t tasks = volume_tasks(model);
    struct timed_task *order = sort_tasks(model, tasks);
    bool done = order != NULL;
    *c = (struct ccdq_contact){.verdict = CCDQ_FREE, .toi_lo = INFINITY, .toi_hi = INFINITY};
    elementary_begin(&tests, model, keep_first, c, counts, ws);
    tests.first = c;
    for (size_t i = 0; done && i < tasks; i++) done = tasks_run(&tests, order[i].task);
    free(order);
    return done && elementary_finish(&tests);
}
