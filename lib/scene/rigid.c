/* Motions as nodes of a tape, and bodies that are moved by them. */
#include "rigid.h"
#include "algebra.h"
#include <string.h>

void rigid_start(struct rigid *m)
{
    *m = (struct rigid){.tape = {.variables = 3}};
    const int zero = tape_number(&m->tape, 0), one = tape_number(&m->tape, 1);
    m->scale = one;
    for (int i = 0; i < 3; i++) {
        m->shift[i] = zero;
        for (int j = 0; j < 3; j++) m->turn[i][j] = i == j ? one : zero;
    }
}

void rigid_free(struct rigid *m)
{
    tape_free(&m->tape);
}

bool rigid_is_zero(const struct rigid *m, const int *node, int n)
{
    for (int i = 0; i < n; i++)
        if (!node_is_zero(&m->tape, node[i])) return false;
    return true;
}

void rigid_scale(struct rigid *m, int k)
{
    m->scale = node_mul(&m->tape, m->scale, k);
    for (int i = 0; i < 3; i++) m->shift[i] = node_mul(&m->tape, m->shift[i], k);
}

void rigid_shift(struct rigid *m, const int v[3])
{
    for (int i = 0; i < 3; i++) m->shift[i] = node_add(&m->tape, m->shift[i], v[i]);
}

/* The motion, then the turning Q. */
static void turn(struct rigid *m, int q[3][3])
{
    int old[3][3], shift[3];
    memcpy(old, m->turn, sizeof old);
    memcpy(shift, m->shift, sizeof shift);
    for (int i = 0; i < 3; i++) {
        m->shift[i] = node_dot(&m->tape, q[i], shift);
        for (int j = 0; j < 3; j++)
            m->turn[i][j] = node_dot(&m->tape, q[i], (int[3]){old[0][j], old[1][j], old[2][j]});
    }
}

/* Rodrigues' formula, each entry with cos and sin of the angle once: n n' + cos (1 - n n') + sin [n]. */
void rigid_turn_about(struct rigid *m, const int axis[3], int angle)
{
    struct tape *t = &m->tape;
    const int length = tape_unary(t, TAPE_SQRT, node_dot(t, axis, axis)), one = tape_number(t, 1);
    const int c = tape_unary(t, TAPE_COS, angle), s = tape_unary(t, TAPE_SIN, angle);
    int n[3], q[3][3];
    for (int i = 0; i < 3; i++) n[i] = node_div(t, axis[i], length);
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3, square = node_square(t, n[i]);
        const int product = node_mul(t, node_mul(t, n[i], n[j]), node_sub(t, one, c));
        const int side = node_mul(t, n[k], s);
        q[i][i] = node_add(t, square, node_mul(t, node_sub(t, one, square), c));
        q[i][j] = node_sub(t, product, side);
        q[j][i] = node_add(t, product, side);
    }
    turn(m, q);
}

/* The matrix of q / |q|; its diagonal as 1 - 2 (y y + z z) / |q|^2, so that it is exact for w = 0. */
void rigid_turn_by(struct rigid *m, const int quaternion[4])
{
    struct tape *t = &m->tape;
    const int one = tape_number(t, 1), two = tape_number(t, 2);
    int square[4], half = tape_number(t, 0), q[3][3];
    for (int i = 0; i < 4; i++) half = node_add(t, half, square[i] = node_square(t, quaternion[i]));
    half = node_div(t, half, two);
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        const int product = node_mul(t, quaternion[i + 1], quaternion[j + 1]);
        const int side = node_mul(t, quaternion[0], quaternion[k + 1]);
        q[i][i] = node_sub(t, one, node_div(t, node_add(t, square[j + 1], square[k + 1]), half));
        q[i][j] = node_div(t, node_sub(t, product, side), half);
        q[j][i] = node_div(t, node_add(t, product, side), half);
    }
    turn(m, q);
}

/* ---- Bodies ---- */

enum { RIGID_SCALE, RIGID_TURN, RIGID_SHIFT = 10, RIGID_OUTPUTS = 13 };

static bool finish(struct rigid *m)
{
    bool good = tape_output(&m->tape, m->scale);
    for (int i = 0; i < 9; i++) good = good && tape_output(&m->tape, m->turn[i / 3][i % 3]);
    for (int i = 0; i < 3; i++) good = good && tape_output(&m->tape, m->shift[i]);
    return good;
}

static bool output_three(struct tape *t, const int node[3])
{
    return tape_output(t, node[0]) && tape_output(t, node[1]) && tape_output(t, node[2]) && tape_finish(t);
}

