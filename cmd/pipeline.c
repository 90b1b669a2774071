/* A ring of items that three kinds of threads walk around in the order of production: the producer fills
 * them, whichever worker is free takes the next full one, the calling thread consumes the oldest when it is
 * done. */
#include "pipeline.h"
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

struct ring {
    const struct pipeline *pipeline;
    void *context;
    unsigned char *items; /* `size` items; number k lies at k mod size */
    bool *done;           /* per item: worked on and not yet consumed */
    uint64_t size;

    pthread_mutex_t lock;               /* of everything below, and of done[] */
    pthread_cond_t room, full, oldest;  /* what producer, workers and consumer wait for */
    uint64_t produced, taken, consumed; /* consumed <= taken <= produced <= consumed + size */
    bool ended, stopped;                /* nothing more is produced; nothing more is wanted */
};

struct worker {
    struct ring *ring;
    unsigned number;
    pthread_t thread;
};

static void *item(const struct ring *r, uint64_t k)
{
    return r->items + (k % r->size) * r->pipeline->item_size;
}

static void *produce(void *arg)
{
    struct ring *r = arg;
    pthread_mutex_lock(&r->lock);
    for (;;) {
        while (!r->stopped && r->produced == r->consumed + r->size) pthread_cond_wait(&r->room, &r->lock);
        if (r->stopped) break;
        pthread_mutex_unlock(&r->lock);
        int more = r->pipeline->produce(r->context, item(r, r->produced));
        pthread_mutex_lock(&r->lock);
        if (!more) break;
        r->produced++;
        pthread_cond_signal(&r->full);
    }
    r->ended = true;
    pthread_cond_broadcast(&r->full);
    pthread_cond_signal(&r->oldest);
    pthread_mutex_unlock(&r->lock);
    return NULL;
}

static void *work(void *arg)
{
    struct worker *w = arg;
    struct ring *r = w->ring;
    pthread_mutex_lock(&r->lock);
    for (;;) {
        while (!r->stopped && !r->ended && r->taken == r->produced) pthread_cond_wait(&r->full, &r->lock);
        if (r->stopped || r->taken == r->produced) break;
        uint64_t k = r->taken++;
        pthread_mutex_unlock(&r->lock);
        r->pipeline->work(r->context, w->number, item(r, k));
        pthread_mutex_lock(&r->lock);
        r->done[k % r->size] = true;
        if (k == r->consumed) pthread_cond_signal(&r->oldest);
    }
    pthread_mutex_unlock(&r->lock);
    return NULL;
}

/* Until the oldest item may be done, but no more than a second where there is something to do meanwhile. */
static void wait_for_oldest(struct ring *r)
{
    struct timespec until;
    if (!r->pipeline->wait) {
        pthread_cond_wait(&r->oldest, &r->lock);
        return;
    }
    clock_gettime(CLOCK_REALTIME, &until); /* which is the clock of conditions */
    until.tv_sec++;
    if (pthread_cond_timedwait(&r->oldest, &r->lock, &until) != ETIMEDOUT) return;
    pthread_mutex_unlock(&r->lock);
    r->pipeline->wait(r->context);
    pthread_mutex_lock(&r->lock);
}

static int consume(struct ring *r)
{
    int status = 0;
    pthread_mutex_lock(&r->lock);
    while (!status) {
        uint64_t k = r->consumed;
        while (!r->done[k % r->size] && !(r->ended && k == r->produced)) wait_for_oldest(r);
        if (!r->done[k % r->size]) break;
        pthread_mutex_unlock(&r->lock);
        status = r->pipeline->consume(r->context, item(r, k));
        pthread_mutex_lock(&r->lock);
        r->done[k % r->size] = false;
        r->consumed++;
        pthread_cond_signal(&r->room);
    }
    pthread_mutex_unlock(&r->lock);
    return status;
}

static void stop(struct ring *r)
{
    pthread_mutex_lock(&r->lock);
    r->stopped = true;
    pthread_cond_broadcast(&r->full);
    pthread_cond_signal(&r->room);
    pthread_mutex_unlock(&r->lock);
}

/* Starts the threads, consumes, and joins them. */
static int run_threads(struct ring *r, struct worker *workers, unsigned jobs)
{
    pthread_t producer;
    unsigned started = 0;
    bool all = true;
    while (all && started < jobs) {
        workers[started] = (struct worker){.ring = r, .number = started};
        all = !pthread_create(&workers[started].thread, NULL, work, &workers[started]);
        started += all;
    }
    all = all && !pthread_create(&producer, NULL, produce, r);
    int status = all ? consume(r) : -1;
    stop(r);
    if (all) pthread_join(producer, NULL);
    while (started) pthread_join(workers[--started].thread, NULL);
    return status;
}

static int run_in_threads(const struct pipeline *pipeline, void *context, unsigned jobs)
{
    /* two items a worker keep all of them busy while the consumer waits for the oldest */
    struct ring r = {.pipeline = pipeline, .context = context, .size = 2 * (uint64_t)jobs + 2};
    struct worker *workers = calloc(jobs, sizeof *workers);
    r.items = calloc(r.size, pipeline->item_size);
    r.done = calloc(r.size, sizeof *r.done);
    int status = -1;
    if (workers && r.items && r.done) {
        pthread_mutex_init(&r.lock, NULL);
        pthread_cond_init(&r.room, NULL);
        pthread_cond_init(&r.full, NULL);
        pthread_cond_init(&r.oldest, NULL);
        status = run_threads(&r, workers, jobs);
        pthread_cond_destroy(&r.oldest);
        pthread_cond_destroy(&r.full);
        pthread_cond_destroy(&r.room);
        pthread_mutex_destroy(&r.lock);
        for (uint64_t k = 0; k < r.size; k++) pipeline->release(item(&r, k));
    }
    free(workers);
    free(r.items);
    free(r.done);
    return status;
}

int pipeline_run(const struct pipeline *pipeline, void *context, unsigned jobs)
{
    if (jobs > 1 || pipeline->wait) return run_in_threads(pipeline, context, jobs);
    void *only = calloc(1, pipeline->item_size);
    if (!only) return -1;
    int status = 0;
    while (!status && pipeline->produce(context, only)) {
        pipeline->work(context, 0, only);
        status = pipeline->consume(context, only);
    }
    pipeline->release(only);
    free(only);
    return status;
}
