/* Test Anything Protocol for unit tests in C; run by prove. */
#ifndef CCDQ_TAP_H
#define CCDQ_TAP_H

#include <stdarg.h>
#include <stdio.h>

static int tap_count, tap_failed;

/* One test: name it by what must be true. Returns ok. */
__attribute__((format(printf, 2, 3))) static inline int ok(int condition, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    printf("%sok %d - ", condition ? "" : "not ", ++tap_count);
    vprintf(format, ap);
    putchar('\n');
    va_end(ap);
    if (!condition) tap_failed++;
    fflush(stdout);
    return condition;
}

/* A comment line, e.g. the first failing case of a random test. */
__attribute__((format(printf, 1, 2))) static inline void diag(const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    printf("# ");
    vprintf(format, ap);
    putchar('\n');
    va_end(ap);
}

/* At the end of main: the plan, and the exit status. */
static inline int tap_done(void)
{
    printf("1..%d\n", tap_count);
    return tap_failed != 0;
}

#endif
