/* The signed distance to the ellipsoid x^2/a^2 + y^2/b^2 + z^2/c^2 = 1.
 *
 * The nearest point to p on it is q_i = a_i^2 p_i / (a_i^2 + t), where t > -min a_i^2 is the root of
 *     F(t) = sum (a_i p_i / (a_i^2 + t))^2 - 1,
 * which falls. What is claimed does not rest on t being found well:
 * - The squared distance to the surface is at least G(t) = t (sum p_i^2 / (a_i^2 + t) - 1) for any t above
 *   -min a_i^2, by Lagrange duality: G(t) is the least of |x - p|^2 + t (sum x_i^2 / a_i^2 - 1) over all x.
 * - It is at most |x - p| for any x on the surface, such as q scaled onto it.
 * - The gradient is (p_i / (a_i^2 + t)) over its length, which a range of t proven to hold the root for all p
 *   of a box encloses: F rises with each |p_i|, so the root does. */
#include "bracket_tree.h"

enum { STEPS = 200 };

static double squared(double x)
{
    return x * x;
}

/* F by plain rounding. */
static double excess(const double half[3], const double p[3], double t)
{
    double sum = -1;
    for (int i = 0; i < 3; i++) sum += squared(half[i] * p[i] / (half[i] * half[i] + t));
    return sum;
}

/* About the root, by bisection between where one term alone is 1, and where all together cannot be. */
static double multiplier(const double half[3], const double p[3])
{
    double lo = -INFINITY, length = 0;
    for (int i = 0; i < 3; i++) {
        lo = greatest(lo, half[i] * (fabs(p[i]) - half[i]));
        length += squared(half[i] * p[i]);
    }
    const double least_square = squared(least(half[0], least(half[1], half[2])));
    double hi = greatest(lo, sqrt(length) - least_square);
    for (int k = 0; k < STEPS && hi - lo > 0x1p-53 * (least_square + fabs(lo)); k++) {
        const double middle = 0.5 * lo + 0.5 * hi;
        *(excess(half, p, middle) > 0 ? &lo : &hi) = middle;
    }
    return lo;
}

/* a_i^2 + t > 0 from below; an interval whose lo is not above 0 says nothing. */
static struct interval below(double half, struct interval t)
{
    return interval_add(interval_square(interval_of(half)), t);
}

/* The sum of (factor_i p_i / (a_i^2 + t))^2, up to infinity. */
static struct interval sum_of(const double half[3], const struct interval p[3], double t, bool scaled)
{
    struct interval sum = {0, 0};
    for (int i = 0; i < 3; i++) {
        const struct interval under = below(half[i], interval_of(t));
        if (!(under.lo > 0)) return (struct interval){0, INFINITY};
        const struct interval x = interval_div(scaled ? interval_scale(p[i], half[i]) : p[i], under);
        sum = interval_add(sum, interval_square(x));
    }
    return sum;
}

/* ---- At a point ---- */

/* The distance of p to the surface is at least this: the root of G(t). */
static double distance_low(const double half[3], const struct interval p[3], double t)
{
    struct interval sum = {-1, -1};
    for (int i = 0; i < 3; i++) {
        const struct interval under = below(half[i], interval_of(t));
        if (!(under.lo > 0)) return 0;
        sum = interval_add(sum, interval_div(interval_square(p[i]), under));
    }
    return sqrt_down(interval_scale(sum, t).lo);
}

/* The distance is at most that to the point of the surface in the direction of x. */
static double distance_high(const double half[3], const struct interval p[3], const double x[3])
{
    struct interval square = {0, 0}, gap = {0, 0};
    for (int i = 0; i < 3; i++)
        square = interval_add(square, interval_square(interval_div(interval_of(x[i]), interval_of(half[i]))));
    const struct interval gauge = interval_sqrt(square);
    if (!(gauge.lo > 0)) return INFINITY;
    for (int i = 0; i < 3; i++) {
        const struct interval on = interval_div(interval_of(x[i]), gauge);
        gap = interval_add(gap, interval_square(interval_sub(p[i], on)));
    }
    return sqrt_up(gap.hi);
}

