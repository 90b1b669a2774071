/* The tasks of a step through the pipeline. */
#include "pipeline.h"
#include "vol.h"
#include <errno.h>
#include <string.h>

/* A run of the tasks. */
struct run_of_tasks {
    struct vol *v;
    size_t next, count;
    struct vol_candidates candidates;
    bool failed; /* a task could not be done */
};

/* One task on its way. */
struct item {
    size_t task;
    struct buf found; /* struct ccdq_contact, or the nodes of candidates */
    struct chunk chunk;
    struct volume_counts counts;
    bool done;
};

static int produce(void *context, void *p)
{
    struct run_of_tasks *run = context;
    struct item *item = p;
    item->task = run->next;
    return run->next++ < run->count;
}

/* ---- What a task finds ---- */

static bool take_contact(void *context, const struct ccdq_contact *c)
{
    struct item *item = context;
    if (!buf_try_reserve(&item->found, sizeof *c)) return false;
    buf_add(&item->found, c, sizeof *c);
    return true;
}

struct candidate_taker {
    struct buf *found;
    int kind;
};

static bool take_candidate(void *context, const struct ccdq_contact *c)
{
    const struct candidate_taker *taker = context;
    if (c->kind != taker->kind) return true;
    if (!buf_try_reserve(taker->found, sizeof c->node)) return false;
    buf_add(taker->found, c->node, sizeof c->node);
    return true;
}

void vol_encode(const struct vol *v, const struct ccdq_contact *contacts, size_t n, struct buf *named,
                struct chunk *chunk)
{
    named->n = 0;
    buf_add(named, contacts, n * sizeof *contacts);
    struct ccdq_contact *c = (struct ccdq_contact *)(void *)named->p;
    for (size_t i = 0; i < n; i++) {
        c[i].id = c[i].step = v->step;
        for (int k = 0; k < 2; k++) c[i].element[k] = v->steps.mesh.number[c[i].element[k]];
    }
    chunk->frame_records = frame_full('C');
    chunk_encode(chunk, 'C', c, n, vol_run(v), (enum form)v->common.to, (int)v->common.level);
}

static void work(void *context, unsigned worker, void *p)
{
    const struct run_of_tasks *run = context;
    const struct vol *v = run->v;
    struct item *item = p;
    struct candidate_taker taker = {&item->found, v->candidates};
    const bool contacts = v->candidates < 0;
    item->found.n = 0;
    item->counts = (struct volume_counts){0};
    item->done = volume_task(v->model, item->task, contacts ? take_contact : take_candidate,
                             contacts ? (void *)item : &taker, &item->counts, v->workspaces[worker]);
    if (contacts && item->done) {
        struct buf named = {0};
        vol_encode(v, (const struct ccdq_contact *)(const void *)item->found.p,
                   item->found.n / sizeof(struct ccdq_contact), &named, &item->chunk);
        buf_free(&named);
    }
}

/* ---- In the order of the tasks ---- */

static void look_at(struct vol *v, const struct ccdq_contact *c, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (volume_earlier(&c[i], &v->earliest)) v->earliest = c[i];
        if (v->picture) vol_picture_add(v, &c[i]);
    }
}

static void release(void *p)
{
    struct item *item = p;
    buf_free(&item->found);
    chunk_free(&item->chunk);
}

/* Tasks that find much are few: were their room kept for the next ones, in time all items would have as much.
 */
enum { KEPT_BYTES = 1 << 16 };

static int consume(void *context, void *p)
{
    struct run_of_tasks *run = context;
    struct vol *v = run->v;
    struct item *item = p;
    if (!item->done) {
        cli_message("step %u: not enough memory to find its contacts; it is not solved", v->step);
        run->failed = true;
        return 1;
    }
    volume_counts_add(&v->counts, &item->counts);
    cli_progress(&v->common, "pairs of elements", v->pairs += item->counts.element_pairs);
    int status;
    if (v->candidates >= 0) {
        status = vol_candidates_add(v, &run->candidates, &item->found);
    } else {
        look_at(v, (const struct ccdq_contact *)(const void *)item->found.p,
                item->found.n / sizeof(struct ccdq_contact));
        status = vol_put(v, &item->chunk);
    }
    if (item->found.n > KEPT_BYTES) release(item);
    return status;
}

int vol_put(struct vol *v, struct chunk *chunk)
{
    if (cli_messages(&chunk->messages)) v->trouble = true;
    if (!writer_put(v->writer, chunk)) return 0;
    if (errno == EPIPE) cli_broken_pipe();
    return 1;
}

void vol_tell(struct vol *v, struct messages *messages)
{
    if (cli_messages(messages)) v->trouble = true;
    messages_free(messages);
}

/* ---- Parts of a step, before there are tasks ---- */

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

bool vol_run_tasks(struct vol *v)
{
    static const struct pipeline pipeline = {.item_size = sizeof(struct item),
                                             .produce = produce,
                                             .work = work,
                                             .consume = consume,
                                             .release = release,
                                             .ahead = VOL_AHEAD};
    struct run_of_tasks run = {.v = v, .count = volume_tasks(v->model)};
    if (v->candidates >= 0 && !vol_candidates_begin(v, &run.candidates)) return false;
    const int stopped = pipeline_run_by(v->crew, &pipeline, &run, (unsigned)v->common.jobs);
    if (stopped < 0) cli_message("out of memory");
    v->trouble |= stopped != 0;
    if (v->candidates >= 0 && vol_candidates_end(v, &run.candidates)) return false;
    return !stopped;
}
