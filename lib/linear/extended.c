/* The stage of `certified` for what doubles leave undecided: exact signs of integers of a fixed width.
 *
 * F = (A x B) . C vanishes at each contact (certified.c). Its Bernstein coefficients over an interval whose
 * ends are rational are integers but for a common factor, so their signs are known, zeros included.
 *
 * Roots. Zeros among the first (last) coefficients are a root at the begin (end) of the interval, of that
 * multiplicity. The number of roots inside is at most that of the sign changes among the others, and of the
 * same parity (Descartes' rule: with x = t / (1 - t) the scaled Bernstein coefficients are those of powers of
 * x). No change: no root inside. One: exactly one, which is bracketed by times of opposite signs of F. More:
 * the interval is split, best at a root of F' that is a fraction of small numbers, as a double root would be.
 *
 * Contact. At a root that is known as a fraction: by the signs of the sides there (lib/exact/contact.c). At
 * one that is known by a bracket: a side whose Bernstein coefficients over the bracket are all >= 0 and not
 * all 0 is positive inside the bracket; if all are 0, it is 0 for all t; likewise negative. Else its sign is
 * not known: the root may be a fraction of small numbers, which is tried; then the same is done once more
 * with the bracket as the whole time, where a unit of time is 2^-120.
 *
 * If F = 0 for all t, a contact that is not there at t = 0 begins at a root of one of the event polynomials
 * of lib/exact/solve.c, which are treated likewise.
 *
 * What is left to lib/exact: coordinates of too many bits; contacts on a border at a time that is no fraction
 * of small numbers; roots that are too near each other.
 *
 * Doubles only guess where a root is, and say what the answer's w are. */
#include "extended.h"
#include "../num/extremes.h"
#include "linear.h"
#include <math.h>
#include <string.h>

/* How deep an interval is split; times F is evaluated at to bracket a root; bounds on the denominators of a
 * time where an interval is split, and of a root. */
enum { MAX_DEPTH = 8, MAX_STEPS = 24, SPLIT_BITS = 26, ROOT_BITS = 30 };

enum answer { FREE, CONTACT, UNDECIDED };

struct search {
    const struct ccdq_linear_options *options;
    struct integral pair;
    uint32_t evals;
    int flat;            /* F = 0 for all t, and an event polynomial is in its place */
    int zoomed;          /* the pair is that of a part of the time, */
    uint64_t window[2];  /* which is this, in units of 2^-60 */
    double lo, hi, w[4]; /* of a contact */
};

/* F over the interval from t0 to t1: signs of its Bernstein coefficients, how many changes there are from one
 * that is not 0 to the next, and about their values, in a unit of their own. */
struct piece {
    struct moment t0, t1;
    int sign[4], changes;
    struct outline f;
};

/* A root of F strictly between two times, the only one there: near `units`, and at about this part of the way
 * from lo to hi. */
struct bracket {
    struct moment lo, hi;
    uint64_t units;
    double part;
    double unit[3]; /* of the Bernstein coefficients of a side over it */
};

/* 3 F(t) d^3 */
static int value_at(struct search *s, struct moment t, int64_t value[CUBIC_LIMBS + 3])
{
    s->evals++;
    integral_cubic_at((const int64_t(*)[CUBIC_LIMBS])s->pair.cubic, 3 * s->pair.n, t, value);
    return limbs_sign(value, 3 * s->pair.n + 3);
}

/* ---- Answers ---- */

/* There is a contact between these times, in units of 2^-60, none before, and none at lo if lo < hi. */
static enum answer contact_between(struct search *s, uint64_t lo, uint64_t hi)
{
    if (s->zoomed) {
        lo = s->window[0];
        hi = s->window[1];
    }
    const struct ccdq_exact_answer a = {.verdict = CCDQ_HIT, .toi_lo = 4 * lo, .toi_hi = 4 * hi};
    ccdq_exact_times(&a, 1, &s->lo, &s->hi);
    if (s->hi <= s->options->tmax) return s->hi - s->lo <= s->options->toi_width ? CONTACT : UNDECIDED;
    /* where lo < hi as doubles the contact is after lo, so also after tmax when lo is tmax */
    return s->lo >= s->options->tmax ? FREE : UNDECIDED;
}

/* At an exact root of F. */
static enum answer decide_at(struct search *s, struct moment t)
{
    if (!integral_contact(&s->pair, t, s->w)) return FREE;
    const uint64_t units = moment_to_units(t);
    return contact_between(s, units, units + !moment_is_whole(t));
}

