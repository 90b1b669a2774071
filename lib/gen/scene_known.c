/* A first contact at a time that a formula gives: one way after the other, by the scene's id. */
#include "../num/extremes.h"
#include "scene.h"
#include <math.h>
#include <stdlib.h>

/* Ends a body that comes down to touch at the height `down`, for which the scene has a formula of this name,
 * and says when it does. */
static void say_fall(struct draft *d, double down)
{
    const double speed = draw(d, 0.5, 3), when = draw(d, 0.1, 0.9), start = above(down + speed * when);
    say(d, "    move (0, 0, %.12g - %.12g*t)\n", start, speed);
    place_body(d);
    say(d, "expect time (%.12g - down)/%.12g\n", start, speed);
}

/* ---- Spheres ---- */

/* Of a point that begins at p and has the velocity w, what the times are made of at which it is `reach` away
 * from the origin. */
static void say_meeting(struct draft *d, const double p[3], const double w[3])
{
    static const char *const product[] = {"pp", "pw", "ww"};
    for (int i = 0; i < 3; i++) {
        const double *a = i < 2 ? p : w, *b = i < 1 ? p : w;
        say(d, "let %s = %.12g*%.12g %+.12g*%.12g %+.12g*%.12g\n", product[i], a[0], b[0], a[1], b[1], a[2],
            b[2]);
    }
    say(d, "let root = sqrt(pw^2 - ww*(pp - reach^2))\n");
}

/* On lines. */
static void sphere_sphere(struct draft *d)
{
    const double first = draw(d, 0.3, 1), second = draw(d, 0.3, 1);
    double from[2][3], to[2][3], p[3], w[3];
    draw_collision(d, first + second + draw(d, 0.1, 2), first + second, from, to);
    for (int i = 0; i < 3; i++) {
        p[i] = from[0][i] - from[1][i];
        w[i] = to[0][i] - to[1][i] - p[i];
    }
    say(d, "let first = %.12g  let second = %.12g  let reach = first + second\n", first, second);
    say_meeting(d, p, w);
    say(d, "let touch = (-pw - root)/ww\n");
    for (int i = 0; i < 2; i++) {
        say(d, "body %s = %ssphere(%s)", i ? "right" : "left", draw_form(d), i ? "second" : "first");
        say_move(d, from[i], to[i]);
    }
    say(d, "expect time touch\nexpect points 1\nexpect set { u in [0, 1] v in [0, 1]\n");
    for (int k = 0; k < 3; k++)
        say(d, "    %c = (second*(%.12g %+.12g*touch) + first*(%.12g %+.12g*touch))/reach\n", "xyz"[k],
            from[0][k], to[0][k] - from[0][k], from[1][k], to[1][k] - from[1][k]);
    say(d, "}\n");
}

/* A ball in a hollow one, until it hits its inside. */
static void sphere_in_hollow(struct draft *d)
{
    const double radius = draw(d, 0.2, 0.8), hollow = draw(d, 1.6, 2);
    double p[3], w[3], to[3];
    const double middle[3] = {0, 0, 0};
    draw_around(d, middle, hollow + 0.8, w);
    for (int i = 0; i < 3; i++) {
        p[i] = draw(d, -0.4, 0.4);
        to[i] = p[i] + w[i];
    }
    say(d, "let size = %.12g  let hollow = %.12g  let reach = hollow - size\n", radius, hollow);
    say_meeting(d, p, w);
    say(d, "implicit shell = difference(sphere(3), sphere(hollow))\n");
    say(d, "body room = shell\nbody ball = %ssphere(size)", draw_form(d));
    say_move(d, p, to);
    say(d, "expect time (-pw + root)/ww\nexpect points 1\n");
}

/* Faster and faster. */
static void sphere_falls(struct draft *d)
{
    const double radius = draw(d, 0.3, 1), speed = draw(d, 0.2, 1), gravity = draw(d, 1, 9);
    const double when = draw(d, 0.1, 0.9), start = above(radius + speed * when + gravity / 2 * when * when);
    say(d, "let size = %.12g  let speed = %.12g  let gravity = %.12g  let start = %.12g\n", radius, speed,
        gravity, start);
    place_all(d);
    say(d, "body ball = %ssphere(size)\n    move (0, 0, start - speed*t - gravity/2*t^2)\n", draw_form(d));
    place_body(d);
    say_ground(d);
    say(d, "expect time (sqrt(speed^2 + 2*gravity*(start - size)) - speed)/gravity\nexpect points 1\n");
    expect_point(d, "0", "0", "0");
}

