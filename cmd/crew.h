/* Threads that are kept until the process ends: to start one takes longer than many a thing it would do. */
#ifndef CCDQ_CREW_H
#define CCDQ_CREW_H

#include <stdbool.h>
#include <stddef.h>

struct crew_call {
    void (*work)(void *context);
    void *context;
    struct crew_call *next; /* the crew's */
};

/* Has each of n calls made in a thread of its own, once; they may still run when this returns. A call stays
 * where it is until its work begins. false: not so many threads can be started; no call is made. One thread
 * at a time. */
bool crew_make(struct crew_call *calls, size_t n);

#endif
