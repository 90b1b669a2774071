#include "integral.h"
#include "../num/limbs.h"
#include <limits.h>
#include <math.h>
#include <string.h>

enum { MAX_LIMBS = 3 }; /* of coordinates: a zoom adds one */

/* ---- From doubles to integers ----
 *
 * A coordinate has at most 60 n - 2 bits, a difference of two is below 2^(60 n - 1). */

/* A double as m 2^exponent, m of at most 53 bits. */
struct binary {
    uint64_t m;
    int exponent;
    int64_t sign; /* 0 or -1 */
};

static inline struct binary split(double d)
{
    uint64_t bits;
    memcpy(&bits, &d, sizeof bits);
    const int field = (int)(bits >> 52 & 0x7ff), normal = field != 0;
    return (struct binary){(bits & ((UINT64_C(1) << 52) - 1)) | (uint64_t)normal << 52, field - 1074 - normal,
                           -(int64_t)(bits >> 63)};
}

/* r = x / 2^unit, an integer that fits, with all limbs of its sign. */
LIMBS_FUNCTION void place(int64_t *r, int n, struct binary x, int unit)
{
    int shift = x.exponent - unit; /* of m against this limb */
    LIMBS_UNROLL
    for (int i = 0; i < n; i++, shift -= LIMBS_BITS) {
        const uint64_t up = x.m << (shift & 63), down = x.m >> (-shift & 63);
        const uint64_t part = shift >= 0 ? (shift < 64 ? up : 0) : (shift > -64 ? down : 0);
        r[i] = ((int64_t)(part & LIMBS_MASK) ^ x.sign) - x.sign;
    }
}

LIMBS_FUNCTION void set_vectors(struct integral *p, const int64_t x[8][3][INTEGRAL_LIMBS], int n)
{
    static const unsigned char ends[2][3][2] = {
        [CCDQ_VF] = {{2, 1}, {3, 1}, {0, 1}}, [CCDQ_EE] = {{1, 0}, {3, 2}, {2, 0}}};
    p->n = n;
    for (int v = 0; v < 3; v++)
        for (int end = 0; end < 2; end++)
            for (int k = 0; k < 3; k++)
                limbs_sub(p->vector[v][end][k], x[ends[p->type][v][0] + 4 * end][k],
                          x[ends[p->type][v][1] + 4 * end][k], n);
}

/* One limb, by arithmetic of doubles: with all coordinates below 2^58 they are integers if rounding to
 * integers changes none. Scaling by a power of two up to 2^1000 is exact as long as it does not make a
 * number smaller, and 2^58 is no overflow. */
static int set_one_limb(struct integral *p, const struct ccdq_query *q)
{
    int64_t x[8][3][INTEGRAL_LIMBS];
    double max = 0;
    for (int i = 0; i < 8; i++)
        for (int k = 0; k < 3; k++) max = fabs(q->x[i][k]) > max ? fabs(q->x[i][k]) : max;
    if (!(max >= 0x1p-900 && max < 0x1p58)) return 0;
    const double scale = ldexp(1, 57 - ilogb(max));
    int whole = 1;
    for (int i = 0; i < 8; i++)
        for (int k = 0; k < 3; k++) {
            const double y = q->x[i][k] * scale;
            x[i][k][0] = (int64_t)y;
            whole &= (double)x[i][k][0] == y;
        }
    if (!whole) return 0;
    set_vectors(p, (const int64_t(*)[3][INTEGRAL_LIMBS])x, 1);
    return 1;
}

