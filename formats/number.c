/* Numbers as text. Both ways go through a power of ten of 128 bits; where its error could change a digit or a
 * bit, strtod decides. */
#include "number.h"
#include "power10.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Printing ---- */

/* A number with 64 bits behind the point, rounded down. */
struct fixed {
    uint64_t whole, fraction;
};

/* quarters 2^exponent times the power, an integer part below 2^58: too small by less than 2^-64 for the
 * power's error and 2^-64 for the cut, 2 units of the fraction. The shift is 71..130 bits (see number_print).
 */
static struct fixed scale(uint64_t quarters, struct power p, int exponent)
{
    uint64_t limb[4] = {0};
    power_multiply(quarters, p, limb);
    unsigned shift = (unsigned)-(exponent + p.exponent), words = shift / 64, rest = shift % 64;
    uint64_t high = limb[words + 1], mid = limb[words], low = limb[words - 1];
    if (!rest) return (struct fixed){mid, low};
    return (struct fixed){mid >> rest | high << (64 - rest), low >> rest | mid << (64 - rest)};
}

/* Decimal digits times a power of ten. */
struct decimal {
    uint64_t digits;
    int exponent;
};

/* The shortest multiple of a power of ten in [low, high], the one nearest to x of them; unit is 10^exponent.
 */
static struct decimal shortest(uint64_t low, uint64_t high, uint64_t x, int exponent)
{
    uint64_t p = 1;
    for (uint64_t next = 10; high / next * next >= low && p < UINT64_C(100000000000000000); next *= 10) {
        p = next;
        exponent++;
    }
    uint64_t c = (x + p / 2) / p;
    if (c * p > high) c--;
    if (c * p < low) c++;
    return (struct decimal){c, exponent};
}

enum { UINT_DIGITS = 20 };

/* Writes a number in front of `end`, two digits at a time; returns where it begins. */
static unsigned char *digits_before(unsigned char *end, uint64_t value)
{
    static const char pairs[] =
        "00010203040506070809101112131415161718192021222324252627282930313233343536373839"
        "40414243444546474849505152535455565758596061626364656667686970717273747576777879"
        "8081828384858687888990919293949596979899";
    for (; value >= 100; value /= 100) memcpy(end -= 2, pairs + 2 * (value % 100), 2);
    if (value >= 10) return memcpy(end - 2, pairs + 2 * value, 2);
    *--end = (unsigned char)('0' + value);
    return end;
}

void number_print_uint(struct buf *out, uint64_t value)
{
    unsigned char text[UINT_DIGITS], *p = digits_before(text + UINT_DIGITS, value);
    buf_add(out, p, (size_t)(text + UINT_DIGITS - p));
}

static unsigned char *put(unsigned char *to, const void *bytes, int n)
{
    memcpy(to, bytes, (size_t)n);
    return to + n;
}

/* Appends it as digits with a point where that is short, else with an exponent. */
static void decimal_print(struct buf *out, struct decimal d)
{
    enum { LONGEST = UINT_DIGITS + 20 };
    unsigned char text[UINT_DIGITS], *digits = digits_before(text + UINT_DIGITS, d.digits);
    const int n = (int)(text + UINT_DIGITS - digits), point = n + d.exponent; /* behind the first `point` */
    buf_reserve(out, LONGEST);
    unsigned char *p = out->p + out->n;
    if (point >= n && point <= 17) {
        p = put(put(p, digits, n), "00000000000000000", point - n);
    } else if (point > 0 && point < n) {
        p = put(put(put(p, digits, point), ".", 1), digits + point, n - point);
    } else if (point > -4 && point <= 0) {
        p = put(put(p, "0.000", 2 - point), digits, n);
    } else {
        *p++ = digits[0];
        if (n > 1) p = put(put(p, ".", 1), digits + 1, n - 1);
        p = put(p, "e-", point < 1 ? 2 : 1);
        digits = digits_before(text + UINT_DIGITS, (uint64_t)abs(point - 1));
        p = put(p, digits, (int)(text + UINT_DIGITS - digits));
    }
    out->n = (size_t)(p - out->p);
}

