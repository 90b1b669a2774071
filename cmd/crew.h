/* Threads that wait for something to do: to start one takes longer than many a thing it would do. */
#ifndef CCDQ_CREW_H
#define CCDQ_CREW_H

#include <stddef.h>

struct crew;

/* A crew of so many, of which the calling thread is one. NULL: they cannot be started. */
struct crew *crew_new(unsigned size);

/* No call may be running. */
void crew_free(struct crew *crew);

struct crew_call {
    void (*work)(void *context);
    void *context;
    struct crew_call *next; /* the crew's */
};

/* Has each of n calls, less than the size of the crew, made once by a thread of its own; they may still run
 * when this returns. A call stays where it is until its work begins. No other call may be running. */
void crew_call(struct crew *crew, struct crew_call *calls, size_t n);

#endif
