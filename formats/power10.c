/* Powers of ten by squarings: the factors 10^(2^i) are constants. */
#include "power10.h"

/* 10^(2^i), i = 0..8, rounded down to 128 bits; then the same for 10^-(2^i). */
static const struct power factors[] = {
    {UINT64_C(0xa000000000000000), UINT64_C(0x0000000000000000), -124},
    {UINT64_C(0xc800000000000000), UINT64_C(0x0000000000000000), -121},
    {UINT64_C(0x9c40000000000000), UINT64_C(0x0000000000000000), -114},
    {UINT64_C(0xbebc200000000000), UINT64_C(0x0000000000000000), -101},
    {UINT64_C(0x8e1bc9bf04000000), UINT64_C(0x0000000000000000), -74},
    {UINT64_C(0x9dc5ada82b70b59d), UINT64_C(0xf020000000000000), -21},
    {UINT64_C(0xc2781f49ffcfa6d5), UINT64_C(0x3cbf6b71c76b25fb), 85},
    {UINT64_C(0x93ba47c980e98cdf), UINT64_C(0xc66f336c36b10137), 298},
    {UINT64_C(0xaa7eebfb9df9de8d), UINT64_C(0xddbb901b98feeab7), 723},
};
static const struct power inverse_factors[] = {
    {UINT64_C(0xcccccccccccccccc), UINT64_C(0xcccccccccccccccc), -131},
    {UINT64_C(0xa3d70a3d70a3d70a), UINT64_C(0x3d70a3d70a3d70a3), -134},
    {UINT64_C(0xd1b71758e219652b), UINT64_C(0xd3c36113404ea4a8), -141},
    {UINT64_C(0xabcc77118461cefc), UINT64_C(0xfdc20d2b36ba7c3d), -154},
    {UINT64_C(0xe69594bec44de15b), UINT64_C(0x4c2ebe687989a9b3), -181},
    {UINT64_C(0xcfb11ead453994ba), UINT64_C(0x67de18eda5814af2), -234},
    {UINT64_C(0xa87fea27a539e9a5), UINT64_C(0x3f2398d747b36224), -340},
    {UINT64_C(0xddd0467c64bce4a0), UINT64_C(0xac7cb3f6d05ddbde), -553},
    {UINT64_C(0xc0314325637a1939), UINT64_C(0xfa911155fefb5308), -978},
};

/* *hi 2^64 + the result = a b, from products of halves. */
static uint64_t multiply(uint64_t a, uint64_t b, uint64_t *hi)
{
    uint64_t a0 = (uint32_t)a, a1 = a >> 32, b0 = (uint32_t)b, b1 = b >> 32;
    uint64_t low = a0 * b0, middle = a1 * b0 + (low >> 32), other = a0 * b1 + (uint32_t)middle;
    *hi = a1 * b1 + (middle >> 32) + (other >> 32);
    return other << 32 | (uint32_t)low;
}

void power_multiply(uint64_t m, struct power p, uint64_t product[3])
{
    uint64_t carry, low_hi;
    product[0] = multiply(m, p.lo, &low_hi);
    product[1] = multiply(m, p.hi, &carry);
    product[1] += low_hi;
    product[2] = carry + (product[1] < low_hi);
}

/* a b, rounded down: loses at most 2^-126 of it, in the bits cut off and in a last shift. */
static struct power product(struct power a, struct power b)
{
    uint64_t by_hi[3], by_lo[3];
    power_multiply(b.hi, a, by_hi);
    power_multiply(b.lo, a, by_lo);
    uint64_t low = by_hi[0] + by_lo[1], carry = low < by_lo[1];
    uint64_t middle = by_hi[1] + by_lo[2], over = middle < by_lo[2];
    middle += carry;
    over += middle < carry;
    struct power p = {by_hi[2] + over, middle, a.exponent + b.exponent + 128};
    if (p.hi >> 63) return p;
    return (struct power){p.hi << 1 | p.lo >> 63, p.lo << 1 | low >> 63, p.exponent - 1};
}

/* Nine factors at most, each rounded by 2^-127, and eight products: 25 2^-127 < 2^-122 altogether. */
struct power power10(int k)
{
    const struct power *factor = k < 0 ? inverse_factors : factors;
    struct power p = {UINT64_C(1) << 63, 0, -127};
    unsigned bits = (unsigned)(k < 0 ? -k : k);
    for (int first = 1; bits; bits >>= 1, factor++) {
        if (!(bits & 1)) continue;
        p = first ? *factor : product(p, *factor);
        first = 0;
    }
    return p;
}
