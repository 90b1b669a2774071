/* The signed distance of an ellipsoid, which has no closed form: two bounds that duality gives for any guess
 * of the multiplier t, and that meet at the right one.
 *
 * The nearest point to p on x^2/a^2 + y^2/b^2 + z^2/c^2 = 1 is q_i = a_i^2 p_i / (a_i^2 + t) with t > -min
 * a_i^2 that makes it lie there: the root of F(t) = sum (a_i p_i / (a_i^2 + t))^2 - 1, which falls and is
 * convex. Its outer normal is n_i = q_i / a_i^2.
 * - From below: for any n the solid lies in n.x <= h(n) = sqrt(sum (a_i n_i)^2), and the signed distance of a
 * convex solid is the largest of those of such half-spaces: phi(p) >= (n.p - h(n)) / |n|.
 * - From above, wherever p is: phi(p) <= |p - x| for any x of the solid.
 * - From above, inside: the ball of radius r about p lies inside when for some m >= 0 and all x
 *   sum x_i^2/a_i^2 - 1 <= m (|x - p|^2 - r^2). For m a_i^2 > 1 the difference has a largest value, and with
 *   m = -1/t the condition becomes r^2 <= -t (1 - sum p_i^2 / (a_i^2 + t)), for any t in (-min a_i^2, 0).
 * All three are stationary at the right t and n, so a double that is nearly right gives bounds as tight as
 * rounding allows. They are evaluated in intervals. */
#include "../num/extremes.h"
#include "leaf.h"

enum { STEPS = 60 };

static double coordinate(struct vec3 p, int i)
{
    return i == 0 ? p.x : i == 1 ? p.y : p.z;
}

/* Newton's steps from where one term alone is 1: from the left of the root of a falling convex function they
 * never pass it. No more than a guess is needed. */
static double multiplier(const double half[3], struct vec3 p)
{
    double t = -INFINITY;
    for (int i = 0; i < 3; i++) t = max_of(t, half[i] * fabs(coordinate(p, i)) - half[i] * half[i]);
    for (int k = 0; k < STEPS; k++) {
        double f = -1, slope = 0;
        for (int i = 0; i < 3; i++) {
            const double below = half[i] * half[i] + t;
            const double ratio = below > 0 ? half[i] * coordinate(p, i) / below : 0;
            f += ratio * ratio;
            slope += below > 0 ? 2 * ratio * ratio / below : 0;
        }
        const double next = t + f / slope;
        if (!(f > 0) || !(next > t)) break;
        t = next;
    }
    return t;
}

/* The normal at the point nearest to p, not of length 1. Where an axis has a_i^2 + t = 0, the point lies as
 * far along that axis as the ellipsoid lets it; and so near to 0, that sum is mostly rounding, but the same
 * holds. */
static struct vec3 normal(const double half[3], struct vec3 p, double t)
{
    double n[3], rest = 1;
    int free = -1;
    for (int i = 0; i < 3; i++) {
        const double below = half[i] * half[i] + t;
        n[i] = below > 0 ? coordinate(p, i) / below : 0;
        if (!(below > 0x1p-20 * half[i] * half[i]))
            free = i;
        else
            rest -= half[i] * half[i] * n[i] * n[i];
    }
    if (free >= 0 && rest > 0) n[free] = copysign(sqrt(rest) / half[free], coordinate(p, free));
    const double length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    return (struct vec3){n[0] / length, n[1] / length, n[2] / length};
}

double sdf_ellipsoid_value(const double half[3], struct vec3 p, struct vec3 *g)
{
    const struct vec3 n = normal(half, p, multiplier(half, p));
    const struct vec3 scaled = {half[0] * n.x, half[1] * n.y, half[2] * n.z};
    if (g) *g = n;
    return vec3_dot(n, p) - sqrt(vec3_dot(scaled, scaled));
}

/* The length of (f_i v_i). */
static struct interval scaled_length(const double f[3], const struct interval v[3])
{
    struct interval sum = {0, 0};
    for (int i = 0; i < 3; i++) sum = interval_add(sum, interval_square(interval_scale(v[i], f[i])));
    return interval_sqrt(sum);
}

static const double one[3] = {1, 1, 1};

static double from_below(const double half[3], struct vec3 p, struct vec3 n)
{
    struct interval v[3], sum = {0, 0};
    for (int i = 0; i < 3; i++) {
        v[i] = interval_of(coordinate(n, i));
        sum = interval_add(sum, interval_scale(v[i], coordinate(p, i)));
    }
    const struct interval height = interval_sub(sum, scaled_length(half, v)), length = scaled_length(one, v);
    return length.lo > 0 ? interval_div(height, length).lo : -INFINITY;
}

/* x_i = a_i^2 n_i / h(n) is on the ellipsoid, exactly, whatever n is. */
static double from_outside(const double half[3], struct vec3 p, struct vec3 n)
{
    struct interval x[3], gap[3];
    for (int i = 0; i < 3; i++) x[i] = interval_of(half[i] * coordinate(n, i));
    const struct interval size = scaled_length(one, x);
    if (!(size.lo > 0)) return INFINITY;
    for (int i = 0; i < 3; i++) {
        x[i] = interval_scale(interval_div(x[i], size), half[i]);
        gap[i] = interval_sub(interval_of(coordinate(p, i)), x[i]);
    }
    return scaled_length(one, gap).hi;
}

static double from_inside(const double half[3], struct vec3 p, double t)
{
    struct interval rest = {1, 1};
    for (int i = 0; i < 3; i++) {
        const double x = coordinate(p, i);
        const struct interval below = interval_add(interval_square(interval_of(half[i])), interval_of(t));
        if (!(below.lo > 0)) return INFINITY;
        rest = interval_sub(rest, interval_div(interval_square(interval_of(x)), below));
    }
    const double square = mul_down(rest.lo, -t);
    return square > 0 ? -sqrt_down(square) : INFINITY;
}

struct interval sdf_ellipsoid_at(const double half[3], struct vec3 p, struct vec3 *g)
{
    const double t = multiplier(half, p);
    const struct vec3 n = normal(half, p, t);
    double hi = from_outside(half, p, n);
    if (t < 0) {
        /* (1 - 2^-50) t stays off the pole of a free axis. */
        const double inside = from_inside(half, p, t * (1 - 0x1p-50));
        hi = inside < hi ? inside : hi;
    }
    if (g) *g = n;
    return (struct interval){from_below(half, p, n), hi};
}
