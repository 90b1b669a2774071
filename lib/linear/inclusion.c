/* The area inclusion test (Huh et al. 2014, section 4.1.2 and 5), with what it lacks in print.
 *
 * Let four points 0..3 be coplanar, A(i,j,k) the area of a triangle. All conditions are equalities of the
 * form "a sum that is never smaller equals another"; they compare with the paper's tolerance E(x,y,z), Eq. 6,
 * one for each area, so that an error of at most tol in the time loses no contact.
 *
 * Vertex-face (0 the vertex): A(012) + A(023) + A(031) = A(123), the paper's condition (7).
 *
 * Edge-edge (01 and 23). In print: A(012) + A(013) = A(230) + A(231). The signed areas of c = 2 and d = 3
 * against the edge 01 differ by Q = |01 x 23| / 2, and so do those of 0 and 1 against 23: so the equality in
 * print also holds where both sums exceed Q by the same, and indeed at opposite sides of a parallelogram,
 * where Q = 0 and the four areas are equal. The right condition is that both sums equal Q:
 *     A(012) + A(013) = Q   and   A(230) + A(231) = Q.
 * Contact implies it: a common point x of both edges lies between 2 and 3, so these are not strictly on the
 * same side of the line 01, their signed areas do not have the same strict sign, and the sum of the absolute
 * values is the absolute value of the difference, Q; likewise the other. Conversely, for Q > 0 the first
 * equality says that the line 01 meets the edge 23, the second that the line 23 meets the edge 01; the lines
 * are not parallel, so both are the one point that they share, and the edges touch. Q is the area of the
 * triangle 0, 1, 0 + (3 - 2), which moves linearly too, so Lemma 4.1 holds for it: its proof (Appendix A)
 * uses only the two edges at the first corner, here 01 and 23.
 *
 * Where everything is collinear all areas are 0 and say nothing: in Q = 0 (all areas 0, so with an edge of
 * positive length all four points lie on its line), and in (7) for a triangle of no area. There the points
 * touch exactly if they reach no farther apart than they can when they touch:
 *     vf: max |0 - i| <= the longest side of the triangle;   ee: max |{0,1} - {2,3}| <= |01| + |23|.
 * Contact implies both anywhere (a point of a triangle is no farther from a corner than the longest side; the
 * triangle inequality through the common point). On a line the triangle is a segment of that longest length,
 * and a point outside is farther from one of its ends; two segments with a gap between them have ends that
 * are |01| + |23| + gap apart. So at tolerance 0 the conditions together are contact, whatever the
 * degeneracy.
 *
 * Rounding, u = 2^-53, C the largest distance at t = 0 plus the largest relative speed. A position relative
 * to point 0 is off by at most 5uC (d by u|d|, v by 2u(|d| + |v|), a product and a sum), a difference of two
 * by 11uC, a distance by 14uC, an area by 11uC^2 for its sides and 4uC^2 for its arithmetic. Four areas and
 * three distances, with their sums, are within 128uC^2 and 64uC. The paper leaves rounding out; these terms
 * are much smaller than its own unless the points hardly move, where E goes to 0. */
#include "inclusion.h"
#include <math.h>

/* Pairs of points: 01 02 03 12 13 23. */
enum { P01, P02, P03, P12, P13, P23, PAIRS };

static void between(const struct vec3 x[3], struct vec3 e[PAIRS])
{
    e[P01] = x[0];
    e[P02] = x[1];
    e[P03] = x[2];
    e[P12] = vec3_sub(x[1], x[0]);
    e[P13] = vec3_sub(x[2], x[0]);
    e[P23] = vec3_sub(x[2], x[1]);
}

static void squares(const struct vec3 e[PAIRS], double length2[PAIRS])
{
    for (int i = 0; i < PAIRS; i++) length2[i] = vec3_dot(e[i], e[i]);
}

static double max2(double a, double b)
{
    return a > b ? a : b;
}

static double max3(double a, double b, double c)
{
    return max2(max2(a, b), c);
}

/* What the tolerances are made of: squared distances at t = 0, squared relative speeds. */
struct extent {
    double distance2[PAIRS], speed2[PAIRS];
    double tol;
};

