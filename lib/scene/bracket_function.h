/* Elementary functions of intervals, for the bracket: for all x in X at which f has a value, f(x) lies in
 * F(X). Rounding to nearest, and NaN for a bound nowhere: what is not known is unbounded.
 *
 * They are those of the C library, widened by 2^-45 of the value, which is 128 units in its last place or
 * more. glibc's manual ("Known Maximum Errors in Math Functions") has at most 2 units for sin, cos, tan, exp,
 * log, atan, atan2 and acos on x86-64 and arm64; the libraries of musl and the BSDs state less than 1 or 2 in
 * their sources. All three reduce large arguments of sin, cos and tan with as many digits of pi as it takes;
 * arguments above 2^30 are nevertheless not given to them. */
#ifndef CCDQ_SCENE_BRACKET_FUNCTION_H
#define CCDQ_SCENE_BRACKET_FUNCTION_H

#include "../num/wide.h"

#define BRACKET_ENTIRE ((struct interval){-INFINITY, INFINITY})

/* x, or everything where a bound is a NaN. */
static inline struct interval bracket_sane(struct interval x)
{
    return x.lo <= x.hi ? x : BRACKET_ENTIRE;
}

/* Sums and products, which are nowhere negative where the arguments are not. */
struct interval bracket_sum(struct interval x, struct interval y);
struct interval bracket_difference(struct interval x, struct interval y);
struct interval bracket_product(struct interval x, struct interval y);
struct interval bracket_square(struct interval x);
struct interval bracket_quotient(struct interval x, struct interval y); /* everything where y holds 0 */
struct interval bracket_power(struct interval x, long n); /* everything where n < 0 and x holds 0 */

struct interval bracket_sqrt(struct interval x); /* of the part of x that has one, as all below */
struct interval bracket_exp(struct interval x);
struct interval bracket_log(struct interval x);
struct interval bracket_sin(struct interval x);
struct interval bracket_cos(struct interval x);
struct interval bracket_tan(struct interval x); /* everything where a pole is near */
struct interval bracket_atan(struct interval x);
struct interval bracket_acos(struct interval x);

/* In [-pi, pi]; *broken: y = 0, x <= 0 is in the box, and not on its lower border. */
struct interval bracket_atan2(struct interval y, struct interval x, bool *broken);

/* x to the power y for x >= 0, as exp(y log x). */
struct interval bracket_real_power(struct interval x, struct interval y);

#endif
