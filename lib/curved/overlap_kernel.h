/* The code of overlap_*.c, which define OVERLAP_KERNEL to be the name of the function.
 *
 * Along an axis n, control point i of the one patch moves as a_i(t) = n.p_i + t n.v_i, point j of the other
 * as b_j(t). The hulls, and so the sub-patches, are apart at t when the gap g(t) = min b_j(t) - max a_i(t) is
 * above 0, or the same with the patches exchanged. g is concave and piecewise linear: if it is above 0 at two
 * times, it is so between them. So a piece of time is cut off when both its ends are certified by the sign of
 * g; where its inner end is put, by Newton's method on supporting lines, needs no care.
 *
 * The certificate, e = 2^-53: let s be the steps of the part (part.h), M_k and V_k the `most` of coordinate k
 * and its velocity, A = sum |n_k| M_k, B = sum |n_k| V_k. What is computed of a_i(t) is off by
 *   s e (A + t B)   because the control points are,
 *   3 e (A + t B)   in n.p and n.v: three products and two sums of terms that add up to A, to B,
 *   2 e (A + t B)   in t * (n.v) and the sum,
 * all but for a factor of 1 + 2^-30, which stands for higher powers of e, s being below 2^13. Maximum and
 * minimum are exact. So computed gaps above 2 (s + 5) e (A + t B) are gaps, but for that factor, for one
 * rounding in the difference, and for a few in computing the bound itself, together less than 2^-29 of it;
 * 2 (s + 8) is larger than 2 (s + 5) by more than 2^-12 of it. PATCH_TINY stands for underflow: of the
 * parts, and here of some numbers times |n_k| <= 1 + e and t < 1. */
#include "../num/extremes.h"
#include "overlap.h"
#include "../num/simd.h"
#include <math.h>

/* The two hulls along an axis: a line a control point. Filled up with a point of the same net. */
struct shadow {
    double at[PATCH_MAX_STRIDE], speed[PATCH_MAX_STRIDE];
    int n;
};

struct shadows {
    struct shadow side[2];
    double pad, pad_speed; /* gaps above pad + t pad_speed are certified */
};

struct extremes {
    double low[2], high[2]; /* of both sides */
};

/* ---- Vectors ---- */

enum { QUANTITIES = 8 };

/* The largest lane of each of eight vectors. A round makes of two vectors one, of whose lanes half belong to
 * each; lane l of the last one belongs to the vector whose number is l with its bits in reverse order. */
static inline void largest_lanes(vd q[QUANTITIES], double out[QUANTITIES])
{
    for (int first = 0; first < QUANTITIES; first += WIDTH) {
        double lane[WIDTH];
        for (int n = WIDTH; n > 1; n /= 2)
            for (int i = 0; i < n / 2; i++) {
                const vd a = q[first + 2 * i], b = q[first + 2 * i + 1];
                q[first + i] = v_max(SIMD_LOW(a, b), SIMD_HIGH(a, b));
            }
        v_store(lane, q[first]);
        for (int l = 0; l < WIDTH; l++) {
            int from = 0;
            for (int bit = 1; bit < WIDTH; bit *= 2) from = 2 * from + !!(l & bit);
            out[first + from] = lane[l];
        }
    }
}

static inline double largest_lane(vd x)
{
    double lane[WIDTH], most;
    v_store(lane, x);
    most = lane[0];
    for (int l = 1; l < WIDTH; l++) most = lane[l] > most ? lane[l] : most;
    return most;
}

/* ---- Shadows ---- */

