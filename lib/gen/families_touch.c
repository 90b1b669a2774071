#include "lattice.h"
#include <math.h>

/* Constructions around a time of contact tau, in coordinates where the contact is seen at once: a point i at
 * base at that time, moving by v in a unit of time. lattice_place then hides it in space. */
static void moving(double (*p)[3], int i, double tau, const double base[3], const double v[3])
{
    for (int k = 0; k < 3; k++) {
        p[i][k] = base[k] - tau * v[k];
        p[i + 4][k] = base[k] + (1 - tau) * v[k];
    }
}

#define VECTOR(x, y, z) ((const double[3]){x, y, z})
#define AT_REST VECTOR(0, 0, 0)

enum { SIZE = 8 }; /* of faces and edges */

static int nonzero(int size, struct rng *rng)
{
    const int n = rng_int(rng, 1, size);
    return rng_below(rng, 2) ? n : -n;
}

/* The face 0 <= x, y and x + y <= SIZE of the plane z = 0, at rest. */
static void resting_face(double (*p)[3])
{
    moving(p, 1, 0, VECTOR(0, 0, 0), AT_REST);
    moving(p, 2, 0, VECTOR(SIZE, 0, 0), AT_REST);
    moving(p, 3, 0, VECTOR(0, SIZE, 0), AT_REST);
}

/* A velocity that leaves the plane z = 0. */
static void crossing_velocity(double v[3], struct rng *rng)
{
    lattice_draw((double(*)[3])v, 1, -4, 4, rng);
    v[2] = nonzero(4, rng);
}

/* The point crosses the face's plane at tau, inside, on an edge or on a corner. */
static void vf_cross(double (*p)[3], double tau, struct rng *rng)
{
    const int x = rng_int(rng, 0, SIZE), y = rng_int(rng, 0, SIZE - x);
    resting_face(p);
    double v[3];
    crossing_velocity(v, rng);
    moving(p, 0, tau, VECTOR(x, y, 0), v);
}

/* The point slides within the face's plane into its edge x = 0. */
static void vf_slide(double (*p)[3], double tau, struct rng *rng)
{
    resting_face(p);
    const int y = rng_int(rng, 0, SIZE), speed = rng_int(rng, 1, 4);
    moving(p, 0, tau, VECTOR(0, y, 0), VECTOR(speed, 0, 0));
}

/* The point passes by within the face's plane and touches the corner x = y = 0 for one instant. */
static void vf_corner(double (*p)[3], double tau, struct rng *rng)
{
    resting_face(p);
    const int speed = nonzero(4, rng);
    moving(p, 0, tau, VECTOR(0, 0, 0), VECTOR(speed, -speed, 0));
}

/* Two times of which the earlier is tau: of each other's distance 0 (then F has a double root), 1/4 or 1. */
static void draw_two_times(double tau, double *first, double *second, struct rng *rng)
{
    static const double later[] = {0, 0, 0.25, 1};
    const double other = tau + later[rng_below(rng, 4)];
    const int first_is_tau = (int)rng_below(rng, 2);
    *first = first_is_tau ? tau : other;
    *second = first_is_tau ? other : tau;
}

/* The face is the plane z = c (t - second) x, which turns about the y axis; the point has
 * x = speed (t - first), z = 0: the height between them is -c speed (t - first) (t - second). */
static void vf_turn(double (*p)[3], double tau, struct rng *rng)
{
    double first, second;
    draw_two_times(tau, &first, &second, rng);
    const int c = nonzero(2, rng), speed = nonzero(2, rng);
    const int y = rng_below(rng, 4) ? rng_int(rng, -2, 2) : -SIZE; /* inside, or on the face's edge */
    moving(p, 0, first, VECTOR(0, y, 0), VECTOR(speed, 0, 0));
    /* It holds |x| <= 2 at these y, and |x| <= speed when the heights are equal. */
    moving(p, 1, second, VECTOR(-SIZE, -SIZE, 0), VECTOR(0, 0, -SIZE * c));
    moving(p, 2, second, VECTOR(SIZE, -SIZE, 0), VECTOR(0, 0, SIZE * c));
    moving(p, 3, second, VECTOR(0, SIZE, 0), AT_REST);
}

/* The edge 0 <= x <= SIZE of the first axis, at rest. */
static void resting_edge(double (*p)[3])
{
    moving(p, 0, 0, VECTOR(0, 0, 0), AT_REST);
    moving(p, 1, 0, VECTOR(SIZE, 0, 0), AT_REST);
}

/* An edge parallel to the second axis, which meets y = 0, passes through the first one's plane at tau. */
static void ee_cross(double (*p)[3], double tau, struct rng *rng)
{
    resting_edge(p);
    const int x = rng_int(rng, 0, SIZE), below = rng_int(rng, 0, 4), above = rng_int(rng, 0, 4);
    double v[3];
    crossing_velocity(v, rng);
    moving(p, 2, tau, VECTOR(x, -below, 0), v);
    moving(p, 3, tau, VECTOR(x, above, 0), v);
}

