/* Built-in shapes by their points. */
#include "builtin.h"
#include "algebra.h"
#include <stdlib.h>
#include <string.h>

/* Outward of [0, pi] and [0, 2 pi]. */
static const struct interval half_turn = {0, 0x1.921fb54442d19p+1}, full_turn = {0, 0x1.921fb54442d19p+2};

/* A face whose point has these coordinates as nodes of its map; the body has room. */
static struct tape *start_face(struct scene_body *body, const char *name, struct interval u,
                               struct interval v, bool inward)
{
    struct scene_face *face = &body->face[body->faces++];
    *face =
        (struct scene_face){.name = strdup(name), .u = u, .v = v, .inward = inward, .map = {.variables = 3}};
    return face->name ? &face->map : NULL;
}

static bool end_face(struct tape *t, int x, int y, int z)
{
    return tape_output(t, x) && tape_output(t, y) && tape_output(t, z);
}

static int scaled(struct tape *t, double k, int a)
{
    return node_mul(t, tape_number(t, k), a);
}

/* cos u and sin u, or cos v and sin v. */
static void circle(struct tape *t, unsigned variable, int *c, int *s)
{
    const int angle = tape_variable(t, variable);
    *c = tape_unary(t, TAPE_COS, angle);
    *s = tape_unary(t, TAPE_SIN, angle);
}

static void sphere_point(struct tape *t, int p[3])
{
    int cu, su, cv, sv;
    circle(t, 0, &cu, &su);
    circle(t, 1, &cv, &sv);
    p[0] = node_mul(t, sv, cu);
    p[1] = node_mul(t, sv, su);
    p[2] = cv;
}

/* The only face of a solid like a sphere. */
static struct tape *start_sphere(struct scene_body *body, const char *name, int p[3])
{
    body->solid = true;
    struct tape *t =
        scene_body_room(body, 1, 0, 0) ? start_face(body, name, full_turn, half_turn, true) : NULL;
    if (t) sphere_point(t, p);
    return t;
}

static bool ellipsoid(struct scene_body *body, const char *name, const double *x)
{
    int p[3];
    struct tape *t = start_sphere(body, name, p);
    return t && end_face(t, scaled(t, x[0], p[0]), scaled(t, x[1], p[1]), scaled(t, x[2], p[2]));
}

bool builtin_sphere(struct scene_body *body, const double *x)
{
    return ellipsoid(body, "sphere", (double[]){x[0], x[0], x[0]});
}

bool builtin_ellipsoid(struct scene_body *body, const double *x)
{
    return ellipsoid(body, "ellipsoid", x);
}

static bool end_radial(struct tape *t, const int p[3], int radius)
{
    return end_face(t, node_mul(t, radius, p[0]), node_mul(t, radius, p[1]), node_mul(t, radius, p[2]));
}

bool builtin_superquadric(struct scene_body *body, const double *x)
{
    int p[3];
    struct tape *t = start_sphere(body, "superquadric", p);
    if (!t) return false;
    const int power = tape_number(t, -0.5 * x[3]);
    return end_radial(t, p, tape_binary(t, TAPE_REAL_POWER, builtin_superquadric_sum(t, x, p), power));
}

bool builtin_bumpy(struct scene_body *body, const double *x)
{
    int p[3];
    struct tape *t = start_sphere(body, "bumpy", p);
    if (!t) return false;
    const int u = tape_variable(t, 0), v = tape_variable(t, 1);
    const int wave =
        node_mul(t, tape_unary(t, TAPE_SIN, scaled(t, x[2], u)), tape_unary(t, TAPE_SIN, scaled(t, x[3], v)));
    const int height = node_add(t, tape_number(t, 1), scaled(t, x[1], wave));
    return end_radial(t, p, scaled(t, x[0], height));
}

bool builtin_torus(struct scene_body *body, const double *x)
{
    int cu, su, cv, sv;
    body->solid = true;
    struct tape *t =
        scene_body_room(body, 1, 0, 0) ? start_face(body, "torus", full_turn, full_turn, false) : NULL;
    if (!t) return false;
    circle(t, 0, &cu, &su);
    circle(t, 1, &cv, &sv);
    const int radius = node_add(t, tape_number(t, x[0]), scaled(t, x[1], cv));
    return end_face(t, node_mul(t, radius, cu), node_mul(t, radius, su), scaled(t, x[1], sv));
}

/* ---- With edges ---- */

