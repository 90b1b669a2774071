/* Positions and numbers that are special, one way after the other, by the scene's id. Numbers are multiples
 * of 1/8, so that doubles have what the text says, wherever bodies are to touch exactly. */
#include "scene.h"
#include <math.h>

static double draw_eighth(struct draft *d, int lo, int hi)
{
    return rng_int(&d->rng, lo, hi) / 8.0;
}

/* ---- Touching ---- */

/* One passes the other, which it touches at one time, in passing. */
static void grazing(struct draft *d)
{
    const double first = draw_eighth(d, 2, 8), second = draw_eighth(d, 2, 8), speed = draw_eighth(d, 32, 48);
    say(d, "let touch = %.12g\n", draw_eighth(d, 2, 6));
    say(d, "body left = %ssphere(%.12g)\n    move (0, %.12g*(t - touch), 0)\n", draw_form(d), first, speed);
    say(d, "body right = %ssphere(%.12g)\n    move (%.12g, 0, 0)\n", draw_form(d), second, first + second);
    say(d, "expect time touch\n");
}

/* It comes down, stops where it touches (gap 0), or just above, and goes up again. */
static void say_bounce(struct draft *d, double gap)
{
    const double size = draw_eighth(d, 2, 8), speed = draw_eighth(d, 8, 24);
    say(d, "let touch = %.12g\n", draw_eighth(d, 2, 6));
    say(d, "body ball = %ssphere(%.12g)\n    move (0, 0, %.12g + %.12g*(t - touch)^2)\n", draw_form(d), size,
        size + gap, speed);
    say_ground(d);
    say(d, "expect %s\n", gap > 0 ? "free" : "time touch");
}

static void bouncing(struct draft *d)
{
    say_bounce(d, 0);
}

static void nearly(struct draft *d)
{
    static const double gaps[] = {1e-3, 1e-6, 1e-9};
    say_bounce(d, gaps[rng_below(&d->rng, 3)]);
}

/* In contact at the start: they part, or not. */
static void from_contact(struct draft *d)
{
    const double first = draw_eighth(d, 2, 8), second = draw_eighth(d, 2, 8), speed = draw_eighth(d, -4, 4);
    say(d, "body left = %ssphere(%.12g)\n", draw_form(d), first);
    say(d, "body right = %ssphere(%.12g)\n    move (%.12g %+.12g*t, 0, 0)\n", draw_form(d), second,
        first + second, speed);
}

/* A ball that rolls on the ground, which is known, until it hits another one on the ground. */
static void rolling(struct draft *d)
{
    const double size = draw_eighth(d, 2, 8), other = size * (rng_below(&d->rng, 2) ? 1 : 4);
    const double touch = draw_eighth(d, 2, 7), speed = draw_eighth(d, 8, 24);
    /* The balls are sqrt(4 size other) apart then. */
    const double away = 2 * sqrt(size * other) + speed * touch;
    say(d, "body ground = plane(40, 40)\n");
    say(d, "body ball = sphere(%.12g)\n    turn axis (0, 1, 0) by %.12g*t move (%.12g*t, 0, %.12g)\n", size,
        speed / size, speed, size);
    say(d, "body goal = %ssphere(%.12g)\n    move (%.12g, 0, %.12g)\n", draw_form(d), other, away, other);
    say(d, "pair ground ball\npair ball goal\ntrack ground ball at (%.12g*t, 0, 0) radius %.12g\n", speed,
        size / 2);
    say(d, "expect time %.12g\n", touch);
}

/* ---- Together at the start ---- */

static void overlapping(struct draft *d)
{
    const double way = draw_eighth(d, 1, 6), speed = draw_eighth(d, -16, 16);
    say(d, "body left = %ssphere(1)\n", draw_form(d));
    say(d,
        "body right = %sellipsoid(1, 0.75, 0.5)\n    turn axis (1, 1, 0) by t move (%.12g %+.12g*t, 0, 0)\n",
        draw_form(d), way, speed);
    say(d, "expect overlap\n");
}