/* As many limbs as are needed, in the unit of the lowest bit that is set. */
static int set_limbs(struct integral *p, const struct ccdq_query *q)
{
    struct binary b[8][3];
    int64_t x[8][3][INTEGRAL_LIMBS];
    int low = INT_MAX, high = INT_MIN;
    for (int i = 0; i < 8; i++)
        for (int k = 0; k < 3; k++) {
            const struct binary c = b[i][k] = split(q->x[i][k]);
            if (!c.m) continue;
            const int lowest = c.exponent + __builtin_ctzll(c.m);
            const int above = c.exponent + 64 - __builtin_clzll(c.m);
            low = lowest < low ? lowest : low;
            high = above > high ? above : high;
        }
    if (low > high) low = high = 0; /* all are 0 */
    const int n = (high - low + 2 + LIMBS_BITS - 1) / LIMBS_BITS;
    if (n > MAX_LIMBS) return 0;
    for (int i = 0; i < 8; i++)
        for (int k = 0; k < 3; k++) place(x[i][k], MAX_LIMBS, b[i][k], low);
    const int64_t(*const from)[3][INTEGRAL_LIMBS] = (const int64_t(*)[3][INTEGRAL_LIMBS])x;
    switch (n) {
    case 1:
        set_vectors(p, from, 1);
        break;
    case 2:
        set_vectors(p, from, 2);
        break;
    default:
        set_vectors(p, from, 3);
    }
    return 1;
}

/* ---- Polynomials ---- */

/* Limb `limb` of component `axis` of u x v, not carried. */
LIMBS_FUNCTION limbs_wide cross_column(const int64_t u[3][INTEGRAL_LIMBS], const int64_t v[3][INTEGRAL_LIMBS],
                                       int axis, int n, int limb)
{
    const int j = axis == 2 ? 0 : axis + 1, k = axis == 0 ? 2 : axis - 1;
    return limbs_column(u[j], n, v[k], n, limb) - limbs_column(u[k], n, v[j], n, limb);
}

/* r = the scaled Bernstein coefficient k of a component of vector u x vector v, of 2 n limbs: at t = 0, the
 * sum of both mixed products, at t = 1. With x = 2^(120 n - 2), the square of a component, it is below 2 x, 4
 * x, 2 x, so its highest limb is below 2^60. */
LIMBS_FUNCTION void cross_coefficient(int64_t *r, const struct integral *p, int u, int v, int axis, int k,
                                      int n)
{
    limbs_wide sum = 0;
    LIMBS_UNROLL
    for (int limb = 0; limb < 2 * n - 1; limb++) {
        if (k == 1)
            sum += cross_column(p->vector[u][0], p->vector[v][1], axis, n, limb) +
                   cross_column(p->vector[u][1], p->vector[v][0], axis, n, limb);
        else
            sum += cross_column(p->vector[u][k / 2], p->vector[v][k / 2], axis, n, limb);
        r[limb] = limbs_shift(&sum);
    }
    r[2 * n - 1] = (int64_t)sum;
}

/* Limb `limb` of normal[k] . C at an end, not carried. */
LIMBS_FUNCTION limbs_wide dot_column(const struct integral *p, int k, int end, int n, int limb)
{
    limbs_wide sum = 0;
    LIMBS_UNROLL
    for (int axis = 0; axis < 3; axis++)
        sum += limbs_column(p->normal[axis][k], 2 * n, p->vector[VECTOR_C][end][axis], n, limb);
    return sum;
}

/* With F = (A x B) . C the coefficients are 3 b0, 3 b1, 3 b2, 3 b3. With x = 2^(180 n - 2) the dot product of
 * a normal at an end with C is below 3 x, of a mixed one below 6 x: all are below 9 x, and their highest limb
 * is below 2^62. A column has at most 12 products (3 n, n at most 4) of at most 2^120, three or
 * two times. */
LIMBS_FUNCTION void set_cubic(struct integral *p, int n)
{
    LIMBS_UNROLL
    for (int axis = 0; axis < 3; axis++) LIMBS_UNROLL
    for (int k = 0; k < 3; k++) cross_coefficient(p->normal[axis][k], p, VECTOR_A, VECTOR_B, axis, k, n);
    limbs_wide sum[4] = {0, 0, 0, 0};
    LIMBS_UNROLL
    for (int limb = 0; limb < 3 * n - 1; limb++) {
        sum[0] += 3 * dot_column(p, 0, 0, n, limb);
        sum[1] += dot_column(p, 1, 0, n, limb) + dot_column(p, 0, 1, n, limb);
        sum[2] += dot_column(p, 2, 0, n, limb) + dot_column(p, 1, 1, n, limb);
        sum[3] += 3 * dot_column(p, 2, 1, n, limb);
        for (int i = 0; i < 4; i++) p->cubic[i][limb] = limbs_shift(&sum[i]);
    }
    for (int i = 0; i < 4; i++) p->cubic[i][3 * n - 1] = (int64_t)sum[i];
}

