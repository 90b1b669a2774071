/* The first contact of a step. */
#include "elementary.h"
#include "model.h"
#include <math.h>
#include <string.h>

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

bool volume_first(const struct volume_model *model, struct ccdq_contact *c, struct volume_counts *counts,
                  struct ccdq_workspace *ws)
{
    const size_t tasks = volume_tasks(model);
    *c = (struct ccdq_contact){.verdict = CCDQ_FREE, .toi_lo = INFINITY, .toi_hi = INFINITY};
    for (size_t task = 0; task < tasks; task++)
        if (!volume_task(model, task, keep_first, c, counts, ws)) return false;
    return true;
}
