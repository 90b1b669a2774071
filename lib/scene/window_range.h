/* Bounds of what tapes of three outputs do over boxes of their variables, found by looking at smaller and
 * smaller parts of them. */
#ifndef CCDQ_SCENE_WINDOW_RANGE_H
#define CCDQ_SCENE_WINDOW_RANGE_H

#include "tape.h"

/* Points: a tape of three outputs over a box of its variables. */
struct range_part {
    const struct tape *tape;
    ival domain[TAPE_VARIABLES];
};

/* A box that holds the points of all parts, IVAL_ENTIRE where they are not bounded; empty where there is no
 * point. `most` is how often a tape may be evaluated, about. false: memory is out. In upward mode, as the
 * next one. */
bool range_box(const struct range_part *part, size_t parts, size_t most, ival box[3]);

/* No point is farther from 0 than *radius; INFINITY: that is not bounded. */
bool range_radius(const struct range_part *part, size_t parts, size_t most, double *radius);

#endif