/* Within one plane, an edge comes down to the resting one with its end first, or both ends at once. */
static void ee_land(double (*p)[3], double tau, struct rng *rng)
{
    resting_edge(p);
    const int x = rng_int(rng, 0, SIZE), dx = rng_int(rng, -4, 4), dy = rng_int(rng, 0, 4);
    const double v[] = {0, -rng_int(rng, 1, 4), 0};
    moving(p, 2, tau, VECTOR(x, 0, 0), v);
    moving(p, 3, tau, VECTOR(x + dx, dy, 0), v);
}

/* Within one line, end meets end. */
static void ee_meet(double (*p)[3], double tau, struct rng *rng)
{
    resting_edge(p);
    const int length = rng_int(rng, 0, 4);
    const double v[] = {-rng_int(rng, 1, 4), 0, 0};
    moving(p, 2, tau, VECTOR(SIZE, 0, 0), v);
    moving(p, 3, tau, VECTOR(SIZE + length, 0, 0), v);
}

/* As vf_turn: an edge in the plane y = 0 on the line z = c (t - second) x, and one along the second axis. */
static void ee_turn(double (*p)[3], double tau, struct rng *rng)
{
    double first, second;
    draw_two_times(tau, &first, &second, rng);
    const int c = nonzero(2, rng), speed = nonzero(2, rng);
    const int below = rng_int(rng, 0, 4), above = rng_int(rng, 0, 4);
    moving(p, 0, second, VECTOR(-SIZE, 0, 0), VECTOR(0, 0, -SIZE * c));
    moving(p, 1, second, VECTOR(SIZE, 0, 0), VECTOR(0, 0, SIZE * c));
    moving(p, 2, first, VECTOR(0, -below, 0), VECTOR(speed, 0, 0));
    moving(p, 3, first, VECTOR(0, above, 0), VECTOR(speed, 0, 0));
}

/* A point comes to the resting edge of points 1 and 2, from the side, or along its line to its end. */
static void pe_meet(double (*p)[3], double tau, struct rng *rng)
{
    moving(p, 1, 0, VECTOR(0, 0, 0), AT_REST);
    moving(p, 2, 0, VECTOR(SIZE, 0, 0), AT_REST);
    const int x = rng_int(rng, 0, SIZE);
    double v[3];
    crossing_velocity(v, rng);
    if (rng_below(rng, 2))
        moving(p, 0, tau, VECTOR(x, 0, 0), v);
    else
        moving(p, 0, tau, VECTOR(0, 0, 0), VECTOR(fabs(v[2]), 0, 0));
}

static void pp_meet(double (*p)[3], double tau, struct rng *rng)
{
    double v[3];
    crossing_velocity(v, rng);
    moving(p, 0, tau, VECTOR(0, 0, 0), v);
    moving(p, 1, 0, VECTOR(0, 0, 0), AT_REST);
}

static void swap_points(double (*p)[3], int i, int j)
{
    for (int end = 0; end < 8; end += 4)
        for (int k = 0; k < 3; k++) {
            const double x = p[i + end][k];
            p[i + end][k] = p[j + end][k];
            p[j + end][k] = x;
        }
}

/* Names the points in any other order that leaves the pair the same. */
static void rename_points(double (*p)[3], unsigned type, struct rng *rng)
{
    if (type == CCDQ_VF) {
        swap_points(p, 1, rng_int(rng, 1, 3));
        swap_points(p, 2, rng_int(rng, 2, 3));
    } else if (type == CCDQ_PE) {
        swap_points(p, 1, rng_int(rng, 1, 2));
    } else if (type == CCDQ_PP) {
        swap_points(p, 0, rng_int(rng, 0, 1));
    } else {
        swap_points(p, 0, rng_int(rng, 0, 1));
        swap_points(p, 2, rng_int(rng, 2, 3));
        if (rng_below(rng, 2)) swap_points(p, 0, 2), swap_points(p, 1, 3);
    }
}

/* A pair whose earliest contact is at tau. With tau > 1 it does not touch before: all points move on lines
 * for all t, and the constructions hold for all t >= 0. */
static void touch_at(struct ccdq_query *q, double tau, struct rng *rng)
{
    static void (*const constructions[][4])(double(*)[3], double, struct rng *) = {
        [CCDQ_VF] = {vf_cross, vf_slide, vf_corner, vf_turn},
        [CCDQ_EE] = {ee_cross, ee_land, ee_meet, ee_turn},
        [CCDQ_PE] = {pe_meet, pe_meet, pe_meet, pe_meet},
        [CCDQ_PP] = {pp_meet, pp_meet, pp_meet, pp_meet}};
    double p[8][3] = {{0}};
    constructions[q->type][rng_below(rng, 4)](p, tau, rng);
    rename_points(p, q->type, rng);
    lattice_place(q, p, true, rng);
}

enum { TIME_BITS = 28 }; /* of the times of contact: products with speeds and sizes stay exact */

double family_touch_time(struct rng *rng)
{
    const unsigned where = rng_below(rng, 4);
    if (where < 2) return where;
    const int bits = rng_int(rng, 1, TIME_BITS);
    return ldexp(rng_int(rng, 1, (1 << bits) - 1), -bits);
}

void family_touch(struct ccdq_query *q, struct rng *rng)
{
    const double tau = family_touch_time(rng);
    touch_at(q, tau, rng);
}

void family_miss(struct ccdq_query *q, struct rng *rng)
{
    const double tau = 1 + ldexp(1, -rng_int(rng, 1, TIME_BITS));
    touch_at(q, tau, rng);
}
