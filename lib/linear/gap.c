/* Bounds of the gap over a box.
 *
 * For a fixed direction d the function d.F is linear in each of t, u and v, so over a box it lies between the
 * smallest and the largest of its values at the eight corners. There is no contact in the box if these are
 * all above |d| separation or all below -|d| separation: |F| >= |d.F| / |d|. With the coordinate axes as
 * directions that is the inclusion function of Wang et al. 2021. Any direction is as good a proof, and those
 * along which F varies with one of t, u, v alone (nearly) tell most.
 *
 * Cutting. Let p0 and p1 be lower bounds of d.F on the faces t = t0 and t = t1 of the box. For each u, v the
 * function is linear in t, so at t0 + x (t1 - t0) it is at least (1-x) p0 + x p1, and where that is above |d|
 * separation there is no contact: only one side of a value of x is left. Likewise upper bounds, and likewise
 * for u and v. Near a contact where F is regular, a few cuts shrink the box as Newton's method would.
 *
 * Error bounds, u = 2^-53. Against its exact value each computed end of A, B, C is off by u times its size
 * (a difference of doubles does not underflow); a blend (1-t) x + t y by 3 roundings more: 4.1 u of the
 * larger end. The dot product with d: 3 roundings a term, 7.2 u in all. A product with u or v: 8.3 u. Two
 * sums: 10.4 u times what all absolute values add up to, which is at most |d| . size by components. Hence 12
 * u |d| . size, which also covers its own rounding. Underflow: the extent is at most 2^50, so d has
 * components below 2^160; a component of A, B, C or of the separation is off by 2^-1073 where scaling or
 * blending made it denormal: 2^-900 in all, TINY, is much more. All proofs are coded as comparisons that a
 * NaN fails. */
#include "gap.h"
#include <math.h>

#define U 0x1p-53
#define TINY 0x1p-900

/* A few roundings later still below, or above, the exact value. */
#define DOWN (1 - 8 * U)
#define UP (1 + 8 * U)

enum { MAX_LOOKS = 8 };

static inline double max2(double x, double y)
{
    return x > y ? x : y;
}

static inline double min2(double x, double y)
{
    return x < y ? x : y;
}

/* ---- The gap of a query ---- */

/* end[0], end[1] = the vector from point `from` to point `to`. */
static void set_vector(struct vec3 end[2], const double x[8][3], int to, int from)
{
    for (int i = 0; i < 2; i++) {
        const double *a = x[to + 4 * i], *b = x[from + 4 * i];
        end[i] = (struct vec3){a[0] - b[0], a[1] - b[1], a[2] - b[2]};
    }
}

static void set_vectors(struct gap *gap, unsigned type, const double x[8][3])
{
    static const struct vec3 zero = {0, 0, 0};
    gap->a[0] = gap->a[1] = gap->b[0] = gap->b[1] = zero;
    switch (type) {
    case CCDQ_VF:
        set_vector(gap->c, x, 1, 0);
        set_vector(gap->a, x, 2, 1);
        set_vector(gap->b, x, 3, 1);
        break;
    case CCDQ_EE:
        set_vector(gap->c, x, 0, 2);
        set_vector(gap->a, x, 1, 0);
        set_vector(gap->b, x, 2, 3);
        break;
    case CCDQ_PE:
        set_vector(gap->a, x, 2, 1); /* fallthrough */
    default:
        set_vector(gap->c, x, 1, 0);
    }
}

static struct vec3 larger(struct vec3 x, struct vec3 y)
{
    return (struct vec3){max2(fabs(x.x), fabs(y.x)), max2(fabs(x.y), fabs(y.y)), max2(fabs(x.z), fabs(y.z))};
}

static double largest(struct vec3 x)
{
    return max2(max2(fabs(x.x), fabs(x.y)), fabs(x.z));
}

static void set_size(struct gap *gap)
{
    struct vec3 a = larger(gap->a[0], gap->a[1]), b = larger(gap->b[0], gap->b[1]);
    struct vec3 c = larger(gap->c[0], gap->c[1]);
    gap->extent = max2(max2(largest(a), largest(b)), largest(c));
    gap->size = vec3_add(vec3_add(a, b), c);
}

static void scale(struct vec3 end[2], int exponent)
{
    for (int i = 0; i < 2; i++)
        end[i] =
            (struct vec3){ldexp(end[i].x, exponent), ldexp(end[i].y, exponent), ldexp(end[i].z, exponent)};
}

static void scale_gap(struct gap *gap, int exponent)
{
    scale(gap->a, exponent);
    scale(gap->b, exponent);
    scale(gap->c, exponent);
    gap->separation = ldexp(gap->separation, exponent);
    set_size(gap);
}

/* Coordinates so large that differences overflow are made smaller first: what that loses is less than 2^-1500
 * of the extent. */
