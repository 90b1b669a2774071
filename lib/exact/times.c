/* The times of an exact decision, kept in ascending order. */
#include "exact.h"

void times_insert(struct exact_state *st, int at)
{
    struct root *r = st->times[at];
    int k = st->count, order = 1;
    while (k > 0 && (order = root_compare(r, st->times[k - 1], &st->scratch)) < 0) k--;
    if (k > 0 && order == 0) return;
    st->times[at] = st->times[st->count];
    for (int i = st->count; i > k; i--) st->times[i] = st->times[i - 1];
    st->times[k] = r;
    st->count++;
}

void times_insert_end(struct exact_state *st, unsigned long s)
{
    root_set_exact(st->times[st->count], s);
    times_insert(st, st->count);
}

bool times_is_start(const struct root *time)
{
    return time->exact && !mpz_sgn(time->x);
}

void times_to_units(struct exact_state *st, struct root *time, uint64_t *lo, uint64_t *hi)
{
    enum { BITS = 62 };
    struct poly *line = &st->f;
    root_refine(time, BITS, &st->scratch);
    /* time is from x to x + 1, in units of tmax 2^-bits, which is at most 2^-62. With unit the lowest whole
     * unit of 2^-62 that is not below x, the time is above unit - 1 and at most unit + 1. */
    poly_set_zero(line);
    mpz_mul_2exp(line->c[1], st->tmax, BITS);
    mpz_mul(line->c[0], line->c[1], time->x);
    mpz_cdiv_q_2exp(line->c[0], line->c[0], time->bits + st->tmax_bits);
    uint64_t unit = 0;
    mpz_export(&unit, NULL, -1, sizeof unit, 0, 0, line->c[0]);
    /* the sign of time - unit, times 2^tmax_bits */
    mpz_mul_2exp(line->c[0], line->c[0], st->tmax_bits);
    mpz_neg(line->c[0], line->c[0]);
    line->degree = 1;
    int sign = root_sign(time, line, &st->scratch);
    *lo = unit - (sign < 0);
    *hi = unit + (sign > 0);
}
