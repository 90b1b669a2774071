/* What the benches share: a clock, the machine's name, arguments. */
#ifndef CCDQ_BENCH_H
#define CCDQ_BENCH_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Processor time of this thread, seconds: other work on the machine does not count. */
static inline double bench_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static inline size_t bench_at_most(size_t n, size_t most)
{
    return n < most ? n : most;
}

/* Prints the processor's model as Linux names it, what the times are, and the compiler. */
static inline void bench_print_machine(const char *clock)
{
    char line[256], model[256] = "unknown processor";
    FILE *f = fopen("/proc/cpuinfo", "r");
    while (f && fgets(line, sizeof line, f)) {
        const char *colon = strchr(line, ':');
        if (strncmp(line, "model name", 10) || !colon) continue;
        snprintf(model, sizeof model, "%.*s", (int)strcspn(colon + 2, "\n"), colon + 2);
        break;
    }
    if (f) fclose(f);
    printf("%s; times are %s; compiler %s\n", model, clock, __VERSION__);
}

/* The first operand as a count, or the default. */
static inline size_t bench_count(int argc, char **argv, size_t otherwise)
{
    if (argc < 2) return otherwise;
    char *end;
    double n = strtod(argv[1], &end);
    if (end == argv[1] || *end || !(n >= 1 && n <= 1e12)) {
        fprintf(stderr, "usage: %s [NUMBER OF QUERIES]\n", argv[0]);
        exit(2);
    }
    return (size_t)n;
}

static inline void *bench_alloc(size_t n, size_t size)
{
    void *p = calloc(n, size);
    if (!p) {
        fprintf(stderr, "out of memory\n");
        exit(2);
    }
    return p;
}

#endif
