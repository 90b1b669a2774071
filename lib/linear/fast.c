/* fastCCD (Huh, Lee, Gornowicz, Henderson: Fast and Robust Continuous Collision Detection, DreamWorks
 * Animation Technical Report 2014-320): roots of the coplanarity cubic to a tolerance E_tol, then the area
 * inclusion test with a tolerance that follows from E_tol; dimensional reduction where the cubic vanishes.
 *
 * The paper proves that no contact is missed in exact arithmetic, and leaves rounding out. Its comparisons
 * with zero must still mean something in doubles. Here "zero" is "within the rounding bound of the computed
 * value", for the coefficients (section 4.2), for the cubic at the ends of its monotone pieces, and in the
 * inclusion test. What this does not cover: where rounding moves a root by more than E_tol, which needs a
 * cubic that is flat there (nearly a triple root), a contact at the very border of a face or an edge can be
 * missed, and any time can be off.
 *
 * Vectors do the usual case of many queries (fast_kernel.h); what they leave open is searched here, one by
 * one.
 */
#include "fast.h"
#include "fast_batch.h"
#include "inclusion.h"
#include "linear.h"
#include "roots.h"
#include <float.h>
#include <math.h>
#include <string.h>

/* A root takes at most 8 x 1,075 iterations (roots.c), and four on average. There are at most three roots of
 * the cubic, or two of each of four quadratics. */
enum { FAST_MAX_ITER = 8 * 1075 * 8 };

enum fast_stage { STAGE_NO_ROOT, STAGE_AREA, STAGE_REDUCED, STAGE_UNRESOLVED };
const char *const linear_fast_stages[] = {"no_root", "area", "reduced", "unresolved", NULL};

struct fast_search {
    struct linear_motion m;
    unsigned type;
    double tmax, tol, size; /* size: no distance between points is larger, for t in [0, 1] */
    bool all;               /* count all contact roots; else stop at the first */
    struct root_work work;
    enum fast_stage stage; /* which has decided */
    int contacts;
    double first; /* time of the earliest contact */
};

static void test_inclusion(struct fast_search *s, double t)
{
    if (s->contacts && !s->all && t >= s->first) return;
    if (!linear_inclusion(&s->m, s->type, t, s->tol, s->size)) return;
    if (!s->contacts || t < s->first) s->first = t;
    s->contacts++;
}

/* Tests the roots of a polynomial in ascending order. */
static void test_roots(struct fast_search *s, const double c[4], double error)
{
    struct root_walk walk;
    double t;
    root_walk_begin(&walk, c, error, s->tmax, s->tol, &s->work);
    for (;;) {
        enum root_step step = root_walk_next(&walk, &t);
        if (step == ROOT_BUDGET_SPENT) s->stage = STAGE_UNRESOLVED;
        if (step != ROOT_FOUND) return;
        if (s->stage == STAGE_NO_ROOT) s->stage = STAGE_AREA;
        test_inclusion(s, t);
        if (s->contacts && !s->all && t >= s->first) return;
    }
}

/* |d| + |v|: no component of d + t v with t in [0, 1] is larger. */
static struct vec3 reach(struct vec3 d, struct vec3 v)
{
    return (struct vec3){fabs(d.x) + fabs(v.x), fabs(d.y) + fabs(v.y), fabs(d.z) + fabs(v.z)};
}

/* The cross product with all its terms added up. */
static struct vec3 cross_permanent(struct vec3 a, struct vec3 b)
{
    return (struct vec3){a.y * b.z + a.z * b.y, a.z * b.x + a.x * b.z, a.x * b.y + a.y * b.x};
}

/* Rounding bounds, u = 2^-53. Against their exact values d is off by u|d| and v by 2u(|d| + |v|), so each
 * factor d + t v by 3u(|d| + |v|). The expanded polynomial in t in [0, 1] has terms whose absolute values add
 * up to at most the permanent P of the |d| + |v|. For the cubic three factors give 9uP, and no term passes
 * more than 7 roundings on the way into a coefficient and 6 in Horner's scheme: 22uP to first order. For a
 * component of the collinearity quadratic: 6uP, 3 and 4: 13uP. Both are less than 32uP, for a single
 * coefficient too. (Single products that underflow are not
 * counted in.) */
static double rounding(double permanent)
{
    return FAST_ROUNDING * permanent;
}

static bool all_zero(const double c[4], double error)
{
    return fabs(c[0]) <= error && fabs(c[1]) <= error && fabs(c[2]) <= error && fabs(c[3]) <= error;
}