void gap_of(struct gap *gap, const struct ccdq_query *q)
{
    *gap = (struct gap){.triangle = q->type == CCDQ_VF,
                        .top = {q->type != CCDQ_PP, q->type == CCDQ_VF || q->type == CCDQ_EE},
                        .separation = q->min_sep};
    set_vectors(gap, q->type, q->x);
    set_size(gap);
    if (!isfinite(gap->extent)) {
        double x[8][3];
        for (int i = 0; i < 24; i++) x[i / 3][i % 3] = 0x1p-600 * q->x[i / 3][i % 3];
        set_vectors(gap, q->type, x);
        set_size(gap);
        gap->separation *= 0x1p-600;
    }
    if (gap->extent == 0) gap->extent = 1; /* F is 0, and a tolerance must not be */
    if (gap->extent >= 0x1p-50 && gap->extent <= 0x1p50) return;
    scale_gap(gap, -ilogb(gap->extent));
}

/* ---- A look at a box ---- */

static inline struct vec3 blend(const struct vec3 end[2], double t)
{
    double s = 1 - t;
    return (struct vec3){s * end[0].x + t * end[1].x, s * end[0].y + t * end[1].y,
                         s * end[0].z + t * end[1].z};
}

/* The parts x0 <= x <= x1 of the box that are left in each dimension, x from 0 to 1. */
struct cut {
    double from[BOX_DIMENSIONS], to[BOX_DIMENSIONS];
};

/* A, B, C at both times of a box, and its parameters. */
struct view {
    struct vec3 a[2], b[2], c[2];
    const struct box *box;
    bool clipped;    /* the box reaches out of the triangle: there its corner (u1, v1) is replaced by */
    double u_at_top; /* (u_at_top, v1) and */
    double v_at_top; /* (u1, v_at_top) */
    struct cut cut;
};

/* Cuts where a function is positive that is at least (1-x) p0 + x p1. False: it is everywhere. p0 and p1 are
 * of opposite signs and off by a rounding each: the quotient is off by 4 u, and 3 u are left of what DOWN and
 * UP take. */
static inline bool keep_below(double p0, double p1, double *from, double *to)
{
    if (p0 > 0) {
        if (p1 > 0) return false;
        *from = max2(*from, p0 / (p0 - p1) * DOWN);
    } else if (p1 > 0)
        *to = min2(*to, p0 / (p0 - p1) * UP);
    return true;
}

/* Values along a direction: at the two times those of C, and the least and the greatest of u A and of v B. */
struct along {
    double c[2], a[2], b[2], a_lo[2], a_hi[2], b_lo[2], b_hi[2];
};

/* By values between lo[i] and hi[i] on face i of a dimension. */
static inline bool cut_dimension(struct cut *cut, int dimension, const double lo[2], const double hi[2],
                                 double bound)
{
    double *from = &cut->from[dimension], *to = &cut->to[dimension];
    return keep_below(lo[0] - bound, lo[1] - bound, from, to) &&
           keep_below(-hi[0] - bound, -hi[1] - bound, from, to);
}

/* lo and hi at both times over the part of a box that lies in the triangle. */
static void clip(const struct view *view, const struct along *s, double lo[2], double hi[2])
{
    const double *p0 = view->box->lo, *p1 = view->box->hi;
    const double corner[][2] = {{p0[BOX_U], p0[BOX_V]},
                                {p1[BOX_U], p0[BOX_V]},
                                {p0[BOX_U], p1[BOX_V]},
                                {p1[BOX_U], view->v_at_top},
                                {view->u_at_top, p1[BOX_V]}};
    for (int i = 0; i < 2; i++) {
        lo[i] = INFINITY, hi[i] = -INFINITY;
        for (int k = 0; k < 5; k++) {
            double value = s->c[i] + corner[k][0] * s->a[i] + corner[k][1] * s->b[i];
            lo[i] = min2(lo[i], value);
            hi[i] = max2(hi[i], value);
        }
    }
}

