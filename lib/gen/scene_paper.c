/* Figures of Snyder et al. 1993 (1, 5, 12 to 14), with sizes and motions of our own: the paper gives none. */
#include "scene.h"
#include <math.h>
#include <stdio.h>

/* ---- Tori (Figures 1 and 5) ---- */

/* A torus that comes down onto another body, or one: at `start` in the beginning. It turns about its axis,
 * which changes nothing, but for scene 0. */
static void say_ring(struct draft *d, const char *turned, double start)
{
    const double spin = draw(d, -3, 3);
    say(d, "body ring = torus(major, minor)\n");
    if (d->id) say(d, "    turn axis (0, 0, 1) by %.12g*t\n", spin);
    say(d, "%s    move (0, 0, %.12g - speed*t)\n", turned, start);
    place_body(d);
}

/* Where a body starts that goes down with `speed`, to touch at the height `down` after about `when`. */
static double start_of(double down, double speed, double when)
{
    return above(down + speed * when);
}

/* In a half-plane through the axis the ring is a disc and the hat a line, whose distance is all that counts:
 * the hat is convex, so that its nearest point is in this half-plane, and on the line, not at its ends. */
void write_torus_cone(struct draft *d)
{
    const double base = pick(d, 1, 0.8, 1.2), height = pick(d, 1.5, 0.8, 2);
    const double major = pick(d, 0.5, 0.4, 0.6), minor = pick(d, 0.2, 0.1, 0.3);
    const double speed = pick(d, 1.5, 0.5, 3), when = pick(d, 0.6, 0.1, 0.9);
    const double slant = sqrt(1 / (base * base) + 1 / (height * height));
    const double start = start_of(height * (1 - major / base + minor * slant), speed, when);
    say(d, "separation 0.1\n");
    say(d, "let major = %.12g  let minor = %.12g  let base = %.12g  let height = %.12g  let speed = %.12g\n",
        major, minor, base, height, speed);
    say(d, "let slant = sqrt(1/base^2 + 1/height^2)\n");
    say(d, "let down = height*(1 - major/base + minor*slant)  # the ring, when it touches\n");
    say(d, "let far = major - minor/(base*slant)              # the contact, from the axis\n");
    place_all(d);
    say_ring(d, "", start);
    say(d, "body hat = cone(base, height)\n");
    place_body(d);
    say(d, "expect time (%.12g - down)/speed\n", start);
    expect_set(d, "[0, 2*pi]", "[0, 1]", "far*cos(u)", "far*sin(u)", "height*(1 - far/base)");
}

/* The two circles in the tubes' middles come as near as |sqrt(lying^2 + height^2) - major|, which they do at
 * two points, right and left in the upper one's plane. */
void write_tori_two_points(struct draft *d)
{
    const double lying = pick(d, 0.7, 0.6, 0.8), thick = pick(d, 0.25, 0.1, 0.3);
    const double major = pick(d, 0.7, 0.6, 0.8), minor = pick(d, 0.25, 0.1, 0.3);
    const double speed = pick(d, 1.2, 0.5, 3), when = pick(d, 0.5, 0.1, 0.9);
    const double turn = pick(d, 0, 0, 3), spin = draw(d, -3, 3);
    const double reach = major + minor + thick;
    const double start = start_of(sqrt(reach * reach - lying * lying), speed, when);
    say(d, "let major = %.12g  let minor = %.12g  let lying = %.12g  let thick = %.12g  let speed = %.12g\n",
        major, minor, lying, thick, speed);
    say(d, "let reach = major + minor + thick\n");
    say(d, "let down = sqrt(reach^2 - lying^2)  # the upper one, when it touches\n");
    say(d, "let far = lying*(1 - thick/reach)   # the contacts, from the middle\n");
    say(d, "let angle = %.12g\n", turn);
    place_all(d);
    say_ring(d, "    turn quaternion (1, 0, 1, 0) turn axis (0, 0, 1) by angle\n", start);
    say(d, "body ground = torus(lying, thick)\n");
    if (d->id) say(d, "    turn axis (0, 0, 1) by %.12g*t\n", spin);
    place_body(d);
    say(d, "expect time (%.12g - down)/speed\nexpect points 2\n", start);
    expect_point(d, "-far*sin(angle)", "far*cos(angle)", "down*thick/reach");
    expect_point(d, "far*sin(angle)", "-far*cos(angle)", "down*thick/reach");
}