/* About the nearest point. Along an axis with a_i^2 + t = 0 it lies as far as the ellipsoid lets it. */
static void nearest(const double half[3], const double p[3], double t, double q[3])
{
    double rest = 1;
    int free = -1;
    for (int i = 0; i < 3; i++) {
        const double square = half[i] * half[i], under = square + t;
        q[i] = under > 0x1p-40 * square ? square * p[i] / under : 0;
        if (!(under > 0x1p-40 * square)) free = i;
        rest -= squared(q[i] / half[i]);
    }
    if (free >= 0 && rest > 0) q[free] = copysign(half[free] * sqrt(rest), p[free]);
}

static struct interval at_point(const double half[3], const struct interval p[3])
{
    double middle[3], q[3];
    for (int i = 0; i < 3; i++) middle[i] = interval_middle(p[i]);
    const double t = multiplier(half, middle), off_pole = t < 0 ? t * (1 - 0x1p-50) : t;
    nearest(half, middle, t, q);
    const double low = distance_low(half, p, off_pole), high = distance_high(half, p, q);
    const struct interval one = sum_of(half, p, 0, true); /* sum (p_i / a_i)^2 */
    if (one.lo >= 1) return (struct interval){low, high};
    if (one.hi <= 1) return (struct interval){-high, -low};
    return (struct interval){-high, high};
}

/* ---- Over a box ---- */

/* A double near t, below or above by some roundings, where F is proven to be >= 0, or <= 0, at the point of
 * the sizes |p_i|. INFINITIES: none was found. */
static double proven_bound(const double half[3], const double size[3], double t, bool above)
{
    const double least_square = squared(least(half[0], least(half[1], half[2])));
    struct interval p[3];
    for (int i = 0; i < 3; i++) p[i] = interval_of(size[i]);
    for (double off = 0x1p-50; off < 1; off *= 16) {
        const double step = off * (fabs(t) + least_square), bound = above ? t + step : t - step;
        const struct interval f = sum_of(half, p, bound, true);
        if (above ? f.hi <= 1 : f.lo >= 1) return bound;
    }
    return above ? INFINITY : -INFINITY;
}

/* The gradient, from all that the root can be. */
static void gradient(const double half[3], const struct interval p[3], struct interval g[3])
{
    double near[3], far[3];
    struct interval under[3], x[3], sum = {0, 0};
    bool good = true;
    for (int i = 0; i < 3; i++) {
        near[i] = p[i].lo <= 0 && p[i].hi >= 0 ? 0 : least(fabs(p[i].lo), fabs(p[i].hi));
        far[i] = interval_size(p[i]);
        g[i] = (struct interval){-1, 1};
    }
    const struct interval t = {proven_bound(half, near, multiplier(half, near), false),
                               proven_bound(half, far, multiplier(half, far), true)};
    for (int i = 0; i < 3; i++) {
        under[i] = below(half[i], t);
        good = good && under[i].lo > 0 && under[i].hi < INFINITY;
        if (good) x[i] = interval_div(p[i], under[i]);
    }
    for (int i = 0; good && i < 3; i++) sum = interval_add(sum, interval_square(x[i]));
    const struct interval length = interval_sqrt(sum);
    if (!good || !(length.lo > 0)) return;
    for (int i = 0; i < 3; i++) g[i] = wide_both(interval_div(x[i], length), g[i]);
}

/* The distance changes no faster than the point. */
static struct interval around(struct interval at, const struct interval p[3], const struct interval from[3])
{
    struct interval square = {0, 0};
    for (int i = 0; i < 3; i++) square = wide_add(square, interval_square(wide_sub(p[i], from[i])));
    const double far = sqrt_up(square.hi);
    return (struct interval){wide_down(at.lo - far), wide_up(at.hi + far)};
}

struct form bracket_ellipsoid(const double half[3], const struct form p[3])
{
    struct interval at[3], range[2][3], g[2][3];
    struct form f;
    for (int i = 0; i < 3; i++) {
        at[i] = p[i].at;
        range[0][i] = p[i].start;
        range[1][i] = p[i].over;
    }
    f.extent = p[0].extent;
    f.at = at_point(half, at);
    if (f.extent == FORM_AT) return f;
    gradient(half, range[0], g[0]);
    gradient(half, range[f.extent == FORM_CELL], g[1]);
    f.start = around(f.at, range[0], at);
    f.over = around(f.at, range[1], at);
    form_chain(&f, p, g[0], g[1], 3);
    form_narrow(&f);
    return f;
}