/* A disc at this height; v is the distance from its centre, and Su x Sv points down. */
static bool disc(struct scene_body *body, const char *name, double r, double z, bool inward)
{
    int cu, su;
    struct tape *t = start_face(body, name, full_turn, (struct interval){0, r}, inward);
    if (!t) return false;
    circle(t, 0, &cu, &su);
    const int v = tape_variable(t, 1);
    return end_face(t, node_mul(t, v, cu), node_mul(t, v, su), tape_number(t, z));
}

bool builtin_cylinder(struct scene_body *body, const double *x)
{
    const double r = x[0], h = 0.5 * x[1];
    int cu, su;
    body->solid = true;
    struct tape *t = scene_body_room(body, 3, 2, 0)
                         ? start_face(body, "side", full_turn, (struct interval){-h, h}, false)
                         : NULL;
    if (!t) return false;
    circle(t, 0, &cu, &su);
    body->edge[body->edges++] = (struct scene_edge){0, SCENE_V1, 1, SCENE_V1, false};
    body->edge[body->edges++] = (struct scene_edge){0, SCENE_V0, 2, SCENE_V1, false};
    return end_face(t, scaled(t, r, cu), scaled(t, r, su), tape_variable(t, 1)) &&
           disc(body, "top", r, h, true) && disc(body, "bottom", r, -h, false);
}

bool builtin_cone(struct scene_body *body, const double *x)
{
    int cu, su;
    body->solid = true;
    struct tape *t = scene_body_room(body, 2, 1, 1)
                         ? start_face(body, "side", full_turn, (struct interval){0, 1}, false)
                         : NULL;
    if (!t) return false;
    circle(t, 0, &cu, &su);
    const int v = tape_variable(t, 1), radius = scaled(t, x[0], node_sub(t, tape_number(t, 1), v));
    body->edge[body->edges++] = (struct scene_edge){0, SCENE_V0, 1, SCENE_V1, false};
    body->vertex[body->vertices++] = (struct scene_vertex){0, false, true};
    return end_face(t, node_mul(t, radius, cu), node_mul(t, radius, su), scaled(t, x[1], v)) &&
           disc(body, "base", x[0], 0, false);
}

bool builtin_plane(struct scene_body *body, const double *x)
{
    const double w = 0.5 * x[0], h = 0.5 * x[1];
    struct tape *t = scene_body_room(body, 1, 4, 4) ? start_face(body, "plane", (struct interval){-w, w},
                                                                 (struct interval){-h, h}, false)
                                                    : NULL;
    if (!t) return false;
    for (uint8_t i = 0; i < 4; i++) {
        body->edge[body->edges++] = (struct scene_edge){0, i, SCENE_NO_FACE, 0, false};
        body->vertex[body->vertices++] = (struct scene_vertex){0, i & 1, i >> 1};
    }
    return end_face(t, tape_variable(t, 0), tape_variable(t, 1), tape_number(t, 0));
}

/* Face 2 k is that of the smallest coordinate k, 2 k + 1 that of the largest; u runs along the next axis, v
 * along the one after that, so that Su x Sv points along axis k. */
static bool box_face(struct scene_body *body, unsigned k, bool last, const double *x)
{
    static const char *const names[3][2] = {{"-x", "+x"}, {"-y", "+y"}, {"-z", "+z"}};
    const unsigned i = (k + 1) % 3, j = (k + 2) % 3;
    const struct interval u = {-0.5 * x[i], 0.5 * x[i]}, v = {-0.5 * x[j], 0.5 * x[j]};
    struct tape *t = start_face(body, names[k][last], u, v, !last);
    int p[3];
    if (!t) return false;
    p[k] = tape_number(t, last ? 0.5 * x[k] : -0.5 * x[k]);
    p[i] = tape_variable(t, 0);
    p[j] = tape_variable(t, 1);
    return end_face(t, p[0], p[1], p[2]);
}

bool builtin_box(struct scene_body *body, const double *x)
{
    body->solid = true;
    if (!scene_body_room(body, 6, 12, 8)) return false;
    for (unsigned k = 0; k < 3; k++)
        for (unsigned last = 0; last < 2; last++) {
            if (!box_face(body, k, last, x)) return false;
            /* u = end is the face at that end of axis i, whose v runs along k and whose u along j */
            for (unsigned end = 0; end < 2; end++)
                body->edge[body->edges++] =
                    (struct scene_edge){2 * k + last, (uint8_t)(SCENE_U0 + end), 2 * ((k + 1) % 3) + end,
                                        (uint8_t)(SCENE_V0 + last), false};
        }
    for (unsigned i = 0; i < 8; i++)
        body->vertex[body->vertices++] = (struct scene_vertex){4 + (i >> 2), i & 1, i >> 1 & 1};
    return true;
}