static void set_polynomials(struct integral *p)
{
    switch (p->n) {
    case 1:
        set_cubic(p, 1);
        break;
    case 2:
        set_cubic(p, 2);
        break;
    case 3:
        set_cubic(p, 3);
        break;
    default:
        set_cubic(p, 4);
    }
}

int integral_set(struct integral *p, const struct ccdq_query *q)
{
    p->type = q->type;
    if (!set_one_limb(p, q) && !set_limbs(p, q)) return 0;
    set_polynomials(p);
    return 1;
}

int integral_zoom(struct integral *part, const struct integral *p, uint64_t lo, uint64_t hi)
{
    if (p->n == INTEGRAL_LIMBS) return 0;
    part->type = p->type;
    part->n = p->n + 1;
    for (int v = 0; v < 3; v++)
        for (int end = 0; end < 2; end++)
            for (int k = 0; k < 3; k++) {
                const uint64_t t = end ? hi : lo;
                limbs_combine(part->vector[v][end][k], MOMENT_UNITS - t, p->vector[v][0][k], t,
                              p->vector[v][1][k], p->n);
            }
    set_polynomials(part);
    return 1;
}

static int sides_of_type(unsigned type)
{
    return type == CCDQ_VF ? 3 : 4;
}

/* With N = A x B, V = A x C and U = C x B the sides are, in the order of lib/exact/contact.c, vf: V, N - V -
 * U, U; ee: V, -N - V, -U, U - N. Each is a cross product of differences of points, so it is no larger than
 * N; doubled at the ends, than N in the middle. */
LIMBS_FUNCTION void set_sides(const struct integral *p, int axis, int k,
                              int64_t side[MAX_SIDES][3][SIDE_LIMBS], int n)
{
    static const int64_t zero[SIDE_LIMBS];
    const int64_t *const normal = p->normal[axis][k];
    int64_t *const first = side[0][k], *const second = side[1][k], *const third = side[2][k];
    cross_coefficient(first, p, VECTOR_A, VECTOR_C, axis, k, n);
    cross_coefficient(third, p, VECTOR_C, VECTOR_B, axis, k, n);
    if (p->type == CCDQ_VF) {
        limbs_sub(second, normal, first, 2 * n);
        limbs_sub(second, second, third, 2 * n);
    } else {
        limbs_add(second, normal, first, 2 * n);
        limbs_sub(second, zero, second, 2 * n);
        limbs_sub(side[3][k], third, normal, 2 * n);
        limbs_sub(third, zero, third, 2 * n);
    }
    if (k == 1) return;
    for (int i = 0; i < sides_of_type(p->type); i++) limbs_add(side[i][k], side[i][k], side[i][k], 2 * n);
}

int integral_sides_at(const struct integral *p, int axis, int k, int64_t side[MAX_SIDES][3][SIDE_LIMBS])
{
    switch (p->n) {
    case 1:
        set_sides(p, axis, k, side, 1);
        break;
    case 2:
        set_sides(p, axis, k, side, 2);
        break;
    case 3:
        set_sides(p, axis, k, side, 3);
        break;
    default:
        set_sides(p, axis, k, side, 4);
    }
    return sides_of_type(p->type);
}

int integral_sides(const struct integral *p, int axis, int64_t side[MAX_SIDES][3][SIDE_LIMBS])
{
    for (int k = 0; k < 3; k++) integral_sides_at(p, axis, k, side);
    return sides_of_type(p->type);
}

