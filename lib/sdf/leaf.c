/* The primitives' formulas, and the rounding errors of these. */
#include "leaf.h"

static double length2(double a, double b)
{
    return sqrt(a * a + b * b);
}

static double length3(struct vec3 v)
{
    return sqrt(vec3_dot(v, v));
}

static double larger(double a, double b)
{
    return a > b ? a : b;
}

static double clamped(double x, double lo, double hi)
{
    return x < lo ? lo : x > hi ? hi : x;
}

static struct vec3 over(struct vec3 v, double length)
{
    if (length > 0) return (struct vec3){v.x / length, v.y / length, v.z / length};
    return (struct vec3){0, 0, 1}; /* any direction is one of a subgradient here */
}

/* From the derivatives by the distance rho to the axis and by z. */
static struct vec3 around(struct vec3 p, double rho, double by_rho, double by_z)
{
    if (rho > 0) return (struct vec3){by_rho * (p.x / rho), by_rho * (p.y / rho), by_z};
    return (struct vec3){by_rho, 0, by_z};
}

/* ---- Distances ---- */

static double box_value(const double half[3], struct vec3 p, struct vec3 *g)
{
    const double q[3] = {fabs(p.x) - half[0], fabs(p.y) - half[1], fabs(p.z) - half[2]};
    const double most = larger(q[0], larger(q[1], q[2]));
    double d[3] = {larger(q[0], 0), larger(q[1], 0), larger(q[2], 0)};
    const double length = length3((struct vec3){d[0], d[1], d[2]});
    if (!g) return most > 0 ? length : most;
    if (!(most > 0)) d[q[0] == most ? 0 : q[1] == most ? 1 : 2] = 1;
    *g = over((struct vec3){copysign(d[0], p.x), copysign(d[1], p.y), copysign(d[2], p.z)},
              most > 0 ? length : 1);
    return most > 0 ? length : most;
}

static double capsule_value(const double size[3], struct vec3 p, struct vec3 *g)
{
    const struct vec3 d = {p.x, p.y, p.z - clamped(p.z, -size[1], size[1])};
    const double length = length3(d);
    if (g && length > 0)
        *g = over(d, length);
    else if (g)
        *g = (struct vec3){1, 0, 0};
    return length - size[0];
}

static double cylinder_value(const double size[3], struct vec3 p, struct vec3 *g)
{
    const double rho = length2(p.x, p.y), a = rho - size[0], b = fabs(p.z) - size[1];
    const double outside = length2(larger(a, 0), larger(b, 0)),
                 value = a > 0 || b > 0 ? outside : larger(a, b);
    if (g && outside > 0)
        *g = around(p, rho, larger(a, 0) / outside, copysign(larger(b, 0) / outside, p.z));
    else if (g)
        *g = around(p, rho, a > b, copysign(a <= b, p.z));
    return value;
}

void sdf_cone_side(struct sdf_node *cone)
{
    const double r = cone->size[0], height = 2 * cone->size[1], length = length2(r, height);
    cone->side[0] = height / length;
    cone->side[1] = r / length;
    cone->side[2] = length;
}

/* In the half-plane of rho and z. Within the base's radius and between base and apex, `slope`, the signed
 * distance to the line of the side, is the distance where it is positive, as then the foot is on the side;
 * else the larger of it and the depth below the base is. Elsewhere the nearer one of side and base counts,
 * and the point is outside. No sign of a value that rounds decides what side of the surface the point is on,
 * beyond what the value itself is unsure of. */
static double cone_value(const struct sdf_node *cone, struct vec3 p, struct vec3 *g)
{
    const double r = cone->size[0], h = cone->size[1], *side = cone->side;
    const double rho = length2(p.x, p.y), slope = side[0] * rho + side[1] * (p.z - h), below = -h - p.z;
    if (rho <= r && fabs(p.z) <= h) {
        if (g) *g = slope > below ? around(p, rho, side[0], side[1]) : (struct vec3){0, 0, -1};
        return larger(slope, below);
    }
    const double along = side[1] * rho - side[0] * (p.z - h), beyond = along - clamped(along, 0, side[2]);
    const double to_side = length2(slope, beyond), out = larger(rho - r, 0), to_base = length2(out, below);
    if (to_base < to_side) {
        if (g) *g = around(p, rho, out / to_base, -below / to_base);
        return to_base;
    }
    if (g && to_side > 0)
        *g = around(p, rho, (side[0] * slope + side[1] * beyond) / to_side,
                    (side[1] * slope - side[0] * beyond) / to_side);
    else if (g)
        *g = around(p, rho, side[0], side[1]);
    return to_side;
}

static double torus_value(const double size[3], struct vec3 p, struct vec3 *g)
{
    const double rho = length2(p.x, p.y), a = rho - size[0], length = length2(a, p.z);
    if (g) *g = length > 0 ? around(p, rho, a / length, p.z / length) : around(p, rho, 1, 0);
    return length - size[1];
}

double sdf_leaf_value(const struct sdf_node *leaf, struct vec3 p, struct vec3 *g)
{
    double length;
    switch (leaf->kind) {
    case SDF_SPHERE:
        length = length3(p);
        if (g) *g = over(p, length);
        return length - leaf->size[0];
    case SDF_ELLIPSOID:
        return sdf_ellipsoid_value(leaf->size, p, g);
    case SDF_BOX:
        return box_value(leaf->size, p, g);
    case SDF_CAPSULE:
        return capsule_value(leaf->size, p, g);
    case SDF_CYLINDER:
        return cylinder_value(leaf->size, p, g);
    case SDF_CONE:
        return cone_value(leaf, p, g);
    case SDF_TORUS:
        return torus_value(leaf->size, p, g);
    default:
        if (g) *g = (struct vec3){0, 0, 1};
        return p.z;
    }
}