/* E(x,y,z) of Eq. 6 for the triangle with sides i, j, k; times two, as area2. */
static double area2_tolerance(const struct extent *e, int i, int j, int k)
{
    double c2 = sqrt(max3(e->speed2[i], e->speed2[j], e->speed2[k]));
    double c1 = sqrt(max3(e->distance2[i], e->distance2[j], e->distance2[k])) + c2;
    return 2 * e->tol * c1 * c2 + e->tol * e->tol * c2 * c2;
}

/* Twice the area between two sides. */
static double area2(struct vec3 a, struct vec3 b)
{
    struct vec3 n = vec3_cross(a, b);
    return sqrt(vec3_dot(n, n));
}

/* Condition (7): by how much the areas of three triangles exceed the fourth. */
static inline double vf_excess(const struct vec3 x[3])
{
    struct vec3 e12 = vec3_sub(x[1], x[0]), e13 = vec3_sub(x[2], x[0]);
    return area2(x[0], x[1]) + area2(x[1], x[2]) + area2(x[2], x[0]) - area2(e12, e13);
}

static bool vf_inside(const struct vec3 e[PAIRS], const struct extent *extent, double reach_tolerance,
                      double rounding, double excess)
{
    double tolerance = area2_tolerance(extent, P01, P02, P12) + area2_tolerance(extent, P02, P03, P23) +
                       area2_tolerance(extent, P01, P03, P13) + area2_tolerance(extent, P12, P13, P23);
    if (!(excess <= tolerance + rounding)) return false;
    double length2[PAIRS];
    squares(e, length2);
    double reach = sqrt(max3(length2[P01], length2[P02], length2[P03]));
    return reach - sqrt(max3(length2[P12], length2[P13], length2[P23])) <= reach_tolerance;
}

/* The two conditions for edges: by how much the areas on both sides of the edge 01, of the edge 23 exceed Q.
 */
static inline double ee_excess(const struct vec3 x[3])
{
    return area2(x[0], x[1]) + area2(x[0], x[2]) - area2(x[0], vec3_sub(x[2], x[1]));
}

static double ee_other_excess(const struct vec3 e[PAIRS])
{
    return area2(e[P02], e[P23]) + area2(e[P12], e[P23]) - area2(e[P01], e[P23]);
}

static bool ee_inside(const struct vec3 e[PAIRS], const struct extent *extent, double reach_tolerance,
                      double rounding, double excess)
{
    double crossed_tolerance = area2_tolerance(extent, P01, P23, P23) + rounding;
    double tolerance = area2_tolerance(extent, P01, P02, P12) + area2_tolerance(extent, P01, P03, P13);
    if (!(excess <= tolerance + crossed_tolerance)) return false;
    excess = ee_other_excess(e);
    tolerance = area2_tolerance(extent, P02, P03, P23) + area2_tolerance(extent, P12, P13, P23);
    if (!(excess <= tolerance + crossed_tolerance)) return false;
    double length2[PAIRS];
    squares(e, length2);
    double reach = sqrt(max2(max2(length2[P02], length2[P03]), max2(length2[P12], length2[P13])));
    return reach - sqrt(length2[P01]) - sqrt(length2[P23]) <= reach_tolerance;
}

bool linear_inclusion(const struct linear_motion *m, unsigned type, double t, double tol, double size)
{
    struct extent extent = {.tol = tol};
    struct vec3 x[3], e[PAIRS], relative[PAIRS];
    linear_motion_at(m, t, x);
    double excess = type == CCDQ_VF ? vf_excess(x) : ee_excess(x);
    if (excess > linear_most_tolerance(size, tol)) return false;
    between(x, e);
    between(m->d, relative);
    squares(relative, extent.distance2);
    between(m->v, relative);
    squares(relative, extent.speed2);
    double distance = 0, speed = 0;
    for (int i = 0; i < PAIRS; i++) {
        distance = max2(distance, extent.distance2[i]);
        speed = max2(speed, extent.speed2[i]);
    }
    speed = sqrt(speed);
    double c = sqrt(distance) + speed;
    /* three distances, each off by at most tol times a relative speed, and 64uC; twice 128uC^2 */
    double reach_tolerance = 3 * tol * speed + 0x1p-47 * c, rounding = 0x1p-45 * c * c;
    return (type == CCDQ_VF ? vf_inside : ee_inside)(e, &extent, reach_tolerance, rounding, excess);
}
