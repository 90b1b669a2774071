/* Whether, when, and how often a pair is not farther apart than its minimum separation D > 0.
 *
 * The features of a pair are its pairs of: a point of each primitive; a point of one and an edge of the other
 * (an incidence of contact.c); the vertex and the face, or the two edges. To each belongs a distance, that of
 * the two points, or of the point, line or plane from the other line or point, and conditions under which it
 * is one of two points of the primitives themselves:
 *
 *   points     distance^2 = |p - q|^2                         always
 *   edge       distance^2 = |(e0 - p) x (e1 - p)|^2 / |e|^2    |e|^2 > 0, the foot of p is on the edge
 *   plane      distance^2 = F^2 / |M|^2                        |M|^2 > 0, the feet are in the face, on both
 * edges
 *
 * with F and M as in contact.c: M is the sum of the sides of the first three (two) incidences, the normal of
 * the face (the common normal of the edges) but for the sign, and F is M times the vector from one primitive
 * to the other. Let p' be the point moved along M into the plane of the face, or the edge moved along M so
 * that the four points lie in a plane. That changes a side by a vector orthogonal to M, so side . M is what
 * it is there: |M|^2 times a barycentric coordinate, or times a parameter (or 1 minus it) of the point where
 * the lines meet. The foot is inside if and only if no side . M is negative.
 *
 * The distance of the pair is the least distance of the features whose conditions hold. It is not less than
 * that, as each of these belongs to two points of the primitives. And it is one of them, even of a feature
 * whose conditions hold strictly: feet strictly inside. For take the closest points x, y and let them lie in
 * the interiors of the smallest features that hold them, a face or edge that is degenerate at this time being
 * the union of its edges or ends. x - y is then orthogonal to the lines and planes of both. That is one of
 * the features above, but where one is an edge parallel to the other edge; then x and y can be moved along
 * both with the same distance until one of them gets to an end.
 *
 * Let g be D^2 times the denominator - the numerator, a polynomial of degree at most 2, 4, 6 in t; the pair
 * is in contact, the distance not above D, if and only if g >= 0 for a feature whose conditions hold. The set
 * C of contact times (over all real t) is closed, since the distance is continuous. Let t be a boundary point
 * of C. There the distance is D, by continuity. Take a feature whose conditions hold strictly and whose
 * distance is D: g(t) = 0, and around t the conditions go on to hold. g is not identically 0, or all times
 * around t would be in C. So t is a root of a g that is not identically 0 at which the feature's conditions
 * hold. Call such roots candidates; all of them belong to C. Hence: The first contact in [0, tmax] is 0 if 0
 * belongs to C, else the first candidate. Between two candidates in succession, or a candidate and an end of
 * time, all times are in C or none is.
 */
#include "exact.h"
#include "../num/complement.h"

enum kind { POINTS, EDGE, PLANE };

/* An incidence gives points (p and the end e0, or e1) and edges. */
static const struct feature {
    unsigned char kind, incidence, end;
} features[][MAX_FEATURES] = {
    [CCDQ_VF] = {{POINTS, 0, 0},
                 {POINTS, 1, 0},
                 {POINTS, 2, 0},
                 {EDGE, 0, 0},
                 {EDGE, 1, 0},
                 {EDGE, 2, 0},
                 {PLANE, 0, 0}},
    [CCDQ_EE] = {{POINTS, 0, 0},
                 {POINTS, 1, 0},
                 {POINTS, 2, 0},
                 {POINTS, 3, 0},
                 {EDGE, 0, 0},
                 {EDGE, 1, 0},
                 {EDGE, 2, 0},
                 {EDGE, 3, 0},
                 {PLANE, 0, 0}},
    [CCDQ_PE] = {{POINTS, 0, 0}, {POINTS, 0, 1}, {EDGE, 0, 0}},
    [CCDQ_PP] = {{POINTS, 0, 0}},
};
static const unsigned char counts[] = {[CCDQ_VF] = 7, [CCDQ_EE] = 9, [CCDQ_PE] = 3, [CCDQ_PP] = 1};

/* Which condition is which: the denominator, which must be positive, is the first; the others must not be
 * negative. Of an edge: (p - e0) . e and (e1 - p) . e. Of a plane: side i . M. */
