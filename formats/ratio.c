/* Exact ratios, with integers of our own: GMP is for lib/exact alone, and all that is needed here is to take
 * powers of two out and to divide what is left. */
#include "ratio.h"
#include <inttypes.h>
#include <math.h>
#include <string.h>

/* An integer >= 0 in limbs of 32 bits, the lowest first and the highest not 0. */
enum { LIMBS = RATIO_DIGITS / 9 + 4 };
struct big {
    unsigned n;
    uint32_t limb[LIMBS];
};

static void multiply_add(struct big *a, uint32_t factor, uint32_t add)
{
    uint64_t carry = add;
    for (unsigned i = 0; i < a->n; i++) {
        carry += (uint64_t)a->limb[i] * factor;
        a->limb[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry) a->limb[a->n++] = (uint32_t)carry;
}

/* Reads digits, nine at a time. */
static const char *big_parse(const char *p, size_t n, struct big *a)
{
    a->n = 0;
    if (n == 0) return "an integer is missing";
    if (n > RATIO_DIGITS) return "an integer has more than 1000 digits";
    while (n) {
        uint32_t chunk = 0, factor = 1;
        do {
            unsigned digit = (unsigned)(unsigned char)*p++ - '0';
            if (digit > 9) return "a number is not an integer of digits alone";
            chunk = chunk * 10 + digit;
            factor *= 10;
        } while (--n && factor < 1000000000);
        multiply_add(a, factor, chunk);
    }
    return NULL;
}

static unsigned bit_length(const struct big *a)
{
    unsigned bits = 0;
    if (!a->n) return 0;
    for (uint32_t top = a->limb[a->n - 1]; top; top >>= 1) bits++;
    return (a->n - 1) * 32 + bits;
}

static void shift_right(struct big *a, unsigned bits)
{
    unsigned words = bits / 32, rest = bits % 32;
    for (unsigned i = words; i < a->n; i++) {
        uint64_t two = a->limb[i] | (i + 1 < a->n ? (uint64_t)a->limb[i + 1] << 32 : 0);
        a->limb[i - words] = (uint32_t)(two >> rest);
    }
    a->n -= words;
    while (a->n && !a->limb[a->n - 1]) a->n--;
}

/* a = a * 2^bits; the result has the limbs. */
static void shift_left(struct big *a, unsigned bits)
{
    unsigned words = bits / 32, rest = bits % 32;
    memmove(a->limb + words, a->limb, a->n * sizeof *a->limb);
    memset(a->limb, 0, words * sizeof *a->limb);
    if (a->n) a->n += words;
    multiply_add(a, (uint32_t)1 << rest, 0);
}

/* Divides by the greatest power of two, and returns its exponent. a is not 0. */
static unsigned take_twos(struct big *a)
{
    unsigned bits = 0;
    while (!(a->limb[bits / 32] >> bits % 32 & 1)) bits++;
    if (bits) shift_right(a, bits);
    return bits;
}

static int compare(const struct big *a, const struct big *b)
{
    if (a->n != b->n) return a->n < b->n ? -1 : 1;
    for (unsigned i = a->n; i--;)
        if (a->limb[i] != b->limb[i]) return a->limb[i] < b->limb[i] ? -1 : 1;
    return 0;
}

/* a -= b, where a >= b. */
static void subtract(struct big *a, const struct big *b)
{
    uint32_t borrow = 0;
    for (unsigned i = 0; i < a->n; i++) {
        uint64_t take = (uint64_t)(i < b->n ? b->limb[i] : 0) + borrow;
        borrow = a->limb[i] < take;
        a->limb[i] -= (uint32_t)take;
    }
    while (a->n && !a->limb[a->n - 1]) a->n--;
}

/* *q = a/b for odd a and b, if that is an integer below 2^53. Bit after bit: the quotient has 53 at most. */
static bool quotient(struct big *a, struct big *b, uint64_t *q)
{
    unsigned a_bits = bit_length(a), b_bits = bit_length(b);
    *q = 0;
    if (a_bits < b_bits || a_bits - b_bits > 53) return false;
    if (b_bits == 1) {
        *q = a->limb[0] | (a->n > 1 ? (uint64_t)a->limb[1] << 32 : 0);
        return *q >> 53 == 0;
    }
    shift_left(b, a_bits - b_bits);
    for (unsigned i = a_bits - b_bits + 1; i--; shift_right(b, 1)) {
        *q <<= 1;
        if (compare(a, b) < 0) continue;
        subtract(a, b);
        *q |= 1;
    }
    return a->n == 0 && *q >> 53 == 0;
}

const char *ratio_parse(struct field num, struct field den, double *x)
{
    struct big a, b;
    uint64_t q;
    if (den.n > 1 && den.p[0] == '-') return "a denominator is negative";
    bool negative = num.n && num.p[0] == '-';
    const char *problem = big_parse(num.p + negative, num.n - negative, &a);
    if (!problem) problem = big_parse(den.p, den.n, &b);
    if (problem) return problem;
    if (!b.n) return "a denominator is 0";
    *x = 0;
    if (a.n) {
        int exponent = (int)take_twos(&a) - (int)take_twos(&b);
        bool exact = quotient(&a, &b, &q);
        if (exact) *x = ldexp((double)q, exponent);
        if (!exact || ldexp(*x, -exponent) != (double)q) return "a ratio is not exact in binary64";
    }
    if (negative) *x = -*x;
    return NULL;
}

/* Appends m * 2^shift in decimal: limbs of nine decimal digits, doubled often. */
static void print_shifted(struct buf *out, uint64_t m, unsigned shift)
{
    enum { BASE = 1000000000, STEP = 29, DECIMAL_LIMBS = 1100 * 3 / 10 / 9 + 4 };
    uint32_t limb[DECIMAL_LIMBS];
    unsigned n = 0;
    for (; m; m /= BASE) limb[n++] = (uint32_t)(m % BASE);
    while (shift) {
        unsigned step = shift < STEP ? shift : STEP;
        uint64_t carry = 0;
        for (unsigned i = 0; i < n; i++) {
            carry += (uint64_t)limb[i] << step;
            limb[i] = (uint32_t)(carry % BASE);
            carry /= BASE;
        }
        if (carry) limb[n++] = (uint32_t)carry;
        shift -= step;
    }
    buf_printf(out, "%" PRIu32, n ? limb[n - 1] : 0);
    while (n > 1) buf_printf(out, "%09" PRIu32, limb[--n - 1]);
}

void ratio_print(struct buf *out, double x)
{
    int exponent;
    uint64_t m = (uint64_t)ldexp(frexp(fabs(x), &exponent), 53);
    exponent -= 53;
    for (; m && !(m & 1); m >>= 1) exponent++;
    if (!m) exponent = 0;
    if (signbit(x)) buf_add(out, "-", 1);
    print_shifted(out, m, exponent > 0 ? (unsigned)exponent : 0);
    buf_add(out, ",", 1);
    print_shifted(out, 1, exponent < 0 ? (unsigned)-exponent : 0);
}