/* One in the other, which is a solid; it may leave. */
static void containing(struct draft *d)
{
    const double size = draw_eighth(d, 1, 3), at = draw_eighth(d, 13, 19), speed = draw_eighth(d, 0, 8);
    say(d, "body large = %storus(2, 1)\n", draw_form(d));
    say(d, "body small = %ssphere(%.12g)\n    move (%.12g, 0, %.12g*t)\n", draw_form(d), size, at, speed);
    say(d, "expect overlap\n");
}

/* Their boundaries do not cross, but are one. */
static void the_same(struct draft *d)
{
    static const char *const shapes[] = {"sphere(1)", "torus(1, 0.25)", "cylinder(0.5, 1)", "box(1, 2, 1)"};
    const char *shape = shapes[rng_below(&d->rng, 4)];
    say(d, "body first = %s\nbody second = %s\n    move (0, 0, %.12g*t)\nexpect overlap\n", shape, shape,
        draw_eighth(d, 0, 4));
}

static void nothing_moves(struct draft *d)
{
    const double size = draw_eighth(d, 1, 5), height = draw_eighth(d, 0, 2);
    say(d, "body ring = %storus(1, 0.25)\n", draw_form(d));
    say(d, "body ball = %ssphere(%.12g)\n    move (0, 0, %.12g)\n", draw_form(d), size, height);
    say(d, "expect free\n");
}

/* ---- Magnitudes ---- */

/* Along x, from the place `at`, in units of `unit`. */
static void say_scaled(struct draft *d, const char *at, const char *unit)
{
    const double first = draw_eighth(d, 4, 12), second = draw_eighth(d, 4, 12), touch = draw_eighth(d, 1, 7);
    const double speed = draw_eighth(d, 8, 24);
    say(d, "let unit = %s\n", unit);
    say(d, "body left = %sellipsoid(%.12g*unit, unit, 2*unit)\n    move (%s, %s, 0)\n", draw_form(d), first,
        at, at);
    say(d, "body right = %ssphere(%.12g*unit)\n    move (%s + (%.12g - %.12g*t)*unit, %s, 0)\n", draw_form(d),
        second, at, first + second + speed * touch, speed, at);
    say(d, "expect time %.12g\nexpect points 1\n", touch);
}

static void far_away(struct draft *d)
{
    static const char *const places[] = {"1000", "-1e5", "1e7", "-1e9"};
    say_scaled(d, places[rng_below(&d->rng, 4)], "1");
}

/* Squares of coordinates stay below 1e60, the largest number that there is in scenes. */
static void tiny_or_huge(struct draft *d)
{
    static const char *const units[] = {"1e-30", "1e-12", "1e-5", "1e5", "1e12", "1e29"};
    say_scaled(d, "0", units[rng_below(&d->rng, 6)]);
}

/* Times far from 0, of a short or a long interval. */
static void other_times(struct draft *d)
{
    const double from = draw_eighth(d, -80, 80), time = draw_eighth(d, 8, 80);
    const double half = draw_eighth(d, 2, 6), way = draw_eighth(d, 1, 7);
    say(d, "time [%.12g, %.12g]\n", from, from + time);
    say(d, "body ball = %ssphere(%.12g)\n    move (0, 0, %.12g - (t %+.12g)/%.12g)\n", draw_form(d), half,
        half + way, -from, time);
    say_ground(d);
    say(d, "expect time %.12g\nexpect points 1\n", from + way * time);
}

/* ---- Where parameters are special ---- */

