#include "crew.h"
#include <pthread.h>
#include <sched.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t called = PTHREAD_COND_INITIALIZER;
static size_t threads;            /* that have been started, */
static size_t busy;               /* those with a call, or that will have one */
static struct crew_call *waiting; /* calls that no thread has taken yet */

/* Waits for a call: at first for moments only, as in a step of a simulation one soon follows another, and a
 * thread that sleeps takes long to wake. */
static void *serve(void *unused)
{
    enum { MOMENTS = 200 };
    int moments = 0;
    pthread_mutex_lock(&lock);
    for (;;) {
        struct crew_call *call = waiting;
        if (call) {
            waiting = call->next;
            pthread_mutex_unlock(&lock);
            call->work(call->context);
            pthread_mutex_lock(&lock);
            busy--;
            moments = 0;
        } else if (moments++ < MOMENTS) {
            pthread_mutex_unlock(&lock);
            sched_yield();
            pthread_mutex_lock(&lock);
        } else {
            pthread_cond_wait(&called, &lock);
        }
    }
    return unused;
}

static bool start(void)
{
    pthread_t thread;
    if (pthread_create(&thread, NULL, serve, NULL)) return false;
    pthread_detach(thread);
    threads++;
    return true;
}

bool crew_make(struct crew_call *calls, size_t n)
{
    bool enough = true;
    pthread_mutex_lock(&lock);
    while (enough && threads < busy + n) enough = start();
    for (size_t i = 0; enough && i < n; i++) {
        calls[i].next = waiting;
        waiting = &calls[i];
        busy++;
    }
    if (enough && n) pthread_cond_broadcast(&called);
    pthread_mutex_unlock(&lock);
    return enough;
}
