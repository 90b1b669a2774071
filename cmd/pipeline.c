/* All threads do all there is to do: whoever is free consumes the oldest item if that is done, or else
 * produces the next one and works on it. So an item is mostly produced and worked on in the caches of one
 * processor, and does not wait for a thread to wake. Only where threads wait for items, because to produce
 * them takes long, they are left to these, and the thread that produces goes on with that. */
#include "pipeline.h"
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

struct line {
    const struct pipeline *pipeline;
    void *context;
    unsigned char *items;
    size_t size; /* how many there are */

    pthread_mutex_t lock; /* of everything below, but it is not held while a function of the pipeline runs */
    pthread_cond_t more;  /* there is something to do for one more thread, or nothing more for any */
    pthread_cond_t over;  /* a thread has left */
    size_t *item;         /* which item has number k, at k mod size */
    bool *done;           /* likewise: it is worked on and not yet consumed */
    size_t *idle, n_idle; /* items without a number; the last one is taken next: it may be in a cache */
    uint64_t produced, taken, consumed; /* numbers so far; taken: to be worked on */
    unsigned waiting;                   /* threads */
    bool producing, consuming;          /* a thread is about it */
    bool ended, stopped;                /* nothing more is produced; nothing more is wanted */
    int status;
    unsigned working; /* threads that have not left */
};

struct worker {
    struct line *line;
    unsigned number;
};

static void *item_at(const struct line *l, size_t item)
{
    return l->items + item * l->pipeline->item_size;
}

static void stop(struct line *l, int status)
{
    l->status = status;
    l->stopped = true;
    pthread_cond_broadcast(&l->more);
}

/* Consumes what there is in order. If another thread is about it, that one will. */
static void consume(struct line *l)
{
    for (;;) {
        const size_t at = l->consumed % l->size;
        if (l->consuming || l->stopped || !l->done[at]) return;
        l->consuming = true;
        pthread_mutex_unlock(&l->lock);
        const int status = l->pipeline->consume(l->context, item_at(l, l->item[at]));
        pthread_mutex_lock(&l->lock);
        l->consuming = l->done[at] = false;
        l->consumed++;
        l->idle[l->n_idle++] = l->item[at];
        if (status) stop(l, status);
        pthread_cond_signal(&l->more);
    }
}

static void produce(struct line *l)
{
    const size_t item = l->idle[--l->n_idle];
    l->producing = true;
    pthread_mutex_unlock(&l->lock);
    const int more = l->pipeline->produce(l->context, item_at(l, item));
    pthread_mutex_lock(&l->lock);
    l->producing = false;
    if (more) {
        l->item[l->produced++ % l->size] = item;
        pthread_cond_signal(&l->more);
    } else {
        l->ended = true;
        pthread_cond_broadcast(&l->more);
    }
}

/* Works on the oldest item that nobody has taken. */
static void work_on_item(struct line *l, unsigned worker)
{
    const size_t at = l->taken++ % l->size;
    void *item = item_at(l, l->item[at]);
    pthread_mutex_unlock(&l->lock);
    l->pipeline->work(l->context, worker, item);
    pthread_mutex_lock(&l->lock);
    l->done[at] = true;
}

/* Until there may be something to do: the first times only for a moment, as it often comes at once, and a
 * thread that sleeps takes longer to wake than many an item to be worked on. */
static void wait_for_more(struct line *l, int *moments)
{
    enum { MOMENTS = 100 };
    l->waiting++;
    if (++*moments > MOMENTS) {
        pthread_cond_wait(&l->more, &l->lock);
    } else {
        pthread_mutex_unlock(&l->lock);
        sched_yield();
        pthread_mutex_lock(&l->lock);
    }
    l->waiting--;
}

static void work(void *context)
{
    const struct worker *w = context;
    struct line *l = w->line;
    int moments = 0;
    pthread_mutex_lock(&l->lock);
    while (!l->stopped && (!l->ended || l->taken < l->produced)) {
        const uint64_t ready = l->produced - l->taken;
        const bool can_produce = !l->producing && !l->ended && l->n_idle;
        if (ready > l->waiting || (ready && !can_produce)) {
            work_on_item(l, w->number);
            consume(l);
        } else if (can_produce) {
            if (ready) pthread_cond_signal(&l->more); /* one that waits is to have it */
            produce(l);
        } else {
            wait_for_more(l, &moments);
            continue;
        }
        moments = 0;
    }
    l->working--;
    pthread_cond_signal(&l->over);
    pthread_mutex_unlock(&l->lock);
}

/* Until no thread works any more; calls wait(), if there is one, every second, but not while one consumes. */
static void wait_for_all(struct line *l)
{
    pthread_mutex_lock(&l->lock);
    while (l->working && !l->pipeline->wait) pthread_cond_wait(&l->over, &l->lock);
    while (l->working) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until); /* which is the clock of conditions */
        until.tv_sec++;
        if (pthread_cond_timedwait(&l->over, &l->lock, &until) != ETIMEDOUT || l->consuming) continue;
        l->consuming = true;
        pthread_mutex_unlock(&l->lock);
        l->pipeline->wait(l->context);
        pthread_mutex_lock(&l->lock);
        l->consuming = false;
        consume(l);
    }
    pthread_mutex_unlock(&l->lock);
}

/* The calling thread is the first worker, unless it has something else to do meanwhile. */
static void run(struct line *l, struct crew *crew, struct worker *workers, struct crew_call *calls,
                unsigned jobs)
{
    const unsigned first = l->pipeline->wait ? 0 : 1;
    for (unsigned i = 0; i < jobs; i++) {
        workers[i] = (struct worker){l, i};
        calls[i] = (struct crew_call){work, &workers[i], NULL};
    }
    l->working = jobs;
    crew_call(crew, calls + first, jobs - first);
    if (first) work(&workers[0]);
    wait_for_all(l);
}

int pipeline_run_by(struct crew *crew, const struct pipeline *pipeline, void *context, unsigned jobs)
{
    const size_t ahead = pipeline->ahead ? pipeline->ahead : 2;
    struct line l = {.pipeline = pipeline, .context = context, .size = ahead * jobs + 2, .status = -1};
    struct worker *workers = calloc(jobs, sizeof *workers);
    struct crew_call *calls = calloc(jobs, sizeof *calls);
    l.items = calloc(l.size, pipeline->item_size);
    l.item = calloc(l.size, sizeof *l.item);
    l.done = calloc(l.size, sizeof *l.done);
    l.idle = calloc(l.size, sizeof *l.idle);
    if (workers && calls && l.items && l.item && l.done && l.idle) {
        while (l.n_idle < l.size) l.idle[l.n_idle] = l.n_idle, l.n_idle++;
        l.status = 0;
        pthread_mutex_init(&l.lock, NULL);
        pthread_cond_init(&l.more, NULL);
        pthread_cond_init(&l.over, NULL);
        run(&l, crew, workers, calls, jobs);
        pthread_cond_destroy(&l.over);
        pthread_cond_destroy(&l.more);
        pthread_mutex_destroy(&l.lock);
        for (size_t i = 0; i < l.size; i++) pipeline->release(item_at(&l, i));
    }
    free(workers);
    free(calls);
    free(l.items);
    free(l.item);
    free(l.done);
    free(l.idle);
    return l.status;
}

int pipeline_run(const struct pipeline *pipeline, void *context, unsigned jobs)
{
    struct crew *crew = crew_new(pipeline->wait ? jobs + 1 : jobs);
    if (!crew) return -1;
    const int status = pipeline_run_by(crew, pipeline, context, jobs);
    crew_free(crew);
    return status;
}
