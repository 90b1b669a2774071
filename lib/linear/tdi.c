/* Time-dependent inclusion (Chen, Yu, Ni, Chu, Wang, Chen: A Time-Dependent Inclusion-Based Method for
 * Continuous Collision Detection between Parametric Surfaces, 2024) for a vertex against a face and an edge
 * against an edge, as in its section 5.3: there a patch is a triangle, an edge or a vertex.
 *
 * Only the parameters are subdivided. The bounds of a part of a primitive along a fixed axis are linear in
 * time where one of its corners is the extreme one, so the times at which the boxes of two parts overlap come
 * in closed form (Algorithm 3). Pairs of parts wait in a queue, the one that overlaps earliest first; the
 * first whose parameters are narrower than the tolerance is the contact (Algorithm 2).
 *
 * As published, section 4.3: the time begins a millionth before 0 and ends a millionth behind tmax, and the
 * bounds are moved apart by a millionth of the unit of length, on either side. That is meant to outweigh
 * rounding in scenes of about unit size and proves nothing; a pair that comes as close as two millionths, or
 * whose parts of the size of the tolerance do, is taken for a contact.
 *
 * Not in print: the axes of a box that has no parameter direction, or two parallel ones. Here coordinate axes
 * stand in, and axes have unit length, as the margin is a length. Of pairs that overlap from the same time on
 * the narrowest goes first; otherwise pairs in lasting contact would be subdivided all at once. */
#include "linear.h"
#include "motion.h"
#include "../num/complement.h"
#include "../num/frame.h"
#include "../num/period.h"
#include <math.h>

static const double time_margin = 1e-6, length_margin = 1e-6;

/* Pairs of parts that are looked at for a query. */
enum { TDI_MAX_ITER = 100000 };

enum tdi_stage { STAGE_FIRST, STAGE_SEARCH, STAGE_UNRESOLVED };
const char *const linear_tdi_stages[] = {"whole", "search", "unresolved", NULL};

struct tdi_search {
    unsigned type;
    int axes;
    struct line point[FRAME_AXES][4]; /* the query's points */
    double tol;
    uint32_t evals, limit;
    struct box_queue *queue;
};

/* ---- Axes ---- */

static void set_axis(struct tdi_search *s, const struct linear_motion *m, struct vec3 axis)
{
    struct line *point = s->point[s->axes++];
    point[0] = (struct line){0, 0};
    for (int i = 0; i < 3; i++)
        point[i + 1] = (struct line){vec3_dot(axis, m->d[i]), vec3_dot(axis, m->v[i])};
}

static void set_oriented_axes(struct tdi_search *s, const struct linear_motion *m)
{
    static const struct vec3 none = {0, 0, 0};
    struct vec3 a[3], b[3], axis[FRAME_AXES];
    if (s->type == CCDQ_VF) {
        frame_along(none, none, a);
        frame_along(vec3_sub(m->d[1], m->d[0]), vec3_sub(m->d[2], m->d[0]), b);
    } else {
        frame_along(m->d[0], none, a);
        frame_along(vec3_sub(m->d[2], m->d[1]), none, b);
    }
    frame_separating_axes(a, b, axis);
    for (int k = 0; k < FRAME_AXES; k++) set_axis(s, m, axis[k]);
}

/* ---- The period of overlap (Algorithm 3) ---- */

/* A pair of parts is a box: parameters from lo to hi of the two edges, or of the triangle. There it stands
 * for the half of the square below its diagonal, or for the half above. */
enum { LOWER, UPPER };

static inline struct line along(struct line origin, struct line to, double w)
{
    return (struct line){origin.at + w * (to.at - origin.at), origin.speed + w * (to.speed - origin.speed)};
}

static inline struct line on_face(const struct line p[4], double u, double v)
{
    struct line x = along(p[1], p[2], u);
    return (struct line){x.at + v * (p[3].at - p[1].at), x.speed + v * (p[3].speed - p[1].speed)};
}

