/* The state of an exact decision. Inside lib/exact time is s = t / tmax, so that it runs over [0, 1]. */
#ifndef CCDQ_EXACT_H
#define CCDQ_EXACT_H

#include "../ccdq.h"
#include "../workspace.h"
#include "root.h"

/* An incidence: point p lies on the closed segment from e0 to e1. Each type has a list of them, see
 * contact.c. */
enum { MAX_INCIDENCES = 4 };

/* t = 0, t = tmax, and two roots of one polynomial of degree 2 for each incidence */
enum { MAX_TIMES = 2 + 2 * MAX_INCIDENCES };

struct exact_state {
    unsigned type; /* enum ccdq_query_type */
    mpz_t tmax;    /* tmax = this / 2^tmax_bits */
    unsigned long tmax_bits;
    mpz_t x[4][2][3]; /* point i is at x[i][0] + s x[i][1], integers in a unit of their own */

    unsigned known; /* bit 4 i + axis: side[i][axis] is computed; bit 4 i + 3: dot[i] */
    struct poly side[MAX_INCIDENCES][3], dot[MAX_INCIDENCES];

    struct root pool[MAX_TIMES], *times[MAX_TIMES], between;
    int count; /* the candidates are times[0 .. count - 1], ascending; the rest of the pool is free */

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

/* How many points a query of this type has; 0: unknown type. */
int points_of_type(unsigned type);

/* Whether all coordinates are finite that a query of its type has. */
bool points_finite(const struct ccdq_query *q);

/* Whether a coordinate axis separates the pair at t = 0 and at t = 1: then it does at each time between, as
 * the difference of two points is linear in t. Comparisons of doubles are exact. */
bool points_separated(const struct ccdq_query *q);

/* Sets type, tmax and x. */
void points_set(struct exact_state *st, const struct ccdq_query *q, double tmax);

/* ---- contact.c ---- */

/* How many incidences a type has. */
int incidences_of_type(unsigned type);

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

#endif
