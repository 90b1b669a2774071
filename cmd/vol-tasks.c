/* The tasks of a step through the pipeline. What they find is written in their order, so that threads change
 * no byte; but it is handed on piece by piece, and what waits for its turn has only so much memory: behind a
 * task that finds much, others wait. The oldest task never waits, as its pieces are written at once. */
#include "pipeline.h"
#include "vol.h"
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* Bytes of pieces that wait, unless --max-mem says it. */
enum { WAITING_BYTES = 1 << 26 };

/* A run of the tasks. */
struct run_of_tasks {
    struct vol *v;
    size_t next, count;
    struct buf *found; /* by each worker and not in a piece: struct ccdq_contact, or nodes of candidates */
    struct vol_candidates candidates;

    pthread_mutex_t lock; /* of all below, of v->earliest and of the picture */
    pthread_cond_t turn;  /* another task is the oldest, there is room for more pieces, or all is stopped */
    size_t oldest;        /* task that is not over */
    size_t waiting, most; /* bytes */
    bool stopped;         /* nothing more is written */
};

/* One task on its way. */
struct item {
    size_t task;
    struct buf pieces; /* struct piece, that wait, */
    size_t waiting;    /* and their bytes */
    struct volume_counts counts;
    bool done;   /* all is found, and is written or in pieces */
    bool broken; /* it could not be written */
};

/* Of what a task finds, in its order. */
struct piece {
    struct chunk chunk; /* contacts, or */
    struct buf nodes;   /* of candidates */
};

static int produce(void *context, void *p)
{
    struct run_of_tasks *run = context;
    struct item *item = p;
    item->task = run->next;
    return run->next++ < run->count;
}

/* ---- Pieces ---- */

void vol_encode(const struct vol *v, struct ccdq_contact *c, size_t n, struct chunk *chunk)
{
    for (size_t i = 0; i < n; i++) {
        c[i].id = c[i].step = v->step;
        for (int k = 0; k < 2; k++) c[i].element[k] = v->steps.mesh.number[c[i].element[k]];
    }
    chunk->frame_records = frame_full('C');
    chunk_encode(chunk, 'C', c, n, vol_run(v), (enum form)v->common.to, (int)v->common.level);
}

static void look_at(struct run_of_tasks *run, const struct ccdq_contact *c, size_t n)
{
    struct vol *v = run->v;
    pthread_mutex_lock(&run->lock);
    for (size_t i = 0; i < n; i++) {
        if (volume_earlier(&c[i], &v->earliest)) v->earliest = c[i];
        if (v->picture) vol_picture_add(v, &c[i]);
    }
    pthread_mutex_unlock(&run->lock);
}

static struct piece piece_of(struct run_of_tasks *run, struct buf *found)
{
    struct piece piece = {{0}, {0}};
    if (run->v->candidates >= 0) {
        buf_add(&piece.nodes, found->p, found->n);
    } else {
        struct ccdq_contact *c = (struct ccdq_contact *)(void *)found->p;
        const size_t n = found->n / sizeof *c;
        look_at(run, c, n);
        vol_encode(run->v, c, n, &piece.chunk);
    }
    found->n = 0;
    return piece;
}

static size_t bytes_of(const struct piece *piece)
{
    return sizeof *piece + piece->chunk.bytes.cap + piece->nodes.cap;
}

static void free_piece(struct piece *piece)
{
    chunk_free(&piece->chunk);
    buf_free(&piece->nodes);
}

static int write_piece(struct run_of_tasks *run, struct piece *piece)
{
    return run->v->candidates >= 0 ? vol_candidates_add(run->v, &run->candidates, &piece->nodes)
                                   : vol_put(run->v, &piece->chunk);
}

/* Writes the pieces of the oldest task, or only frees them. */
static int empty(struct run_of_tasks *run, struct item *item, bool written)
{
    struct piece *piece = (struct piece *)(void *)item->pieces.p;
    int status = 0;
    for (size_t n = item->pieces.n / sizeof *piece; n; n--, piece++) {
        if (written && !status) status = write_piece(run, piece);
        free_piece(piece);
    }
    buf_free(&item->pieces);
    return status;
}

/* Tells those that wait that there is room, the turn is another's, or nothing more is written. */
static void tell(struct run_of_tasks *run, struct item *item, size_t oldest, bool stopped)
{
    pthread_mutex_lock(&run->lock);
    run->waiting -= item->waiting;
    item->waiting = 0;
    run->oldest = oldest;
    run->stopped |= stopped;
    pthread_cond_broadcast(&run->turn);
    pthread_mutex_unlock(&run->lock);
}

