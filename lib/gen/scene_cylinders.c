/* Two cylinders, each of three faces and two edges, which meet in seven ways, in turn; all but the last at a
 * known time: the lower one stays, the upper one comes down. */
#include "../num/extremes.h"
#include "scene.h"
#include <math.h>
#include <stdio.h>

struct sizes {
    double radius, length; /* of the upper one */
    double base, tall;     /* of the lower one */
    double speed, when;    /* the contact is not before */
};

static struct sizes say_sizes(struct draft *d)
{
    struct sizes s;
    s.radius = pick(d, 0.5, 0.2, 0.8);
    s.length = pick(d, 1.6, 1.5, 2);
    s.base = pick(d, 0.6, 0.5, 1);
    s.tall = pick(d, 2, 1.5, 2);
    s.speed = pick(d, 1.5, 0.5, 3);
    s.when = pick(d, 0.5, 0.1, 0.9);
    say(d, "let girth = %.12g  let length = %.12g  let base = %.12g  let tall = %.12g  let speed = %.12g\n",
        s.radius, s.length, s.base, s.tall, s.speed);
    return s;
}

/* The bodies: how each is turned; where the upper one is seen from above, and its height `down` at the
 * contact, for which the scene has a formula of this name. */
static void say_bodies(struct draft *d, const struct sizes *s, const char *turn, const char *x, const char *y,
                       double down, const char *lower_turn)
{
    const double spin = draw(d, -3, 3), start = above(down + s->speed * s->when);
    say(d, "body upper = cylinder(girth, length)\n");
    if (d->id) say(d, "    turn axis (0, 0, 1) by %.12g*t\n", spin);
    say(d, "%s    move (%s, %s, %.12g - speed*t)\n", turn, x, y, start);
    place_body(d);
    say(d, "body lower = cylinder(base, tall)\n%s", lower_turn);
    place_body(d);
    say(d, "expect time (%.12g - down)/speed\n", start);
}

/* Edge on face: the lowest point of a tilted one, which is on its rim, on the flat top. */
static void tilted_on_top(struct draft *d)
{
    const struct sizes s = say_sizes(d);
    const int w = d->id ? rng_int(&d->rng, 2, 6) : 3;
    const double x = pick(d, 0.1, -0.6 * s.base, 0.6 * s.base), y = pick(d, 0.2, -0.6 * s.base, 0.6 * s.base);
    const double square = w * w + 1,
                 down = s.tall / 2 + s.length / 2 * (w * w - 1) / square + s.radius * 2 * w / square;
    char turn[64];
    snprintf(turn, sizeof turn, "    turn quaternion (%d, 0, 1, 0)\n", w);
    say(d, "let touch_x = %.12g  let touch_y = %.12g\n", x, y);
    say(d, "let cosine = %d/%d  let sine = %d/%d  # of the tilt\n", w * w - 1, w * w + 1, 2 * w, w * w + 1);
    say(d, "let down = tall/2 + length/2*cosine + girth*sine\n");
    place_all(d);
    say_bodies(d, &s, turn, "touch_x + length/2*sine - girth*cosine", "touch_y", down, "");
    say(d, "expect points 1\n");
    expect_point(d, "touch_x", "touch_y", "tall/2");
}

/* Face on face: both lie, one across the other. */
static void crossed(struct draft *d)
{
    const struct sizes s = say_sizes(d);
    const double angle = draw(d, 0.5, 2.6), x = draw(d, -0.2, 0.2), y = draw(d, -0.2, 0.2);
    say(d, "let angle = %.12g  let shift_x = %.12g  let shift_y = %.12g\n", angle, x, y);
    say(d, "let down = girth + base\n");
    place_all(d);
    say_bodies(d, &s, "    turn quaternion (1, 0, 1, 0) turn axis (0, 0, 1) by angle\n", "shift_x", "shift_y",
               s.radius + s.base, "    turn quaternion (1, 0, 1, 0)\n");
    say(d, "expect points 1\n");
    expect_point(d, "shift_x - shift_y*cos(angle)/sin(angle)", "0", "base");
}

/* The upper one lies along y beside the upright lower one, over whose rim it comes down. In a plane across y
 * it is a disc, and the lower one a rectangle, the wider the nearer to y = 0. They first touch in the plane
 * with the widest one, at its corner: there the upper one has its end's rim, `near` > 0 (edge on edge), or
 * its side (edge on face). */
