/* The first contact of two moving patches, bracketed by a search of its own: it judges the methods, so it
 * shares nothing with them but the types. See bracket.c for the method and its proof. */
#ifndef CCDQ_BRACKET_H
#define CCDQ_BRACKET_H

#include "../ccdq.h"

/* What is proven of t*, the earliest contact in [0, q->end]. lo = hi = +inf: there is none. hi = +inf alone:
 * if there is one, it does not come before lo. Else there is one, and lo <= t* <= hi. */
struct patch_bracket {
    double lo, hi;
    uint32_t tests; /* pairs of sub-patches looked at */
};

/* What the search ends with: hi - lo at most this part of the query's end. */
#define BRACKET_NARROW 0x1p-33

/* The search also ends when it has tested so many pairs; 0: the default. q has no ccdq_patch_problem. */
enum { BRACKET_MAX_TESTS = 100000 };
void patch_bracket(const struct ccdq_patch_query *q, uint32_t max_tests, struct patch_bracket *bracket);

#endif