/* The sign of a side for all times strictly inside a bracket; 2: not known. Sets its value at the root, in a
 * unit that is the same for all sides, and adds its value at lo to *sum and how much it changes to *change.
 */
static int sign_between(const struct search *s, const int64_t side[3][SIDE_LIMBS], const struct bracket *b,
                        double *value, double *sum, double *change)
{
    const int n = 2 * s->pair.n;
    int64_t r[3][SIDE_LIMBS + 2];
    double c[3];
    int negative = 0, positive = 0;
    integral_quadratic_over(side, n, b->lo, b->hi, r);
    for (int i = 0; i < 3; i++) {
        const int sign = limbs_sign(r[i], n + 2);
        negative |= sign < 0;
        positive |= sign > 0;
        c[i] = limbs_to_double(r[i], n + 2) * b->unit[i];
    }
    const double x = b->part;
    *value = (1 - x) * (1 - x) * c[0] + 2 * x * (1 - x) * c[1] + x * x * c[2];
    *sum += c[0];
    *change += max_of(fabs(c[1] - c[0]), fabs(c[2] - c[0]));
    return negative && positive ? 2 : positive - negative;
}

/* Whether the root is a contact, as seen along an axis. The parameters are the parts of the sides in their
 * sum, at a time within the bracket. *steady: from lo to hi none of the sides changes by 2^-32 of the sum, so
 * that the parameters are those of the root, too. */
static enum answer contact_inside(struct search *s, int axis, const struct bracket *b, int *steady)
{
    int64_t side[MAX_SIDES][3][SIDE_LIMBS];
    double value[MAX_SIDES], sum = 0, change = 0;
    int negative = 0, positive = 0, unknown = 0;
    const int count = integral_sides(&s->pair, axis, side);
    for (int i = 0; i < count; i++) {
        const int sign = sign_between(s, (const int64_t(*)[SIDE_LIMBS])side[i], b, &value[i], &sum, &change);
        unknown |= sign == 2;
        negative |= sign == -1;
        positive |= sign == 1;
        if (negative && positive) return FREE;
    }
    if (unknown || !(negative || positive)) return UNDECIDED;
    if (value[0] + value[1] == 0 || value[count - 2] + value[count - 1] == 0) return UNDECIDED;
    integral_parameters(s->pair.type, value, s->w);
    *steady = change < 0x1p-32 * fabs(sum);
    return CONTACT;
}

/* The axes, the one first on which the normal A x B is largest at time t. */
static void order_axes(const struct search *s, double t, int axis[3])
{
    double size[3];
    for (int k = 0; k < 3; k++) {
        double b[3];
        for (int i = 0; i < 3; i++) b[i] = limbs_to_double(s->pair.normal[k][i], 2 * s->pair.n);
        size[k] = fabs((1 - t) * ((1 - t) * b[0] + t * b[1]) + t * t * b[2]);
    }
    axis[0] = size[0] >= size[1] && size[0] >= size[2] ? 0 : size[1] >= size[2] ? 1 : 2;
    axis[1] = (axis[0] + 1) % 3;
    axis[2] = (axis[0] + 2) % 3;
}

/* ---- Roots ---- */

static enum answer zoom(struct search *s, struct moment lo, struct moment hi);

/* Whether the root is a contact. */
static enum answer decide_between(struct search *s, const struct bracket *b)
{
    const enum answer possible =
        contact_between(s, moment_to_units(b->lo), moment_to_units(b->hi) + !moment_is_whole(b->hi));
    if (possible == FREE) return FREE;
    int axis[3], steady = 1;
    order_axes(s, moment_to_double(moment_of_units(b->units)), axis);
    for (int i = 0; i < 3; i++) {
        const enum answer answer = contact_inside(s, axis[i], b, &steady);
        if (answer == FREE) return FREE;
        if (answer == UNDECIDED) continue;
        if (!steady) zoom(s, b->lo, b->hi); /* for the parameters */
        return possible;
    }
    const struct moment t = fraction_near(b->units, ROOT_BITS);
    int64_t value[CUBIC_LIMBS + 3];
    if (moment_before(b->lo, t) && moment_before(t, b->hi) && !value_at(s, t, value)) return decide_at(s, t);
    return zoom(s, b->lo, b->hi);
}

/* The time strictly between lo and hi to try next: one unit past the root as Newton's step has it, so that it
 * is bracketed soon; or the middle. */
