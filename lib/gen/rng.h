/* Counter-based random numbers. Each record has its own splitmix64 sequence (Steele, Lea, Flood 2014), whose
 * start and step depend on (family, kind of query, seed) and on the record's id alone: record id can be made
 * without the records before it, on any machine, in any order. Draw one number an expression: C does not say
 * in which order the parts of an expression or an initializer are evaluated. */
#ifndef CCDQ_RNG_H
#define CCDQ_RNG_H

#include "../num/mix64.h"

#define RNG_WEYL UINT64_C(0x9e3779b97f4a7c15) /* 2^64 divided by the golden ratio, odd */

struct rng {
    uint64_t state, step; /* step is odd */
    uint64_t key;         /* what it was made with */
};

/* The key of all records of a run: family by name, kind of query by number. */
static inline uint64_t rng_key(const char *name, unsigned kind, uint64_t seed)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325); /* FNV-1a */
    for (; *name; name++) hash = (hash ^ (unsigned char)*name) * UINT64_C(0x100000001b3);
    return mix64(mix64(hash + kind) + seed * RNG_WEYL);
}

/* The numbers of record `id`. The start is a bijection of id, and with a step of its own a sequence does not
 * run into another one of the same run. */
static inline struct rng rng_at(uint64_t key, uint64_t id)
{
    uint64_t start = mix64(key + id * RNG_WEYL);
    return (struct rng){start, mix64(~start) | 1, key};
}

/* The next number: 64 random bits. */
static inline uint64_t rng_next(struct rng *rng)
{
    return mix64(rng->state += rng->step);
}

/* Uniform in [0, 1): a multiple of 2^-53. */
static inline double rng_unit(struct rng *rng)
{
    return (double)(int64_t)(rng_next(rng) >> 11) * 0x1p-53;
}

/* Uniform in [lo, hi), up to rounding (which may give hi). */
static inline double rng_real(struct rng *rng, double lo, double hi)
{
    return lo + (hi - lo) * rng_unit(rng);
}

/* Uniform in 0 .. n - 1, n < 2^31; biased by less than n / 2^32. */
static inline unsigned rng_below(struct rng *rng, unsigned n)
{
    return (unsigned)((rng_next(rng) >> 32) * n >> 32);
}

/* Uniform among the integers lo .. hi. */
static inline int rng_int(struct rng *rng, int lo, int hi)
{
    return lo + (int)rng_below(rng, (unsigned)(hi - lo) + 1);
}

#endif
