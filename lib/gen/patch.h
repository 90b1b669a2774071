/* The families of pairs of patches, each as gen_family.make_pair, and what they share. */
#ifndef CCDQ_GEN_PATCH_H
#define CCDQ_GEN_PATCH_H

#include "gen.h"
#include "rng.h"

typedef void pair_make(struct gen_pair *pair, struct rng *rng);

/* patch_random.c: uniform numbers. */
pair_make pair_random, pair_rational;

/* patch_touch.c, patch_manifold.c: contacts at a time that is known by construction. */
pair_make pair_touch, pair_manifold;

/* patch_near.c: a gap of 1e-9 that never closes. */
pair_make pair_near;

/* patch_degenerate.c: patches of which parts, or all, are collapsed, flat or folded. */
pair_make pair_degenerate;

/* ---- Control points ---- */

/* The control points one after the other. i, j: which along u and along v; of a triangle the exponents of v
 * and u. Start with {.k = -1}: false behind the last one. */
struct place {
    int i, j, k;
};
bool next_place(const struct gen_patch *patch, struct place *place);

double *point_at(const struct gen_patch *patch, int k);
double *velocity_at(const struct gen_patch *patch, int k);

/* Copies control point k of `from`, a patch of the same shape with other arrays, to point `to` of the patch.
 */
void copy_point(const struct gen_patch *from, int k, const struct gen_patch *patch, int to);

/* Gives each control point the weight 2^exponent (nothing where the shape has no weights). */
void equal_weights(const struct gen_patch *patch, int exponent);

/* Gives each a weight of its own, from 2^-exponent to 2^exponent. */
void random_weights(const struct gen_patch *patch, double exponent, struct rng *rng);

/* Control point k is at `at` at the time tau. */
void put_point(const struct gen_patch *patch, int k, double tau, const double at[3],
               const double velocity[3]);

/* Names the parameters in another order that leaves the patch the same: u and v backwards, or the three
 * corners of a triangle in turn. */
void turn_patch(const struct gen_patch *patch, struct rng *rng);

/* ---- Constructions around a contact, see patch_contact.c ---- */

/* Two patches with the plane z = 0 between them at the time tau, where they touch: `upper` has no z below 0,
 * `lower` none above, and each moves away from the plane backwards in time. */
struct meeting {
    struct gen_patch *upper, *lower;
    double tau;
    double gap;     /* by which the upper one is higher than that: they do not touch */
    int speed;      /* of approach, 0 or more: each of the two has a part of it */
    double spot[3]; /* where they touch: integers, z = 0 */
};

/* Which of the pair is the upper one, and how fast they move. */
void meeting_begin(struct meeting *m, struct gen_pair *pair, double tau, bool approaches, struct rng *rng);

/* The plane patch z = 0 with the spot inside it, or anywhere on it, in rectangles of 4 a control point. */
void put_plate(const struct meeting *m, struct gen_patch *patch, bool inside, struct rng *rng);

/* A patch that touches the plane with one corner, at the spot; with equal weights or any. */
void put_corner(const struct meeting *m, struct gen_patch *patch, struct rng *rng);

/* A patch that touches the plane with its edge u = 0, or v = 0, along y or x, and holds the spot there. */
void put_edge(const struct meeting *m, struct gen_patch *patch, bool edge_of_v, struct rng *rng);

/* A patch that touches the plane where u = u0 and, if `both`, v = v0: its height is a square of the one, or a
 * sum of two. It needs a degree of 2 or more along u (and v). */
void put_bowl(const struct meeting *m, struct gen_patch *patch, bool both, struct rng *rng);
bool can_be_bowl(const struct gen_patch *patch, bool both);

/* A time in [0, end] of a meeting, and the end: both short dyadic numbers. It draws the same, whatever the
 * family and the shapes are. */
double draw_meeting_time(double *end, struct rng *rng);

/* Carries both patches to x = 2^s (M p + o + t w): M, o and w of small integers, M invertible, which keeps
 * contacts and their times; no operation rounds. */
void hide_pair(struct gen_pair *pair, struct rng *rng);

#endif