/* The height is a Chebyshev series in s = 2 t - 1, a quadratic function that goes down. */
static void sphere_on_series(struct draft *d)
{
    const double radius = draw(d, 0.3, 1), c1 = draw(d, -2, -1), c2 = draw(d, -0.2, 0.2);
    const double rest = draw(d, -0.4, 0.4);
    say(d, "let size = %.12g  let c0 = %.12g  let c1 = %.12g  let c2 = %.12g\n", radius,
        2 * (rest + c2 + radius), c1, c2);
    say(d, "let rest = c0/2 - c2 - size\n");
    place_all(d);
    say(d, "body ball = %ssphere(size)\n    move (0, 0, cheb(t; 0, 1; c0, c1, c2))\n", draw_form(d));
    place_body(d);
    say_ground(d);
    say(d, "expect time (1 + 2*rest/(sqrt(c1^2 - 8*c2*rest) - c1))/2\nexpect points 1\n");
    expect_point(d, "0", "0", "0");
}

/* On an arm that turns; the other one is where the arm's end would come by. */
static void sphere_on_arm(struct draft *d)
{
    const double arm = draw(d, 0.8, 1.2), away = arm + draw(d, -0.1, 0.1), radius = draw(d, 0.1, 0.3);
    const double other = draw(d, 0.1, 0.3), angle = draw(d, -0.3, 0.3), speed = draw(d, 3.5, 6);
    say(d, "let arm = %.12g  let away = %.12g  let size = %.12g  let other = %.12g\n", arm, away, radius,
        other);
    say(d, "let cosine = ((size + other)^2 - arm^2 - away^2)/(2*arm*away)\n");
    say(d, "let angle = %.12g  let speed = %.12g\n", angle, speed);
    place_all(d);
    say(d, "body ball = %ssphere(size)\n    move (arm, 0, 0) turn axis (0, 0, 1) by angle + speed*t\n",
        draw_form(d));
    place_body(d);
    say(d, "body goal = %ssphere(other)\n    move (-away, 0, 0)\n", draw_form(d));
    place_body(d);
    say(d, "expect time (atan2(sqrt(1 - cosine^2), cosine) - angle)/speed\nexpect points 1\n");
}

/* One that grows. */
static void sphere_grows(struct draft *d)
{
    const double radius = draw(d, 0.3, 1), rate = draw(d, 1, 2), other = draw(d, 0.2, 1);
    const double when = draw(d, 0.1, 0.9), away = above(radius + rate * when + other);
    say(d, "let size = %.12g  let rate = %.12g  let other = %.12g  let away = %.12g\n", radius, rate, other,
        away);
    say(d, "surface skin {\n    u in [0, 2*pi] v in [0, pi] closed u pole v0 pole v1 inward\n");
    say(d, "    let now = size + rate*t\n");
    say(d, "    x = now*sin(v)*cos(u) y = now*sin(v)*sin(u) z = now*cos(v)\n}\n");
    place_all(d);
    say(d, "body balloon = skin\n");
    place_body(d);
    say(d, "body ball = %ssphere(other)\n    move (0.6*away, 0.8*away, 0)\n", draw_form(d));
    place_body(d);
    say(d, "expect time (away - other - size)/rate\nexpect points 1\n");
    expect_point(d, "0.6*(away - other)", "0.8*(away - other)", "0");
}

/* Past each other, with a gap. */
static void sphere_passes(struct draft *d)
{
    const double first = draw(d, 0.3, 1), second = draw(d, 0.3, 1), gap = draw(d, 0.001, 0.1);
    const double beside = first + second + gap, from = draw(d, -3, -1), to = draw(d, 1, 3);
    place_all(d);
    say(d, "body left = %ssphere(%.12g)\n    move (0, %.12g %+.12g*t, 0)\n", draw_form(d), first, from,
        to - from);
    place_body(d);
    say(d, "body right = %ssphere(%.12g)\n    move (%.12g, 0, 0)\n", draw_form(d), second, beside);
    place_body(d);
    say(d, "expect free\n");
}

/* ---- Tori and hollows ---- */

