/* Hundreds of fruits that turn and fly at a lobster, one by one (Snyder et al. 1993, Figures 15 and 16: there
 * its shape comes from a scan; here it is made of blended ellipsoids). */
#include "../num/extremes.h"
#include "scene.h"
#include <math.h>

/* ---- The lobster ----
 *
 * f = 1 - the sum of exp(2 - 2 q) of its parts, with q < 1 inside of a part's ellipsoid. */
struct part {
    double centre[3], half[3];
    bool twice; /* right and left: y and -y */
};

static const struct part parts[] = {{{0, 0, 0}, {0.8, 0.35, 0.3}, false},        /* the body, */
                                    {{0.85, 0, 0.05}, {0.35, 0.22, 0.2}, false}, /* the head, */
                                    {{-0.8, 0, 0}, {0.35, 0.28, 0.22}, false},   /* the tail */
                                    {{-1.2, 0, -0.02}, {0.3, 0.25, 0.2}, false},
                                    {{-1.55, 0, -0.04}, {0.28, 0.22, 0.17}, false},
                                    {{-1.95, 0, -0.05}, {0.28, 0.12, 0.08}, false}, /* and its fan, */
                                    {{-1.9, 0.2, -0.05}, {0.25, 0.15, 0.08}, true},
                                    {{0.95, 0.45, 0}, {0.3, 0.14, 0.12}, true}, /* arms */
                                    {{1.35, 0.7, 0}, {0.3, 0.13, 0.12}, true},
                                    {{1.85, 0.78, 0.05}, {0.42, 0.2, 0.14}, true}, /* and claws, */
                                    {{1.95, 0.48, 0.05}, {0.3, 0.09, 0.09}, true},
                                    {{0.3, 0.6, -0.15}, {0.08, 0.35, 0.08}, true}, /* legs */
                                    {{0, 0.62, -0.15}, {0.08, 0.38, 0.08}, true},
                                    {{-0.3, 0.6, -0.15}, {0.08, 0.35, 0.08}, true}};
enum { PARTS = sizeof parts / sizeof *parts };

static void say_part(struct draft *d, const struct part *part, double side)
{
    say(d, "\n        - exp(2");
    for (int i = 0; i < 3; i++) {
        const double centre = i == 1 ? side * part->centre[i] : part->centre[i];
        say(d, " - %.4g*", 2 / (part->half[i] * part->half[i]));
        if (centre == 0)
            say(d, "%c^2", "xyz"[i]);
        else
            say(d, "(%c %+.12g)^2", "xyz"[i], -centre);
    }
    say(d, ")");
}

static void say_lobster(struct draft *d)
{
    say(d, "implicit shape {\n    f = 1");
    for (int i = 0; i < PARTS; i++) {
        say_part(d, &parts[i], 1);
        if (parts[i].twice) say_part(d, &parts[i], -1);
    }
    say(d, "\n    box [-3, 3] [-1.5, 1.5] [-0.8, 0.8]\n}\nbody lobster = shape\n");
}

/* Whether a ball is certain to be outside: q > CLEAR of all parts in all of it. The sum of the 22 is below 22
 * exp(2 - 2 CLEAR) < 0.9 then, and the four digits of its factors change it by 0.3 % at most. */
#define CLEAR 2.6

static bool is_clear(const double x[3], double radius)
{
    for (int k = 0; k < PARTS; k++) {
        double q = 0;
        for (int i = 0; i < 3; i++) {
            const double at = i == 1 && parts[k].twice ? fabs(x[i]) : x[i];
            const double away = max_of(fabs(at - parts[k].centre[i]) - radius, 0) / parts[k].half[i];
            q += away * away;
        }
        if (q <= CLEAR) return false;
    }
    return true;
}

/* ---- Fruits ---- */

/* Surfaces in balls of radius 1. */
static void say_shapes(struct draft *d)
{
    static const char *const radius[][2] = {
        {"apple", "0.9 - 0.3*cos(v)^2"},
        {"pear", "0.75 - 0.25*cos(v)"},
        /* a superquadric of exponent 4 */
        {"melon", "0.75/sqrt(sqrt((sin(v)*cos(u))^4 + (sin(v)*sin(u))^4 + cos(v)^4))"}};
    for (int i = 0; i < 3; i++) {
        say(d, "surface %s {\n    u in [0, 2*pi] v in [0, pi] closed u pole v0 pole v1 inward\n",
            radius[i][0]);
        say(d, "    let r = %s\n", radius[i][1]);
        say(d, "    x = r*sin(v)*cos(u) y = r*sin(v)*sin(u) z = r*cos(v)\n}\n");
    }
}

/* The shape of a fruit in a ball of this radius. */
static void say_shape(struct draft *d, double radius)
{
    switch (rng_below(&d->rng, 6)) {
    case 0:
        say(d, "apple scale %.12g", radius);
        break;
    case 1:
        say(d, "pear scale %.12g", radius);
        break;
    case 2:
        say(d, "melon scale %.12g", radius);
        break;
    case 3:
        say(d, "ellipsoid(%.12g, %.12g, %.12g)", 0.7 * radius, 0.7 * radius, radius);
        break;
    case 4:
        say(d, "bumpy(%.12g, 0.05, 6, 5)", 0.9 * radius);
        break;
    default:
        say(d, "sphere(%.12g)", radius);
    }
}

/* Cell k of a lattice of cubes around and above the lobster, layer by layer; fruits in cells do not overlap.
 */
enum { CELLS_X = 14, CELLS_Y = 8 };
#define CELL 0.5

static void draw_in_cell(struct draft *d, size_t k, double radius, double x[3])
{
    const size_t at[3] = {k % CELLS_X, k / CELLS_X % CELLS_Y, k / (CELLS_X * CELLS_Y)};
    const double lowest[3] = {-CELL * CELLS_X / 2, -CELL * CELLS_Y / 2, -CELL}, room = CELL / 2 - radius;
    for (int i = 0; i < 3; i++) x[i] = lowest[i] + CELL * ((double)at[i] + 0.5) + draw(d, -room, room);
}

void write_fruit(struct draft *d)
{
    static const double goal[3] = {1.9, 0.6, 0.1};
    say_shapes(d);
    say_lobster(d);
    size_t cell = 0;
    for (unsigned made = 0; made < d->size; cell++) {
        const double radius = draw(d, 0.08, 0.2);
        double from[3], to[3];
        draw_in_cell(d, cell, radius, from);
        if (!is_clear(from, radius)) continue;
        /* Four tenths of the way to a point of the lobster, or near it. */
        for (int i = 0; i < 3; i++)
            to[i] = from[i] + floor(400 * (draw(d, -goal[i], goal[i]) - from[i])) / 1000;
        say(d, "body fruit_%u = ", made);
        say_shape(d, radius);
        say_spin(d, 6);
        say_move(d, from, to);
        say(d, "pair lobster fruit_%u\n", made++);
    }
}