/* Cuts by what d.F is at the corners; contact needs |d.F| <= bound. False: there is none. */
static inline bool cut_along(struct view *view, struct along *s, double bound, double lo[2], double hi[2])
{
    const struct box *box = view->box;
    for (int i = 0; i < 2; i++) {
        double u0 = box->lo[BOX_U] * s->a[i], u1 = box->hi[BOX_U] * s->a[i];
        double v0 = box->lo[BOX_V] * s->b[i], v1 = box->hi[BOX_V] * s->b[i];
        s->a_lo[i] = min2(u0, u1), s->a_hi[i] = max2(u0, u1);
        s->b_lo[i] = min2(v0, v1), s->b_hi[i] = max2(v0, v1);
        lo[i] = s->c[i] + s->a_lo[i] + s->b_lo[i];
        hi[i] = s->c[i] + s->a_hi[i] + s->b_hi[i];
    }
    if (view->clipped) clip(view, s, lo, hi);
    if (!cut_dimension(&view->cut, BOX_T, lo, hi, bound)) return false;
    double face_lo[2], face_hi[2];
    for (int k = 0; k < 2; k++) {
        double u = k ? box->hi[BOX_U] : box->lo[BOX_U];
        double x0 = s->c[0] + u * s->a[0], x1 = s->c[1] + u * s->a[1];
        face_lo[k] = min2(x0 + s->b_lo[0], x1 + s->b_lo[1]);
        face_hi[k] = max2(x0 + s->b_hi[0], x1 + s->b_hi[1]);
    }
    if (!cut_dimension(&view->cut, BOX_U, face_lo, face_hi, bound)) return false;
    for (int k = 0; k < 2; k++) {
        double v = k ? box->hi[BOX_V] : box->lo[BOX_V];
        double x0 = s->c[0] + v * s->b[0], x1 = s->c[1] + v * s->b[1];
        face_lo[k] = min2(x0 + s->a_lo[0], x1 + s->a_lo[1]);
        face_hi[k] = max2(x0 + s->a_hi[0], x1 + s->a_hi[1]);
    }
    return cut_dimension(&view->cut, BOX_V, face_lo, face_hi, bound);
}

static inline double rounding(double size)
{
    return 12 * U * size + TINY;
}

/* A direction of no length, or nearly, says nothing (and its length must not underflow). */
static inline bool cut_by(struct view *view, const struct gap *gap, struct vec3 d)
{
    double length2 = vec3_dot(d, d), lo[2], hi[2];
    if (!(length2 > 0x1p-800)) return true;
    double bound = rounding(fabs(d.x) * gap->size.x + fabs(d.y) * gap->size.y + fabs(d.z) * gap->size.z) +
                   sqrt(length2) * gap->separation * UP;
    struct along s;
    for (int i = 0; i < 2; i++) {
        s.a[i] = vec3_dot(d, view->a[i]);
        s.b[i] = vec3_dot(d, view->b[i]);
        s.c[i] = vec3_dot(d, view->c[i]);
    }
    return cut_along(view, &s, bound, lo, hi);
}

/* The coordinate axes; also what |F| is at most in the box. */
static inline bool cut_by_axes(struct view *view, const struct gap *gap, double *reach)
{
    double sum = 0;
#define AXIS(k)                                                                                              \
    do {                                                                                                     \
        struct along s = {.a = {view->a[0].k, view->a[1].k},                                                 \
                          .b = {view->b[0].k, view->b[1].k},                                                 \
                          .c = {view->c[0].k, view->c[1].k}};                                                \
        double lo[2], hi[2], e = rounding(gap->size.k);                                                      \
        if (!cut_along(view, &s, e + gap->separation * UP, lo, hi)) return false;                            \
        double m = max2(max2(hi[0], hi[1]), -min2(lo[0], lo[1])) + e;                                        \
        sum += m * m;                                                                                        \
    } while (0)
    AXIS(x);
    AXIS(y);
    AXIS(z);
#undef AXIS
    *reach = sqrt(sum) * UP;
    return true;
}

static inline struct vec3 combine(struct vec3 c, double u, struct vec3 a, double v, struct vec3 b)
{
    return vec3_along(vec3_along(c, u, a), v, b);
}

static inline double middle(const struct box *box, int dimension)
{
    return 0.5 * box->lo[dimension] + 0.5 * box->hi[dimension];
}

/* The direction across the edge e that the motion m has. */
static inline struct vec3 across(struct vec3 e, struct vec3 m)
{
    return vec3_cross(e, vec3_cross(m, e));
}

/* Along Fu x Fv the gap changes with t alone, along Fv x Ft with u, along Ft x Fu with v (to first order).
 * Where these say little, since Fu and Fv are parallel or Ft lies in their plane, the directions across the
 * edges in that plane. */
static bool cut_by_directions(struct view *view, const struct gap *gap)
{
    double u = middle(view->box, BOX_U), v = middle(view->box, BOX_V);
    struct vec3 fu = vec3_add(view->a[0], view->a[1]), fv = vec3_add(view->b[0], view->b[1]);
    struct vec3 ft = combine(vec3_sub(gap->c[1], gap->c[0]), u, vec3_sub(gap->a[1], gap->a[0]), v,
                             vec3_sub(gap->b[1], gap->b[0]));
    struct vec3 n = vec3_cross(fu, fv);
    if (!cut_by(view, gap, n)) return false;
    double nn = vec3_dot(n, n), det = vec3_dot(n, ft), tt = vec3_dot(ft, ft);
    bool regular = det * det > 0x1p-20 * nn * tt && nn > 0x1p-20 * vec3_dot(fu, fu) * vec3_dot(fv, fv);
    if (regular) return cut_by(view, gap, vec3_cross(fv, ft)) && cut_by(view, gap, vec3_cross(ft, fu));
    if (!cut_by(view, gap, across(fu, ft)) || !cut_by(view, gap, across(fv, ft))) return false;
    return !gap->triangle || cut_by(view, gap, across(vec3_sub(fv, fu), ft));
}

