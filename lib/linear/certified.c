/* Vertex-face and edge-edge in doubles with proven error bounds, extended.c and lib/exact where they cannot
 * decide.
 *
 * Both primitives are seen from one base point. With three moving vectors A, B, C, linear in t, a contact at
 * t means vf: C = v - f0 = u A + v B,      A = f1 - f0, B = f2 - f0;   u, v, 1-u-v >= 0 ee: C = b0 - a0 = s A
 * - u B,     A = a1 - a0, B = b1 - b0;   s, u in [0, 1] so F(t) = (A x B) . C, a cubic, vanishes. The kernel
 * isolates the roots of F in [0, 1] by the signs of Bernstein coefficients and decides at each root, from the
 * earliest on, whether the contact is inside the primitives.
 *
 * Error bounds. u = 2^-53 is the unit roundoff; x^ is the computed x; |x^ - x| <= u |x^| for a single
 * operation that does not underflow. A difference of doubles never underflows. The vectors are scaled by a
 * power of two when the largest component M leaves [2^-100, 2^100], so nothing overflows below; products that
 * underflow are covered by the additive terms TINY. All proofs are coded as comparisons that a NaN fails.
 */
#include "linear.h"
#include "../num/complement.h"
#include "../num/vec3.h"
#include <math.h>

#define U 0x1p-53
#define TINY_CUBIC 0x1p-900
#define TINY_INSIDE 0x1p-750

const char *const linear_certified_stages[] = {"axes", "cubic", "outside", "hit", "extended", "exact", NULL};
enum stage { STAGE_AXES, STAGE_CUBIC, STAGE_OUTSIDE, STAGE_HIT, STAGE_EXTENDED, STAGE_EXACT };

/* How deep a piece of the cubic is split before the query is left to lib/exact. */
enum { MAX_DEPTH = 6, MAX_ITERATIONS = 12 };

enum answer { FREE, INSIDE, UNDECIDED };

/* The vector between two moving points: at t = 0, at t = 1, and the larger component of both in absolute
 * value. */
struct motion {
    struct vec3 at0, at1, max;
};

/* One query on its way. */
struct work {
    unsigned type;
    struct motion a, b, c;
    double bernstein[4]; /* of F over [0, 1] */
    double error;        /* |b^ - b| of each coefficient, and of a value or blossom of F computed from them */
    uint32_t evals;
    double lo, hi, w[2]; /* of a contact, once one is proven */
};

static inline double max2(double x, double y)
{
    return x > y ? x : y;
}

static inline double min2(double x, double y)
{
    return x < y ? x : y;
}

/* Whether one coordinate separates the primitives the same way at t = 0 and at t = 1. Differences of two
 * points are linear in t, so they keep their sign in between; comparisons of doubles are exact. */
static int separated_by_axis(const struct ccdq_query *q)
{
    for (int k = 0; k < 3; k++) {
        int below = 1, above = 1;
        for (int end = 0; end < 8; end += 4) {
            double x0 = q->x[end][k], x1 = q->x[end + 1][k], x2 = q->x[end + 2][k], x3 = q->x[end + 3][k];
            double lo_a = x0, hi_a = x0, lo_b = min2(x2, x3), hi_b = max2(x2, x3);
            if (q->type == CCDQ_VF) {
                lo_b = min2(lo_b, x1);
                hi_b = max2(hi_b, x1);
            } else {
                lo_a = min2(x0, x1);
                hi_a = max2(x0, x1);
            }
            below &= hi_a < lo_b;
            above &= lo_a > hi_b;
        }
        if (below | above) return 1;
    }
    return 0;
}

static inline struct vec3 difference(const double to[3], const double from[3])
{
    return (struct vec3){to[0] - from[0], to[1] - from[1], to[2] - from[2]};
}

static inline void motion_set(struct motion *m, const double x[8][3], int to, int from)
{
    m->at0 = difference(x[to], x[from]);
    m->at1 = difference(x[to + 4], x[from + 4]);
    m->max = (struct vec3){max2(fabs(m->at0.x), fabs(m->at1.x)), max2(fabs(m->at0.y), fabs(m->at1.y)),
                           max2(fabs(m->at0.z), fabs(m->at1.z))};
}

