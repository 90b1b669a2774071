/* Minimum separation, and points against edges and points, in doubles with proven error bounds; lib/exact
 * where they cannot decide. Contact is a distance of at most D >= 0.
 *
 * Separating directions that turn. Let d_j(t) be the differences of a point of the second primitive and one
 * of the first: linear in t; each difference of any two points is a convex combination of them. If at a time
 * a vector n has n . d_j > D |n| for all j, then n . d > D |n| for each combination d too, hence |d| > D: the
 * primitives are farther apart than D. To prove an interval free take n linear in t as well, from n0 at its
 * start t0 to n1 at its end t1. Then n . d_j is quadratic, with the Bernstein coefficients
 *     n0 . d_j(t0),   (n0 . d_j(t1) + n1 . d_j(t0)) / 2,   n1 . d_j(t1),
 * and |n| is at most the larger of |n0| and |n1|, so the interval is free if all coefficients are above D
 * times that. Or n0 alone is good for its beginning, up to the least root of the linear n0 . d_j - D |n0|,
 * and n1 for the rest. (Compare the separating axis theorem of Tang et al. 2011, section 4, for one n and D =
 * 0.)
 *
 * n0 and n1 are taken along the shortest way between the primitives at their times. Where a face turns, a
 * fixed n loses its corners as fast as it turns. With an n that turns, what is lost is of second order, so
 * the intervals that can be proven free in front of a first contact shrink quadratically.
 *
 * The search keeps a time t0 before which all is free, and a stack of later times that have been looked at.
 * Where [t0, t1] cannot be proven free, t1 the nearest of them, it looks at one more time between, where a
 * parabola through what is known of the distance says that it comes down to D, or is least. Where t0 is a
 * hair before that time, two explicit points are tried a hair behind it: if their distance is proven to be at
 * most D, the first contact is between.
 *
 * Bounds. u = 2^-53. x^ is the computed x. M_k is the largest |d^_j| on axis k at t = 0 and t = 1. When the
 * largest of them leaves [2^-100, 2^100] all differences and D are scaled by a power of two. Scaling up is
 * exact, scaling down may lose 2^-1075 of a difference; where it is not exact for D, lib/exact decides. TINY
 * covers all that underflows below. Proofs are coded as comparisons that a NaN fails.
 */
#include "closest.h"
#include "linear.h"
#include <float.h>
#include <math.h>

#define U 0x1p-53
#define TINY 0x1p-800
#define UP (1 + 8 * U)
#define DOWN (1 - 8 * U)

/* How many times are looked at before the query is left to lib/exact, and an interval too short to go on. */
enum { MAX_LOOKS = 30 };
#define SHORT 0x1p-44

enum answer { FREE, HIT, UNDECIDED };

/* A query on its way: the differences of closest.h by axis, those that the type does not have as the last one
 * that it has. */
struct work {
    unsigned type;
    double d0[3][CLOSEST_PAIRS], d1[3][CLOSEST_PAIRS]; /* at t = 0, at t = 1 */
    double max[3], min_sep;
    int exponent; /* all lengths are those of the query times 2^exponent */
    double reach; /* n . d^ above it proves more than D, see set_reach */
    uint32_t evals;
    double lo, hi, w[2]; /* a contact, once it is proven; lo: before it there is none */
};

/* What is seen at a time. */
struct look {
    double t;
    double d[3][CLOSEST_PAIRS];
    double n[3], along[CLOSEST_PAIRS]; /* a direction of length 1, and n . d_j */
    double gap, slope;                 /* about: distance - D, and its derivative */
    double w[2], weight[CLOSEST_PAIRS];
};

static const unsigned char pairs[][CLOSEST_PAIRS][2] = {
    [CCDQ_VF] = {{0, 1}, {0, 2}, {0, 3}, {0, 3}},
    [CCDQ_EE] = {{0, 2}, {0, 3}, {1, 2}, {1, 3}},
    [CCDQ_PE] = {{0, 1}, {0, 2}, {0, 2}, {0, 2}},
    [CCDQ_PP] = {{0, 1}, {0, 1}, {0, 1}, {0, 1}},
};

static inline double max2(double x, double y)
{
    return x > y ? x : y;
}

static inline double min2(double x, double y)
{
    return x < y ? x : y;
}

/* ---- Set up ---- */

static void set_differences(struct work *s, const struct ccdq_query *q)
{
    s->type = q->type;
    s->min_sep = q->min_sep;
    s->exponent = 0;
    s->evals = 0;
    for (int k = 0; k < 3; k++) {
        s->max[k] = 0;
        for (int j = 0; j < CLOSEST_PAIRS; j++) {
            const int from = pairs[q->type][j][0], to = pairs[q->type][j][1];
            s->d0[k][j] = q->x[to][k] - q->x[from][k];
            s->d1[k][j] = q->x[to + 4][k] - q->x[from + 4][k];
            s->max[k] = max2(s->max[k], max2(fabs(s->d0[k][j]), fabs(s->d1[k][j])));
        }
    }
}

