/* Motions of bodies: p -> s R p + T with a scale s > 0, a turning R and a shift T which are functions of t
 * (Snyder et al. 1993, sections 2.1.1 and 2.2). */
#ifndef CCDQ_SCENE_RIGID_H
#define CCDQ_SCENE_RIGID_H

#include "scene.h"

/* The nodes are of `tape`, which has 3 variables; only t, the last, is used. */
struct rigid {
    struct tape tape;
    int scale, turn[3][3], shift[3];
};

/* p -> p. Memory that is out, in this and in what follows, is told by rigid_place only. */
void rigid_start(struct rigid *m);
void rigid_free(struct rigid *m);

/* Whether n nodes of m->tape are the number 0: of an axis or quaternion of no length. */
bool rigid_is_zero(const struct rigid *m, const int *node, int n);

/* What the motion does first, then this: times k > 0; turned by `angle` (radians) about an axis of any length
 * but 0, counter-clockwise where it points at the viewer; turned by the quaternion w, x, y, z of any length
 * but 0; shifted by v. All are nodes of m->tape. */
void rigid_scale(struct rigid *m, int k);
void rigid_turn_about(struct rigid *m, const int axis[3], int angle);
void rigid_turn_by(struct rigid *m, const int quaternion[4]);
void rigid_shift(struct rigid *m, const int v[3]);

/* Moves the shape as the motion says: *body, which is empty, is all of the
 * shape but its name. A face has map = s R p + T and rest = s p, so that |map - origin| = |rest|; an implicit
 * body has f(R' (p - T) / s) and place = s R p + T. A shape is what the reader makes of "surface" or
 * "implicit", and what is built in: a struct scene_body in its own space, whose faces have a map only, and
 * which has no origin and no place; its tapes need not be finished. Once for each motion. false: memory is
 * out. */
bool rigid_place(struct rigid *m, const struct scene_body *shape, struct scene_body *body);

#endif
