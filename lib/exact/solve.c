/* Whether, when, and how often a pair touches.
 *
 * Candidates are finitely many times among which all that matters happens.
 *
 * If the coplanarity determinant F is not identically 0, they are its roots in [0, tmax]: two primitives that
 * share a point have their four points in a plane (the point is in the plane of a face and its own, or in a
 * plane through two edges that meet), so all contacts are among at most three times.
 *
 * If F is identically 0, the four points always lie in a plane. Over all real t, the set C of contact times
 * is closed. Candidates are 0 and the roots of one polynomial for each incidence: a component of its side
 * that is not identically 0; else its dot. Each boundary point t of C is among them:
 *   1. At t a point lies on an edge of the other primitive. Otherwise the contact would be in the interior of
 *      a face that has an area, or inside both of two edges that are not parallel (parallel ones that touch,
 *      and edges that are a point, have an end in common with the other edge). Barycentric coordinates or
 *      parameters are then continuous near t and strictly inside their range, and as the points stay in a
 *      plane they stand for a contact there as well: t would be inside C.
 *   2. The times of an incidence that holds at t belong to C, so t is not inside the set of them either. If
 *      the side is not identically 0, t is a root of each component. If it is, the incidence holds where dot
 *      <= 0, and t, not inside this set, is a root of dot, which is not identically 0.
 * So the earliest contact in [0, tmax] is 0 or a candidate, and between two candidates in succession either
 * all times are in contact or none is.
 */
#include "../num/extremes.h"
#include "exact.h"
#include <float.h>
#include <math.h>
#include <stdlib.h>

/* ---- State ---- */

struct exact_state *exact_state_new(void)
{
    struct exact_state *st = malloc(sizeof *st);
    if (!st) return NULL;
    mpz_inits(st->tmax, st->separation, NULL);
    for (int i = 0; i < 24; i++) mpz_init(st->x[i / 6][i / 3 % 2][i % 3]);
    for (int i = 0; i < MAX_INCIDENCES; i++) {
        for (int k = 0; k < 3; k++) poly_init(&st->side[i][k]);
        poly_init(&st->dot[i]);
    }
    for (int i = 0; i < MAX_TIMES; i++) {
        root_init(&st->pool[i]);
        st->times[i] = &st->pool[i];
    }
    for (int i = 0; i < MAX_FEATURES; i++) {
        poly_init(&st->feature[i].gap);
        for (int j = 0; j < MAX_CONDITIONS; j++) poly_init(&st->feature[i].condition[j]);
    }
    root_init(&st->between);
    poly_init(&st->f);
    poly_init(&st->g);
    mpz_inits(st->u[0], st->u[1], st->v[0], st->v[1], NULL);
    root_scratch_init(&st->scratch);
    return st;
}

void exact_state_free(struct exact_state *st)
{
    if (!st) return;
    mpz_clears(st->tmax, st->separation, NULL);
    for (int i = 0; i < 24; i++) mpz_clear(st->x[i / 6][i / 3 % 2][i % 3]);
    for (int i = 0; i < MAX_INCIDENCES; i++) {
        for (int k = 0; k < 3; k++) poly_clear(&st->side[i][k]);
        poly_clear(&st->dot[i]);
    }
    for (int i = 0; i < MAX_TIMES; i++) root_clear(&st->pool[i]);
    for (int i = 0; i < MAX_FEATURES; i++) {
        poly_clear(&st->feature[i].gap);
        for (int j = 0; j < MAX_CONDITIONS; j++) poly_clear(&st->feature[i].condition[j]);
    }
    root_clear(&st->between);
    poly_clear(&st->f);
    poly_clear(&st->g);
    mpz_clears(st->u[0], st->u[1], st->v[0], st->v[1], NULL);
    root_scratch_clear(&st->scratch);
    free(st);
}

/* ---- Candidates ---- */

