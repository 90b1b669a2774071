/* From doubles to integers. */
#include "exact.h"
#include <limits.h>
#include <math.h>
#include <string.h>

/* How many points of a type make the first primitive. */
static const unsigned char first[] = {1, 2, 1, 1};

bool points_finite(const struct ccdq_query *q)
{
    for (int i = 0; i < ccdq_type_points(q->type); i++)
        for (int k = 0; k < 3; k++)
            if (!isfinite(q->x[i][k]) || !isfinite(q->x[i + 4][k])) return false;
    return true;
}

/* Whether on this axis the points from..to-1 of x all lie more than `gap` below those of the other range.
 * Rounding keeps order: a difference that is not above gap is not rounded above it. So the comparison is
 * exact, also where the difference overflows. */
static bool below(const double x[4][3], double gap, int axis, int from, int to, int other_from, int other_to)
{
    for (int i = from; i < to; i++)
        for (int j = other_from; j < other_to; j++)
            if (!(x[j][axis] - x[i][axis] > gap)) return false;
    return true;
}

bool points_separated(const struct ccdq_query *q)
{
    int m = first[q->type], n = ccdq_type_points(q->type);
    double gap = q->min_sep;
    for (int k = 0; k < 3; k++) {
        if (below(q->x, gap, k, 0, m, m, n) && below(q->x + 4, gap, k, 0, m, m, n)) return true;
        if (below(q->x, gap, k, m, n, 0, m) && below(q->x + 4, gap, k, m, n, 0, m)) return true;
    }
    return false;
}

/* A double as odd * 2^exponent; 0 as 0 * 2^INT_MAX. */
struct odd {
    int64_t odd;
    int exponent;
};

/* The exponent field of a double, and the bits of it below. */
static int fields(double d, uint64_t *fraction)
{
    uint64_t bits;
    memcpy(&bits, &d, sizeof bits);
    *fraction = bits & ((UINT64_C(1) << 52) - 1);
    return (int)(bits >> 52 & 0x7ff);
}

static struct odd split(double d)
{
    if (d == 0) return (struct odd){0, INT_MAX};
    uint64_t m, none;
    int exponent = fields(d, &m);
    if (exponent > 0)
        m |= UINT64_C(1) << 52;
    else
        exponent = 1;                                         /* denormal */
    const int zeros = fields((double)(m & -m), &none) - 1023; /* how many bits below the lowest that is set */
    m >>= zeros;
    return (struct odd){d < 0 ? -(int64_t)m : (int64_t)m, exponent - 1075 + zeros};
}

/* v = x / 2^unit */
static void set(mpz_t v, struct odd x, int unit)
{
    mpz_set_si(v, x.odd);
    if (x.odd) mpz_mul_2exp(v, v, (unsigned long)(x.exponent - unit));
}

_Static_assert(sizeof(long) == sizeof(int64_t), "mpz_set_si takes a long");

void points_set(struct exact_state *st, const struct ccdq_query *q, double tmax)
{
    struct odd x[8][3], end = split(tmax), separation = split(q->min_sep);
    int n = ccdq_type_points(q->type), unit = separation.exponent;
    for (int i = 0; i < n; i++)
        for (int e = 0; e < 2; e++)
            for (int k = 0; k < 3; k++) {
                struct odd *c = &x[i + 4 * e][k];
                *c = split(q->x[i + 4 * e][k]);
                if (c->exponent < unit) unit = c->exponent;
            }
    st->type = q->type;
    st->known = 0;
    mpz_set_si(st->tmax, end.odd);
    st->tmax_bits = (unsigned long)-end.exponent;
    if (separation.odd) {
        set(st->separation, separation, unit);
        mpz_mul_2exp(st->separation, st->separation, st->tmax_bits);
        mpz_mul(st->separation, st->separation, st->separation);
    }
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 3; k++) {
            mpz_t *at = &st->x[i][0][k], *way = &st->x[i][1][k];
            set(*at, x[i][k], unit);
            set(*way, x[i + 4][k], unit);
            mpz_sub(*way, *way, *at);
            if (!st->tmax_bits) continue; /* tmax = 1 */
            /* x(t) = x0 + s tmax (x1 - x0), all of it times 2^tmax_bits */
            mpz_mul(*way, *way, st->tmax);
            mpz_mul_2exp(*at, *at, st->tmax_bits);
        }
}
