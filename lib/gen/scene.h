/* The families of scenes, and what they share. A family writes the text of a scene, in the language of
 * ccd-scene(5), as a function of its numbers: those of scene 0 are the plain ones, of the others they are
 * drawn. All numbers are short decimals; what is known about the first contact is written down as a formula
 * of them.
 */
#ifndef CCDQ_GEN_SCENE_H
#define CCDQ_GEN_SCENE_H

#include "gen.h"
#include "rng.h"

/* A scene that is being written. */
struct draft {
    struct gen_text *text;
    struct rng rng;
    uint64_t id;
    unsigned size;   /* bodies, of a family that says how many it has by default */
    int turn[4];     /* of the whole scene, see place_all: a quaternion, not a unit; or 0 */
    double shift[3]; /* then this */
};

typedef void scene_write(struct draft *d);

/* scene_paper.c: figures of Snyder et al. 1993. */
scene_write write_torus_cone, write_tori_two_points, write_tori_circle, write_bumpy, write_tube_cushion,
    write_checkerboard, write_random_bumpy;

/* scene_cylinders.c: two cylinders meet with faces and edges. */
scene_write write_cylinders;

/* scene_fruit.c: many bodies that move, and one that does not. */
scene_write write_fruit;

/* scene_known.c: a first contact at a time that a formula gives. */
scene_write write_known;

/* scene_degenerate.c: positions and numbers that are special. */
scene_write write_degenerate;

/* Adds text. */
void say(struct draft *d, const char *format, ...) __attribute__((format(__printf__, 2, 3)));

/* A multiple of 0.001 in [lo, hi]; draw: in each scene, pick: the plain one in scene 0. Both take one number
 * of the sequence. */
double draw(struct draft *d, double lo, double hi);
double pick(struct draft *d, double plain, double lo, double hi);

/* The least multiple of 0.001 above x, but for rounding (which may give the one beyond it). */
double above(double x);

/* What stands before a shape: it is given by points, or (implicit) by a function. */
const char *draw_form(struct draft *d);

/* A body `ground`: the plane z = 0, as a sheet or as a half-space. */
void say_ground(struct draft *d);

/* A point at least `distance` from c, in a drawn direction. */
void draw_around(struct draft *d, const double c[3], double distance, double x[3]);

/* Where two bodies are at the times 0 and 1: at least `around` apart, and not more than `within`. */
void draw_collision(struct draft *d, double around, double within, double from[2][3], double to[2][3]);

/* What a body does: turns at up to `most` radians a unit of time about a drawn axis, from a drawn angle on;
 * moves on a line to be `from` at the time 0 and `to` at 1. */
void say_spin(struct draft *d, double most);
void say_move(struct draft *d, const double from[3], const double to[3]);

/* A quaternion of small integers, whose square it returns; row i of its turn's matrix, times that square. */
int draw_quaternion(struct draft *d, int q[4]);
void quaternion_row(const int q[4], int i, int row[3]);

/* Gives the whole scene a turn and a shift, but for scene 0, which has none. Said as functions of the
 * language; comes before what the next two say. */
void place_all(struct draft *d);
/* Applies them to the body that was said last. */
void place_body(struct draft *d);
/* A set of contact points: x, y, z as expressions of u and v in these ranges. */
void expect_set(struct draft *d, const char *u, const char *v, const char *x, const char *y, const char *z);
/* One such point. */
void expect_point(struct draft *d, const char *x, const char *y, const char *z);

#endif
