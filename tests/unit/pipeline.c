/* The pipeline: order, early stop, reuse of items, workers, for one to eight jobs. */
#include "../../cmd/pipeline.h"
#include "../tap.h"
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

enum { MAX_JOBS = 8 };

struct item {
    uint64_t number, answer;
    uint64_t *memory; /* made at first use, kept for the next ones, freed by release */
};

struct test {
    uint64_t produced, limit;           /* by the producer only */
    uint64_t consumed, wrong, stop_at;  /* by the consumer only */
    uint64_t work[MAX_JOBS];            /* items a worker has worked on */
    atomic_uint busy[MAX_JOBS], shared; /* shared: a worker number was in use twice at once */
};

static atomic_uint allocated;

static int produce(void *context, void *arg)
{
    struct test *t = context;
    struct item *item = arg;
    if (t->produced == t->limit) return 0;
    if (!item->memory) {
        item->memory = calloc(1, sizeof *item->memory);
        atomic_fetch_add(&allocated, 1);
    }
    item->number = t->produced++;
    item->answer = 0;
    return 1;
}

static void work(void *context, unsigned worker, void *arg)
{
    struct test *t = context;
    struct item *item = arg;
    if (atomic_fetch_add(&t->busy[worker], 1)) atomic_fetch_add(&t->shared, 1);
    uint64_t x = item->number;
    /* the time an item takes differs from item to item, so that they finish out of order */
    for (uint64_t i = item->number * 7919 % 64 * 50; i; i--) x = x * 6364136223846793005u + 1;
    *item->memory = x;
    item->answer = item->number + 1;
    t->work[worker]++;
    atomic_fetch_sub(&t->busy[worker], 1);
}

static int consume(void *context, void *arg)
{
    struct test *t = context;
    const struct item *item = arg;
    if (item->number != t->consumed || item->answer != item->number + 1) t->wrong++;
    t->consumed++;
    return t->consumed == t->stop_at ? 42 : 0;
}

static void release(void *arg)
{
    struct item *item = arg;
    if (item->memory) atomic_fetch_sub(&allocated, 1);
    free(item->memory);
}

static const struct pipeline pipeline = {sizeof(struct item), produce, work, consume, release, NULL, 0};

static void test_all(unsigned jobs, uint64_t limit)
{
    struct test t = {.limit = limit};
    int status = pipeline_run(&pipeline, &t, jobs);
    uint64_t worked = 0;
    for (unsigned i = 0; i < MAX_JOBS; i++) worked += t.work[i];
    ok(status == 0 && t.consumed == limit && t.wrong == 0 && worked == limit,
       "%u jobs: %llu items in order, each worked on once", jobs, (unsigned long long)limit);
    ok(!t.shared, "%u jobs: no worker number is in use twice at once", jobs);
    ok(!allocated, "%u jobs: all items released", jobs);
}

static void test_stop(unsigned jobs, uint64_t stop_at)
{
    struct test t = {.limit = 100000, .stop_at = stop_at};
    int status = pipeline_run(&pipeline, &t, jobs);
    ok(status == 42 && t.consumed == stop_at && t.wrong == 0 && t.produced <= stop_at + 2 * jobs + 2,
       "%u jobs: stopped by item %llu, little read ahead", jobs, (unsigned long long)stop_at);
    ok(!allocated, "%u jobs: all items released after a stop", jobs);
}

/* ---- What the calling thread does while it waits ---- */

static atomic_uint waits;

static void count_wait(void *context)
{
    (void)context;
    atomic_fetch_add(&waits, 1);
}

/* Takes until there was a wait, or a minute. */
static void work_long(void *context, unsigned worker, void *arg)
{
    const struct timespec moment = {0, 10000000};
    for (int i = 0; i < 6000 && !waits; i++) nanosleep(&moment, NULL);
    work(context, worker, arg);
}

static void test_wait(unsigned jobs)
{
    struct pipeline patient = pipeline;
    struct test t = {.limit = 10};
    patient.work = work_long;
    patient.wait = count_wait;
    waits = 0;
    const int status = pipeline_run(&patient, &t, jobs);
    ok(status == 0 && t.consumed == 10 && t.wrong == 0 && waits > 0,
       "%u jobs: the caller is called while it waits", jobs);
}

/* ---- One item takes longer than all others ---- */

enum { AHEAD = 8 };
static atomic_uint others;

/* The first takes until all were worked on that may be ahead of it, or a minute. */
static void work_unevenly(void *context, unsigned worker, void *arg)
{
    const struct timespec moment = {0, 10000000};
    const struct item *item = arg;
    for (int i = 0; i < 6000 && item->number == 0 && others < 2 * AHEAD; i++) nanosleep(&moment, NULL);
    if (item->number) atomic_fetch_add(&others, 1);
    work(context, worker, arg);
}

static void test_ahead(void)
{
    struct pipeline uneven = pipeline;
    struct test t = {.limit = 2 * AHEAD + 1};
    uneven.work = work_unevenly;
    uneven.ahead = AHEAD;
    const int status = pipeline_run(&uneven, &t, 2);
    ok(status == 0 && t.consumed == t.limit && t.wrong == 0 && t.work[0] + t.work[1] == t.limit &&
           (t.work[0] == 1 || t.work[1] == 1),
       "one job does all the others while an item takes long");
}

int main(void)
{
    test_ahead();
    test_wait(1);
    test_wait(2);
    for (unsigned jobs = 1; jobs <= MAX_JOBS; jobs++) {
        test_all(jobs, 0);
        test_all(jobs, 1);
        test_all(jobs, 5000);
        test_stop(jobs, 1);
        test_stop(jobs, 777);
    }
    return tap_done();
}