static double largest(const struct motion *m)
{
    return max2(max2(m->max.x, m->max.y), m->max.z);
}

static struct vec3 scaled(struct vec3 v, int exponent)
{
    return (struct vec3){scalbn(v.x, exponent), scalbn(v.y, exponent), scalbn(v.z, exponent)};
}

static void motion_scale(struct motion *m, int exponent)
{
    m->at0 = scaled(m->at0, exponent);
    m->at1 = scaled(m->at1, exponent);
    m->max = scaled(m->max, exponent);
}

/* A, B, C, scaled if need be: scaling up is exact, scaling down may lose 2^-1075 a component, which the
 * additive terms cover. 0 when a difference overflowed or nothing differs. */
static int set_vectors(struct work *s, const struct ccdq_query *q)
{
    s->type = q->type;
    s->evals = 0;
    if (q->type == CCDQ_VF) {
        motion_set(&s->a, q->x, 2, 1);
        motion_set(&s->b, q->x, 3, 1);
        motion_set(&s->c, q->x, 0, 1);
    } else {
        motion_set(&s->a, q->x, 1, 0);
        motion_set(&s->b, q->x, 3, 2);
        motion_set(&s->c, q->x, 2, 0);
    }
    double m = max2(max2(largest(&s->a), largest(&s->b)), largest(&s->c));
    if (m >= 0x1p-100 && m <= 0x1p100) return 1;
    if (m == 0 || !isfinite(m)) return 0;
    int exponent = -ilogb(m);
    motion_scale(&s->a, exponent);
    motion_scale(&s->b, exponent);
    motion_scale(&s->c, exponent);
    return 1;
}

/* What |(A x B) . d| can be at most when |A| <= a, |B| <= b by component: the same products, all added up. */
static inline double permanent(struct vec3 a, struct vec3 b, struct vec3 d)
{
    return fabs(d.x) * (a.y * b.z + a.z * b.y) + fabs(d.y) * (a.z * b.x + a.x * b.z) +
           fabs(d.z) * (a.x * b.y + a.y * b.x);
}

/* The Bernstein coefficients of F over [0, 1].
 *
 * Each is a sum of products of three components, over 3 for the inner ones. A product is touched by 3
 * differences, 1 product, 1 subtraction within the cross product, 1 addition of two cross products, 1 product
 * with C, 2 additions in the dot product, 1 addition of two dot products and 1 division: 11 roundings at
 * most, so its error is below 11.01 u times its absolute value. The absolute values of the products of one
 * coefficient add up to at most P, the permanent of the largest components (three times P over 3 for the
 * inner ones); P^ >= (1 - 6u) P. Hence 16 u P^. A product that underflows adds 2^-1075 at most, later
 * multiplied by at most 2^101: below 2^-960 in all, far below TINY.
 *
 * A value of F, or of its blossom, is three levels of (1-t) x + t y with t in [0, 1]: 3 roundings a level (of
 * 1-t, the product, the sum) of numbers no larger than max|b^| (1 + 9u), below 9.1 u max|b^|, beside the
 * error of the coefficients, which convex combinations do not enlarge. Hence 16 u max|b^| on top. */
static void set_cubic(struct work *s)
{
    struct vec3 n00 = vec3_cross(s->a.at0, s->b.at0), n11 = vec3_cross(s->a.at1, s->b.at1);
    struct vec3 n01 = vec3_add(vec3_cross(s->a.at0, s->b.at1), vec3_cross(s->a.at1, s->b.at0));
    double *b = s->bernstein;
    b[0] = vec3_dot(n00, s->c.at0);
    b[1] = (vec3_dot(n01, s->c.at0) + vec3_dot(n00, s->c.at1)) / 3;
    b[2] = (vec3_dot(n11, s->c.at0) + vec3_dot(n01, s->c.at1)) / 3;
    b[3] = vec3_dot(n11, s->c.at1);
    double p = permanent(s->a.max, s->b.max, s->c.max);
    double largest_b = max2(max2(fabs(b[0]), fabs(b[1])), max2(fabs(b[2]), fabs(b[3])));
    s->error = 16 * U * p + 16 * U * largest_b + TINY_CUBIC;
}