/* Projects a net, and finds its extremes at two times: highest and negated lowest at t0, then at t1. */
static inline void cast(const struct patch_part *part, int stride, const double axis[3], double t0, double t1,
                        struct shadow *shadow, vd extreme[4])
{
    const vd nx = v_set(axis[0]), ny = v_set(axis[1]), nz = v_set(axis[2]), time0 = v_set(t0),
             time1 = v_set(t1);
    const double *x = part->x;
    for (int q = 0; q < 4; q++) extreme[q] = v_set(-INFINITY);
    shadow->n = stride;
    for (int i = 0; i < stride; i += WIDTH) {
        const vd at = nx * v_load(x + i) + ny * v_load(x + stride + i) + nz * v_load(x + 2 * stride + i);
        const vd speed = nx * v_load(x + 3 * stride + i) + ny * v_load(x + 4 * stride + i) +
                         nz * v_load(x + 5 * stride + i);
        const vd at0 = at + time0 * speed, at1 = at + time1 * speed;
        v_store(shadow->at + i, at);
        v_store(shadow->speed + i, speed);
        extreme[0] = v_max(extreme[0], at0);
        extreme[1] = v_max(extreme[1], -at0);
        extreme[2] = v_max(extreme[2], at1);
        extreme[3] = v_max(extreme[3], -at1);
    }
}

static void cast_both(const struct patch_units *units, const struct patch_pair *pair, const double axis[3],
                      struct shadows *shadows, struct extremes at[2])
{
    vd extreme[QUANTITIES];
    double most[QUANTITIES];
    for (int side = 0; side < 2; side++)
        cast(pair->part[side], units->net[side].stride, axis, pair->lo, pair->hi, &shadows->side[side],
             extreme + 4 * side);
    largest_lanes(extreme, most);
    for (int end = 0; end < 2; end++)
        for (int side = 0; side < 2; side++) {
            at[end].high[side] = most[4 * side + 2 * end];
            at[end].low[side] = -most[4 * side + 2 * end + 1];
        }
    const int steps =
        pair->part[0]->steps > pair->part[1]->steps ? pair->part[0]->steps : pair->part[1]->steps;
    const double x = fabs(axis[0]), y = fabs(axis[1]), z = fabs(axis[2]), c = 2 * PATCH_EPSILON * (steps + 8);
    shadows->pad = c * (x * units->most[0] + y * units->most[1] + z * units->most[2]) + PATCH_TINY;
    shadows->pad_speed = c * (x * units->most[3] + y * units->most[4] + z * units->most[5]);
}

static inline double pad_at(const struct shadows *shadows, double t)
{
    return shadows->pad + t * shadows->pad_speed;
}

/* The highest of sign * a line at the time t; and the speed, times sign, of one that is there. */
static double highest(const struct shadow *shadow, double sign, double t, double *speed)
{
    const vd time = v_set(t), turn = v_set(sign);
    vd most = v_set(-INFINITY);
    for (int i = 0; i < shadow->n; i += WIDTH)
        most = v_max(most, turn * (v_load(shadow->at + i) + time * v_load(shadow->speed + i)));
    const double top = largest_lane(most);
    vd fastest = v_set(-INFINITY);
    for (int i = 0; i < shadow->n; i += WIDTH) {
        const vd s = v_load(shadow->speed + i), x = turn * (v_load(shadow->at + i) + time * s);
        fastest = v_select(v_ge(x, v_set(top)), v_max(fastest, turn * s), fastest);
    }
    *speed = largest_lane(fastest);
    return top;
}

/* The gap between side `below` and the other one above it, and how fast it grows. */
static double gap_at(const struct shadows *shadows, int below, double t, double *growth)
{
    double a, b;
    const double high = highest(&shadows->side[below], 1, t, &a);
    const double low = -highest(&shadows->side[!below], -1, t, &b);
    *growth = -b - a;
    return low - high;
}

/* ---- Cutting ---- */

enum { NEWTON_STEPS = 4 };

/* A time between `apart`, when the gap is certified, and `other`, when it is not, such that it is certified
 * then too; as close to `other` as is easily found, or `apart` itself. From `other` Newton's method comes
 * nearer to where the gap is twice its pad and does not go beyond; the chord ends on the other side of it. */
