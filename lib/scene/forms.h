/* The two forms of a problem behind problem.h: functions of the same meaning for each, and what they work on.
 * lib/scene/problem.c chooses by struct problem.scalars, and adds what both have in common: tracked points.
 */
#ifndef CCDQ_SCENE_FORMS_H
#define CCDQ_SCENE_FORMS_H

#include "../ccdq.h"
#include "problem.h"

/* Looks that are kept: over a box, at its middle, and over the box at one moment. */
enum points_where { POINTS_BOX, POINTS_MIDDLE, POINTS_MOMENT, POINTS_LOOKS };

/* A piece over a box of its tape's variables: looked at once, used until another box is asked for. */
struct points_look {
    const struct piece *piece; /* NULL: nothing yet */
    ival box[3];
    enum tape_order order;
    unsigned state; /* as of tape_eval */
    struct jet point[3];
};

struct problem_work {
    struct tape_work tape; /* fits each tape that the problem needs */
    /* Scalars: room for the outputs of g and of implicit bodies, over a box and at its middle. */
    struct jet *box, *middle;
    size_t jets;
    /* Points: both pieces. */
    struct points_look look[2][POINTS_LOOKS];
};

/* Makes a problem of its two pieces, which are set: its variables, rows of contact and domain; of scalars its
 * tape g. variables = 0: it has no domain, and so no contact. false: memory is out. */
bool points_make(struct problem *p);
bool scalars_make(struct problem *p);

/* As in problem.h, of one form. PROBLEM_TRACKED is not for them. */
bool points_possible(const struct problem *p, struct region *box, unsigned ask, struct problem_work *work);
bool scalars_possible(const struct problem *p, struct region *box, unsigned ask, struct problem_work *work);

bool points_equations(const struct problem *p, const struct region *box, unsigned ask, bool slopes,
                      struct equations *eq, struct problem_work *work);
bool scalars_equations(const struct problem *p, const struct region *box, unsigned ask, bool slopes,
                       struct equations *eq, struct problem_work *work);

double points_width(const struct problem *p, const struct region *box, struct problem_work *work);
void points_world(const struct problem *p, const struct region *box, ival world[3],
                  struct problem_work *work);
void scalars_world(const struct problem *p, const struct region *box, ival world[3],
                   struct problem_work *work);

void points_contact(const struct problem *p, const struct region *at, struct ccdq_contact *c,
                    struct problem_work *work);
void scalars_contact(const struct problem *p, const struct region *at, double reach, struct ccdq_contact *c,
                     struct problem_work *work);

/* Whether some way goes against all of these outward normals, for certain everywhere in their bounds. */
enum { FORMS_SIDES = 16 }; /* of a piece; of one with more nothing is asked */
bool forms_lead_inside(const ival normal[][3], size_t count);

/* Where in a time gap + speed (t - tm) can be 0; false: nowhere. */
bool forms_narrow_time(ival gap, ival speed, double tm, ival *time);

#endif