enum { DENOMINATOR, FROM_E0, FROM_E1, SIDES = 1 };

static int count_conditions(const struct exact_state *st, enum kind kind)
{
    return kind == POINTS ? 0 : kind == EDGE ? 3 : SIDES + incidences_of_type(st->type);
}

/* ---- Polynomials ---- */

/* f = component k of M. */
static void set_normal(struct exact_state *st, struct poly *f, int k)
{
    poly_set_zero(f);
    for (int i = 0; i < (st->type == CCDQ_VF ? 3 : 2); i++) {
        const struct poly *side = incidence_side(st, i, k);
        for (int j = 0; j <= side->degree; j++) mpz_add(f->c[j], f->c[j], side->c[j]);
    }
    poly_trim(f);
}

/* f = |M|^2 */
static void set_normal_square(struct exact_state *st, struct poly *f)
{
    poly_set_zero(f);
    for (int k = 0; k < 3; k++) {
        set_normal(st, &st->g, k);
        poly_add_product(f, 1, &st->g, &st->g);
    }
}

static void set_gap(struct exact_state *st, const struct feature *of, struct poly *gap)
{
    const struct incidence *at = incidence(st->type, of->incidence);
    const int end = of->end ? at->e1 : at->e0;
    switch (of->kind) {
    case POINTS:
        dot_product(st, gap, at->p, end, end, at->p);
        mpz_add(gap->c[0], gap->c[0], st->separation);
        poly_trim(gap);
        break;
    case EDGE:
        dot_product(st, gap, at->e1, at->e0, at->e1, at->e0);
        poly_scale(gap, st->separation);
        for (int k = 0; k < 3; k++) {
            const struct poly *side = incidence_side(st, of->incidence, k);
            poly_add_product(gap, -1, side, side);
        }
        break;
    default:
        set_normal_square(st, gap);
        poly_scale(gap, st->separation);
        coplanarity(st, &st->f);
        poly_add_product(gap, -1, &st->f, &st->f);
    }
}

static void set_conditions(struct exact_state *st, const struct feature *of, struct poly *condition)
{
    const struct incidence *at = incidence(st->type, of->incidence);
    if (of->kind == EDGE) {
        dot_product(st, &condition[DENOMINATOR], at->e1, at->e0, at->e1, at->e0);
        dot_product(st, &condition[FROM_E0], at->p, at->e0, at->e1, at->e0);
        dot_product(st, &condition[FROM_E1], at->e1, at->p, at->e1, at->e0);
        return;
    }
    set_normal_square(st, &condition[DENOMINATOR]);
    for (int i = 0; i < incidences_of_type(st->type); i++) poly_set_zero(&condition[SIDES + i]);
    for (int k = 0; k < 3; k++) {
        set_normal(st, &st->g, k);
        for (int i = 0; i < incidences_of_type(st->type); i++)
            poly_add_product(&condition[SIDES + i], 1, incidence_side(st, i, k), &st->g);
    }
}

/* ---- One feature ---- */

/* The polynomials of the conditions of feature i; they are computed when they are first asked for. */
static const struct poly *conditions(struct exact_state *st, int i)
{
    struct feature_state *feature = &st->feature[i];
    if (!feature->has_conditions) set_conditions(st, &features[st->type][i], feature->condition);
    feature->has_conditions = true;
    return feature->condition;
}

/* Whether the conditions of feature i hold. */
static bool holds(struct exact_state *st, int i, struct root *time)
{
    const int n = count_conditions(st, features[st->type][i].kind);
    for (int j = 0; j < n; j++)
        if (root_sign(time, &conditions(st, i)[j], &st->scratch) < (j == DENOMINATOR)) return false;
    return true;
}

/* Whether feature i has points in contact. */
static bool in_contact(struct exact_state *st, int i, struct root *time)
{
    return root_sign(time, &st->feature[i].gap, &st->scratch) >= 0 && holds(st, i, time);
}

