/* The first contact of a moving triangle with a solid, bracketed by a search of its own: it judges the
 * methods, so it shares nothing with them but the records, the trees and their maps. See bracket.c for the
 * method and its proof. */
#ifndef CCDQ_SDF_BRACKET_H
#define CCDQ_SDF_BRACKET_H

#include "../ccdq.h"
#include "sdf.h"

/* A query, and the tree of node `root` in which the solid is described. */
struct sdf_case {
    const struct sdf *sdf;
    size_t root;
    const struct ccdq_sdf_query *query; /* without a sdf_query_problem */
};

/* What is proven of t*, the first time in [0, end] at which a point of the triangle has phi <= level. lo = hi
 * = +inf: there is none. hi = +inf alone: if there is one, it is not before lo. Else there is one, and lo <=
 * t* <= hi. */
struct sdf_bracket {
    double lo, hi;
    double w[2];    /* with a finite hi: the point of these parameters has phi <= level at the time hi */
    uint32_t tests; /* cells looked at */
};

/* What the search ends with: hi - lo at most this part of the query's end. */
#define SDF_BRACKET_NARROW 0x1p-26

/* The search also ends when it has tested so many cells, or a quarter more in the end; 0: the default. */
enum { SDF_BRACKET_MAX_TESTS = 5000 };
void sdf_bracket(const struct sdf_case *c, double level, uint32_t max_tests, struct sdf_bracket *bracket);

/* Whether the triangle has a point with phi <= level at some time in [0, end]; `hint` is where to look first.
 */
enum sdf_touch { SDF_NEVER_TOUCHES, SDF_TOUCHES, SDF_MAY_TOUCH };
enum sdf_touch sdf_bracket_touches(const struct sdf_case *c, double level, const struct sdf_bracket *hint,
                                   uint32_t max_tests);

/* Encloses the least of phi over the triangle at the time t; ends early where it is proven to be above
 * `enough`, or when the interval is at most `width` wide. */
struct interval sdf_bracket_least(const struct sdf_case *c, double t, double enough, double width,
                                  uint32_t max_tests);

/* Encloses phi at the point of these parameters of the triangle at the time t, and where that is in the
 * world. */
struct interval sdf_bracket_value(const struct sdf_case *c, const double w[2], double t);
void sdf_bracket_place(const struct sdf_case *c, const double w[2], double t, struct interval x[3]);

/* No coordinate of the triangle is larger, seen from the solid in [0, end]. */
double sdf_bracket_size(const struct sdf_case *c);

#endif