static uint64_t next_time(uint64_t lo, uint64_t hi, uint64_t at, double step)
{
    if (fabs(step) < 0x1p58) {
        const int64_t next = (int64_t)at - (int64_t)step - (step > 0 ? 1 : -1);
        if (next > (int64_t)lo && next < (int64_t)hi) return (uint64_t)next;
    }
    return lo + (hi - lo) / 2;
}

/* The piece has one root inside. It is bracketed to a unit or two, if no more than MAX_STEPS are needed. */
static enum answer decide_root(struct search *s, const struct piece *p)
{
    const uint64_t begin = moment_to_units(p->t0), end = moment_to_units(p->t1) + !moment_is_whole(p->t1);
    const double width = moment_to_double(p->t1) - moment_to_double(p->t0);
    int from_end;
    double slope;
    const double x = guess_root(&p->f, &from_end, &slope) * width * (double)MOMENT_UNITS;
    uint64_t lo = begin, hi = end; /* begin and end stand for t0 and t1 */
    double f_lo = p->f.value[0], f_hi = p->f.value[3];
    uint64_t at = from_end ? next_time(lo, hi, end, x) : next_time(lo, hi, begin, -x);
    for (int i = 0; hi - lo > 2 && i < MAX_STEPS; i++) {
        int64_t value[CUBIC_LIMBS + 3];
        const int sign = value_at(s, moment_of_units(at), value);
        const double f = limbs_to_double(value, 3 * s->pair.n + 3) * 0x1p-180; /* d^3 is 2^(3 60) */
        if (!sign) return decide_at(s, moment_of_units(at));
        if (sign == p->sign[p->f.first])
            lo = at, f_lo = f;
        else
            hi = at, f_hi = f;
        at = next_time(lo, hi, at, i % 8 == 7 ? INFINITY : f * width / slope * (double)MOMENT_UNITS);
    }
    struct bracket b = {.lo = lo == begin ? p->t0 : moment_of_units(lo),
                        .hi = hi == end ? p->t1 : moment_of_units(hi),
                        .units = at,
                        .part = f_lo != 0 && f_hi != 0 ? f_lo / (f_lo - f_hi) : 0.5};
    const double unit0 = 1 / (double)b.lo.d, unit1 = 1 / (double)b.hi.d;
    b.unit[0] = unit0 * unit0, b.unit[1] = unit0 * unit1, b.unit[2] = unit1 * unit1;
    return decide_between(s, &b);
}

/* ---- Pieces ---- */

/* Fills in the signs and values of F over [t0, t1] from its Bernstein coefficients of n limbs, as
 * integral_cubic_over makes them. */
static void set_piece(struct piece *p, const int64_t *const b[4], int n)
{
    p->f.first = 4;
    p->changes = 0;
    for (int i = 0; i < 4; i++) {
        p->sign[i] = limbs_sign(b[i], n);
        if (!p->sign[i]) continue;
        if (p->f.first == 4)
            p->f.first = i;
        else
            p->changes += p->sign[i] != p->sign[p->f.last];
        p->f.last = i;
    }
    if (!p->changes) return; /* the values are for a guess of a root */
    const double unit0 = 1 / (double)p->t0.d, unit1 = 1 / (double)p->t1.d;
    const double unit[4] = {unit0 * unit0 * unit0, unit0 * unit0 * unit1, unit0 * unit1 * unit1,
                            unit1 * unit1 * unit1};
    for (int i = 0; i < 4; i++) p->f.value[i] = limbs_to_double(b[i], n) * unit[i];
}

static void set_whole(struct search *s, struct piece *p)
{
    const int64_t(*const b)[CUBIC_LIMBS] = (const int64_t(*)[CUBIC_LIMBS])s->pair.cubic;
    p->t0 = (struct moment){0, 1};
    p->t1 = (struct moment){1, 1};
    s->evals++;
    set_piece(p, (const int64_t *const[4]){b[0], b[1], b[2], b[3]}, 3 * s->pair.n);
}

static void set_part(struct search *s, struct piece *p, struct moment t0, struct moment t1)
{
    const int n = 3 * s->pair.n;
    int64_t b[4][CUBIC_LIMBS + 3];
    p->t0 = t0;
    p->t1 = t1;
    s->evals += 2;
    integral_cubic_over((const int64_t(*)[CUBIC_LIMBS])s->pair.cubic, n, t0, t1, b);
    set_piece(p, (const int64_t *const[4]){b[0], b[1], b[2], b[3]}, n + 3);
}

