/* Continuous collision of two patches by subdivision (Chen, Yu, Ni, Chu, Wang, Chen: A Time-Dependent
 * Inclusion-Based Method for Continuous Collision Detection between Parametric Surfaces, 2024), the paper's
 * method (Algorithm 2) and the traditional one that it is compared with (Algorithm 1).
 *
 * Pairs of parts wait in a queue, the one that may meet earliest first. A pair whose parameters are narrower
 * than delta is the contact; another one is divided, along all its parameters at once, and those of its parts
 * go back whose boxes overlap. The traditional method also halves the time, which is narrower than delta in a
 * contact as well; the paper's narrows it by when the boxes overlap. Oriented boxes have the axes of the two
 * parts as they are when the period that is looked at begins (Eq. 19 to 21), and the 15 axes that can
 * separate two such boxes are tried.
 *
 * As published, section 4.3: the paper's method begins a millionth of the end before 0 and ends as much
 * behind it; the traditional one has no margins. Neither covers rounding by a proof.
 *
 * Not in print: of pairs that may meet from the same time on the one with the smallest parts goes first, or
 * pairs in lasting contact would be divided all at once; the axes of a part that has no direction along a
 * parameter, or two parallel ones; and the division of triangles, here at the middles of the edges. */
#include "subdivision.h"
#include "../num/frame.h"
#include "../workspace.h"
#include "curved.h"
#include <math.h>
#include <stdlib.h>

static const double time_margin = 1e-6; /* as a part of the end */

/* What tells the four methods apart, and how many pairs of parts they look at by default. */
struct method {
    unsigned number;
    bool in_time, oriented;
    uint32_t max_iter;
};

static const size_t default_max_mem = (size_t)1 << 30;

struct subdivision {
    const struct method *method;
    size_t max_mem;
    double delta;
    uint32_t evals, limit;
    struct subpatch_queue queue;
    struct subpatch_whole whole[2];
    struct subpatch_points child[2][4];
};

struct subdivision *subdivision_new(void)
{
    return calloc(1, sizeof(struct subdivision));
}

void subdivision_free(struct subdivision *s)
{
    if (!s) return;
    subpatch_queue_free(&s->queue);
    free(s);
}

/* ---- Boxes ---- */

/* From corner a to corner b of a part at the time t. */
static struct vec3 edge(const struct subpatch_points *part, int a, int b, double t)
{
    return vec3_along(vec3_sub(part->at[b], part->at[a]), t, vec3_sub(part->speed[b], part->speed[a]));
}

/* The axes of the box of a part: along what its parameters map to, for quads in the mean of both edges. */
static void frame_of(const struct subdivision *s, int side, const struct subpatch_points *part, double t,
                     struct vec3 axis[3])
{
    const struct patch_net *net = &s->whole[side].net;
    const uint16_t *corner = net->corner;
    struct vec3 u = edge(part, corner[0], corner[1], t), v = edge(part, corner[0], corner[2], t);
    if (net->shape.domain == CCDQ_QUAD) {
        u = vec3_add(u, edge(part, corner[2], corner[3], t));
        v = vec3_add(v, edge(part, corner[1], corner[3], t));
    }
    frame_along(u, v, axis);
}

static bool overlap(struct subdivision *s, const struct subpatch_points *const part[2], struct period *period)
{
    inclusion_test *const test = s->method->in_time ? inclusion_in_time : inclusion_swept;
    struct vec3 a[3], b[3], axis[FRAME_AXES];
    s->evals++;
    if (!s->method->oriented) return test(part, frame_coordinate, 3, period);
    frame_of(s, 0, part[0], period->from, a);
    frame_of(s, 1, part[1], period->from, b);
    frame_separating_axes(a, b, axis);
    return test(part, axis, FRAME_AXES, period);
}

/* ---- The search ---- */

/* False where the queue is full. */
static bool add(struct subdivision *s, struct subpatch_pair *pair, const struct subpatch_points *a,
                const struct subpatch_points *b)
{
    const struct subpatch_points *const part[2] = {a, b};
    return !overlap(s, part, &pair->time) || subpatch_queue_push(&s->queue, pair, s->max_mem);
}

static bool add_whole(struct subdivision *s, double end)
{
    const double margin = s->method->in_time ? time_margin * end : 0;
    struct subpatch_pair whole = {{-margin, end + margin}, {{0, 0, 1}, {0, 0, 1}}};
    for (int side = 0; side < 2; side++)
        subpatch_points_of(&s->whole[side], whole.part[side], &s->child[side][0]);
    return add(s, &whole, &s->child[0][0], &s->child[1][0]);
}

/* Adds all pairs of a part of the one patch and a part of the other, in both halves of the time where that is
 * divided. */
