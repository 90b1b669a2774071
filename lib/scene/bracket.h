/* When do two bodies of a scene first touch? Bracketed by a search of its own: it judges the solver
 * (solve.h), and shares nothing with it but the scene and its tapes.
 *
 * Contact alone is looked for, no tangency: boxes of the parameters of both bodies and of times are shown to
 * hold no common point. So it needs no second derivatives, and sees all that tangency would miss; but it gets
 * nowhere near a contact. It is asked whether there is none until a little before one that is claimed. */
#ifndef CCDQ_SCENE_BRACKET_H
#define CCDQ_SCENE_BRACKET_H

#include "scene.h"

struct bracket_answer {
    /* There is no contact of the pair in [start, proven), of those that count (no tracked ones). +inf: none
     * until the end of the question; -inf: nothing can be said, as two implicit bodies have no bounds. */
    double proven;
    /* There is a common point of the boundaries at this time, here in the world; +inf: none is proven. */
    double contact;
    struct interval where[3];
    uint64_t looks; /* at boxes */
};

/* The default of the budget. */
enum { BRACKET_LOOKS = 1 << 18 };

/* For the times from the scene's start to `until`, of at most so many looks, 0: the default. false: memory is
 * out. */
bool bracket_pair(const struct scene *scene, uint32_t pair, double until, uint64_t max_looks,
                  struct bracket_answer *answer);

/* Whether two bodies touch for certain at the time t: a common point of their boundaries is sought by
 * Newton's method from the parameters w of two faces, or of implicit bodies from the point x of the world,
 * and proven by Krawczyk's test. */
bool bracket_touches(const struct scene *scene, uint32_t pair, const size_t face[2], const double w[4],
                     const double x[3], double t);

/* Whether one of two bodies, whose boundaries do not meet at the start, is inside the other then: 1, 0, or
 * -1: not known. By quadrature for solids made of faces, so no proof. bracket_inside.c */
int bracket_holds(const struct scene *scene, uint32_t pair);

#endif
