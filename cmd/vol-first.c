/* The first contact of a step through the pipeline. */
#include "pipeline.h"
#include "vol.h"
#include <stdlib.h>

struct run_of_first {
    struct vol *v;
    struct volume_first *first;
    struct ccdq_contact *found; /* by each worker so far */
    size_t next, count;
    bool failed; /* a task could not be done */
};

struct item {
    size_t task;
    struct volume_counts counts;
    bool done;
};

static int produce(void *context, void *p)
{
    struct run_of_first *run = context;
    struct item *item = p;
    item->task = run->next;
    return run->next++ < run->count;
}

static void work(void *context, unsigned worker, void *p)
{
    const struct run_of_first *run = context;
    struct item *item = p;
    item->counts = (struct volume_counts){0};
    item->done = volume_first_task(run->first, item->task, &run->found[worker], &item->counts,
                                   run->v->workspaces[worker]);
}

static int consume(void *context, void *p)
{
    struct run_of_first *run = context;
    struct vol *v = run->v;
    const struct item *item = p;
    run->failed |= !item->done;
    volume_counts_add(&v->counts, &item->counts);
    cli_progress(&v->common, "pairs of elements", v->pairs += item->counts.element_pairs);
    return run->failed;
}

static void release(void *p)
{
    (void)p;
}

/* false: memory is out. */
static bool look(struct vol *v, unsigned jobs)
{
    static const struct pipeline pipeline = {
        sizeof(struct item), produce, work, consume, release, NULL, VOL_AHEAD};
    struct run_of_first run = {.v = v,
                               .first = volume_first_new(v->model),
                               .found = calloc(jobs, sizeof *run.found),
                               .count = volume_tasks(v->model)};
    bool done = run.first && run.found;
    for (unsigned i = 0; done && i < jobs; i++) run.found[i].verdict = CCDQ_FREE;
    done = done && !pipeline_run_by(v->crew, &pipeline, &run, jobs);
    for (unsigned i = 0; done && i < jobs; i++)
        if (volume_earlier(&run.found[i], &v->earliest)) v->earliest = run.found[i];
    volume_first_free(run.first);
    free(run.found);
    return done;
}

bool vol_find_first(struct vol *v)
{
    struct chunk chunk = {0};
    int status = 1;
    if (look(v, (unsigned)v->common.jobs)) {
        const bool found = v->earliest.verdict != CCDQ_FREE;
        if (found && v->picture) vol_picture_add(v, &v->earliest);
        struct ccdq_contact first = v->earliest;
        vol_encode(v, &first, found, &chunk);
        status = vol_put(v, &chunk);
    } else {
        cli_message("step %u: not enough memory to find its first contact; it is not solved", v->step);
        v->trouble = true;
    }
    chunk_free(&chunk);
    return !status;
}
