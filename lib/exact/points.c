/* From doubles to integers. */
#include "exact.h"
#include <limits.h>
#include <math.h>

/* How many points of a type make the first primitive, and both. */
static const unsigned char first[] = {1, 2, 1, 1}, both[] = {4, 4, 3, 2};

int points_of_type(unsigned type)
{
    return type < sizeof both ? both[type] : 0;
}

bool points_finite(const struct ccdq_query *q)
{
    for (int i = 0; i < both[q->type]; i++)
        for (int k = 0; k < 3; k++)
            if (!isfinite(q->x[i][k]) || !isfinite(q->x[i + 4][k])) return false;
    return true;
}

/* Whether on this axis the points from..to-1 of x all lie strictly below those of the other range. */
static bool below(const double x[4][3], int axis, int from, int to, int other_from, int other_to)
{
    for (int i = from; i < to; i++)
        for (int j = other_from; j < other_to; j++)
            if (!(x[i][axis] < x[j][axis])) return false;
    return true;
}

bool points_separated(const struct ccdq_query *q)
{
    int m = first[q->type], n = both[q->type];
    for (int k = 0; k < 3; k++) {
        if (below(q->x, k, 0, m, m, n) && below(q->x + 4, k, 0, m, m, n)) return true;
        if (below(q->x, k, m, n, 0, m) && below(q->x + 4, k, m, n, 0, m)) return true;
    }
    return false;
}

/* A double as odd * 2^exponent; 0 as 0 * 2^INT_MAX. */
struct odd {
    double odd;
    int exponent;
};

static struct odd split(double d)
{
    int exponent, low_exponent;
    if (d == 0) return (struct odd){0, INT_MAX};
    double mantissa = ldexp(frexp(d, &exponent), 53); /* an integer */
    uint64_t bits = (uint64_t)fabs(mantissa);
    double low = (double)(bits & -bits); /* the lowest bit that is set */
    frexp(low, &low_exponent);
    return (struct odd){mantissa / low, exponent - 53 + low_exponent - 1};
}

void points_set(struct exact_state *st, const struct ccdq_query *q, double tmax)
{
    struct odd x[8][3], end = split(tmax);
    int n = both[q->type], unit = INT_MAX;
    for (int i = 0; i < n; i++)
        for (int e = 0; e < 2; e++)
            for (int k = 0; k < 3; k++) {
                struct odd *c = &x[i + 4 * e][k];
                *c = split(q->x[i + 4 * e][k]);
                if (c->exponent < unit) unit = c->exponent;
            }
    st->type = q->type;
    st->known = 0;
    mpz_set_d(st->tmax, end.odd);
    st->tmax_bits = (unsigned long)-end.exponent;
    /* x(t) = x0 + s tmax (x1 - x0); all of it times 2^tmax_bits */
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 3; k++) {
            for (int e = 0; e < 2; e++) {
                const struct odd *c = &x[i + 4 * e][k];
                mpz_set_d(st->x[i][e][k], c->odd);
                if (c->odd != 0)
                    mpz_mul_2exp(st->x[i][e][k], st->x[i][e][k], (unsigned long)(c->exponent - unit));
            }
            mpz_sub(st->x[i][1][k], st->x[i][1][k], st->x[i][0][k]);
            mpz_mul(st->x[i][1][k], st->x[i][1][k], st->tmax);
            mpz_mul_2exp(st->x[i][0][k], st->x[i][0][k], st->tmax_bits);
        }
}
