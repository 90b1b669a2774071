/* Random bodies that move, for tests of what is known about bodies. */
#ifndef CCDQ_SCENE_BODIES_H
#define CCDQ_SCENE_BODIES_H

#include "../../lib/gen/rng.h"
#include "../../lib/scene/builtin.h"
#include "../../lib/scene/rigid.h"
#include <stdio.h>
#include <stdlib.h>

typedef bool make_shape(struct scene_body *body, const double *x);

struct shape_kind {
    const char *name;
    make_shape *make;
    double x[5]; /* its numbers */
};

static const struct shape_kind shapes[] = {
    {"sphere", builtin_sphere, {1}},
    {"ellipsoid", builtin_ellipsoid, {1, 0.5, 0.75}},
    {"bumpy", builtin_bumpy, {1, 0.1, 4, 5}},
    {"torus", builtin_torus, {1, 0.25}},
    {"superquadric", builtin_superquadric, {1, 0.5, 0.75, 0.5, 0.75}},
    {"box", builtin_box, {1, 2, 0.5}},
    {"cylinder", builtin_cylinder, {0.5, 2}},
    {"cone", builtin_cone, {0.5, 1}},
    {"plane", builtin_plane, {1, 2}},
    {"implicit sphere", builtin_sphere_implicit, {1}},
    {"implicit ellipsoid", builtin_ellipsoid_implicit, {1, 0.5, 0.75}},
    {"implicit torus", builtin_torus_implicit, {1, 0.25}},
    {"implicit superquadric", builtin_superquadric_implicit, {1, 0.5, 0.75, 0.5, 0.75}},
    {"implicit box", builtin_box_implicit, {1, 2, 0.5}},
    {"implicit cylinder", builtin_cylinder_implicit, {0.5, 2}},
    {"implicit cone", builtin_cone_implicit, {0.5, 1}},
    {"implicit plane", builtin_plane_implicit, {0}},
};
enum { SHAPES = sizeof shapes / sizeof *shapes };

/* s R p + T: R turns about an axis by angle[0] + angle[1] (t - t0), T is shift[0] + shift[1] (t - t0), R
 * after a fixed turning by a quaternion. */
struct motion {
    double scale, quaternion[4], axis[3], angle[2], shift[2][3], t0;
};

static const struct motion at_rest = {.scale = 1, .quaternion = {1, 0, 0, 0}, .axis = {0, 0, 1}};

/* a + b (t - t0) as a node. */
static inline int linear_node(struct tape *t, double a, double b, double t0)
{
    if (b == 0) return tape_number(t, a);
    const int since = tape_binary(t, TAPE_SUB, tape_variable(t, 2), tape_number(t, t0));
    return tape_binary(t, TAPE_ADD, tape_number(t, a), tape_binary(t, TAPE_MUL, tape_number(t, b), since));
}

/* Makes a body of the shape; false: memory is out. The shape stays. */
static inline bool move_shape(const struct scene_body *shape, const struct motion *motion,
                              struct scene_body *body)
{
    struct rigid m;
    int node[4];
    rigid_start(&m);
    rigid_scale(&m, tape_number(&m.tape, motion->scale));
    for (int k = 0; k < 4; k++) node[k] = tape_number(&m.tape, motion->quaternion[k]);
    rigid_turn_by(&m, node);
    for (int k = 0; k < 3; k++) node[k] = tape_number(&m.tape, motion->axis[k]);
    rigid_turn_about(&m, node, linear_node(&m.tape, motion->angle[0], motion->angle[1], motion->t0));
    for (int k = 0; k < 3; k++)
        node[k] = linear_node(&m.tape, motion->shift[0][k], motion->shift[1][k], motion->t0);
    rigid_shift(&m, node);
    *body = (struct scene_body){0};
    const bool made = rigid_place(&m, shape, body);
    rigid_free(&m);
    return made;
}

static inline struct motion random_motion(struct rng *rng, double far)
{
    struct motion m = {.scale = rng_real(rng, 0.5, 2), .t0 = 0};
    for (int k = 0; k < 4; k++) m.quaternion[k] = rng_real(rng, -1, 1);
    for (int k = 0; k < 3; k++) m.axis[k] = rng_real(rng, -1, 1);
    for (int i = 0; i < 2; i++) {
        m.angle[i] = rng_real(rng, -4, 4);
        for (int k = 0; k < 3; k++) m.shift[i][k] = rng_real(rng, -far, far);
    }
    return m;
}

static inline bool make_body(const struct shape_kind *kind, const struct motion *motion,
                             struct scene_body *body)
{
    struct scene_body shape = {0};
    const bool made = kind->make(&shape, kind->x) && move_shape(&shape, motion, body);
    scene_body_free(&shape);
    return made;
}

/* Values of a tape's outputs at a point, and all derivatives that are asked for; the states. */
static inline unsigned values_at(const struct tape *tape, const double *x, enum tape_order order,
                                 struct jet *out)
{
    static struct tape_work work; /* of all calls */
    ival at[TAPE_VARIABLES] = {{0}};
    if (!tape_work_fit(&work, tape)) abort();
    const int mode = upward_begin();
    for (unsigned k = 0; k < tape->variables; k++) at[k] = ival_point(x[k]);
    const unsigned state = tape_eval(tape, at, order, out, &work);
    upward_end(mode);
    return state;
}

/* Three outputs as a point; false: they have no value. */
static inline bool point_at(const struct tape *tape, const double *x, double point[3])
{
    struct jet out[3];
    const unsigned state = values_at(tape, x, TAPE_VALUE, out);
    for (int k = 0; k < 3; k++) point[k] = 0.5 * ival_lo(out[k].value) + 0.5 * ival_hi(out[k].value);
    return !(state & (TAPE_EMPTY | TAPE_PARTIAL | TAPE_UNBOUNDED));
}

static inline double length3(const double x[3])
{
    return sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
}

#endif
