/* Joins two streams of items by their ids, in whatever order the items come. Items that come side by side in
 * both streams take constant memory; an item that is early waits for its mate. */
#ifndef CCDQ_VERIFY_JOIN_H
#define CCDQ_VERIFY_JOIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct verify_join;

enum join_side { JOIN_TRUTH, JOIN_RESULT };

enum join_outcome {
    JOIN_NO_MEMORY = -1,
    JOIN_WAITS,  /* the mate has not come yet */
    JOIN_PAIR,   /* the mate was waiting; it is forgotten now, but for its id */
    JOIN_DOUBLE, /* an item of this side had this id before; this one is ignored */
};

/* Items of the two sides have these sizes, at least 4 bytes. NULL when memory is out. */
struct verify_join *verify_join_new(size_t truth_size, size_t result_size);
void verify_join_free(struct verify_join *join);

/* Adds an item. Ids are told apart by the run they are of; where both sides do not know their run alike, give
 * 0 for all. JOIN_PAIR: the other side's item is copied to `mate`. */
enum join_outcome verify_join_add(struct verify_join *join, enum join_side side, uint64_t run, uint64_t id,
                                  const void *item, void *mate);

/* Calls each(context, item) for the items of a side that still wait, in the order in which their runs came
 * first, and of their ids. 0, or -1 when memory is out. */
int verify_join_rest(const struct verify_join *join, enum join_side side,
                     void (*each)(void *context, const void *item), void *context);

/* Has an item of the results with this run and id come? */
bool verify_join_has_result(const struct verify_join *join, uint64_t run, uint64_t id);

/* How many items of both sides wait now. */
size_t verify_join_waiting(const struct verify_join *join);

#endif
