/* Items are produced, worked on and consumed by so many threads as there are jobs, of which the calling one
 * is the first, unless it has something to do while it waits. They are consumed in the order in which they
 * were produced, whatever the number of jobs. */
#ifndef CCDQ_PIPELINE_H
#define CCDQ_PIPELINE_H

#include "crew.h"
#include <stddef.h>

struct pipeline {
    size_t item_size;                          /* zeroed before first use, then reused */
    int (*produce)(void *context, void *item); /* serial; 1, or 0 when there is nothing more */
    void (*work)(void *context, unsigned worker,
                 void *item);                  /* parallel; worker < jobs has its own workspace */
    int (*consume)(void *context, void *item); /* serial, in order; nonzero stops the pipeline */
    void (*release)(void *item);               /* frees what an item holds */
    void (*wait)(void *context); /* NULL, or what the calling thread does every second until the end, never
                                    beside consume; all jobs are threads of their own then */
    unsigned ahead; /* so many items a job are produced before the oldest is done; 0: 2, as blocks are large.
                       Small ones of which some take much longer than others want more. */
};

/* 0, the first nonzero value of consume, or -1 when memory is out or threads cannot be started. Jobs is at
 * least 1.
 *
 * An early stop waits for a produce() that is running, and that may wait for input that never comes (a pipe
 * that stays open). A command that is done for good, or whose output is broken, ends the process in consume()
 * instead of stopping the pipeline. */
int pipeline_run(const struct pipeline *pipeline, void *context, unsigned jobs);

/* The same by a crew of so many as there are jobs or more, and one more if there is wait(). */
int pipeline_run_by(struct crew *crew, const struct pipeline *pipeline, void *context, unsigned jobs);

#endif
