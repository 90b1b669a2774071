/* Numbers as text: read as strtod reads them, printed so that they read back, and no shorter text does. */
#include "streams.h"
#include "../../formats/number.h"
#include "../../formats/ratio.h"
#include "../tap.h"
#include <math.h>

static struct buf text;

static const char *print(double x)
{
    text.n = 0;
    number_print(&text, x);
    buf_add(&text, "", 1);
    return (const char *)text.p;
}

static bool same(double a, double b)
{
    return !memcmp(&a, &b, sizeof a);
}

static void prints(double x, const char *expected)
{
    const char *s = print(x);
    ok(!strcmp(s, expected), "%s is printed so: %s", expected, s);
}

static double parse(const char *p, size_t n)
{
    double x = 12345;
    return number_parse(p, n, &x) ? x : NAN;
}

/* How many decimal digits the shortest text needs that printf can make and strtod reads back. */
static int least_digits(double x)
{
    char s[40];
    for (int digits = 1; digits < 17; digits++) {
        snprintf(s, sizeof s, "%.*e", digits - 1, x);
        if (strtod(s, NULL) == x) return digits;
    }
    return 17;
}

static int digits_of(const char *s)
{
    int n = 0, zeros = 0;
    for (; *s && *s != 'e'; s++) {
        if (*s < '0' || *s > '9' || (*s == '0' && !n)) continue;
        zeros = *s == '0' ? zeros + 1 : 0;
        n++;
    }
    return n - zeros;
}

static double bits_to_real(uint64_t bits)
{
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* Doubles of every kind: any bits, short decimals, powers of two and their neighbours, ratios of integers. */
static double draw_any(struct draw *d)
{
    uint64_t bits = draw_bits(d);
    switch (draw_bits(d) % 6) {
    case 0:
        return (double)(bits >> 11) * 0x1p-53;
    case 1:
        return (double)(bits % 100000) / 1000;
    case 2:
        return bits_to_real(((bits % 2047) << 52) + bits % 3 - (bits % 2047 ? 1 : 0));
    case 3:
        return (double)(bits % 1000000) / (double)(bits >> 32 | 1);
    case 4:
        return (double)bits;
    default:
        return draw_real(d);
    }
}

static void test_round_trip(long n)
{
    struct draw d = {3};
    long not_back = 0, longer = 0, not_strtod = 0;
    for (long i = 0; i < n; i++) {
        double x = draw_any(&d);
        const char *s = print(x);
        bool back = same(parse(s, strlen(s)), x);
        if (!back && !not_back++) diag("%a is printed as %s", x, s);
        if (!same(strtod(s, NULL), x) && !not_strtod++) diag("%a is printed as %s, not so for strtod", x, s);
        if (digits_of(s) > least_digits(x) && !longer++) diag("%a is printed as %s, not shortest", x, s);
    }
    ok(!not_back && !not_strtod, "%ld doubles read back, here and by strtod", n);
    ok(!longer, "and none is longer than need be");
}

/* Decimal texts of up to 22 digits, and the exact middles between two doubles. */
static void test_as_strtod(long n)
{
    struct draw d = {4};
    char s[800];
    long wrong = 0;
    for (long i = 0; i < n; i++) {
        int digits = (int)(draw_bits(&d) % 22), length;
        unsigned long long whole = draw_bits(&d) >> 11, below = (draw_bits(&d) >> 12) | 1ULL << 52;
        if (i % 4 == 0)
            length = snprintf(s, sizeof s, "%llue%d", 2 * whole + 1, digits - 11);
        else if (i % 4 == 1)
            length = snprintf(s, sizeof s, "%llu.5", below);
        else if (i % 4 == 2)
            length = snprintf(s, sizeof s, "%llu.%s", below / 2, whole % 2 ? "25" : "75");
        else
            length = snprintf(s, sizeof s, "%.*e", digits, draw_any(&d));
        if (!same(parse(s, (size_t)length), strtod(s, NULL)) && !wrong++) diag("%s", s);
    }
    ok(!wrong, "%ld decimals are read as strtod reads them", n);
}

/* Up to 40 digits, often zeros at the front, with a point, an exponent or one byte that is no digit: refused
 * or read as by strtod. In memory that ends with the text. */
static void test_any_text(long n)
{
    static const char odd[] = "/:.eE+-x,\x80\xb0\xff\x01";
    struct draw d = {5};
    long wrong = 0, good = 0;
    for (long i = 0; i < n; i++) {
        const size_t length = 1 + draw_bits(&d) % 40, zeros = draw_bits(&d) % 2 ? draw_bits(&d) % length : 0;
        char *s = malloc(length + 1), *end;
        if (!s) abort();
        for (size_t k = 0; k < length; k++) s[k] = k < zeros ? '0' : (char)('0' + draw_bits(&d) % 10);
        s[length] = 0;
        if (draw_bits(&d) % 4) s[draw_bits(&d) % length] = '.';
        if (draw_bits(&d) % 4 == 0) s[draw_bits(&d) % length] = 'e';
        if (draw_bits(&d) % 2) s[draw_bits(&d) % length] = odd[draw_bits(&d) % sizeof odd];
        const double expected = strtod(s, &end);
        double x = 0;
        const bool is_number = end == s + length, read = number_parse(s, length, &x);
        if ((read != is_number || (read && !same(x, expected))) && !wrong++) diag("%s", s);
        good += read;
        free(s);
    }
    ok(!wrong && good > n / 4, "%ld texts, %ld of them numbers, are read or refused as strtod does", n, good);
}

static void test_words(void)
{
    static const char *const good[] = {"0x1.8p3", "inf",  "-inf", "INFINITY", "1e999",  "+1",   ".5",
                                       "5.",      "1E+5", "-0",   "-0.0e5",   "1e-400", "00012"};
    static const char *const bad[] = {"",   "-",  ".",     "e5",  "1e", "1e+", "word",
                                      "1 ", " 1", "1.5.2", "--1", "0x", "1,5"};
    int wrong = 0;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        wrong += !same(parse(good[i], strlen(good[i])), strtod(good[i], NULL));
    ok(!wrong && isnan(parse("nan", 3)), "words, hexadecimal and odd decimals");
    wrong = 0;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        double x;
        wrong += number_parse(bad[i], strlen(bad[i]), &x);
    }
    ok(!wrong, "what is no number is refused");
    uint64_t u;
    ok(number_parse_uint("18446744073709551615", 20, UINT64_MAX, &u) && u == UINT64_MAX &&
           !number_parse_uint("18446744073709551616", 20, UINT64_MAX, &u) &&
           !number_parse_uint("5", 1, 0, &u) && !number_parse_uint("256", 3, 255, &u) &&
           !number_parse_uint("-1", 2, 9, &u),
       "whole numbers stay below their limit");
}