/* Until a piece of so many bytes can wait, or need not. */
enum turn { LATER, NOW, NEVER };
static enum turn wait_for_room(struct run_of_tasks *run, struct item *item, size_t bytes)
{
    pthread_mutex_lock(&run->lock);
    while (!run->stopped && run->oldest != item->task && bytes > run->most - run->waiting)
        pthread_cond_wait(&run->turn, &run->lock);
    const enum turn turn = run->stopped ? NEVER : run->oldest == item->task ? NOW : LATER;
    if (turn == LATER) {
        run->waiting += bytes;
        item->waiting += bytes;
    }
    pthread_mutex_unlock(&run->lock);
    return turn;
}

/* Makes a piece of what a worker has found. false: the task cannot go on. */
static bool hand_on(struct run_of_tasks *run, struct item *item, struct buf *found)
{
    if (!found->n) return true;
    struct piece piece = piece_of(run, found);
    const enum turn turn = wait_for_room(run, item, bytes_of(&piece));
    if (turn == LATER && buf_try_reserve(&item->pieces, sizeof piece)) {
        buf_add(&item->pieces, &piece, sizeof piece);
        return true;
    }
    if (turn == NOW) {
        item->broken = empty(run, item, true) || write_piece(run, &piece);
        tell(run, item, item->task, item->broken);
    }
    free_piece(&piece);
    return turn == NOW && !item->broken;
}

/* ---- Tasks ---- */

struct taker {
    struct run_of_tasks *run;
    struct item *item;
    struct buf *found;
};

static bool take(const struct taker *taker, const void *found, size_t size)
{
    if (!buf_try_reserve(taker->found, size)) return false;
    buf_add(taker->found, found, size);
    return taker->found->n < frame_full('C') * size || hand_on(taker->run, taker->item, taker->found);
}

static bool take_contact(void *context, const struct ccdq_contact *c)
{
    return take(context, c, sizeof *c);
}

static bool take_candidate(void *context, const struct ccdq_contact *c)
{
    const struct taker *taker = context;
    return c->kind != taker->run->v->candidates || take(taker, c->node, sizeof c->node);
}

static void work(void *context, unsigned worker, void *p)
{
    struct run_of_tasks *run = context;
    const struct vol *v = run->v;
    struct item *item = p;
    struct taker taker = {run, item, &run->found[worker]};
    taker.found->n = 0;
    item->counts = (struct volume_counts){0};
    item->done = volume_task(v->model, item->task, v->candidates < 0 ? take_contact : take_candidate, &taker,
                             &item->counts, v->workspaces[worker]) &&
                 hand_on(run, item, taker.found);
}

static void release(void *p)
{
    empty(NULL, p, false);
}

/* Of the oldest task, which is over. */
static int consume(void *context, void *p)
{
    struct run_of_tasks *run = context;
    struct vol *v = run->v;
    struct item *item = p;
    const int status = !item->done || empty(run, item, true);
    if (!item->done && !item->broken)
        cli_message("step %u: not enough memory to find its contacts; it is not solved", v->step);
    if (!status) {
        volume_counts_add(&v->counts, &item->counts);
        cli_progress(&v->common, "pairs of elements", v->pairs += item->counts.element_pairs);
    }
    tell(run, item, item->task + 1, status);
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

/* false: it was stopped. */
static bool run_pipeline(struct run_of_tasks *run)
{
    static const struct pipeline pipeline = {.item_size = sizeof(struct item),
                                             .produce = produce,
                                             .work = work,
                                             .consume = consume,
                                             .release = release,
                                             .ahead = VOL_AHEAD};
    struct vol *v = run->v;
    const unsigned jobs = (unsigned)v->common.jobs;
    run->found = calloc(jobs, sizeof *run->found);
    if (!run->found) xnomem();
    pthread_mutex_init(&run->lock, NULL);
    pthread_cond_init(&run->turn, NULL);
    const int stopped = pipeline_run_by(v->crew, &pipeline, run, jobs);
    if (stopped < 0) cli_message("out of memory");
    v->trouble |= stopped != 0;
    pthread_cond_destroy(&run->turn);
    pthread_mutex_destroy(&run->lock);
    for (unsigned i = 0; i < jobs; i++) buf_free(&run->found[i]);
    free(run->found);
    return !stopped;
}

bool vol_run_tasks(struct vol *v)
{
    struct run_of_tasks run = {.v = v,
                               .count = volume_tasks(v->model),
                               .most = v->options.max_mem ? v->options.max_mem : WAITING_BYTES};
    if (v->candidates < 0) return run_pipeline(&run);
    if (!vol_candidates_begin(v, &run.candidates)) return false;
    const bool done = run_pipeline(&run);
    return !vol_candidates_end(v, &run.candidates) && done;
}
