/* What the author of a scene knows, against what was found. */
#include "../scene/bracket_rows.h"
#include "scene.h"
#include <stdlib.h>

/* ---- Sets of contact points ---- */

enum { MOST_SAMPLES = 1024 }; /* along each parameter */

/* A point of the set at fractions of its parameters; false: it has none there. */
static bool set_point(const struct scene_face *set, double u, double v, double t, double x[3],
                      struct bracket_work *work)
{
    const struct interval uv[2] = {interval_of(set->u.lo + u * (set->u.hi - set->u.lo)),
                                   interval_of(set->v.lo + v * (set->v.hi - set->v.lo))};
    struct bracket_jet point[3];
    if (bracket_face(set, uv, interval_of(t), false, point, work)) return false;
    for (int k = 0; k < 3; k++) x[k] = interval_middle(point[k].value);
    return true;
}

static double distance(const double a[3], const double b[3])
{
    double square = 0;
    for (int k = 0; k < 3; k++) square += (a[k] - b[k]) * (a[k] - b[k]);
    return sqrt(square);
}

/* How long the set is along one parameter, at some values of the other: as many steps make each of them short
 * enough. */
static int steps_along(const struct scene_face *set, int parameter, double t, double step,
                       struct bracket_work *work)
{
    enum { LINES = 9, PARTS = 64 };
    double most = 0;
    for (int line = 0; line < LINES; line++) {
        double x[2][3], longest = 0;
        bool before = false;
        for (int i = 0; i <= PARTS; i++) {
            const double along = (double)i / PARTS, other = (double)line / (LINES - 1);
            const bool now = parameter ? set_point(set, other, along, t, x[i & 1], work)
                                       : set_point(set, along, other, t, x[i & 1], work);
            if (now && before) longest = greatest(longest, distance(x[0], x[1]));
            before = now;
        }
        most = greatest(most, longest * PARTS);
    }
    const double steps = ceil(most / step);
    return steps < 1 ? 1 : steps < MOST_SAMPLES ? (int)steps : MOST_SAMPLES;
}

/* How far each contact is from the set, so far, and the part of the set that is farthest from all contacts.
 */
struct coverage {
    double *away;
    double worst;
};

static void cover(const struct scene_judge *judge, const struct scene_claim *claim, const double x[3],
                  struct coverage *coverage)
{
    double nearest = INFINITY;
    for (size_t i = 0; i < claim->contacts; i++) {
        const struct ccdq_contact *c = &claim->contact[i];
        if (scene_is_overlap(c)) continue;
        const double d = distance(x, c->x);
        nearest = least(nearest, d);
        coverage->away[i] = least(coverage->away[i], d);
    }
    coverage->worst = greatest(coverage->worst, nearest);
    judge->tally->sampled++;
}

static void sample_set(const struct scene_judge *judge, const struct scene_claim *claim,
                       const struct scene_face *set, double step, struct coverage *coverage)
{
    struct bracket_work work = {0};
    const double t = claim->result->toi_lo;
    const int m = steps_along(set, 0, t, step, &work), n = steps_along(set, 1, t, step, &work);
    for (int i = 0; i <= m; i++)
        for (int j = 0; j <= n; j++) {
            double x[3];
            if (set_point(set, (double)i / m, (double)j / n, t, x, &work)) cover(judge, claim, x, coverage);
        }
    bracket_work_free(&work);
}

/* The separation at most; of the pairs that touch the largest. */
static double separation(const struct scene_judge *judge, const struct scene_claim *claim)
{
    double most = 0;
    if (judge->rules->separation > 0) return judge->rules->separation;
    if (claim->scene->separation > 0) return claim->scene->separation;
    for (size_t i = 0; i < claim->contacts; i++) {
        const uint32_t pair = scene_pair_of(claim, &claim->contact[i]);
        if (pair != UINT32_MAX) most = greatest(most, 0.02 * scene_pair_size(claim->scene, pair).hi);
    }
    return most;
}

static bool check_sets(const struct scene_judge *judge, const struct scene_claim *claim)
{
    const struct scene_expected *expected = &claim->scene->expected;
    const double d = separation(judge, claim), step = 0.25 * d;
    struct coverage coverage = {.away = malloc((claim->contacts + 1) * sizeof *coverage.away)};
    if (!coverage.away) return false;
    for (size_t i = 0; i < claim->contacts; i++) coverage.away[i] = INFINITY;
    for (size_t i = 0; i < expected->sets; i++) sample_set(judge, claim, &expected->set[i], step, &coverage);
    if (!(coverage.worst <= 2 * d))
        scene_complain_about(judge, SCENE_UNCOVERED, claim, NULL, coverage.worst, 2 * d);
    for (size_t i = 0; i < claim->contacts; i++)
        if (!scene_is_overlap(&claim->contact[i]) && !(coverage.away[i] <= 2 * d + step))
            scene_complain_about(judge, SCENE_STRAY, claim, &claim->contact[i], coverage.away[i], 2 * d);
    free(coverage.away);
    return true;
}

/* ---- Times and numbers ---- */

/* Both are intervals that hold t* for certain: they meet. */
static void check_time(const struct scene_judge *judge, const struct scene_claim *claim)
{
    const struct ccdq_result *r = claim->result;
    const struct interval time = claim->scene->expected.time;
    if (!(r->toi_lo <= time.hi))
        scene_complain_about(judge, SCENE_EXPECTED_TIME, claim, NULL, r->toi_lo, time.hi);
    else if (!(r->toi_hi >= time.lo))
        scene_complain_about(judge, SCENE_EXPECTED_TIME, claim, NULL, r->toi_hi, time.lo);
}

bool verify_scene_expected(const struct scene_judge *judge, const struct scene_claim *claim)
{
    const struct scene_expected *e = &claim->scene->expected;
    const struct ccdq_result *r = claim->result;
    size_t overlaps = 0;
    for (size_t i = 0; i < claim->contacts; i++) overlaps += scene_is_overlap(&claim->contact[i]);
    const size_t points = claim->contacts - overlaps;
    judge->tally->expected += e->time_known || e->free || e->overlap || e->points || e->sets;
    if (e->overlap && !overlaps) scene_complain_about(judge, SCENE_EXPECTED_OVERLAP, claim, NULL, NAN, NAN);
    if (e->free && r->verdict == CCDQ_HIT)
        scene_complain_about(judge, SCENE_EXPECTED_FREE, claim, NULL, r->toi_lo, INFINITY);
    if (e->time_known) check_time(judge, claim);
    if (r->verdict == CCDQ_UNRESOLVED) return true; /* not all of them may be there */
    if (e->points && points != e->points)
        scene_complain_about(judge, SCENE_EXPECTED_POINTS, claim, NULL, (double)points, (double)e->points);
    if (e->sets && !points) scene_complain_about(judge, SCENE_UNCOVERED, claim, NULL, INFINITY, 0);
    return !e->sets || !points || check_sets(judge, claim);
}
