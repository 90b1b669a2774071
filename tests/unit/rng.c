/* The counter-based random numbers: uniform, and uncorrelated between neighbours in every direction. */
#include "../../lib/gen/rng.h"
#include "../tap.h"
#include <math.h>
#include <stdbool.h>
#include <string.h>

enum { SAMPLES = 1 << 20, BINS = 256 };

/* Sample n of a walk through the numbers. */
typedef uint64_t walk(uint64_t n);

static uint64_t value(const char *family, unsigned kind, uint64_t seed, uint64_t id, unsigned k)
{
    struct rng rng = rng_at(rng_key(family, kind, seed), id);
    while (k--) rng_next(&rng);
    return rng_next(&rng);
}

static uint64_t along_ids(uint64_t n)
{
    return value("uniform", 0, 1, n, 0);
}
static uint64_t along_far_ids(uint64_t n)
{
    return value("uniform", 0, 1, n << 40, 5);
}
static uint64_t along_seeds(uint64_t n)
{
    return value("uniform", 0, n, 7, 0);
}
static uint64_t along_kinds(uint64_t n)
{
    return value("uniform", (unsigned)(n & 1), 1, n >> 1, 0);
}
static uint64_t along_values(uint64_t n)
{
    return value("uniform", 1, 1, n / 24, n % 24);
}
static uint64_t along_families(uint64_t n)
{
    return value(n & 1 ? "touch" : "ulp", 0, 1, n >> 1, 0);
}

/* How many standard deviations the chi-square of these counts is from its mean. */
static double deviation(const unsigned *counts, unsigned bins, double samples)
{
    double chi2 = 0, expected = samples / bins;
    for (unsigned i = 0; i < bins; i++) chi2 += (counts[i] - expected) * (counts[i] - expected) / expected;
    return fabs(chi2 - (bins - 1)) / sqrt(2.0 * (bins - 1));
}

static void check_uniform(const char *name, walk *at, int shift)
{
    static unsigned counts[BINS];
    memset(counts, 0, sizeof counts);
    for (uint64_t n = 0; n < SAMPLES; n++) counts[at(n) >> shift & 255]++;
    const double d = deviation(counts, BINS, SAMPLES);
    ok(d < 5, "bits %d to %d are uniform along %s (%.2f sigma)", shift, shift + 7, name, d);
}

/* Neighbours: their top four bits as pairs, and how often each bit differs. */
static void check_neighbours(const char *name, walk *at)
{
    static unsigned pairs[BINS], flips[64];
    memset(pairs, 0, sizeof pairs);
    memset(flips, 0, sizeof flips);
    uint64_t last = at(0);
    for (uint64_t n = 1; n <= SAMPLES; n++) {
        const uint64_t next = at(n);
        pairs[(last >> 60) << 4 | next >> 60]++;
        for (int bit = 0; bit < 64; bit++) flips[bit] += (last ^ next) >> bit & 1;
        last = next;
    }
    const double d = deviation(pairs, BINS, SAMPLES);
    ok(d < 5, "neighbours along %s are not correlated (%.2f sigma)", name, d);
    double worst = 0;
    for (int bit = 0; bit < 64; bit++) {
        const double off = fabs(flips[bit] - SAMPLES / 2.0);
        if (off > worst) worst = off; /* gcc 12 for arm64 fails on fmax here */
    }
    worst /= sqrt(SAMPLES) / 2;
    ok(worst < 5, "from one to the next along %s each bit flips half of the time (%.2f sigma)", name, worst);
}

static void check_ranges(void)
{
    struct rng rng = rng_at(rng_key("ranges", 0, 1), 0);
    double least = 1, most = 0, sum = 0;
    bool low_bit = false, in_range = true;
    unsigned counts[7] = {0};
    for (int i = 0; i < SAMPLES; i++) {
        const double u = rng_unit(&rng);
        least = fmin(least, u), most = fmax(most, u), sum += u;
        low_bit |= fmod(u * 0x1p53, 2) == 1;
        const int n = rng_int(&rng, -3, 3);
        in_range &= n >= -3 && n <= 3;
        if (in_range) counts[n + 3]++;
    }
    ok(least >= 0 && least < 1e-5 && most < 1 && most > 1 - 1e-5, "rng_unit fills [0, 1)");
    ok(low_bit, "rng_unit has 53 bits");
    ok(fabs(sum / SAMPLES - 0.5) < 5 * sqrt(1. / 12 / SAMPLES), "the mean of rng_unit is 1/2");
    ok(in_range && deviation(counts, 7, SAMPLES) < 5, "rng_int is uniform and stays in its range");
}

int main(void)
{
    static const struct {
        const char *name;
        walk *at;
    } walks[] = {
        {"ids", along_ids},     {"ids 2^40 apart", along_far_ids},       {"seeds", along_seeds},
        {"kinds", along_kinds}, {"the values of records", along_values}, {"families", along_families}};
    for (size_t i = 0; i < sizeof walks / sizeof *walks; i++) {
        check_uniform(walks[i].name, walks[i].at, 0);
        check_uniform(walks[i].name, walks[i].at, 56);
        check_neighbours(walks[i].name, walks[i].at);
    }
    check_ranges();
    return tap_done();
}