static inline double lerp(double x, double y, double t)
{
    return (1 - t) * x + t * y;
}

static double value(const double b[4], double t)
{
    double x = lerp(b[0], b[1], t), y = lerp(b[1], b[2], t), z = lerp(b[2], b[3], t);
    return lerp(lerp(x, y, t), lerp(y, z, t), t);
}

/* The Bernstein coefficients of F over [t0, t1] as blossoms of those over [0, 1], so that their error does
 * not grow from one split to the next. */
static void piece_of(const double b[4], double t0, double t1, double c[4])
{
    double x[3], y[3];
    for (int i = 0; i < 3; i++) {
        x[i] = lerp(b[i], b[i + 1], t0);
        y[i] = lerp(b[i], b[i + 1], t1);
    }
    double x0 = lerp(x[0], x[1], t0), x1 = lerp(x[1], x[2], t0);
    double m0 = lerp(x[0], x[1], t1), m1 = lerp(x[1], x[2], t1);
    double y0 = lerp(y[0], y[1], t1), y1 = lerp(y[1], y[2], t1);
    c[0] = lerp(x0, x1, t0);
    c[1] = lerp(x0, x1, t1);
    c[2] = lerp(m0, m1, t1);
    c[3] = lerp(y0, y1, t1);
}

static struct vec3 blend(const struct motion *m, double t)
{
    return (struct vec3){lerp(m->at0.x, m->at1.x, t), lerp(m->at0.y, m->at1.y, t),
                         lerp(m->at0.z, m->at1.z, t)};
}

/* What holds for all t in [lo, hi]: FREE: no contact; INSIDE: a root of F in there is a contact.
 *
 * Project along a fixed direction d. N = (A x B).d, w1 = (A x C).d, w2 = (C x B).d. If there is a contact at
 * t, then vf: w1 = v N, w2 = u N, N - w1 - w2 = (1-u-v) N; ee, with p = -w1: p = u N, N - p = (1-u) N, w2 = s
 * N, N - w2 = (1-s) N: none has a sign opposite to another's. So one strictly positive and one strictly
 * negative prove that there is none, whatever d, and also when the triangle or an edge is degenerate. If F(t)
 * = 0 and all are strictly positive, then N > 0: A and B span the plane that C lies in, the projection is
 * one-to-one on it, and the parameters w1/N, w2/N are inside their domain: a contact.
 *
 * Error. With m in [lo, hi] and h = hi - lo: A^(m) is off A(m) by the rounding of A's ends and 3 of the
 * blend, below 5 u A_max; A(t) is off A(m) by at most h |A(1) - A(0)| <= 2.01 h A_max. So |A(t) - A^(m)| <= e
 * A_max with e = 8 u + 2.5 h, likewise B and C. A product of two is off by 2.01 e, and by 5 roundings more in
 * the cross and the dot product: (2.01 e + 5.1 u) Q with Q the permanent of the largest components and |d|.
 * The sums N - w1 - w2, N - p, N - w2 add two roundings of terms no larger than the Qs. Hence (2.5 e
 * + 12 u) Q for each term. An underflow in the blend (2^-1074) is multiplied by at most 2^101 2^203: below
 * TINY. */