/* The ends that are left. The width and its product with a quotient are off by the 2 u that the quotient has
 * in hand, the sum and the last product by u each; and by a denormal. */
static void apply(struct box *box, const struct cut *cut, double *left)
{
    *left = 1;
    for (int k = 0; k < BOX_DIMENSIONS; k++) {
        double lo = box->lo[k], width = box->hi[k] - lo;
        if (cut->to[k] < 1)
            box->hi[k] = min2(box->hi[k], (lo + cut->to[k] * width) * (1 + 4 * U) + 0x1p-1000);
        if (cut->from[k] > 0) box->lo[k] = max2(lo, (lo + cut->from[k] * width) * (1 - 4 * U) - 0x1p-1000);
        *left *= cut->to[k] - cut->from[k];
    }
}

/* Not less than 1 - x: the difference is off by 2^-54, and adding 2^-53 by another 2^-54. */
static double rest(double x)
{
    return 1 - x + U;
}

/* Keeps the box within the triangle: no point of it has u > 1 - v0. False: nothing is left. */
static bool fit_triangle(struct box *box)
{
    double *lo = box->lo, *hi = box->hi;
    if (lo[BOX_U] + lo[BOX_V] > 1) return false;
    hi[BOX_U] = min2(hi[BOX_U], rest(lo[BOX_V]));
    hi[BOX_V] = min2(hi[BOX_V], rest(lo[BOX_U]));
    return true;
}

static void set_view(struct view *view, const struct gap *gap, const struct box *box)
{
    *view = (struct view){.box = box, .cut = {{0, 0, 0}, {1, 1, 1}}};
    for (int i = 0; i < 2; i++) {
        double t = i ? box->hi[BOX_T] : box->lo[BOX_T];
        view->a[i] = blend(gap->a, t);
        view->b[i] = blend(gap->b, t);
        view->c[i] = blend(gap->c, t);
    }
    view->clipped = gap->triangle && box->hi[BOX_U] + box->hi[BOX_V] > 1;
    if (!view->clipped) return;
    view->u_at_top = min2(box->hi[BOX_U], rest(box->hi[BOX_V]));
    view->v_at_top = min2(box->hi[BOX_V], rest(box->hi[BOX_U]));
}

/* F at the time t, in the middle of the box's parameters. */
static struct vec3 gap_value(const struct gap *gap, const struct box *box, double t)
{
    return combine(blend(gap->c, t), middle(box, BOX_U), blend(gap->a, t), middle(box, BOX_V),
                   blend(gap->b, t));
}

enum gap_look gap_look(const struct gap *gap, double delta, struct box *box, uint32_t *evals)
{
    double left;
    for (int look = 0; look < MAX_LOOKS; look++) {
        struct view view;
        ++*evals;
        if (gap->triangle && !fit_triangle(box)) return GAP_FREE;
        set_view(&view, gap, box);
        if (!cut_by_axes(&view, gap, &box->rank)) return GAP_FREE;
        if (box->rank <= gap->separation + delta) return GAP_CLOSE;
        if (!cut_by_directions(&view, gap)) return GAP_FREE;
        if (gap->separation > 0 && !cut_by(&view, gap, gap_value(gap, box, middle(box, BOX_T))))
            return GAP_FREE;
        for (int k = 0; k < BOX_DIMENSIONS; k++)
            if (view.cut.from[k] > view.cut.to[k]) return GAP_FREE;
        apply(box, &view.cut, &left);
        if (left > 0.5) break;
    }
    return GAP_OPEN;
}

void gap_split(const struct gap *gap, const struct box *box, struct box half[2])
{
    double t = middle(box, BOX_T), u = middle(box, BOX_U), v = middle(box, BOX_V);
    struct vec3 ft = combine(vec3_sub(gap->c[1], gap->c[0]), u, vec3_sub(gap->a[1], gap->a[0]), v,
                             vec3_sub(gap->b[1], gap->b[0]));
    const double slope[] = {largest(ft), largest(blend(gap->a, t)), largest(blend(gap->b, t))};
    double most = -1;
    int across = BOX_T;
    for (int k = 0; k < BOX_DIMENSIONS; k++) {
        double variation = slope[k] * (box->hi[k] - box->lo[k]);
        if (!(variation > most)) continue;
        most = variation;
        across = k;
    }
    half[0] = half[1] = *box;
    half[0].hi[across] = half[1].lo[across] = middle(box, across);
}