/* A ball comes down on a torus: not from the middle, so that it touches at a point. */
static void sphere_on_torus(struct draft *d)
{
    const double major = draw(d, 0.6, 1), minor = draw(d, 0.1, 0.4), radius = draw(d, 0.1, 0.4);
    const double reach = radius + minor, aside = draw(d, -0.7, 0.7) * reach;
    const double x = above(max_of(major + aside, 0.1)),
                 down = sqrt(reach * reach - (x - major) * (x - major));
    say(d, "let major = %.12g  let minor = %.12g  let size = %.12g  let aside = %.12g\n", major, minor,
        radius, x);
    say(d, "let reach = size + minor  let down = sqrt(reach^2 - (aside - major)^2)\n");
    place_all(d);
    say(d, "body ring = %storus(major, minor)\n", draw_form(d));
    place_body(d);
    say(d, "body ball = %ssphere(size)\n    move (aside, 0, 0)\n", draw_form(d));
    say_fall(d, down);
    say(d, "expect points 1\n");
    expect_point(d, "major + (aside - major)*minor/reach", "0", "down*minor/reach");
}

/* A ball that is larger than the hole it comes down on: a circle. */
static void sphere_in_hole(struct draft *d)
{
    const double major = draw(d, 0.6, 1), minor = draw(d, 0.1, 0.4), radius = above(major - 0.5 * minor);
    const double reach = radius + minor;
    say(d, "separation 0.1\n");
    say(d, "let major = %.12g  let minor = %.12g  let size = %.12g\n", major, minor, radius);
    say(d, "let reach = size + minor  let down = sqrt(reach^2 - major^2)\n");
    place_all(d);
    say(d, "body ring = %storus(major, minor)\n", draw_form(d));
    place_body(d);
    say(d, "body ball = %ssphere(size)\n", draw_form(d));
    say_fall(d, sqrt(reach * reach - major * major));
    expect_set(d, "[0, 2*pi]", "[0, 1]", "major*size/reach*cos(u)", "major*size/reach*sin(u)",
               "down*minor/reach");
}

/* A ball comes down in a bowl, out of its middle. */
static void sphere_in_bowl(struct draft *d)
{
    const double bowl = draw(d, 1, 2), radius = draw(d, 0.3, 0.5) * bowl, aside = draw(d, 0.05, 0.4) * bowl;
    const double reach = bowl - radius;
    say(d, "let bowl = %.12g  let size = %.12g  let aside = %.12g\n", bowl, radius, aside);
    say(d, "let reach = bowl - size  let down = -sqrt(reach^2 - aside^2)\n");
    say(d, "implicit hollow = difference(plane(), sphere(bowl))\n");
    place_all(d);
    say(d, "body ground = hollow\n");
    place_body(d);
    say(d, "body ball = %ssphere(size)\n    move (aside, 0, 0)\n", draw_form(d));
    say_fall(d, -sqrt(reach * reach - aside * aside));
    say(d, "expect points 1\n");
    expect_point(d, "aside*bowl/reach", "0", "down*bowl/reach");
}

/* ---- Bodies on the ground ---- */

/* However it is turned, its lowest point is sqrt of the sum of (half axis * its share of z)^2 below. */
static void ellipsoid_falls(struct draft *d)
{
    const double a = draw(d, 0.2, 1), b = draw(d, 0.2, 1), c = draw(d, 0.2, 1);
    int q[4], row[3][3];
    const int square = draw_quaternion(d, q);
    for (int i = 0; i < 3; i++) quaternion_row(q, i, row[i]);
    const double down =
        sqrt(a * row[2][0] * a * row[2][0] + b * row[2][1] * b * row[2][1] + c * row[2][2] * c * row[2][2]) /
        square;
    say(d, "let wide = %.12g  let deep = %.12g  let high = %.12g\n", a, b, c);
    say(d, "let down = sqrt((%d*wide)^2 + (%d*deep)^2 + (%d*high)^2)/%d\n", row[2][0], row[2][1], row[2][2],
        square);
    place_all(d);
    say(d, "body egg = %sellipsoid(wide, deep, high)\n    turn quaternion (%d, %d, %d, %d)\n", draw_form(d),
        q[0], q[1], q[2], q[3]);
    say_fall(d, down);
    say_ground(d);
    say(d, "expect points 1\n");
}

