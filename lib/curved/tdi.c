/* The method `tdi`: time-dependent inclusion (after Chen et al. 2024), with a proof that covers rounding.
 *
 * Only the parameters are subdivided. Pairs of sub-patches wait in a queue, the one first whose hulls may
 * touch first; the pair in front is replaced by the two that halving its larger part leaves, and the times at
 * which these may touch are narrowed along axes (overlap.h).
 *
 * Beside that points of both patches are sought that touch, or nearly (witness.h). From them comes the
 * horizon: the earliest time at which two points are known to be at most delta apart. The search is over when
 * no pair is left that may touch before the horizon: then there is no contact before it, and at that time the
 * two points are an answer. */
#include "curved.h"
#include "proof.h"
#include "witness.h"
#include "queue.h"
#include "../workspace.h"
#include <math.h>
#include <string.h>

enum { PATIENCE = 2000 };

struct search {
    struct patch_units *units;
    struct patch_wholes wholes;
    struct patch_store *store;
    struct patch_queue *queue;
    patch_overlap_kernel *overlap;
    double horizon;
    bool found; /* `points` are at most delta apart at the horizon */
    bool stuck; /* it cannot go on in doubles */
    struct patch_points points;
    double touch;  /* about when the points touch, if they do */
    double sought; /* size of the pair near which a contact was sought last */
    uint32_t evals, limit;
    size_t room; /* pairs in the queue that the store has been charged for */
};

/* Takes the points for an answer if they are close enough at a time before the horizon. */
static void offer(struct search *s, const struct patch_points *points, double least, double t)
{
    const double since = patch_points_since(points, s->units->delta, least, t);
    if (!(since < s->horizon || (since == s->horizon && !s->found))) return;
    s->horizon = since;
    s->points = *points;
    s->touch = t;
    s->found = true;
}

/* Charges for the queue's memory as it grows, whatever it has from queries before. */
static bool has_room(struct search *s)
{
    enum { FIRST_ROOM = 256 };
    if (s->queue->n < s->room) return true;
    const size_t more = s->room ? s->room : FIRST_ROOM;
    if (!patch_store_charge(s->store, more * sizeof(struct patch_pair))) return false;
    s->room += more;
    return true;
}

/* Adds a pair if it may touch before the horizon. False: out of memory. */
static bool add(struct search *s, struct patch_pair *pair)
{
    s->evals++;
    if (pair->hi > s->horizon) pair->hi = s->horizon;
    if (pair->lo > pair->hi || !s->overlap(s->units, pair)) return true;
    if (!has_room(s)) return false;
    if (patch_queue_push(s->queue, pair)) return true;
    s->store->starved = true;
    return false;
}

/* The part of a pair to be halved, -1: none can be. */
static int larger(const struct patch_pair *pair)
{
    const struct patch_part *a = pair->part[0], *b = pair->part[1];
    if (a->direction < 0 || b->direction < 0) return a->direction >= 0 ? 0 : b->direction >= 0 ? 1 : -1;
    return a->size >= b->size ? 0 : 1;
}

/* Replaces a pair by its halves. False: memory is out, or there are none, and the search is stuck. */
static bool split(struct search *s, const struct patch_pair *pair)
{
    const int side = larger(pair);
    s->stuck = side < 0;
    if (s->stuck) return false;
    struct patch_part *part = pair->part[side];
    if (!part->child[0] && !patch_part_halve(s->units, side, part, s->store)) return false;
    for (int i = 0; i < 2; i++) {
        struct patch_pair half = *pair;
        half.part[side] = part->child[i];
        half.halvings++;
        if (!add(s, &half)) return false;
    }
    return true;
}

static void look_at_middles(struct search *s, const struct patch_pair *pair)
{
    struct patch_points points;
    for (int side = 0; side < 2; side++)
        patch_region_middle(&s->units->net[side], &pair->part[side]->region, points.w + 2 * side);
    patch_points_locate(&s->wholes, &points, NULL);
    offer(s, &points, pair->lo, pair->lo);
}

