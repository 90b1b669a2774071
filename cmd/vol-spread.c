/* Parts of making a step ready, before there are tasks, through the pipeline. */
#include "pipeline.h"
#include "vol.h"

struct run_of_parts {
    size_t next, n;
    void (*part)(void *context, size_t i);
    void *context;
};

static int next_part(void *context, void *p)
{
    struct run_of_parts *run = context;
    size_t *item = p;
    *item = run->next;
    return run->next++ < run->n;
}

static void work_on_part(void *context, unsigned worker, void *p)
{
    const struct run_of_parts *run = context;
    const size_t *item = p;
    (void)worker;
    run->part(run->context, *item);
}

static int part_done(void *context, void *p)
{
    (void)context, (void)p;
    return 0;
}

static void release_part(void *p)
{
    (void)p;
}

bool vol_spread(void *crew, size_t n, void (*part)(void *context, size_t i), void *context)
{
    static const struct pipeline pipeline = {sizeof(size_t), next_part, work_on_part, part_done, release_part,
                                             NULL,           0};
    const struct vol *v = crew;
    struct run_of_parts run = {.n = n, .part = part, .context = context};
    return !pipeline_run_by(v->crew, &pipeline, &run, n > 1 ? (unsigned)v->common.jobs : 1);
}
