/* A pair of pieces of two bodies as equations: the constraints of section 2 and Appendix A of Snyder et al.
 * 1993, for the search of lib/scene/search.c.
 *
 * Its variables are the parameters of the pieces, then the time, which is always the last. There are two
 * forms:
 *
 * points   two pieces given by points, S1(p1, t) and S2(p2, t): faces, edges, vertices against each other
 *          (Eq. 1, 2, 8, 9, 11, 13). 0 to 2 parameters each. Contact: S1 - S2 = 0, three rows.
 * scalars  m functions g of k variables (and of t) which are all 0 at a contact. Leaves of implicit bodies
 * (one where smooth, two along an edge, three at a corner) over x, y, z (Eq. 4, 5), or taken along a piece of
 * a parametric body, g(p, t) = F(S(p, t), t), over its 0 to 2 parameters.
 *
 * Tangency holds at each first contact: no combination of the pieces' motions within themselves separates
 * them. Of scalars: the gradients of g by the k variables are linearly dependent (m = 1: the gradient is 0; m
 * = k = 2 and m = k = 3: a determinant is 0; m = 2, k = 3: a cross product is 0; m > k: no condition). */
#ifndef CCDQ_PROBLEM_H
#define CCDQ_PROBLEM_H

#include "scene.h"

enum { PROBLEM_VARIABLES = 5, PROBLEM_ROWS = 14 };

/* A point or a box of a problem's variables. */
struct region {
    ival x[PROBLEM_VARIABLES];
};

/* A face that a piece of a solid belongs to, and where the piece is on it. */
struct piece_side {
    uint32_t face;
    bool corner[2]; /* u, v: a vertex is there at the upper end; */
    int along;      /* of an edge: which of them runs along it: 0 u, 1 v; the other is at an end, as above */
    bool reversed;  /* it runs against the edge's parameter */
};

/* A piece of a body that problems are made of. */
enum piece_kind { PIECE_FACE, PIECE_EDGE, PIECE_VERTEX, PIECE_LEAVES };

struct piece {
    uint32_t body;
    uint8_t kind; /* enum piece_kind */
    uint32_t
        element; /* its number in its body: faces, then edges, then vertices; of leaves the first one's */
    /* Of a face, edge, vertex: its points; variables that it has not are fixed in it. A face's tape is the
     * body's own. */
    struct tape map;
    unsigned parameters;  /* 0 to 2: */
    unsigned variable[2]; /* of `map` (0: u, 1: v) */
    struct interval domain[2];
    struct interval at[2]; /* u and v where they are fixed */
    /* All faces that it belongs to; none of a sheet, or where they are not all known. Their outward normals
     * tell which contacts are incoming. */
    struct piece_side *side;
    size_t sides;
    /* Of leaves: which ones, up to three, ascending: number 0 is the body's output 1. */
    unsigned leaves, leaf[3];
};

struct problem {
    const struct scene *scene;
    uint32_t pair;                /* of the scene */
    const struct piece *piece[2]; /* of the pair's bodies, in that order */
    bool scalars;                 /* its form */
    unsigned variables, contact;  /* how many; and rows of contact */
    struct region domain;         /* all of it; its time may be shorter than the scene's (window.h) */
    struct tape g, beside, lead;  /* scalars: g, what must hold beside g = 0, and what leads inside: see
                                     scalars.c */
    ival within[3];               /* scalars: where in the world the implicit bodies are looked at */
};

struct problem_list {
    struct piece *piece;
    size_t pieces;
    struct problem *problem;
    size_t problems;
};

/* All problems of a pair, of which each first contact of the pair solves at least one: every set of pieces
 * for which tangency can hold. The list is empty before; false: memory is out. Free it in any case. Problems
 * of faces and single leaves against each other come first: two boundaries intersect at a time only if one of
 * those has points of contact then (not only of tangency). */
bool problem_list_make(struct problem_list *list, const struct scene *scene, uint32_t pair);
void problem_list_free(struct problem_list *list);

/* What a look at a box leaves for the next one; one a thread. */
struct problem_work;
struct problem_work *problem_work_new(void); /* NULL: memory is out */
bool problem_work_fit(struct problem_work *work, const struct problem *problem);
void problem_work_free(struct problem_work *work);