/* Whether on one axis all differences are above D, or all below -D, at t = 0 and t = 1, hence in between.
 * Rounding keeps order, so what is computed to be above a double is; D need not be scaled for that. */
static int separated_by_axis(const struct work *s)
{
    for (int k = 0; k < 3; k++) {
        double least = INFINITY, largest = -INFINITY;
        for (int j = 0; j < CLOSEST_PAIRS; j++) {
            least = min2(least, min2(s->d0[k][j], s->d1[k][j]));
            largest = max2(largest, max2(s->d0[k][j], s->d1[k][j]));
        }
        if (least > s->min_sep || largest < -s->min_sep) return 1;
    }
    return 0;
}

/* Brings the largest difference into [2^-100, 2^100]. 0 when it cannot be: a difference overflowed, all are
 * 0, or D would not be exact. */
static int scale(struct work *s)
{
    double largest = max2(max2(s->max[0], s->max[1]), s->max[2]);
    if (largest >= 0x1p-100 && largest <= 0x1p100) return 1;
    if (!(largest > 0 && largest <= DBL_MAX)) return 0;
    const int exponent = s->exponent = -ilogb(largest);
    for (int k = 0; k < 3; k++) {
        s->max[k] = scalbn(s->max[k], exponent);
        for (int j = 0; j < CLOSEST_PAIRS; j++) {
            s->d0[k][j] = scalbn(s->d0[k][j], exponent);
            s->d1[k][j] = scalbn(s->d1[k][j], exponent);
        }
    }
    const double min_sep = scalbn(s->min_sep, exponent);
    if (scalbn(min_sep, -exponent) != s->min_sep) return 0;
    s->min_sep = min_sep;
    return 1;
}

/* n . d^_j > reach proves n . d_j(t) > D |n| for each vector n that is of length 1 but for rounding, and for
 * convex combinations of such.
 *
 * d_j(t) is (1-t) d0 + t d1, and its computed value has the roundings of the difference, of 1-t, of the
 * product and of the addition: off by 4.1 u M_k at most, as the weights add up to 1. n . d_j adds those of a
 * product and two additions: |error| <= 7.2 u sum |n_k| M_k, and |n_k| <= |n| <= 1 + 8 u (see look_at). So 8
 * u (M_0 + M_1 + M_2) covers it; 16 u also covers the roundings of this line, as does D 8 u beside D |n|. A
 * mean of two computed values may be off by as much as either; that it is rounded does not matter, since
 * rounding keeps order. */
static void set_reach(struct work *s)
{
    s->reach = s->min_sep * (1 + 16 * U) + 16 * U * (s->max[0] + s->max[1] + s->max[2]) + TINY;
}

/* ---- Looks ---- */

/* to = n . d_j of `at` */
static void project(const double n[3], const struct look *at, double to[CLOSEST_PAIRS])
{
    for (int j = 0; j < CLOSEST_PAIRS; j++)
        to[j] = n[0] * at->d[0][j] + n[1] * at->d[1][j] + n[2] * at->d[2][j];
}

/* The closest points at time t, and the direction from the first primitive to the second; 0 where there is
 * none.
 *
 * Length of n: the sum of squares has 3 roundings, its root half of that and one more, the quotient and the
 * product one each: below 8 u. The largest component of the vector is at least 2^-201, so that underflows in
 * the squares do not matter, and at most 2^203 (a product of two differences): nothing overflows. */
static void look_at(struct work *s, double t, struct look *at)
{
    struct vec3 d[CLOSEST_PAIRS];
    struct closest c;
    at->t = t;
    for (int k = 0; k < 3; k++)
        for (int j = 0; j < CLOSEST_PAIRS; j++) at->d[k][j] = (1 - t) * s->d0[k][j] + t * s->d1[k][j];
    for (int j = 0; j < CLOSEST_PAIRS; j++) d[j] = (struct vec3){at->d[0][j], at->d[1][j], at->d[2][j]};
    linear_closest(s->type, d, &c);
    s->evals++;
    at->w[0] = c.w[0];
    at->w[1] = c.w[1];
    linear_weights(s->type, c.w, at->weight);
    double square = vec3_dot(c.n, c.n), factor = square >= 0x1p-400 ? 1 / sqrt(square) : 0;
    at->n[0] = c.n.x * factor;
    at->n[1] = c.n.y * factor;
    at->n[2] = c.n.z * factor;
    project(at->n, at, at->along);
    at->gap = -s->min_sep;
    at->slope = 0;
    for (int j = 0; j < CLOSEST_PAIRS; j++) {
        double speed = 0;
        for (int k = 0; k < 3; k++) speed += at->n[k] * (s->d1[k][j] - s->d0[k][j]);
        at->gap += at->weight[j] * at->along[j];
        at->slope += at->weight[j] * speed;
    }
}