/* The parameters of the feet of feature i, whose conditions hold. */
static void set_parameters(struct exact_state *st, int i, struct root *time, double w[4])
{
    const struct feature *of = &features[st->type][i];
    const struct poly *condition = of->kind == POINTS ? NULL : conditions(st, i);
    struct root_scratch *s = &st->scratch;
    w[0] = w[1] = w[2] = w[3] = 0;
    if (of->kind == POINTS) {
        contact_parameters_of_incidence(st->type, of->incidence, of->end, w);
    } else if (of->kind == EDGE) {
        const double along = root_ratio(time, &condition[FROM_E0], &condition[DENOMINATOR], s);
        contact_parameters_of_incidence(st->type, of->incidence, along, w);
    } else {
        w[0] = root_ratio(time, &condition[SIDES + 2], &condition[DENOMINATOR], s);
        w[1] = root_ratio(time, &condition[SIDES + 0], &condition[DENOMINATOR], s);
        if (st->type == CCDQ_VF && w[1] > complement(w[0])) w[1] = complement(w[0]);
    }
}

/* ---- All features ---- */

/* product = D^2 - distance^2 of feature i at t = 0, times the denominators of i and j. */
static void set_depth_at_start(struct exact_state *st, mpz_t product, int i, int j)
{
    mpz_set(product, st->feature[i].gap.c[0]);
    if (features[st->type][j].kind != POINTS) mpz_mul(product, product, conditions(st, j)[DENOMINATOR].c[0]);
}

/* The feature with the least distance at t = 0, or -1 if none has points in contact. */
static int closest_at_start(struct exact_state *st, struct root *start)
{
    int best = -1;
    for (int i = 0; i < counts[st->type]; i++) {
        if (!in_contact(st, i, start)) continue;
        if (best >= 0) {
            set_depth_at_start(st, st->u[0], i, best);
            set_depth_at_start(st, st->u[1], best, i);
        }
        if (best < 0 || mpz_cmp(st->u[0], st->u[1]) > 0) best = i;
    }
    return best;
}

/* Inserts the candidates of feature i. Returns whether one of them became the first time of all. */
static bool insert_candidates(struct exact_state *st, int i)
{
    bool is_first = false;
    if (st->feature[i].gap.degree < 1) return false; /* no roots, or not a candidate */
    poly_copy(&st->f, &st->feature[i].gap);
    const int from = st->count, n = root_isolate(&st->f, st->times + from, &st->scratch);
    for (int j = from; j < from + n; j++) {
        struct root *time = st->times[j];
        if (!holds(st, i, time)) continue;
        times_insert(st, j);
        is_first |= st->times[0] == time;
    }
    return is_first;
}

/* Whether the pair is in contact between two times in succession, or between one and an end. */
static bool touches_between(struct exact_state *st)
{
    times_insert_end(st, 0);
    times_insert_end(st, 1);
    for (int j = 1; j < st->count; j++) {
        root_between(&st->between, st->times[j - 1], st->times[j], &st->scratch);
        for (int i = 0; i < counts[st->type]; i++)
            if (in_contact(st, i, &st->between)) return true;
    }
    return false;
}

/* Finds the times: 0 where the pair is in contact then, and candidates, as many as are wanted. Returns the
 * feature of the first of them. */
static int find_times(struct exact_state *st, unsigned want)
{
    st->count = 0;
    root_set_exact(&st->between, 0);
    int first = closest_at_start(st, &st->between);
    if (first >= 0) times_insert_end(st, 0);
    if (first >= 0 && !(want & CCDQ_WANT_ROOTS)) return first;
    for (int i = 0; i < counts[st->type]; i++) {
        if (insert_candidates(st, i)) first = i;
        if (want == CCDQ_WANT_VERDICT && st->count) break;
    }
    return first;
}

void solve_separation(struct exact_state *st, unsigned want, struct ccdq_exact_answer *answer)
{
    for (int i = 0; i < counts[st->type]; i++) {
        set_gap(st, &features[st->type][i], &st->feature[i].gap);
        st->feature[i].has_conditions = false;
    }
    const int first = find_times(st, want);
    if (!st->count) return;
    answer->verdict = CCDQ_HIT;
    if (want & CCDQ_WANT_TOI) {
        times_to_units(st, st->times[0], &answer->toi_lo, &answer->toi_hi);
        set_parameters(st, first, st->times[0], answer->w);
        answer->at_start = times_is_start(st->times[0]);
    }
    if (want & CCDQ_WANT_ROOTS) {
        const int count = st->count;
        answer->roots = touches_between(st) ? CCDQ_ROOTS_INTERVAL : count;
    }
}