static bool subdivide(struct subdivision *s, const struct subpatch_pair *pair)
{
    struct subpatch part[2][4];
    const int halves = s->method->in_time ? 1 : 2;
    const double middle = 0.5 * (pair->time.from + pair->time.to);
    for (int i = 0; i < 8; i++) {
        const int side = i / 4, child = i % 4;
        part[side][child] = subpatch_child(&s->whole[side].net, pair->part[side], child);
        subpatch_points_of(&s->whole[side], part[side][child], &s->child[side][child]);
    }
    for (int i = 0; i < 16 * halves; i++) {
        const int a = i / 4 % 4, b = i % 4, later = i / 16;
        struct subpatch_pair next = {pair->time, {part[0][a], part[1][b]}};
        if (halves == 2) *(later ? &next.time.from : &next.time.to) = middle;
        if (!add(s, &next, &s->child[0][a], &s->child[1][b])) return false;
    }
    return true;
}

static double width(const struct subdivision *s, const struct subpatch_pair *pair)
{
    const double size = fabs(pair->part[0].size), time = pair->time.to - pair->time.from;
    return s->method->in_time || size > time ? size : time;
}

static int search(struct subdivision *s, double end, struct subpatch_pair *found)
{
    subpatch_queue_clear(&s->queue);
    if (!add_whole(s, end)) return CCDQ_UNRESOLVED;
    while (s->queue.n) {
        *found = subpatch_queue_pop(&s->queue);
        if (width(s, found) < s->delta) return CCDQ_HIT;
        if (s->evals >= s->limit || !subdivide(s, found)) return CCDQ_UNRESOLVED;
    }
    return CCDQ_FREE;
}

/* ---- Answers ---- */

static void set_hit(const struct subdivision *s, const struct subpatch_pair *found, double end,
                    struct ccdq_result *r)
{
    const double t = found->time.from;
    r->verdict = CCDQ_HIT;
    r->toi_lo = t > 0 ? t < end ? t : end : 0;
    if (r->toi_lo == 0) r->flags |= CCDQ_AT_START;
    for (int side = 0; side < 2; side++)
        subpatch_middle(&s->whole[side].net, found->part[side], r->w + 2 * side);
}

static void solve(const struct ccdq_patch_query *q, const struct method *method,
                  const struct ccdq_patch_options *options, struct ccdq_result *r, struct ccdq_workspace *ws)
{
    struct subdivision *s = ws->subdivision;
    struct subpatch_pair found;
    s->method = method;
    s->max_mem = options->max_mem ? options->max_mem : default_max_mem;
    s->delta = options->delta < 0 ? PATCH_DELTA : options->delta;
    s->evals = 0;
    s->limit = patch_limit(options->max_iter, method->max_iter);
    for (int side = 0; side < 2; side++) subpatch_whole_of(&q->patch[side], &s->whole[side]);
    const int verdict = search(s, q->end, &found);
    result_set_free(r, q->id, method->number, 0, s->evals);
    if (verdict == CCDQ_HIT) set_hit(s, &found, q->end, r);
    if (verdict != CCDQ_UNRESOLVED) return;
    r->verdict = CCDQ_UNRESOLVED;
    r->flags = CCDQ_TOI_PROVEN | CCDQ_BUDGET_SPENT; /* of the time 0 */
    r->toi_lo = 0;
    ws->starved += s->queue.starved;
}

void patch_tdi_aabb(const struct ccdq_patch_query *q, const struct ccdq_patch_options *options,
                    struct ccdq_result *r, struct ccdq_workspace *ws)
{
    static const struct method method = {CCDQ_METHOD_TDI_AABB, true, false, 100000000};
    solve(q, &method, options, r, ws);
}

void patch_tdi_obb(const struct ccdq_patch_query *q, const struct ccdq_patch_options *options,
                   struct ccdq_result *r, struct ccdq_workspace *ws)
{
    static const struct method method = {CCDQ_METHOD_TDI_OBB, true, true, 100000000};
    solve(q, &method, options, r, ws);
}

void patch_trad_aabb(const struct ccdq_patch_query *q, const struct ccdq_patch_options *options,
                     struct ccdq_result *r, struct ccdq_workspace *ws)
{
    static const struct method method = {CCDQ_METHOD_TRAD_AABB, false, false, 1000000000};
    solve(q, &method, options, r, ws);
}

void patch_trad_obb(const struct ccdq_patch_query *q, const struct ccdq_patch_options *options,
                    struct ccdq_result *r, struct ccdq_workspace *ws)
{
    static const struct method method = {CCDQ_METHOD_TRAD_OBB, false, true, 1000000000};
    solve(q, &method, options, r, ws);
}