static double cut(const struct shadows *shadows, int below, double apart, double gap, double other)
{
    const double excess = gap - 2 * pad_at(shadows, apart);
    double t = other, growth, lack = 0;
    if (!(excess > 0)) return apart;
    for (int step = 0; step <= NEWTON_STEPS; step++) {
        const double g = gap_at(shadows, below, t, &growth), pad = pad_at(shadows, t);
        if (step && g > pad) return t;
        lack = 2 * pad - g;
        const double next = t + lack / (growth - 2 * shadows->pad_speed);
        if (step == NEWTON_STEPS || !(other > apart ? next > apart && next < t : next < apart && next > t))
            break;
        t = next;
    }
    const double chord = apart + (t - apart) * (excess / (excess + lack));
    return (other > apart ? chord > apart && chord < other : chord < apart && chord > other) &&
                   gap_at(shadows, below, chord, &growth) > pad_at(shadows, chord)
               ? chord
               : apart;
}

enum outcome { APART, NARROWED, NOTHING };

/* What the axis does to lo and hi. Its largest component is made 1 first. */
static enum outcome try_axis(const struct patch_units *units, struct patch_pair *pair,
                             const double direction[3])
{
    struct shadows shadows;
    struct extremes at[2];
    const double most = max_of(max_of(fabs(direction[0]), fabs(direction[1])), fabs(direction[2]));
    if (!(most > PATCH_TINY)) return NOTHING;
    const double axis[3] = {direction[0] / most, direction[1] / most, direction[2] / most};
    cast_both(units, pair, axis, &shadows, at);
    const double pad[2] = {pad_at(&shadows, pair->lo), pad_at(&shadows, pair->hi)};
    enum outcome outcome = NOTHING;
    for (int below = 0; below < 2; below++) {
        const double gap[2] = {at[0].low[!below] - at[0].high[below], at[1].low[!below] - at[1].high[below]};
        const bool apart[2] = {gap[0] > pad[0], gap[1] > pad[1]};
        if (apart[0] && apart[1]) return APART;
        if (apart[0]) {
            const double lo = cut(&shadows, below, pair->lo, gap[0], pair->hi);
            if (lo > pair->lo) {
                for (int k = 0; k < 3; k++) pair->axis[k] = below ? -axis[k] : axis[k];
                outcome = NARROWED;
            }
            pair->lo = lo;
        }
        if (apart[1]) pair->hi = cut(&shadows, below, pair->hi, gap[1], pair->lo);
    }
    return outcome;
}

/* ---- Axes ---- */

struct frame {
    double tangent[2][3], middle[3];
};

static void set_at(const double x[PATCH_MOVING], double t, double at[3])
{
    for (int k = 0; k < 3; k++) at[k] = x[k] + t * x[k + 3];
}

static void set_frame(const struct patch_part *part, double t, struct frame *frame)
{
    for (int d = 0; d < 2; d++) set_at(part->tangent[d], t, frame->tangent[d]);
    set_at(part->middle, t, frame->middle);
}

static void cross(double n[3], const double a[3], const double b[3])
{
    n[0] = a[1] * b[2] - a[2] * b[1];
    n[1] = a[2] * b[0] - a[0] * b[2];
    n[2] = a[0] * b[1] - a[1] * b[0];
}

static bool has_direction(const double n[3])
{
    return fabs(n[0]) + fabs(n[1]) + fabs(n[2]) > PATCH_TINY;
}

/* The point of a part that is farthest along sign * axis at the time t; where several are, the largest of
 * each of their coordinates, which does not depend on their order. */