/* The corners of both parts along an axis; their numbers are n. */
static void corners(unsigned type, const struct line p[4], const struct box *box, struct line part[2][3],
                    int n[2])
{
    const double *lo = box->lo, *hi = box->hi;
    if (type == CCDQ_EE) {
        part[0][0] = along(p[0], p[1], lo[BOX_U]);
        part[0][1] = along(p[0], p[1], hi[BOX_U]);
        part[1][0] = along(p[2], p[3], lo[BOX_V]);
        part[1][1] = along(p[2], p[3], hi[BOX_V]);
        n[0] = n[1] = 2;
        return;
    }
    part[0][0] = p[0];
    part[1][0] = box->state == LOWER ? on_face(p, lo[BOX_U], lo[BOX_V]) : on_face(p, hi[BOX_U], hi[BOX_V]);
    part[1][1] = on_face(p, hi[BOX_U], lo[BOX_V]);
    part[1][2] = on_face(p, lo[BOX_U], hi[BOX_V]);
    n[0] = 1;
    n[1] = 3;
}

/* The times at which all corners of `a` are below all corners of `b`: an open interval, since the upper bound
 * of `a` is convex and the lower bound of `b` concave. */
static struct period apart(const struct line *a, int na, const struct line *b, int nb)
{
    struct period p = {-INFINITY, INFINITY};
    for (int i = 0; i < na; i++)
        for (int j = 0; j < nb; j++) {
            double at = b[j].at - a[i].at - 2 * length_margin, speed = b[j].speed - a[i].speed;
            double zero = -at / speed;
            if (speed > 0) {
                if (zero > p.from) p.from = zero;
            } else if (speed < 0) {
                if (zero < p.to) p.to = zero;
            } else if (!(at > 0))
                p.to = -INFINITY;
        }
    return p;
}

static bool overlap(struct tdi_search *s, struct box *box)
{
    struct period gap[2 * FRAME_AXES], whole = {box->lo[BOX_T], box->hi[BOX_T]};
    int gaps = 0;
    s->evals++;
    for (int k = 0; k < s->axes; k++) {
        struct line part[2][3];
        int n[2];
        corners(s->type, s->point[k], box, part, n);
        for (int side = 0; side < 2; side++) {
            struct period p = apart(part[side], n[side], part[1 - side], n[1 - side]);
            if (p.from < whole.from && p.to > whole.to) return false;
            if (p.from < p.to && p.to > whole.from && p.from < whole.to) gap[gaps++] = p;
        }
    }
    if (!period_leave_gaps(gap, gaps, &whole)) return false;
    box->lo[BOX_T] = whole.from;
    box->hi[BOX_T] = whole.to;
    return true;
}

/* ---- The search (Algorithm 2) ---- */

static bool add(struct tdi_search *s, struct box *box)
{
    box->rank = box->hi[BOX_U] - box->lo[BOX_U];
    return !overlap(s, box) || box_queue_push(s->queue, box);
}

/* The quarter of a box at (i, j): 0 the lower, 1 the upper half of a parameter. */
static bool add_quarter(struct tdi_search *s, const struct box *box, int i, int j, unsigned half)
{
    struct box quarter = *box;
    quarter.state = half;
    (i ? quarter.lo : quarter.hi)[BOX_U] = 0.5 * (box->lo[BOX_U] + box->hi[BOX_U]);
    (j ? quarter.lo : quarter.hi)[BOX_V] = 0.5 * (box->lo[BOX_V] + box->hi[BOX_V]);
    return add(s, &quarter);
}

/* Two edges are halved each. A triangle is divided into the three at its corners and the one in its middle,
 * which lies the other way round. */
static bool subdivide(struct tdi_search *s, const struct box *box)
{
    unsigned half = (unsigned)box->state;
    int corner = half == UPPER;
    bool added = add_quarter(s, box, corner, corner, half) && add_quarter(s, box, 1, 0, half) &&
                 add_quarter(s, box, 0, 1, half);
    if (s->type == CCDQ_EE) return added && add_quarter(s, box, 1, 1, half);
    return added && add_quarter(s, box, corner, corner, half == LOWER ? UPPER : LOWER);
}

