/* The state of an exact decision. Inside lib/exact time is s = t / tmax, so that it runs over [0, 1]. */
#ifndef CCDQ_EXACT_H
#define CCDQ_EXACT_H

#include "../ccdq.h"
#include "../workspace.h"
#include "root.h"

/* An incidence: point p lies on the closed segment from e0 to e1. Each type has a list of them, see
 * contact.c. */
struct incidence {
    unsigned char p, e0, e1;
};
enum { MAX_INCIDENCES = 4 };

/* A pair of a point, edge or face of one primitive and one of the other, see separation.c: four pairs of
 * points, an edge and a point for each incidence, and the two edges. */
enum { MAX_FEATURES = 9, MAX_CONDITIONS = 5 };
struct feature_state {
    struct poly gap, condition[MAX_CONDITIONS];
    bool has_conditions; /* they are computed */
};

/* t = 0, t = tmax, and the roots of all features: of degree 2, 4, 6. (Contact has less.) */
enum { MAX_TIMES = 2 + 2 * MAX_INCIDENCES + 4 * MAX_INCIDENCES + 6 };

struct exact_state {
    unsigned type; /* enum ccdq_query_type */
    mpz_t tmax;    /* tmax = this / 2^tmax_bits */
    unsigned long tmax_bits;
    mpz_t x[4][2][3]; /* point i is at x[i][0] + s x[i][1], integers in a unit of their own */
    mpz_t separation; /* the square of the minimum separation, in the square of that unit; or unset: 0 */

    unsigned known; /* bit 4 i + axis: side[i][axis] is computed; bit 4 i + 3: dot[i] */
    struct poly side[MAX_INCIDENCES][3], dot[MAX_INCIDENCES];
    struct feature_state feature[MAX_FEATURES];

    struct root pool[MAX_TIMES], *times[MAX_TIMES], between;
    int count; /* the times are times[0 .. count - 1], ascending; the rest of the pool is free */

    struct poly f, g;
    mpz_t u[2], v[2]; /* linear polynomials */
    struct root_scratch scratch;
};

/* How the pair touches at a time: in the plane of points that are not all on a line, seen along an axis; or
 * (axis -1) with the point of an incidence on its edge. */
struct contact {
    int axis;
    int sign[MAX_INCIDENCES]; /* of incidence_side(st, i, axis) */
    int incidence;
};

/* ---- points.c ---- */

/* Whether all coordinates are finite that a query of its type has. */
bool points_finite(const struct ccdq_query *q);

/* Whether a coordinate axis keeps the pair more than the minimum separation apart at t = 0 and at t = 1: then
 * it does at each time between, as the difference of two points is linear in t. */
bool points_separated(const struct ccdq_query *q);

/* Sets type, tmax, x and, where it is not 0, the separation. */
void points_set(struct exact_state *st, const struct ccdq_query *q, double tmax);

/* ---- times.c ---- */

/* Sorts times[at], at >= count, in among the first `count`, unless it is there already. */
void times_insert(struct exact_state *st, int at);

/* Inserts 0 or 1. */
void times_insert_end(struct exact_state *st, unsigned long s);

/* Whether it is 0, for a time that root_isolate or times_insert_end made. */
bool times_is_start(const struct root *time);

/* The time rounded down and up to units of 2^-62. */
void times_to_units(struct exact_state *st, struct root *time, uint64_t *lo, uint64_t *hi);

/* ---- contact.c ---- */

/* How many incidences a type has, and which. */
int incidences_of_type(unsigned type);
const struct incidence *incidence(unsigned type, int i);

/* dot = (point a - point b) . (point c - point d), of degree 2. */
void dot_product(struct exact_state *st, struct poly *dot, int a, int b, int c, int d);

/* Component `axis` of (e0 - p) x (e1 - p) of incidence i, and the dot product (e0 - p) . (e1 - p). */
const struct poly *incidence_side(struct exact_state *st, int i, int axis);
const struct poly *incidence_dot(struct exact_state *st, int i);

/* f = the determinant whose roots are the times at which all four points lie in a plane. 0 for point-edge and
 * point-point. */
void coplanarity(struct exact_state *st, struct poly *f);

/* Whether the pair touches at a time at which the four points lie in a plane. */
bool contact_at(struct exact_state *st, struct root *time, struct contact *contact);

/* The parameters of that contact (struct ccdq_result). */
void contact_parameters(struct exact_state *st, struct root *time, const struct contact *contact,
                        double w[4]);

/* The parameters of a contact where the point of incidence i lies on its edge, at s from e0 = 0 to e1 = 1. */
void contact_parameters_of_incidence(unsigned type, int i, double s, double w[4]);

/* ---- separation.c ---- */

/* Whether, when, and how often two primitives are not farther apart than the separation, which is not 0.
 * answer says free before. */
void solve_separation(struct exact_state *st, unsigned want, struct ccdq_exact_answer *answer);

#endif
