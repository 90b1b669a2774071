/* Arguments of options: every one is read to its last character and checked against its range. */
#include "cli-table.h"
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* x * 10^exponent, or false when that is not a whole number below 2^64. */
static bool scale(uint64_t x, long exponent, uint64_t *value)
{
    for (; exponent > 0 && x; exponent--) {
        if (x > UINT64_MAX / 10) return false;
        x *= 10;
    }
    for (; exponent < 0 && x; exponent++) {
        if (x % 10) return false;
        x /= 10;
    }
    *value = x;
    return true;
}

/* A whole number: digits with `_` between them, a fraction and an exponent where the value stays whole.
 * Returns what follows it, or NULL. */
static const char *read_whole(const char *s, uint64_t *value)
{
    uint64_t x = 0;
    long exponent = 0;
    bool fraction = false;
    if (*s < '0' || *s > '9') return NULL;
    for (; (*s >= '0' && *s <= '9') || *s == '_' || (*s == '.' && !fraction); s++) {
        if (*s == '.') fraction = true;
        if (*s == '_' || *s == '.') {
            if (s[-1] == '_' || s[1] < '0' || s[1] > '9') return NULL;
            continue;
        }
        unsigned digit = (unsigned)(*s - '0');
        if (x > (UINT64_MAX - digit) / 10) return NULL;
        x = 10 * x + digit;
        exponent -= fraction;
    }
    if (*s == 'e' || *s == 'E') {
        char *end;
        if (s[1] != '+' && s[1] != '-' && (s[1] < '0' || s[1] > '9')) return NULL;
        long e = strtol(s + 1, &end, 10);
        if (end == s + 1 || e > 1000 || e < -1000) return NULL;
        exponent += e;
        s = end;
    }
    return scale(x, exponent, value) ? s : NULL;
}

static void set_uint(const struct cli_option *o, const char *argument)
{
    uint64_t x, max = o->max >= 0x1p64 ? UINT64_MAX : (uint64_t)o->max;
    const char *end = read_whole(argument, &x);
    if (!end || *end || x < (uint64_t)o->min || x > max)
        cli_usage("option --%s: '%s' is not a whole number from %.0f to %llu", o->name, argument, o->min,
                  (unsigned long long)max);
    *(uint64_t *)o->value = x;
}

static void set_bytes(const struct cli_option *o, const char *argument)
{
    static const char units[] = "KMG";
    uint64_t x, unit = 1, max = o->max >= 0x1p64 ? UINT64_MAX : (uint64_t)o->max;
    const char *end = read_whole(argument, &x), *letter = end && *end ? strchr(units, *end) : NULL;
    if (letter) unit = UINT64_C(1) << 10 * (letter - units + 1), end++;
    if (!end || *end || x > max / unit || x * unit < (uint64_t)o->min)
        cli_usage("option --%s: '%s' is not a number of bytes from %.0f to %llu, as 1000000, 64M or 1G",
                  o->name, argument, o->min, (unsigned long long)max);
    *(uint64_t *)o->value = x * unit;
}

/* A finite number. Returns what follows it, or NULL. */
static const char *read_real(const char *s, double *x)
{
    char *end;
    *x = strtod(s, &end);
    return *s && strchr("+-.0123456789", *s) && end > s && isfinite(*x) ? end : NULL;
}

static void set_real(const struct cli_option *o, const char *argument)
{
    double x;
    const char *end = read_real(argument, &x);
    const bool number = end && !*end;
    if (number && x >= o->min && x <= o->max) {
        *(double *)o->value = x;
    } else if (o->min == DBL_TRUE_MIN) {
        cli_usage("option --%s: '%s' is not a number above 0 and at most %g", o->name, argument, o->max);
    } else {
        cli_usage("option --%s: '%s' is not a number from %g to %g", o->name, argument, o->min, o->max);
    }
}

static void set_reals(const struct cli_option *o, const char *argument)
{
    enum { MOST = 16 };
    const int least = (int)o->min, most = (int)o->max;
    double x[MOST];
    int n = 0;
    const char *at = argument;
    while (at && n < most) {
        at = read_real(at, &x[n++]);
        if (!at || *at != ',') break;
        at++;
    }
    if (at && !*at && at[-1] != ',' && (n == least || n == most))
        memcpy(o->value, x, (size_t)n * sizeof *x);
    else if (least == most)
        cli_usage("option --%s: '%s' is not %d numbers with commas between", o->name, argument, most);
    else
        cli_usage("option --%s: '%s' is not %d or %d numbers with commas between", o->name, argument, least,
                  most);
}

static void set_choice(const struct cli_option *o, const char *argument)
{
    struct buf words = {0};
    for (int i = 0; o->choices[i]; i++) {
        if (!strcmp(o->choices[i], argument)) {
            *(int *)o->value = i;
            buf_free(&words);
            return;
        }
        buf_printf(&words, "%s%s", i ? ", " : "", o->choices[i]);
    }
    cli_usage("option --%s: '%s' is not one of %.*s", o->name, argument, (int)words.n, (char *)words.p);
}

static void set_part(const struct cli_option *o, const char *argument)
{
    uint64_t r, n;
    const char *end = read_whole(argument, &r);
    if (end && *end == '/') end = read_whole(end + 1, &n);
    if (!end || *end || !strchr(argument, '/') || r >= n || n > UINT32_MAX)
        cli_usage("option --%s: '%s' is not a part r/n with 0 <= r < n <= %lu", o->name, argument,
                  (unsigned long)UINT32_MAX);
    ((uint32_t *)o->value)[0] = (uint32_t)r;
    ((uint32_t *)o->value)[1] = (uint32_t)n;
}

static void set_range(const struct cli_option *o, const char *argument)
{
    uint64_t a = 0, b = UINT64_MAX;
    const char *end = *argument == ':' ? argument : read_whole(argument, &a);
    bool right = end && *end == ':';
    if (right && end[1]) {
        end = read_whole(end + 1, &b);
        right = end && !*end;
    }
    if (!right || a > b)
        cli_usage("option --%s: '%s' is not a range A:B of whole numbers with A <= B", o->name, argument);
    ((uint64_t *)o->value)[0] = a;
    ((uint64_t *)o->value)[1] = b;
}

void cli_set(const struct cli_option *o, const char *argument)
{
    if (o->seen) *o->seen = true;
    switch (o->type) {
    case CLI_FLAG:
        *(bool *)o->value = true;
        break;
    case CLI_NOFLAG:
        *(bool *)o->value = false;
        break;
    case CLI_UINT:
        set_uint(o, argument);
        break;
    case CLI_BYTES:
        set_bytes(o, argument);
        break;
    case CLI_REAL:
        set_real(o, argument);
        break;
    case CLI_REALS:
        set_reals(o, argument);
        break;
    case CLI_STRING:
        *(const char **)o->value = argument;
        break;
    case CLI_CHOICE:
        set_choice(o, argument);
        break;
    case CLI_PART:
        set_part(o, argument);
        break;
    case CLI_RANGE:
        set_range(o, argument);
        break;
    }
}