/* Seeks points near a pair each time its size has halved. */
static void seek(struct search *s, const struct patch_pair *pair)
{
    struct patch_points points;
    double t;
    const double close = 0x1p-6 * s->units->delta, size = pair->part[0]->size + pair->part[1]->size;
    if (size <= s->units->delta) look_at_middles(s, pair);
    if (size > 0.5 * s->sought) return;
    s->sought = size;
    if (pair->lo == 0 || s->evals > PATIENCE) {
        patch_find_closest(&s->wholes, pair, close, &points);
        if (s->evals > PATIENCE || patch_points_apart(&points, pair->lo) <= 2 * close)
            offer(s, &points, pair->lo, pair->lo);
        if (s->found && s->horizon <= pair->lo) return;
    }
    if (patch_find_contact(&s->wholes, pair, close, s->horizon, &points, &t)) offer(s, &points, pair->lo, t);
}

/* A verdict; *proven is a time before which there is no contact. */
static int search(struct search *s, struct patch_part *const whole[2], double *proven)
{
    *proven = 0;
    struct patch_pair pair = {.hi = s->units->end, .part = {whole[0], whole[1]}};
    if (!add(s, &pair)) return CCDQ_UNRESOLVED;
    while (s->queue->n) {
        pair = patch_queue_pop(s->queue);
        if (s->found && pair.lo >= s->horizon) break;
        *proven = pair.lo;
        for (int side = 0; side < 2; side++) patch_part_measure(s->units, side, pair.part[side], pair.lo);
        seek(s, &pair);
        if (s->found && pair.lo >= s->horizon) break;
        if (s->evals >= s->limit || !split(s, &pair)) return CCDQ_UNRESOLVED;
    }
    if (!s->found) return CCDQ_FREE;
    *proven = s->horizon;
    return CCDQ_HIT;
}

/* r as the answer to a search that has ended with a verdict. Where times are so small that toi_lo has few
 * bits or none, rounding it down may part the points. */
static void set_answer(const struct search *s, int verdict, double proven, struct ccdq_result *r)
{
    result_set_free(r, r->id, CCDQ_METHOD_TDI, CCDQ_TOI_PROVEN, s->evals);
    if (verdict == CCDQ_FREE) return;
    r->toi_lo = patch_time_before(s->units, proven);
    r->verdict = CCDQ_UNRESOLVED;
    if (verdict == CCDQ_UNRESOLVED && !s->stuck) r->flags |= CCDQ_BUDGET_SPENT;
    if (verdict == CCDQ_UNRESOLVED ||
        !(patch_points_apart(&s->points, patch_time_in(s->units, r->toi_lo)) <= s->units->delta))
        return;
    r->verdict = CCDQ_HIT;
    if (r->toi_lo == 0) r->flags |= CCDQ_AT_START;
    memcpy(r->w, s->points.w, sizeof r->w);
    const double by = patch_prove_contact(&s->wholes, &s->points, s->touch);
    if (by < INFINITY) r->toi_hi = patch_time_after(s->units, by);
}

void patch_tdi(const struct ccdq_patch_query *q, const struct ccdq_patch_options *options,
               struct ccdq_result *r, struct ccdq_workspace *ws)
{
    struct search s = {.units = &ws->patch_units,
                       .store = &ws->patch_store,
                       .queue = &ws->patch_queue,
                       .overlap = patch_overlap_for(options->simd),
                       .sought = INFINITY,
                       .limit = patch_limit(options->max_iter, PATCH_TDI_MAX_ITER)};
    struct patch_part *whole[2];
    double proven = 0;
    int verdict = CCDQ_UNRESOLVED;
    patch_store_clear(s.store, options->max_mem ? options->max_mem : PATCH_MAX_MEM);
    s.queue->n = 0;
    s.stuck = !patch_units_of(q, options->delta < 0 ? PATCH_DELTA : options->delta, s.units);
    s.horizon = s.units->end;
    s.wholes.units = s.units;
    for (int side = 0; side < 2; side++)
        s.wholes.part[side] = whole[side] = patch_part_whole(s.units, q, side, s.store);
    if (!s.stuck && whole[0] && whole[1]) verdict = search(&s, whole, &proven);
    r->id = q->id;
    set_answer(&s, verdict, proven, r);
    ws->starved += r->verdict == CCDQ_UNRESOLVED && s.store->starved;
}