static void farthest(const struct patch_part *part, int stride, const double axis[3], double sign, double t,
                     double p[3])
{
    const vd n[3] = {v_set(sign * axis[0]), v_set(sign * axis[1]), v_set(sign * axis[2])}, time = v_set(t);
    const double *x = part->x;
    double along[PATCH_MAX_STRIDE];
    vd most = v_set(-INFINITY), at[3] = {most, most, most};
    for (int i = 0; i < stride; i += WIDTH) {
        vd sum = v_set(0);
        for (int k = 0; k < 3; k++)
            sum += n[k] * (v_load(x + k * stride + i) + time * v_load(x + (k + 3) * stride + i));
        v_store(along + i, sum);
        most = v_max(most, sum);
    }
    const vd top = v_set(largest_lane(most));
    for (int i = 0; i < stride; i += WIDTH) {
        const vm is_top = v_ge(v_load(along + i), top);
        for (int k = 0; k < 3; k++) {
            const vd y = v_load(x + k * stride + i) + time * v_load(x + (k + 3) * stride + i);
            at[k] = v_select(is_top, v_max(at[k], y), at[k]);
        }
    }
    for (int k = 0; k < 3; k++) p[k] = largest_lane(at[k]);
}

/* Leans an axis so that the two points that meet first along it, or overlap most, at the time t are apart on
 * it by a tenth of what they overlapped (after Chung and Wang's search for a separating vector). */
static const double LEAN = 1.1;

static void lean(const struct patch_units *units, const struct patch_pair *pair, double t, double axis[3])
{
    double a[3], b[3], along = 0, square = 0;
    farthest(pair->part[0], units->net[0].stride, axis, 1, t, a);
    farthest(pair->part[1], units->net[1].stride, axis, -1, t, b);
    for (int k = 0; k < 3; k++) {
        const double d = b[k] - a[k];
        along += axis[k] * d;
        square += d * d;
    }
    const double way = square > 0 ? LEAN * along / square : 0;
    for (int k = 0; k < 3; k++) axis[k] -= way * (b[k] - a[k]);
}

/* Axes in the order in which they are tried: the one that was best for the pair this one comes from; the
 * normals; the line between the middles; the products of edges at the border of the domain; the coordinate
 * axes where a normal or the line has no direction; and the best of all leaned LEANS times. */
enum { NORMALS = 2, COORDINATES = 3, LEANS = 2 };

static bool narrow_by_frames(const struct patch_units *units, struct patch_pair *pair)
{
    static const double coordinate[COORDINATES][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    struct frame frame[2];
    double n[3];
    bool degenerate = false;
    for (int side = 0; side < 2; side++) set_frame(pair->part[side], pair->lo, &frame[side]);
    for (int i = 0; i < NORMALS; i++) {
        cross(n, frame[i].tangent[0], frame[i].tangent[1]);
        degenerate = degenerate || !has_direction(n);
        if (try_axis(units, pair, n) == APART) return false;
    }
    for (int k = 0; k < 3; k++) n[k] = frame[1].middle[k] - frame[0].middle[k];
    degenerate = degenerate || !has_direction(n);
    if (try_axis(units, pair, n) == APART) return false;
    for (int i = 0; degenerate && i < COORDINATES; i++)
        if (try_axis(units, pair, coordinate[i]) == APART) return false;
    return true;
}

static bool narrow_by_edges(const struct patch_units *units, struct patch_pair *pair)
{
    const struct patch_part *a = pair->part[0], *b = pair->part[1];
    double n[3], along[2][3];
    for (int i = 0; i < a->edges * b->edges; i++) {
        set_at(a->edge[i / b->edges], pair->lo, along[0]);
        set_at(b->edge[i % b->edges], pair->lo, along[1]);
        cross(n, along[0], along[1]);
        if (try_axis(units, pair, n) == APART) return false;
    }
    return true;
}

bool OVERLAP_KERNEL(const struct patch_units *units, struct patch_pair *pair)
{
    double n[3] = {pair->axis[0], pair->axis[1], pair->axis[2]};
    if (try_axis(units, pair, n) == APART) return false;
    if (!narrow_by_frames(units, pair) || !narrow_by_edges(units, pair)) return false;
    for (int k = 0; k < 3; k++) n[k] = pair->axis[k];
    for (int i = 0; i < LEANS; i++) {
        lean(units, pair, pair->hi, n);
        if (try_axis(units, pair, n) == APART) return false;
    }
    return true;
}