/* The shortest decimal that reads back as x > 0, finite. x = m 2^e, and what lies between the middles to its
 * neighbours reads back as x; in quarters of 2^e that is 4m - 2 (4m - 1 at a power of two) to 4m + 2. Times
 * 10^k they are below 2^58, and the interval is at least 11 wide where x 10^k passes 10^17, so 17 digits do.
 */
static struct decimal decimal_of(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    const int stored = (int)(bits >> 52);
    const uint64_t m = (bits & (UINT64_MAX >> 12)) | (uint64_t)(stored > 0)
                                                         << 52; /* denormals have fewer bits */
    const int e = (stored ? stored : 1) - 1075, magnitude = e + 63 - __builtin_clzll(m);
    const int k = 16 - (int)floor(magnitude * 0.30102999566398120);
    struct power p = power10(k);
    uint64_t below = m == UINT64_C(1) << 52 && e > -1074 ? 1 : 2;
    struct fixed low = scale(4 * m - below, p, e - 2), high = scale(4 * m + 2, p, e - 2),
                 v = scale(4 * m, p, e - 2);
    /* Certainly inside, for the true ends are less than 4 units of the fraction above the computed ones. */
    uint64_t low_in = low.whole + 1 + (low.fraction > UINT64_MAX - 4), high_in = high.whole - !high.fraction;
    /* Perhaps on an end or inside. */
    uint64_t low_out = low.whole + (low.fraction > 0),
             high_out = high.whole + (high.fraction > UINT64_MAX - 4);
    struct decimal d = shortest(low_out, high_out, v.whole, -k);
    if (low_in == low_out && high_in == high_out) return d;
    char text[40];
    snprintf(text, sizeof text, "%llue%d", (unsigned long long)d.digits, d.exponent);
    return strtod(text, NULL) == x ? d : shortest(low_in, high_in, v.whole, -k);
}

void number_print(struct buf *out, double x)
{
    if (signbit(x)) buf_add(out, "-", 1);
    x = fabs(x);
    if (isnan(x))
        buf_add(out, "nan", 3);
    else if (isinf(x))
        buf_add(out, "inf", 3);
    else if (x == 0)
        buf_add(out, "0", 1);
    else
        decimal_print(out, decimal_of(x));
}

/* ---- Parsing ---- */

/* "e-12"; no more than four digits. */
static bool exponent_parse(const char *p, const char *end, int *exponent)
{
    bool negative = p + 1 < end && p[1] == '-';
    uint64_t value;
    p += 1 + (p + 1 < end && (p[1] == '-' || p[1] == '+'));
    if (!number_parse_uint(p, (size_t)(end - p), 9999, &value)) return false;
    *exponent = negative ? -(int)value : (int)value;
    return true;
}

/* The number that eight digits are, taken pair by pair, quad by quad; false if one of them is none. */
static bool eight_digits(const char *p, uint64_t *value)
{
    const uint64_t ones = UINT64_C(0x0101010101010101);
    uint64_t x;
    memcpy(&x, p, sizeof x);
    x -= '0' * ones;
    if ((x | (x + 0x76 * ones)) & 0x80 * ones) return false;
    x = (x * 10 + (x >> 8)) & UINT64_C(0x00ff00ff00ff00ff);
    x = (x * 100 + (x >> 16)) & UINT64_C(0x0000ffff0000ffff);
    *value = (x * 10000 + (x >> 32)) & UINT32_MAX;
    return true;
}

/* Puts the digits at p behind those in *digits, modulo 2^64, and returns where they end. */
static const char *digits_parse(const char *p, const char *end, uint64_t *digits)
{
    uint64_t eight;
    for (; end - p >= 8 && eight_digits(p, &eight); p += 8) *digits = *digits * 100000000 + eight;
    for (unsigned digit; p < end && (digit = (unsigned)(unsigned char)*p - '0') <= 9; p++)
        *digits = *digits * 10 + digit;
    return p;
}