/* A time strictly inside a piece, preferably a fraction of small numbers. 0: there is none. */
static int split_time(const struct piece *p, struct moment *t)
{
    const double t0 = moment_to_double(p->t0), width = moment_to_double(p->t1) - t0;
    const double x = guess_split(&p->f) * width * (double)MOMENT_UNITS;
    const uint64_t begin = moment_to_units(p->t0), end = moment_to_units(p->t1) + !moment_is_whole(p->t1);
    if (end - begin < 2) return 0;
    const uint64_t units = next_time(begin, end, begin, -x);
    *t = fraction_near(units, SPLIT_BITS);
    if (!moment_before(p->t0, *t) || !moment_before(*t, p->t1)) *t = moment_of_units(units);
    return 1;
}

/* The earliest contact after the begin of the piece, up to its end. */
static enum answer search(struct search *s, const struct piece *p, int depth)
{
    enum answer answer = FREE;
    if (p->changes == 1) {
        answer = decide_root(s, p);
    } else if (p->changes > 1) {
        struct moment t;
        struct piece part;
        if (depth == MAX_DEPTH || !split_time(p, &t)) return zoom(s, p->t0, p->t1);
        set_part(s, &part, p->t0, t);
        answer = search(s, &part, depth + 1);
        if (answer != FREE) return answer;
        set_part(s, &part, t, p->t1);
        return search(s, &part, depth + 1);
    }
    return answer == FREE && p->f.last < 3 ? decide_at(s, p->t1) : answer;
}

/* The same between two times, with times 2^60 as fine. */
static enum answer zoom(struct search *s, struct moment lo, struct moment hi)
{
    struct search part;
    struct piece whole;
    if (s->zoomed || s->flat || !moment_is_whole(lo) || !moment_is_whole(hi)) return UNDECIDED;
    part.options = s->options;
    part.evals = s->evals;
    part.zoomed = 1;
    part.flat = 0;
    part.window[0] = moment_to_units(lo);
    part.window[1] = moment_to_units(hi);
    if (!integral_zoom(&part.pair, &s->pair, part.window[0], part.window[1])) return UNDECIDED;
    set_whole(&part, &whole);
    const enum answer answer = search(&part, &whole, 0);
    s->evals = part.evals;
    if (answer != CONTACT) return answer;
    s->lo = part.lo;
    s->hi = part.hi;
    memcpy(s->w, part.w, sizeof s->w);
    return answer;
}

/* The earliest contact when F = 0 for all t and there is none at t = 0. It is at a root of some event
 * polynomial, each of which takes F's place in turn: then its first contact is the earliest, and those of the
 * others are not before it. */
static enum answer search_flat(struct search *s)
{
    const int sides = s->pair.type == CCDQ_VF ? 3 : 4;
    enum answer answer = FREE;
    double lo = INFINITY, hi = INFINITY, w[2] = {0, 0};
    s->flat = 1;
    for (int i = 0; i < sides; i++) {
        struct piece whole;
        if (!integral_event(&s->pair, i, s->pair.cubic)) continue;
        set_whole(s, &whole);
        const enum answer own = search(s, &whole, 0);
        if (own == UNDECIDED) return UNDECIDED;
        if (own == FREE) continue;
        answer = CONTACT;
        if (s->lo < lo) memcpy(w, s->w, sizeof w);
        lo = min_of(lo, s->lo);
        hi = min_of(hi, s->hi);
    }
    s->lo = lo;
    s->hi = hi;
    memcpy(s->w, w, sizeof w);
    return answer;
}

static enum answer solve(struct search *s, const struct ccdq_query *q)
{
    struct piece whole;
    if (!integral_set(&s->pair, q)) return UNDECIDED;
    set_whole(s, &whole);
    enum answer answer = whole.f.first > 0 ? decide_at(s, whole.t0) : FREE;
    if (answer != FREE) return answer;
    if (whole.f.first == 4) return search_flat(s);
    return search(s, &whole, 0);
}

int linear_extended(const struct ccdq_query *q, const struct ccdq_linear_options *options, uint32_t evals,
                    struct ccdq_result *r)
{
    struct search s;
    s.options = options;
    s.evals = evals;
    s.zoomed = s.flat = 0;
    const enum answer answer = solve(&s, q);
    if (answer == UNDECIDED) return 0;
    result_set_free(r, q->id, CCDQ_METHOD_CERTIFIED, CCDQ_TOI_PROVEN, s.evals);
    if (answer == FREE) return 1;
    r->verdict = CCDQ_HIT;
    if (s.hi == 0) r->flags |= CCDQ_AT_START;
    r->toi_lo = s.lo;
    r->toi_hi = s.hi;
    memcpy(r->w, s.w, 2 * sizeof *s.w); /* the others are 0 */
    return 1;
}
