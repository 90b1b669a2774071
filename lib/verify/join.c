#include "join.h"
#include "idset.h"
#include "pending.h"
#include <stdlib.h>
#include <string.h>

struct join_run {
    uint64_t tag;
    struct idset paired; /* ids that came on both sides */
};

struct verify_join {
    struct pending waiting[2]; /* by enum join_side */
    struct join_run *run;
    uint32_t n_runs, last_run; /* last_run: where the last search ended */
};

struct verify_join *verify_join_new(size_t truth_size, size_t result_size)
{
    struct verify_join *join = calloc(1, sizeof *join);
    if (!join) return NULL;
    pending_init(&join->waiting[JOIN_TRUTH], truth_size);
    pending_init(&join->waiting[JOIN_RESULT], result_size);
    return join;
}

void verify_join_free(struct verify_join *join)
{
    if (!join) return;
    for (uint32_t i = 0; i < join->n_runs; i++) idset_clear(&join->run[i].paired);
    free(join->run);
    pending_free(&join->waiting[JOIN_TRUTH]);
    pending_free(&join->waiting[JOIN_RESULT]);
    free(join);
}

/* The run with this tag, made if it is new; NULL when memory is out. Sets last_run to its number. */
static struct join_run *find_run(struct verify_join *join, uint64_t tag)
{
    if (join->n_runs && join->run[join->last_run].tag == tag) return &join->run[join->last_run];
    uint32_t i = 0;
    while (i < join->n_runs && join->run[i].tag != tag) i++;
    if (i == join->n_runs) {
        struct join_run *run = realloc(join->run, (i + 1) * sizeof *run);
        if (!run) return NULL;
        memset(&run[i], 0, sizeof *run);
        run[i].tag = tag;
        join->run = run;
        join->n_runs++;
    }
    join->last_run = i;
    return &join->run[i];
}

bool verify_join_has_result(const struct verify_join *join, uint64_t run, uint64_t id)
{
    for (uint32_t i = 0; i < join->n_runs; i++)
        if (join->run[i].tag == run)
            return idset_has(&join->run[i].paired, id) || pending_find(&join->waiting[JOIN_RESULT], i, id);
    return false;
}

enum join_outcome verify_join_add(struct verify_join *join, enum join_side side, uint64_t run, uint64_t id,
                                  const void *item, void *mate)
{
    struct pending *mine = &join->waiting[side], *theirs = &join->waiting[!side];
    struct join_run *r = find_run(join, run);
    if (!r) return JOIN_NO_MEMORY;
    uint32_t number = join->last_run;

    if (idset_has(&r->paired, id) || pending_find(mine, number, id)) return JOIN_DOUBLE;
    void *found = pending_find(theirs, number, id);
    if (found) {
        memcpy(mate, found, theirs->item_size);
        pending_remove(theirs, number, id);
        return idset_add(&r->paired, id) ? JOIN_NO_MEMORY : JOIN_PAIR;
    }
    void *room = pending_add(mine, number, id);
    if (!room) return JOIN_NO_MEMORY;
    memcpy(room, item, mine->item_size);
    return JOIN_WAITS;
}

int verify_join_rest(const struct verify_join *join, enum join_side side,
                     void (*each)(void *context, const void *item), void *context)
{
    const struct pending *rest = &join->waiting[side];
    struct pending_key *keys = pending_keys(rest);
    if (!keys) return -1;
    for (size_t i = 0; i < rest->count; i++) each(context, pending_item(rest, &keys[i]));
    free(keys);
    return 0;
}

size_t verify_join_waiting(const struct verify_join *join)
{
    return join->waiting[JOIN_TRUTH].count + join->waiting[JOIN_RESULT].count;
}