void write_tori_circle(struct draft *d)
{
    const double lying = pick(d, 0.7, 0.6, 0.8), thick = pick(d, 0.25, 0.2, 0.3);
    const double major = pick(d, 0.7, 0.6, 0.8), minor = pick(d, 0.25, 0.2, 0.3);
    const double speed = pick(d, 1.2, 0.5, 3), when = pick(d, 0.5, 0.1, 0.9);
    const double reach = minor + thick, aside = major - lying;
    const double start = start_of(sqrt(reach * reach - aside * aside), speed, when);
    say(d, "separation 0.1\n");
    say(d, "let major = %.12g  let minor = %.12g  let lying = %.12g  let thick = %.12g  let speed = %.12g\n",
        major, minor, lying, thick, speed);
    say(d, "let reach = minor + thick\n");
    say(d, "let down = sqrt(reach^2 - (major - lying)^2)      # the ring, when it touches\n");
    say(d, "let far = lying + (major - lying)*thick/reach     # the contact, from the axis\n");
    place_all(d);
    say_ring(d, "", start);
    say(d, "body ground = torus(lying, thick)\n");
    place_body(d);
    say(d, "expect time (%.12g - down)/speed\n", start);
    expect_set(d, "[0, 2*pi]", "[0, 1]", "far*cos(u)", "far*sin(u)", "down*thick/reach");
}

/* ---- Bumpy spheres (Figure 12) ---- */

void write_bumpy(struct draft *d)
{
    const double amplitude = pick(d, 0.1, 0.05, 0.15), speed = pick(d, 1.5, 1.3, 1.9);
    const double spin = pick(d, 1, -3, 3), other_spin = pick(d, -1, -3, 3);
    const double y = pick(d, 0.2, -0.4, 0.4), z = pick(d, -0.1, -0.4, 0.4);
    const int bumps = d->id ? rng_int(&d->rng, 3, 6) : 4, other_bumps = d->id ? rng_int(&d->rng, 3, 6) : 4;
    say(d, "body left = bumpy(1, %.12g, %d, %d)\n", amplitude, bumps, other_bumps);
    say(d, "    turn axis (1, 2, 3) by %.12g*t move (-1.3 + %.12g*t, 0, 0)\n", spin, speed / 2);
    say(d, "body right = bumpy(1, %.12g, %d, %d)\n", amplitude, other_bumps, bumps);
    say(d, "    turn axis (3, -1, 2) by %.12g*t move (1.3 - %.12g*t, %.12g, %.12g)\n", other_spin, speed / 2,
        y, z);
    /* By bisection of the time, with the least of one's radial function over the other's points. */
    if (!d->id) say(d, "expect time [0.3496781790473, 0.3496781790474]\nexpect points 1\n");
}

/* Radii of 0.5 to 1.5, 2 to 7 bumps around and along. They are apart at the start; at the end the balls
 * overlap that they hold for certain. */
void write_random_bumpy(struct draft *d)
{
    double radius[2], amplitude[2], from[2][3], to[2][3], around = 0, within = 0;
    for (int i = 0; i < 2; i++) {
        radius[i] = draw(d, 0.5, 1.5);
        amplitude[i] = draw(d, 0.02, 0.15);
        around += radius[i] * (1 + amplitude[i]);
        within += radius[i] * (1 - amplitude[i]);
    }
    draw_collision(d, around + draw(d, 0.05, 1), within, from, to);
    for (int i = 0; i < 2; i++) {
        const int about = rng_int(&d->rng, 2, 7), along = rng_int(&d->rng, 2, 7);
        say(d, "body %s = bumpy(%.12g, %.12g, %d, %d)", i ? "right" : "left", radius[i], amplitude[i], about,
            along);
        say_spin(d, 4);
        say_move(d, from[i], to[i]);
    }
}

/* ---- A tube on a cushion (Figure 13) ----
 *
 * The tube lies along a closed curve of the cushion, an ellipsoid. Its cross-sections are ellipses, each in a
 * plane through the normal at a point of the curve, and above the tangent plane there by a height which is 0
 * for all at one time. The cushion is strictly convex, so that they touch at these points, and not before. */
