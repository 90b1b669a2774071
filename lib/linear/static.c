/* Contact at an exact time, by the signs of integers: the theory is in lib/exact/contact.c. */
#include "integral.h"
#include "../exact/exact.h"
#include "../num/complement.h"
#include "../num/limbs.h"

enum { POINT_LIMBS = INTEGRAL_LIMBS + 1 };

/* The sides on an axis at time t as doubles, with exact signs. Returns how many there are. */
static int sides_at(const struct integral *p, int axis, struct moment t, double value[MAX_SIDES])
{
    int64_t side[MAX_SIDES][3][SIDE_LIMBS];
    if (t.n == 0 || t.n == t.d) {
        const int k = t.n ? 2 : 0, count = integral_sides_at(p, axis, k, side);
        for (int i = 0; i < count; i++) value[i] = limbs_to_double(side[i][k], 2 * p->n);
        return count;
    }
    const int count = integral_sides(p, axis, side);
    for (int i = 0; i < count; i++) {
        int64_t r[3][SIDE_LIMBS + 2];
        integral_quadratic_over((const int64_t(*)[SIDE_LIMBS])side[i], 2 * p->n, t, t, r);
        value[i] = limbs_to_double(r[0], 2 * p->n + 2);
    }
    return count;
}

/* Where the four points are at time t, seen from the base point of the vectors: of n + 1 limbs. */
static void points_at(const struct integral *p, struct moment t, int64_t point[4][3][POINT_LIMBS])
{
    static const signed char vector_to[2][4] = {
        [CCDQ_VF] = {VECTOR_C, -1, VECTOR_A, VECTOR_B}, [CCDQ_EE] = {-1, VECTOR_A, VECTOR_C, VECTOR_B}};
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < 4; i++) {
            const int v = vector_to[p->type][i];
            for (int limb = 0; v < 0 && limb <= p->n; limb++) point[i][k][limb] = 0;
            if (v < 0) continue;
            limbs_combine(point[i][k], t.d - t.n, p->vector[v][0][k], t.n, p->vector[v][1][k], p->n);
        }
        /* B begins at b0 */
        if (p->type == CCDQ_EE) limbs_add(point[3][k], point[3][k], point[2][k], p->n + 1);
    }
}

/* The sign of (point e0 - point p) . (point e1 - point p) for points of n limbs. */
static int sign_of_dot(const int64_t point[4][3][POINT_LIMBS], const struct incidence *of, int n)
{
    int64_t u[3][POINT_LIMBS], v[3][POINT_LIMBS], any = 0;
    for (int k = 0; k < 3; k++) {
        limbs_sub(u[k], point[of->e0][k], point[of->p][k], n);
        limbs_sub(v[k], point[of->e1][k], point[of->p][k], n);
    }
    limbs_wide sum = 0;
    for (int limb = 0; limb < 2 * n - 1; limb++) {
        for (int k = 0; k < 3; k++) sum += limbs_column(u[k], n, v[k], n, limb);
        any |= limbs_shift(&sum);
    }
    return sum < 0 ? -1 : sum > 0 || any;
}

/* part / whole, which is in [0, 1], without a rounding that leads out of it or makes a zero negative. */
static double share(double part, double whole)
{
    const double s = part / whole;
    return part == 0 ? 0 : s < 1 ? s : 1;
}

/* Where on its edge, from e0 = 0 to e1 = 1, the point of an incidence lies; 0 if the edge is a point. */
static double along(const int64_t point[4][3][POINT_LIMBS], const struct incidence *of, int n)
{
    int64_t way[POINT_LIMBS], whole[POINT_LIMBS];
    for (int k = 0; k < 3; k++) {
        limbs_sub(whole, point[of->e1][k], point[of->e0][k], n);
        if (!limbs_sign(whole, n)) continue;
        limbs_sub(way, point[of->p][k], point[of->e0][k], n);
        return share(limbs_to_double(way, n), limbs_to_double(whole, n));
    }
    return 0;
}

/* Contact of four points on a line, or of primitives that are points. */
static int contact_on_line(const struct integral *p, struct moment t, double w[4])
{
    int64_t point[4][3][POINT_LIMBS];
    points_at(p, t, point);
    const int64_t(*const x)[3][POINT_LIMBS] = (const int64_t(*)[3][POINT_LIMBS])point;
    for (int i = 0; i < incidences_of_type(p->type); i++) {
        const struct incidence *of = incidence(p->type, i);
        if (sign_of_dot(x, of, p->n + 1) > 0) continue;
        contact_parameters_of_incidence(p->type, i, along(x, of, p->n + 1), w);
        return 1;
    }
    return 0;
}

