/* How pairs start: what scene_start does, for those who have the pair's problems already. */
#ifndef CCDQ_SCENE_START_H
#define CCDQ_SCENE_START_H

#include "problem.h"
#include "solve.h"

/* As scene_start, of the pair that the problems are of; points of both boundaries that are within `accuracy`
 * of each other are too near to tell. */
enum scene_start start_of(const struct problem_list *list, const struct scene *scene, uint32_t pair,
                          double accuracy, uint64_t max_iter, double x[3], struct problem_work *work);

#endif
