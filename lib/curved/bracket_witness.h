/* Proofs that two patches touch: an upper bound of the time of first contact. */
#ifndef CCDQ_BRACKET_WITNESS_H
#define CCDQ_BRACKET_WITNESS_H

#include "bracket_net.h"
#include "exact_gap.h"

/* The pair of a query in the units of its nets. */
struct bracket_pair {
    const struct ccdq_patch_query *query;
    struct net_units units;
    struct net_shape shape[2];
    const struct interval *net[2]; /* of the whole patches */
};

/* Looks for contacts near a cell: low[i] <= parameter i <= high[i] of u1 v1 u2 v2, in the parameters of the
 * nets, and some time from `time` on. Returns the time (of the nets) by which one of them is proven to have
 * come, or +inf. */
double witness_near(const struct bracket_pair *pair, const double low[4], const double high[4], double time);

/* The fraction in [low, high], 0 <= low <= high <= 1, with the smallest denominator. False: it is above 2^20.
 */
bool simplest_fraction(double low, double high, struct fraction *f);

#endif
