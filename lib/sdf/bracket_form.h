/* What is known of a function over a cell: a triangle of points times a period. All that the bracket knows of
 * motions and solids is computed with these, one operation of the definition after the other.
 *
 * A point of the cell has coordinates a, b >= 0 with a + b <= 1 on the triangle, from its corner 0 towards
 * its corners 1 and 2, and c in [0, 1] in time; w = (1 - a - b, a, b) are its weights. The middle has a = b =
 * 5/16.
 *
 * The functions are Lipschitz continuous, so along a line they have a derivative almost everywhere, whose
 * integral they are. From the middle to a point at the start, and from there on in time:
 *     f(a, b, 0) is in at + (a - 5/16) by[0] + (b - 5/16) by[1],
 *     f(a, b, c) is in f(a, b, 0) + c (w_0 by[2] + w_1 by[3] + w_2 by[4]):
 * mean value forms. Where a function has a crease, `by` holds the derivatives of both sides.
 *
 * Some numbers of a solid are known as intervals only. They stand for any one of the numbers in them, the
 * same one at all points; what is said here holds for each. */
#ifndef CCDQ_SDF_BRACKET_FORM_H
#define CCDQ_SDF_BRACKET_FORM_H

#include "../num/wide.h"

/* How much of a form there is: `at` alone, what is at the start, or all. `over` says nothing then. */
enum { FORM_AT = 0, FORM_START = 2, FORM_CELL = 5 };

struct form {
    struct interval at;    /* the value in the middle at the start, as tight as can be */
    struct interval start; /* the values at the start, */
    struct interval over;  /* and over the cell */
    /* The derivatives at the start by a, by b; and that over the cell by c, which lies between these of the
     * corners: it is their mean with the weights of the point. */
    struct interval by[5];
    int extent; /* one of the above: so many of `by` there are */
};

#define FORM_MIDDLE 0.3125 /* 5/16 */

/* The value at corner 0, 1 or 2 at the start is at least, at most this, by the mean value form. */
double form_corner_low(const struct form *f, int corner);
double form_corner_high(const struct form *f, int corner);

/* Narrows `start` and `over` by the mean value forms. */
void form_narrow(struct form *f);

/* f is nowhere below g, of which `start` and `over` need not be there: narrows f by the mean value forms of
 * g. */
void form_raise(struct form *f, const struct form *g);

/* What is known of two forms together. */
static inline int form_extent(const struct form *x, const struct form *y)
{
    return x->extent < y->extent ? x->extent : y->extent;
}

struct form form_constant(struct interval x, int extent);
struct form form_add(const struct form *x, const struct form *y);
struct form form_sub(const struct form *x, const struct form *y);
struct form form_neg(const struct form *x);
struct form form_abs(const struct form *x);
struct form form_shift(const struct form *x, struct interval by); /* x + by */
struct form form_times(const struct form *x, struct interval by); /* x by */
struct form form_mul(const struct form *x, const struct form *y);

/* factor . x + shift */
struct form form_linear(const struct form x[3], const struct interval factor[3], struct interval shift);

/* by[k] of a function g(x) of n arguments, whose derivatives by these are start[i] at the start and over[i]
 * over the cell. */
void form_chain(struct form *f, const struct form *x, const struct interval *start,
                const struct interval *over, int n);

/* The length of the vector of n <= 3 components. */
struct form form_length(const struct form *x, int n);

/* The cosine and sine of an angle in radians. */
void form_cos_sin(const struct form *angle, struct form *c, struct form *s);

/* ---- bracket_max.c ---- */

/* The maximum of x and y blended by k >= 0, as struct sdf_node has it; min(x, y) is -max(-x, -y). */
struct form form_max(const struct form *x, const struct form *y, double k);
struct form form_min(const struct form *x, const struct form *y);

/* max(x, 0) */
struct form form_positive(const struct form *x);

/* The function that is `inside` where that is <= 0, else `outside`; it is continuous, and never below
 * `inside`. */
struct form form_joined(const struct form *inside, const struct form *outside);

#endif