void integral_parameters(unsigned type, const double side[MAX_SIDES], double w[4])
{
    if (type == CCDQ_VF) {
        const double sum = side[0] + side[1] + side[2];
        w[0] = share(side[2], sum);
        w[1] = share(side[0], sum);
        if (w[1] > complement(w[0])) w[1] = complement(w[0]);
    } else {
        w[0] = share(side[2], side[2] + side[3]);
        w[1] = share(side[0], side[0] + side[1]);
    }
}

int integral_contact(const struct integral *p, struct moment t, double w[4])
{
    for (int axis = 0; axis < 3; axis++) {
        double side[MAX_SIDES];
        const int count = sides_at(p, axis, t, side);
        int negative = 0, positive = 0;
        for (int i = 0; i < count; i++) {
            negative |= side[i] < 0;
            positive |= side[i] > 0;
        }
        if (negative && positive) return 0;
        if (negative || positive) return integral_parameters(p->type, side, w), 1;
    }
    return contact_on_line(p, t, w);
}

/* r = a with limbs added at the top, n in all. */
static void widen(int64_t *r, int n, const int64_t *a, int na)
{
    int64_t rest = a[na - 1];
    for (int i = 0; i < n - 1; i++) {
        r[i] = i < na - 1 ? a[i] : rest & LIMBS_MASK;
        if (i >= na - 1) rest >>= LIMBS_BITS;
    }
    r[n - 1] = rest;
}

/* The dot of an incidence, quadratic in t, like a side: twice the Bernstein coefficients, below 3 2^(120 n -
 * 1). */
static void dot_polynomial(const struct integral *p, const struct incidence *of, int64_t dot[3][SIDE_LIMBS])
{
    const int n = p->n;
    int64_t point[4][3][POINT_LIMBS], u[2][3][INTEGRAL_LIMBS], v[2][3][INTEGRAL_LIMBS];
    for (unsigned end = 0; end < 2; end++) {
        points_at(p, (struct moment){end, 1}, point);
        for (int k = 0; k < 3; k++) {
            /* differences of coordinates need no more limbs than a vector has */
            for (int i = 0; i < 4; i++) point[i][k][n - 1] += point[i][k][n] * (LIMBS_MASK + 1);
            limbs_sub(u[end][k], point[of->e0][k], point[of->p][k], n);
            limbs_sub(v[end][k], point[of->e1][k], point[of->p][k], n);
        }
    }
    for (int j = 0; j < 3; j++) { /* u at the begin or the end, v likewise, and the other way round */
        limbs_wide sum = 0;
        for (int limb = 0; limb < 2 * n - 1; limb++) {
            for (int k = 0; k < 3; k++)
                sum += limbs_column(u[j > 0][k], n, v[j > 1][k], n, limb) +
                       limbs_column(u[j > 1][k], n, v[j > 0][k], n, limb);
            dot[j][limb] = limbs_shift(&sum);
        }
        dot[j][2 * n - 1] = (int64_t)sum;
    }
}

/* A quadratic by twice its Bernstein coefficients, of 2 n limbs, as a cubic by 6 times its own, of 3 n limbs.
 * 0: it is identically 0. */
static int elevate(const int64_t q[3][SIDE_LIMBS], int n, int64_t cubic[4][CUBIC_LIMBS])
{
    static const signed char weight[4][3] = {{3, 0, 0}, {1, 2, 0}, {0, 2, 1}, {0, 0, 3}};
    int64_t wide[3][CUBIC_LIMBS];
    int any = 0;
    for (int i = 0; i < 3; i++) {
        any |= limbs_sign(q[i], 2 * n);
        widen(wide[i], 3 * n, q[i], 2 * n);
    }
    for (int k = 0; k < 4; k++) {
        for (int limb = 0; limb < 3 * n; limb++) cubic[k][limb] = 0;
        for (int i = 0; i < 3; i++)
            for (int times = 0; times < weight[k][i]; times++) limbs_add(cubic[k], cubic[k], wide[i], 3 * n);
    }
    return any;
}

int integral_event(const struct integral *p, int i, int64_t cubic[4][CUBIC_LIMBS])
{
    int64_t side[MAX_SIDES][3][SIDE_LIMBS];
    for (int axis = 0; axis < 3; axis++) {
        integral_sides(p, axis, side);
        if (elevate((const int64_t(*)[SIDE_LIMBS])side[i], p->n, cubic)) return 1;
    }
    dot_polynomial(p, incidence(p->type, i), side[0]);
    return elevate((const int64_t(*)[SIDE_LIMBS])side[0], p->n, cubic);
}