/* Two spheres meet with their poles, or where u is both 0 and 2 pi. */
static void poles_or_seams(struct draft *d)
{
    const bool poles = rng_below(&d->rng, 2);
    const double first = draw_eighth(d, 4, 12), second = draw_eighth(d, 4, 12), touch = draw_eighth(d, 1, 7);
    const double away = first + second + 2 * touch;
    say(d, "body left = sphere(%.12g)\n", first);
    if (poles)
        say(d, "body right = sphere(%.12g)\n    turn axis (0, 0, 1) by t move (0, 0, %.12g - 2*t)\n", second,
            away);
    else
        say(d, "body right = sphere(%.12g)\n    turn quaternion (0, 0, 0, 1) move (%.12g - 2*t, 0, 0)\n",
            second, away);
    say(d, "expect time %.12g\nexpect points 1\n", touch);
}

/* Edges that are parallel meet: rods along y, turned about it. */
static void edges_parallel(struct draft *d)
{
    const double wide = draw(d, 0.3, 0.8), high = draw(d, 0.3, 0.8), angle = draw(d, 0.2, 1.3);
    const double other = draw(d, 0.2, 1.3), speed = draw(d, 1, 2), when = draw(d, 0.1, 0.3);
    say(d, "separation 0.1\nlet wide = %.12g  let high = %.12g  let angle = %.12g  let other = %.12g\n", wide,
        high, angle, other);
    say(d, "let half(s) = (wide*sin(s) + high*cos(s))/2   # how high an edge is above the axis, \n");
    say(d, "let aside(s) = (wide*cos(s) - high*sin(s))/2  # and how far beside it\n");
    say(d, "let down = half(angle) + half(other)\n");
    say(d,
        "body upper = box(wide, 1, high)\n    turn axis (0, 1, 0) by angle move (-aside(angle), 0.25, down + "
        "%.12g*(%.12g - t))\n",
        speed, when);
    say(d, "body lower = box(wide, 2, high)\n    turn axis (0, 1, 0) by other move (aside(other), 0, 0)\n");
    say(d, "expect time %.12g\n", when);
    expect_set(d, "[-0.25, 0.75]", "[0, 1]", "0", "u", "half(other)");
}

/* Tip on tip, corner on corner. */
static void vertices_meet(struct draft *d)
{
    const double first = draw_eighth(d, 2, 8), second = draw_eighth(d, 2, 8), touch = draw_eighth(d, 1, 7);
    if (rng_below(&d->rng, 2)) {
        say(d, "body upper = cone(1, %.12g)\n    turn quaternion (0, 1, 0, 0) move (0, 0, %.12g - 2*t)\n",
            first, first + second + 2 * touch);
        say(d, "body lower = cone(0.5, %.12g)\n", second);
    } else {
        say(d, "let away = %.12g - t\n", (first + second) / 2 + touch);
        say(d, "body upper = box(%.12g, %.12g, %.12g)\n    move (away, away, away)\n", first, first, first);
        say(d, "body lower = box(%.12g, %.12g, %.12g)\n", second, second, second);
    }
    say(d, "expect time %.12g\n", touch);
}

/* One on the other, all edges and vertices on each other: boxes or cylinders of one size. */
static void stacked(struct draft *d)
{
    const bool boxes = rng_below(&d->rng, 2);
    const char *shape = boxes ? "box(1, 1, 0.5)" : "cylinder(0.5, 0.5)";
    const double touch = draw_eighth(d, 1, 7);
    say(d,
        "separation 0.2\nbody upper = %s\n    move (0, 0, 0.5 + %.12g - t)\nbody lower = %s\nexpect time "
        "%.12g\n",
        shape, touch, shape, touch);
    if (boxes)
        expect_set(d, "[-0.5, 0.5]", "[-0.5, 0.5]", "u", "v", "0.25");
    else
        expect_set(d, "[0, 2*pi]", "[0, 0.5]", "v*cos(u)", "v*sin(u)", "0.25");
}

