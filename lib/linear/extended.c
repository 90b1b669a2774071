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
 * not known: the root may be a fraction of small numbers, which is tried; if not, the query is left to
 * lib/exact. So are pairs with F = 0 for all t that are not in contact at t = 0 and do move.
 *
 * Doubles only guess where a root is, and say what the answer's w are. */
#include "integral.h"
#include "linear.h"
#include "../num/limbs.h"
#include <math.h>
#include <string.h>

/* How deep an interval is split, and bounds on the denominators of a time where it is, and of a root. */
enum { MAX_DEPTH = 8, MAX_STEPS = 12, MAX_REFINEMENTS = 4, SPLIT_BITS = 26, ROOT_BITS = 30 };

enum answer { FREE, CONTACT, UNDECIDED };

struct search {
    const struct ccdq_linear_options *options;
    struct integral pair;
    uint32_t evals;
    double lo, hi, w[4]; /* of a contact */
};

/* F over the interval from t0 to t1. */
struct piece {
    struct moment t0, t1;
    int sign[4];     /* of its Bernstein coefficients, */
    int first, last; /* the first and the last that is not 0, */
    int changes;     /* and how many changes of sign there are from one to the next that is not 0 */
    double value[4]; /* about these coefficients, in a unit of their own */
};

static double moment_to_double(struct moment t)
{
    return (double)t.n / (double)t.d;
}

/* A moment in units of 2^-60, rounded down. */
static uint64_t moment_to_units(struct moment t)
{
    if (t.d == MOMENT_UNITS) return t.n;
    return (uint64_t)(((limbs_wide)t.n << MOMENT_BITS) / t.d);
}

static int moment_is_whole(struct moment t)
{
    return ((limbs_wide)t.n << MOMENT_BITS) % t.d == 0;
}

static int moment_before(struct moment s, struct moment t)
{
    return (limbs_wide)s.n * t.d < (limbs_wide)t.n * s.d;
}

/* The fraction nearest to t, 0 < t < 1, or about, with a denominator below 2^bits: the last such convergent
 * of its continued fraction. A fraction n / d near t is found if |t - n / d| < 2^-2 bits. */
static struct moment fraction_near(uint64_t units, int bits)
{
    uint64_t a = MOMENT_UNITS, b = units;
    struct moment last = {1, 0}, next = {0, 1}; /* convergents of units / 2^60 = 1 / (a / b) */
    while (b) {
        const uint64_t quotient = a / b, rest = a % b;
        if (quotient >> bits) break;
        const struct moment after = {last.n + quotient * next.n, last.d + quotient * next.d};
        if (after.d >> bits) break;
        last = next;
        next = after;
        a = b;
        b = rest;
    }
    return next;
}

/* 3 F(t) d^3 */
static int value_at(struct search *s, struct moment t, int64_t value[CUBIC_LIMBS + 3])
{
    s->evals++;
    integral_cubic((const int64_t(*)[CUBIC_LIMBS])s->pair.cubic, 3 * s->pair.n, t, t, t, value);
    return limbs_sign(value, 3 * s->pair.n + 3);
}

/* ---- Answers ---- */