/* ---- Free ---- */

/* Whether the pair is proven to be farther apart than D at the time of a look. */
static int is_apart(const struct work *s, const struct look *at)
{
    int all = 1;
    for (int j = 0; j < CLOSEST_PAIRS; j++) all &= at->along[j] > s->reach;
    return all;
}

/* Whether it is at all times from a to b, where it is at a and b.
 *
 * The first way: the middle coefficients are above the reach, too. The second: n of a from 0 to x, as a part
 * of the interval, and n of b from y to 1. With p = n . d_j - reach at the beginning and q at the end, p > 0
 * >= q, the linear function is positive before p / (p - q). The two differences have the right signs and a
 * relative error of u; the quotient is 1 / (1 + (-q) / p): 2 u for the inner quotient, 2 u for what is
 * computed with it. DOWN and UP bring it strictly to the side where the function is positive. */
static int is_free_between(const struct work *s, const struct look *a, const struct look *b)
{
    const double r = s->reach;
    double ab[CLOSEST_PAIRS], ba[CLOSEST_PAIRS], x = 1, y = 0;
    int turning = 1;
    project(a->n, b, ab);
    project(b->n, a, ba);
    for (int j = 0; j < CLOSEST_PAIRS; j++) turning &= 0.5 * (ab[j] + ba[j]) > r;
    if (turning) return 1;
    for (int j = 0; j < CLOSEST_PAIRS; j++) {
        double pa = a->along[j] - r, qa = ab[j] - r, pb = ba[j] - r, qb = b->along[j] - r;
        if (!(qa > 0)) x = min2(x, pa / (pa - qa) * DOWN);
        if (!(pb > 0)) y = max2(y, pb / (pb - qb) * UP);
    }
    return y < x;
}

/* Whether it is from a look at which it is to t = 1, all the time in the same direction. */
static int is_free_onward(const struct work *s, const struct look *a)
{
    int all = 1;
    for (int j = 0; j < CLOSEST_PAIRS; j++)
        all &= a->n[0] * s->d1[0][j] + a->n[1] * s->d1[1][j] + a->n[2] * s->d1[2][j] > s->reach;
    return all;
}

/* ---- Hit ---- */

/* Whether the distance of two points with the parameters w of a look is proven to be at most D there.
 *
 * The d_j(t) are off by 4.1 u M_k (set_reach). The weights, which add up to 1, are off by at most 3 u of
 * themselves, or one of three by 2 u (linear_weights); products and additions have 4 roundings. In all the
 * computed difference of the points is off by less than 12 u M_k on axis k; 16 u M_k are added to it. The
 * largest M_k is at least 2^-100, so the largest of the sums is at least 2^-150, and what underflows in the
 * squares is nothing beside it. The sum of squares has 5 roundings (with those of the sums squared), its root
 * half of it and one more: below 8 u. */
static int is_witness(const struct work *s, const struct look *at)
{
    double square = 0;
    for (int k = 0; k < 3; k++) {
        double x = 0;
        for (int j = 0; j < CLOSEST_PAIRS; j++) x += at->weight[j] * at->d[k][j];
        x = fabs(x) + (16 * U * s->max[k] + TINY);
        square += x * x;
    }
    return sqrt(square) * UP <= s->min_sep;
}

static enum answer hit(struct work *s, double lo, const struct look *at)
{
    s->lo = lo;
    s->hi = at->t;
    s->w[0] = at->w[0];
    s->w[1] = at->w[1];
    return HIT;
}

/* ---- Search ---- */

/* Where between two looks, the first with a gap above 0, the distance comes down to D or is least, by the
 * parabola with the gap and slope of a and the gap of b. Primitives whose direction has turned over have
 * passed each other: then the distance of b counts as negative. */
static double guess(const struct work *s, const struct look *a, const struct look *b, int *is_root)
{
    const double h = b->t - a->t, g = a->gap, slope = a->slope * h;
    const int across = a->n[0] * b->n[0] + a->n[1] * b->n[1] + a->n[2] * b->n[2] < 0;
    const double end = across ? -b->gap - 2 * s->min_sep : b->gap, curve = end - g - slope;
    const double disc = slope * slope - 4 * curve * g;
    double x = 1;
    if (disc >= 0 && (slope < 0 || curve < 0)) x = 2 * g / (sqrt(disc) - slope);
    *is_root = x < 1;
    /* many a pair whose distance is above D at both ends cannot be proven free at once because it turns */
    if (x < 1) return end > 0 ? min2(x, 0.5) * h : x * h;
    return slope < 0 && curve > 0 ? max2(0.125, min2(0.875, -0.5 * slope / curve)) * h : 0.5 * h;
}