static struct field field_of(const char *s, size_t n)
{
    return (struct field){s, n};
}

/* Ratios out and in, also with a common odd factor. */
static void test_ratios(long n)
{
    struct draw d = {5};
    long wrong = 0;
    for (long i = 0; i < n; i++) {
        double x = draw_real(&d), y = 0;
        text.n = 0;
        ratio_print(&text, x);
        const char *p = (const char *)text.p, *comma = memchr(p, ',', text.n);
        const char *problem = ratio_parse(field_of(p, (size_t)(comma - p)),
                                          field_of(comma + 1, text.n - (size_t)(comma - p) - 1), &y);
        if ((problem || !same(x, y)) && !wrong++) diag("%a: %.*s", x, (int)text.n, p);
    }
    ok(!wrong, "%ld doubles are exact ratios, and read back", n);
}

static void ratio(const char *num, const char *den, double expected)
{
    double x = 0;
    const char *problem = ratio_parse(field_of(num, strlen(num)), field_of(den, strlen(den)), &x);
    ok(isnan(expected) ? problem != NULL : !problem && same(x, expected), "%.30s/%.30s is %g", num, den,
       expected);
}

/* Twice a decimal integer, in place; there must be room for a digit more. */
static void twice(char *digits)
{
    size_t n = strlen(digits);
    memmove(digits + 1, digits, n + 1);
    digits[0] = '0';
    for (size_t i = 1; i <= n; i++) {
        int two = 2 * (digits[i] - '0');
        digits[i] = (char)('0' + two % 10);
        digits[i - 1] = (char)(digits[i - 1] + two / 10);
    }
    if (digits[0] == '0') memmove(digits, digits + 1, n + 1);
}

/* The ends of the doubles: powers of two by doubling their decimals. */
static void test_ratio_range(void)
{
    static char power[2000] = "1";
    for (int k = 1; k <= 1075; k++) {
        twice(power);
        if (k == 1023) ratio(power, "1", 0x1p1023);
        if (k == 1024) ratio(power, "1", NAN);
        if (k == 1074) ratio("1", power, 0x1p-1074);
        if (k == 1075) ratio("1", power, NAN);
        if (k == 1075) ratio("3", power, NAN);
        if (k == 1075) ratio("2", power, 0x1p-1074);
    }
}

static void test_ratio_cases(void)
{
    static char huge[1002];
    ratio("6", "3", 2);
    ratio("-3", "12", -0.25);
    ratio("3333333333333333333333333333333333333333", "1111111111111111111111111111111111111111", 3);
    ratio("3333333333333333333333333333333333333334", "1111111111111111111111111111111111111111", NAN);
    ratio("9007199254740991", "1", 9007199254740991);
    ratio("18014398509481982", "1", 18014398509481982);
    ratio("18014398509481983", "1", NAN);
    ratio("00000000000000000000000000000000000000000005", "0010", 0.5);
    ratio("1", "5", NAN);
    ratio("1", "-5", NAN);
    ratio("0", "0", NAN);
    ratio("-0", "7", -0.0);
    memset(huge, '1', 1001);
    ratio(huge, "1", NAN);
    ratio(huge, huge, NAN);
    huge[1000] = 0;
    ratio(huge, huge, 1);
    ratio(huge, "1", NAN);
    ratio("1", huge, NAN);
}

int main(void)
{
    long n = getenv("CCDQ_LONG") ? 10000000 : 100000;
    prints(0.1, "0.1");
    prints(-0.0, "-0");
    prints(1e300, "1e300");
    prints(5e-324, "5e-324");
    prints(1.7976931348623157e308, "1.7976931348623157e308");
    prints(123456789012345680, "1.2345678901234568e17");
    prints(10000000000000000, "10000000000000000");
    prints(0.0001, "0.0001");
    prints(-0.00001234, "-1.234e-5");
    prints(123.456, "123.456");
    prints(9007199254740992, "9007199254740992");
    prints(INFINITY, "inf");
    prints(-NAN, "-nan");
    test_round_trip(n);
    test_as_strtod(n);
    test_any_text(n);
    test_words();
    test_ratios(n / 30);
    test_ratio_cases();
    test_ratio_range();
    buf_free(&text);
    return tap_done();
}