static void beside(struct draft *d, bool end)
{
    const struct sizes s = say_sizes(d);
    const double near = end ? draw(d, 0.1 * s.base, 0.6 * s.base) : 0, beyond = draw(d, 0.1, 0.9);
    const double wide = sqrt(s.base * s.base - near * near), x = above(wide + beyond * s.radius);
    const double down = s.tall / 2 + sqrt(s.radius * s.radius - (x - wide) * (x - wide));
    say(d, "let shift_x = %.12g  let near = %.12g\n", x, near);
    say(d, "let wide = sqrt(base^2 - near^2)\n");
    say(d, "let down = tall/2 + sqrt(girth^2 - (shift_x - wide)^2)\n");
    place_all(d);
    say_bodies(d, &s, "    turn quaternion (1, 1, 0, 0)\n", "shift_x", end ? "near + length/2" : "length/8",
               down, "");
    say(d, "expect points 1\n");
    expect_point(d, "wide", "near", "tall/2");
}

static void edge_on_edge(struct draft *d)
{
    beside(d, true);
}

static void edge_on_side(struct draft *d)
{
    beside(d, false);
}

/* Face on face all over: both are upright, the smaller one's disc lies in the larger one's. */
static void flat_on_flat(struct draft *d)
{
    const struct sizes s = say_sizes(d);
    const bool smaller = s.radius < s.base;
    const double room = max_of(0.7 * (fabs(s.radius - s.base) - 0.001), 0);
    const double x = draw(d, -room, room), y = draw(d, -room, room);
    say(d, "separation 0.1\n");
    say(d, "let least = min(girth, base)  let shift_x = %.12g  let shift_y = %.12g\n", x, y);
    say(d, "let down = tall/2 + length/2\n");
    place_all(d);
    say_bodies(d, &s, "", "shift_x", "shift_y", s.tall / 2 + s.length / 2, "");
    expect_set(d, "[0, 2*pi]", "[0, 1]", smaller ? "shift_x + least*v*cos(u)" : "least*v*cos(u)",
               smaller ? "shift_y + least*v*sin(u)" : "least*v*sin(u)", "tall/2");
}

/* Face on face along a line: both lie along x. */
static void parallel(struct draft *d)
{
    const struct sizes s = say_sizes(d);
    const double reach = s.radius + s.base, x = draw(d, -1, 1), aside = draw(d, -0.9 * reach, 0.9 * reach);
    say(d, "separation 0.1\n");
    say(d, "let shift = %.12g  let aside = %.12g\n", x, aside);
    say(d, "let reach = girth + base  let down = sqrt(reach^2 - aside^2)\n");
    say(d, "let begin = max(-tall/2, shift - length/2)  let end = min(tall/2, shift + length/2)\n");
    place_all(d);
    say_bodies(d, &s, "    turn quaternion (1, 0, 1, 0)\n", "shift", "aside",
               sqrt(reach * reach - aside * aside), "    turn quaternion (1, 0, 1, 0)\n");
    expect_set(d, "[0, 1]", "[0, 1]", "begin + (end - begin)*u", "aside*base/reach", "down*base/reach");
}

/* Both turn, on a collision course: apart at the start, at the end the balls overlap that they hold. */
static void tumbling(struct draft *d)
{
    const struct sizes s = say_sizes(d);
    const double around =
        sqrt(s.radius * s.radius + s.length * s.length / 4) + sqrt(s.base * s.base + s.tall * s.tall / 4);
    const double within = min_of(s.radius, s.length / 2) + min_of(s.base, s.tall / 2);
    double from[2][3], to[2][3];
    draw_collision(d, around + draw(d, 0.05, 1), within, from, to);
    for (int i = 0; i < 2; i++) {
        say(d, "body %s", i ? "lower = cylinder(base, tall)" : "upper = cylinder(girth, length)");
        say_spin(d, 4);
        say_move(d, from[i], to[i]);
    }
}

void write_cylinders(struct draft *d)
{
    static void (*const way[])(struct draft *) = {tilted_on_top, crossed,  edge_on_edge, edge_on_side,
                                                  flat_on_flat,  parallel, tumbling};
    way[d->id % (sizeof way / sizeof *way)](d);
}