/* ---- All below between upward_begin and upward_end ---- */

enum problem_ask {
    PROBLEM_CONTACT = 1,  /* rows of contact */
    PROBLEM_TANGENCY = 2, /* rows of tangency */
    PROBLEM_FRAME = 4,    /* combinations of the contact rows which say more than they do: along the normals
                             and tangents at the middle */
    PROBLEM_INCOMING = 8, /* the inequalities of Eq. 3, 6, 10, 12: no box is kept in which they cannot hold */
    PROBLEM_TRACKED = 16, /* nor one within a tracked point's radius (Eq. 7) */
    PROBLEM_ANYWAY = 32,  /* equations are made of a box though some function has no zero in it, as Newton's
                             method needs them at a point; false: some function has no value there */
};

/* What a problem says about a box X: each contact x in X solves f(c) + J (x - c) = 0 for some J in
 * `jacobian`, for each row. */
struct equations {
    unsigned rows, variables;
    unsigned contact; /* the first rows, */
    unsigned frame;   /* then these, */
    unsigned tangent; /* then those of tangency */
    double centre[PROBLEM_VARIABLES];
    ival value[PROBLEM_ROWS]; /* f(c); of rows along a frame, with slopes, and what the middle's gradient
                                 leaves out: f(c) + (x - c) H (x - c) / 2 */
    ival jacobian[PROBLEM_ROWS][PROBLEM_VARIABLES];
    /* Whether `jacobian` holds the derivatives everywhere in X, and not only slopes from c (x - c only): what
     * a proof of uniqueness needs. */
    bool derivatives;
    bool certain; /* all that must hold beside g = 0 (other leaves; incoming where asked) holds for certain
                     in all of X */
};

/* Looks at values only, then at first derivatives (mean value forms), then at how fast the pieces move apart
 * or towards each other: false: there is no contact in the box, for certain. May narrow the box's time. What
 * is asked: PROBLEM_CONTACT, perhaps with TRACKED and INCOMING. */
bool problem_possible(const struct problem *p, struct region *box, unsigned ask, struct problem_work *work);

/* Makes the equations of a box, linear about its middle. Each function is bounded by its natural and by its
 * mean value or Taylor form; false: one of them has no zero in the box, so that there is no contact in it.
 * Rows whose derivatives are not bounded are left out (rows = 0: none can be used). `slopes`: entries of the
 * contact rows may be slopes, which are tighter. */
bool problem_equations(const struct problem *p, const struct region *box, unsigned ask, bool slopes,
                       struct equations *eq, struct problem_work *work);

/* How much a contact row may change over the box by the variable that it depends on the most: the unit in
 * which rows are compared that have each one of their own, as scalar functions do. 1 for others. */
double problem_row_unit(const struct problem *p, const struct equations *eq, const struct region *box,
                        unsigned i);

/* How much the contact rows change over the box by each variable: the largest of |J| times the width. */
void problem_spread(const struct problem *p, const struct equations *eq, const struct region *box,
                    double spread[PROBLEM_VARIABLES]);

/* The most that the points of either piece differ by over the box, along an axis of the world. */
double problem_width(const struct problem *p, const struct region *box, struct problem_work *work);

/* Bounds of the points in the box that both pieces may have, in the world. */
void problem_world(const struct problem *p, const struct region *box, ival world[3],
                   struct problem_work *work);

/* The contact at a region that is as good as a point, without a proof: everything of c but id, step, part,
 * verdict and times; of the flags CCDQ_CONTACT_DEGENERATE, where the pieces do not define the normal. The
 * contact itself may be as far from the point as `reach`: of leaves, no normal is defined where their
 * gradients are not about the same as far as that. Parameters: of the first piece w[0], w[1], of the second
 * w[2], w[3] (u, v of the face that the piece is of; 0 of leaves). The distance is a bound of how far apart
 * the pieces' points are (scalars: |g| / |grad g|). */
struct ccdq_contact;
void problem_contact(const struct problem *p, const struct region *at, double reach, struct ccdq_contact *c,
                     struct problem_work *work);

#endif