/* ---- Errors ----
 *
 * Let u = 2^-53 and M = |x| + |y| + |z| + the sum of the sizes. No quantity below is larger than M, so each
 * operation adds at most u M (a hair more, which the roundings up below cover), and it hands on the errors of
 * its operands:
 * - a length of two (three) numbers has a relative error below 2 u (2.5 u) of its own, and changes by at most
 *   sqrt(e1^2 + e2^2 + ..) when they change by e1, e2, ..; a max or min of numbers, by the largest of these.
 * - sphere: 2.5 + 1 for the subtraction = 3.5 u M.
 * - box: 1 for each |x| - half, so sqrt 3 + 2.5 = 4.3.
 * - capsule: 1 for z - clamp, 2.5, 1 for the subtraction: 4.5.
 * - cylinder: rho 2, rho - r 3, |z| - h 1, so sqrt 10 + 2 = 5.2.
 * - torus: rho 2, rho - R 3, so 3 + 2, 1 for the subtraction: 6.
 * - cone: side[0] and side[1] are off by 2 for their length, 0.5 for the doubling that is exact, 1 for the
 *   division: less than 4. A product with rho 2 + 4 + 1 = 7, with z - h 1 + 4 + 1 = 6, their sum 14. The
 * length of the side 2, so `beyond` 14 + 2 + 1 = 17 and to_side sqrt(14^2 + 17^2) + 2 = 24.1. rho <= r
 * decides between formulas that agree where it is unsure: their results differ by at most rho's error where
 * rho = r. One more u M covers the rounding of value -+ error. Lengths lose what underflows: squares below
 * 2^-1022, so a length of at most 2^-500. */
double sdf_leaf_error(const struct sdf_node *leaf, struct vec3 p)
{
    static const double factor[] = {
        [SDF_PLANE] = 1,   [SDF_SPHERE] = 5,   [SDF_ELLIPSOID] = 0, [SDF_BOX] = 6,
        [SDF_CAPSULE] = 6, [SDF_CYLINDER] = 7, [SDF_CONE] = 28,     [SDF_TORUS] = 8,
    };
    const double sizes = leaf->size[0] + leaf->size[1] + leaf->size[2];
    const double size = leaf->kind == SDF_PLANE ? fabs(p.z) : sdf_extent(p) + sizes;
    if (!(size < 0x1p250)) return INFINITY;
    return factor[leaf->kind] * 0x1p-53 * size + 0x1p-500 + leaf->slack;
}

/* The value changes no faster than the point moves. 2^-50 covers the roundings of the width. */
struct interval sdf_leaf_over_ball(const struct sdf_node *leaf, struct sdf_point ball, struct vec3 *g)
{
    const double error = sdf_leaf_error(leaf, ball.p), width = (error + ball.radius) * (1 + 0x1p-50);
    if (leaf->kind == SDF_ELLIPSOID && error < INFINITY) {
        const struct interval value = sdf_ellipsoid_at(leaf->size, ball.p, g);
        return (struct interval){add_down(value.lo, -width), add_up(value.hi, width)};
    }
    const double value = sdf_leaf_value(leaf, ball.p, g);
    return (struct interval){value - width, value + width};
}

/* ---- Supports ---- */

double sdf_leaf_support(const struct sdf_node *leaf, struct vec3 n)
{
    const double *s = leaf->size, x = fabs(n.x), y = fabs(n.y), z = fabs(n.z);
    switch (leaf->kind) {
    case SDF_SPHERE:
        return s[0] * length3(n);
    case SDF_ELLIPSOID:
        return length3((struct vec3){s[0] * x, s[1] * y, s[2] * z});
    case SDF_BOX:
        return s[0] * x + s[1] * y + s[2] * z;
    case SDF_CAPSULE:
        return s[0] * length3(n) + s[1] * z;
    case SDF_CYLINDER:
        return s[0] * length2(x, y) + s[1] * z;
    case SDF_CONE:
        return larger(s[1] * n.z, s[0] * length2(x, y) - s[1] * n.z);
    default: /* the half-space has one only where n is its normal */
        return x == 0 && y == 0 && n.z > 0 ? 0 : INFINITY;
    }
}

/* Box: n = sum |n_i| (+-e_i). Cylinder: outwards and along the axis. Cone, n = (a, b) along the radius and z:
 * between those of side and base it is a / side[0] of the one and side[1] a / side[0] - b of the other;
 * beyond that of the side the farthest point is the apex, where all normals of the side meet, whose z is
 * side[1]: mixtures of them are all vectors of this z that are not longer along the radius than they. Any
 * length between the least and that of n will do, by mixing in n itself, and all are computed with a relative
 * error below 32 u, also where the two cases of a cone meet: they agree there. */
double sdf_leaf_within(const struct sdf_node *leaf, struct vec3 n)
{
    const double x = fabs(n.x), y = fabs(n.y), z = fabs(n.z), a = length2(x, y), *side = leaf->side;
    double length = 1;
    if (leaf->kind == SDF_BOX) length = 1 / (x + y + z);
    if (leaf->kind == SDF_CYLINDER) length = 1 / (a + z);
    if (leaf->kind == SDF_CONE)
        length = side[0] * n.z > side[1] * a ? side[1] / n.z : side[0] / (a + side[1] * a - side[0] * n.z);
    length *= 1 + 0x1p-47;
    return length < 1 ? length : 1;
}