/* At one height, turning from flat to upright. */
static void ellipsoid_turns(struct draft *d)
{
    const double low = draw(d, 0.3, 0.5), long_half = draw(d, 0.8, 1.2), height = draw(d, 0.55, 0.75);
    const double spin = draw(d, 1.7, 4), deep = draw(d, 0.3, 1);
    say(d, "let low = %.12g  let wide = %.12g  let height = %.12g  let spin = %.12g\n", low, long_half,
        height, spin);
    place_all(d);
    say(d,
        "body egg = %sellipsoid(wide, %.12g, low)\n    turn axis (0, 1, 0) by spin*t move (0, 0, height)\n",
        draw_form(d), deep);
    place_body(d);
    say_ground(d);
    say(d, "expect time atan2(sqrt(height^2 - low^2), sqrt(wide^2 - height^2))/spin\nexpect points 1\n");
}

/* Onto a corner: vertex on face. */
static void box_falls(struct draft *d)
{
    const double a = draw(d, 0.4, 1), b = draw(d, 0.4, 1), c = draw(d, 0.4, 1);
    int q[4], up[3], square;
    do {
        square = draw_quaternion(d, q);
        quaternion_row(q, 2, up);
    } while (!up[0] || !up[1] || !up[2]);
    for (int i = 0; i < 3; i++) up[i] = abs(up[i]);
    say(d, "let wide = %.12g  let deep = %.12g  let high = %.12g\n", a, b, c);
    say(d, "let down = (%d*wide + %d*deep + %d*high)/%d\n", up[0], up[1], up[2], 2 * square);
    place_all(d);
    say(d, "body crate = box(wide, deep, high)\n    turn quaternion (%d, %d, %d, %d)\n", q[0], q[1], q[2],
        q[3]);
    say_fall(d, (up[0] * a + up[1] * b + up[2] * c) / (2 * square));
    say_ground(d);
    say(d, "expect points 1\n");
}

/* Tip down: a vertex that is no corner of a rectangle of parameters, but all of a border. */
static void cone_falls(struct draft *d)
{
    const double base = draw(d, 0.3, 1), down = draw(d, 0.5, 1.5), spin = draw(d, -3, 3);
    say(d, "let down = %.12g\n", down);
    place_all(d);
    say(d, "body hat = cone(%.12g, down)\n    turn quaternion (0, 1, 0, 0) turn axis (0, 0, 1) by %.12g*t\n",
        base, spin);
    say_fall(d, down);
    say_ground(d);
    say(d, "expect points 1\n");
    expect_point(d, "0", "0", "0");
}

/* Two rods, each turned about its own axis so that an edge is towards the other: edge on edge. */
static void rods_cross(struct draft *d)
{
    const double wide = draw(d, 0.3, 0.6), high = draw(d, 0.3, 0.6), deep = draw(d, 0.3, 0.6);
    const double thick = draw(d, 0.3, 0.6);
    /* The turns' cosines are (w^2 - 1)/(w^2 + 1), their sines 2 w/(w^2 + 1). */
    const int w = rng_int(&d->rng, 2, 6), k = rng_int(&d->rng, 2, 6);
    const double down = (wide * 2 * w + high * (w * w - 1)) / (2 * (w * w + 1)) +
                        (deep * 2 * k + thick * (k * k - 1)) / (2 * (k * k + 1));
    say(d, "let wide = %.12g  let high = %.12g  let deep = %.12g  let thick = %.12g\n", wide, high, deep,
        thick);
    say(d, "let down = (%d*wide + %d*high)/%d + (%d*deep + %d*thick)/%d\n", 2 * w, w * w - 1, 2 * (w * w + 1),
        2 * k, k * k - 1, 2 * (k * k + 1));
    place_all(d);
    say(d, "body upper = box(3, wide, high)\n    turn quaternion (%d, 1, 0, 0)\n", w);
    say_fall(d, down);
    say(d, "body lower = box(deep, 3, thick)\n    turn quaternion (%d, 0, 1, 0)\n", k);
    place_body(d);
    say(d, "expect points 1\n");
}

void write_known(struct draft *d)
{
    static scene_write *const way[] = {sphere_sphere,  sphere_in_hollow, sphere_falls,    sphere_on_series,
                                       sphere_on_arm,  sphere_grows,     sphere_passes,   sphere_on_torus,
                                       sphere_in_hole, sphere_in_bowl,   ellipsoid_falls, ellipsoid_turns,
                                       box_falls,      cone_falls,       rods_cross};
    way[d->id % (sizeof way / sizeof *way)](d);
}