/* Inserts the roots of f, which is spoilt. */
static void insert_roots(struct exact_state *st, struct poly *f)
{
    int from = st->count, n = root_isolate(f, st->times + from, &st->scratch);
    for (int i = 0; i < n; i++) times_insert(st, from + i);
}

/* The polynomial whose roots are the candidates of an incidence. */
static const struct poly *event(struct exact_state *st, int i)
{
    for (int k = 0; k < 3; k++)
        if (incidence_side(st, i, k)->degree >= 0) return incidence_side(st, i, k);
    return incidence_dot(st, i);
}

/* Makes times the candidates in [0, 1]. Returns whether F is identically 0. */
static bool find_candidates(struct exact_state *st)
{
    st->count = 0;
    coplanarity(st, &st->f);
    if (st->f.degree >= 0) {
        insert_roots(st, &st->f);
        return false;
    }
    times_insert_end(st, 0);
    for (int i = 0; i < incidences_of_type(st->type); i++) {
        poly_copy(&st->f, event(st, i));
        if (st->f.degree >= 0) insert_roots(st, &st->f);
    }
    return true;
}

/* Whether the pair is in contact between two candidates, when F is identically 0. */
static bool touches_between(struct exact_state *st)
{
    struct contact contact;
    times_insert_end(st, 1);
    for (int i = 1; i < st->count; i++) {
        root_between(&st->between, st->times[i - 1], st->times[i], &st->scratch);
        if (contact_at(st, &st->between, &contact)) return true;
    }
    return false;
}

/* ---- Answers ---- */

/* Whether, when, and how often two primitives share a point. */
static void solve_contact(struct exact_state *st, unsigned want, struct ccdq_exact_answer *answer)
{
    struct contact contact;
    bool flat = find_candidates(st);
    for (int i = 0; i < st->count; i++) {
        struct root *time = st->times[i];
        if (!contact_at(st, time, &contact)) continue;
        if (answer->verdict == CCDQ_FREE && (want & CCDQ_WANT_TOI)) {
            times_to_units(st, time, &answer->toi_lo, &answer->toi_hi);
            contact_parameters(st, time, &contact, answer->w);
            answer->at_start = times_is_start(time);
        }
        answer->verdict = CCDQ_HIT;
        if (!(want & CCDQ_WANT_ROOTS)) return;
        answer->roots++;
    }
    if (flat && answer->verdict == CCDQ_HIT && touches_between(st)) answer->roots = CCDQ_ROOTS_INTERVAL;
}

void ccdq_exact_solve(const struct ccdq_query *q, double tmax, unsigned want,
                      struct ccdq_exact_answer *answer, struct ccdq_workspace *ws)
{
    struct exact_state *st = ws->exact;
    *answer = (struct ccdq_exact_answer){.verdict = CCDQ_INVALID};
    if (!ccdq_type_points(q->type) || !points_finite(q)) return;
    if (!(q->min_sep >= 0 && q->min_sep <= DBL_MAX) || !(tmax > 0 && tmax <= 1)) return;
    answer->verdict = CCDQ_FREE;
    if (points_separated(q)) return;
    points_set(st, q, tmax);
    (q->min_sep > 0 ? solve_separation : solve_contact)(st, want, answer);
}

void ccdq_exact_times(const struct ccdq_exact_answer *a, double tmax, double *lo, double *hi)
{
    *lo = *hi = a->verdict == CCDQ_FREE ? INFINITY : NAN;
    if (a->verdict != CCDQ_HIT) return;
    /* the nearest doubles, and the next ones where these are on the wrong side; at most 2^62, so the way back
     * to integers is exact */
    double l = (double)a->toi_lo, h = (double)a->toi_hi;
    if ((uint64_t)l > a->toi_lo) l = nextafter(l, 0);
    if ((uint64_t)h < a->toi_hi) h = nextafter(h, INFINITY);
    *lo = ldexp(l, -62);
    *hi = min_of(ldexp(h, -62), tmax);
}
