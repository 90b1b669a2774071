/* Numbers as text. */
#include "number.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void number_print(struct buf *out, double x)
{
    char text[32];
    if (isnan(x)) {
        buf_printf(out, signbit(x) ? "-nan" : "nan");
        return;
    }
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, x);
        if (strtod(text, NULL) == x) break;
    }
    buf_add(out, text, strlen(text));
}

bool number_parse(const char *p, size_t n, double *x)
{
    if (n == 0 || p[0] == ' ') return false;
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
