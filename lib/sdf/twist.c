/* Twists about the z axis. */
#include "twist.h"
#include "../num/turn.h"

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

/* Let K bound the second derivative. At x = sum w_i v_i, Taylor's formula at x gives |sum w_i T(v_i) - T(x)|
 * <= K / 2 sum w_i |v_i - x|^2, and that sum is sum w_i |v_i - o|^2 - |x - o|^2 <= r^2 for the ball's middle
 * o. */
double sdf_twist_sag(double rate, struct sdf_point ball)
{
    const double k = rate_of(rate), most = k * (k * rho_of(ball) + 1);
    return 0.5 * most * ball.radius * ball.radius * (1 + 0x1p-49) + 0x1p-500;
}

struct vec3 sdf_twist_value(double rate, struct vec3 p)
{
    const double angle = turn_radians(interval_of(rate)).lo * p.z, c = cos(angle), s = sin(angle);
    return (struct vec3){c * p.x - s * p.y, s * p.x + c * p.y, p.z};
}

struct vec3 sdf_twist_gradient(double rate, struct vec3 p, struct vec3 g)
{
    const double k = turn_radians(interval_of(rate)).lo, angle = k * p.z, c = cos(angle), s = sin(angle);
    const double turn = k * (-s * p.x - c * p.y) * g.x + k * (c * p.x - s * p.y) * g.y;
    return (struct vec3){c * g.x + s * g.y, -s * g.x + c * g.y, turn + g.z};
}
