/* Integers of n limbs, the lowest first, in radix 2^60: exact arithmetic of a fixed width without memory of
 * its own. All limbs but the highest are in [0, 2^60); the highest carries the sign and may be up to 2^62 in
 * absolute value. So a sum of many products of limbs fits into 128 bits before anything is carried, and there
 * is no borrowing: that is what makes it fast. Who calls says why the highest limb of a result fits. n is a
 * constant where it matters, so that the loops are unrolled. */
#ifndef CCDQ_LIMBS_H
#define CCDQ_LIMBS_H

#include <stdint.h>

__extension__ typedef __int128 limbs_wide;

#define LIMBS_BITS 60
#define LIMBS_MASK ((INT64_C(1) << LIMBS_BITS) - 1)

#define LIMBS_FUNCTION static inline __attribute__((always_inline))
#ifdef __clang__ /* which unrolls without being told */
#define LIMBS_UNROLL
#else
#define LIMBS_UNROLL _Pragma("GCC unroll 12")
#endif

/* Takes the next limb off a sum; what is left belongs to the limb after it. Both compilers shift copies of
 * the sign in. */
LIMBS_FUNCTION int64_t limbs_shift(limbs_wide *sum)
{
    const int64_t limb = (int64_t)*sum & LIMBS_MASK;
    *sum >>= LIMBS_BITS;
    return limb;
}

/* r = a + b and r = a - b; r may be an operand. The limbs of a and b may be of either sign. */
LIMBS_FUNCTION void limbs_add(int64_t *r, const int64_t *a, const int64_t *b, int n)
{
    int64_t carry = 0;
    LIMBS_UNROLL
    for (int i = 0; i < n - 1; i++) {
        const int64_t sum = a[i] + b[i] + carry;
        r[i] = sum & LIMBS_MASK;
        carry = sum >> LIMBS_BITS;
    }
    r[n - 1] = a[n - 1] + b[n - 1] + carry;
}

LIMBS_FUNCTION void limbs_sub(int64_t *r, const int64_t *a, const int64_t *b, int n)
{
    int64_t carry = 0;
    LIMBS_UNROLL
    for (int i = 0; i < n - 1; i++) {
        const int64_t sum = a[i] - b[i] + carry;
        r[i] = sum & LIMBS_MASK;
        carry = sum >> LIMBS_BITS;
    }
    r[n - 1] = a[n - 1] - b[n - 1] + carry;
}

/* The sum of the products of limbs of a and b that belong to limb k of the product, which has na + nb limbs.
 * At most the smaller of na and nb products, each at most 2^124. */
LIMBS_FUNCTION limbs_wide limbs_column(const int64_t *a, int na, const int64_t *b, int nb, int k)
{
    limbs_wide sum = 0;
    LIMBS_UNROLL
    for (int i = 0; i < na; i++)
        if (i <= k && k - i < nb) sum += (limbs_wide)a[i] * b[k - i];
    return sum;
}

/* r = s a + t b, of n + 1 limbs, for 0 <= s, t and s + t <= 2^60: r is at most 2^60 times the larger operand,
 * so its highest limb is no larger than theirs. */
LIMBS_FUNCTION void limbs_combine(int64_t *r, uint64_t s, const int64_t *a, uint64_t t, const int64_t *b,
                                  int n)
{
    limbs_wide sum = 0;
    LIMBS_UNROLL
    for (int i = 0; i < n; i++) {
        sum += (limbs_wide)(int64_t)s * a[i] + (limbs_wide)(int64_t)t * b[i];
        r[i] = limbs_shift(&sum);
    }
    r[n] = (int64_t)sum;
}

/* -1, 0 or 1 */
LIMBS_FUNCTION int limbs_sign(const int64_t *a, int n)
{
    int64_t any = 0;
    LIMBS_UNROLL
    for (int i = 0; i < n; i++) any |= a[i];
    return a[n - 1] < 0 ? -1 : any != 0;
}

/* a as a double, off by less than 2^-50 of it; n is at most 16, so that it cannot overflow. Sums up the
 * highest limb that counts and the one below it. A limb of -1 does not count if it can be merged with the one
 * below, which is then negative; else the one below is less than half of it. So the sum is at least 2^59, and
 * limbs further down change it by less than 1. */
static inline double limbs_to_double(const int64_t *a, int n)
{
    int i = n - 1;
    int64_t top = a[i];
    while (i > 0 && (top == 0 || (top == -1 && a[i - 1] > LIMBS_MASK / 2)))
        top = a[--i] + top * (LIMBS_MASK + 1);
    double d = (double)top;
    if (i > 0) d = d * 0x1p60 + (double)a[--i];
    while (i-- > 0) d *= 0x1p60;
    return d;
}

#endif
