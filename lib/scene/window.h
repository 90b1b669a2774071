/* What is known about bodies as wholes: where they are, when they can meet, how they start. All of it is to
 * be called outside of upward_begin and upward_end. */
#ifndef CCDQ_WINDOW_H
#define CCDQ_WINDOW_H

#include "scene.h"

/* A body over the scene's time. */
struct body_bounds {
    ival box[3];   /* of all its points in the world, in all the time; IVAL_ENTIRE where it has no end */
    double radius; /* no point of it is farther from its origin at any time; INFINITY: not known */
};

/* false: memory is out. */
bool body_bounds_make(const struct scene *scene, uint32_t body, struct body_bounds *bounds);

/* Pairs of bodies whose boxes meet, of those in scene->pair (section 7, step 1): their numbers, ascending,
 * into `pair` (room for all), how many into `pairs`. false: memory is out. */
bool window_sweep(const struct scene *scene, const struct body_bounds *bounds, uint32_t *pair, size_t *pairs);

/* The first pair of two implicit bodies of which nothing says where they may touch, as in some direction
 * neither of their boxes has an end; scene->pairs if there is none. Space would be looked at up to
 * IVAL_LARGEST, which ends no search. false: memory is out. */
bool window_endless(const struct scene *scene, size_t *pair);

/* Where an implicit body is looked at, in the world over all the scene's time: a box that holds its `box`
 * wherever it moves; IVAL_ENTIRE where it has no end. Quicker than all of its bounds. false: memory is out.
 */
bool body_place(const struct scene *scene, uint32_t body, ival box[3]);

/* When the bounding spheres of the pair meet (section 6): a part of the scene's time outside of which there
 * is no contact; false: never. */
bool window_time(const struct scene *scene, const struct body_bounds *bounds, uint32_t pair,
                 struct interval *time);

/* Whether a point of the world, known to within x, is in a body at the scene's start: 1 inside, 0 outside, -1
 * not known: it is too near the surface, or that is not closed. Nothing is inside of a sheet. */
int body_holds(const struct scene *scene, uint32_t body, const ival x[3]);

/* A point of the body at the scene's start: false: none is known. */
bool body_point(const struct scene *scene, uint32_t body, ival x[3]);

/* Points of which some are likely to be inside of a solid body at the scene's start: its origin; of an
 * implicit one body_point; else points behind the middle of its first face. false: there is no such point, or
 * memory is out. */
enum { BODY_GUESSES = 6 };
bool body_guess(const struct scene *scene, uint32_t body, unsigned guess, ival x[3]);

#endif