void write_tube_cushion(struct draft *d)
{
    const double a = pick(d, 1.2, 1, 1.4), b = pick(d, 1, 0.8, 1.2), c = pick(d, 0.5, 0.4, 0.7);
    const double thick = pick(d, 0.1, 0.06, 0.12), touch = pick(d, 0.5, 0.1, 0.9);
    const double open = pick(d, 0.6, 0.4, 0.8), wave = pick(d, 0.15, 0.05, 0.2);
    const int bends = d->id ? rng_int(&d->rng, 2, 4) : 3, waves = d->id ? rng_int(&d->rng, 1, 3) : 2;
    say(d, "separation 0.1\n");
    say(d, "let touch = %.12g  let wide = %.12g  let deep = %.12g  let high = %.12g  let thick = %.12g\n",
        touch, a, b, c, thick);
    say(d, "let way(s) = %.12g + %.12g*sin(%d*s)  # the curve: v of the ellipsoid as a function of u\n", open,
        wave, bends);
    place_all(d);
    say(d, "surface hose {\n    u in [0, 2*pi] v in [0, 2*pi] closed u closed v inward\n");
    say(d, "    let w = way(u)\n");
    say(d, "    let nx = sin(w)*cos(u)/wide  let ny = sin(w)*sin(u)/deep  let nz = cos(w)/high\n");
    say(d, "    let n = sqrt(nx^2 + ny^2 + nz^2)\n");
    say(d, "    let up = (touch - t)*(1 + 0.5*sin(%d*u + 3*t)) + thick*(1 + cos(v))\n", waves);
    say(d, "    let across = thick*sin(v)\n");
    say(d, "    x = wide*sin(w)*cos(u) + up*nx/n + across*wide*cos(w)*cos(u)\n");
    say(d, "    y = deep*sin(w)*sin(u) + up*ny/n + across*deep*cos(w)*sin(u)\n");
    say(d, "    z = high*cos(w) + up*nz/n - across*high*sin(w)\n}\n");
    say(d, "body tube = hose\n");
    place_body(d);
    say(d, "body cushion = ellipsoid(wide, deep, high)\n");
    place_body(d);
    say(d, "expect time touch\n");
    expect_set(d, "[0, 2*pi]", "[0, 1]", "wide*sin(way(u))*cos(u)", "deep*sin(way(u))*sin(u)",
               "high*cos(way(u))");
}

/* ---- A checkerboard (Figure 14) ----
 *
 * The floor's raised squares, and the feet of the body, are flat: both are made of squares of max(0, f),
 * which have first derivatives everywhere. All of the body but for its feet is above them, all of the floor
 * but for the raised squares below those. Each foot on a raised square is a patch of contact. */
void write_checkerboard(struct draft *d)
{
    const double part = pick(d, 0.45, 0.4, 0.6), touch = pick(d, 0.5, 0.1, 0.9);
    const double speed = pick(d, 1, 0.5, 2), turn = pick(d, 0.4, -1, 1);
    const double right = pick(d, 0.3, -0.5, 0.5), back = pick(d, -0.2, -0.5, 0.5);
    say(d, "simultaneity 0.001 separation 0.04\n");
    say(d, "let part = %.12g  # of the side of a square that feet have\n", part);
    say(d, "let touch = %.12g  let crest = cos(pi*(1 - part))\n", touch);
    place_all(d);
    say(d, "surface board {\n    u in [0, 1] v in [0, 1] smooth u0 smooth u1 smooth v0 smooth v1\n");
    say(d, "    x = u y = v z = -0.1*max(0, -sin(4*pi*u)*sin(4*pi*v))^2\n}\n");
    say(d, "surface waves {\n    u in [0, 1] v in [0, 1] smooth u0 smooth u1 smooth v0 smooth v1\n");
    say(d, "    x = u - 0.5 y = v - 0.5\n");
    say(d, "    z = 0.1*(max(0, cos(8*pi*u) - crest)^2 + max(0, cos(8*pi*v) - crest)^2)\n}\n");
    say(d, "body ground = board\n");
    place_body(d);
    say(d, "body wavy = waves\n    turn axis (0, 0, 1) by %.12g*(t - touch)\n", turn);
    say(d, "    move (0.5 %+.12g*(t - touch), 0.5 %+.12g*(t - touch), %.12g*(touch - t))\n", right, back,
        speed);
    place_body(d);
    say(d, "expect time touch\n");
    for (int k = 0; k < 16; k++) {
        const int i = k % 4, j = k / 4;
        char u[64], v[64];
        if ((i + j) % 2) continue;
        snprintf(u, sizeof u, "[(%d - part)/8, (%d + part)/8]", 2 * i + 1, 2 * i + 1);
        snprintf(v, sizeof v, "[(%d - part)/8, (%d + part)/8]", 2 * j + 1, 2 * j + 1);
        expect_set(d, u, v, "u", "v", "0");
    }
}
