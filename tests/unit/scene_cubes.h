/* Solids with edges and vertices for tests: cubes, whose faces run in any directions, and cylinders. */
#ifndef TEST_SCENE_CUBES_H
#define TEST_SCENE_CUBES_H

#include "scene_shapes.h"

/* How a body is turned and moves: x = turn y + at + velocity (t - 1/2). */
struct motion {
    double turn[3][3], at[3], velocity[3];
};

static const struct motion still = {.turn = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};

/* Makes x the outputs of a finished tape, moved. */
static inline void finish(struct tape *t, const int y[3], const struct motion *motion)
{
    for (int k = 0; k < 3; k++) {
        int x = line(t, motion->velocity[k], tape_variable(t, 2), motion->at[k] - 0.5 * motion->velocity[k]);
        for (int j = 0; j < 3; j++) x = plus(t, x, times(t, tape_number(t, motion->turn[k][j]), y[j]));
        tape_output(t, x);
    }
    tape_finish(t);
}

static inline void body_free(struct scene_body *body)
{
    for (size_t i = 0; i < body->faces; i++) tape_free(&body->face[i].map);
    free(body->face);
    free(body->edge);
    free(body->vertex);
}

/* Where the corners of a face of the cube [-1, 1]^3 are, by [at u1][at v1]. */
struct square_face {
    double corner[2][2][3];
};

/* Face `side` of the cube, u and v along its borders in some order and direction; whether its normal points
 * inward then. */
static inline bool some_square(struct rng *rng, int side, struct square_face *square)
{
    const int axis = side / 2;
    const bool swap = rng_below(rng, 2), back[2] = {rng_below(rng, 2), rng_below(rng, 2)};
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) {
            double *x = square->corner[i][j];
            x[axis] = side % 2 ? 1 : -1;
            x[(axis + 1) % 3] = (swap ? j : i) != back[0] ? 1 : -1;
            x[(axis + 2) % 3] = (swap ? i : j) != back[1] ? 1 : -1;
        }
    return (swap + back[0] + back[1] + (side % 2 == 0)) % 2 == 1;
}

/* An end of a border. */
static const double *border_end(const struct square_face *square, int border, bool end)
{
    const int fixed = border / 2, upper = border % 2;
    return fixed == 0 ? square->corner[upper][end] : square->corner[end][upper];
}

static inline bool same(const double a[3], const double b[3])
{
    return a[0] == b[0] && a[1] == b[1] && a[2] == b[2];
}

static inline void join_borders(struct scene_body *body, const struct square_face square[6])
{
    for (uint32_t f = 0; f < 6; f++)
        for (uint32_t g = 0; g < f; g++)
            for (int b = 0; b < 4; b++)
                for (int c = 0; c < 4; c++)
                    for (int reversed = 0; reversed < 2; reversed++)
                        if (same(border_end(&square[f], b, 0), border_end(&square[g], c, reversed)) &&
                            same(border_end(&square[f], b, 1), border_end(&square[g], c, !reversed)))
                            body->edge[body->edges++] =
                                (struct scene_edge){f, (uint8_t)b, g, (uint8_t)c, reversed};
}

/* The cube's eight corners, each as one of a face that has it. */
static inline void name_corners(struct scene_body *body)
{
    for (uint32_t f = 0; f < 2; f++)
        for (int i = 0; i < 2; i++)
            for (int j = 0; j < 2; j++) body->vertex[body->vertices++] = (struct scene_vertex){f, i, j};
}

static inline struct scene_body cube(struct rng *rng, const struct motion *motion)
{
    struct scene_body body = {.solid = true, .faces = 6};
    struct square_face square[6];
    body.face = calloc(6, sizeof *body.face);
    body.edge = calloc(12, sizeof *body.edge);
    body.vertex = calloc(8, sizeof *body.vertex);
    for (int f = 0; f < 6; f++) {
        struct scene_face *face = &body.face[f];
        const double u0 = rng_int(rng, -2, 2), v0 = rng_int(rng, -2, 2);
        int y[3];
        face->inward = some_square(rng, f, &square[f]);
        face->u = (struct interval){u0, u0 + 2};
        face->v = (struct interval){v0, v0 + 4};
        face->map.variables = 3;
        for (int k = 0; k < 3; k++) {
            const double *at = square[f].corner[0][0];
            const double du = (square[f].corner[1][0][k] - at[k]) / 2,
                         dv = (square[f].corner[0][1][k] - at[k]) / 4;
            y[k] = plus(&face->map,
                        line(&face->map, du, tape_variable(&face->map, 0), at[k] - du * u0 - dv * v0),
                        times(&face->map, tape_number(&face->map, dv), tape_variable(&face->map, 1)));
        }
        finish(&face->map, y, motion);
    }
    join_borders(&body, square);
    name_corners(&body);
    return body;
}

/* Of radius 1, z in [-1, 1]: its side, and two discs whose angle runs the other way, and slower. */
static inline struct scene_body cylinder(void)
{
    const double turn = 2 * acos(-1.0);
    struct scene_body body = {.solid = true, .faces = 3, .edges = 2};
    body.face = calloc(3, sizeof *body.face);
    body.edge = calloc(2, sizeof *body.edge);
    for (uint32_t f = 0; f < 3; f++) {
        struct scene_face *face = &body.face[f];
        struct tape *t = &face->map;
        t->variables = 3;
        const int u = tape_variable(t, 0), v = tape_variable(t, 1);
        const int angle = f == 0 ? u : line(t, -turn, v, turn), r = f == 0 ? tape_number(t, 1) : u;
        const int y[3] = {times(t, r, tape_unary(t, TAPE_COS, angle)),
                          times(t, r, tape_unary(t, TAPE_SIN, angle)),
                          f == 0 ? v : tape_number(t, f == 1 ? -1 : 1)};
        face->u = f == 0 ? (struct interval){0, turn} : (struct interval){0, 1};
        face->v = f == 0 ? (struct interval){-1, 1} : (struct interval){0, 1};
        face->inward = f == 2;
        finish(t, y, &still);
        if (f > 0) body.edge[f - 1] = (struct scene_edge){f, SCENE_U1, 0, f == 1 ? SCENE_V0 : SCENE_V1, true};
    }
    return body;
}

#endif
