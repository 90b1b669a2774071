/* Twists about the z axis. */
#include "twist.h"
#include "../num/turn.h"
#include "leaf.h"

/* |k| and the largest rho in the ball, rounded up: 1 + 2^-50 covers the few roundings. */
static double rate_of(double rate)
{
    return turn_radians(interval_of(fabs(rate))).hi;
}

static double rho_of(struct sdf_point ball)
{
    return (sqrt(ball.p.x * ball.p.x + ball.p.y * ball.p.y) + ball.radius) * (1 + 0x1p-50) + 0x1p-500;
}

double sdf_twist_norm(double rate, struct sdf_point ball)
{
    const double s = rate_of(rate) * rho_of(ball) * (1 + 0x1p-50);
    return 0.5 * (s + sqrt(s * s + 4)) * (1 + 0x1p-50);
}

/* The products and sums below have an error of at most 3 u (|x| + |y|) in each of two components; 2^-50 = 8
 * u. */
struct sdf_point sdf_twist_point(double rate, struct sdf_point ball)
{
    struct interval c, s;
    const double x = ball.p.x, y = ball.p.y, z = ball.p.z;
    const struct interval angle = interval_scale(interval_of(rate), z);
    if (!(fabs(angle.lo) < INFINITY && fabs(angle.hi) < INFINITY))
        return (struct sdf_point){ball.p, INFINITY};
    turn_of(angle, &c, &s);
    const double cm = interval_middle(c), sm = interval_middle(s);
    const double unsure = interval_radius(c, cm) + interval_radius(s, sm);
    const double error = (unsure + 0x1p-50) * (fabs(x) + fabs(y)) + 0x1p-990;
    const double radius = ball.radius == 0 ? 0 : ball.radius * sdf_twist_norm(rate, ball);
    return (struct sdf_point){{cm * x - sm * y, sm * x + cm * y, z}, (radius + error) * (1 + 0x1p-50)};
}

/* How near T(sum w_i v_i) is to sum w_i T(v_i), for points v_i inside the ball, at most `rise` above or below
 * its middle. At x = sum w_i v_i, Taylor's formula gives |sum w_i T(v_i) - T(x)| <= 1/2 sum w_i D_i, where
 * D_i bounds the second derivative along v_i - x = (a_i along z, b_i across): k^2 a_i^2 rho + 2 k a_i b_i.
 * For the ball's middle o, sum w_i |v_i - x|^2 = sum w_i |v_i - o|^2 - |x - o|^2 <= r^2; and of the z alone,
 * sum w_i a_i^2 <= rise^2. 2 a b <= a^2 + b^2 makes 1/2 (k^2 rho + k) r^2 of it, Cauchy's inequality
 * 1/2 k^2 rho rise^2 + k rise r. */
static double sag(double rate, struct sdf_point ball, double rise)
{
    const double k = rate_of(rate), bend = k * k * rho_of(ball), r = ball.radius;
    const double most = least(0.5 * (bend + k) * r * r, (0.5 * bend * rise + k * r) * rise);
    return most * (1 + 0x1p-49) + 0x1p-500;
}

/* Either the images of the points, whose hull the twisted one is near to, or its whole image as a ball. */
void sdf_twist_hull(double rate, const struct sdf_hull *from, struct sdf_point all, struct sdf_hull *to)
{
    const struct sdf_point whole = sdf_twist_point(rate, all);
    double rise = 0;
    to->n = from->n;
    to->leading = from->leading;
    to->radius = 0;
    for (int i = 0; i < from->n; i++) {
        const struct sdf_point q = sdf_twist_point(rate, (struct sdf_point){from->v[i], from->radius});
        to->v[i] = q.p;
        to->radius = greatest(to->radius, q.radius);
        rise = greatest(rise, fabs(from->v[i].z - all.p.z));
    }
    to->radius = (to->radius + sag(rate, all, rise)) * (1 + 0x1p-50);
    if (to->radius < whole.radius) return;
    for (int i = 0; i < from->n; i++) to->v[i] = whole.p;
    to->radius = whole.radius;
}

