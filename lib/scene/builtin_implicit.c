/* Built-in shapes by functions that are 0 on them. */
#include "algebra.h"
#include "builtin.h"

static struct tape *start(struct scene_body *body)
{
    body->implicit = body->solid = true;
    body->map.variables = 4;
    return &body->map;
}

/* Looked at from -x to x, and a little farther, so that all of the shape is inside. */
static void set_box(struct scene_body *body, double x, double y, double z)
{
    const double size[3] = {x, y, z};
    for (int i = 0; i < 3; i++) body->box[i] = (struct interval){-1.0625 * size[i], 1.0625 * size[i]};
}

static bool end(struct scene_body *body, const int *leaf, size_t n)
{
    struct tape *t = &body->map;
    int whole = leaf[0];
    for (size_t i = 1; i < n; i++) whole = tape_binary(t, TAPE_MAX, whole, leaf[i]);
    bool good = tape_output(t, whole);
    for (size_t i = 0; i < n; i++) good = good && tape_output(t, leaf[i]);
    return good;
}

static void point(struct tape *t, int p[3])
{
    for (unsigned i = 0; i < 3; i++) p[i] = tape_variable(t, i);
}

bool builtin_ellipsoid_implicit(struct scene_body *body, const double *x)
{
    struct tape *t = start(body);
    int p[3], sum = tape_number(t, -1);
    point(t, p);
    for (int i = 0; i < 3; i++)
        sum = node_add(t, node_square(t, node_div(t, p[i], tape_number(t, x[i]))), sum);
    set_box(body, x[0], x[1], x[2]);
    return end(body, &sum, 1);
}

bool builtin_sphere_implicit(struct scene_body *body, const double *x)
{
    struct tape *t = start(body);
    int p[3], sum = node_neg(t, node_square(t, tape_number(t, x[0])));
    point(t, p);
    for (int i = 0; i < 3; i++) sum = node_add(t, node_square(t, p[i]), sum);
    set_box(body, x[0], x[0], x[0]);
    return end(body, &sum, 1);
}

/* |a|^n */
static int power_of_size(struct tape *t, int a, double n)
{
    if (n == floor(0.5 * n) * 2 && n < 1 << 20) return tape_power(t, a, (int)n);
    return tape_binary(t, TAPE_REAL_POWER, tape_unary(t, TAPE_ABS, a), tape_number(t, n));
}

int builtin_superquadric_sum(struct tape *t, const double *x, const int p[3])
{
    int part[3];
    for (int i = 0; i < 3; i++)
        part[i] = power_of_size(t, node_div(t, p[i], tape_number(t, x[i])), 2 / x[i < 2 ? 4 : 3]);
    const int round = node_add(t, part[0], part[1]);
    return node_add(t, tape_binary(t, TAPE_REAL_POWER, round, tape_number(t, x[4] / x[3])), part[2]);
}

bool builtin_superquadric_implicit(struct scene_body *body, const double *x)
{
    struct tape *t = start(body);
    int p[3];
    point(t, p);
    const int sum = node_sub(t, builtin_superquadric_sum(t, x, p), tape_number(t, 1));
    set_box(body, x[0], x[1], x[2]);
    return end(body, &sum, 1);
}

/* x x + y y */
static int from_axis(struct tape *t, const int p[3])
{
    return node_add(t, node_square(t, p[0]), node_square(t, p[1]));
}

/* (sqrt(x x + y y) - R)^2 + z z - r r: bounds are tighter than those of the polynomial of degree 4, and the
 * axis, where there is no gradient, is far from the surface. */
bool builtin_torus_implicit(struct scene_body *body, const double *x)
{
    struct tape *t = start(body);
    int p[3];
    point(t, p);
    const int tube = node_sub(t, tape_unary(t, TAPE_SQRT, from_axis(t, p)), tape_number(t, x[0]));
    const int sum = node_sub(t, node_add(t, node_square(t, tube), node_square(t, p[2])),
                             node_square(t, tape_number(t, x[1])));
    set_box(body, x[0] + x[1], x[0] + x[1], x[1]);
    return end(body, &sum, 1);
}

bool builtin_cylinder_implicit(struct scene_body *body, const double *x)
{
    struct tape *t = start(body);
    int p[3];
    point(t, p);
    const int h = tape_number(t, 0.5 * x[1]);
    const int leaf[3] = {node_sub(t, from_axis(t, p), node_square(t, tape_number(t, x[0]))),
                         node_sub(t, p[2], h), node_sub(t, node_neg(t, p[2]), h)};
    set_box(body, x[0], x[0], 0.5 * x[1]);
    return end(body, leaf, 3);
}

/* sqrt(x x + y y) - (r / h) (h - z): linear in each direction from the apex, where it has no gradient. The
 * double cone x x + y y - ... of degree 2 is smooth there, but times of contact are double roots of it. */
bool builtin_cone_implicit(struct scene_body *body, const double *x)
{
    struct tape *t = start(body);
    int p[3];
    point(t, p);
    const int h = tape_number(t, x[1]), slope = node_div(t, tape_number(t, x[0]), h);
    const int radius = node_mul(t, slope, node_sub(t, h, p[2]));
    const int leaf[2] = {node_sub(t, tape_unary(t, TAPE_SQRT, from_axis(t, p)), radius), node_neg(t, p[2])};
    set_box(body, x[0], x[0], x[1]);
    body->box[2].lo = -0.0625 * x[1];
    return end(body, leaf, 2);
}

bool builtin_plane_implicit(struct scene_body *body, const double *x)
{
    struct tape *t = start(body);
    const int z = tape_variable(t, 2);
    (void)x;
    set_box(body, INFINITY, INFINITY, INFINITY);
    return end(body, &z, 1);
}

bool builtin_box_implicit(struct scene_body *body, const double *x)
{
    struct tape *t = start(body);
    int p[3], leaf[6];
    point(t, p);
    for (int i = 0; i < 3; i++) {
        const int half = tape_number(t, 0.5 * x[i]);
        leaf[2 * i] = node_sub(t, node_neg(t, p[i]), half);
        leaf[2 * i + 1] = node_sub(t, p[i], half);
    }
    set_box(body, 0.5 * x[0], 0.5 * x[1], 0.5 * x[2]);
    return end(body, leaf, 6);
}
