/* The bracket of the first contact of two bodies: spheres, planes, tori, as faces and as implicit bodies, whose
 * times of contact are known in closed form. */
#include "../../lib/gen/rng.h"
#include "../../lib/scene/bracket.h"
#include "../tap.h"
#include <stdlib.h>

static const double pi = 3.14159265358979323846;

/* ---- Shapes, which move along a line ---- */

struct placing {
    double from[3], by[3]; /* at t = 0; in a unit of time */
};

enum shape { SPHERE, PLATE, TORUS };

struct thing {
    enum shape shape;
    double size, thick; /* radius; half a side; radii of a torus, about the z axis */
    struct placing at;
    bool implicit;
};

static int linear(struct tape *tape, double from, double by, unsigned time)
{
    return tape_binary(tape, TAPE_ADD, tape_number(tape, from),
                       tape_binary(tape, TAPE_MUL, tape_number(tape, by), tape_variable(tape, time)));
}

static int times(struct tape *tape, int a, int b)
{
    return tape_binary(tape, TAPE_MUL, a, b);
}

static int plus(struct tape *tape, int a, int b)
{
    return tape_binary(tape, TAPE_ADD, a, b);
}

static int minus(struct tape *tape, int a, double b)
{
    return tape_binary(tape, TAPE_SUB, a, tape_number(tape, b));
}

static void surface_nodes(struct tape *tape, const struct thing *thing, int x[3])
{
    const int u = tape_variable(tape, 0), v = tape_variable(tape, 1), r = tape_number(tape, thing->size);
    const int cu = tape_unary(tape, TAPE_COS, u), su = tape_unary(tape, TAPE_SIN, u);
    const int cv = tape_unary(tape, TAPE_COS, v), sv = tape_unary(tape, TAPE_SIN, v);
    if (thing->shape == SPHERE) {
        x[0] = times(tape, r, times(tape, sv, cu));
        x[1] = times(tape, r, times(tape, sv, su));
        x[2] = times(tape, r, cv);
    } else if (thing->shape == TORUS) {
        const int tube = tape_number(tape, thing->thick), away = plus(tape, r, times(tape, tube, cv));
        x[0] = times(tape, away, cu);
        x[1] = times(tape, away, su);
        x[2] = times(tape, tube, sv);
    } else {
        x[0] = u;
        x[1] = v;
        x[2] = tape_number(tape, 0);
    }
}

static struct scene_face *face_of(const struct thing *thing)
{
    struct scene_face *face = calloc(1, sizeof *face);
    int x[3];
    face->map = (struct tape){.variables = 3};
    surface_nodes(&face->map, thing, x);
    for (int k = 0; k < 3; k++)
        tape_output(&face->map, plus(&face->map, x[k], linear(&face->map, thing->at.from[k], thing->at.by[k], 2)));
    const struct interval round = {0, 2 * pi}, half = {0, pi}, side = {-thing->size, thing->size};
    face->u = thing->shape == PLATE ? side : round;
    face->v = thing->shape == PLATE ? side : thing->shape == SPHERE ? half : round;
    return face;
}

/* Of x, y, z of the body's own space. */
static int function_of(struct tape *tape, const struct thing *thing, const int x[3])
{
    int square[3];
    if (thing->shape == PLATE) return x[2];
    for (int k = 0; k < 3; k++) square[k] = tape_power(tape, x[k], 2);
    const int flat = plus(tape, square[0], square[1]);
    if (thing->shape == SPHERE) return minus(tape, plus(tape, flat, square[2]), thing->size * thing->size);
    const int away = minus(tape, tape_unary(tape, TAPE_SQRT, flat), thing->size);
    return minus(tape, plus(tape, tape_power(tape, away, 2), square[2]), thing->thick * thing->thick);
}

static void implicit_of(const struct thing *thing, struct scene_body *body)
{
    int own[3];
    body->implicit = body->solid = true;
    body->map = body->place = (struct tape){.variables = 4};
    for (int k = 0; k < 3; k++) {
        const double reach = thing->size + thing->thick;
        const int shift = linear(&body->map, thing->at.from[k], thing->at.by[k], 3);
        own[k] = tape_binary(&body->map, TAPE_SUB, tape_variable(&body->map, (unsigned)k), shift);
        tape_output(&body->place, plus(&body->place, tape_variable(&body->place, (unsigned)k),
                                       linear(&body->place, thing->at.from[k], thing->at.by[k], 3)));
        body->box[k] = thing->shape == PLATE ? BRACKET_ALL : (struct interval){-1.01 * reach, 1.01 * reach};
    }
    const int f = function_of(&body->map, thing, own);
    tape_output(&body->map, f);
    tape_output(&body->map, f);
}

static void body_of(const struct thing *thing, struct scene_body *body)
{
    if (thing->implicit) {
        implicit_of(thing, body);
        return;
    }
    body->face = face_of(thing);
    body->faces = 1;
    body->solid = thing->shape != PLATE;
}