LIMBS_FUNCTION void blend(int64_t *r, const int64_t *a, const int64_t *b, struct moment t, int n)
{
    limbs_combine(r, t.d - t.n, a, t.n, b, n);
}

LIMBS_FUNCTION void quadratic_over(const int64_t b[3][SIDE_LIMBS], int n, struct moment t0, struct moment t1,
                                   int64_t r[3][SIDE_LIMBS + 2])
{
    int64_t x[2][2][SIDE_LIMBS + 1];
    for (int i = 0; i < 2; i++) {
        blend(x[0][i], b[i], b[i + 1], t0, n);
        blend(x[1][i], b[i], b[i + 1], t1, n);
    }
    blend(r[0], x[0][0], x[0][1], t0, n + 1);
    blend(r[1], x[0][0], x[0][1], t1, n + 1);
    blend(r[2], x[1][0], x[1][1], t1, n + 1);
}

void integral_quadratic_over(const int64_t b[3][SIDE_LIMBS], int n, struct moment t0, struct moment t1,
                             int64_t r[3][SIDE_LIMBS + 2])
{
    switch (n) {
    case 2:
        quadratic_over(b, 2, t0, t1, r);
        break;
    case 4:
        quadratic_over(b, 4, t0, t1, r);
        break;
    case 6:
        quadratic_over(b, 6, t0, t1, r);
        break;
    default:
        quadratic_over(b, 8, t0, t1, r);
    }
}

LIMBS_FUNCTION void cubic_at(const int64_t b[4][CUBIC_LIMBS], int n, struct moment t, int64_t *r)
{
    int64_t x[3][CUBIC_LIMBS + 1], y[2][CUBIC_LIMBS + 2];
    for (int i = 0; i < 3; i++) blend(x[i], b[i], b[i + 1], t, n);
    for (int i = 0; i < 2; i++) blend(y[i], x[i], x[i + 1], t, n + 1);
    blend(r, y[0], y[1], t, n + 2);
}

void integral_cubic_at(const int64_t b[4][CUBIC_LIMBS], int n, struct moment t, int64_t r[CUBIC_LIMBS + 3])
{
    switch (n) {
    case 3:
        cubic_at(b, 3, t, r);
        break;
    case 6:
        cubic_at(b, 6, t, r);
        break;
    case 9:
        cubic_at(b, 9, t, r);
        break;
    default:
        cubic_at(b, 12, t, r);
    }
}

LIMBS_FUNCTION void cubic_over(const int64_t b[4][CUBIC_LIMBS], int n, struct moment t0, struct moment t1,
                               int64_t r[4][CUBIC_LIMBS + 3])
{
    int64_t x[2][3][CUBIC_LIMBS + 1], y[3][2][CUBIC_LIMBS + 2];
    for (int i = 0; i < 3; i++) {
        blend(x[0][i], b[i], b[i + 1], t0, n);
        blend(x[1][i], b[i], b[i + 1], t1, n);
    }
    for (int i = 0; i < 2; i++) {
        blend(y[0][i], x[0][i], x[0][i + 1], t0, n + 1);
        blend(y[1][i], x[0][i], x[0][i + 1], t1, n + 1);
        blend(y[2][i], x[1][i], x[1][i + 1], t1, n + 1);
    }
    blend(r[0], y[0][0], y[0][1], t0, n + 2);
    blend(r[1], y[0][0], y[0][1], t1, n + 2);
    blend(r[2], y[1][0], y[1][1], t1, n + 2);
    blend(r[3], y[2][0], y[2][1], t1, n + 2);
}

void integral_cubic_over(const int64_t b[4][CUBIC_LIMBS], int n, struct moment t0, struct moment t1,
                         int64_t r[4][CUBIC_LIMBS + 3])
{
    switch (n) {
    case 3:
        cubic_over(b, 3, t0, t1, r);
        break;
    case 6:
        cubic_over(b, 6, t0, t1, r);
        break;
    case 9:
        cubic_over(b, 9, t0, t1, r);
        break;
    default:
        cubic_over(b, 12, t0, t1, r);
    }
}