static int search(struct tdi_search *s, double tmax, struct box *found)
{
    struct box whole = {.lo = {-time_margin, 0, 0}, .hi = {tmax + time_margin, 1, 1}, .state = LOWER};
    box_queue_clear(s->queue);
    if (!add(s, &whole)) return CCDQ_UNRESOLVED;
    while (s->queue->n) {
        *found = box_queue_pop(s->queue);
        if (found->rank < s->tol) return CCDQ_HIT;
        if (s->evals >= s->limit || !subdivide(s, found)) return CCDQ_UNRESOLVED;
    }
    return CCDQ_FREE;
}

static void set_hit(struct ccdq_result *r, const struct tdi_search *s, const struct box *found, double tmax)
{
    const double *lo = found->lo, *hi = found->hi, t = lo[BOX_T];
    r->verdict = CCDQ_HIT;
    r->toi_lo = t < 0 ? 0 : t < tmax ? t : tmax;
    r->flags = r->toi_lo == 0 ? CCDQ_AT_START : 0;
    r->w[0] = 0.5 * (lo[BOX_U] + hi[BOX_U]);
    r->w[1] = 0.5 * (lo[BOX_V] + hi[BOX_V]);
    if (s->type == CCDQ_VF && r->w[1] > complement(r->w[0])) r->w[1] = complement(r->w[0]);
}

static void solve(const struct ccdq_query *q, unsigned method, const struct ccdq_linear_options *options,
                  struct ccdq_result *r, struct ccdq_workspace *ws)
{
    struct tdi_search s = {.type = q->type, .queue = &ws->boxes};
    struct linear_motion m;
    struct box found;
    linear_motion_of(q, &m);
    if (method == CCDQ_METHOD_TDI_OBB)
        set_oriented_axes(&s, &m);
    else
        for (int k = 0; k < 3; k++) set_axis(&s, &m, frame_coordinate[k]);
    s.tol = options->tol < 0 ? LINEAR_TDI_TOL : options->tol;
    s.limit = box_search_limit(options->max_iter, TDI_MAX_ITER);
    int verdict = search(&s, options->tmax, &found);
    bool first = s.evals == 1;
    linear_count(ws, STAGE_FIRST, first);
    if (!first) linear_count(ws, STAGE_SEARCH, verdict != CCDQ_UNRESOLVED);
    if (verdict == CCDQ_UNRESOLVED) linear_count(ws, STAGE_UNRESOLVED, 1);
    result_set_free(r, q->id, method, 0, s.evals);
    if (verdict == CCDQ_HIT) set_hit(r, &s, &found, options->tmax);
    if (verdict != CCDQ_UNRESOLVED) return;
    linear_set_budget_spent(r);
    ws->starved += ws->boxes.starved;
}

static void solve_all(const struct ccdq_query *q, size_t n, unsigned method,
                      const struct ccdq_linear_options *options, struct ccdq_result *r,
                      struct ccdq_workspace *ws)
{
    for (size_t i = 0; i < n; i++)
        if (linear_finite(&q[i]))
            solve(&q[i], method, options, &r[i], ws);
        else
            result_set_invalid(&r[i], q[i].id, method);
}

void linear_tdi_aabb(const struct ccdq_query *q, size_t n, const struct ccdq_linear_options *options,
                     struct ccdq_result *r, struct ccdq_workspace *ws)
{
    solve_all(q, n, CCDQ_METHOD_TDI_AABB, options, r, ws);
}

void linear_tdi_obb(const struct ccdq_query *q, size_t n, const struct ccdq_linear_options *options,
                    struct ccdq_result *r, struct ccdq_workspace *ws)
{
    solve_all(q, n, CCDQ_METHOD_TDI_OBB, options, r, ws);
}
