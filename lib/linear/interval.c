/* Inclusion-based root finding in time and parameters, with a tolerance in space (after Wang, Ferguson,
 * Schneider, Jiang, Attene, Panozzo: A Large-scale Benchmark and an Inclusion-based Algorithm for Continuous
 * Collision Detection, 2021).
 *
 * Boxes of (t, u, v) wait in a queue, the earliest first; together they hold all contacts. A box over which
 * the gap is bounded away from contact is dropped, one over which the primitives are as close as the
 * tolerance is accepted, another is cut or split. When the accepted box is the earliest one, no contact comes
 * before it. gap.c has the bounds. The time of a contact is proven from below only: toi_hi is +inf. */
#include "gap.h"
#include "linear.h"
#include "../num/complement.h"
#include <math.h>

enum { INTERVAL_MAX_ITER = 100000 };

/* Bounds of the gap are no nearer than 2^-46 extent to its values, and a box is not narrower than
 * neighbouring doubles: a tolerance below this would never be met. */
static const double least_tol = 0x1p-44;

enum interval_stage { STAGE_FIRST, STAGE_SEARCH, STAGE_UNRESOLVED };
const char *const linear_interval_stages[] = {"first_box", "search", "unresolved", NULL};

struct interval_search {
    struct gap gap;
    double delta;
    uint32_t evals, limit, splits;
    struct box_queue *queue;
    struct box found;
};

/* `state` of a box in the queue: whether it is accepted. */
static bool add(struct interval_search *s, struct box *box)
{
    enum gap_look look = gap_look(&s->gap, s->delta, box, &s->evals);
    if (look == GAP_FREE) return true;
    box->state = look == GAP_CLOSE;
    return box_queue_push(s->queue, box);
}

/* Whether the search came to an end: with the verdict free, or hit in s->found. Otherwise no contact comes
 * before s->found. */
static bool search(struct interval_search *s, double tmax, int *verdict)
{
    struct box first = {.hi = {tmax, s->gap.top[0], s->gap.top[1]}};
    *verdict = CCDQ_UNRESOLVED;
    box_queue_clear(s->queue);
    s->found = first;
    if (!add(s, &first)) return false;
    while (s->queue->n) {
        struct box half[2];
        s->found = box_queue_pop(s->queue);
        if (s->found.state) {
            *verdict = CCDQ_HIT;
            return true;
        }
        if (s->evals >= s->limit) return false;
        s->splits++;
        gap_split(&s->gap, &s->found, half);
        if (!add(s, &half[0]) || !add(s, &half[1])) return false;
    }
    *verdict = CCDQ_FREE;
    return true;
}

static double middle(const struct box *box, int dimension)
{
    return 0.5 * box->lo[dimension] + 0.5 * box->hi[dimension];
}

static void set_hit(struct ccdq_result *r, const struct interval_search *s)
{
    r->verdict = CCDQ_HIT;
    r->w[0] = middle(&s->found, BOX_U);
    r->w[1] = middle(&s->found, BOX_V);
    if (s->gap.triangle && r->w[1] > complement(r->w[0])) r->w[1] = complement(r->w[0]);
    if (s->found.lo[BOX_T] == 0) r->flags |= CCDQ_AT_START;
}

static void solve(const struct ccdq_query *q, const struct ccdq_linear_options *options,
                  struct ccdq_result *r, struct ccdq_workspace *ws)
{
    struct interval_search s = {.queue = &ws->boxes};
    double tol = options->tol < 0 ? LINEAR_INTERVAL_TOL : options->tol;
    int verdict;
    s.limit = box_search_limit(options->max_iter, INTERVAL_MAX_ITER);
    gap_of(&s.gap, q);
    s.delta = (tol > least_tol ? tol : least_tol) * s.gap.extent;
    bool resolved = search(&s, options->tmax, &verdict);
    result_set_free(r, q->id, CCDQ_METHOD_INTERVAL, CCDQ_TOI_PROVEN, s.evals);
    linear_count(ws, STAGE_FIRST, resolved && !s.splits);
    if (s.splits) linear_count(ws, STAGE_SEARCH, resolved);
    if (!resolved) linear_count(ws, STAGE_UNRESOLVED, 1);
    if (verdict == CCDQ_FREE) return;
    r->toi_lo = s.found.lo[BOX_T];
    if (verdict == CCDQ_HIT)
        set_hit(r, &s);
    else {
        r->verdict = CCDQ_UNRESOLVED;
        r->flags |= CCDQ_BUDGET_SPENT;
        ws->starved += ws->boxes.starved;
    }
}

void linear_interval(const struct ccdq_query *q, size_t n, const struct ccdq_linear_options *options,
                     struct ccdq_result *r, struct ccdq_workspace *ws)
{
    for (size_t i = 0; i < n; i++)
        if (linear_finite(&q[i]))
            solve(&q[i], options, &r[i], ws);
        else
            result_set_invalid(&r[i], q[i].id, CCDQ_METHOD_INTERVAL);
}