/* There is a contact between these times, in units of 2^-60, none before, and none at lo if lo < hi. */
static enum answer contact_between(struct search *s, uint64_t lo, uint64_t hi)
{
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

/* The sign of a side for all times strictly between lo and hi; 2: not known. Sets its double about there. */
static int sign_between(const struct search *s, const int64_t side[3][SIDE_LIMBS], struct moment lo,
                        struct moment hi, double *value)
{
    const int n = 2 * s->pair.n;
    int64_t r[3][SIDE_LIMBS + 2];
    int negative = 0, positive = 0;
    integral_quadratic(side, n, lo, lo, r[0]);
    integral_quadratic(side, n, lo, hi, r[1]);
    integral_quadratic(side, n, hi, hi, r[2]);
    for (int i = 0; i < 3; i++) {
        const int sign = limbs_sign(r[i], n + 2);
        negative |= sign < 0;
        positive |= sign > 0;
    }
    *value = limbs_to_double(r[1], n + 2);
    return negative && positive ? 2 : positive - negative;
}

/* Whether the root of F strictly between lo and hi, the only one there, is a contact. */
static enum answer contact_inside(struct search *s, int axis, struct moment lo, struct moment hi)
{
    int64_t side[MAX_SIDES][3][SIDE_LIMBS];
    double value[MAX_SIDES];
    int negative = 0, positive = 0, unknown = 0;
    const int count = integral_sides(&s->pair, axis, side);
    for (int i = 0; i < count; i++) {
        const int sign = sign_between(s, (const int64_t(*)[SIDE_LIMBS])side[i], lo, hi, &value[i]);
        unknown |= sign == 2;
        negative |= sign == -1;
        positive |= sign == 1;
        if (negative && positive) return FREE;
    }
    if (unknown || !(negative || positive)) return UNDECIDED;
    if (value[0] + value[1] == 0 || value[count - 2] + value[count - 1] == 0) return UNDECIDED;
    integral_parameters(s->pair.type, value, s->w);
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

/* Signs and values of F over an interval, from its Bernstein coefficients of n limbs, those over [t0, t1]
 * times d0 for each t0 in the blossom, d1 for each t1. */
static void set_piece(struct piece *p, const int64_t *const b[4], int n)
{
    p->first = 4;
    p->changes = 0;
    for (int i = 0; i < 4; i++) {
        p->sign[i] = limbs_sign(b[i], n);
        p->value[i] = limbs_to_double(b[i], n);
        for (int j = 0; j < 3; j++) p->value[i] /= (double)(j < i ? p->t1.d : p->t0.d);
        if (!p->sign[i]) continue;
        if (p->first == 4)
            p->first = i;
        else
            p->changes += p->sign[i] != p->sign[p->last];
        p->last = i;
    }
}

static void set_whole(struct search *s, struct piece *p)
{
    const int64_t(*const cubic)[CUBIC_LIMBS] = (const int64_t(*)[CUBIC_LIMBS])s->pair.cubic;
    p->t0 = (struct moment){0, 1};
    p->t1 = (struct moment){1, 1};
    set_piece(p, (const int64_t *const[4]){cubic[0], cubic[1], cubic[2], cubic[3]}, 3 * s->pair.n);
}

static void set_part(struct search *s, struct piece *p, struct moment t0, struct moment t1)
{
    const int n = 3 * s->pair.n;
    int64_t b[4][CUBIC_LIMBS + 3];
    p->t0 = t0;
    p->t1 = t1;
    s->evals += 2;
    for (int i = 0; i < 4; i++)
        integral_cubic((const int64_t(*)[CUBIC_LIMBS])s->pair.cubic, n, i < 1 ? t0 : t1, i < 2 ? t0 : t1,
                       i < 3 ? t0 : t1, b[i]);
    set_piece(p, (const int64_t *const[4]){b[0], b[1], b[2], b[3]}, n + 3);
}

/* The only root of a piece inside it, as about 0 < x < 1, and the derivative there, by Halley's iteration
 * within a shrinking bracket. The factors of the roots at the ends are left out in between. */
static double guess_root(const struct piece *p, double *slope)
{
    const double scaled[4] = {p->value[0], 3 * p->value[1], 3 * p->value[2], p->value[3]};
    const double *h = scaled + p->first;
    const int degree = p->last - p->first;
    double unit = 0, c[4] = {0, 0, 0, 0}; /* powers of x */
    for (int i = 0; i <= degree; i++) unit = fmax(unit, fabs(h[i]));
    c[0] = h[0] / unit;
    if (degree == 1) {
        c[1] = (h[1] - h[0]) / unit;
    } else if (degree == 2) {
        c[1] = (h[1] - 2 * h[0]) / unit;
        c[2] = (h[2] - h[1] + h[0]) / unit;
    } else {
        c[1] = (h[1] - 3 * h[0]) / unit;
        c[2] = (h[2] - 2 * h[1] + 3 * h[0]) / unit;
        c[3] = (h[3] - h[2] + h[1] - h[0]) / unit;
    }
    double lo = 0, hi = 1, x = degree == 1 ? c[0] / -c[1] : 0.5, f1 = c[1];
    for (int i = 0; i < MAX_STEPS; i++) {
        double f = c[0] + x * (c[1] + x * (c[2] + x * c[3])), f2 = 2 * c[2] + 6 * c[3] * x;
        f1 = c[1] + x * (2 * c[2] + x * (3 * c[3]));
        if ((f > 0) == (c[0] > 0))
            lo = x;
        else
            hi = x;
        double next = x - 2 * f * f1 / (2 * f1 * f1 - f * f2), step = fabs(next - x);
        if (!(next > lo && next < hi)) {
            if (step < 0x1p-50) break;
            next = 0.5 * (lo + hi);
        }
        x = next;
        if (step < 0x1p-20) break; /* third order */
    }
    *slope = f1 * unit;
    for (int i = 0; i < p->first; i++) *slope *= x;
    for (int i = p->last; i < 3; i++) *slope *= 1 - x;
    return x;
}

/* The times strictly inside a piece in units of 2^-60, and a time among them. */
struct position {
    uint64_t min, max, at;
};

/* Moves a guess of the root to within a few units, by steps of Newton with exact values of F. Returns whether
 * it is the root. */
static int refine_root(struct search *s, struct position *u, double slope)
{
    for (int i = 0; i < MAX_REFINEMENTS; i++) {
        int64_t value[CUBIC_LIMBS + 3];
        if (!value_at(s, (struct moment){u->at, MOMENT_UNITS}, value)) return 1;
        const double step = limbs_to_double(value, 3 * s->pair.n + 3) / slope * 0x1p-120; /* 2^(60 - 3 60) */
        if (!(fabs(step) < 0x1p59)) return 0;
        const int64_t at = (int64_t)u->at - (int64_t)step;
        u->at = at < (int64_t)u->min ? u->min : at > (int64_t)u->max ? u->max : (uint64_t)at;
        if (fabs(step) < 0x1p20) break;
    }
    return 0;
}

/* Whether the root between lo and hi, the only one there, is a contact; it is near `units`. */
static enum answer decide_between(struct search *s, struct moment lo, struct moment hi, uint64_t units)
{
    const enum answer possible =
        contact_between(s, moment_to_units(lo), moment_to_units(hi) + !moment_is_whole(hi));
    if (possible == FREE) return FREE;
    int axis[3];
    order_axes(s, (double)units * 0x1p-60, axis);
    for (int i = 0; i < 3; i++) {
        const enum answer answer = contact_inside(s, axis[i], lo, hi);
        if (answer != UNDECIDED) return answer == CONTACT ? possible : FREE;
    }
    const struct moment t = fraction_near(units, ROOT_BITS);
    int64_t value[CUBIC_LIMBS + 3];
    if (!moment_before(lo, t) || !moment_before(t, hi) || value_at(s, t, value)) return UNDECIDED;
    return decide_at(s, t);
}

/* The piece has one root inside. */
static enum answer decide_root(struct search *s, const struct piece *p)
{
    const double t0 = moment_to_double(p->t0), width = moment_to_double(p->t1) - t0;
    double slope;
    const double x = guess_root(p, &slope), units = (t0 + x * width) * 0x1p60;
    struct position u = {moment_to_units(p->t0) + 1, moment_to_units(p->t1) - moment_is_whole(p->t1), 0};
    if (u.min > u.max) return UNDECIDED;
    u.at = units > (double)u.min && units < (double)u.max ? (uint64_t)units : u.min;
    if (u.at > u.max) u.at = u.max;
    if (refine_root(s, &u, slope / width)) return decide_at(s, (struct moment){u.at, MOMENT_UNITS});
    for (uint64_t half = 1; half < MOMENT_UNITS >> 12; half <<= 4) {
        int64_t value[CUBIC_LIMBS + 3];
        struct moment lo = p->t0, hi = p->t1;
        if (u.at - u.min >= half) {
            lo = (struct moment){u.at - half, MOMENT_UNITS};
            const int sign = value_at(s, lo, value);
            if (!sign) return decide_at(s, lo);
            if (sign != p->sign[p->first]) continue;
        }
        if (u.max - u.at >= half) {
            hi = (struct moment){u.at + half, MOMENT_UNITS};
            const int sign = value_at(s, hi, value);
            if (!sign) return decide_at(s, hi);
            if (sign != p->sign[p->last]) continue;
        }
        return decide_between(s, lo, hi, u.at);
    }
    return UNDECIDED;
}

/* ---- Pieces ---- */

/* Where to split a piece: near the root of F' at which F is farthest on the other side than at its begin, or
 * in the middle. */
static struct moment split_time(const struct piece *p)
{
    const double *b = p->value, t0 = moment_to_double(p->t0), width = moment_to_double(p->t1) - t0;
    const double d0 = b[1] - b[0], d1 = b[2] - b[1], d2 = b[3] - b[2];
    const double k2 = d0 - 2 * d1 + d2, k1 = d0 - d1, root = sqrt(fmax(k1 * k1 - k2 * d0, 0));
    const double q = k1 + copysign(root, k1), candidate[2] = {d0 / q, q / k2}; /* of k2 x^2 - 2 k1 x + d0 */
    double x = 0.5, lowest = INFINITY;
    for (int i = 0; i < 2; i++) {
        const double y = candidate[i];
        if (!(y > 0 && y < 1)) continue;
        const double f = b[0] + y * (3 * d0 + y * (-3 * k1 + y * k2));
        if (!(f * p->sign[p->first] < lowest)) continue;
        lowest = f * p->sign[p->first];
        x = y;
    }
    const struct moment t = fraction_near((uint64_t)((t0 + x * width) * 0x1p60), SPLIT_BITS);
    if (moment_before(p->t0, t) && moment_before(t, p->t1)) return t;
    return fraction_near((uint64_t)((t0 + 0.5 * width) * 0x1p60), SPLIT_BITS);
}

/* The earliest contact after the begin of the piece, up to its end. */
static enum answer search(struct search *s, const struct piece *p, int depth)
{
    enum answer answer = FREE;
    if (p->changes == 1) {
        answer = decide_root(s, p);
    } else if (p->changes > 1) {
        const struct moment t = split_time(p);
        struct piece part;
        if (depth == MAX_DEPTH || !moment_before(p->t0, t) || !moment_before(t, p->t1)) return UNDECIDED;
        set_part(s, &part, p->t0, t);
        answer = search(s, &part, depth + 1);
        if (answer != FREE) return answer;
        set_part(s, &part, t, p->t1);
        return search(s, &part, depth + 1);
    }
    return answer == FREE && p->last < 3 ? decide_at(s, p->t1) : answer;
}

/* Whether the points do not move, seen from the base point. */
static int at_rest(const struct integral *p)
{
    for (int v = 0; v < 3; v++)
        for (int k = 0; k < 3; k++)
            if (memcmp(p->vector[v][0][k], p->vector[v][1][k], (size_t)p->n * sizeof(int64_t))) return 0;
    return 1;
}

static enum answer solve(struct search *s, const struct ccdq_query *q)
{
    struct piece whole;
    if (!integral_set(&s->pair, q)) return UNDECIDED;
    set_whole(s, &whole);
    s->evals++;
    enum answer answer = whole.first > 0 ? decide_at(s, whole.t0) : FREE;
    if (answer != FREE) return answer;
    if (whole.first == 4) return at_rest(&s->pair) ? FREE : UNDECIDED;
    return search(s, &whole, 0);
}

int linear_extended(const struct ccdq_query *q, const struct ccdq_linear_options *options, uint32_t evals,
                    struct ccdq_result *r)
{
    struct search s;
    s.options = options;
    s.evals = evals;
    const enum answer answer = solve(&s, q);
    if (answer == UNDECIDED) return 0;
    linear_set_free(r, q->id, CCDQ_METHOD_CERTIFIED, CCDQ_TOI_PROVEN, s.evals);
    if (answer == FREE) return 1;
    r->verdict = CCDQ_HIT;
    if (s.hi == 0) r->flags |= CCDQ_AT_START;
    r->toi_lo = s.lo;
    r->toi_hi = s.hi;
    memcpy(r->w, s.w, 2 * sizeof *s.w); /* the others are 0 */
    return 1;
}
