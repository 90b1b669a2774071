/* When and where do the bodies of a scene first touch? Constrained minimisation of the time of contact over
 * all pairs at once (Snyder et al. 1993, sections 3 to 7).
 *
 * t* is the first time at which two bodies of a pair that were apart at the start have a point in common.
 *
 * Only what is proven lowers u: a contact by Theorem 2 in a box about it, or of bodies that are proven to be
 * apart at the start any point that both have at some time, as they did not come to that without a contact. A
 * body is taken to be of one piece: it is not asked whether one of several parts is inside of the other body.
 *
 * Pairs that overlap at the start are reported so and not searched. Pairs with tracked points, and those of
 * which it is not known whether they touch, are searched for contacts that are incoming; of them only proven
 * contacts lower u. */
#ifndef CCDQ_SCENE_SOLVE_H
#define CCDQ_SCENE_SOLVE_H

#include "../ccdq.h"
#include "scene.h"
#include <stdatomic.h>

/* How boxes are narrowed: as section 4 has it, or with what was found since (the default). */
enum scene_newton { SCENE_NEWTON_BEST, SCENE_LEQN, SCENE_KRAWCZYK_MOORE, SCENE_NO_NEWTON };

struct scene_options {
    double simultaneity; /* epsilon: contacts not later than this after the first are reported, in the unit of
                            time; 0: the scene's, or else 1e-3 of its time */
    double separation;   /* delta: singular contacts are at least so far apart, in the unit of length; 0: the
                            scene's, or else 1/50 of the size of the pair's smaller body */
    double accuracy;     /* gamma: a box narrower than this in the world is accepted without a proof; 0: 1e-6
                            of the size of the pair's smaller body. As the paper has it: narrower in all
                            variables (section 9) */
    bool certified;      /* only what is proven lowers the bound u; else as the paper has it (Figure 6) */
    enum scene_newton newton;
    bool no_tangency;     /* contact rows only */
    bool upper;           /* boxes in the order of the upper bounds of their times; else of the lower */
    uint64_t max_iter;    /* iterations (see below) before the answer is unresolved; 0: the default */
    size_t max_mem;       /* bytes of boxes that wait, likewise */
    atomic_ullong *taken; /* counts boxes that were taken out of the queue, while the search goes on; NULL */
};
extern const struct scene_options scene_defaults;
enum { SCENE_ITERATIONS = 1 << 20, SCENE_BYTES = 1 << 28 };

/* How a pair starts. */
enum scene_start {
    SCENE_APART,   /* proven */
    SCENE_OVERLAP, /* proven: boundaries intersect, or one body holds the other */
    SCENE_MEETING, /* neither: they touch, or are too near to tell */
};

/* What is found, in memory that grows; all zero is none. */
struct scene_found {
    struct ccdq_contact
        *contact; /* id 0, step 0; part: bodies; element: as in struct piece; in order of time, then of
                     pair and place. Overlaps at the start have kind CCDQ_CONTACT_OVERLAP. A contact that is
                     not unique stands for all within twice the separation: none of them is earlier than its
                     toi_lo, and its point is one at a time between toi_lo and toi_hi */
    size_t contacts, room;
    uint8_t *start; /* enum scene_start of each pair, in the order given; of tracked ones SCENE_MEETING */
    uint8_t verdict, flags; /* enum ccdq_verdict, ccdq_result_flag: of the whole; overlaps are no contact */
    uint64_t iterations;    /* full evaluations of the constraints (the paper's iterations), */
    uint64_t looks;         /* and boxes looked at in any way */
    size_t waiting;         /* most boxes that ever waited */
    size_t problems;        /* pairs of pieces */
    double toi_lo, toi_hi;  /* as in struct ccdq_result */
};
void scene_found_free(struct scene_found *found);

/* Finds the first contacts of the pairs whose numbers in scene->pair are given, in one search with one bound
 * u for all. false: memory is out (of the system; a search that needs more than max_mem is unresolved). */
bool scene_solve(const struct scene *scene, const uint32_t *pair, size_t pairs,
                 const struct scene_options *options, struct scene_found *found);

/* How a pair starts: a search of its own, over the boundaries at the scene's first time, of at most so many
 * boxes; a point in both boundaries or bodies into x. */
enum scene_start scene_start(const struct scene *scene, uint32_t pair, uint64_t max_iter, double x[3]);

#endif
