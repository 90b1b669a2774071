/* Powers of ten from constants: 10^k for the small k that texts are full of, and 10^32, 10^64, ... for the
 * rest. */
#include "power10.h"

/* 10^k and 10^-k, k = 0..31, rounded down to 128 bits. */
enum { SMALL = 32 };
static const struct power small[SMALL] = {
    {UINT64_C(0x8000000000000000), UINT64_C(0x0000000000000000), -127},
    {UINT64_C(0xa000000000000000), UINT64_C(0x0000000000000000), -124},
    {UINT64_C(0xc800000000000000), UINT64_C(0x0000000000000000), -121},
    {UINT64_C(0xfa00000000000000), UINT64_C(0x0000000000000000), -118},
    {UINT64_C(0x9c40000000000000), UINT64_C(0x0000000000000000), -114},
    {UINT64_C(0xc350000000000000), UINT64_C(0x0000000000000000), -111},
    {UINT64_C(0xf424000000000000), UINT64_C(0x0000000000000000), -108},
    {UINT64_C(0x9896800000000000), UINT64_C(0x0000000000000000), -104},
    {UINT64_C(0xbebc200000000000), UINT64_C(0x0000000000000000), -101},
    {UINT64_C(0xee6b280000000000), UINT64_C(0x0000000000000000), -98},
    {UINT64_C(0x9502f90000000000), UINT64_C(0x0000000000000000), -94},
    {UINT64_C(0xba43b74000000000), UINT64_C(0x0000000000000000), -91},
    {UINT64_C(0xe8d4a51000000000), UINT64_C(0x0000000000000000), -88},
    {UINT64_C(0x9184e72a00000000), UINT64_C(0x0000000000000000), -84},
    {UINT64_C(0xb5e620f480000000), UINT64_C(0x0000000000000000), -81},
    {UINT64_C(0xe35fa931a0000000), UINT64_C(0x0000000000000000), -78},
    {UINT64_C(0x8e1bc9bf04000000), UINT64_C(0x0000000000000000), -74},
    {UINT64_C(0xb1a2bc2ec5000000), UINT64_C(0x0000000000000000), -71},
    {UINT64_C(0xde0b6b3a76400000), UINT64_C(0x0000000000000000), -68},
    {UINT64_C(0x8ac7230489e80000), UINT64_C(0x0000000000000000), -64},
    {UINT64_C(0xad78ebc5ac620000), UINT64_C(0x0000000000000000), -61},
    {UINT64_C(0xd8d726b7177a8000), UINT64_C(0x0000000000000000), -58},
    {UINT64_C(0x878678326eac9000), UINT64_C(0x0000000000000000), -54},
    {UINT64_C(0xa968163f0a57b400), UINT64_C(0x0000000000000000), -51},
    {UINT64_C(0xd3c21bcecceda100), UINT64_C(0x0000000000000000), -48},
    {UINT64_C(0x84595161401484a0), UINT64_C(0x0000000000000000), -44},
    {UINT64_C(0xa56fa5b99019a5c8), UINT64_C(0x0000000000000000), -41},
    {UINT64_C(0xcecb8f27f4200f3a), UINT64_C(0x0000000000000000), -38},
    {UINT64_C(0x813f3978f8940984), UINT64_C(0x4000000000000000), -34},
    {UINT64_C(0xa18f07d736b90be5), UINT64_C(0x5000000000000000), -31},
    {UINT64_C(0xc9f2c9cd04674ede), UINT64_C(0xa400000000000000), -28},
    {UINT64_C(0xfc6f7c4045812296), UINT64_C(0x4d00000000000000), -25},
};
static const struct power inverse_small[SMALL] = {
    {UINT64_C(0x8000000000000000), UINT64_C(0x0000000000000000), -127},
    {UINT64_C(0xcccccccccccccccc), UINT64_C(0xcccccccccccccccc), -131},
    {UINT64_C(0xa3d70a3d70a3d70a), UINT64_C(0x3d70a3d70a3d70a3), -134},
    {UINT64_C(0x83126e978d4fdf3b), UINT64_C(0x645a1cac083126e9), -137},
    {UINT64_C(0xd1b71758e219652b), UINT64_C(0xd3c36113404ea4a8), -141},
    {UINT64_C(0xa7c5ac471b478423), UINT64_C(0x0fcf80dc33721d53), -144},
    {UINT64_C(0x8637bd05af6c69b5), UINT64_C(0xa63f9a49c2c1b10f), -147},
    {UINT64_C(0xd6bf94d5e57a42bc), UINT64_C(0x3d32907604691b4c), -151},
    {UINT64_C(0xabcc77118461cefc), UINT64_C(0xfdc20d2b36ba7c3d), -154},
    {UINT64_C(0x89705f4136b4a597), UINT64_C(0x31680a88f8953030), -157},
    {UINT64_C(0xdbe6fecebdedd5be), UINT64_C(0xb573440e5a884d1b), -161},
    {UINT64_C(0xafebff0bcb24aafe), UINT64_C(0xf78f69a51539d748), -164},
    {UINT64_C(0x8cbccc096f5088cb), UINT64_C(0xf93f87b7442e45d3), -167},
    {UINT64_C(0xe12e13424bb40e13), UINT64_C(0x2865a5f206b06fb9), -171},
    {UINT64_C(0xb424dc35095cd80f), UINT64_C(0x538484c19ef38c94), -174},
    {UINT64_C(0x901d7cf73ab0acd9), UINT64_C(0x0f9d37014bf60a10), -177},
    {UINT64_C(0xe69594bec44de15b), UINT64_C(0x4c2ebe687989a9b3), -181},
    {UINT64_C(0xb877aa3236a4b449), UINT64_C(0x09befeb9fad487c2), -184},
    {UINT64_C(0x9392ee8e921d5d07), UINT64_C(0x3aff322e62439fcf), -187},
    {UINT64_C(0xec1e4a7db69561a5), UINT64_C(0x2b31e9e3d06c32e5), -191},
    {UINT64_C(0xbce5086492111aea), UINT64_C(0x88f4bb1ca6bcf584), -194},
    {UINT64_C(0x971da05074da7bee), UINT64_C(0xd3f6fc16ebca5e03), -197},
    {UINT64_C(0xf1c90080baf72cb1), UINT64_C(0x5324c68b12dd6338), -201},
    {UINT64_C(0xc16d9a0095928a27), UINT64_C(0x75b7053c0f178293), -204},
    {UINT64_C(0x9abe14cd44753b52), UINT64_C(0xc4926a9672793542), -207},
    {UINT64_C(0xf79687aed3eec551), UINT64_C(0x3a83ddbd83f52204), -211},
    {UINT64_C(0xc612062576589dda), UINT64_C(0x95364afe032a819d), -214},
    {UINT64_C(0x9e74d1b791e07e48), UINT64_C(0x775ea264cf55347d), -217},
    {UINT64_C(0xfd87b5f28300ca0d), UINT64_C(0x8bca9d6e188853fc), -221},
    {UINT64_C(0xcad2f7f5359a3b3e), UINT64_C(0x096ee45813a04330), -224},
    {UINT64_C(0xa2425ff75e14fc31), UINT64_C(0xa1258379a94d028d), -227},
    {UINT64_C(0x81ceb32c4b43fcf4), UINT64_C(0x80eacf948770ced7), -230},
};