/* The next time to look at, between a and b: before a guess of the first contact by as much as the guess may
 * be wrong, to be free there; and a bit behind it, once a is just before it. What is found there is proven
 * elsewhere. */
static double next_time(const struct work *s, const struct look *a, const struct look *b, double width,
                        double *last)
{
    int is_root;
    const double step = guess(s, a, b, &is_root), root = a->t + step, change = fabs(root - *last);
    double t = root;
    if (is_root) {
        *last = root;
        t = step > 0.6 * width ? root - max2(0.4 * width, min2(0.125 * step, change)) : a->t + 0.875 * width;
    }
    return t > a->t && t < b->t ? t : a->t + 0.5 * (b->t - a->t);
}

static enum answer search(struct work *s, const struct ccdq_linear_options *options)
{
    const double tmax = options->tmax, width = options->toi_width, too_short = min2(SHORT, 0.25 * width);
    struct look look[MAX_LOOKS], *a = look, *later[MAX_LOOKS];
    int looks = 1, waiting = 0;
    double root = INFINITY;
    look_at(s, 0, a);
    if (!is_apart(s, a)) return is_witness(s, a) ? hit(s, 0, a) : UNDECIDED;
    if (is_free_onward(s, a)) return FREE;
    for (double t = tmax; looks < MAX_LOOKS;) {
        struct look *b = later[waiting++] = &look[looks++];
        look_at(s, t, b);
        while (is_apart(s, b) && is_free_between(s, a, b)) {
            if (b->t == tmax) return FREE;
            a = b;
            waiting--;
            b = later[waiting - 1];
        }
        /* a hit with toi_lo = 0 is left to lib/exact, whose bound is below 2^-62 of the time */
        if (b->t - a->t <= width && a->t > 0 && is_witness(s, b)) return hit(s, a->t, b);
        if (b->t - a->t < too_short) return UNDECIDED;
        t = next_time(s, a, b, width, &root);
    }
    return UNDECIDED;
}

static enum answer solve(struct work *s, const struct ccdq_query *q,
                         const struct ccdq_linear_options *options)
{
    set_differences(s, q);
    if (separated_by_axis(s)) return FREE;
    if (!scale(s)) return UNDECIDED;
    set_reach(s);
    return search(s, options);
}

/* n . d is at most |n| |d|, so the distance is at least the least n . d_j over |n|. The closest points prove
 * that it is not twice as large. */
double linear_distance_below(const struct ccdq_query *still)
{
    struct work s;
    struct look at;
    set_differences(&s, still);
    if (!scale(&s)) return 0;
    set_reach(&s);
    look_at(&s, 0, &at);
    double least = at.along[0];
    for (int j = 1; j < CLOSEST_PAIRS; j++) least = min2(least, at.along[j]);
    const double bound = (least - s.reach) * (1 - 16 * U), d = scalbn(bound, -s.exponent);
    s.min_sep = 2 * bound;
    if (!(bound > 0 && is_witness(&s, &at))) return 0;
    return scalbn(d, s.exponent) > bound ? nextafter(d, 0) : d; /* a denormal is rounded */
}

void linear_separation(const struct ccdq_query *q, size_t n, const struct ccdq_linear_options *options,
                       const int stage[2], struct ccdq_result *r, struct ccdq_workspace *ws)
{
    for (size_t i = 0; i < n; i++) {
        struct work s;
        if (!linear_finite(&q[i])) {
            result_set_invalid(&r[i], q[i].id, CCDQ_METHOD_CERTIFIED);
            continue;
        }
        enum answer answer = solve(&s, &q[i], options);
        linear_count(ws, stage[0], answer != UNDECIDED);
        if (answer == UNDECIDED) {
            linear_solve_exactly(&q[i], options, CCDQ_METHOD_CERTIFIED, s.evals, &r[i], ws);
            linear_count(ws, stage[1], 1);
            continue;
        }
        result_set_free(&r[i], q[i].id, CCDQ_METHOD_CERTIFIED, CCDQ_TOI_PROVEN, s.evals);
        if (answer == FREE) continue;
        r[i].verdict = CCDQ_HIT;
        r[i].flags |= s.hi == 0 ? CCDQ_AT_START : 0;
        r[i].toi_lo = s.lo;
        r[i].toi_hi = s.hi;
        r[i].w[0] = s.w[0];
        r[i].w[1] = s.w[1];
    }
}