static enum answer inside(struct work *s, double lo, double hi)
{
    double m = lo + 0.5 * (hi - lo), e = 8 * U + 2.5 * (hi - lo);
    struct vec3 a = blend(&s->a, m), b = blend(&s->b, m), c = blend(&s->c, m), d = vec3_cross(a, b);
    double factor = 2.5 * e + 12 * U;
    double n = vec3_dot(d, d), w1 = vec3_dot(vec3_cross(a, c), d), w2 = vec3_dot(vec3_cross(c, b), d);
    double en = factor * permanent(s->a.max, s->b.max, d) + TINY_INSIDE;
    double e1 = factor * permanent(s->a.max, s->c.max, d) + TINY_INSIDE;
    double e2 = factor * permanent(s->c.max, s->b.max, d) + TINY_INSIDE;
    double g[4], eg[4];
    if (s->type == CCDQ_VF) {
        g[0] = w1, eg[0] = e1;
        g[1] = w2, eg[1] = e2;
        g[2] = g[3] = n - w1 - w2, eg[2] = eg[3] = en + e1 + e2;
    } else {
        g[0] = -w1, eg[0] = e1;
        g[1] = n + w1, eg[1] = en + e1;
        g[2] = w2, eg[2] = e2;
        g[3] = n - w2, eg[3] = en + e2;
    }
    int positive = 0, negative = 0;
    for (int i = 0; i < 4; i++) {
        positive += g[i] > eg[i];
        negative += g[i] < -eg[i];
    }
    if (positive && negative) return FREE;
    if (positive < 4) return UNDECIDED;
    if (s->type == CCDQ_VF) {
        s->w[0] = min2(w2 / n, 1);
        s->w[1] = min2(w1 / n, complement(s->w[0]));
    } else {
        s->w[0] = min2(w2 / n, 1);
        s->w[1] = min2(-w1 / n, 1);
    }
    return INSIDE;
}

/* An approximate root in [0, 1] of the cubic with Bernstein coefficients c, of opposite signs at the ends:
 * Halley's iteration, kept within a shrinking bracket. Also the derivative there. Nothing is proven here. */
