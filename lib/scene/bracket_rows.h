/* What must be 0 where two bodies touch, over boxes: the functions that the bracket bounds. */
#ifndef CCDQ_SCENE_BRACKET_ROWS_H
#define CCDQ_SCENE_BRACKET_ROWS_H

#include "bracket_tape.h"
#include "scene.h"

enum { BRACKET_PARAMETERS = 4, BRACKET_ROWS = 3, BRACKET_TIME = BRACKET_PARAMETERS };

/* The point of a face at u, v, its derivatives by these and by t (parameter 2); the function of a whole
 * implicit body at a point of the world, its derivatives by x, y, z and t. */
unsigned bracket_face(const struct scene_face *face, const struct interval uv[2], struct interval t,
                      bool derivatives, struct bracket_jet point[3], struct bracket_work *work);
unsigned bracket_function(const struct scene_body *body, const struct interval x[3], struct interval t,
                          bool derivatives, struct bracket_jet *f, struct bracket_work *work);

/* A face or an implicit body, against another one. Contact is, as functions of parameters and the time:
 *   two faces             S1(u1, v1, t) - S2(u2, v2, t) = 0: 4 parameters, 3 rows;
 *   a face and a body     F(S(u, v, t), t) = 0: 2 parameters, 1 row;
 *   two implicit bodies   F1(x, y, z, t) = F2(x, y, z, t) = 0: 3 parameters, 2 rows. */
struct bracket_problem {
    const struct scene *scene;
    uint32_t pair; /* of the scene */
    const struct scene_body *body[2];
    const struct scene_face *face[2]; /* NULL: the body is implicit */
    unsigned parameters, rows;
    struct interval domain[BRACKET_PARAMETERS];
    bool endless; /* of two implicit bodies: neither has bounds, so that there is no domain */
};

/* Makes the problem of two faces of a pair, by their numbers in their bodies; these are not looked at where
 * the bodies are implicit. */
void bracket_problem_make(struct bracket_problem *problem, const struct scene *scene, uint32_t pair,
                          const size_t face[2], struct bracket_work *work);

struct bracket_rows {
    struct interval value[BRACKET_ROWS];
    struct interval by[BRACKET_ROWS][BRACKET_PARAMETERS + 1]; /* derivatives, by t behind the parameters */
    struct interval where[3]; /* points of the box that touch are here in the world */
};

/* Bounds the rows over a box of parameters and times, `by` only where that is asked for. Returns the sum of
 * enum bracket_state. */
unsigned bracket_rows(const struct bracket_problem *problem, const struct interval x[BRACKET_PARAMETERS],
                      struct interval t, bool derivatives, struct bracket_rows *rows,
                      struct bracket_work *work);

/* Whether points that are there at those times do not count: they are outside of the box in which an implicit
 * body is looked at, or for certain within the radius of a tracked point of the pair. */
bool bracket_ignored(const struct bracket_problem *problem, const struct interval where[3], struct interval t,
                     struct bracket_work *work);

/* Whether there is an end to where an implicit body is looked at; whether points of the pair are tracked. */
bool bracket_has_bounds(const struct scene_body *body);
bool bracket_tracks(const struct scene_track *track, const uint32_t pair[2]);

/* Where the points of a body's box, or of a face, are in the world; false: not bounded. */
bool bracket_bounds(const struct scene_body *body, const struct scene_face *face, struct interval t,
                    struct interval world[3], struct bracket_work *work);

/* The same of a whole body. */
bool bracket_box(const struct scene_body *body, struct interval t, struct interval world[3],
                 struct bracket_work *work);

#endif
