#include "crew.h"
#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stdlib.h>

struct crew {
    pthread_mutex_t lock;
    pthread_cond_t called;
    struct crew_call *waiting; /* calls that no thread has taken yet */
    bool ended;
    unsigned threads;
    pthread_t thread[];
};

/* Waits for a call: at first for moments only, as in a step of a simulation one soon follows another, and a
 * thread that sleeps takes long to wake. */
static void wait_for_call(struct crew *crew, int *moments)
{
    enum { MOMENTS = 200 };
    if (++*moments > MOMENTS) {
        pthread_cond_wait(&crew->called, &crew->lock);
        return;
    }
    pthread_mutex_unlock(&crew->lock);
    sched_yield();
    pthread_mutex_lock(&crew->lock);
}

static void *serve(void *arg)
{
    struct crew *crew = arg;
    int moments = 0;
    pthread_mutex_lock(&crew->lock);
    while (!crew->ended) {
        struct crew_call *call = crew->waiting;
        if (!call) {
            wait_for_call(crew, &moments);
            continue;
        }
        crew->waiting = call->next;
        pthread_mutex_unlock(&crew->lock);
        call->work(call->context);
        pthread_mutex_lock(&crew->lock);
        moments = 0;
    }
    pthread_mutex_unlock(&crew->lock);
    return NULL;
}

struct crew *crew_new(unsigned size)
{
    struct crew *crew = calloc(1, sizeof *crew + size * sizeof *crew->thread);
    if (!crew) return NULL;
    pthread_mutex_init(&crew->lock, NULL);
    pthread_cond_init(&crew->called, NULL);
    while (crew->threads + 1 < size) {
        if (pthread_create(&crew->thread[crew->threads], NULL, serve, crew)) {
            crew_free(crew);
            return NULL;
        }
        crew->threads++;
    }
    return crew;
}

void crew_free(struct crew *crew)
{
    if (!crew) return;
    pthread_mutex_lock(&crew->lock);
    crew->ended = true;
    pthread_cond_broadcast(&crew->called);
    pthread_mutex_unlock(&crew->lock);
    while (crew->threads) pthread_join(crew->thread[--crew->threads], NULL);
    pthread_cond_destroy(&crew->called);
    pthread_mutex_destroy(&crew->lock);
    free(crew);
}

void crew_call(struct crew *crew, struct crew_call *calls, size_t n)
{
    if (!n) return;
    pthread_mutex_lock(&crew->lock);
    for (size_t i = 0; i < n; i++) {
        calls[i].next = crew->waiting;
        crew->waiting = &calls[i];
    }
    pthread_cond_broadcast(&crew->called);
    pthread_mutex_unlock(&crew->lock);
}