static double approximate_root(const double c[4], double *slope, uint32_t *evals)
{
    double p1 = 3 * (c[1] - c[0]), p2 = 3 * ((c[2] - c[1]) - (c[1] - c[0]));
    double p3 = (c[3] - c[0]) - 3 * (c[2] - c[1]);
    double lo = 0, hi = 1, x = c[0] / (c[0] - c[3]), f1 = p1;
    for (int i = 0; i < MAX_ITERATIONS; i++) {
        double f = c[0] + x * (p1 + x * (p2 + x * p3)), f2 = 2 * p2 + 6 * p3 * x;
        f1 = p1 + x * (2 * p2 + x * (3 * p3));
        ++*evals;
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
    *slope = f1;
    return x;
}

/* Decides a piece that has exactly one root, c[0] and c[3] being certified of opposite signs. A bracket [lo,
 * hi] of the root is proven by the signs of F at its ends. Where F is so flat that no bracket as narrow as
 * `width` can be proven, a wider one still proves that the root is no contact. */
static enum answer decide_root(struct work *s, double t0, double t1, const double c[4], double width)
{
    double slope, x = approximate_root(c, &slope, &s->evals);
    double t = t0 + x * (t1 - t0);
    /* a first guess of how near the sign of F can be certified; the signs below prove it, or it widens */
    double half = 1.25 * s->error * (t1 - t0) / fabs(slope) + 0x1p-52;
    double sign = c[0] > 0 ? 1 : -1;
    for (; half < 1; half *= 8) {
        double lo = max2(t - half, t0), hi = min2(t + half, t1);
        s->evals += 2;
        if (!(lo == t0 || sign * value(s->bernstein, lo) > s->error)) continue;
        if (!(hi == t1 || sign * value(s->bernstein, hi) < -s->error)) continue;
        enum answer answer = inside(s, lo, hi);
        if (answer == INSIDE && !(hi - lo <= width)) return UNDECIDED;
        s->lo = lo;
        s->hi = hi;
        return answer;
    }
    return UNDECIDED;
}

/* Where to split a piece: the critical point of the cubic in (0, 1), the first if there are two, or the
 * middle. */
static double critical_point(const double c[4])
{
    double d0 = c[1] - c[0], d1 = c[2] - c[1], d2 = c[3] - c[2];
    double k2 = d0 - 2 * d1 + d2, k1 = d0 - d1, disc = k1 * k1 - k2 * d0; /* k2 x^2 - 2 k1 x + d0 = 0 */
    if (disc > 0) {
        double q = k1 + copysign(sqrt(disc), k1);
        double x = d0 / q, y = q / k2;
        double first = min2(x, y), second = max2(x, y);
        if (first > 0x1p-20 && first < 1 - 0x1p-20) return first;
        if (second > 0x1p-20 && second < 1 - 0x1p-20) return second;
    }
    return 0.5;
}

/* The earliest contact in the piece [t0, t1] of F with Bernstein coefficients c. The number of roots in the
 * piece is, by Descartes' rule for Bernstein coefficients, at most the number of sign changes among them. */
static enum answer search(struct work *s, double t0, double t1, const double c[4], double width, int depth)
{
    double e = s->error;
    int plus = 0, minus = 0;
    for (int i = 0; i < 4; i++) {
        plus |= (c[i] > e) << i;
        minus |= (c[i] < -e) << i;
    }
    if (plus == 15 || minus == 15) return FREE;
    int rising = (minus & 1) && (plus & 8), falling = (plus & 1) && (minus & 8);
    /* one inner coefficient certified on its own end's side: one sign change whatever the other is */
    if ((rising && ((minus & 2) || (plus & 4))) || (falling && ((plus & 2) || (minus & 4))))
        return decide_root(s, t0, t1, c, width);
    if (depth == MAX_DEPTH) return UNDECIDED;
    double split = t0 + critical_point(c) * (t1 - t0);
    if (!(split > t0 && split < t1)) return UNDECIDED;
    double part[4];
    piece_of(s->bernstein, t0, split, part);
    enum answer first = search(s, t0, split, part, width, depth + 1);
    if (first != FREE) return first;
    piece_of(s->bernstein, split, t1, part);
    return search(s, split, t1, part, width, depth + 1);
}

/* One query over [0, 1]; a contact that is not certainly before or after tmax is left to lib/exact. */
static enum answer solve(struct work *s, const struct ccdq_query *q,
                         const struct ccdq_linear_options *options, enum stage *stage)
{
    *stage = STAGE_AXES;
    if (separated_by_axis(q)) return FREE;
    *stage = STAGE_EXACT;
    if (!set_vectors(s, q)) return UNDECIDED;
    set_cubic(s);
    enum answer answer = search(s, 0, 1, s->bernstein, options->toi_width, 0);
    if (answer == INSIDE && s->hi > options->tmax) answer = s->lo > options->tmax ? FREE : UNDECIDED;
    if (answer == FREE) *stage = s->evals ? STAGE_OUTSIDE : STAGE_CUBIC;
    if (answer == INSIDE) *stage = STAGE_HIT;
    return answer;
}

void linear_certified(const struct ccdq_query *q, size_t n, const struct ccdq_linear_options *options,
                      struct ccdq_result *r, struct ccdq_workspace *ws)
{
    for (size_t i = 0; i < n; i++) {
        struct work s;
        enum stage stage;
        if (!linear_finite(&q[i])) {
            linear_set_invalid(&r[i], q[i].id, CCDQ_METHOD_CERTIFIED);
            continue;
        }
        s.evals = 0;
        enum answer answer = solve(&s, &q[i], options, &stage);
        if (answer == UNDECIDED)
            stage = linear_extended(&q[i], options, s.evals, &r[i]) ? STAGE_EXTENDED : STAGE_EXACT;
        linear_count(ws, (int)stage, 1);
        if (stage == STAGE_EXTENDED) continue;
        if (answer == UNDECIDED) {
            linear_solve_exactly(&q[i], options, CCDQ_METHOD_CERTIFIED, s.evals, &r[i], ws);
            continue;
        }
        linear_set_free(&r[i], q[i].id, CCDQ_METHOD_CERTIFIED, CCDQ_TOI_PROVEN, s.evals);
        if (answer == FREE) continue;
        r[i].verdict = CCDQ_HIT;
        r[i].toi_lo = s.lo;
        r[i].toi_hi = s.hi;
        r[i].w[0] = s.w[0];
        r[i].w[1] = s.w[1];
    }
}
