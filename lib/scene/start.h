/* How pairs start: what scene_start does, for those who have the pair's problems already. */
#ifndef CCDQ_SCENE_START_H
#define CCDQ_SCENE_START_H

#include "problem.h"
#include "solve.h"

/* Faces and single leaves against each other: whether points of contact of this problem can make two
 * boundaries intersect. */
bool start_of_areas(const struct problem *p);

/* What is known of the points of contact of one problem at one time. */
enum start_contact {
    START_NONE,    /* there are none: proven */
    START_CROSSES, /* there is one: proven */
    START_UNKNOWN,
};

/* Looks for one at `time`, depth first, in at most max_iter boxes and points, by which *iterations is counted
 * up; pieces that are within `accuracy` of each other are too near to tell. A point of both into x. Between
 * upward_begin and upward_end. */
enum start_contact start_crossing(const struct problem *p, double time, double accuracy, uint64_t max_iter,
                                  uint64_t *iterations, double x[3], struct problem_work *work);

/* As scene_start, of the pair that the problems are of; points of both boundaries that are within `accuracy`
 * of each other are too near to tell. */
enum scene_start start_of(const struct problem_list *list, const struct scene *scene, uint32_t pair,
                          double accuracy, uint64_t max_iter, double x[3], struct problem_work *work);

#endif
