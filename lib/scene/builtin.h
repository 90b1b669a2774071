/* Shapes that are built in, as tapes. Centred at the origin, with the z axis as their own; each takes an
 * empty body and the numbers that are listed, all of them above 0 but where it is said, and makes a shape
 * as rigid.h has it. All but the plane are solids. false: memory is out. */
#ifndef CCDQ_SCENE_BUILTIN_H
#define CCDQ_SCENE_BUILTIN_H

#include "scene.h"

/* ---- Parametric (builtin.c). Sphere-like ones have u in [0, 2 pi] around the axis and v in [0, pi] from
 * the pole at +z down: their Su x Sv points inward. No edges but where they are named. ---- */

bool builtin_sphere(struct scene_body *body, const double *x);       /* r */
bool builtin_ellipsoid(struct scene_body *body, const double *x);    /* half axes a, b, c */
bool builtin_superquadric(struct scene_body *body, const double *x); /* a, b, c, e1, e2; both e below 2: the
        points of builtin_superquadric_implicit in the directions of a sphere's */
bool builtin_bumpy(struct scene_body *body, const double *x); /* r, amplitude in (-1, 1), whole nu, nv >= 0:
        r (1 + amplitude sin(nu u) sin(nv v)) times a sphere of radius 1 */
bool builtin_torus(struct scene_body *body,
                   const double *x); /* R > r; u around the axis, v around the tube */
bool builtin_cylinder(struct scene_body *body, const double *x); /* r, h: side, top, bottom; 2 edges */
bool builtin_cone(struct scene_body *body, const double *x); /* r, h: side and base, at z = 0; their edge, and
        the apex at z = h as a vertex */
bool builtin_plane(struct scene_body *body,
                   const double *x); /* w, h: a sheet in z = 0, 4 edges, 4 vertices */
bool builtin_box(struct scene_body *body,
                 const double *x); /* lengths a, b, c: 6 faces, 12 edges, 8 vertices */

/* ---- Implicit (builtin_implicit.c): outputs as struct scene_body has them ---- */

bool builtin_ellipsoid_implicit(struct scene_body *body, const double *x);
bool builtin_sphere_implicit(struct scene_body *body, const double *x);
bool builtin_superquadric_implicit(
    struct scene_body *body, const double *x); /* (|x/a|^(2/e2) + |y/b|^(2/e2))^(e2/e1) + |z/c|^(2/e1) - 1 */
bool builtin_torus_implicit(struct scene_body *body, const double *x);
bool builtin_cylinder_implicit(struct scene_body *body, const double *x); /* leaves: side, top, bottom */
bool builtin_cone_implicit(struct scene_body *body, const double *x);     /* leaves: side and base */
bool builtin_plane_implicit(struct scene_body *body, const double *x);    /* the half-space z <= 0 */
bool builtin_box_implicit(struct scene_body *body, const double *x);      /* 6 leaves */

/* (|p[0]/x[0]|^(2/x[4]) + |p[1]/x[1]|^(2/x[4]))^(x[4]/x[3]) + |p[2]/x[2]|^(2/x[3]) */
int builtin_superquadric_sum(struct tape *t, const double *x, const int p[3]);

/* Combinations of implicit bodies (section 2.2). */
enum scene_combination { SCENE_UNION, SCENE_INTERSECTION, SCENE_DIFFERENCE };

/* Their union, their intersection, or the first one without the others, in their world; n >= 1. Looked at in
 * the hull of their boxes, in what those have in common (perhaps nothing: lo > hi), or in the first one. The
 * operands are shapes, and so is what is made. false: memory is out. */
bool scene_combine(struct scene_body *body, enum scene_combination how, const struct scene_body *operand,
                   size_t n);

/* Gives a solid faces where its box cuts it, as an intersection with the box would have: those sides of the
 * box on which the function is not proven to be positive at all times. false: memory is out. */
bool scene_close(struct scene_body *body);

/* Makes a shape of a body that rigid_place made: its box becomes that of all its places over this time (lo =
 * INFINITY where it has none). false: memory is out. */
bool scene_settle(struct scene_body *body, struct interval time);

#endif