/* The motion's outputs as nodes of another tape, in which t is the variable of this number. */
static bool motion_in(struct tape *to, const struct rigid *m, unsigned t, int node[RIGID_OUTPUTS])
{
    const int input[3] = {0, 0, tape_variable(to, t)}; /* it uses t only */
    return input[2] != TAPE_NONE && tape_graft(to, &m->tape, input, 0, RIGID_OUTPUTS, node);
}

/* s R p + T */
static void move_point(struct tape *t, const int node[RIGID_OUTPUTS], const int p[3], int moved[3])
{
    int scaled[3];
    for (int i = 0; i < 3; i++) scaled[i] = node_mul(t, node[RIGID_SCALE], p[i]);
    for (int i = 0; i < 3; i++)
        moved[i] = node_add(t, node_dot(t, node + RIGID_TURN + 3 * i, scaled), node[RIGID_SHIFT + i]);
}

/* R' (p - T) / s */
static void move_back(struct tape *t, const int node[RIGID_OUTPUTS], const int p[3], int moved[3])
{
    int from[3];
    for (int i = 0; i < 3; i++) from[i] = node_sub(t, p[i], node[RIGID_SHIFT + i]);
    for (int i = 0; i < 3; i++) {
        const int column[3] = {node[RIGID_TURN + i], node[RIGID_TURN + 3 + i], node[RIGID_TURN + 6 + i]};
        moved[i] = node_div(t, node_dot(t, column, from), node[RIGID_SCALE]);
    }
}

/* Variables 0 to n - 1 of a tape as nodes. */
static void variables(struct tape *t, unsigned n, int node[])
{
    for (unsigned i = 0; i < n; i++) node[i] = tape_variable(t, i);
}

static bool place_face(const struct rigid *m, const struct scene_face *from, struct scene_face *face)
{
    int input[3], p[3], node[RIGID_OUTPUTS], moved[3];
    struct tape *const tape[2] = {&face->rest, &face->map};
    *face = (struct scene_face){.u = from->u, .v = from->v, .inward = from->inward};
    if (from->name && !(face->name = strdup(from->name))) return false;
    for (int k = 0; k < 2; k++) {
        tape[k]->variables = 3;
        variables(tape[k], 3, input);
        if (!tape_graft(tape[k], &from->map, input, 0, 3, p) || !motion_in(tape[k], m, 2, node)) return false;
        if (k == 0)
            for (int i = 0; i < 3; i++) moved[i] = node_mul(tape[k], node[RIGID_SCALE], p[i]);
        else
            move_point(tape[k], node, p, moved);
        if (!output_three(tape[k], moved)) return false;
    }
    return true;
}

static bool place_implicit(const struct rigid *m, const struct scene_body *shape, struct scene_body *body)
{
    struct tape *const f = &body->map, *const place = &body->place;
    int input[4], node[RIGID_OUTPUTS], moved[3];
    f->variables = place->variables = 4;
    variables(place, 4, input);
    if (!motion_in(place, m, 3, node)) return false;
    move_point(place, node, input, moved);
    if (!output_three(place, moved)) return false;
    variables(f, 4, input);
    if (!motion_in(f, m, 3, node)) return false;
    move_back(f, node, input, moved);
    memcpy(input, moved, sizeof moved);
    memcpy(body->box, shape->box, sizeof body->box);
    return scene_graft_outputs(f, &shape->map, input);
}

static bool place_faces(const struct rigid *m, const struct scene_body *shape, struct scene_body *body)
{
    if (!scene_body_room(body, shape->faces, shape->edges, shape->vertices)) return false;
    for (size_t i = 0; i < shape->faces; i++, body->faces++)
        if (!place_face(m, &shape->face[i], &body->face[i])) return body->faces++, false;
    for (size_t i = 0; i < shape->edges; i++) body->edge[body->edges++] = shape->edge[i];
    for (size_t i = 0; i < shape->vertices; i++) body->vertex[body->vertices++] = shape->vertex[i];
    return true;
}

bool rigid_place(struct rigid *m, const struct scene_body *shape, struct scene_body *body)
{
    int node[RIGID_OUTPUTS];
    body->implicit = shape->implicit;
    body->solid = shape->solid;
    body->origin.variables = 3;
    if (!finish(m) || !motion_in(&body->origin, m, 2, node) ||
        !output_three(&body->origin, node + RIGID_SHIFT))
        return false;
    return (shape->implicit ? place_implicit : place_faces)(m, shape, body);
}
