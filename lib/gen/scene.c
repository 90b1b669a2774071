/* The table of families of scenes, and what they share. */
#include "scene.h"
#include "turn.h"
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

enum { ANY = 1 }; /* there is one kind of them */

#define FAMILY(word, line, function)                                                                         \
    {                                                                                                        \
        .name = word, .summary = line, .types = ANY, .write_scene = function                                 \
    }

const struct gen_family gen_scene_families[] = {
    FAMILY("torus-cone", "a torus comes down over a cone: a circle, at a known time", write_torus_cone),
    FAMILY("tori-two-points", "an upright torus in the hole of a lying one: two points, at a known time",
           write_tori_two_points),
    FAMILY("tori-circle", "a torus comes down on another one: a circle, at a known time", write_tori_circle),
    FAMILY("bumpy", "two bumpy spheres that turn: one point", write_bumpy),
    FAMILY("tube-cushion", "a tube that waves, on a cushion: a closed curve, at a known time",
           write_tube_cushion),
    FAMILY("checkerboard", "a wavy body on a raised checkerboard: eight flat patches, at a known time",
           write_checkerboard),
    FAMILY("random-bumpy", "two bumpy spheres, all drawn, on a collision course", write_random_bumpy),
    FAMILY("cylinders", "two cylinders in all positions: 25 pairs of faces and edges", write_cylinders),
    {.name = "fruit",
     .summary = "fruits that turn, one by one against a lobster that does not move",
     .types = ANY,
     .write_scene = write_fruit,
     .size = 300},
    FAMILY("known", "spheres, ellipsoids, tori, boxes, cones, hollows at a time that a formula gives",
           write_known),
    FAMILY("degenerate",
           "touching, grazing, overlapping at the start, far, tiny, poles, edges, holes in a domain",
           write_degenerate),
    {.name = NULL},
};

void gen_scene(const struct gen_family *family, uint64_t seed, unsigned size, uint64_t id,
               struct gen_text *text)
{
    struct draft d = {
        .text = text, .rng = rng_at(rng_key(family->name, 'T', seed), id), .id = id, .size = size};
    say(&d, "scene \"%s-%" PRIu64 "\"\n", family->name, id);
    family->write_scene(&d);
    say(&d, "\n");
}

/* ---- Text ---- */

static bool make_room(struct gen_text *text, size_t more)
{
    if (text->room - text->n >= more) return true;
    const size_t room = 2 * text->room + more;
    char *p = realloc(text->p, room);
    if (!p) return false;
    text->p = p;
    text->room = room;
    return true;
}

void say(struct draft *d, const char *format, ...)
{
    struct gen_text *text = d->text;
    va_list ap;
    va_start(ap, format);
    const int n = vsnprintf(NULL, 0, format, ap);
    va_end(ap);
    if (n < 0 || text->lost || !make_room(text, (size_t)n + 1)) {
        text->lost = true;
        return;
    }
    va_start(ap, format);
    vsnprintf(text->p + text->n, (size_t)n + 1, format, ap);
    va_end(ap);
    text->n += (size_t)n;
}

/* ---- Numbers ---- */

double draw(struct draft *d, double lo, double hi)
{
    return floor(rng_real(&d->rng, 1000 * lo, 1000 * hi) + 0.5) / 1000;
}

double pick(struct draft *d, double plain, double lo, double hi)
{
    const double drawn = draw(d, lo, hi);
    return d->id ? drawn : plain;
}

double above(double x)
{
    return (floor(1000 * x) + 1) / 1000;
}

/* ---- Shapes ---- */

const char *draw_form(struct draft *d)
{
    return rng_below(&d->rng, 2) ? "implicit " : "";
}

void say_ground(struct draft *d)
{
    say(d, "body ground = %s\n", rng_below(&d->rng, 2) ? "implicit plane()" : "plane(8, 8)");
    place_body(d);
}

/* ---- Motions ---- */

void draw_around(struct draft *d, const double c[3], double distance, double x[3])
{
    double way[3], square = 0;
    draw_in_ball(way, 1, &d->rng);
    for (int i = 0; i < 3; i++) square += way[i] * way[i];
    for (int i = 0; i < 3; i++) {
        const double far = above(distance * fabs(way[i]) / sqrt(square));
        x[i] = way[i] < 0 ? c[i] - far : c[i] + far;
    }
}

void draw_collision(struct draft *d, double around, double within, double from[2][3], double to[2][3])
{
    for (int i = 0; i < 3; i++) {
        from[1][i] = draw(d, -1, 1);
        to[1][i] = draw(d, -1, 1);
        to[0][i] = to[1][i] + draw(d, -0.5 * within, 0.5 * within);
    }
    draw_around(d, from[1], around, from[0]);
}

void say_spin(struct draft *d, double most)
{
    const int x = rng_int(&d->rng, -3, 3), y = rng_int(&d->rng, -3, 3), z = rng_int(&d->rng, 1, 3);
    const double angle = draw(d, -3, 3), speed = draw(d, -most, most);
    say(d, "\n    turn axis (%d, %d, %d) by %.12g %+.12g*t", x, y, z, angle, speed);
}

void say_move(struct draft *d, const double from[3], const double to[3])
{
    for (int i = 0; i < 3; i++)
        say(d, "%s%.12g %+.12g*t", i ? ", " : "\n    move (", from[i], to[i] - from[i]);
    say(d, ")\n");
}

int draw_quaternion(struct draft *d, int q[4])
{
    int square = 0;
    for (int i = 0; i < 4; i++) {
        q[i] = rng_int(&d->rng, i ? -3 : 1, 3);
        square += q[i] * q[i];
    }
    return square;
}

void quaternion_row(const int q[4], int i, int row[3])
{
    const int *v = q + 1, j = (i + 1) % 3, k = (i + 2) % 3;
    row[i] = q[0] * q[0] + v[i] * v[i] - v[j] * v[j] - v[k] * v[k];
    row[j] = 2 * (v[i] * v[j] - q[0] * v[k]);
    row[k] = 2 * (v[i] * v[k] + q[0] * v[j]);
}

/* ---- The place of a whole scene ---- */

void place_all(struct draft *d)
{
    if (!d->id) return;
    const int square = draw_quaternion(d, d->turn);
    for (int i = 0; i < 3; i++) {
        int row[3];
        quaternion_row(d->turn, i, row);
        d->shift[i] = draw(d, -2, 2);
        say(d, "let place_%c(p, q, s) = (%d*p %+d*q %+d*s)/%d %+.12g\n", "xyz"[i], row[0], row[1], row[2],
            square, d -> shift[i]);
    }
}

void place_body(struct draft *d)
{
    if (!d->turn[0]) return;
    say(d, "    turn quaternion (%d, %d, %d, %d) move (%.12g, %.12g, %.12g)\n", d->turn[0], d->turn[1],
        d->turn[2], d->turn[3], d->shift[0], d->shift[1], d->shift[2]);
}

void expect_set(struct draft *d, const char *u, const char *v, const char *x, const char *y, const char *z)
{
    say(d, "expect set { u in %s v in %s\n", u, v);
    for (int i = 0; i < 3; i++)
        if (d->turn[0])
            say(d, "    %c = place_%c(%s, %s, %s)\n", "xyz"[i], "xyz"[i], x, y, z);
        else
            say(d, "    %c = %s\n", "xyz"[i], i == 0 ? x : i == 1 ? y : z);
    say(d, "}\n");
}

void expect_point(struct draft *d, const char *x, const char *y, const char *z)
{
    expect_set(d, "[0, 1]", "[0, 1]", x, y, z);
}