/* Times at which a moving point d + t v comes to the origin: at most one unless it stays there. */
static void test_meeting(struct fast_search *s, struct vec3 d, struct vec3 v)
{
    double speed2 = vec3_dot(v, v);
    if (!(speed2 > 0)) return;
    double t = -vec3_dot(d, v) / speed2;
    if (!(t >= -s->tol && t <= s->tmax + s->tol)) return;
    test_inclusion(s, t < 0 ? 0 : t > s->tmax ? s->tmax : t);
}

/* Section 4.2.1: the point against the edge ab, both seen from the point. When they touch all three
 * components of a(t) cross b(t) are 0 (Eq. 10); the largest one has the best defined roots. When all are 0
 * all the time, the point stays on the edge's line and comes to the edge at an end of it. */
static void test_point_edge(struct fast_search *s, struct vec3 a, struct vec3 va, struct vec3 b,
                            struct vec3 vb)
{
    struct vec3 n0 = vec3_cross(a, b), n2 = vec3_cross(va, vb);
    struct vec3 n1 = vec3_add(vec3_cross(a, vb), vec3_cross(va, b));
    struct vec3 p = cross_permanent(reach(a, va), reach(b, vb));
    double c[3][4] = {{n0.x, n1.x, n2.x, 0}, {n0.y, n1.y, n2.y, 0}, {n0.z, n1.z, n2.z, 0}};
    double error[3] = {rounding(p.x), rounding(p.y), rounding(p.z)};
    double size, largest_size = 0;
    int largest = -1;
    for (int i = 0; i < 3; i++) {
        size = fabs(c[i][0]) + fabs(c[i][1]) + fabs(c[i][2]);
        if (all_zero(c[i], error[i]) || size <= largest_size) continue;
        largest_size = size;
        largest = i;
    }
    if (largest >= 0) {
        test_roots(s, c[largest], error[largest]);
        return;
    }
    test_meeting(s, a, va);
    test_meeting(s, b, vb);
}

/* Point `point` against the edge of two others, all numbered as in the query. */
static void test_corner_edge(struct fast_search *s, int point, int from, int to)
{
    struct vec3 zero = {0, 0, 0}, d[4] = {zero, s->m.d[0], s->m.d[1], s->m.d[2]};
    struct vec3 v[4] = {zero, s->m.v[0], s->m.v[1], s->m.v[2]};
    test_point_edge(s, vec3_sub(d[from], d[point]), vec3_sub(v[from], v[point]), vec3_sub(d[to], d[point]),
                    vec3_sub(v[to], v[point]));
}

/* The four points are coplanar all the time: they touch first at t = 0, or when a point comes to an edge. At
 * each such time the inclusion test of the whole pair decides. */
static void test_reduced(struct fast_search *s)
{
    static const int vf[][3] = {{0, 1, 2}, {0, 2, 3}, {0, 3, 1}};
    static const int ee[][3] = {{0, 2, 3}, {1, 2, 3}, {2, 0, 1}, {3, 0, 1}};
    s->stage = STAGE_REDUCED;
    s->all = false;
    test_inclusion(s, 0);
    if (s->contacts) return;
    if (s->type == CCDQ_VF)
        for (int i = 0; i < 3; i++) test_corner_edge(s, vf[i][0], vf[i][1], vf[i][2]);
    else
        for (int i = 0; i < 4; i++) test_corner_edge(s, ee[i][0], ee[i][1], ee[i][2]);
}

/* No distance between two points is larger for t in [0, 1], and no relative speed: the reach of all three
 * points from point 0. */
static inline double size_of(const struct linear_motion *m, struct vec3 r[3])
{
    double size = 0;
    for (int i = 0; i < 3; i++) {
        r[i] = reach(m->d[i], m->v[i]);
        size += r[i].x + r[i].y + r[i].z;
    }
    return size;
}

/* Products of up to six lengths must neither overflow nor underflow: scales a motion that is too large or too
 * small for that by a power of two, which changes nothing else. Returns the size, and the reach of each
 * point. */
static double fit_scale(struct linear_motion *m, const struct ccdq_query *q, struct vec3 r[3])
{
    double size = size_of(m, r);
    int exponent;
    if ((size >= FAST_LEAST_SIZE && size <= FAST_MOST_SIZE) || size == 0) return size;
    if (!(size <=
          DBL_MAX)) { /* the differences have overflowed; those that matter are near the largest double */
        struct ccdq_query scaled = *q;
        for (int i = 0; i < 24; i++) scaled.x[i / 3][i % 3] *= 0x1p-600;
        linear_motion_of(&scaled, m);
        size = size_of(m, r);
    }
    frexp(size, &exponent);
    for (int i = 0; i < 3; i++) {
        struct vec3 *d = &m->d[i], *v = &m->v[i];
        *d = (struct vec3){ldexp(d->x, -exponent), ldexp(d->y, -exponent), ldexp(d->z, -exponent)};
        *v = (struct vec3){ldexp(v->x, -exponent), ldexp(v->y, -exponent), ldexp(v->z, -exponent)};
    }
    return size_of(m, r);
}