/* 10^(32 2^i) and its inverse, i = 0..3, the same way. */
static const struct power large[] = {
    {UINT64_C(0x9dc5ada82b70b59d), UINT64_C(0xf020000000000000), -21},
    {UINT64_C(0xc2781f49ffcfa6d5), UINT64_C(0x3cbf6b71c76b25fb), 85},
    {UINT64_C(0x93ba47c980e98cdf), UINT64_C(0xc66f336c36b10137), 298},
    {UINT64_C(0xaa7eebfb9df9de8d), UINT64_C(0xddbb901b98feeab7), 723},
};
static const struct power inverse_large[] = {
    {UINT64_C(0xcfb11ead453994ba), UINT64_C(0x67de18eda5814af2), -234},
    {UINT64_C(0xa87fea27a539e9a5), UINT64_C(0x3f2398d747b36224), -340},
    {UINT64_C(0xddd0467c64bce4a0), UINT64_C(0xac7cb3f6d05ddbde), -553},
    {UINT64_C(0xc0314325637a1939), UINT64_C(0xfa911155fefb5308), -978},
};

__extension__ typedef unsigned __int128 wide;

void power_multiply(uint64_t m, struct power p, uint64_t product[3])
{
    const wide low = (wide)m * p.lo, high = (wide)m * p.hi + (uint64_t)(low >> 64);
    product[0] = (uint64_t)low;
    product[1] = (uint64_t)high;
    product[2] = (uint64_t)(high >> 64);
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

/* Five factors at most, each rounded by 2^-127, and four products: 13 2^-127 < 2^-122 altogether. */
struct power power10(int k)
{
    const unsigned n = (unsigned)(k < 0 ? -k : k);
    const struct power *factor = k < 0 ? inverse_large : large;
    struct power p = (k < 0 ? inverse_small : small)[n % SMALL];
    for (unsigned bits = n / SMALL; bits; bits >>= 1, factor++)
        if (bits & 1) p = product(p, *factor);
    return p;
}