/* Not by the C library, whose sines differ from one processor to the next. */
static void turn_there(double rate, double z, double *c, double *s)
{
    struct interval cosine = {NAN, NAN}, sine = cosine;
    const double degrees = rate * z;
    if (fabs(degrees) < INFINITY) turn_of(interval_of(degrees), &cosine, &sine);
    *c = interval_middle(cosine);
    *s = interval_middle(sine);
}

struct vec3 sdf_twist_value(double rate, struct vec3 p)
{
    double c, s;
    turn_there(rate, p.z, &c, &s);
    return (struct vec3){c * p.x - s * p.y, s * p.x + c * p.y, p.z};
}

struct vec3 sdf_twist_gradient(double rate, struct vec3 p, struct vec3 g)
{
    const double k = turn_radians(interval_of(rate)).lo;
    double c, s;
    turn_there(rate, p.z, &c, &s);
    const double turn = k * (-s * p.x - c * p.y) * g.x + k * (c * p.x - s * p.y) * g.y;
    return (struct vec3){c * g.x + s * g.y, -s * g.x + c * g.y, turn + g.z};
}

/* ---- Far from the solid ---- */

/* The cylinder about the axis that the twist's box is around, as what lies in n.x <= h(n) for the unit
 * vectors n: the gradient of the signed distance to it at c, and h(n). *size: what h(n) is the sum of, by
 * absolute values. False: there is no such cylinder, or c is inside, and deep in all directions. */
static bool cylinder_plane(const struct sdf_box *box, struct vec3 c, struct vec3 *n, double *h, double *size)
{
    const double reach = box->x[0].hi, rho = sqrt(c.x * c.x + c.y * c.y), out = rho - reach;
    const bool top = c.z - box->x[2].hi > box->x[2].lo - c.z;
    const double end = top ? box->x[2].hi : box->x[2].lo, along = top ? c.z - end : end - c.z;
    double a = out > along, b = 1 - a;
    if (!(reach >= 0 && greatest(out, along) > -INFINITY)) return false;
    if (out > 0 && along > 0) {
        const double length = sqrt(out * out + along * along);
        a = out / length;
        b = along / length;
    }
    const double across = a > 0 ? a * reach : 0, up = b > 0 ? (top ? b : -b) : 0,
                 ahead = b > 0 ? up * end : 0;
    *n = (struct vec3){rho > 0 ? a * (c.x / rho) : a, rho > 0 ? a * (c.y / rho) : 0, up};
    *h = across + ahead;
    *size = across + fabs(ahead);
    return true;
}

/* The signed distance to a convex set is at least n.x - h(n) for any unit n, and what struct sdf_box says of
 * it is concave and does not fall: so at a mixture of the points it is at least the mixture of what it is
 * there. As n has the length 1 up to 10 u, which is looked at, and its own roundings come to at most 16 u,
 * all of |x| + |y| + |z| and the size, 2^-48 = 32 u covers them. */
void sdf_twist_below(const struct sdf_node *twist, const struct sdf_hull *hull, struct vec3 c, double *lo)
{
    struct vec3 n;
    double h, size;
    for (int i = 0; i < hull->n; i++) lo[i] = -INFINITY;
    if (!cylinder_plane(&twist->box, c, &n, &h, &size) || !(fabs(vec3_dot(n, n) - 1) < 0x1p-49)) return;
    for (int i = 0; i < hull->n; i++) {
        const double extent = sdf_extent(hull->v[i]) + size;
        if (!(extent < 0x1p250)) continue;
        const double unsure = (0x1p-48 * extent + hull->radius + 0x1p-500) * (1 + 0x1p-50);
        const double d = vec3_dot(n, hull->v[i]) - h - unsure;
        const struct interval growth = twist->box.growth;
        if (d == d) lo[i] = d >= 0 ? mul_down(d, growth.lo) : mul_down(d, growth.hi);
    }
}