/* A ball grows until it fits a hollow: contact all over. */
static void fitting(struct draft *d)
{
    const double touch = draw_eighth(d, 2, 6);
    say(d, "separation 0.5\nlet touch = %.12g\n", touch);
    say(d, "surface skin {\n    u in [0, 2*pi] v in [0, pi] closed u pole v0 pole v1 inward\n");
    say(d, "    let now = 1 + (t - touch)/4\n");
    say(d, "    x = now*sin(v)*cos(u) y = now*sin(v)*sin(u) z = now*cos(v)\n}\n");
    say(d, "implicit shell = difference(sphere(2), sphere(1))\n");
    say(d, "body ball = skin\nbody room = shell\nexpect time touch\n");
    expect_set(d, "[0, 2*pi]", "[0, pi]", "sin(v)*cos(u)", "sin(v)*sin(u)", "cos(v)");
}

/* ---- Domains ---- */

/* Half a sphere as a graph, over a rectangle in most of which the root has no value. */
static void root_of_less(struct draft *d)
{
    const double touch = draw_eighth(d, 2, 6), size = draw_eighth(d, 2, 8);
    say(d, "surface dome {\n    u in [-3, 2] v in [-2, 3] smooth u0 smooth u1 smooth v0 smooth v1\n");
    say(d, "    x = u y = v z = sqrt(1 - u^2 - v^2)\n}\n");
    say(d, "body ground = dome\nbody ball = %ssphere(%.12g)\n    move (0, 0, %.12g - t)\n", draw_form(d),
        size, 1 + size + touch);
    say(d, "expect time %.12g\nexpect points 1\n", touch);
}

/* No point has a value at all. */
static void no_points(struct draft *d)
{
    static const char *const heights[] = {"sqrt(-1 - u^2)", "log(-exp(u))", "1/(0*u)", "u + sqrt(v - 3)"};
    say(d, "surface nowhere {\n    u in [-1, 1] v in [-1, 1]\n    x = u y = v z = %s\n}\n",
        heights[rng_below(&d->rng, 4)]);
    say(d, "body ghost = nowhere\nbody ball = %ssphere(1)\n    move (0, 0, 2 - 2*t)\nexpect free\n",
        draw_form(d));
}

/* Heights that have no bound near a point or a line. */
static void unbounded(struct draft *d)
{
    static const char *const heights[] = {"0.125*log(u^2 + v^2)", "-0.125/(u^2 + v^2)", "-1/abs(v)",
                                          "-tan(u)^2"};
    const double x = draw_eighth(d, -8, 8), y = draw_eighth(d, -8, 8);
    say(d, "surface pit {\n    u in [-2, 2] v in [-2, 2]\n    x = u y = v z = %s\n}\n",
        heights[rng_below(&d->rng, 4)]);
    say(d, "body ground = pit\nbody ball = %ssphere(0.5)\n    move (%.12g, %.12g, 2 - 4*t)\n", draw_form(d),
        x, y);
}

/* A skin that swings, through the parameter t of the surface itself. */
static void swinging(struct draft *d)
{
    const double size = draw_eighth(d, 8, 16), swing = draw(d, 0.2, 0.4), wall = draw(d, 0.05, 0.15);
    say(d, "let size = %.12g  let swing = %.12g  let wall = %.12g\n", size, swing, wall);
    say(d, "surface skin {\n    u in [0, 2*pi] v in [0, pi] closed u pole v0 pole v1 inward\n");
    say(d, "    let now = size + swing*sin(2*pi*t)\n");
    say(d, "    x = now*sin(v)*cos(u) y = now*sin(v)*sin(u) z = now*cos(v)\n}\n");
    say(d, "body ball = skin\n    move (0, 0, size + wall)\n");
    say_ground(d);
    say(d, "let share = wall/swing\nexpect time atan(share/sqrt(1 - share^2))/(2*pi)\nexpect points 1\n");
}

void write_degenerate(struct draft *d)
{
    static scene_write *const way[] = {
        grazing,       bouncing,      nearly,   from_contact, rolling,     overlapping,    containing,
        the_same,      nothing_moves, far_away, tiny_or_huge, other_times, poles_or_seams, edges_parallel,
        vertices_meet, stacked,       fitting,  root_of_less, no_points,   unbounded,      swinging};
    way[d->id % (sizeof way / sizeof *way)](d);
}
