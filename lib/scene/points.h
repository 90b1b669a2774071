/* Problems of pieces given by points, S1(p1, t) - S2(p2, t) = 0: what the looks at a box share.
 *
 * Columns are the problem's variables: the parameters of the first piece, those of the second, the time. */
#ifndef CCDQ_SCENE_POINTS_H
#define CCDQ_SCENE_POINTS_H

#include "forms.h"

/* Piece i over a region, up to an order. The look is there until another region is looked at. */
const struct points_look *points_look(const struct problem *p, int i, enum points_where where,
                                      const struct region *region, enum tape_order order,
                                      struct problem_work *work);

/* Looks at both pieces over a box: false: they have no points there, or their boxes do not meet. */
bool points_overlap(const struct problem *p, const struct region *box, enum tape_order order,
                    const struct points_look *over[2], struct problem_work *work);

/* Whether no state says that some bounds are IVAL_ENTIRE. */
static inline bool points_all_bounded(unsigned state)
{
    return !(state & (TAPE_UNBOUNDED | TAPE_KINK));
}

/* The column of variable k of a piece: of a parameter, or the time (k = the number of parameters). */
static inline unsigned points_column(const struct problem *p, int i, unsigned k)
{
    if (k == p->piece[i]->parameters) return p->variables - 1;
    return i == 0 ? k : p->piece[0]->parameters + k;
}

/* The variable of the tape that this is. */
static inline unsigned points_variable(const struct piece *piece, unsigned k)
{
    return k == piece->parameters ? 2 : piece->variable[k];
}

/* The middle of a region, as a region. */
static inline struct region points_middle(const struct problem *p, const struct region *box)
{
    struct region middle = *box;
    for (unsigned j = 0; j < p->variables; j++) middle.x[j] = ival_point(ival_middle(box->x[j]));
    return middle;
}

/* What of S1 - S2 is bounded: the value and all first derivatives of coordinate k. */
bool points_usable(const struct problem *p, const struct points_look *const look[2], int k);

/* First derivatives of coordinate k of S1 - S2, by column. */
void points_gradient(const struct problem *p, const struct points_look *const look[2], int k,
                     ival row[PROBLEM_VARIABLES]);

/* The tangent of a piece by its parameter k, at about the middle of what the look is over. */
void points_tangent(const struct piece *piece, const struct points_look *look, unsigned k, double x[3]);

/* A unit vector that is about normal to both; false: there is none. */
bool points_unit_cross(const double u[3], const double v[3], double n[3]);

/* Unit vectors along which the pieces are apart or together, not beside each other: about the normals of
 * faces, and of two edges the normal of both. Returns how many. The look is of first derivatives, bounded. */
unsigned points_directions(const struct problem *p, const struct points_look *const look[2], double n[2][3]);

/* The normal Su x Sv of a face, from its first derivatives. */
static inline void points_normal(const struct jet point[3], ival normal[3])
{
    const ival u[3] = {point[0].d[0], point[1].d[0], point[2].d[0]};
    const ival v[3] = {point[0].d[1], point[1].d[1], point[2].d[1]};
    ival_cross(u, v, normal);
}

/* The incoming constraints (Eq. 3, 10, 12), as far as outward directions are known: false: they hold nowhere
 * in the box. `certain`: they hold in all of it. `look` is of first derivatives over the box. */
bool points_incoming(const struct problem *p, const struct region *box,
                     const struct points_look *const look[2], bool *certain, struct problem_work *work);

/* Bounds of the outward normal of a side of piece i over a box; false: there are none. `look` is of first
 * derivatives of the piece there. */
bool points_outward(const struct problem *p, int i, const struct piece_side *side, const struct region *box,
                    const struct points_look *look, ival normal[3], struct problem_work *work);

#endif
