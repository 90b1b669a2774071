/* Upper bounds of lines over a period, and the times at which two sets of lines are apart (used by the
 * baselines). */
#ifndef CCDQ_ENVELOPE_H
#define CCDQ_ENVELOPE_H

#include "../num/period.h"
#include "subpatch.h"

/* Sorts n <= PATCH_MAX_POINTS lines by speed, the slowest first. */
void envelope_sort(struct line *line, size_t n);

/* The largest of some lines at each time of a period: line[i] from the time start[i] on. */
struct envelope {
    size_t n;
    struct line line[PATCH_MAX_POINTS];
    double start[PATCH_MAX_POINTS];
};

/* The upper bound over a period of n > 0 sorted lines, or with sign -1 of these lines negated; each raised by
 * the part `margin` of its absolute value at the time 0. */
void envelope_of(const struct line *sorted, size_t n, double sign, double margin, struct period period,
                 struct envelope *envelope);

/* The times of the period at which the sum of two envelopes over it is negative: one open period, as the sum
 * is convex. An end is infinite where it is negative at that end of `period`. Where it never is, from > to.
 */
struct period envelope_negative(const struct envelope *a, const struct envelope *b, struct period period);

#endif