/* Zeros at the front of a number's digits. */
static ptrdiff_t leading_zeros(const char *p, const char *end)
{
    ptrdiff_t zeros = 0;
    for (; p < end && (*p == '0' || *p == '.'); p++) zeros += *p == '0';
    return zeros;
}

/* "12.5e-3" into digits and exponent. false for anything else, also for more than 19 digits. */
static bool decimal_parse(const char *p, const char *end, struct decimal *d)
{
    const char *start = p, *point;
    int exponent = 0;
    *d = (struct decimal){0};
    point = p = digits_parse(p, end, &d->digits);
    ptrdiff_t whole = p - start, behind = 0;
    if (p < end && *p == '.') {
        p = digits_parse(p + 1, end, &d->digits);
        behind = p - point - 1;
    }
    if (whole + behind == 0 || behind > 9999) return false;
    if (whole + behind > 19 && whole + behind - leading_zeros(start, p) > 19) return false;
    if (p < end && ((*p != 'e' && *p != 'E') || !exponent_parse(p, end, &exponent))) return false;
    d->exponent = exponent - (int)behind;
    return true;
}

/* The double nearest to d, if the power's error leaves no doubt about it. */
static bool nearest(struct decimal d, double *x)
{
    static const double exact[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                   1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    enum { EXACT = sizeof exact / sizeof *exact };
    *x = (double)d.digits;
    if (d.digits == 0) return true;
    if (d.digits >> 53 == 0 && abs(d.exponent) < EXACT) {
        *x = d.exponent < 0 ? *x / exact[-d.exponent] : *x * exact[d.exponent];
        return true;
    }
    if (abs(d.exponent) > 400) return false;
    struct power p = power10(d.exponent);
    uint64_t limb[3];
    int shift = __builtin_clzll(d.digits);
    power_multiply(d.digits << shift, p, limb);
    int exponent = p.exponent - shift + 128;
    if (!(limb[2] >> 63)) {
        limb[2] = limb[2] << 1 | limb[1] >> 63;
        limb[1] = limb[1] << 1 | limb[0] >> 63;
        exponent--;
    }
    /* The true value is above this one by less than 2^-122 of it: 2^70 units of limb[0], 64 of limb[1]. What
     * is cut off the 53 bits: rest of 11 bits, then limb[1]. In doubt when that is half or a little less. */
    uint64_t m = limb[2] >> 11, rest = limb[2] & 2047;
    if ((rest == 1023 && limb[1] > UINT64_MAX - 64) || (rest == 1024 && limb[1] == 0)) return false;
    if (exponent + 11 < -1074 || exponent + 11 > 970) return false;
    /* m has 53 bits, of which the first goes into the exponent; so does a carry out of them. */
    uint64_t bits = ((uint64_t)(exponent + 11 + 1074) << 52) + m + (rest >= 1024);
    memcpy(x, &bits, sizeof bits);
    return true;
}

bool number_parse(const char *p, size_t n, double *x)
{
    struct decimal d;
    bool negative = n && *p == '-';
    if (decimal_parse(p + negative, p + n, &d) && nearest(d, x)) {
        if (negative) *x = -*x;
        return true;
    }
    if (n - negative == 3 && (!memcmp(p + negative, "inf", 3) || !memcmp(p + negative, "nan", 3))) {
        *x = copysign(p[negative] == 'i' ? INFINITY : NAN, negative ? -1 : 1);
        return true;
    }
    if (n == 0 || strchr(" \t\n\v\f\r", *p)) return false;
    char *end;
    *x = strtod(p, &end);
    return end == p + n;
}

bool number_parse_uint(const char *p, size_t n, uint64_t max, uint64_t *value)
{
    uint64_t v = 0;
    if (n == 0) return false;
    for (size_t i = 0; i < n; i++) {
        unsigned digit = (unsigned)(unsigned char)p[i] - '0';
        if (digit > 9 || v > max / 10 || digit > max - v * 10) return false;
        v = v * 10 + digit;
    }
    *value = v;
    return true;
}
