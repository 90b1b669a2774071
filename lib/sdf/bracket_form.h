/* What is known of a function over a cell: a triangle of points times a period. All that the bracket knows of
 * motions and solids is computed with these, one operation of the definition after the other.
 *
 * A point of the cell has coordinates a, b >= 0 with a + b <= 1 on the triangle, from its corner 0 towards
 * its corners 1 and 2, and c in [0, 1] in time. Its middle is a = b = 5/16 at c = 0.
 *
 * The functions are Lipschitz continuous, so along a line they have a derivative almost everywhere, whose
 * integral they are. With all derivatives in intervals, f(a, b, c) is in
 *     at + (a - 5/16) by[0] + (b - 5/16) by[1] + c by[2]:
 * the mean value form. Where a function has a crease, `by` holds the derivatives of both sides.
 *
 * Some numbers of a solid are known as intervals only. They stand for any one of the numbers in them, the
 * same one at all points; what is said here holds for each. */
#ifndef CCDQ_SDF_BRACKET_FORM_H
#define CCDQ_SDF_BRACKET_FORM_H

#include "bracket_wide.h"

struct form {
    struct interval at;    /* the value in the middle, as tight as can be */
    struct interval over;  /* the values over the cell */
    struct interval by[3]; /* the derivatives by a, b, c over the cell */
};

#define FORM_MIDDLE 0.3125 /* 5/16 */

/* The value at corner 0, 1 or 2 at the start is at least, at most this, by the mean value form. */
double form_corner_low(const struct form *f, int corner);
double form_corner_high(const struct form *f, int corner);

/* Narrows `over` by the mean value form. */
void form_narrow(struct form *f);

struct form form_constant(struct interval x);
struct form form_add(const struct form *x, const struct form *y);
struct form form_sub(const struct form *x, const struct form *y);
struct form form_neg(const struct form *x);
struct form form_abs(const struct form *x);
struct form form_shift(const struct form *x, struct interval by); /* x + by */
struct form form_times(const struct form *x, struct interval by); /* x by */
struct form form_mul(const struct form *x, const struct form *y);

/* factor . x + shift */
struct form form_linear(const struct form x[3], const struct interval factor[3], struct interval shift);

/* The length of the vector of n <= 3 components. */
struct form form_length(const struct form *x, int n);

/* The maximum of x and y blended by k >= 0, as struct sdf_node has it; min(x, y) is -max(-x, -y). */
struct form form_max(const struct form *x, const struct form *y, double k);
struct form form_min(const struct form *x, const struct form *y);

/* max(x, 0) */
struct form form_positive(const struct form *x);

/* The function that is `inside` where that is <= 0, else `outside`; it is continuous, and never below
 * `inside`. */
struct form form_joined(const struct form *inside, const struct form *outside);

/* The cosine and sine of an angle in radians. */
void form_cos_sin(const struct form *angle, struct form *c, struct form *s);

#endif