static void search(struct fast_search *s, const struct ccdq_query *q,
                   const struct ccdq_linear_options *options, bool all)
{
    *s = (struct fast_search){.type = q->type, .tmax = options->tmax, .all = all};
    s->tol = options->tol < 0 ? LINEAR_FAST_TOL : options->tol;
    s->work.limit = options->max_iter ? options->max_iter : FAST_MAX_ITER;
    linear_motion_of(q, &s->m);
    struct vec3 r[3];
    s->size = fit_scale(&s->m, q, r);
    double f[4], error = rounding(vec3_dot(cross_permanent(r[0], r[1]), r[2]));
    linear_coplanarity(&s->m, f);
    if (all_zero(f, error))
        test_reduced(s);
    else
        test_roots(s, f, error);
}

/* ---- Many queries ---- */

static fast_kernel *kernel_for(unsigned simd)
{
    switch (ccdq_simd_chosen(simd)) {
#ifdef __x86_64__
    case CCDQ_SIMD_AVX512:
        return linear_fast_avx512;
    case CCDQ_SIMD_AVX2:
        return linear_fast_avx2;
#endif
    default:
        return linear_fast_portable;
    }
}

/* What vectors can do for the first of n queries. They keep no count of iterations. */
static void begin(const struct ccdq_query *q, size_t n, const struct ccdq_linear_options *options,
                  struct fast_batch *batch)
{
    if (options->max_iter)
        memset(batch->open, 1, n);
    else
        kernel_for(options->simd)(q, n, options->tmax, options->tol < 0 ? LINEAR_FAST_TOL : options->tol,
                                  batch);
}

void linear_fast_roots(const struct ccdq_query *q, size_t n, const struct ccdq_linear_options *options,
                       int *roots)
{
    struct fast_batch batch;
    for (size_t from = 0; from < n; from += FAST_CHUNK) {
        size_t some = n - from < FAST_CHUNK ? n - from : FAST_CHUNK;
        begin(q + from, some, options, &batch);
        for (size_t i = 0; i < some; i++) {
            struct fast_search s;
            roots[from + i] = 0;
            if (!batch.open[i]) continue;
            search(&s, &q[from + i], options, true);
            roots[from + i] = s.stage == STAGE_UNRESOLVED ? -1 : s.contacts;
        }
    }
}

/* A root is known to within tol, and what passes the inclusion test is not proven to touch: the earliest time
 * is not before root - tol (to rounding), and has no upper bound. */
static enum fast_stage solve_open(const struct ccdq_query *q, const struct ccdq_linear_options *options,
                                  struct ccdq_result *r)
{
    struct fast_search s;
    search(&s, q, options, false);
    result_set_free(r, q->id, CCDQ_METHOD_FAST, 0, s.work.evals);
    if (s.stage == STAGE_UNRESOLVED)
        linear_set_budget_spent(r);
    else if (s.contacts)
        linear_set_contact(r, &s.m, s.type, s.first, s.first > s.tol ? s.first - s.tol : 0);
    return s.stage;
}

static void solve_chunk(const struct ccdq_query *q, size_t n, const struct ccdq_linear_options *options,
                        struct ccdq_result *r, struct ccdq_workspace *ws)
{
    struct fast_batch batch;
    begin(q, n, options, &batch);
    for (size_t i = 0; i < n; i++) {
        enum fast_stage stage = STAGE_NO_ROOT;
        if (batch.open[i]) {
            stage = solve_open(&q[i], options, &r[i]);
        } else {
            if (batch.root[i]) stage = STAGE_AREA;
            result_set_free(&r[i], q[i].id, CCDQ_METHOD_FAST, 0, batch.evals[i]);
        }
        linear_count(ws, STAGE_NO_ROOT, stage == STAGE_NO_ROOT);
        if (stage != STAGE_NO_ROOT) linear_count(ws, (int)stage, 1);
    }
}

void linear_fast(const struct ccdq_query *q, size_t n, const struct ccdq_linear_options *options,
                 struct ccdq_result *r, struct ccdq_workspace *ws)
{
    for (size_t i = 0, end; i < n; i = end) {
        for (end = i; end < n && end - i < FAST_CHUNK && linear_finite(&q[end]);) end++;
        if (end > i)
            solve_chunk(q + i, end - i, options, r + i, ws);
        else
            result_set_invalid(&r[i], q[end++].id, CCDQ_METHOD_FAST);
    }
}
