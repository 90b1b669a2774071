/* Tapes over boxes, evaluated once more: for the bracket, which judges the solver and so shares the tapes
 * with it, but not what computes with them. In round to nearest, with derivatives in forward mode. */
#ifndef CCDQ_SCENE_BRACKET_TAPE_H
#define CCDQ_SCENE_BRACKET_TAPE_H

#include "bracket_function.h"
#include "tape.h"

enum { BRACKET_DIRECTIONS = 4 };

/* A function over a box of some parameters: its values, and its derivatives by these. Where it has a kink
 * (abs, min, max) they hold all generalized ones (Clarke), with which the mean value theorem is true (Lebourg
 * 1975). */
struct bracket_jet {
    struct interval value;
    struct interval d[BRACKET_DIRECTIONS];
    uint8_t moves; /* bit k: d[k] is there; else it is 0 */
};

enum bracket_state {
    BRACKET_EMPTY = 1,  /* no point of the box has a value */
    BRACKET_BROKEN = 2, /* some point perhaps has none, or the function jumps: derivatives say nothing */
};

/* What an evaluation works on, one a thread; all zero at first. */
struct bracket_work {
    struct bracket_jet *jet;
    size_t room;
};
void bracket_work_free(struct bracket_work *work);

/* A jet of what is known of one parameter: all of x, and that it is parameter k. */
struct bracket_jet bracket_parameter(struct interval x, unsigned k);
struct bracket_jet bracket_constant(struct interval x);

static inline struct interval bracket_derivative(const struct bracket_jet *jet, unsigned k)
{
    return jet->moves & 1U << k ? jet->d[k] : (struct interval){0, 0};
}

/* Evaluates the first n outputs at jets of all the tape's variables; returns the sum of the states that hold.
 * Memory that is out is as if nothing were known: BRACKET_BROKEN, and no bounds. */
unsigned bracket_tape(const struct tape *tape, const struct bracket_jet *variable, size_t n,
                      struct bracket_jet *output, struct bracket_work *work);

/* ---- bracket_series.c ---- */

/* A Chebyshev series, a coordinate of a patch, over a part of their domain: value, and derivatives by their
 * one or two arguments; those of a patch may be NULL. */
void bracket_series(const struct tape *tape, const struct tape_series *series, struct interval x,
                    struct interval *value, struct interval *derivative);
void bracket_patch(const struct tape *tape, const struct tape_patch *patch, int coordinate,
                   const struct interval uv[2], struct interval *value, struct interval derivative[2]);

#endif
